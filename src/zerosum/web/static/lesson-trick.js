// One trick: your mix against each of the rival's cards; the lowest bar is what a clever rival leaves you.
import { askPatiently, el, number, percent } from "./dom.js";

const place = document.querySelector("#lesson");
const cards = document.querySelector("#cards");

async function start() {
  const here = await askPatiently(`/api/games/jujitsu/walk?cards=${cards.value}&path=`, () => {});
  const worth = here.cells.map((row) => row.map((cell) => cell.worth));
  const weights = here.rows.map(() => 1);
  const bars = el("div", {});
  const verdict = el("p", { class: "big" });
  const sliders = here.rows.map((move, i) => {
    const shown = el("output", {});
    const slider = el("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": `how often you play ${move.said}` });
    slider.addEventListener("input", () => { weights[i] = Number(slider.value); update(); });
    return { row: el("label", { class: "field" }, el("span", {}, `play ${move.said} `, shown), slider), shown, slider };
  });

  function update() {
    const total = weights.reduce((a, b) => a + b, 0) || 1;
    const mix = weights.map((w) => w / total);
    sliders.forEach((one, i) => { one.shown.textContent = percent(mix[i]); });
    const earned = here.cols.map((_, j) => mix.reduce((sum, p, i) => sum + p * worth[i][j], 0));
    const least = Math.min(...earned);
    const scale = Math.max(0.02, ...earned.map(Math.abs));
    bars.replaceChildren(...earned.map((e, j) => {
      const meter = el("meter", { min: -scale, max: scale, value: e, "aria-label": `against ${here.cols[j].said}` });
      return el("p", {}, `if the rival plays ${here.cols[j].said}: `, el("strong", {}, number(e)), meter, e === least ? " ← the rival's best card" : "");
    }));
    verdict.textContent = least > -1e-9 ? "Nobody can beat this mix." : `A rival who knows your mix wins ${number(-least)} on average.`;
  }

  function optimum() {
    here.rows.forEach((move, i) => { weights[i] = 100 * move.p; sliders[i].slider.value = weights[i]; });
    update();
  }

  place.replaceChildren(
    el("div", { class: "drag" }, el("h2", {}, "Your mix"), ...sliders.map((one) => one.row),
      el("button", { type: "button", onclick: optimum }, "Show the solution's mix")),
    el("div", { class: "drag" }, el("h2", {}, "What the rival can do about it"), bars, verdict));
  weights.fill(50);
  update();
}

cards.addEventListener("change", start);
start();
