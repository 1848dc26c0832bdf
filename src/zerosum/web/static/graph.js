// Graphs over [0, 1]: what the API computed, drawn with a marker where the slider stands.
import { begins, el, svg, tenths } from "./dom.js";

const LEFT = 80;
const WIDTH = 504;
const HIGH = 150;
const JUMP = 0.15;

/** Lines [{name, points: [[x, y], …]}] over [0, 1]; `at` is where the marker stands. */
export function graph(lines, at, { title, low = 0, high = 1, below = 18 }) {
  const x = (v) => LEFT + WIDTH * v;
  const y = (v) => 16 + HIGH * (1 - (v - low) / (high - low || 1));
  const label = (left, top, words, anchor = "middle") => {
    const made = svg("text", { x: left, y: top, "text-anchor": anchor });
    made.textContent = words;
    return made;
  };
  const drawn = lines.map((line, k) => svg("path", {
    class: `line line${k}`, d: steep(line.points, JUMP * (high - low)).map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join(""),
  }));
  return el("figure", { class: "graph" },
    el("figcaption", {}, begins(title), " ", ...lines.map((line, k) => el("span", { class: `key line${k}` }, line.name))),
    svg("svg", { viewBox: `0 0 600 ${172 + below}`, class: "chart", role: "img", "aria-label": title },
      svg("rect", { class: "frame", x: LEFT, y: 16, width: WIDTH, height: HIGH }),
      ...drawn, svg("line", { class: "marker", x1: x(at), x2: x(at), y1: 10, y2: 16 + HIGH }),
      label(LEFT - 26, y(high) + 5, tick(high), "end"), label(LEFT - 26, y(low) - 8, tick(low), "end"),
      label(x(0), 166 + below, "0"), label(x(0.5), 166 + below, "½"), label(x(1), 166 + below, "1")));
}

/** The same points, with those between which a line jumps joined by an upright. */
function steep(points, most) {
  return points.flatMap(([a, b], i) => {
    const [before, height] = points[i - 1] ?? [a, b];
    const middle = (before + a) / 2;
    return Math.abs(b - height) > most ? [[middle, height], [middle, b], [a, b]] : [[a, b]];
  });
}

/** A place for a graph whose horizontal axis is a slider: it stays where it is while the graph above it is drawn again. */
export function onAxis(control) {
  const holder = el("div", {});
  const caption = el("p", { class: "axis-name" }, ...control.field.querySelector("span").childNodes);
  control.input.classList.add("axis-slider");
  return { place: el("div", {}, el("div", { class: "axis-chart" }, holder, control.input), caption), draw: (lines, at, options) => holder.replaceChildren(graph(lines, at, { ...options, below: 38 })) };
}

/** Numbers from 0 or below to a round number above all of them. */
export function reach(numbers) {
  const up = (v) => { const unit = 10 ** Math.floor(Math.log10(v || 1)); return Math.ceil(v / unit) * unit; };
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  return { low: -up(-least), high: up(most) };
}

const tick = (v) => Number(v.toPrecision(2)).toString().replace("-", "−");

/** A bar of shares that add up to one, as do the percentages: [{name, share, fill}]. */
export function shares(parts) {
  let [sum, shown] = [0, 0];
  return el("div", { class: "shares" }, ...parts.map((part, k) => {
    sum += part.share;
    const promille = Math.round(1000 * sum) - shown;
    shown += promille;
    const made = el("span", { class: part.look ?? `fill${part.fill ?? k}`, hidden: promille < 1 }, `${tenths(promille / 10)}% ${part.name}`);
    made.style.flexGrow = Math.max(part.share, 0.001);
    return made;
  }));
}
