// What lies on the table, drawn by its kind: cards, heaps, a ring, the unit interval; boards of single games are in boards.js.
import { BOARDS, die, pot } from "./boards.js";
import { el, svg } from "./dom.js";
import { suited } from "./draw/cards.js";

const KINDS = { cards, graph, heaps, ring, interval, states };

/** Maximum number of characters on the face of a card. */
const LONGEST = 8;

/** Elements for `shown` as a `side` sees it. While it is `playing`, cards that can be played are left to the buttons of the `moves`. */
export function drawShown(shown, how = {}) {
  if (!shown) return [];
  if (BOARDS[shown.kind]) return BOARDS[shown.kind](shown, how.side ?? "row");
  return KINDS[shown.kind] ? KINDS[shown.kind](shown, how) : [];
}

/** Whether both sides see the same on a board, each from its own end. */
export const isOpen = (shown) => shown.kind in BOARDS;

/** What has happened and how things stand, in lines that do not repeat what is drawn or each other. */
export function lines(view) {
  const { shown } = view;
  const rows = (shown?.rows ?? []).map((row) => row.label);
  const moves = view.news.filter((told) => /^(you play|the rival plays) /.test(told));
  const played = (shown?.played && ["posts", "fingers"].includes(shown.kind)) || rows.includes("you played") || (moves.length === 2 && rows.some((label) => label.startsWith("the last trick")));
  const open = (shown?.rows ?? []).some((row) => /^the rival's (hand|card)/.test(row.label) && !row.hidden) || (shown?.theirs ?? null) !== null;
  const dealt = (told) => shown?.kind === "cards" && /^dealt to you: [^·]+$/.test(told);
  const news = view.news.filter((told) => !dealt(told) && !(played && moves.includes(told)) && !(open && /^the rival (shows|held) /.test(told)));
  const acts = news.filter((told) => /^(you|the rival): /.test(told));
  const said = [acts.map((told) => told.replace(/^(you|the rival): /, "")).join(", "), acts.join(" · ")].map((told) => `so far: ${told}`);
  const scene = view.scene.filter((told) => !repeats(shown, told)).map((told) => (shown?.kind === "cards" ? told.replace(/^so far: dealt to you: [^·]+ · /, "so far: ").replace(/ · shown to both: [^·]+?(?= ·|$)/g, "").replace(/^prize \d+; /, "") : told));
  return { news, scene: scene.filter((told) => !said.includes(told)) };
}

/** Whether a line of the scene only repeats what is drawn, or what the buttons say. */
export const repeats = (shown, told) => (shown?.kind in BOARDS ? !told.startsWith("won so far") : shown?.pot && told.startsWith("in the pot:") ? true
  : Boolean(shown?.kind) && (/^(your (hand|number|card|cards)\b|rival's cards\b|the dealer's\b|you may:|the rival may:|the position:|the (game|round) is over$|both coins are shown|the \w+ is at node |the target is worth|on the table:|(so far: )?dealt to you: [^·]+$)/.test(told) || /^\d+ +[| ]+$/.test(told)));

/** The cards among the moves: these buttons look like cards. */
export const playable = (shown) => new Set((shown?.rows ?? []).filter((one) => one.playable).flatMap((one) => one.cards.map(String)));

/** How a card looks. */
export const cardClass = (face, kind = "") => `playing-card ${kind} ${/^[\dJQKA]+[HD♥♦]$/.test(face) ? "red" : ""}`;

function card(face, kind) {
  const said = kind === "back" ? "a hidden card" : String(face);
  if (kind !== "back" && said.length > LONGEST) return el("li", {}, said);
  return el("li", {}, el("span", { class: cardClass(String(face), kind), "aria-label": said, role: "img" }, ...(kind === "back" ? ["?"] : suited(said))));
}

function row(label, ...cards) {
  return [el("p", { class: "label" }, label), el("ul", { class: "hand" }, ...cards)];
}

/** {kind: "cards", rows: [{label, cards: [...], hidden, playable, kind: "die"}], pot}; whoever plays has the playable ones as buttons. */
function cards(shown, { playing = false }) {
  const rows = shown.rows.filter((one) => one.cards.length && !(playing && one.playable));
  const faces = (one) => (one.kind === "die" ? one.cards.flatMap((roll) => roll.split(" ").map(die)) : one.cards.map((face) => card(face, one.hidden ? "back" : one.kind ?? "")));
  return [...rows.flatMap((one) => row(one.label, ...faces(one))), ...pot(shown)];
}

/** {kind: "heaps", heaps: [n, …], taken: [n, …]} */
function heaps(shown) {
  return shown.heaps.map((count, k) => {
    const shownSticks = Math.min(count, 60);
    const sticks = Array.from({ length: shownSticks }, (_, i) => svg("g", { transform: `translate(${(i % 20) * 15 + 8} ${Math.floor(i / 20) * 46})` },
      svg("rect", { x: 0, y: 8, width: 5, height: 34, rx: 2, fill: "#c99a55" }), svg("circle", { cx: 2.5, cy: 7, r: 5, fill: "#a3222b" })));
    const height = Math.max(1, Math.ceil(shownSticks / 20)) * 46;
    return el("div", {}, el("p", { class: "label" }, `${shown.heaps.length > 1 ? `heap ${k + 1}: ` : ""}${count} left`),
      svg("svg", { viewBox: `0 0 312 ${height}`, class: "chart", role: "img", "aria-label": `${count} matches` }, ...sticks));
  });
}

/** {kind: "ring", nodes: [{name, payoff}], edges: [[a, b]], possible: nodes where the counter may stand} */
function ring(shown) {
  const n = shown.nodes.length;
  const at = (k) => [150 + 105 * Math.sin((2 * Math.PI * k) / n), 130 - 105 * Math.cos((2 * Math.PI * k) / n)];
  const edges = shown.edges.map(([a, b]) => {
    const [x1, y1] = at(a);
    const [x2, y2] = at(b);
    return svg("line", { x1, y1, x2, y2, stroke: "currentColor", opacity: "0.25", "stroke-width": 2 });
  });
  const nodes = shown.nodes.map((node, k) => {
    const [x, y] = at(k);
    const known = shown.possible.includes(k);
    const text = svg("text", { class: known ? "on" : "", x, y: y + 5, "text-anchor": "middle" });
    text.textContent = node.payoff;
    return svg("g", {}, svg("circle", { cx: x, cy: y, r: 22, fill: known ? "var(--warm)" : "var(--card)", stroke: "currentColor", "stroke-width": known ? 3 : 1 }), text);
  });
  const low = Math.max(...shown.nodes.map((_, k) => at(k)[1]));
  return [svg("svg", { viewBox: `0 0 300 ${low + 30}`, class: "chart ring", role: "img", "aria-label": shown.told ?? "the ring" }, ...edges, ...nodes)];
}

/** {kind: "graph", nodes: [name], edges: [[name, name]], tokens: {who: name}}; a node that is a move can be touched. */
function graph(shown, { moves = [], play = null }) {
  const n = shown.nodes.length;
  const at = (node) => { const k = shown.nodes.indexOf(node); return [150 + 108 * Math.sin((2 * Math.PI * k) / n), 132 - 108 * Math.cos((2 * Math.PI * k) / n)]; };
  const edges = shown.edges.map(([a, b]) => {
    const [[x1, y1], [x2, y2]] = [at(a), at(b)];
    return svg("line", { x1, y1, x2, y2, stroke: "currentColor", opacity: "0.35", "stroke-width": 2 });
  });
  const nodes = shown.nodes.map((node) => {
    const [x, y] = at(node);
    const here = Object.entries(shown.tokens).filter(([, where]) => where === node).map(([who]) => who);
    const move = play && moves.find((one) => one.word === String(node));
    const face = text(x, y + 5, node, here.length ? "on" : "");
    const names = here.length ? [text(x, y > 132 ? y + 40 : y - 29, here.join(" + "), "token")] : [];
    const made = svg("g", move ? { class: "node move", role: "button", tabindex: 0, "aria-label": `go to ${node}` } : { class: "node" },
      svg("circle", { cx: x, cy: y, r: 22, class: here.length > 1 ? "both" : here[0] ? `who${Object.keys(shown.tokens).indexOf(here[0])}` : "" }), face, ...names);
    if (move) {
      made.addEventListener("click", () => play(move.word));
      made.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); play(move.word); } });
    }
    return made;
  });
  const said = Object.entries(shown.tokens).map(([who, where]) => `${who} at ${where}`).join(", ");
  return [svg("svg", { viewBox: "-30 -24 360 310", class: "chart ring", role: play && moves.length ? "group" : "img", "aria-label": `a graph: ${said}` }, ...edges, ...nodes)];
}

