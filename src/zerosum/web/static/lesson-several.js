// A toy river: how often KK shoves after a check, and what A earns if everybody else does the best. Up to a half nothing changes.
import { el, percent, short } from "./dom.js";
import { onAxis } from "./graph.js";
import { control, latest, middle, place, remember, slider } from "./lesson.js";

const RIVER = { a: "AA, QQ", b: "KK", pot: 100, stack: 100, bets: 1 };
const shoves = control("shoves", "shoves with the kings after a check, out of 20", slider(0, 20, 1), 5);
const shown = el("div", { "aria-live": "polite" });
const axis = onAxis(shoves);
const curve = el("div", { hidden: true });
const asks = latest(show, shown);
const asksCurve = latest(draw, curve);
let points = [];

const address = (job, more) => `/api/games/toy-river/${job}?${new URLSearchParams({ ...RIVER, ...more })}`;

function update() {
  remember({ shoves: shoves.input.value });
  asks(address("locked", { lock: `KK, check: shove ${shoves.input.value}/20` }));
}

function draw(result) {
  points = result.map((one) => [one.p, middle(one.value)]);
  mark();
}

function mark() {
  if (points.length) axis.draw([{ name: "A's EV", points }], shoves.input.value / 20, { title: "as a function of how often the kings shove", low: 20, high: 55 });
}

function show(result) {
  const [p, earns] = [shoves.input.value / 20, middle(result.value)];
  const cost = earns - middle(result.free_value);
  const { check } = result.strategies.row.AA;
  const checks = middle({ lower: check, upper: check });
  mark();
  shown.replaceChildren(
    el("p", { class: "big" }, cost > 1e-9 ? `A earns ${short(earns)}: shoving ${percent(p)} of the time costs you ${short(cost)}.` : `A earns ${short(earns)}: shoving ${percent(p)} of the time is optimal.`),
    el("p", {}, cost <= 1e-9 && checks > 0.001 ? "At one half, A is indifferent between betting aces and checking to wait for your shove." : checks > 0.001 ? `Now A checks aces ${percent(checks)} of the time, and calls your shove with them.` : "A always bets aces, so only queens check, and they fold to a shove."));
}

shoves.input.addEventListener("input", update);
place.replaceChildren(axis.place, curve, shown);
asksCurve(address("lock-curve", { lock: "KK, check: shove", points: 21 }));
update();
