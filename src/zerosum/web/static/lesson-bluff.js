// Relance: bluff below one threshold, bet from another, else fold. The arena finds the rival's best reply and what it leaves.
import { el, number } from "./dom.js";
import { shares } from "./graph.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";

const bet = control("bet", "the bet", select("1/2", "1", "2", "4"), "1");
const bluff = control("bluff", "bluff with hands below", slider(0, 1, 0.01), 0);
const value = control("value", "bet hands from", slider(0, 1, 0.01), 0.7);
const shown = el("div", { "aria-live": "polite" });
const asks = latest(show, shown);

function update(moved) {
  if (Number(bluff.input.value) > Number(value.input.value)) {
    const [kept, pushed] = moved === bluff ? [bluff, value] : [value, bluff];
    pushed.input.value = kept.input.value;
    pushed.tell();
  }
  const [low, high] = [bluff.input.value, value.input.value];
  remember({ bet: bet.input.value, bluff: low, value: high });
  const player = new URLSearchParams({ bet: bet.input.value, side: "row", player: `bet<${low},fold<${high},bet` });
  asks(`/api/games/relance/reply?${player}`);
}

function show(found) {
  const [low, high] = [Number(bluff.input.value), Number(value.input.value)];
  const reply = Object.values(found.does)[0].map((span) => ({ name: span.does === "see" ? "sees" : "folds", share: span.to - span.from }));
  const short = found.value - found.paid;
  shown.replaceChildren(
    el("p", { class: "label" }, "you, from the worst hand to the best"),
    shares([{ name: "bluff", share: low }, { name: "fold", share: high - low }, { name: "bet", share: 1 - high }]),
    el("p", { class: "label" }, "the rival's best reply to a bet, hand by hand"), shares(reply),
    el("p", { class: "big" }, `Against the best reply you earn ${number(found.paid)}.`),
    el("p", {}, short < 1e-9 ? "No play guarantees more: this is optimal." : `The best play guarantees ${number(found.value)}: yours gives away ${number(short)} to a rival who reads you.`));
}

for (const one of [bet, bluff, value]) one.input.addEventListener("input", () => update(one));
place.replaceChildren(bet.field, bluff.field, value.field, shown,
  el("ol", {}, el("li", {}, "Bet good hands only: put the bluff at 0. What does the rival do with middling hands, and what does that cost you?"),
    el("li", {}, "Bluff with more and more hands. When does the rival begin to see with worse hands?"),
    el("li", {}, "Find the thresholds that give nothing away. How many of your bets are bluffs then? Is there only one such pair?"),
    el("li", {}, "Make the bet larger. Do you bluff more, or less?")));
update();
