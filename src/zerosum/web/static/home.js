// The home page: a live hand of Kuhn's poker, what five hands gave away, and a filter of the gallery.
import { ask, askPatiently, el, short } from "./dom.js";

const HANDS = 5;
const place = document.querySelector("#hand");
const KEPT = "zerosum-first-table";
let table = null;

const card = (face, hidden = false) => el("span", { class: `playing-card ${hidden ? "back" : ""}`, role: "img", "aria-label": hidden ? "a hidden card" : face }, hidden ? "?" : face);
const rowOf = (view, label) => view.shown.rows?.find((row) => row.label.includes(label));

/** The table of this browser tab, or a new one. */
async function sitDown() {
  const known = sessionStorage.getItem(KEPT);
  if (known) {
    try {
      const found = await askPatiently(`/api/tables/${known}`, () => {});
      return found;
    } catch { /* it has been forgotten: a new one is opened */ }
  }
  const { found, underWay } = await ask("/api/tables", { game: "kuhn", given: {}, side: "row" });
  sessionStorage.setItem(KEPT, found.id);
  return underWay ? askPatiently(`/api/tables/${found.id}`, () => {}) : found;
}

async function play(word) {
  for (const button of place.querySelectorAll("button")) button.disabled = true;
  try {
    table = await askPatiently(`/api/tables/${table.id}/move`, () => {}, undefined, { word, turn: table.turn });
    await show();
    place.querySelector("button")?.focus({ preventScroll: true });
  } catch (wrong) {
    if (wrong.status === 409 || wrong.status === 404) { sessionStorage.removeItem(KEPT); begin(); return; }
    place.append(el("p", { class: "trouble", role: "alert" }, wrong.message));
    for (const button of place.querySelectorAll("button")) button.disabled = false;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const PAST = { check: "checked", bet: "bet", fold: "folded", call: "called" };

/** What has happened in this hand, from its first move on. */
function story() {
  const sofar = table.scene.find((line) => line.startsWith("so far: "))?.slice(8) ?? "";
  const moves = sofar.split(", ").filter((move) => move in PAST).map((move, k) => `${k % 2 ? "your rival" : "you"} ${PAST[move]}`);
  const shows = table.news.find((line) => line.startsWith("the rival shows "));
  const end = table.over ? ` ${shows ? `Your rival shows ${shows.slice(16)}.` : `${sofar.endsWith("fold") ? "A hand that ends with a fold is not shown." : ""}`}` : "";
  return moves.length ? `${capital(moves.join(", "))}.${end}` : "";
}

/** The hand as it stands: the cards, what has happened, the question. */
async function show() {
  const mine = rowOf(table, "your")?.cards[0] ?? "?";
  const theirs = rowOf(table, "rival");
  const number = table.over ? table.played : table.played + 1;
  const asked = table.moves.map((move) => move.said);
  const question = `${capital(asked.join(" or "))}?`;
  const last = story();
  const paid = table.result > 0 ? `You win ${short(table.result)}.` : table.result < 0 ? `You lose ${short(-table.result)}.` : "Nobody wins.";
  const done = table.over && table.played % HANDS === 0;
  const judged = done ? await verdict() : null; // it comes with the last hand, not after it
  place.replaceChildren(
    el("p", { class: "fine" }, `hand ${(number - 1) % HANDS + 1} of ${HANDS}${table.played ? ` · you are ${table.score > 0 ? `ahead by ${short(table.score)}` : table.score < 0 ? `behind by ${short(-table.score)}` : "even"}` : ""}`),
    el("div", { class: "deal" }, el("figure", {}, card(mine), el("figcaption", {}, "you")), el("figure", {}, card(theirs?.cards[0] ?? "?", theirs?.hidden ?? true), el("figcaption", {}, "your rival"))),
    el("p", { class: "big" }, table.over ? paid : `You hold ${mine}. ${question}`),
    last ? el("p", { class: "news" }, last) : el("p", { class: "fine" }, "Each has paid 1 into the pot. You act first."),
    el("p", { class: "sit" }, ...(table.over ? [el("button", { type: "button", onclick: () => play("next") }, done ? "Five more hands" : "Next hand")]
      : table.moves.map((move) => el("button", { type: "button", onclick: () => play(move.word) }, capital(move.said))))),
  );
  if (judged) place.append(judged);
  place.dataset.ready = "yes";
}

/** What was exploitable in how these hands were played, and what it costs. */
async function verdict() {
  const found = await askPatiently(`/api/tables/${table.id}/habits`, () => {});
  const worst = found.each[0];
  const habit = (one) => {
    const played = one.moves.filter((move) => move.times).map((move) => `${move.said} ${move.times} out of ${one.times}`).join(", ");
    const usual = one.moves.filter((move) => move.p > 1e-9).map((move) => `${move.said} ${move.often}`).join(", ");
    const where = one.sees.join(", ").replace(/^your hand /, "with ").replace("so far: no bet yet", "at the start").replace("so far: ", "after ");
    return `${capital(where)}, you chose ${played}; the best play is ${usual}.`;
  };
  const rival = `A rival who had watched these ${found.rounds} hands, and believed that you always play like that, would win ${short(found.cost - found.value)} a hand from you. Perfect play loses only ${short(-found.value)}.`;
  return el("div", { class: "judgement" }, el("h2", {}, found.cost > 1e-6 ? "You can be read" : "Nobody can read you"),
    ...(found.cost > 1e-6 ? [el("p", {}, rival), el("p", {}, el("strong", {}, "What gives you away most. "), habit(worst))] : [el("p", {}, "Nothing in these hands was a mistake that a rival could use.")]),
    el("p", {}, el("a", { href: "/lessons/jack" }, "Why bluff?"), " · ", el("a", { href: "/games/kuhn" }, "The solution"), " · ", el("a", { href: `/tables/${table.id}` }, "Go on at the table")));
}

async function begin() {
  try {
    table = await sitDown();
    await show();
  } catch { /* the form of the page without scripts stays */ }
}

/** A field that leaves the games whose words it has. */
function filter() {
  const field = el("input", { type: "search", "aria-label": "find a game", placeholder: "find a game", autocomplete: "off" });
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const shelf of document.querySelectorAll(".shelf")) {
      const cards = [...shelf.querySelectorAll(".card")];
      for (const one of cards) one.hidden = !words.every((word) => one.dataset.words.includes(word));
      shelf.hidden = cards.every((one) => one.hidden);
    }
  });
  document.querySelector("#filter-place").prepend(field);
}

filter();
begin();
