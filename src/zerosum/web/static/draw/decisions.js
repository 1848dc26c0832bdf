// One decision at a time: the flow of play to click through, hands as columns, as a strip or as a grid, and what each move of a hand earns.
import { actionClasses } from "../actions.js";
import { begins, el, fetchWhenReady, percent, svg, withArticle } from "../dom.js";
import { card, cardsOf, inWords, suited } from "./cards.js";
import { combinations } from "./combos.js";
import { flow, flows, shares } from "./flow.js";
import { grid } from "./grid.js";
import { controls, overlay } from "./locks.js";
import { bars } from "./mix.js";
import { square } from "./square.js";
import { find as inWalk } from "./walked.js";

const NARROW = matchMedia("(max-width: 30rem)");
/** Largest number of hands that are columns with all their numbers; more are a strip, of which one hand is opened. */
const MAX_COLUMNS = 4;
/** Share from which on a part of a column is high enough for its name. */
const MIN_LABEL = 0.15;
/** Largest number of moves that are all listed; of more, those that are hardly ever made are folded. */
const MAX_WAYS = 6;

/**
 * {kind: "decisions", decisions: [{seat, side, after: [move, …], of, square, pot, hands: [{name, weight, reached, moves: [{name, p, often,
 * ev, worth, least, most}], combos}]}], left_out, lockable, board}
 *
 * A decision with `grid` has hands of hold'em, for draw/grid.js, `combos` are the hands of a class, for draw/combos.js, and `note` is a line about the whole view.
 * `after` are the moves before it; `of` is what hands are intervals or numbers of; `square` is for draw/square.js; `weight` is how often the side holds the hand there, `reached` how often play comes.
 * Which decision and which hand are shown is in the address.
 */
