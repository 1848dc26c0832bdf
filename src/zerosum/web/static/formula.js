// The value as a function of a number of the game, drawn from its exact formula; the slider moves along it.
import { askPatiently, el, newest, short, svg } from "./dom.js";

const LEFT = 52;
const WIDTH = 236;
const TOP = 12;
const HIGH = 110;

/** Below the form, the value for every value of `field`, with the formula of the piece where the slider stands. */
export function followFormula(game, form, field, name, given) {
  const place = el("div", { class: "formula", "aria-live": "off" });
  form.after(place);
  let found = null;
  let asked = "";
  const load = newest(async () => {
    const chosen = given();
    chosen.delete(name);
    const to = Math.max(4, 2 * Number(field.defaultValue) || 0);
    const address = `/api/games/${game}/formula?${new URLSearchParams([...chosen, ["over", name], ["to", to], ["quiet", "true"]])}`;
    if (address === asked) { draw(); return; }
    asked = address;
    try {
      found = await askPatiently(address, () => {});
    } catch {
      found = null; // this game, or this size of it, has no formula
    }
    draw();
  });

  function draw() {
    const at = Number(field.value);
    if (!found || !(at > found.from && at <= found.to)) { place.replaceChildren(); return; }
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
    const piece = found.pieces.find((one) => at <= one.to) ?? found.pieces.at(-1);
    const curve = found.points.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const title = `The value for every ${name}`;
    place.replaceChildren(el("figure", { class: "graph" },
      el("figcaption", {}, title),
      svg("svg", { viewBox: "0 0 300 142", class: "chart", role: "img", "aria-label": title },
        svg("rect", { class: "frame", x: LEFT, y: TOP, width: WIDTH, height: HIGH }),
        ...found.pieces.slice(1).map((one) => svg("line", { class: "frame", x1: x(one.from), x2: x(one.from), y1: TOP, y2: TOP + HIGH })),
        svg("path", { class: "line line0", d: curve }),
        svg("line", { class: "marker", x1: x(at), x2: x(at), y1: TOP - 6, y2: TOP + HIGH }),
        label(LEFT - 6, y(high) + 5, short(high), "end"), ...(high > low ? [label(LEFT - 6, y(low), short(low), "end")] : []),
        label(x(found.from), 138, short(found.from)), label(x(found.to), 138, short(found.to)))),
    el("p", { class: "fine" }, `for ${piece.shown.replaceAll("<=", "≤")}: value `, el("code", {}, piece.value)));
  }

  form.addEventListener("input", load);
  load();
}
