// One decision at a time: the tree to click through, hands as a coloured strip, and what each move of a hand earns.
import { askPatiently, begins, el, percent, svg, the } from "../dom.js";
import { suited } from "./cards.js";
import { grid } from "./grid.js";
import { WHAT_IF, controls, focusOn, overlay } from "./locks.js";
import { bars } from "./mix.js";
import { square } from "./square.js";
import { find as inWalk } from "./walked.js";

const NARROW = matchMedia("(max-width: 30rem)");

/**
 * {kind: "decisions", decisions: [{seat, side, after: [move, …], of, square, hands: [{name, weight, reached, moves: [{name, p, often,
 * earns, worth, least, most}]}]}], left_out, lockable}
 *
 * A decision with `grid` has hands of hold'em, for draw/grid.js, and `note` is a line about the whole view.
 * `after` are the moves before it; `of` is what hands are intervals or numbers of; `square` is for draw/square.js; `weight` is how often the side holds the hand there, `reached` how often play comes.
 */
export function decisions(solution, tools) {
  const { state, redraw, address, headline, walk } = tools;
  const asked = address("ranges");
  if (state.asked !== asked) Object.assign(state, { asked, ranges: null, told: "", lock: null }); // of another game
  if (state.ranges) spread(solution, state.ranges);
  let view = overlay(solution, state.lock);
  const find = (after) => view.decisions.find((one) => one.after.join("/") === after.join("/"));
  const walked = walk?.path ? inWalk(solution, walk) : null; // hands are open: the one that chooses is shown
  if (state.path !== walk?.path && walked) Object.assign(state, { after: walked.decision.after, hand: walked.hand.name });
  state.path = walk?.path;
  const here = () => find(state.after ?? []) ?? view.decisions[0];
  if (!here()) return [];
  const at = here();
  const go = (after) => { state.after = after; state.hand = null; redraw(); };
  const choose = (hand) => { state.hand = hand.name; redraw(); };
  const dealt = walked && at.after.join("/") === walked.decision.after.join("/") && state.hand === walked.hand.name;
  const leads = (move) => { if (dealt) return () => walk.go(walked.leads(move.name)); const next = [...at.after, move.name]; return find(next) ? () => go(next) : null; };
  const crumbs = ["start", ...at.after].map((name, k) => {
    const after = at.after.slice(0, k);
    const last = k === at.after.length;
    return find(after) && !last ? el("button", { type: "button", class: "quiet small", onclick: () => go(after) }, name) : el("span", { class: "crumb", "aria-current": last ? "step" : false }, name);
  });
  const moves = [...new Map(at.hands.flatMap((hand) => hand.moves.map((move) => [move.name, move]))).keys()];
  const first = state.hand ?? mixes(at);
  const chosen = () => here().hands.find((hand) => hand.name === first) ?? here().hands[0];
  const board = el("div", {});
  const paint = () => {
    view = overlay(solution, state.lock);
    headline(state.lock ? state.lock.found.shown.value : null);
    const colour = (hand) => `move${moves.indexOf([...hand.moves].sort((a, b) => b.p - a.p)[0].name) % 6}`;
    board.replaceChildren(...[legend(moves, here()), here().grid ? grid(here(), moves, chosen(), choose) : strip(here(), moves, chosen(), choose), here().square ? square(here().square, here().hands, colour, chosen(), choose) : null].filter(Boolean));
    return view;
  };
  paint();
  const hand = chosen();
  const open = state.open && solution.lockable;
  return [el("div", { class: "decision" },
    walk?.path || at.after.length === 0 ? null : el("p", { class: "crumbs" }, ...crumbs),
    el("h3", {}, at.after.length ? `After ${at.after.join(", ")}, ${the(at.seat)} chooses` : `${begins(the(at.seat))} chooses`),
    board,
    el("p", { class: "label" }, ...(hand.name === "–" ? [] : [`with ${at.of ? `a ${at.of} of ` : ""}`, ...suited(hand.name), ": "]), `${hand.moves.some((move) => move.worth) ? "what each move earns, and " : ""}how often it is played${hand.reached < 1e-9 ? " (play never comes here)" : ""}`),
    open ? controls(at, chosen, { ...tools, go, leads, paint }) : bars(hand.moves, { onpick: leads }),
    open ? null : el("p", {},
      state.ranges ? el("span", { class: "fine" }, several(hand)) : !solution.lockable ? null : el("button", { type: "button", class: "quiet small", onclick: () => findRanges(state, redraw) }, "Which other mixes are optimal?"), " ",
      solution.lockable ? el("button", { type: "button", class: "quiet small", "aria-label": WHAT_IF, onclick: () => { state.open = true; redraw(); focusOn("input[type=range]"); } }, WHAT_IF) : null, " ", state.told),
    view.note ? el("p", { class: "fine" }, view.note) : null,
    view.left_out ? el("p", { class: "fine" }, "Decisions further on are found by walking, below.") : null)];
}