export function decisions(solution, tools) {
  const { state, redraw, address, headline, walk, at: asks, visit, slot } = tools;
  const asked = address("ranges");
  if (state.asked !== asked) Object.assign(state, { asked, ranges: null, message: "", lock: null }); // of another game
  if (state.ranges) spread(solution, state.ranges);
  let view = overlay(solution, state.lock);
  const find = (name) => view.decisions.find((one) => named(view, one) === name);
  const walked = walk?.path ? inWalk(solution, walk) : null; // hands are open: the one that chooses is shown
  const wanted = asks();
  const here = () => find(wanted.after ?? (walked ? named(view, walked.decision) : "")) ?? view.decisions[0];
  if (!here()) return [];
  const at = here();
  const go = (one) => visit({ after: named(view, one), holding: null }, true);
  const choose = (hand) => visit({ after: named(view, at), holding: hand.name }, false);
  const first = wanted.holding ?? (walked && wanted.after === null ? walked.hand.name : null) ?? mixes(at);
  const chosen = () => here().hands.find((hand) => hand.name === first) ?? here().hands.find((hand) => hand.name === mixes(at));
  const dealt = walked && named(view, at) === named(view, walked.decision) && chosen().name === walked.hand.name;
  const leads = (name) => {
    if (dealt) return () => walk.go(walked.leads(name));
    const next = find([...at.after, name].join("/"));
    return next ? () => go(next) : null;
  };
  const colours = coloursOf(solution);
  const columns = !at.grid && !at.square && at.hands.length <= MAX_COLUMNS && at.hands.every((hand) => !hand.interval);
  const board = el("div", {});
  const below = el("div", {});
  const aside = at.grid && slot ? el("div", {}) : below;
  const paint = () => {
    view = overlay(solution, state.lock);
    headline(state.lock ? state.lock.result.shown : null);
    const moves = movesOf(here());
    const colour = (hand) => `fill ${colours([...hand.moves].sort((a, b) => b.p - a.p)[0].name)}`;
    board.replaceChildren(...[
      columns ? inColumns(here(), colours, chosen(), choose, view.cards) : here().grid ? grid(here(), moves, colours, chosen(), choose, state, redraw) : strip(here(), moves, colours, chosen(), choose),
      here().square ? square(here().square, here().hands, colour, chosen(), choose) : null].filter(Boolean));
    const hand = chosen();
    aside.replaceChildren(...(at.grid && slot ? [whole(here(), colours)] : []),
      ...(hand.combos ? combinations(hand, movesOf(here()), colours) : columns ? [] : [el("div", { class: "opened" },
        el("h4", {}, ...(hand.name === "–" ? [begins(withArticle(at.seat))] : at.of || hand.interval ? [`With a ${at.of ?? "hand"} ${hand.interval ? "from" : "of"} ${hand.name}`] : view.cards && cardsOf(hand.name).length ? suited(hand.name) : [`With ${hand.name}`]), hand.reached < 1e-9 ? el("small", {}, "never reached in optimal play") : ""),
        bars(hand.moves, { colours }))]));
    return view;
  };
  paint();
  const ways = movesOf(at).map((name) => [name, shares(at).get(name) ?? 0]);
  const come = ways.reduce((sum, [, share]) => sum + share, 0);
  const link = ([name, share]) => {
    const inside = [el("span", { class: `swatch ${colours(name)}` }), `${begins(name)} `, el("b", {}, come > 1e-12 ? percent(share / come) : "–")];
    const next = leads(name);
    return el("li", {}, next ? el("button", { type: "button", class: "chip", onclick: next }, ...inside, el("span", { "aria-hidden": "true" }, "→")) : el("span", { class: "chip plain" }, ...inside));
  };
  const rare = ways.length > MAX_WAYS ? ways.filter(([, share]) => share < 0.0005 * come) : [];
  const list = (some) => el("ul", { class: "ways-on" }, ...some.map(link));
  const links = [list(ways.filter((one) => !rare.includes(one))), rare.length ? el("details", { class: "rare" }, el("summary", {}, `${rare.length} more`), list(rare)) : null];
  const crumbs = at.after.length === 0 || (walk?.path && wanted.after === null) ? null : el("p", { class: "crumbs" }, ...["Start", ...at.after].map((name, k) => {
    const before = find(at.after.slice(0, k).join("/"));
    const last = k === at.after.length;
    return before && !last ? el("button", { type: "button", class: "quiet small", onclick: () => go(before) }, begins(name)) : el("span", { class: "crumb", "aria-current": last ? "step" : false }, begins(name));
  }));
  const peers = view.decisions.filter((one) => one.after.join("/") === at.after.join("/")); // who moves unseen, and who moves then
  const sides = peers.length < 2 ? null : el("div", { class: "switch", role: "group", "aria-label": "whose decision" }, ...peers.map((one) =>
    el("button", { type: "button", "aria-pressed": one === at ? "true" : "false", onclick: () => go(one) }, begins(withArticle(one.seat)))));
  slot?.("board", at.grid && solution.board ? felt(solution, at) : null);
  slot?.("locks", solution.lockable ? controls(at, chosen, { ...tools, colours, go, paint }) : null);
  slot?.("detail", at.grid ? [aside] : null);
  return [el("div", { class: "decision" },
    flows(solution) ? el("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "flow of play" }, flow(view, colours, at, go)) : null,
    crumbs,
    sides,
    el("div", { class: "decision-head" }, el("h3", {}, at.after.length ? `After ${at.after.join(", ")}, ${withArticle(at.seat)} to act` : `${begins(withArticle(at.seat))} to act`), ...links),
    board,
    at.grid && slot ? null : below,
    solution.lockable ? el("p", { class: "fine" }, state.ranges ? several(chosen()) : el("button", { type: "button", class: "quiet small", onclick: () => findRanges(state, redraw) }, "Which other strategies are optimal?"), " ", state.message) : null,
    view.note ? el("p", { class: "fine" }, view.note) : null,
    view.left_out ? el("p", { class: "fine" }, "To see later decisions, step through the game below.") : null)];
}

/** The name of a decision in the address: the moves before it, and the side where another side also chooses after the same moves. */
function named(view, one) {
  const after = one.after.join("/");
  const first = view.decisions.find((each) => each.after.join("/") === after);
  return first?.side === one.side ? after : `${one.side}:${after}`;
}

const movesOf = (one) => [...new Set(one.hands.flatMap((hand) => hand.moves.map((move) => move.name)))];

/** The colour of every move of the game, the same at all of its decisions. */
function coloursOf(view) {
  const all = view.decisions.map((one) => actionClasses(movesOf(one)));
  return (name) => all.find((one) => one.has(name))?.get(name) ?? "a-m6";
}

/** The board and the pot, as cards on felt. */
const felt = (view, at) => [
  el("div", { class: "felt-side" }, el("small", {}, "To act"), el("b", {}, at.seat)),
  el("div", { class: "felt-board" }, ...view.board.map(card)),
  el("div", { class: "felt-side" }, el("span", { class: "pill" }, "Pot ", el("b", {}, at.pot.toLocaleString("en", { maximumFractionDigits: 2 }))))];

/** The mix of all hands together. */
function whole(one, colours) {
  const parts = [...shares(one)];
  const total = parts.reduce((sum, [, share]) => sum + share, 0) || 1;
  let x = 0;
  const rects = parts.map(([name, share]) => { const made = svg("rect", { class: `fill ${colours(name)}`, x, width: 100 * share / total, height: 10 }); x += 100 * share / total; return made; });
  const description = parts.map(([name, share]) => `${name} ${percent(share / total)}`).join(", ");
  return el("div", { class: "opened" }, el("h4", {}, "Whole range", el("small", {}, `comes here ${percent(total)} of the time`)),
    svg("svg", { class: "whole-mix", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": description }, ...rects));
}

/** A column for each hand: its card, its mix from above, and a line for each move. */
function inColumns(here, colours, chosen, choose, dealt) {
  const names = here.hands.map((hand) => hand.name);
  return el("div", { class: "columns" }, ...here.hands.map((hand) => {
    let y = 0;
    const parts = hand.moves.map((move) => { const made = svg("rect", { class: `fill ${colours(move.name)}`, y, width: 100, height: 100 * move.p }); y += 100 * move.p; return made; });
    const labels = hand.moves.filter((move) => move.p > 1e-9).map((move) => {
      const made = el("span", { class: "lab" }, ...(move.p < MIN_LABEL ? [] : [el("b", {}, begins(move.name)), ` ${move.often}`]));
      made.style.flexGrow = move.p;
      return made;
    });
    const description = describe(hand);
    const cards = dealt ? cardsOf(hand.name, names) : [];
    const button = el("button", { type: "button", class: `hand-column${hand === chosen ? " chosen" : ""}`, "aria-label": description, "aria-pressed": hand === chosen ? "true" : "false", onclick: () => choose(hand) },
      hand.name === "–" ? null : el("span", { class: "column-head" }, ...cards.map(card), el("span", {}, el("b", {}, cards.length === 1 ? inWords(hand.name) : begins(hand.name)), el("small", {}, hand.reached < 1e-9 ? "never here" : `here ${percent(hand.reached)}`))),
      el("span", { class: "column-mix" }, svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts), el("span", { class: "labs" }, ...labels),
        hand.mark ? el("span", { class: `lock-mark ${hand.mark}` }, hand.mark === "locked" ? "fixed" : "changed") : null));
    const rows = hand.moves.map((move) => el("tr", { class: move.p > 1e-9 ? "" : "never" },
      el("th", { scope: "row" }, el("span", { class: `swatch ${colours(move.name)}` }), begins(move.name)),
      el("td", {}, move.p > 1e-9 ? move.often : "never"), el("td", {}, (move.worth || "–").replace("-", "−"))));
    return el("div", { class: "column" }, button, el("table", { class: "evs" }, el("caption", { class: "aside" }, description),
      el("thead", {}, el("tr", {}, ...["Move", "Mix", "EV"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows)));
  }));
}

const describe = (hand) => `${hand.name}: ${hand.moves.filter((move) => move.p > 1e-9).map((move) => `${move.name} ${move.often}`).join(", ")}${hand.mark ? ` (${hand.mark === "locked" ? "fixed" : "changed"})` : ""}`;

/** Ask how far the probabilities may go in other optimal strategies. */
async function findRanges(state, redraw) {
  const { asked } = state;
  state.message = "Computing all optimal strategies …";
  redraw();
  try {
    const result = await fetchWhenReady(asked, () => {});
    if (state.asked === asked) Object.assign(state, { ranges: result, message: "" });
  } catch (error) {
    if (state.asked === asked) state.message = error.message;
  }
  redraw();
}

/** A number of the API, which may be a fraction such as "1/3". */
const read = (description) => String(description).split("/").reduce((sum, part, k) => (k ? sum / Number(part) : Number(part)), 1);

/** Put the ranges beside the moves that they are about. */
function spread(view, ranges) {
  const known = new Map(ranges.map((one) => [`${one.side} ${one.information}`, one.moves]));
  for (const one of view.decisions) for (const hand of one.hands) {
    const moves = known.get(`${one.side} ${hand.information}`) ?? {};
    for (const move of hand.moves) if (moves[move.name]) [move.least, move.most] = [moves[move.name].least, moves[move.name].most].map(read);
  }
}

/** What the ranges say about a hand. */
function several(hand) {
  if (hand.moves.every((move) => move.least === undefined)) return "No optimal strategy reaches this decision.";
  const free = hand.moves.filter((move) => move.most - move.least > 1e-9);
  if (!free.length) return "All optimal strategies play the same way here.";
  return `Across all optimal strategies: ${free.map((move) => `${move.name} ${percent(move.least)} to ${percent(move.most)}`).join(", ")}.`;
}

/** The first hand that mixes, which is where the insight is. */
function mixes(here) {
  const result = here.hands.find((hand) => hand.moves.some((move) => move.p > 1e-9 && move.p < 1 - 1e-9));
  return (result ?? here.hands[0]).name;
}

/** A column for each hand, as wide as the hand is likely, filled from below by its moves; a hand is chosen by touching it. */
function strip(here, moves, colours, chosen, choose) {
  const [WIDTH, HIGH] = NARROW.matches ? [330, 84] : [640, 140];
  const total = here.hands.reduce((sum, hand) => sum + hand.weight, 0);
  const even = total < 1e-12 || here.hands.every((hand) => !hand.interval);
  const widest = Math.max(...here.hands.map((hand) => hand.name.length));
  const upright = even && WIDTH / here.hands.length <= 11 * widest + 4; // names that do not fit beside each other are turned
  const room = upright && WIDTH / here.hands.length > 14 && widest <= 8 ? 11 * widest + 14 : 30;
  let left = 0;
  const columns = here.hands.map((hand) => {
    const width = WIDTH * (even ? 1 / here.hands.length : hand.weight / total);
    const x = left;
    left += width;
    let top = HIGH;
    const parts = [...hand.moves].sort((a, b) => moves.indexOf(b.name) - moves.indexOf(a.name)).reverse().map((move) => {
      const height = HIGH * move.p;
      top -= height;
      return svg("rect", { class: `fill ${colours(move.name)}`, x: x + 1, y: top, width: Math.max(1, width - 2), height });
    });
    const middle = x + width / 2;
    const label = svg("text", upright ? { x: middle + 5, y: HIGH + 6, "text-anchor": "end", transform: `rotate(-90 ${middle + 5} ${HIGH + 6})` } : { x: middle, y: HIGH + 18, "text-anchor": "middle" });
    label.textContent = (upright ? room > 30 : width > 9 * hand.name.length + 4) ? hand.name : "";
    const description = describe(hand);
    const marks = { locked: [svg("rect", { class: "lock-mark", x: middle - 5, y: 5, width: 10, height: 10 })], changed: [svg("circle", { class: "lock-mark", cx: middle, cy: 10, r: 5 })] };
    const title = svg("title");
    title.textContent = description;
    const made = svg("g", { class: hand === chosen ? "hand-column chosen" : "hand-column", role: "button", tabindex: 0, "aria-label": description, "aria-pressed": hand === chosen ? "true" : "false" },
      title, svg("rect", { class: "ground", x: x + 1, y: 0, width: Math.max(1, width - 2), height: HIGH }), ...parts, ...(marks[hand.mark] ?? []), label);
    made.addEventListener("click", () => choose(hand));
    made.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); choose(hand); } });
    return made;
  });
  return svg("svg", { class: "stackbar", viewBox: `0 -3 ${WIDTH} ${HIGH + room}`, role: "group", "aria-label": `the hands of ${here.seat}` }, ...columns);
}
