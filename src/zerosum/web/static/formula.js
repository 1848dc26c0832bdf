// The value as a function of a number of the game, drawn from its exact formula; the slider moves along it.
import { formula } from "./algebra.js";
import { begins, el, fetchWhenReady, latestOnly, short, svg } from "./dom.js";

const LEFT = 52;
const WIDTH = 236;
const TOP = 12;
const HIGH = 110;
const ORDINAL = ["first", "second", "third"];
/** Largest number of pieces that are listed; of more only the one at the slider is. */
const MAX_PIECES = 6;

/**
 * In a panel, the value for every value of a number, with the formulas of its pieces, and sliders of such numbers. The
 * number is the first of `fields`, and then the one that was changed last; of a list it is one of the entries.
 */
export function followFormula(game, panel, form, fields, name, given) {
  const place = el("div", { class: "formula", "aria-live": "off" });
  const sliders = el("div", { class: "line-sliders" });
  const title = el("h2", {});
  const reach = el("span", { class: "fine" });
  const pieces = el("div", {});
  panel.replaceChildren(el("div", { class: "panel-head" }, title, reach), place, sliders, pieces);
  let [field, entry] = [fields[0], fields[0].dataset.varies === "list" ? 0 : null];
  let result = null;
  let asked = "";
  const value = () => (entry === null ? field.value : field.value.split(",")[entry] ?? "").trim();
  const usual = () => Number(entry === null ? field.defaultValue : field.defaultValue.split(",")[entry]) || 0;

  /** Ask once for all values of the number; again only where it leaves the range in which the payoffs keep their form. */
  const load = latestOnly(async () => {
    const chosen = given();
    chosen.delete(name(field));
    if (entry !== null) chosen.set(name(field), field.value.split(",").with(entry, "1").join(","));
    const settings = [["over", name(field)], ["to", Math.max(4, 2 * usual())], ["quiet", "true"], ...(entry === null ? [] : [["entry", entry]])];
    const others = `${new URLSearchParams([...chosen, ...settings])}`;
    const at = fraction(value());
    if (others !== asked || (result && value() !== "" && !(at > result.from && at <= result.to) && at <= 1000)) {
      asked = others;
      try {
        result = await fetchWhenReady(`/api/games/${game}/formula?${others}&at=${Number.isFinite(at) && value() !== "" ? at : 1}`, () => {});
      } catch {
        result = null; // this game, or this size of it, has no formula
      }
      if (result) addSliders();
    }
    draw();
  });

  /** The sliders of the numbers that are followed stand here, one for each entry of a list; those of the form move here at once. */
  function addSliders() {
    if (!sliders.childElementCount) for (const one of fields) {
      const moved = form.querySelector(`[aria-label="${CSS.escape(`${name(one)}, slider`)}"]`);
      if (moved) settle(one, null, moved);
    }
    const parts = entry === null ? [null] : field.value.split(",").map((_, k) => k);
    for (const own of parts) {
      const label = own === null ? `${name(field)}, slider` : `${name(field)} ${own + 1}, slider`;
      if (sliders.querySelector(`[aria-label="${CSS.escape(label)}"]`)) continue;
      const usual = own === null ? field.defaultValue : field.defaultValue.split(",")[own];
      const step = own === null && result.to <= 1 ? 0.01 : 0.05;
      const most = own === null ? Math.max(result.to - (result.to <= 1 ? step : 0), step) : Math.max(4, 2 * (Number(usual) || 0));
      settle(field, own, el("input", { type: "range", min: step, max: most, step, "aria-label": label }));
    }
  }

  function settle(from, own, slider) {
    const read = () => (own === null ? from.value : from.value.split(",")[own] ?? "");
    const output = el("b", {});
    const tell = () => { slider.value = read() || 0.5; output.textContent = read(); };
    slider.addEventListener("input", () => {
      const all = from.value.split(",");
      all[own ?? 0] = slider.value;
      from.value = all.join(",");
      [field, entry] = [from, own];
      from.dispatchEvent(new Event("input", { bubbles: true }));
    });
    from.addEventListener("input", tell);
    tell();
    sliders.append(el("div", { class: "slide" }, el("span", {}, begins(name(from)), own === null ? "" : ` ${own + 1}`), output, slider));
  }

  function draw() {
    const at = fraction(value());
    const here = value() !== "" && at > result?.from && at <= result?.to;
    panel.hidden = !result && !sliders.childElementCount;
    const what = entry === null ? name(field) : `${ORDINAL[entry] ?? `${entry + 1}th`} entry of ${name(field)}`;
    title.textContent = `The value for every ${what}`;
    reach.textContent = result ? `${short(result.from)} to ${short(result.to)}` : "";
    if (!result || !(here || value() === "")) { place.replaceChildren(el("p", { class: "fine" }, "There is no formula for this game.")); pieces.replaceChildren(); return; }
    const heights = result.points.map(([, y]) => y);
    const low = Math.min(...heights);
    const high = Math.max(...heights);
    const x = (v) => LEFT + WIDTH * (v - result.from) / (result.to - result.from);
    const y = (v) => TOP + HIGH * (high > low ? (high - v) / (high - low) : 0.5);
    const label = (left, top, words, anchor = "middle") => {
      const made = svg("text", { x: left, y: top, "text-anchor": anchor });
      made.textContent = words;
      return made;
    };
    const piece = here ? result.pieces.find((one) => at <= one.to) ?? result.pieces.at(-1) : null;
    const curve = result.points.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const height = here ? result.points.reduce((best, one) => (Math.abs(one[0] - at) < Math.abs(best[0] - at) ? one : best)) : null;
    const many = result.pieces.length > MAX_PIECES && piece;
    place.replaceChildren(el("figure", { class: "graph" },
      svg("svg", { viewBox: "0 0 300 142", class: "chart", role: "img", "aria-label": `Value as a function of the ${what}` },
        svg("rect", { class: "frame", x: LEFT, y: TOP, width: WIDTH, height: HIGH }),
        ...result.pieces.slice(1).map((one) => svg("line", { class: "frame", x1: x(one.from), x2: x(one.from), y1: TOP, y2: TOP + HIGH })),
        svg("path", { class: "line line0", d: curve }),
        ...(here ? [svg("line", { class: "marker", x1: x(at), x2: x(at), y1: TOP - 6, y2: TOP + HIGH }), svg("circle", { class: "dot", cx: x(at), cy: y(height[1]), r: 5 })] : []),
        label(LEFT - 6, y(high) + 5, short(high), "end"), ...(high > low ? [label(LEFT - 6, y(low), short(low), "end")] : []),
        label(x(result.from), 138, short(result.from)), label(x(result.to), 138, short(result.to)))));
    pieces.replaceChildren(el("ol", { class: "pieces" }, ...(many ? [piece] : result.pieces).map((one) => el("li", { class: one === piece ? "on" : "", "aria-current": one === piece ? "true" : false }, el("span", {}, people(one.shown)), formula(one.value)))),
    many ? el("p", { class: "fine" }, `one of ${result.pieces.length} pieces`) : "");
  }

  form.addEventListener("input", ({ target }) => {
    if (target !== field && fields.includes(target)) [field, entry, result] = [target, target.dataset.varies === "list" ? 0 : null, null];
    load();
  });
  load();
}

/** A range for people: three digits of a number that goes on. */
const people = (shown) => shown.replaceAll("<=", "≤").replace(/(\d\.\d{3})\d*…/g, "$1…");

/** A number as a person types it: 1/3 too. */
const fraction = (text) => text.split("/").map(Number).reduce((a, b) => a / b);
