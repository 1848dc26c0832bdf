// The value as formulas in two numbers of a game: regions between exact curves. A region that is touched, or reached by
// the keyboard, says its formula; the dot is the game of the form.
import { formula } from "./algebra.js";
import { fetchWhenReady, el, latestOnly, short, svg, waiting } from "./dom.js";

const [LEFT, TOP, WIDE, HIGH] = [44, 10, 262, 240];
const HUES = 6;

/** The numbers up to which a map is drawn: with room around a small number, else where bets are about as large as antes. */
const end = (field) => { const usual = Number(field.defaultValue); return usual > 0 && usual <= 31 ? Math.max(4, 2 * usual) : 4; };

/** Fill the map of the page once it is opened, and follow the form. */
export function followMap(place, game, form, field, given) {
  const [across, up] = [field(place.dataset.across), field(place.dataset.up)];
  const inside = place.querySelector("div");
  let asked = "";
  let mark = () => {};
  const load = latestOnly(async () => {
    if (!place.open) return;
    const chosen = given();
    chosen.delete(place.dataset.across);
    chosen.delete(place.dataset.up);
    const address = `/api/games/${game}/map?${new URLSearchParams([...chosen, ["right", end(across)], ["top", end(up)]])}`;
    if (address !== asked) {
      asked = address;
      try {
        const drawing = drawMap(await fetchWhenReady(address, (progress) => inside.replaceChildren(waiting(progress))));
        mark = drawing.mark;
        inside.replaceChildren(...drawing.elements);
      } catch (error) {
        mark = () => {};
        inside.replaceChildren(el("p", { class: "trouble" }, error.message));
      }
    }
    mark(across.value === "" || up.value === "" ? null : [Number(across.value), Number(up.value)]);
  });
  place.addEventListener("toggle", load);
  form.addEventListener("input", load);
  load();
}

/** The elements of a map, and a function that moves the dot. */
function drawMap(result) {
  const [[left, right], [low, high]] = [result.x, result.y];
  const x = (v) => LEFT + (WIDE * (v - left)) / (right - left);
  const y = (v) => TOP + (HIGH * (high - v)) / (high - low);
  const path = (points) => points.map(([a, b], k) => `${k ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
  const text = (a, b, words, more = {}) => { const made = svg("text", { x: a, y: b, "text-anchor": "middle", ...more }); made.textContent = words; return made; };
  const output = el("p", { class: "map-output", "aria-live": "polite" });
  const groups = new Map(); // all regions with the same formula are chosen together
  for (const region of result.regions) {
    if (!groups.has(region.formula)) groups.set(region.formula, []);
    groups.get(region.formula).push(region);
  }
  const areas = [...groups].map(([k, parts]) => {
    const words = k === null ? "no game" : `formula ${k + 1}: ${result.formulas[k]}`;
    const roomy = parts.reduce((one, two) => (two.room > one.room ? two : one));
    const shape = svg("path", { class: "ground", d: parts.map((part) => `${path(part.corners)}Z`).join("") });
    const made = svg("g", { class: `area ${k === null ? "none" : `hue${k % HUES}`}`, tabindex: 0, role: "button", "aria-label": words, "aria-pressed": "false" },
      shape, ...(roomy.room > 0.02 ? [text(x(roomy.label[0]), y(roomy.label[1]) + 4, k === null ? "no game" : String(k + 1))] : []));
    const choose = () => {
      for (const area of areas) area.made.setAttribute("aria-pressed", String(area.made === made));
      output.replaceChildren(k === null ? "No game here: the rules do not allow these values." : el("span", {}, `Formula ${k + 1}: value `, formula(result.formulas[k])));
    };
    made.addEventListener("click", choose);
    made.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } });
    return { made, shape, choose };
  });
  const dot = svg("circle", { class: "dot", r: 4.5, visibility: "hidden" });
  const count = result.formulas.length;
  const title = `Value as a function of ${result.parameters[0]} and ${result.parameters[1]}: ${count} formula${count === 1 ? "" : "s"}`;
  const drawing = svg("svg", { class: "map", viewBox: `0 0 ${LEFT + WIDE + 14} ${TOP + HIGH + 36}`, role: "group", "aria-label": title },
    ...areas.map((area) => area.made),
    ...result.curves.map((curve) => { const line = svg("path", { class: "border", d: path(curve.points) }); const words = svg("title"); words.textContent = curve.equation; line.append(words); return line; }),
    svg("rect", { class: "frame", x: LEFT, y: TOP, width: WIDE, height: HIGH }), dot,
    text(LEFT, TOP + HIGH + 16, short(left)), text(LEFT + WIDE, TOP + HIGH + 16, short(right)),
    text(LEFT - 6, TOP + HIGH, short(low), { "text-anchor": "end" }), text(LEFT - 6, TOP + 10, short(high), { "text-anchor": "end" }),
    text(LEFT + WIDE / 2, TOP + HIGH + 30, `${result.parameters[0]} ${result.letters[0]} →`),
    text(14, TOP + HIGH / 2, `${result.parameters[1]} ${result.letters[1]} →`, { transform: `rotate(-90 14 ${TOP + HIGH / 2})` }));
  const equations = [...new Set(result.curves.map((curve) => curve.equation))];
  const list = el("details", {}, el("summary", {}, "All formulas and curves"),
    el("ol", {}, ...result.formulas.map((one) => el("li", {}, formula(one)))),
    equations.length ? el("p", {}, "Curves: ", ...equations.flatMap((one, k) => [k ? ", " : "", formula(one)])) : null);
  const mark = (at) => {
    const shown = at && at[0] >= left && at[0] <= right && at[1] >= low && at[1] <= high;
    dot.setAttribute("visibility", shown ? "visible" : "hidden");
    if (!shown) { areas[0].choose(); return; }
    dot.setAttribute("cx", x(at[0]));
    dot.setAttribute("cy", y(at[1]));
    const point = drawing.createSVGPoint();
    [point.x, point.y] = [x(at[0]), y(at[1])];
    (areas.find((area) => area.shape.isPointInFill(point)) ?? areas[0]).choose();
  };
  const exact = el("p", { class: "fine" }, "Every formula is proved on its whole region, and the regions cover the map. Select a region (click, tap or Tab) to see its formula.");
  return { elements: [el("figure", { class: "map-figure" }, el("figcaption", {}, title), drawing), output, list, exact], mark };
}