/** Ask how far the probabilities may go in other optimal strategies. */
async function findRanges(state, redraw) {
  const { asked } = state;
  state.told = "Looking at all optimal strategies …";
  redraw();
  try {
    const found = await askPatiently(asked, () => {});
    if (state.asked === asked) state.ranges = found;
  } catch (wrong) {
    if (state.asked === asked) state.told = wrong.message;
  }
  redraw();
}

/** A number of the API, which may be a fraction such as "1/3". */
const read = (said) => String(said).split("/").reduce((sum, part, k) => (k ? sum / Number(part) : Number(part)), 1);

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
  if (hand.moves.every((move) => move.least === undefined)) return "No optimal strategy comes here.";
  const free = hand.moves.filter((move) => move.most - move.least > 1e-9);
  if (!free.length) return "Every optimal strategy does the same here.";
  return `Other optimal strategies ${free.map((move) => `${move.name} from ${percent(move.least)} to ${percent(move.most)}`).join(", ")}.`;
}

/** The first hand that mixes, which is where the insight is. */
function mixes(here) {
  const found = here.hands.find((hand) => hand.moves.some((move) => move.p > 1e-9 && move.p < 1 - 1e-9));
  return (found ?? here.hands[0]).name;
}

/** The colours of the moves that some hand makes. */
function legend(moves, here) {
  const made = moves.filter((name) => here.hands.some((hand) => hand.moves.some((move) => move.name === name && move.p > 1e-9)));
  return made.length > 8 ? null : el("p", { class: "legend" }, ...made.map((name) => el("span", { class: `key move${moves.indexOf(name) % 6}` }, name)));
}

/** A column for each hand, as wide as the hand is likely, filled from below by its moves; a hand is chosen by touching it. */
function strip(here, moves, chosen, choose) {
  const [WIDTH, HIGH] = NARROW.matches ? [330, 84] : [640, 140];
  const total = here.hands.reduce((sum, hand) => sum + hand.weight, 0);
  const even = total < 1e-12 || here.hands.every((hand) => !hand.name.includes(" to "));
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
      return svg("rect", { class: `move${moves.indexOf(move.name) % 6}`, x: x + 1, y: top, width: Math.max(1, width - 2), height });
    });
    const middle = x + width / 2;
    const label = svg("text", upright ? { x: middle + 5, y: HIGH + 6, "text-anchor": "end", transform: `rotate(-90 ${middle + 5} ${HIGH + 6})` } : { x: middle, y: HIGH + 18, "text-anchor": "middle" });
    label.textContent = (upright ? room > 30 : width > 9 * hand.name.length + 4) ? hand.name : "";
    const said = `${hand.name}: ${hand.moves.filter((move) => move.p > 1e-9).map((move) => `${move.name} ${move.often}`).join(", ")}${hand.mark ? ` (${hand.mark === "locked" ? "fixed" : "played otherwise now"})` : ""}`;
    const marks = { locked: [svg("rect", { class: "lock-mark", x: middle - 5, y: 5, width: 10, height: 10 })], changed: [svg("circle", { class: "lock-mark", cx: middle, cy: 10, r: 5 })] };
    const title = svg("title");
    title.textContent = said;
    const made = svg("g", { class: hand === chosen ? "hand-column chosen" : "hand-column", role: "button", tabindex: 0, "aria-label": said, "aria-pressed": hand === chosen ? "true" : "false" },
      title, svg("rect", { class: "ground", x: x + 1, y: 0, width: Math.max(1, width - 2), height: HIGH }), ...parts, ...(marks[hand.mark] ?? []), label);
    made.addEventListener("click", () => choose(hand));
    made.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); choose(hand); } });
    return made;
  });
  return svg("svg", { class: "strip", viewBox: `0 -3 ${WIDTH} ${HIGH + room}`, role: "group", "aria-label": `the hands of ${here.seat}` }, ...columns);
}
