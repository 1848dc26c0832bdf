// Two coins: your mix on a slider, what each coin of the opponent leaves you as two lines, and the lower of the two.
import { el, percent, short } from "./dom.js";
import { onAxis } from "./graph.js";
import { control, latest, place, remember, slider } from "./lesson.js";

const heads = control("heads", "you show heads, out of 100", slider(0, 100, 1), 50);
const shown = el("div", { "aria-live": "polite" });
const axis = onAxis(heads);
const asks = latest(show, shown);

function update() {
  remember({ heads: heads.input.value });
  asks(`/api/games/pennies/walk?mix=${heads.input.value},${100 - heads.input.value}`);
}

/** What you earn with each share of heads against one coin of the opponent: a line from the second row to the first. */
const against = (here, j) => {
  const [first, second] = here.cells.map((row) => row[j].worth);
  const points = Array.from({ length: 21 }, (_, k) => [k / 20, (k / 20) * first + (1 - k / 20) * second]);
  return { name: `if your opponent shows ${here.cols[j].label}`, points };
};

function show(here) {
  const [left, right] = here.left;
  const least = Math.min(left, right);
  const even = Math.abs(left - right) < 0.02;
  axis.draw([against(here, 0), against(here, 1)], heads.input.value / 100, { title: "your expected payoff, by how often you show heads", low: -2, high: 3 });
  shown.replaceChildren(
    el("p", { class: "big" }, even ? `You get ${short(least)} against either coin: this mix cannot be exploited.`
      : `An opponent who knows this shows ${here.cols[here.best_response].label}, and you get ${short(least)} on average.`),
    el("p", {}, `You show heads ${percent(here.mix[0])} of the time. Against heads you earn ${short(left)}, against tails ${short(right)}. The most that any mix guarantees is ${String(here.value).replace("-", "−")}.`));
}

heads.input.addEventListener("input", update);
place.replaceChildren(axis.place, shown);
update();
