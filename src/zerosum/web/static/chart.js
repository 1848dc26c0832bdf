// The running result against the value, with the band of two standard deviations around it.
import { el, short, svg } from "./dom.js";

export function chart({ results, value, spread }) {
  if (results.length < 2) return [];
  const n = results.length;
  const sums = results.reduce((list, x) => [...list, list.at(-1) + x], [0]);
  const expected = value ?? 0;
  const band = sums.map((_, k) => [expected * k - 2 * spread * Math.sqrt(k), expected * k + 2 * spread * Math.sqrt(k)]);
  const low = Math.min(...sums, ...band.map((b) => b[0]));
  const high = Math.max(...sums, ...band.map((b) => b[1]), low + 1e-9);
  const x = (k) => 10 + (k / n) * 520;
  const y = (v) => 150 - ((v - low) / (high - low)) * 130;
  const path = (points) => points.map(([k, v], i) => `${i ? "L" : "M"}${x(k).toFixed(1)} ${y(v).toFixed(1)}`).join("");
  const up = band.map((b, k) => [k, b[1]]);
  const down = band.map((b, k) => [k, b[0]]).reverse();
  return [svg("svg", { class: "chart", viewBox: "0 0 600 170", role: "img", "aria-label": `score ${sums.at(-1)} after ${n} rounds; the value expects ${(expected * n).toFixed(3)}` },
    svg("path", { d: `${path(up)}${path(down).replace("M", "L")}Z`, fill: "currentColor", opacity: "0.08" }),
    svg("path", { d: path(sums.map((_, k) => [k, expected * k])), fill: "none", stroke: "currentColor", "stroke-dasharray": "4 4", opacity: "0.6" }),
    svg("path", { d: path(sums.map((v, k) => [k, v])), fill: "none", stroke: "var(--warm)", "stroke-width": "2.5" }),
    ...names(y(sums.at(-1)), y(expected * n))),
  el("p", { class: "fine" }, `Your score after each of ${n} rounds, ${short(sums.at(-1))} in the end, beside the ${short(expected * n)} that the value promises, and the band in which it should lie 19 times of 20.`)];
}

/** What the lines are, beside their ends; two that end together make way for each other. */
function names(you, value) {
  const apart = Math.max(0, 22 - Math.abs(you - value)) / 2 * (you <= value ? 1 : -1);
  return [text(536, you + 5 - apart, "you"), text(536, value + 5 + apart, "value")];
}

function text(x, y, words) {
  const made = svg("text", { x, y });
  made.textContent = words;
  return made;
}
