// A table: moves without loading the page again, hints, the running score, and the round looked at again.
import { amount, askPatiently, el, line, short, waiting } from "./dom.js";
import { drawReview, moveBars, steppingKeys } from "./review.js";
import { cardClass, drawShown, lines, playable } from "./shown.js";
import { chart } from "./chart.js";
import { face } from "./faces.js";

const page = document.querySelector("article.table");
const name = page.dataset.table;
const find = (id) => document.querySelector(`#${id}`);
let turn = Number(page.dataset.turn);
let moving = false;
let reviewed = null; // the review of a finished round, while it is shown
let asked = new AbortController(); // a view, a hint or a review: who moves does not wait for it any more

/** Play a word; of two at once the first counts. */
async function play(word) {
  if (moving) return;
  moving = true;
  asked.abort();
  asked = new AbortController();
  for (const button of find("moves").querySelectorAll("button")) button.disabled = true;
  try {
    const lay = (progress) => find("result").replaceChildren(waiting(progress));
    const found = await askPatiently(`/api/tables/${name}/move`, lay, undefined, { word, turn });
    turn = found.turn;
    show(found);
  } catch (wrong) {
    if (wrong.status === 409) { location.reload(); return; }
    find("result").replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
    for (const button of find("moves").querySelectorAll("button")) button.disabled = false;
  } finally {
    moving = false;
  }
}

/** What the site tells of this table, unless somebody moves first; a place shows meanwhile that it takes longer, or what is wrong. */
async function hear(place, more) {
  try {
    return await askPatiently(`/api/tables/${name}${more}`, (progress) => place.replaceChildren(waiting(progress)), asked.signal);
  } catch (wrong) {
    const told = wrong.name === "AbortError" ? [] : [el("p", { class: "trouble", role: "alert" }, wrong.message)];
    place.replaceChildren(...told);
    return null;
  }
}

function show(view) {
  const { news, scene } = lines(view);
  find("news").replaceChildren(...news.map((line) => el("p", { class: "news" }, line)));
  find("scene").replaceChildren(...scene.map(line));
  find("shown").replaceChildren(...drawShown(view.shown, { side: page.dataset.side, playing: !view.over, moves: view.moves, play }));
  const said = view.result > 0 ? "you win" : view.result < 0 ? "you lose" : "a draw";
  find("result").replaceChildren(...(view.over
    ? [el("p", { class: "result" }, `the round: ${said}${view.result ? ` ${amount(Math.abs(view.result))}` : ""}`)] : []));
  if (page.dataset.turn !== String(view.turn)) find("hint").replaceChildren();  // one asked for before the first view stays
  find("help").hidden = view.over;
  moves(view);
  find("goal").textContent = view.goal;
  const rounds = `${view.played} round${view.played === 1 ? "" : "s"}`;
  find("score").textContent = view.played ? `score ${view.score > 0 ? "+" : ""}${amount(view.score)} after ${rounds}` : "";
  find("chart").replaceChildren(...chart(view));
  reviewed = null;
  if (view.over) review();
  else find("review").replaceChildren();
  page.dataset.turn = view.turn;
}

function moves(view) {
  const button = (word, said, kind) => el("button", { type: "button", class: kind, onclick: () => play(word) }, said);
  const faces = playable(view.shown);
  const offered = view.over ? [button("next", "Another round", "primary")]
    : view.moves.length <= 24 ? view.moves.map((move) => button(move.word, move.said, faces.has(move.word) ? cardClass(move.said) : ""))
      : [listed(view.moves)];
  find("moves").replaceChildren(...offered, ...(view.can_undo ? [button("undo", "Take back", "quiet")] : []));
  const first = find("moves").querySelector("button");
  if (document.activeElement === document.body) first?.focus({ preventScroll: true });
}

/** A list of many moves; letters and figures that are typed there choose one, as in any list. */
function listed(moves) {
  const list = el("select", { size: 8, "aria-label": "your move" }, ...moves.map((move, k) => el("option", { value: move.word, selected: k === 0 }, move.said)));
  list.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); play(list.value); }
  });
  return el("span", { class: "sit many" }, list, el("button", { type: "button", onclick: () => play(list.value) }, "Play"));
}

/** The round looked at again; whoever has gone on meanwhile does not see it any more. */
async function review() {
  const found = await hear(find("review"), "/review");
  if (found) reviewed = drawReview(find("review"), found, page.dataset.side);
}

find("hint-link")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const found = await hear(find("hint"), "?hint=true");
  if (!found) return;
  const { mix, worth, worth_here: here, caveat } = found.hint ?? { mix: {}, worth: {}, worth_here: {} };
  find("hint").replaceChildren(moveBars(mix, worth),
    ...(Object.keys(here).length ? [el("p", {}, `That is against the solution. Against this rival ${Object.entries(here).map(([said, w]) => `${said} is worth ${short(w)}`).join(", ")}.`)]
      : page.dataset.solution === "yes" ? [] : [el("p", { class: "fine" }, "Worths are against the solution; against this rival they are not known.")]),
    caveat ? el("p", { class: "fine" }, caveat) : "");
});

find("moves").addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  const word = button?.value || find("moves").querySelector("select[name=word]")?.value;
  if (word) play(word);
});

// Keys: 1 to 9 are the moves in their order, N the next round, U takes a move back, H asks for a hint, arrows step through a review.
steppingKeys(() => reviewed);
addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...find("moves").querySelectorAll("button:not([disabled])")];
  const named = { n: "Another round", u: "Take back" }[event.key.toLowerCase()];
  const offered = buttons.filter((button) => !["Another round", "Take back"].includes(button.textContent));
  const chosen = named ? buttons.find((button) => button.textContent === named) : offered[Number(event.key) - 1];
  if (event.key.toLowerCase() === "h" && !find("help").hidden) find("hint-link")?.click();
  else if (chosen) { event.preventDefault(); chosen.click(); }
});

// Whoever is quick has moved before the first view comes: then the move's own view is shown instead.
const found = await hear(find("result"), "");
if (found) {
  turn = found.turn;
  show(found);
}
document.querySelector(".rival")?.prepend(face(document.querySelector(".rival").dataset.mood));
page.dataset.ready = "yes"; // from now on nothing on the page moves by itself
