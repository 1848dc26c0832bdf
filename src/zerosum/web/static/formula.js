// The value as a function of a number of the game, drawn from its exact formula; the slider moves along it.
import { formula } from "./algebra.js";
import { askPatiently, el, newest, short, svg } from "./dom.js";

const LEFT = 52;
const WIDTH = 236;
const TOP = 12;
const HIGH = 110;
const ORDINAL = ["first", "second", "third"];

/**
 * Below the form, the value for every value of a number, with the formula of the piece where the slider stands. The
 * number is the first of `fields`, and then the one that was changed last; of a list it is one of the entries.
 */
export function followFormula(game, form, fields, name, given) {
  const place = el("div", { class: "formula", "aria-live": "off" });
  form.after(place);
  let [field, entry] = [fields[0], fields[0].dataset.varies === "list" ? 0 : null];
  let found = null;
  let asked = "";
  const value = () => (entry === null ? field.value : field.value.split(",")[entry] ?? "").trim();
  const usual = () => Number(entry === null ? field.defaultValue : field.defaultValue.split(",")[entry]) || 0;

  /** Ask once for all values of the number; again only where it leaves the range in which the payoffs keep their form. */
  const load = newest(async () => {
    const chosen = given();
    chosen.delete(name(field));
    if (entry !== null) chosen.set(name(field), field.value.split(",").with(entry, "1").join(","));
    const settings = [["over", name(field)], ["to", Math.max(4, 2 * usual())], ["quiet", "true"], ...(entry === null ? [] : [["entry", entry]])];
    const others = `${new URLSearchParams([...chosen, ...settings])}`;
    const at = fraction(value());
    if (others !== asked || (found && value() !== "" && !(at > found.from && at <= found.to) && at <= 1000)) {
      asked = others;
      try {
        found = await askPatiently(`/api/games/${game}/formula?${others}&at=${Number.isFinite(at) && value() !== "" ? at : 1}`, () => {});
      } catch {
        found = null; // this game, or this size of it, has no formula
      }
      if (found) addSlider();
    }
    draw();
  });

  /** Where the page has no slider for the number yet: it is left empty, is large, or is in a list. */
  function addSlider() {
    const label = entry === null ? `${name(field)}, slider` : `${name(field)} ${entry + 1}, slider`;
    if (field.parentElement.querySelector(`[aria-label="${CSS.escape(label)}"]`)) return;
    const count = entry === null ? 1 : field.value.split(",").length;
    for (let k = 0; k < count; k += 1) {
      const own = entry === null ? null : k;
      const most = Math.max(4, 2 * (Number(own === null ? field.defaultValue : field.defaultValue.split(",")[k]) || 0));
      const step = entry === null && found.to <= 1 ? 0.01 : 0.05;
      const slider = el("input", { type: "range", min: step, max: entry === null ? Math.max(found.to - (found.to <= 1 ? step : 0), step) : most, step, value: own === null ? field.value || 0.5 : field.value.split(",")[k], "aria-label": own === null ? label : `${name(field)} ${k + 1}, slider` });
      slider.addEventListener("input", () => {
        const parts = field.value.split(",");
        if (own === null) field.value = slider.value;
        else { parts[own] = slider.value; field.value = parts.join(","); }
        entry = own;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      field.addEventListener("input", () => { slider.value = own === null ? field.value : field.value.split(",")[own]; });
      field.parentElement.append(slider);
    }
  }

  function draw() {
    const at = fraction(value());
    const here = value() !== "" && at > found?.from && at <= found?.to;
    if (!found || !(here || value() === "")) { place.replaceChildren(); return; }
    const heights = found.points.map(([, y]) => y);
    const low = Math.min(...heights);
    const high = Math.max(...heights);
    const x = (v) => LEFT + WIDTH * (v - found.from) / (found.to - found.from);
    const y = (v) => TOP + HIGH * (high > low ? (high - v) / (high - low) : 0.5);
    const label = (left, top, words, anchor = "middle") => {
      const made = svg("text", { x: left, y: top, "text-anchor": anchor });
      made.textContent = words;
      return made;
    };
    const piece = here ? found.pieces.find((one) => at <= one.to) ?? found.pieces.at(-1) : null;
    const curve = found.points.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const title = entry === null ? `The value for every ${name(field)}` : `The value for every ${ORDINAL[entry] ?? `${entry + 1}th`} number of ${name(field)}`;
    place.replaceChildren(el("figure", { class: "graph" },
      el("figcaption", {}, title),
      svg("svg", { viewBox: "0 0 300 142", class: "chart", role: "img", "aria-label": title },
        svg("rect", { class: "frame", x: LEFT, y: TOP, width: WIDTH, height: HIGH }),
        ...found.pieces.slice(1).map((one) => svg("line", { class: "frame", x1: x(one.from), x2: x(one.from), y1: TOP, y2: TOP + HIGH })),
        svg("path", { class: "line line0", d: curve }),
        ...(here ? [svg("line", { class: "marker", x1: x(at), x2: x(at), y1: TOP - 6, y2: TOP + HIGH })] : []),
        label(LEFT - 6, y(high) + 5, short(high), "end"), ...(high > low ? [label(LEFT - 6, y(low), short(low), "end")] : []),
        label(x(found.from), 138, short(found.from)), label(x(found.to), 138, short(found.to)))),
    ...(piece ? [piece] : found.pieces).map((one) => el("p", { class: "fine" }, `for ${people(one.shown)}: value `, formula(one.value))));
  }

  form.addEventListener("input", ({ target }) => {
    if (target !== field && fields.includes(target)) [field, entry, found] = [target, target.dataset.varies === "list" ? 0 : null, null];
    load();
  });
  load();
}

/** A range for people: three digits of a number that goes on. */
const people = (shown) => shown.replaceAll("<=", "≤").replace(/(\d\.\d{3})\d*…/g, "$1…");

/** A number as a person types it: 1/3 too. */
const fraction = (text) => text.split("/").map(Number).reduce((a, b) => a / b);
