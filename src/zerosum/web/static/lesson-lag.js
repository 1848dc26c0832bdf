// Gleason's counter, one move behind: what q, the chance of your last move, makes of your next one and of your prospects.
import { el, minus, percent, short } from "./dom.js";
import { graph, onAxis, reach, shares } from "./graph.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";
import { drawRing } from "./ring.js";

const nodes = control("nodes", "payoffs on the ring", el("input", { type: "text", autocomplete: "off" }), "1,2,-3");
const node = control("node", "node you left", select("1", "2", "3"), "1");
const q = control("q", "q, the probability that you went counterclockwise", slider(0, 1, 0.01), 0.5);
const shown = el("div", { "aria-live": "polite" });
const axis = onAxis(q);
let curve = [];
const asks = latest((result) => { curve = result; draw(); }, shown);

function update() {
  remember({ nodes: nodes.input.value, node: node.input.value, q: q.input.value });
  const query = new URLSearchParams({ nodes: nodes.input.value, node: node.input.value, player: "row", over: "q", points: 101 });
  asks(`/api/games/gleason/sweep?${query}`);
}

function draw() {
  const at = Number(q.input.value);
  remember({ q: at });
  const here = curve[Math.round(at * (curve.length - 1))];
  const paid = nodes.input.value.split(",").map(minus);
  const left = Number(node.input.value) - 1;
  const edges = paid.map((_, k) => [k, (k + 1) % paid.length]);
  const [cc, cl] = [(left + paid.length - 1) % paid.length, (left + 1) % paid.length];
  const worth = curve.map((one) => one.worth);
  const next = (after) => curve.map((one) => [one.at, one.next_cc[after]]);
  shown.replaceChildren(
    el("div", { class: "two" },
      el("div", {}, drawRing({ nodes: paid.map((payoff) => ({ payoff })), edges, possible: [cc, cl], label: `you left ${paid[left]}; the counter went to ${paid[cc]} or ${paid[cl]}` }),
        el("p", { class: "label" }, `You left ${paid[left]}. The counter went to ${paid[cc]} with probability ${percent(at)}, otherwise to ${paid[cl]}. Your opponent knows q but not where it went.`)),
      el("div", {}, el("h2", {}, "Your next move"),
        el("p", { class: "label" }, "if you went counterclockwise"), shares(mix(here.next_cc.cc)),
        el("p", { class: "label" }, "if you went clockwise"), shares(mix(here.next_cc.cl)),
        el("p", {}, "Relative to the other states, this one is worth ", el("strong", {}, short(here.worth)), " to you; the game is worth ", el("strong", {}, short(middle(here.value))), " per move."))),
    graph([{ name: "after you went counterclockwise", points: next("cc") }, { name: "after you went clockwise", points: next("cl") }], at, { title: "Probability that you go counterclockwise next, as a function of q:" }),
);
  axis.draw([{ name: "W", points: curve.map((one) => [one.at, one.worth]) }], at, { title: "Value of the state, as a function of q:", ...reach(worth) });
}

const mix = (p) => [{ name: "counterclockwise", share: p }, { name: "clockwise", share: 1 - p }];
const middle = (value) => (Number(value.lower) + Number(value.upper)) / 2;

q.input.addEventListener("input", () => curve.length && draw());
nodes.input.addEventListener("change", update);
node.input.addEventListener("input", update);
place.replaceChildren(el("div", { class: "fields" }, nodes.field, node.field), axis.place, shown);
update();
