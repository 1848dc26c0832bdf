// One target of Nakai's game on a slider: both mixes at this value, and at every other.
import { el, short } from "./dom.js";
import { graph, onAxis, reach, shares } from "./graph.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";

const fields = [
  control("stages", "targets left", select(2, 3, 4, 5), "3"),
  control("high", "your high cards", select(0, 1, 2, 3), "1"),
  control("low", "your low cards", select(0, 1, 2, 3), "1"),
  control("middle", "your opponent's middle cards", select(1, 2, 3), "2"),
];
const x = control("x", "x, the value of this target", slider(0, 1, 0.01), 0.5);
const shown = el("div", { "aria-live": "polite" });
const axis = onAxis(x);
let curve = [];
const asks = latest((result) => { curve = result; draw(); }, shown);
const state = () => Object.fromEntries(fields.map((one) => [one.name, one.input.value]));

/** Nobody has more cards than there are targets, and you have one at least: what was not moved makes way. */
function fit(moved) {
  const [stages, high, low, middle] = fields.map((one) => one.input);
  const [first, second] = moved === fields[2] ? [low, high] : [high, low];
  const most = (input, cards) => { if (Number(input.value) > cards) input.value = cards; };
  most(first, stages.value);
  most(second, stages.value - first.value);
  most(middle, stages.value);
  if (high.value === "0" && low.value === "0") second.value = 1;
}

function update(moved) {
  fit(moved);
  remember({ ...state(), x: x.input.value });
  asks(`/api/games/nakai/sweep?${new URLSearchParams({ ...state(), over: "x", points: 101 })}`);
}

function draw() {
  const at = Number(x.input.value);
  remember({ x: at });
  const here = curve[Math.round(at * (curve.length - 1))];
  const worth = curve.map((one) => middle(one.value));
  shown.replaceChildren(
    el("p", { class: "big" }, `Value to you: ${short(middle(here.value))}`),
    ...["row", "col"].flatMap((side) => {
      const moves = [...new Set(curve.flatMap((one) => Object.keys(one.strategies[side])))];
      const p = (one, move) => Number(one.strategies[side][move] ?? 0);
      return [el("p", { class: "label" }, side === "row" ? "you" : "your opponent"), shares(moves.map((name) => ({ name, share: p(here, name) }))),
        graph(moves.map((name) => ({ name, points: curve.map((one) => [one.at, p(one, name)]) })), at, { title: `${side === "row" ? "Your mix" : "Your opponent's mix"}, as a function of the target's value:` })];
    }),
);
  axis.draw([{ name: "value", points: curve.map((one, k) => [one.at, worth[k]]) }], at, { title: "Value of the game to you, as a function of the target's value:", ...reach(worth) });
}

const middle = (value) => (Number(value.lower) + Number(value.upper)) / 2;

x.input.addEventListener("input", () => curve.length && draw());
for (const one of fields) one.input.addEventListener("input", () => update(one));
place.replaceChildren(el("div", { class: "fields" }, ...fields.map((one) => one.field)), axis.place, shown);
update();
