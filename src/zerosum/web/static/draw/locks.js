// What if a hand were played otherwise: sliders fix how often a move is played, and the site solves the rest.
import { begins, el, fetchWhenReady, latestOnly, percent, withArticle } from "../dom.js";

/** Number of steps of a slider: halves, thirds, quarters, fifths and sixths can all be reached. */
const STEPS = 60;

/** Largest number of changed decisions that are listed, and of hands of a decision that have a slider each. */
const MAX_ROWS = 8;
const MAX_HANDS = 5;
/** Largest number of sliders that are not folded. */
const MAX_SLIDERS = 6;

/** Steps of a slider as a fraction in lowest terms. */
function fraction(value) {
  const common = (a, b) => (b ? common(b, a % b) : a);
  const shared = common(STEPS, Number(value));
  return STEPS === shared ? `${value / shared}` : `${value / shared}/${STEPS / shared}`;
}

const share = (value) => percent(value / STEPS);

const key = (side, information) => `${side} ${information}`;

/** The solution's view with what is played under a lock, and a mark at each hand that is locked or has changed. */
export function overlay(view, lock) {
  if (!lock) return view;
  const under = lock.result.views.find((one) => one.kind === view.kind) ?? { decisions: [] };
  const now = new Map(under.decisions.flatMap((one) => one.hands.map((hand) => [key(one.side, hand.information), hand])));
  const marks = new Map(lock.result.changes.map((one) => [key(one.side, one.information), "changed"]));
  for (const one of lock.fixed) marks.set(one.id, "locked");
  const hands = (one) => one.hands.map((hand) => {
    const id = key(one.side, hand.information);
    return { ...hand, ...now.get(id), mark: marks.get(id) };
  });
  return { ...view, decisions: view.decisions.map((one) => ({ ...one, hands: hands(one) })) };
}

/** Only one lock is solved at a time, and only the newest waits. */
const solve = latestOnly((work) => work());

/**
 * Sliders for the decision that is shown, and what the lock does. Where every hand has two moves there is one for each hand, otherwise one for
 * each move of the chosen hand. Answers update the sliders in place: replacing a slider would end the drag.
 */
