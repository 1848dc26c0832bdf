// The hands of a class, such as the three KQs that a board leaves: how each plays and what its moves earn.
import { begins, el, fixed, scrolling, svg } from "../dom.js";
import { suited } from "./cards.js";

/** `hand.combos` are [name, how often it comes here, its mix, the EV of each move], in the order of the moves. */
export function combinations(hand, moves, colours) {
  const made = moves.map((name, k) => [name, k]);
  const row = ([name, reached, mix, evs]) => {
    let x = 0;
    const parts = moves.map((move, k) => { const part = svg("rect", { class: `fill ${colours(move)}`, x, width: 100 * mix[k], height: 10 }); x += 100 * mix[k]; return part; });
    const mean = evs.length ? evs.reduce((sum, ev, k) => sum + ev * mix[k], 0) : null;
    return el("tr", { class: reached > 0 ? "" : "never" }, el("th", { scope: "row" }, ...suited(name)),
      el("td", {}, svg("svg", { class: "whole-mix thin", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts)),
      ...made.map(([, k]) => el("td", {}, mix[k] < 0.0005 ? "never" : mix[k] < 0.005 ? "<1%" : `${Math.round(100 * mix[k])}%`, el("small", {}, evs.length ? signed(evs[k]) : ""))),
      el("td", {}, mean === null ? "–" : signed(mean)));
  };
  return [el("div", { class: "opened" }, el("h4", {}, hand.name, el("small", {}, `${hand.combos.length} ${hand.combos.length === 1 ? "combination" : "combinations"}`)),
    scrolling(`the combinations of ${hand.name}`, el("table", { class: "combos" },
      el("thead", {}, el("tr", {}, ...["Hand", "Mix", ...made.map(([name]) => begins(name)), "EV"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...hand.combos.map(row)))),
    el("p", { class: "fine" }, "Below each frequency: the EV of the move, with a fold at 0."))];
}

const signed = (x) => fixed(x, 2);
