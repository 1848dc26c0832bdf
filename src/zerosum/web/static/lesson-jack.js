// Kuhn poker: how often the jack bets after a check, and what the second player earns if everybody else does the best.
import { el, percent } from "./dom.js";
import { onAxis } from "./graph.js";
import { control, latest, middle, place, remember, slider } from "./lesson.js";

const bets = control("bets", "bets with the jack, out of 60", slider(0, 60, 1), 0); // a third is a whole number of 60
const shown = el("div", { "aria-live": "polite" });
const axis = onAxis(bets);
const curve = el("div", { hidden: true });
const asks = latest(show, shown);
const asksCurve = latest(draw, curve);
let points = [];


/** What a hand is worth to you, without its sign: exact values are fractions. */
const exactly = ({ lower }) => lower.replace(/^-/, "");

function update() {
  remember({ bets: bets.input.value });
  asks(`/api/games/kuhn/locked?${new URLSearchParams({ lock: `J, check: bet ${bets.input.value}/60` })}`);
}

function draw(result) {
  points = result.map((one) => [one.p, -middle(one.value)]);
  mark();
}

function mark() {
  if (points.length) axis.draw([{ name: "your EV against the best response", points }], bets.input.value / 60, { title: "as a function of how often you bet the jack", low: -0.2, high: 0.1 });
}

function show(result) {
  const [p, earns] = [bets.input.value / 60, -middle(result.value)];
  const queen = result.strategies.row["Q, check, bet"];
  const calls = middle({ lower: queen.call, upper: queen.call });
  mark();
  shown.replaceChildren(
    el("p", { class: "big" }, Math.abs(p - 1 / 3) < 1e-9 ? `One time in three: you earn ${exactly(result.value)} per hand, the most that any strategy can guarantee.` : `${earns < -1e-9 ? "You lose" : "You earn"} ${exactly(result.value)} per hand.`),
    el("p", {}, `You bet ${bets.input.value} of 60 jacks. In response, a queen ${Math.abs(p - 1 / 3) < 1e-9 ? "is indifferent between calling and folding" : calls > 0.999 ? "calls every bet" : calls < 0.001 ? "folds to every bet" : `calls ${percent(calls)} of the time`}, and a king ${Math.abs(p - 1 / 3) < 1e-9 ? "is indifferent between betting and checking" : p < 1 / 3 ? "bets at once" : "checks and then calls"}.`),
    el("p", { class: "fine" }, "Your other two cards play as well as they can. After a check, your king bets and your queen checks. After a bet, your king calls, and your queen calls one time in three."));
}

bets.input.addEventListener("input", update);
place.replaceChildren(axis.place, curve, shown);
asksCurve(`/api/games/kuhn/lock-curve?${new URLSearchParams({ lock: "J, check: bet", points: 13 })}`);
update();
