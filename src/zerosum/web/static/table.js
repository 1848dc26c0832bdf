// A table: moves without loading the page again, hints, the running score, and the round looked at again.
import { ask, askPatiently, el, line, number, percent, short, waiting } from "./dom.js";
import { drawShown } from "./shown.js";
import { chart } from "./chart.js";

const page = document.querySelector("article.table");
const name = page.dataset.table;
const find = (id) => document.querySelector(`#${id}`);
let turn = Number(page.dataset.turn);
let moving = false;
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
  find("news").replaceChildren(...view.news.map((line) => el("p", { class: "news" }, line)));
  find("scene").replaceChildren(...view.scene.map(line));
  find("shown").replaceChildren(...drawShown(view.shown, view.moves, play));
  const said = view.result > 0 ? "you win" : view.result < 0 ? "you lose" : "a draw";
  find("result").replaceChildren(...(view.over
    ? [el("p", { class: "result" }, `the round: ${said}${view.result ? ` ${number(Math.abs(view.result))}` : ""}`)] : []));
  if (page.dataset.turn !== String(view.turn)) find("hint").replaceChildren();  // one asked for before the first view stays
  find("help").hidden = view.over;
  moves(view);
  const rounds = `${view.played} round${view.played === 1 ? "" : "s"}`;
  find("score").textContent = view.played ? `score ${view.score > 0 ? "+" : ""}${number(view.score)} after ${rounds}` : "";
  find("chart").replaceChildren(...chart(view));
  if (view.over) review();
  else find("review").replaceChildren();
  page.dataset.turn = view.turn;
}

function moves(view) {
  const button = (word, said, kind) => el("button", { type: "button", class: kind, onclick: () => play(word) }, said);
  const offered = view.over ? [button("next", "Another round", "primary")]
    : view.moves.length <= 24 ? view.moves.map((move) => button(move.word, move.said, ""))
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

/** What a move cost: against the rival at the table, where that is known, and against the solution. */
function prices({ cost, cost_here: here }) {
  const said = (one) => (one > 0 ? `${short(one)} on average` : "nothing");
  if (here === null) return page.dataset.solution === "yes" ? `It cost ${said(cost)}` : `Against the solution it cost ${said(cost)}; against this rival that is not known`;
  return `Against this rival it cost ${said(here)}${cost === null ? "" : `; against the solution ${said(cost)}`}`;
}

/** The round looked at again; whoever has gone on meanwhile does not see it any more. */
async function review() {
  const found = await hear(find("review"), "/review");
  if (!found) return;
  const told = (one) => {
    const mix = Object.entries(one.mix).map(([said, p]) => `${said} ${percent(p)}`).join(", ");
    const cost = one.cost === null && one.cost_here === null ? (one.caveat ? ` What it cost is not known: ${one.caveat}.` : "") : ` ${prices(one)}.`;
    return el("li", {}, "You played ", el("strong", {}, one.said), `; the solution plays ${mix}.${cost}`);
  };
  const seen = (moment, side) => el("div", {}, el("span", { class: "label" }, side === page.dataset.side ? "what you see" : "what the rival sees (“you” is the rival here)"), ...moment[side].map(line));
  const sides = Object.keys(found.moments[0]).sort((side) => (side === page.dataset.side ? -1 : 1));
  const open = found.moments.map((moment) => el("li", {}, el("div", { class: "two" }, ...sides.map((side) => seen(moment, side)))));
  find("review").replaceChildren(
    el("h2", {}, "Your round, looked at again"),
    found.choices.length ? el("ol", {}, ...found.choices.map(told)) : el("p", {}, "There was nothing for you to choose."),
    el("details", {}, el("summary", {}, "Replay with everything open"), el("ol", { class: "replay" }, ...open)),
  );
}

find("hint-link")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const found = await hear(find("hint"), "?hint=true");
  if (!found) return;
  const { mix, worth, worth_here: here, caveat } = found.hint ?? { mix: {}, worth: {}, worth_here: {} };
  find("hint").replaceChildren(el("ul", { class: "mix" }, ...Object.entries(mix).map(([said, p]) =>
    el("li", {}, `${said} `, el("strong", {}, percent(p)), said in worth ? ` · worth ${short(worth[said])} from here on` : ""))),
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

// Whoever is quick has moved before the first view comes: then the move's own view is shown instead.
const found = await hear(find("result"), "");
if (found) {
  turn = found.turn;
  show(found);
}
page.dataset.ready = "yes"; // from now on nothing on the page moves by itself
