// The flow of play: every decision of a small tree, each move as wide as it is often made, all of them links.
import { begins, svg } from "../dom.js";

/** Largest number of decisions, and of moves in a row, of a tree that is drawn; larger ones are walked through move by move. */
const MAX_DECISIONS = 12;
const MAX_DEPTH = 5;
const WIDTH = 806;
const GAP = 12;
const BAR = 17;
const ROOM = 64; // for the last words at the right edge

export const flows = (view) => view.decisions.length > 1 && view.decisions.length <= MAX_DECISIONS && !view.left_out
  && view.decisions.every((one) => one.after.length < MAX_DEPTH && !one.grid) && new Set(view.decisions.map((one) => one.after.join("/"))).size === view.decisions.length && adds(view);

/** How often each move of a decision is made, of all rounds. */
export function shares(one) {
  const result = new Map();
  for (const hand of one.hands) for (const move of hand.moves) result.set(move.name, (result.get(move.name) ?? 0) + hand.reached * move.p);
  return result;
}

/** Whether play comes to every decision as often as the move before it is made; where one comes back to a decision, it does not. */
function adds(view) {
  const made = new Map([["", 1]]);
  for (const one of view.decisions) for (const [name, share] of shares(one)) made.set([...one.after, name].join("/"), share);
  return view.decisions.every((one) => Math.abs((made.get(one.after.join("/")) ?? 0) - one.hands.reduce((sum, hand) => sum + hand.reached, 0)) < 0.001);
}

export function flow(view, colours, at, go) {
  const known = new Map(view.decisions.map((one) => [one.after.join("/"), one]));
  const build = (one) => ({ one, ways: [...shares(one)].map(([name, share]) => {
    const next = known.get([...one.after, name].join("/"));
    return { name, share, node: next ? build(next) : null };
  }) });
  const root = build(view.decisions[0]);
  const total = root.ways.reduce((sum, way) => sum + way.share, 0) || 1;
  const ends = (node) => node.ways.reduce((sum, way) => sum + (way.node ? ends(way.node) : 1), 0);
  const deep = (node) => 1 + Math.max(0, ...node.ways.map((way) => (way.node ? deep(way.node) : 0)));
  const high = Math.max(190, 34 * ends(root));
  const scale = (high - GAP * (ends(root) + 1)) / total;
  const step = (WIDTH - BAR - ROOM) / deep(root);
  const edges = [];
  const nodes = [];
  const texts = [];
  let y = GAP;
  const label = (x, top, words, anchor = "middle", look = "") => { const made = svg("text", { class: look, x, y: top + 4, "text-anchor": anchor }); made.textContent = words; return made; };

  /** Lay out what follows a node; what it is high, and where its middle is, comes from there. */
  function lay(node, depth) {
    const x = 2 + depth * step;
    const slots = node.ways.map((way) => {
      if (way.node) return lay(way.node, depth + 1);
      const slot = { top: y, tall: Math.max(2, way.share * scale) };
      y += Math.max(slot.tall, 16) + GAP;
      return slot;
    });
    const tall = Math.max(14, node.ways.reduce((sum, way) => sum + way.share, 0) * scale);
    const middle = (slots[0].top + slots.at(-1).top + slots.at(-1).tall) / 2;
    const top = middle - tall / 2;
    let from = top;
    node.ways.forEach((way, k) => {
      const thick = Math.max(2, way.share * scale);
      const [x1, x2, to] = [x + BAR, way.node ? 2 + (depth + 1) * step : WIDTH - ROOM, slots[k].top + (slots[k].tall - thick) / 2];
      const mid = (x1 + x2) / 2;
      const d = `M${x1} ${from}C${mid} ${from} ${mid} ${to} ${x2} ${to}v${thick}C${mid} ${to + thick} ${mid} ${from + thick} ${x1} ${from + thick}z`;
      const made = svg("path", { class: `fill flow ${colours(way.name)}`, d });
      if (way.node) { made.classList.add("leads"); made.addEventListener("click", () => go(way.node.one)); }
      edges.push(made);
      const words = `${begins(way.name)} ${Math.round(100 * way.share / total)}%`;
      if (way.node) texts.push(label(mid, (from + to + thick) / 2, words, "middle", thick > 13 ? "on" : ""));
      else texts.push(label(x2 + 6, to + thick / 2, words, "start"));
      from += way.share * scale;
    });
    const here = node.one.after.join("/") === at.after.join("/");
    const description = `${node.one.seat}${node.one.after.length ? ` after ${node.one.after.join(", ")}` : " opens"}`;
    const title = svg("title");
    title.textContent = description;
    const box = svg("g", { class: `flow-node${here ? " here" : ""}`, role: "button", tabindex: 0, "aria-label": description, "aria-pressed": here ? "true" : "false" },
      title, svg("rect", { x, y: top, width: BAR, height: tall, rx: 5 }), node.one.seat.length < 3 ? label(x + BAR / 2, top + tall / 2, node.one.seat) : "");
    box.addEventListener("click", () => go(node.one));
    box.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); go(node.one); } });
    nodes.push(box);
    return { top, tall };
  }
  lay(root, 0);
  return svg("svg", { class: "flowchart", viewBox: `0 0 ${WIDTH + 60} ${Math.max(y, high)}`, role: "group", "aria-label": "all decisions, and how often play comes there" }, ...edges, ...texts, ...nodes);
}
