// The 13 × 13 grid of hands of hold'em: pairs on the diagonal, suited hands above it, offsuit ones below.
import { el, svg } from "../dom.js";
import { suited } from "./cards.js";

const RANKS = "AKQJT98765432";
const SIZE = 48;
const HOVER = matchMedia("(hover: hover)");

const LOOKS = { mix: "Mix", ev: "EV", reach: "Reach" };

/**
 * Every hand says by `cell` ("AKs") where it belongs. A square is filled as far up as its hands are likely, and its width is divided by
 * their moves; it may also show the EV of its hands, or how often they come here. A line below says what the square under the pointer does
 * and earns; touching one chooses its first hand.
 */
export function grid(here, moves, colours, chosen, choose, state, redraw) {
  const look = state.look ?? "mix";
  const earns = (hands) => mean(hands, (hand) => hand.moves.reduce((sum, move) => sum + move.p * (move.ev ?? 0), 0));
  const switches = el("div", { class: "switch", role: "group", "aria-label": "content of the squares" }, ...Object.entries(LOOKS).map(([name, label]) =>
    el("button", { type: "button", "aria-pressed": look === name ? "true" : "false", onclick: () => { state.look = name; redraw(); } }, label)));
  const cells = new Map();
  for (const hand of here.hands) cells.set(hand.cell, [...(cells.get(hand.cell) ?? []), hand]);
  const ways = (name) => (name[0] === name[1] ? 6 : name[2] === "s" ? 4 : 12);
  const share = ([name, hands]) => hands.reduce((sum, hand) => sum + hand.reached, 0) / ways(name);
  const most = Math.max(...[...cells].map(share), 1e-12);
  const worths = [...cells.values()].map(earns);
  const [low, high] = [Math.min(...worths), Math.max(...worths)];
  const output = el("p", { class: "fine grid-output", "aria-live": "off" });
  const say = (hands) => output.replaceChildren(...(hands ? hands.slice(0, 6).flatMap((hand, k) => [k ? el("br") : "", ...suited(hand.name), `: ${description(hand)}`]) : [`${HOVER.matches ? "Point at" : "Tap"} a square to see how its hands play and the EV of each move. The colours reach as high as its hands come here; grey is the rest.`]), hands && hands.length > 6 ? ` … and ${hands.length - 6} more` : "");
  const squares = [...RANKS].flatMap((first, i) => [...RANKS].map((second, j) => {
    const name = i === j ? first + second : j > i ? `${first}${second}s` : `${second}${first}o`;
    const hands = cells.get(name);
    const [x, y] = [j * SIZE, i * SIZE];
    const text = svg("text", { x: x + SIZE / 2, y: y + SIZE / 2 + 6, "text-anchor": "middle" });
    text.textContent = !hands || look === "mix" ? name : look === "ev" ? earns(hands).toFixed(1).replace("-", "−") : `${(100 * share([name, hands]) / most).toFixed(0)}`;
    const ground = svg("rect", { class: "ground", x: x + 1, y: y + 1, width: SIZE - 2, height: SIZE - 2, rx: 3 });
    if (!hands) return svg("g", { class: "hand-cell empty", "aria-hidden": "true" }, ground, text);
    const part = (move) => mean(hands, (hand) => hand.moves.find((one) => one.name === move)?.p ?? 0);
    const filled = look === "ev" ? (SIZE - 2) * (high > low ? (earns(hands) - low) / (high - low) : 1) : (SIZE - 2) * Math.max(0.15, Math.min(1, share([name, hands]) / most));
    let left = x + 1;
    const parts = (look === "mix" ? moves : ["one"]).map((move) => {
      const width = (SIZE - 2) * (look === "mix" ? part(move) : 1);
      left += width;
      return svg("rect", { class: `fill ${look === "mix" ? colours(move) : "a-m1"}`, x: left - width, y: y + SIZE - 1 - filled, width, height: filled });
    });
    const title = svg("title");
    title.textContent = hands.map((hand) => `${hand.name}: ${description(hand)}`).join("\n");
    const picked = hands.includes(chosen);
    const made = svg("g", { class: `hand-cell${picked ? " chosen" : ""}`, "data-cell": name, role: "button", tabindex: picked ? 0 : -1, "aria-label": title.textContent, "aria-pressed": picked ? "true" : "false" }, title, ground, ...parts, text);
    made.addEventListener("pointerenter", () => say(hands));
    made.addEventListener("click", () => choose(hands.includes(chosen) ? chosen : hands[0]));
    made.addEventListener("keydown", (event) => {
      if (["Enter", " "].includes(event.key)) { event.preventDefault(); choose(hands[0]); return; }
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const all = [...made.parentElement.querySelectorAll(".hand-cell:not(.empty)")];
      const next = step && all[all.indexOf(made) + step];
      if (next) { event.preventDefault(); next.setAttribute("tabindex", 0); next.focus(); say(cells.get(next.dataset.cell)); }
    });
    return made;
  }));
  const front = squares.findIndex((one) => one.classList.contains("chosen"));
  if (front >= 0) squares.push(...squares.splice(front, 1)); // its frame lies above the others
  const drawn = svg("svg", { class: "grid13", viewBox: `-2 -2 ${13 * SIZE + 4} ${13 * SIZE + 4}`, role: "group", "aria-label": `the hands of ${here.seat} as a grid` }, ...squares);
  drawn.addEventListener("pointerleave", () => say(null));
  say(null);
  const same = cells.get(chosen.cell) ?? [];
  const others = same.length > 1 ? el("p", { class: "choices" }, ...same.map((hand) => el("button", { type: "button", class: "quiet small", "aria-pressed": hand === chosen ? "true" : "false", onclick: () => choose(hand) }, ...suited(hand.name)))) : "";
  return el("div", { class: "hands" }, switches, drawn, output, others);
}

/** The mean of what hands have, by how often they come here. */
function mean(hands, what) {
  const total = hands.reduce((sum, hand) => sum + hand.reached, 0);
  return hands.reduce((sum, hand) => sum + what(hand) * (total > 1e-12 ? hand.reached / total : 1 / hands.length), 0);
}

/** What a hand does, and what each move earns it. */
const description = (hand) => hand.moves.map((move) => `${move.name} ${move.p > 1e-9 ? move.often : "never"}${move.worth ? ` (earns ${move.worth.replace("-", "−")})` : ""}`).join(", ");
