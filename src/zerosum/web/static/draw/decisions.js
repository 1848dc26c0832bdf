// One decision at a time: the tree to click through, hands as a coloured strip, and what each move of a hand earns.
import { el, svg } from "../dom.js";
import { bars } from "./mix.js";

const NARROW = matchMedia("(max-width: 30rem)");

/**
 * {kind: "decisions", decisions: [{seat, side, after: [move, …], hands: [{name, weight, reached, moves: [{name, p, often,
 * earns, worth, least, most}]}]}], left_out}
 *
 * `after` are the moves before it; `weight` is how often the side holds the hand there, `reached` how often play comes.
 */
export function decisions(view, { state, redraw }) {
  const find = (after) => view.decisions.find((one) => one.after.join("/") === after.join("/"));
  const here = find(state.after ?? []) ?? view.decisions[0];
  if (!here) return [];
  const go = (after) => { state.after = after; state.hand = null; redraw(); };
  const names = here.hands.map((hand) => hand.name);
  const chosen = here.hands[Math.max(0, names.indexOf(state.hand ?? mixes(here)))];
  const choose = (hand) => { state.hand = hand.name; redraw(); };
  const leads = (move) => { const next = [...here.after, move.name]; return find(next) ? () => go(next) : null; };
  const crumbs = ["start", ...here.after].map((name, k) => {
    const after = here.after.slice(0, k);
    const last = k === here.after.length;
    return find(after) && !last ? el("button", { type: "button", class: "quiet small", onclick: () => go(after) }, name) : el("span", { class: "crumb", "aria-current": last ? "step" : false }, name);
  });
  const moves = [...new Map(here.hands.flatMap((hand) => hand.moves.map((move) => [move.name, move]))).keys()];
  return [el("div", { class: "decision" },
    el("p", { class: "crumbs" }, ...crumbs),
    el("h3", {}, here.after.length ? `After ${here.after.join(", ")}, ${here.seat} chooses` : `${here.seat} chooses`),
    legend(moves), strip(here, moves, chosen, choose),
    el("p", { class: "label" }, chosen.name === "–" ? "what each move earns" : `with ${chosen.name}: what each move earns, and how often it is played${chosen.reached < 1e-9 ? " (play never comes here)" : ""}`),
    bars(chosen.moves, { onpick: leads }),
    view.left_out ? el("p", { class: "fine" }, "Decisions further on are found by walking, below.") : null)];
}

/** The first hand that mixes, which is where the insight is. */
function mixes(here) {
  const found = here.hands.find((hand) => hand.moves.some((move) => move.p > 1e-9 && move.p < 1 - 1e-9));
  return (found ?? here.hands[0]).name;
}

const legend = (moves) => (moves.length > 8 ? null : el("p", { class: "legend" }, ...moves.map((name, k) => el("span", { class: `key move${k % 6}` }, name))));

/** A column for each hand, as wide as the hand is likely, filled from below by its moves; a hand is chosen by touching it. */
function strip(here, moves, chosen, choose) {
  const [WIDTH, HIGH] = NARROW.matches ? [330, 84] : [640, 140];
  const total = here.hands.reduce((sum, hand) => sum + hand.weight, 0);
  const even = total < 1e-12 || here.hands.every((hand) => !hand.name.includes(" to "));
  let left = 0;
  const columns = here.hands.map((hand) => {
    const width = WIDTH * (even ? 1 / here.hands.length : hand.weight / total);
    const x = left;
    left += width;
    let top = HIGH;
    const parts = [...hand.moves].sort((a, b) => moves.indexOf(b.name) - moves.indexOf(a.name)).reverse().map((move) => {
      const height = HIGH * move.p;
      top -= height;
      return svg("rect", { class: `move${moves.indexOf(move.name) % 6}`, x: x + 1, y: top, width: Math.max(1, width - 2), height });
    });
    const said = `${hand.name}: ${hand.moves.filter((move) => move.p > 1e-9).map((move) => `${move.name} ${move.often}`).join(", ")}`;
    const label = svg("text", { x: x + width / 2, y: HIGH + 18, "text-anchor": "middle" });
    label.textContent = width > 9 * hand.name.length + 4 ? hand.name : "";
    const title = svg("title");
    title.textContent = said;
    const made = svg("g", { class: hand === chosen ? "hand-column chosen" : "hand-column", role: "button", tabindex: 0, "aria-label": said, "aria-pressed": hand === chosen ? "true" : "false" },
      title, svg("rect", { class: "ground", x: x + 1, y: 0, width: Math.max(1, width - 2), height: HIGH }), ...parts, label);
    made.addEventListener("click", () => choose(hand));
    made.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); choose(hand); } });
    return made;
  });
  return svg("svg", { class: "strip", viewBox: `0 -3 ${WIDTH} ${HIGH + 30}`, role: "group", "aria-label": `the hands of ${here.seat}` }, ...columns);
}
