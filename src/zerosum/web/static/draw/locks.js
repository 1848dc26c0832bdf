// What if a hand were played otherwise: a slider for each move fixes how often it is played, and the site solves the rest.
import { askPatiently, el, newest, percent, the } from "../dom.js";
import { head } from "./mix.js";

/** Number of steps of a slider: halves, thirds, quarters, fifths and sixths can all be reached. */
const STEPS = 60;

/** Largest number of changed decisions that are listed. */
const MOST = 8;

export const WHAT_IF = "What if it were played otherwise?";

/** Move the focus to a part of the picture that has just been drawn. */
export const focusOn = (what) => document.querySelector(`#views ${what}`)?.focus({ preventScroll: true });

/** Steps of a slider as a fraction in lowest terms. */
function fraction(value) {
  const common = (a, b) => (b ? common(b, a % b) : a);
  const shared = common(STEPS, Number(value));
  return STEPS === shared ? `${value / shared}` : `${value / shared}/${STEPS / shared}`;
}

const share = (value) => percent(value / STEPS).replace(".0%", "%");

const key = (side, information) => `${side} ${information}`;

/** The solution's view with what is played under a lock, and a mark at each hand that is locked or has changed. */
export function overlay(view, lock) {
  if (!lock) return view;
  const under = lock.found.views.find((one) => one.kind === view.kind) ?? { decisions: [] };
  const now = new Map(under.decisions.flatMap((one) => one.hands.map((hand) => [key(one.side, hand.information), hand])));
  const marks = new Map(lock.found.changes.map((one) => [key(one.side, one.information), "changed"]));
  for (const one of lock.fixed) marks.set(one.id, "locked");
  const hands = (one) => one.hands.map((hand) => {
    const id = key(one.side, hand.information);
    return { ...hand, ...now.get(id), mark: marks.get(id) };
  });
  return { ...view, decisions: view.decisions.map((one) => ({ ...one, hands: hands(one) })) };
}

/** Only one lock is solved at a time, and only the newest waits. */
const solve = newest((work) => work());

/**
 * A slider in place of each bar of the chosen hand, and what the lock does. Answers update the sliders in
 * place: replacing a slider would end the drag.
 */
export function controls(here, chosen, { state, redraw, address, go, leads, paint }) {
  const { asked } = state;
  const { name: hand, information, moves } = chosen();
  const holding = hand === "–" ? the(here.seat) : `${the(here.seat)} with ${hand}`;
  const said = el("div", { role: "status" });
  let moved = null; // the slider that was moved last stays where the hand has put it

  const rows = moves.map(({ name }) => {
    const slider = el("input", { type: "range", min: 0, max: STEPS, step: 1, "aria-label": `how often ${holding} plays ${name}` });
    slider.addEventListener("input", () => { moved = slider; speak(slider); solve(() => lock(name, slider.value)); });
    return { name, slider, often: el("span", { class: "bar-often" }), worth: el("span", { class: "bar-worth" }) };
  });
  const speak = (slider) => slider.setAttribute("aria-valuetext", share(slider.value));

  async function lock(move, value) {
    if (state.asked !== asked || !state.open) return; // another game, or back at the solution
    const id = key(here.side, information);
    const does = `${holding}${here.after.length ? ` after ${here.after.join(", ")}` : ""} plays ${move} ${share(value)} of the time.`;
    const others = (state.lock?.fixed ?? []).filter((one) => one.id !== id); // what was fixed elsewhere stays fixed
    const fixed = [...others, { id, text: `${here.side}: ${information}: ${move} ${fraction(value)}`, does }];
    try {
      const all = fixed.map((one) => one.text).join("\n");
      const found = await askPatiently(`${address("locked")}&${new URLSearchParams({ lock: all })}`, () => {});
      if (state.asked !== asked || !state.open) return;
      state.lock = { fixed, found };
      if (said.isConnected) show();
      else redraw();
    } catch (wrong) {
      said.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
    }
  }

  function show() {
    const view = paint();
    const now = new Map(chosen().moves.map((move) => [move.name, move]));
    for (const { name, slider, often, worth } of rows) {
      const move = now.get(name);
      if (slider !== moved) slider.value = Math.round(STEPS * move.p);
      speak(slider);
      often.textContent = move.p > 1e-9 ? move.often : "never";
      worth.textContent = (move.worth || "–").replace("-", "−");
    }
    said.replaceChildren(...(state.lock ? consequences(state.lock, view, go) : [el("p", { class: "fine" }, "Move a slider: it fixes how often that move is played, and the rest is solved again for both.")]));
  }

  const label = (name) => (leads({ name }) ? el("button", { type: "button", class: "quiet small", onclick: leads({ name }) }, `${name} →`) : el("span", {}, name));
  const back = () => { Object.assign(state, { open: false, lock: null }); redraw(); focusOn(`[aria-label="${WHAT_IF}"]`); };
  show();
  return el("div", { class: "locks" }, head(),
    el("ul", { class: "bars-list with-worth" }, ...rows.map(({ name, slider, often, worth }) => el("li", {}, el("span", { class: "bar-name" }, label(name)), slider, often, worth))),
    said, el("p", {}, el("button", { type: "button", class: "small", onclick: back }, "Back to the solution")));
}

/** The address of a table at which the rival plays with these locks; one sits on the other side. */
function table(fixed) {
  const url = new URL(location.href);
  const sides = new Set(fixed.map((one) => one.text.split(":")[0]));
  if (sides.size === 1) url.searchParams.set("side", sides.has("row") ? "col" : "row");
  url.searchParams.set("rival", `lock(${fixed.map((one) => one.text).join("; ")})`);
  url.hash = "play";
  return url.href;
}

/** The new value, what the lock costs, and the decisions where hands are played otherwise, each with a way there. */
function consequences(lock, view, go) {
  const { value, costs } = lock.found.shown;
  const all = Object.entries(costs);
  const [seat, cost] = all.find(([, one]) => !/^[-−]/.test(one)) ?? all[0]; // if both are locked, one gains what the other loses
  const paid = [`${all.length > 1 ? "Together this costs" : "This costs"} ${seat} ${cost === "0" ? "nothing" : cost}.`];
  const changed = view.decisions.map((one) => [one, one.hands.filter((hand) => hand.mark === "changed").map((hand) => hand.name)]).filter(([, hands]) => hands.length);
  const way = ([one, hands]) => {
    const which = hands.length > 4 ? `${hands.length} hands` : hands.filter((name) => name !== "–").join("; ");
    return el("button", { type: "button", class: "quiet small", onclick: () => go(one.after) }, `${one.after.join(", ") || "start"}${which && ": "}${which}`);
  };
  return [
    el("p", {}, `${lock.fixed.map((one) => one.does).join(" ")} The value becomes `, el("strong", {}, value), ". ", paid.join(" "), " ", el("a", { href: table(lock.fixed) }, "Play against this")),
    el("p", { class: "crumbs" }, el("span", {}, changed.length ? "Played otherwise now (●):" : "Nothing else changes."), ...changed.slice(0, MOST).map(way), changed.length > MOST ? el("span", {}, `and at ${changed.length - MOST} more decisions`) : null),
  ];
}
