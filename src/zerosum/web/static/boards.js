// Boards of single games, drawn as SVG: the wrestler's ring, a duel, stages, posts, fingers; chips and dice for all.
import { el, svg } from "./dom.js";

const INK = { stroke: "currentColor", fill: "none", "stroke-width": 2 };
const words = (x, y, said, more = {}) => {
  const made = svg("text", { x, y, "text-anchor": "middle", ...more });
  made.textContent = said;
  return made;
};
const board = (height, label, ...parts) => svg("svg", { viewBox: `0 0 320 ${height}`, class: "chart drawn", role: "img", "aria-label": label }, ...parts);
const rivalOf = (side) => (side === "row" ? "col" : "row");

/** Chips in front of a player, at most this many drawn. */
const MOST_CHIPS = 10;

/** {pot: {mine, theirs}}: what both have put in, as chips. */
export function pot(shown) {
  if (!shown.pot) return [];
  const { mine, theirs } = shown.pot;
  const count = (amount) => Math.min(MOST_CHIPS, Math.max(1, Math.round(amount)));
  const low = 6 * Math.max(count(mine), count(theirs)) + 6;
  const stack = (x, amount, whose) => svg("g", {}, ...Array.from({ length: count(amount) }, (_, k) =>
    svg("ellipse", { cx: x, cy: low - 6 * k, rx: 20, ry: 7, fill: "var(--warm)", stroke: "var(--paper)", "stroke-width": 1.5 })),
  words(x, low + 24, `${whose}: ${Number(amount.toPrecision(4))}`));
  return [board(low + 32, `in the pot: ${mine} of yours, ${theirs} of the rival's`, stack(60, mine, "you"), stack(180, theirs, "the rival"))];
}

/** Where the pips of a die lie. */
const PIPS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]], 5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]] };

/** A die with its pips; a face beyond six as a number. */
export function die(face) {
  const pips = (PIPS[face] ?? []).map(([x, y]) => svg("circle", { cx: 12 * x, cy: 12 * y, r: 4.5, fill: "currentColor" }));
  return el("li", {}, svg("svg", { viewBox: "0 0 48 48", class: "die", role: "img", "aria-label": `a die that shows ${face}` },
    svg("rect", { x: 2, y: 2, width: 44, height: 44, rx: 8, ...INK }), ...(pips.length ? pips : [words(24, 31, face, { class: "big" })])));
}

/** {kind: "track", size, at, coins: {row, col}}: the wrestler; row pushes to the right, and the visitor always does. */
function track(shown, side) {
  const places = 2 * shown.size + 1;
  const x = (k) => 30 + (260 * (k + shown.size)) / (places - 1 || 1);
  const at = side === "row" ? shown.at : -shown.at;
  const off = Math.abs(at) > shown.size; // off the ring: he lies beside it
  const spots = Array.from({ length: places }, (_, k) => svg("circle", { cx: x(k - shown.size), cy: 62, r: 5, fill: "currentColor", opacity: 0.3 }));
  const man = svg("g", { transform: off ? `translate(${at > 0 ? 286 : 34} 62) rotate(${at > 0 ? 90 : -90}) translate(0 -46)` : `translate(${x(at)} 0)`, fill: "var(--warm)" }, svg("circle", { cx: 0, cy: 22, r: 9 }), svg("rect", { x: -13, y: 31, width: 26, height: 24, rx: 10 }));
  const { [side]: mine, [rivalOf(side)]: theirs } = shown.coins;
  return [board(112, `the wrestler stands ${at} places to the rival's side; you have ${mine} coins, the rival ${theirs}`, ...spots, man,
    words(40, 88, `you: ${mine} coin${mine === 1 ? "" : "s"}`, { "text-anchor": "start", x: 8 }), words(312, 88, `the rival: ${theirs} coin${theirs === 1 ? "" : "s"}`, { "text-anchor": "end" }),
    words(160, 106, "push the wrestler off the right end"))];
}

