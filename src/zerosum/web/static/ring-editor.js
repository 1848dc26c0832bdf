// The payoffs of a ring, written on the ring itself: a field at each node stands for its part of the list.
import { el, svg } from "./dom.js";

export function ringEditor(list) {
  const place = el("div", {});
  const draw = () => place.replaceChildren(ring(list));
  list.addEventListener("input", (event) => { if (event.isTrusted) draw(); });
  draw();
  return place;
}

function ring(list) {
  const payoffs = list.value.split(",");
  const at = (k) => [150 + 100 * Math.sin((2 * Math.PI * k) / payoffs.length), 125 - 95 * Math.cos((2 * Math.PI * k) / payoffs.length)];
  const parts = payoffs.map((payoff, k) => {
    const [x, y] = at(k);
    const field = el("input", { type: "text", inputmode: "decimal", value: payoff.trim(), "aria-label": `payoff of node ${k + 1}`, autocomplete: "off" });
    field.addEventListener("input", () => {
      payoffs[k] = field.value;
      list.value = payoffs.join(",");
      list.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const holder = svg("foreignObject", { x: x - 32, y: y - 22, width: 64, height: 44 });
    holder.append(field);
    return holder;
  });
  const edges = payoffs.map((_, k) => {
    const [[x1, y1], [x2, y2]] = [at(k), at((k + 1) % payoffs.length)];
    return svg("line", { x1, y1, x2, y2, stroke: "currentColor", opacity: "0.3", "stroke-width": 2 });
  });
  const low = Math.max(...payoffs.map((_, k) => at(k)[1]));
  return svg("svg", { viewBox: `0 0 300 ${low + 30}`, class: "chart ring ring-editor" }, ...edges, ...parts);
}
