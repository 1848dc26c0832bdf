// The ring of Gleason's game, for its lesson.
import { svg } from "./dom.js";

/** {nodes: [{payoff}], edges: [[a, b]], possible: nodes where the counter may stand, label: what it shows} */
export function drawRing(shown) {
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
    return svg("g", {}, svg("circle", { cx: x, cy: y, r: 22, fill: known ? "var(--warn)" : "var(--surface)", stroke: "currentColor", "stroke-width": known ? 3 : 1 }), text);
  });
  const low = Math.max(...shown.nodes.map((_, k) => at(k)[1]));
  return svg("svg", { viewBox: `0 0 300 ${low + 30}`, class: "chart ring", role: "img", "aria-label": shown.label }, ...edges, ...nodes);
}