export function controls(here, chosen, { state, redraw, address, go, paint, colours }) {
  const { asked } = state;
  const paired = here.hands.length <= MAX_HANDS && here.hands.every((hand) => hand.moves.length === 2);
  const holds = (hand) => (hand.name === "–" ? withArticle(here.seat) : `${withArticle(here.seat)} with ${hand.name}`);
  const status = el("div", { role: "status", class: "lock-result" });
  let moved = null; // the slider that was moved last stays where the hand has put it

  const listed = paired ? here.hands.map((hand) => [hand, hand.moves[1].name]) : [...chosen().moves].sort((a, b) => (b.p > 1e-9) - (a.p > 1e-9)).map((move) => [chosen(), move.name]); // those that are played first
  const rows = listed.map(([hand, name]) => {
    const slider = el("input", { class: colours(name), type: "range", min: 0, max: STEPS, step: 1, "aria-label": `how often ${holds(hand)} plays ${name}` });
    slider.addEventListener("input", () => { moved = slider; speak(slider); solve(() => lock(hand, name, slider.value)); });
    return { information: hand.information, name, slider, often: el("b", {}), label: paired && hand.name !== "–" ? `${hand.name}: ${name}` : begins(name) };
  });
  const speak = (slider) => slider.setAttribute("aria-valuetext", share(slider.value));

  async function lock({ information, ...hand }, move, value) {
    if (state.asked !== asked) return; // another game
    const id = key(here.side, information);
    const does = `${begins(holds(hand))}${here.after.length ? ` after ${here.after.join(", ")}` : ""} plays ${move} ${share(value)} of the time.`;
    const others = (state.lock?.fixed ?? []).filter((one) => one.id !== id); // what was fixed elsewhere stays fixed
    const fixed = [...others, { id, side: here.side, text: `${here.side}: ${information}: ${move} ${fraction(value)}`, does }];
    try {
      const all = fixed.map((one) => one.text).join("\n");
      const result = await fetchWhenReady(`${address("locked")}&${new URLSearchParams({ lock: all })}`, () => {});
      if (state.asked !== asked) return;
      state.lock = { fixed, result };
      if (status.isConnected) show();
      else redraw();
    } catch (error) {
      status.replaceChildren(el("p", { class: "trouble", role: "alert" }, error.message));
    }
  }

  function show() {
    const view = paint();
    const decision = view.decisions.find((one) => one.side === here.side && JSON.stringify(one.after) === JSON.stringify(here.after));
    const now = new Map(decision.hands.map((hand) => [hand.information, new Map(hand.moves.map((move) => [move.name, move]))]));
    for (const { information, name, slider, often } of rows) {
      const move = now.get(information).get(name);
      if (slider !== moved) slider.value = Math.round(STEPS * move.p);
      speak(slider);
      often.textContent = move.p > 1e-9 ? move.often : "never";
    }
    reset.hidden = !state.lock;
    status.replaceChildren(...(state.lock ? consequences(state.lock, view, go) : [el("p", { class: "fine" }, "Move a slider to fix how often that move is played; the rest of the game is then solved again for both players.")]));
  }

  const reset = el("button", { type: "button", class: "quiet small", onclick: () => { state.lock = null; redraw(); document.querySelector("#locks input")?.focus({ preventScroll: true }); } }, "Reset");
  const title = paired ? "Change this strategy" : `Change this strategy${chosen().name === "–" ? "" : ` with ${chosen().name}`}`;
  const drawn = rows.map(({ label, name, slider, often }) => el("div", { class: "slide" }, el("span", {}, el("span", { class: `swatch ${colours(name)}` }), ` ${label}`), often, slider));
  const panel = [el("div", { class: "panel-head" }, el("h2", {}, title), reset),
    ...drawn.slice(0, MAX_SLIDERS), drawn.length > MAX_SLIDERS ? el("details", {}, el("summary", {}, `${drawn.length - MAX_SLIDERS} more moves`), ...drawn.slice(MAX_SLIDERS)) : "", status];
  show();
  return panel;
}

/** The address of a table at which the opponent plays with these locks; one sits on the other side. */
function table(fixed) {
  const url = new URL(location.href);
  const sides = new Set(fixed.map((one) => one.side));
  if (sides.size === 1) url.searchParams.set("side", sides.has("row") ? "col" : "row");
  url.searchParams.set("opponent", `lock(${fixed.map((one) => one.text).join("; ")})`);
  url.hash = "play";
  return url.href;
}

/** The new value, what the lock costs, and the decisions where hands are played otherwise, each with a way there. */
function consequences(lock, view, go) {
  const { value, costs } = lock.result.shown;
  const { seat, cost, shown } = costs.find((one) => one.cost >= 0) ?? costs[0]; // if both are locked, one gains what the other loses
  const paid = [`${costs.length > 1 ? "Together these cost" : "This costs"} ${seat} ${cost ? shown : "nothing"}.`];
  const changed = view.decisions.map((one) => [one, one.hands.filter((hand) => hand.mark === "changed").map((hand) => hand.name)]).filter(([, hands]) => hands.length);
  const way = ([one, hands]) => {
    const which = hands.length > 4 ? `${hands.length} hands` : hands.filter((name) => name !== "–").join("; ");
    return el("button", { type: "button", class: "quiet small", onclick: () => go(one) }, `${begins(one.after.join(", ")) || "Start"}${which && ": "}${which}`);
  };
  return [
    el("p", {}, `${lock.fixed.map((one) => one.does).join(" ")} The value becomes `, el("strong", {}, value), ". ", paid.join(" "), " ", el("a", { href: table(lock.fixed) }, "Play against this strategy")),
    el("p", { class: "crumbs" }, el("span", {}, changed.length ? "Decisions that change:" : "No other decision changes."), ...changed.slice(0, MAX_ROWS).map(way), changed.length > MAX_ROWS ? el("span", {}, `and ${changed.length - MAX_ROWS} more`) : null),
  ];
}
