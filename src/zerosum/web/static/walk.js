// Walk to any position by its moves. This module shows the trail and the ways on; the drawing modules show what is played there.
import { fetchWhenReady, el, minus, percent, scrolling, short, withArticle } from "./dom.js";
import { leadsOn } from "./draw/walked.js";

const place = document.querySelector("#walk");
const trail = document.querySelector("#trail");
const bench = document.querySelector(".bench");
const NARROW = matchMedia("(max-width: 58rem)");
/** Largest number of ways on that are shown at once; where there are more than twice as many, the others are folded. */
const MAX_ROWS = 12;
const CHANCE = "choose the outcome of the chance move";
/** What the address holds beside the parameters of the game. */
export const OWN = ["walk", "after", "holding", "side", "opponent"];

let latest = 0; // of several answers under way, the last that was asked for counts
let now = null; // the game and the path that are shown, and who draws the position

/** Leave what is shown, until there is something to show: it is no longer the game of the form. */
export function stopWalk(reason = "") {
  latest += 1;
  place.inert = trail.inert = !reason;
  if (reason) place.replaceChildren(el("p", { class: "fine" }, reason));
}

/** Show the position in the address, if it has one; a visitor who has just arrived is led there. */
export async function startWalk(game, given, { arriving = false, onwalk = now?.onwalk, redraw = now?.redraw } = {}) {
  const path = walked();
  const mine = latest += 1;
  now = { game, given, path, onwalk, redraw };
  const go = (next) => { history.pushState(null, "", at(next)); startWalk(game, given); };
  try {
    const here = await fetchWhenReady(`/api/games/${game}/walk/drawn?${new URLSearchParams([...given, ["walk", path]])}`, () => {});
    if (mine !== latest) return;
    const before = bench.classList.contains("walking");
    bench.classList.toggle("walking", path !== "");
    const walking = trail.contains(document.activeElement) || place.contains(document.activeElement) || document.querySelector("#views").contains(document.activeElement);
    show(here, go);
    onwalk?.({ here, go, path });
    if (walking && !document.activeElement?.closest("#explore, #walk")) trail.lastElementChild.focus({ preventScroll: true });
    if ((arriving && path && !location.hash) || (NARROW.matches && path && !before)) document.querySelector("#explore").scrollIntoView();
  } catch (error) {
    if (mine !== latest) return;
    if (path && error.status === 400) { // there is no such way in this game
      history.replaceState(null, "", at(""));
      startWalk(game, given);
    } else stopWalk(error.message);
  }
}

const walked = () => new URLSearchParams(location.search).get("walk") ?? "";

/** The address of a position. */
function at(path) {
  const address = new URL(location);
  for (const name of ["after", "holding"]) address.searchParams.delete(name);
  if (path) address.searchParams.set("walk", path);
  else address.searchParams.delete("walk");
  return address;
}

/** Back and forward, and links within the page: only what has changed is shown again. */
addEventListener("popstate", () => {
  const asked = new URLSearchParams(location.search);
  const given = [...asked].filter(([name]) => !OWN.includes(name));
  if (new URLSearchParams(given).toString() !== now?.given.toString()) location.reload(); // another game than the form's
  else if ((asked.get("walk") ?? "") !== now.path) startWalk(now.game, now.given);
  else now.redraw?.(); // another decision or hand of the same position
});

function show(here, go) {
  const steps = here.steps.map((step) => el("button", { class: "quiet small", type: "button", onclick: () => go(step.path) }, step.label));
  steps.at(-1).setAttribute("aria-current", "step");
  place.inert = trail.inert = false;
  trail.replaceChildren(...steps);
  trail.hidden = steps.length < 2;
  place.replaceChildren(...(here.onlooker ? lookOn(here, go) : position(here, go)));
}

function position(here, go) {
  const chance = here.rows.length === 1 && here.cols.length === 1 && here.cells[0][0].next.length > 1;
  const alone = Math.min(here.rows.length, here.cols.length) === 1;
  const paid = here.steps.length < 2 && !here.over ? [] : [el("p", { class: "value" }, here.over ? "payoff " : "value here ", el("strong", {}, Number.isFinite(Number(here.value)) ? short(Number(here.value)) : here.value), ` to ${withArticle(here.seats.row)}`)];
  return [
    ...paid,
    ...(here.note ? [el("p", { class: "fine" }, here.note)] : []),
    ...(here.over ? [el("p", {}, "The game ends here.")] : chance ? ways(here.steps.length < 2 ? `Step through a round: ${CHANCE}` : CHANCE, here.cells[0][0].next, go) : alone && leadsOn(here) ? [] : [(alone ? list : matrix)(here, go)]),
    ...(here.steps.length < 2 && !alone ? [] : [sight(here.seats.row, here.scene, here.drawn.row)]), // at first both choose, and all is known
  ];
}

const sight = (seat, lines, html) => {
  const drawn = new DOMParser().parseFromString(html, "text/html").body.children;
  return el("div", { class: "drag" }, el("h3", {}, `What ${withArticle(seat)} sees`), ...(drawn.length ? drawn : lines.map((text) => el("p", {}, minus(text)))));
};
const step = (one, go) => el("button", { class: "quiet small", type: "button", onclick: () => go(one.path) }, `${one.label}${one.p === null || one.p === undefined ? "" : ` · ${percent(one.p)}`}`);
const ways = (label, list, go) => {
  const row = (some) => el("div", { class: "ways" }, ...some.map((one) => step(one, go)));
  const more = list.length > 2 * MAX_ROWS ? list.slice(MAX_ROWS) : [];
  return list.length ? [el("p", { class: "label" }, label), row(list.slice(0, list.length - more.length)), ...(more.length ? [el("details", {}, el("summary", {}, `${more.length} more`), row(more))] : [])] : [];
};

