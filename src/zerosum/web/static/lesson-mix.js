// Two coins: your mix on a slider, what each coin of the rival leaves you as two lines, and the lower of the two.
import { el, percent, short } from "./dom.js";
import { graph } from "./graph.js";
import { control, latest, place, remember, slider } from "./lesson.js";

const heads = control("heads", "you show heads, times in 100:", slider(0, 100, 1), 50);
const shown = el("div", { "aria-live": "polite" });
const asks = latest(show, shown);

function update() {
  remember({ heads: heads.input.value });
  asks(`/api/games/pennies/walk?mix=${heads.input.value},${100 - heads.input.value}`);
}

/** What you earn with each share of heads against one coin of the rival: a line from the second row to the first. */
const against = (here, j) => {
  const [first, second] = here.cells.map((row) => row[j].worth);
  const points = Array.from({ length: 21 }, (_, k) => [k / 20, (k / 20) * first + (1 - k / 20) * second]);
  return { name: `if the rival shows ${here.cols[j].said}`, points };
};

function show(here) {
  const [left, right] = here.left;
  const least = Math.min(left, right);
  const even = Math.abs(left - right) < 0.02;
  shown.replaceChildren(
    graph([against(here, 0), against(here, 1)], heads.input.value / 100, { title: "what you earn, by how often you show heads", low: -2, high: 3 }),
    el("p", { class: "big" }, even ? `Both coins of the rival leave you ${short(least)}: nobody can use this mix.`
      : `A rival who knows this shows ${here.cols[here.best_reply].said}: you earn ${short(least)} on average.`),
    el("p", {}, `You show heads ${percent(here.mix[0])} of the time. Against heads you earn ${short(left)}, against tails ${short(right)}. The best that any mix guarantees is ${String(here.value).replace("-", "−")}.`));
}

heads.input.addEventListener("input", update);
place.replaceChildren(heads.field, shown);
update();
