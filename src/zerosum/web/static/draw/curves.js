// Lines and bars over a number that the reader moves: with the slider, by pointing, or by touching a panel.
import { actionClasses } from "../actions.js";
import { el, percent, short, svg } from "../dom.js";
import { openNumber } from "./walked.js";

const NARROW = matchMedia("(max-width: 30rem)");
const LEFT = 48;
const STEPS = 200;

/**
 * {kind: "curves", axis: {name, letter, low, high, share}, at, cuts: [{at, name}], opens, choices: [{name, panels: [{title, low,
 * high, share, unit, level, level_name, best, lines: [{name, hue, points}], bands: [{hue, points: [[x, low, high]]}],
 * bars: [{from, to, height, hue}]}]}]}
 *
 * Of the choices one is shown, at first the one that `opens` names. Where a panel is `best`, the highest line is drawn thick.
 */
export function curves(view, { state, redraw, address, walk }) {
  const asked = address("answer");
  if (state.asked !== asked) Object.assign(state, { asked, x: view.at ?? (state.x === undefined ? middle(view) : clamp(view.axis, state.x)) });
  if (state.path !== walk?.path) { // walked on: the number may lie open now
    const open = openNumber(walk);
    if (open !== null) state.x = clamp(view.axis, open);
    if (walk?.path && walk.here.at?.choice) state.choice = walk.here.at.choice;
    state.path = walk?.path;
  }
  const choice = view.choices.find((one) => one.name === (state.choice ?? view.opens)) ?? view.choices[0];
  const { axis } = view;
  const reading = (x) => `${new RegExp(`\\b${axis.letter}\\b`).test(axis.name) ? "" : `${axis.letter} `}= ${axis.share ? percent(x) : short(x)}`;
  const panels = choice.panels.map((one) => panel(one, view, (x) => move(x)));
  const slider = el("input", { type: "range", min: axis.low, max: axis.high, step: (axis.high - axis.low) / STEPS, "aria-label": axis.name });
  const output = el("output", {});
  slider.addEventListener("input", () => move(Number(slider.value)));
  const move = (x) => {
    state.x = clamp(axis, x);
    slider.value = state.x;
    output.textContent = ` ${reading(state.x)}`;
    const readings = panels.map((one) => one.mark(state.x));
    slider.setAttribute("aria-valuetext", [reading(state.x), ...readings].join("; "));
  };
  move(state.x);
  const chips = view.choices.length > 1 ? el("p", { class: "choices", role: "group", "aria-label": "what is shown" }, ...view.choices.map((one) =>
    el("button", { type: "button", class: "quiet small", "aria-label": one.name, "aria-pressed": one === choice ? "true" : "false", onclick: () => { state.choice = one.name; redraw(); } }, one.name))) : null;
  return [el("div", { class: "curves" }, chips, el("div", { class: "field" }, el("span", {}, axis.name, output), slider), ...panels.map((one) => one.element))];
}

const middle = ({ axis, cuts }) => (cuts.length === 1 ? (cuts[0].at + axis.high) / 2 : (axis.low + axis.high) / 2);
const clamp = (axis, x) => Math.min(axis.high, Math.max(axis.low, x));

/** The height of a line at a place; where it jumps, that after the jump. */
function height(points, x) {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const half = Math.ceil((low + high) / 2);
    if (points[half][0] <= x) low = half;
    else high = half - 1;
  }
  const [[a, from], [b, to]] = [points[low], points[Math.min(low + 1, points.length - 1)]];
  return b > a ? from + ((x - a) / (b - a)) * (to - from) : from;
}

