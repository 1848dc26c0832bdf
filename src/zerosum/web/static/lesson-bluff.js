// Relance: bet below one threshold and from another, else fold. The arena finds the rival's best reply and what it leaves.
import { el, percent, short } from "./dom.js";
import { shares } from "./graph.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";

const bet = control("bet", "the bet", select("1/2", "2", "3", "8"), "2"); // for these the best play is in hundredths
const bluff = control("bluff", "bet hands below", slider(0, 1, 0.01), 0);
const value = control("value", "and hands from", slider(0, 1, 0.01), 0.7);
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

const fold = (share) => ({ name: "fold", share, fill: 1 });

/** Bets from one hand to another: bluffs where the hand is below all that see it. */
const bets = (from, to, seen) => [
  { name: "bluff", share: Math.max(0, Math.min(to, seen) - from), fill: 0 },
  { name: "value bet", share: Math.max(0, to - Math.max(from, seen)), fill: 2 }];

function show(found) {
  const [below, from] = [Number(bluff.input.value), Number(value.input.value)];
  const [low, high] = below < from ? [below, from] : [0, 0]; // who folds nothing bets everything
  const seen = found.solution.bet.find((span) => span.does === "see").from;
  const yours = [...bets(0, low, seen), fold(high - low), ...bets(high, 1, seen)];
  const bluffs = yours.reduce((sum, one) => sum + (one.name === "bluff" ? one.share : 0), 0);
  const reply = found.does.bet.map(({ from, to, does }) => (does === "see" ? { name: "see", share: to - from, fill: 3 } : fold(to - from)));
  const lost = found.value - found.paid;
  shown.replaceChildren(
    el("p", { class: "label" }, `you, from the worst hand to the best; who plays well sees from ${short(seen)} on: bets below are bluffs`), shares(yours),
    el("p", { class: "label" }, "the rival's best reply to a bet, hand by hand"), shares(reply),
    el("p", {}, high - low < 1 ? `${percent(bluffs / (1 - (high - low)))} of your bets are bluffs.` : "You never bet."),
    el("p", { class: "big" }, `Against the best reply you earn ${short(found.paid)}.`),
    el("p", {}, lost < 1e-9 ? "No play guarantees more: this is optimal." : `The best play guarantees ${short(found.value)}: yours gives away ${short(lost)} to a rival who reads you.`));
}

for (const one of [bet, bluff, value]) one.input.addEventListener("input", () => update(one));
place.replaceChildren(bet.field, bluff.field, value.field, shown);
update();
