// Explore: walk to any position by its moves; values, mixes, and what moves are worth there.
import { askPatiently, el, line, percent, scrolling, short } from "./dom.js";
import { drawShown } from "./shown.js";

const place = document.querySelector("#walk");
/** What the address holds beside the parameters of the game. */
export const OWN = ["walk", "side", "rival"];

let latest = 0; // of several answers under way, the last that was asked for counts
let now = null; // the game and the path that are shown

/** Leave what is shown, until there is something to show: it is no longer the game of the form. */
export function stopWalk(reason = "") {
  latest += 1;
  place.inert = !reason;
  if (reason) place.replaceChildren(el("p", { class: "fine" }, reason));
}

/** Show the position that the address names; where it names one, whoever has just come here is led there. */
export async function startWalk(game, given, { arriving = false } = {}) {
  const path = walked();
  const mine = latest += 1;
  now = { game, given, path };
  const go = (next) => { history.pushState(null, "", at(next)); startWalk(game, given); };
  try {
    const here = await askPatiently(`/api/games/${game}/walk?${new URLSearchParams([...given, ["walk", path]])}`, () => {});
    if (mine !== latest) return;
    show(here, go);
    if (arriving && path && !location.hash) place.parentElement.scrollIntoView();
  } catch (wrong) {
    if (mine !== latest) return;
    if (path && wrong.status === 400) { // there is no such way in this game
      history.replaceState(null, "", at(""));
      startWalk(game, given);
    } else stopWalk(wrong.message);
  }
}

const walked = () => new URLSearchParams(location.search).get("walk") ?? "";

/** The address of a position. */
function at(path) {
  const address = new URL(location);
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
});

function show(here, go) {
  const steps = here.steps.map((step) => el("button", { class: "quiet", type: "button", onclick: () => go(step.path) }, step.said));
  const walking = place.contains(document.activeElement);
  steps.at(-1).setAttribute("aria-current", "step");
  place.inert = false;
  place.replaceChildren(el("p", {}, ...steps), ...(here.onlooker ? lookOn(here, go) : position(here, go)));
  if (walking) steps.at(-1).focus({ preventScroll: true }); // who walks by keyboard goes on from there
}

function position(here, go) {
  const chance = here.rows.length === 1 && here.cols.length === 1 && here.cells[0][0].next.length > 1;
  const alone = Math.min(here.rows.length, here.cols.length) === 1;
  return [
    sight(here.seats.row, here.scene, here.shown),
    el("p", { class: "value" }, here.over ? "paid " : "value ", el("strong", {}, here.value), ` to ${here.seats.row}`),
    ...(here.note ? [el("p", { class: "fine" }, here.note)] : []),
    ...(here.over ? [el("p", {}, "The game is over here.")] : chance ? ways("choose what chance does", here.cells[0][0].next, go) : [(alone ? list : matrix)(here, go)]),
  ];
}

const sight = (seat, lines, shown) => el("div", { class: "drag" }, el("h3", {}, `what ${seat} sees`), ...drawShown(shown), ...lines.map(line));
const way = (one, go) => el("button", { class: "quiet", type: "button", onclick: () => go(one.path) }, `${one.said}${one.p === null || one.p === undefined ? "" : ` · ${percent(one.p)}`}`);
const ways = (label, list, go) => (list.length ? [el("p", { class: "label" }, label), el("div", { class: "ways" }, ...list.map((one) => way(one, go)))] : []);

/** What an onlooker sees who chooses for chance: both sides' sight, and whoever must choose with mix and worth. */
function lookOn(here, go) {
  const sees = Object.entries(here.sees).map(([side, lines]) => sight(here.seats[side], lines, here.shown[side]));
  return [
    el("div", { class: "two" }, ...sees),
    ...(here.over ? [el("p", { class: "value" }, "paid ", el("strong", {}, here.value), ` to ${here.seats.row}`), el("p", {}, "The game is over here.")] : []),
    ...Object.entries(here.choices).map(([side, choice]) => chooser(here, side, choice, go)),
    ...(Object.keys(here.choices).length === 2 ? [pairs(here, go)] : []),
    ...ways(here.again && here.chance.length ? "some of what chance may do" : "choose what chance does", here.chance, go),
    ...ways("chance might also have led to", here.others, go),
    ...(here.again ? [way({ said: "Draw another", path: `${here.again}${Math.floor(Math.random() * 100000)}` }, go)] : []),
  ];
}

