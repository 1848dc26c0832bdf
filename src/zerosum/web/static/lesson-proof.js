// Two promises: what row's mix wins at least, and what col's mix loses at most; the value lies between them.
import { el, percent, short, svg } from "./dom.js";
import { control, latest, place, remember, slider } from "./lesson.js";

const mine = control("mine", "you show heads, out of 100", slider(0, 100, 0.5), 50);
const theirs = control("theirs", "your opponent shows heads, out of 100", slider(0, 100, 0.5), 50);
const shown = el("div", { "aria-live": "polite" });
const asks = latest(show, shown);

function update() {
  remember({ mine: mine.input.value, theirs: theirs.input.value });
  asks(`/api/games/pennies/walk?mix=${mine.input.value},${100 - mine.input.value}`);
}

function show(here) {
  const q = theirs.input.value / 100;
  const conceded = here.cells.map(([heads, tails]) => q * heads.worth + (1 - q) * tails.worth); // what each coin of yours earns
  const [least, most] = [Math.min(...here.left), Math.max(...conceded)];
  const met = most - least < 0.005;
  shown.replaceChildren(
    promises(least, most),
    el("p", {}, `You: “I show heads ${percent(here.mix[0])} of the time, so I win at least ${short(least)} on average, whatever you do.”`),
    el("p", {}, `Your opponent: “I show heads ${percent(q)} of the time, so I lose at most ${short(most)} on average, whatever you do.”`),
    el("p", { class: "big" }, met ? `The guarantees meet: the value is ${short(least)}, and you need to trust nothing else.` : `Proved: the value lies between ${short(least)} and ${short(most)}. The gap is ${short(most - least)}.`));
}

/** The two promises on a line from -2 to 3. */
function promises(least, most) {
  const x = (v) => 20 + 560 * ((v + 2) / 5);
  const mark = (v, color, above, words) => {
    const text = svg("text", { x: x(v), y: above ? 20 : 84, "text-anchor": v > 2 ? "end" : v < -1 ? "start" : "middle" });
    text.textContent = words;
    return svg("g", {}, svg("line", { x1: x(v), x2: x(v), y1: 28, y2: 68, stroke: color, "stroke-width": 5 }), text);
  };
  return el("figure", { class: "graph" }, svg("svg", { viewBox: "0 0 600 92", class: "chart", role: "img", "aria-label": `at least ${short(least)}, at most ${short(most)}` },
    svg("rect", { x: 20, y: 44, width: 560, height: 8, rx: 4, fill: "currentColor", opacity: 0.15 }),
    svg("rect", { x: x(least), y: 40, width: Math.max(0, x(most) - x(least)), height: 16, fill: "var(--accent)", opacity: 0.4 }),
    mark(least, "var(--warn)", true, `at least ${short(least)}`), mark(most, "var(--accent)", false, `at most ${short(most)}`)));
}

for (const one of [mine, theirs]) one.input.addEventListener("input", update);
place.replaceChildren(mine.field, theirs.field, shown);
update();