/** A panel: its element, and a function that marks a place and says what is there. */
function panel(one, { axis, cuts }, move) {
  const [WIDE, HIGH] = NARROW.matches ? [336, 62] : [640, 118];
  const [inner, span] = [WIDE - LEFT - 8, one.high - one.low || 1];
  const x = (v) => (inner * (v - axis.low)) / (axis.high - axis.low || 1);
  const y = (v) => HIGH * (1 - (v - one.low) / span);
  const path = (points) => points.map(([a, b], k) => `${k ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
  const text = (left, top, words, anchor) => { const made = svg("text", { x: left, y: top, "text-anchor": anchor }); made.textContent = words; return made; };
  const tint = tints(one.lines);
  const shown = (v) => (one.share ? percent(v) : `${short(v)}${one.unit ?? ""}`);
  const marker = svg("line", { class: "marker", y1: 0, y2: HIGH });
  const dots = one.lines.map((line) => svg("circle", { class: tint(line.hue), r: 4 }));
  const inside = svg("svg", { x: LEFT, y: 6, width: inner, height: HIGH, class: "inside" },
    ...(one.bands ?? []).map((band) => svg("path", { class: `band ${tint(band.hue)}`, d: `${path(band.points.map(([a, low]) => [a, low]))}${path(band.points.map(([a, , top]) => [a, top]).reverse()).replace("M", "L")}Z` })),
    ...(one.bars ?? []).map((bar) => svg("rect", { class: `fill ${tint(bar.hue)}`, x: x(bar.from) + 0.5, y: y(bar.height), width: Math.max(0.5, x(bar.to) - x(bar.from) - 1), height: Math.max(0, HIGH - y(bar.height)) })),
    ...(one.low < 0 && one.high > 0 ? [svg("line", { class: "zero", x1: 0, x2: inner, y1: y(0), y2: y(0) })] : []),
    ...cuts.map((cut) => svg("line", { class: "cut", x1: x(cut.at), x2: x(cut.at), y1: 0, y2: HIGH })),
    ...(one.level === undefined ? [] : [svg("line", { class: "level", x1: 0, x2: inner, y1: y(one.level), y2: y(one.level) })]),
    ...one.lines.map((line) => svg("path", { class: `curve ${tint(line.hue)}${one.best ? " thin" : ""}`, d: path(line.points) })),
    ...(one.best ? highest(one.lines, axis).map(({ hue, points }) => svg("path", { class: `curve thick ${tint(hue)}`, d: path(points) })) : []),
    marker, ...dots);
  const drawing = svg("svg", { class: "curve-plot", viewBox: `0 0 ${WIDE} ${HIGH + 26}`, role: "img", "aria-label": `${one.title}, by ${axis.name}` },
    svg("rect", { class: "frame", x: LEFT, y: 6, width: inner, height: HIGH }), inside,
    text(LEFT - 5, 16, tick(one.high, one), "end"), text(LEFT - 5, HIGH + 6, tick(one.low, one), "end"),
    text(LEFT, HIGH + 21, tick(axis.low, axis), "start"), text(LEFT + inner, HIGH + 21, tick(axis.high, axis), "end"),
    ...cuts.filter((cut) => x(cut.at) > 40 && x(cut.at) < inner - 40).map((cut) => text(LEFT + x(cut.at), HIGH + 21, cut.name, "middle")));
  const place = (event) => {
    const at = drawing.getBoundingClientRect();
    move(axis.low + (((event.clientX - at.left) * WIDE) / at.width - LEFT) / inner * (axis.high - axis.low));
  };
  drawing.addEventListener("pointerdown", place);
  drawing.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" || event.buttons) place(event); });
  const values = one.lines.map((line) => el("strong", {}));
  const keys = one.lines.map((line, k) => el("span", { class: `key ${tint(line.hue)}` }, `${line.name} `, values[k]));
  const share = one.bars ? el("strong", {}) : null;
  const level = one.level === undefined ? null : el("span", { class: "fine" }, `${one.level_name} ${short(one.level)}`);
  const mark = (v) => {
    marker.setAttribute("x1", x(v));
    marker.setAttribute("x2", x(v));
    const heights = one.lines.map((line) => height(line.points, v));
    heights.forEach((up, k) => { dots[k].setAttribute("cx", x(v)); dots[k].setAttribute("cy", y(up)); values[k].textContent = shown(up); });
    if (share) share.textContent = shown(one.bars.find((bar) => bar.from <= v && v < bar.to)?.height ?? 0);
    return [one.title, ...one.lines.map((line, k) => `${line.name} ${shown(heights[k])}`), ...(share ? [share.textContent] : [])].join(" ");
  };
  return { element: el("figure", { class: "curve-panel" }, el("figcaption", {}, el("span", { class: "panel-title" }, one.title), ...keys, share, level), drawing), mark };
}

/** The class of each hue: the colour of the action where every line is one that poker knows. */
function tints(lines) {
  const colours = actionClasses(lines.map((line) => line.name));
  const known = [...colours.values()].every((one) => !one.startsWith("a-m"));
  const result = new Map(known ? lines.map((line) => [line.hue, colours.get(line.name)]) : []);
  return (hue) => result.get(hue) ?? `hue${hue}`;
}

const tick = (v, { share }) => (share ? `${Math.round(100 * v)}%` : short(v));

/** The highest of the lines, in parts that each belong to one of them. */
function highest(lines, { low, high }) {
  const parts = [];
  for (let k = 0; k <= STEPS; k += 1) {
    const at = low + ((high - low) * k) / STEPS;
    const up = lines.map((line) => height(line.points, at));
    const top = up.indexOf(Math.max(...up));
    const last = parts.at(-1);
    last?.points.push([at, up[top]]);
    if (last?.hue !== lines[top].hue) parts.push({ hue: lines[top].hue, points: [[at, up[top]]] });
  }
  return parts;
}