/** A side's moves: how often the solution plays each with what the side knows, and what it earns on average. */
function chooser(here, side, choice, go) {
  const alone = Object.keys(here.choices).length === 1;
  const to = (k) => (side === "row" ? here.pairs[k][0] : here.pairs[0][k]);
  const rows = choice.moves.map((move, k) => el("tr", {},
    el("th", { scope: "row" }, alone ? el("button", { class: "quiet", type: "button", onclick: () => go(to(k)) }, move.said) : move.said),
    el("td", {}, move.p === undefined ? "" : percent(move.p)), el("td", {}, typeof move.worth === "number" ? short(move.worth) : "")));
  const worth = typeof choice.worth === "number" ? `: worth ${short(choice.worth)} to ${here.seats[side]}` : "";
  return el("div", {}, scrolling(`moves of ${here.seats[side]}`, el("table", {},
    el("caption", {}, `${here.seats[side]} chooses, knowing no more than ${here.seats[side]} sees${worth}`),
    el("thead", {}, el("tr", {}, ...["move", "played", "earns"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows))), choice.reason ? el("p", { class: "fine" }, choice.reason) : null);
}

/** Where both choose at once, each pair of moves is a way on. */
function pairs(here, go) {
  const { row, col } = here.choices;
  return scrolling("pairs of moves", el("table", {}, el("caption", {}, "Both choose at once: go on with a pair of moves"),
    el("tbody", {}, ...row.moves.map((mine, i) => el("tr", {}, ...col.moves.map((theirs, j) => el("td", {},
      el("button", { class: "quiet", type: "button", onclick: () => go(here.pairs[i][j]) }, `${mine.said} : ${theirs.said}`))))))));
}

/** What a pair of moves is worth; a button leads to what follows, one for each outcome of chance. */
const told = (cell) => (cell.worth === null ? `pays ${short(cell.pays)}` : short(cell.worth));
const worths = (cell, go) => [cell.next.length > 1 ? el("p", { class: "label" }, told(cell)) : null,
  el("div", { class: "ways" }, ...cell.next.map((next) => el("button", { class: "quiet", type: "button", onclick: () => go(next.path) },
    cell.next.length > 1 ? `${next.said} · ${percent(next.p)}` : told(cell))))];

/** Where one side alone chooses, its moves stand below each other. */
function list(here, go) {
  const [side, moves] = here.cols.length === 1 ? ["row", here.rows] : ["col", here.cols];
  const cell = (k) => (side === "row" ? here.cells[k][0] : here.cells[0][k]);
  return scrolling("moves", el("table", {}, el("caption", {}, `What each move of ${here.seats[side]} is worth; choose one to go there`),
    el("thead", {}, el("tr", {}, ...["move", "played", `worth to ${here.seats.row}`].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...moves.map((move, k) => el("tr", {}, el("th", { scope: "row" }, move.said), el("td", {}, percent(move.p)), el("td", {}, ...worths(cell(k), go)))))));
}

/** The order of moves, the one that is played most often first; of those that are never played, as they came. */
const best = (moves) => moves.map((_, k) => k).sort((a, b) => (Math.abs(moves[b].p - moves[a].p) < 1e-9 ? a - b : moves[b].p - moves[a].p));

/** Rows and columns are moves with their probabilities, best first; a cell is what the pair is worth, and leads there. */
function matrix(here, go) {
  const [rows, cols] = [best(here.rows), best(here.cols)];
  const worth = here.cells.flat().map((cell) => cell.worth ?? cell.pays);
  const most = Math.max(1e-12, ...worth.map(Math.abs));
  const head = el("tr", {}, el("th", { scope: "col" }, `${here.seats.row} ↓ ${here.seats.col} →`),
    ...cols.map((j) => el("th", { scope: "col" }, here.cols[j].said, el("small", {}, percent(here.cols[j].p)))));
  const body = rows.map((i) => el("tr", {},
    el("th", { scope: "row" }, here.rows[i].said, el("small", {}, percent(here.rows[i].p))),
    ...cols.map((j) => {
      const cell = here.cells[i][j];
      const value = cell.worth ?? cell.pays;
      const made = el("td", { class: `heat ${value < 0 ? "minus" : "plus"}${here.rows[i].p > 1e-9 && here.cols[j].p > 1e-9 ? " played" : ""}` }, ...worths(cell, go));
      made.style.setProperty("--heat", `${Math.round(38 * Math.abs(value) / most)}%`);
      return made;
    })));
  return scrolling("pairs of moves", el("table", { class: "heat-map" },
    el("caption", {}, `What each pair of moves is worth to ${here.seats.row}, the most played first; choose one to go there`), el("thead", {}, head), el("tbody", {}, ...body)));
}
