// Relance: bet below `bluff` and from `value` up, else fold. The rival's best reply and what it leaves, hand by hand.
import { ask, el, number, svg } from "./dom.js";

const place = document.querySelector("#lesson");
const N = 1000;

/** What the bettor earns against the best reply, and where that reply begins to see; ante 1, bet 1. */
function against(bluff, value) {
  const bets = (x) => x < bluff || x >= value;
  const share = bluff + (1 - value);
  const below = (y) => Math.min(y, bluff) + Math.max(0, y - value);
  let earned = -(1 - share);
  let sees = 0;
  let from = 1;
  for (let k = 0; k < N; k += 1) {
    const y = (k + 0.5) / N;
    const won = below(y);
    const seen = 2 * (share - 2 * won);
    if (seen < share) { sees += 1; from = Math.min(from, y); }
    earned += Math.min(seen, share) / N;
  }
  return { earned, sees: sees / N, from, bets };
}

function picture(bluff, value, from) {
  const bar = (y, parts) => parts.map(([a, b, color, words]) => {
    if (b - a < 0.002) return svg("g", {});
    const text = svg("text", { x: 20 + 280 * (a + b), y: y + 24, "text-anchor": "middle" });
    text.textContent = b - a > 0.08 ? words : "";
    text.style.fill = "#17202a";
    return svg("g", {}, svg("rect", { x: 20 + 560 * a, y, width: 560 * (b - a), height: 38, fill: color, stroke: "var(--card)" }), text);
  });
  return svg("svg", { viewBox: "0 0 600 130", class: "chart", role: "img", "aria-label": `you bluff below ${bluff.toFixed(2)} and bet from ${value.toFixed(2)}; the rival sees from ${from.toFixed(2)}` },
    ...bar(10, [[0, bluff, "#e69f00", "bluff"], [bluff, value, "#bbbbbb", "fold"], [value, 1, "#56b4e9", "bet"]]),
    ...bar(70, [[0, from, "#bbbbbb", "rival folds"], [from, 1, "#56b4e9", "rival sees"]]));
}

const start = new URLSearchParams(location.search);
const state = { bluff: Number(start.get("bluff") ?? 0), value: Number(start.get("value") ?? 0.7) };
const shown = el("div", {});
const verdict = el("p", { class: "big" });
const { found } = await ask("/api/games/relance/answer");
const best = found.solution.value.lower;
const exact = typeof best === "string" ? best.split("/").reduce((a, b) => a / b) : best;

function slider(name, label) {
  const made = el("input", { type: "range", min: 0, max: 1, step: 0.01, value: state[name], "aria-label": label });
  made.addEventListener("input", () => {
    state[name] = Number(made.value);
    if (name === "bluff") state.value = Math.max(state.value, state.bluff);
    else state.bluff = Math.min(state.bluff, state.value);
    update();
  });
  return made;
}
const bluff = slider("bluff", "bluff with hands below");
const value = slider("value", "bet hands from");

function update() {
  bluff.value = state.bluff;
  value.value = state.value;
  const { earned, from } = against(state.bluff, state.value);
  shown.replaceChildren(picture(state.bluff, state.value, from));
  verdict.textContent = `Against the best reply you earn ${number(earned)}; no play guarantees more than ${number(exact)}.`;
  history.replaceState(null, "", `?bluff=${state.bluff}&value=${state.value}`);
}

place.replaceChildren(
  el("label", { class: "field" }, el("span", {}, "bluff with hands below"), bluff),
  el("label", { class: "field" }, el("span", {}, "bet hands from"), value), shown, verdict,
  el("p", {}, "Try no bluff at all; then bluff too often. The best is in between: the rival, holding the border hand, is just as well off folding as seeing."));
update();