/** {kind: "duel", steps, step, hits: {row, col}}: two who walk towards each other. */
function duel(shown, side) {
  const near = 120 * ((shown.step - 1) / Math.max(1, shown.steps - 1));
  const figure = (x, color) => svg("g", { transform: `translate(${x} 0)`, stroke: color, "stroke-width": 4, fill: "none", "stroke-linecap": "round" },
    svg("circle", { cx: 0, cy: 18, r: 8, fill: color }), svg("path", { d: "M0 26V52M0 52L-9 74M0 52L9 74M-10 36H10" }));
  const percent = (p) => `${(100 * p).toFixed(0)}%`;
  return [board(112, `step ${shown.step} of ${shown.steps}`, svg("line", { x1: 10, x2: 310, y1: 76, y2: 76, ...INK, opacity: 0.3 }),
    figure(24 + near, "var(--warm)"), figure(296 - near, "var(--accent)"),
    words(8, 98, `you hit: ${percent(shown.hits[side])}`, { "text-anchor": "start" }), words(160, 14, `step ${shown.step} of ${shown.steps}`),
    words(312, 98, `the rival hits: ${percent(shown.hits[rivalOf(side)])}`, { "text-anchor": "end" }))];
}

/** {kind: "stages", total, left, inspections}: stages as a calendar, the present one framed. */
function stages(shown) {
  const now = shown.total - shown.left;
  const wide = Math.min(36, 304 / shown.total);
  const days = Array.from({ length: shown.total }, (_, k) => svg("rect", { x: 8 + wide * k, y: 10, width: wide - 4, height: 34, rx: 5, fill: k < now ? "currentColor" : "var(--card)", opacity: k < now ? 0.25 : 1, stroke: k === now ? "var(--warm)" : "currentColor", "stroke-width": k === now ? 3 : 1 }));
  return [board(72, `stage ${now + 1} of ${shown.total}; ${shown.inspections} inspections left`, ...days,
    words(8, 64, `${shown.left} stage${shown.left === 1 ? "" : "s"} and ${shown.inspections} inspection${shown.inspections === 1 ? "" : "s"} left`, { "text-anchor": "start" }))];
}

/** {kind: "posts", posts, regiments: {row, col}, played}: castles to be won, and both armies; at the end, who sent how many where. */
function posts(shown, side) {
  const wide = 320 / shown.posts;
  const sent = (who, k) => shown.played[who].split("-")[k];
  const fought = shown.played ? Array.from({ length: shown.posts }, (_, k) => words(wide * (k + 0.5), 15, `${sent(side, k)} : ${sent(rivalOf(side), k)}`)) : [];
  const castle = (k) => svg("path", { d: "M-16 60V30h6v-8h6v8h8v-8h6v8h6V60Z", transform: `translate(${wide * (k + 0.5)} 0)`, fill: "var(--card)", stroke: "currentColor", "stroke-width": 2 });
  const { [side]: mine, [rivalOf(side)]: theirs } = shown.regiments;
  return [board(86, `${shown.posts} posts; you have ${mine} regiments, the rival ${theirs}`, ...Array.from({ length: shown.posts }, (_, k) => castle(k)), ...fought,
    ...(shown.played ? [words(160, 80, "your regiments : the rival's")]
      : [words(8, 80, `your regiments: ${mine}`, { "text-anchor": "start" }), words(312, 80, `the rival's: ${theirs}`, { "text-anchor": "end" })]))];
}

/** {kind: "fingers", fingers, played}: a hand with the fingers that may be shown; at the end, both hands. */
function fingers(shown, side) {
  if (shown.played) {
    return [el("div", { class: "two" }, ...[side, rivalOf(side)].map((who) => {
      const [, many, call] = shown.played[who].match(/show (\d+) call (\d+)/) ?? [null, 0, "?"];
      return hand(Math.min(5, Number(many)), `${who === side ? "you show" : "the rival shows"} ${many}, ${who === side ? "call" : "calls"} ${call}`);
    }))];
  }
  return [hand(Math.min(5, shown.fingers), `show 1 to ${shown.fingers}, and call what the rival shows`)];
}

function hand(many, told) {
  const raised = Array.from({ length: many }, (_, k) => svg("rect", { x: 122 + 16 * k, y: 8 + 6 * Math.abs(k - 1.5), width: 12, height: 44, rx: 6, fill: "var(--card)", stroke: "currentColor", "stroke-width": 2 }));
  return board(110, told, ...raised, svg("rect", { x: 118, y: 44, width: 84, height: 44, rx: 16, fill: "var(--card)", stroke: "currentColor", "stroke-width": 2 }),
    words(160, 102, told));
}

export const BOARDS = { track, duel, stages, posts, fingers };
