// One trick: your mix against each of the opponent's cards; the lowest bar is what a clever opponent leaves you.
import { el, fixed, percent, scrolling, short, svg } from "./dom.js";
import { control, latest, place, remember, select, slider } from "./lesson.js";

const cards = control("cards", "cards each", select(3, 4, 5, 6), 4);
const shown = el("div", { class: "two" });
const mine = el("div", { class: "drag" });
const theirs = el("div", { class: "drag", "aria-live": "polite" });
const pairs = el("div", {});
let sliders = [];

const asks = latest(show, theirs);
const weights = () => sliders.map((one) => one.input.value);

function request(mix) {
  remember({ cards: cards.input.value, ...(mix ? { mix } : {}) });
  const some = mix && mix.split(",").some((weight) => Number(weight) > 0);
  asks(`/api/games/jujitsu/walk?cards=${cards.input.value}${some ? `&mix=${mix}` : ""}`);
}

/** Sliders for a hand of this size, unless they are there. */
function lay(here) {
  if (sliders.length === here.rows.length) return;
  const before = new URLSearchParams(location.search).get("mix")?.split(",") ?? [];
  const start = before.length === here.rows.length ? before : here.rows.map(() => 50);
  sliders = here.rows.map((move, i) => control("", `play ${move.label}`, slider(0, 100, 1), start[i]));
  for (const one of sliders) one.input.addEventListener("input", () => request(weights().join(",")));
  const solution = () => {
    here.rows.forEach((move, i) => { sliders[i].input.value = 100 * move.p; });
    request(here.rows.map((move) => (100 * move.p).toFixed(7)).join(","));
  };
  const alike = () => { sliders.forEach((one) => { one.input.value = 50; }); request(weights().join(",")); };
  mine.replaceChildren(el("h2", {}, "Your mix"), ...sliders.map((one) => one.field), el("p", { class: "sit" },
    el("button", { type: "button", class: "quiet", onclick: alike }, "Equal weights"),
    el("button", { type: "button", onclick: solution }, "Optimal mix")));
  pairs.replaceChildren(matrix(here));
  request(start.join(","));
}

function show(here) {
  lay(here);
  const mix = here.mix ?? weights().map(Number);
  if (!here.mix && mix.some((weight) => weight > 0)) return;
  sliders.forEach((one, i) => { one.field.querySelector("output").textContent = ` ${percent(mix[i])}`; });
  if (!here.mix) return theirs.replaceChildren(el("p", { class: "big" }, "All weights are zero: drag at least one slider up."));
  const least = here.left[here.best_response];
  theirs.replaceChildren(el("h2", {}, "How your opponent can respond"), bars(here, least),
    el("p", { class: "big" }, least > -1e-6 ? "No opponent can beat this mix." : `An opponent who knows your mix plays ${here.cols[here.best_response].label} and wins ${short(-least)} on average.`));
}

const MIDDLE = 370;
const HALF = 140;

/** What each of the opponent's cards leaves you, to the left or right of nothing. */
function bars(here, least) {
  const scale = Math.max(0.05, ...here.left.map(Math.abs));
  const rows = here.left.map((left, j) => {
    const x = MIDDLE + (HALF * Math.min(0, left)) / scale;
    const caption = svg("text", { x: 8, y: 30 * j + 20 });
    caption.textContent = `against ${here.cols[j].label}`;
    const worth = svg("text", { x: left < 0 ? x - 6 : x + (HALF * left) / scale + 6, y: 30 * j + 20, "text-anchor": left < 0 ? "end" : "start" });
    worth.textContent = fixed(left, 3);
    return svg("g", {}, caption, svg("rect", { class: left - least < 1e-9 ? "bar worst" : "bar", x, y: 30 * j + 5, width: Math.max(1, (HALF * Math.abs(left)) / scale), height: 20 }), worth);
  });
  return svg("svg", { viewBox: `0 0 600 ${30 * here.left.length + 4}`, class: "chart bars", role: "img", "aria-label": here.left.map((left, j) => `against ${here.cols[j].label} you earn ${fixed(left, 3)}`).join("; ") },
    svg("line", { class: "marker", x1: MIDDLE, x2: MIDDLE, y1: 0, y2: 30 * here.left.length + 4 }), ...rows);
}

function matrix(here) {
  return el("details", {}, el("summary", {}, "Value of every pair of first cards to you"), scrolling("value of every pair of first cards", el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "you \\ opponent"), ...here.cols.map((move) => el("th", { scope: "col" }, move.label)))),
    el("tbody", {}, ...here.rows.map((move, i) => el("tr", {}, el("th", { scope: "row" }, move.label), ...here.cells[i].map((cell) => el("td", {}, fixed(cell.worth, 4)))))))));
}

cards.input.addEventListener("input", () => { sliders = []; remember({ cards: cards.input.value, mix: "" }); request(""); });
place.replaceChildren(cards.field, shown, pairs);
shown.replaceChildren(mine, theirs);
request("");