/** Where the reader chooses for chance: what both sides see, and the ways on that are not moves of one side. */
function lookOn(here, go) {
  const start = here.steps.length < 2;
  const sees = start ? [] : Object.entries(here.sees).map(([side, lines]) => sight(here.seats[side], lines, here.drawn[side]));
  const description = start ? `Step through a round with all cards face up${here.chance.length > 1 ? `: ${CHANCE}` : ""}` : here.again && here.chance.length ? "some outcomes of the chance move" : CHANCE;
  const reasons = Object.values(here.choices).map((choice) => choice.reason).filter(Boolean);
  return [
    ...(here.over ? [el("p", { class: "value" }, "payoff ", el("strong", {}, here.value), ` to ${withArticle(here.seats.row)}`), el("p", {}, "The game ends here.")] : []),
    ...reasons.map((reason) => el("p", { class: "fine" }, reason)),
    ...(Object.keys(here.choices).length === 2 ? [pairs(here, go)] : []),
    ...ways(description, here.chance, go),
    el("div", { class: "two" }, ...sees),
    ...ways("other outcomes of the chance move", here.others, go),
    ...(here.again ? [step({ label: "Draw again", path: `${here.again}${Math.floor(Math.random() * 100000)}` }, go)] : []),
  ];
}

/** Where both choose at once, each pair of moves is a way on. */
function pairs(here, go) {
  const { row, col } = here.choices;
  return scrolling("pairs of moves", el("table", {}, el("caption", {}, "Both players choose at the same time. Pick a pair of moves to continue."),
    el("tbody", {}, ...row.moves.map((mine, i) => el("tr", {}, ...col.moves.map((theirs, j) => el("td", {},
      el("button", { class: "quiet small", type: "button", onclick: () => go(here.pairs[i][j]) }, `${mine.label} : ${theirs.label}`))))))));
}

/** What a pair of moves is worth; a button leads to what follows, one for each outcome of chance. */
const cellText = (cell) => (cell.worth === null ? `pays ${short(cell.pays)}` : short(cell.worth));
const worths = (cell, go) => [cell.next.length > 1 ? el("p", { class: "label" }, cellText(cell)) : null,
  el("div", { class: "ways" }, ...cell.next.map((next) => el("button", { class: "quiet", type: "button", onclick: () => go(next.path) },
    cell.next.length > 1 ? `${next.label} · ${percent(next.p)}` : cellText(cell))))];

/** Where one side alone chooses and chance then has a say, its moves stand below each other. */
function list(here, go) {
  const [side, moves] = here.cols.length === 1 ? ["row", here.rows] : ["col", here.cols];
  const cell = (k) => (side === "row" ? here.cells[k][0] : here.cells[0][k]);
  return scrolling("moves", el("table", {}, el("caption", {}, `Where each of ${withArticle(here.seats[side])}'s moves leads. Pick one to go there.`),
    el("thead", {}, el("tr", {}, ...["move", `value to ${withArticle(here.seats.row)}`].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...moves.map((move, k) => el("tr", {}, el("th", { scope: "row" }, move.label), el("td", {}, ...worths(cell(k), go)))))));
}

/** The order of moves, the one that is played most often first; numbers, and those that are never played, as they came. */
const best = (moves) => moves.every((move) => /^\d+$/.test(move.label)) ? moves.map((_, k) => k) : moves.map((_, k) => k).sort((a, b) => (Math.abs(moves[b].p - moves[a].p) < 1e-9 ? a - b : moves[b].p - moves[a].p));

/** Rows and columns are moves with their probabilities, best first; a cell is what the pair is worth, and leads there. */
function matrix(here, go) {
  const [rows, cols] = [best(here.rows), best(here.cols)];
  const worth = here.cells.flat().map((cell) => cell.worth ?? cell.pays);
  const most = Math.max(1e-12, ...worth.map(Math.abs));
  const chance = el("div", { "aria-live": "polite" }); // after a pair of moves that leaves chance several ways
  const head = el("tr", {}, el("th", { scope: "col" }, `${here.seats.row} ↓ ${here.seats.col} →`),
    ...cols.map((j) => el("th", { scope: "col" }, here.cols[j].label, el("small", {}, percent(here.cols[j].p)))));
  const body = rows.map((i) => el("tr", {},
    el("th", { scope: "row" }, here.rows[i].label, el("small", {}, percent(here.rows[i].p))),
    ...cols.map((j) => {
      const cell = here.cells[i][j];
      const value = cell.worth ?? cell.pays;
      const several = cell.next.length > 1;
      const open = () => { chance.replaceChildren(...ways(CHANCE, cell.next, go)); chance.querySelector("button").focus({ preventScroll: true }); chance.scrollIntoView({ block: "nearest" }); };
      const made = el("td", { class: `heat ${value < 0 ? "minus" : "plus"}${here.rows[i].p > 1e-9 && here.cols[j].p > 1e-9 ? " played" : ""}` },
        el("button", { class: "quiet", type: "button", onclick: several ? open : () => go(cell.next[0].path) }, cellText(cell)));
      made.style.setProperty("--heat", `${Math.round(38 * Math.abs(value) / most)}%`);
      return made;
    })));
  const label = `Value of each pair of moves to ${withArticle(here.seats.row)}. Pick one to go there.`;
  return el("div", {}, scrolling(label, el("p", { class: "label", "aria-hidden": "true" }, label), el("table", { class: "heat-map" }, el("thead", {}, head), el("tbody", {}, ...body))), chance);
}
