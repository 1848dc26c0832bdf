// Relance: bet below one threshold and from another, else fold. The arena finds the opponent's best response and what it leaves.
import { el, percent, short } from "./dom.js";
import { shares } from "./graph.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";

const bet = control("bet", "bet size", select("1/2", "2", "3", "8"), "2"); // for these the best play is in hundredths
const bluff = control("bluff", "bluff with hands below", slider(0, 1, 0.01), 0);
const value = control("value", "bet for value from", slider(0, 1, 0.01), 0.7);
const shown = el("div", { "aria-live": "polite" });
const ends = el("div", {});
const output = el("p", { class: "label" });
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
  asks(`/api/games/relance/best-response?${player}`);
}

const fold = (share) => ({ name: "fold", share, look: "a-fold" });

/** Bets from one hand to another: bluffs where the hand is below all that see it. */
const bets = (from, to, seen) => [
  { name: "bluff", share: Math.max(0, Math.min(to, seen) - from), look: "a-bet2" },
  { name: "value bet", share: Math.max(0, to - Math.max(from, seen)), look: "a-bet" }];

function show(result) {
  const [below, from] = [Number(bluff.input.value), Number(value.input.value)];
  const [low, high] = below < from ? [below, from] : [0, 0]; // who folds nothing bets everything
  const seen = result.solution.bet.find((span) => span.does === "see").from;
  const yours = [...bets(0, low, seen), fold(high - low), ...bets(high, 1, seen)];
  const bluffs = yours.reduce((sum, one) => sum + (one.name === "bluff" ? one.share : 0), 0);
  const response = result.does.bet.map(({ from, to, does }) => (does === "see" ? { name: "see", share: to - from, look: "a-call" } : fold(to - from)));
  const lost = result.value - result.paid;
  ends.replaceChildren(shares(yours));
  output.textContent = `Your strategy, from the worst hand to the best. A good opponent calls from ${short(seen)} up, so bets below that are bluffs.`;
  shown.replaceChildren(
    el("p", { class: "label" }, "The opponent's best response to a bet, from the worst hand to the best"), shares(response),
    el("p", {}, high - low < 1 ? `${percent(bluffs / (1 - (high - low)))} of your bets are bluffs.` : "You never bet."),
    el("p", { class: "big" }, `Against the best response you earn ${short(result.paid)}.`),
    el("p", {}, lost < 1e-9 ? "No strategy guarantees more: this is optimal." : `Optimal play guarantees ${short(result.value)}; yours gives up ${short(lost)} to an opponent who exploits it.`));
}

for (const one of [bet, bluff, value]) one.input.addEventListener("input", () => update(one));
for (const one of [bluff, value]) one.input.setAttribute("aria-label", one.field.querySelector("label").textContent);
place.replaceChildren(bet.field, output, el("div", { class: "ends" }, ends, bluff.input, value.input), el("p", { class: "ends-axis", "aria-hidden": "true" }, ...["0", "¼", "½", "¾", "1"].map((one) => el("span", {}, one))), shown);
update();