function text(x, y, words, kind = "") {
  const made = svg("text", { x, y, class: kind, "text-anchor": "middle" });
  made.textContent = words;
  return made;
}

/** {kind: "interval", mine: x in [0, 1], theirs: x or null, pot} */
function interval(shown, { rival = false }) {
  const marker = (x, color, words, y = 22) => { // your mark has its words above the line, the rival's below
    const text = svg("text", { x: 20 + 560 * x, y, "text-anchor": x > 0.8 ? "end" : x < 0.2 ? "start" : "middle" });
    text.textContent = words;
    return svg("g", {}, svg("line", { x1: 20 + 560 * x, x2: 20 + 560 * x, y1: 30, y2: 60, stroke: color, "stroke-width": 5 }), text);
  };
  const parts = [svg("rect", { x: 20, y: 40, width: 560, height: 10, rx: 5, fill: "currentColor", opacity: "0.15" }), marker(shown.mine, "var(--warm)", `${rival ? "rival" : "you"} ${shown.mine.toFixed(3)}`)];
  if (shown.theirs !== null && shown.theirs !== undefined) parts.push(marker(shown.theirs, "var(--accent)", `rival ${shown.theirs.toFixed(3)}`, 82));
  return [svg("svg", { viewBox: "0 0 600 90", class: "chart", role: "img", "aria-label": `your hand is ${shown.mine.toFixed(3)} of 1` }, ...parts), ...pot(shown)];
}

/** {kind: "states", states: [...], here: name} */
function states(shown) {
  return [el("ul", { class: "mix" }, ...shown.states.map((name) => el("li", name === shown.here ? { "aria-current": "true", class: "here" } : {}, name === shown.here ? `▶ ${name}` : name)))];
}
