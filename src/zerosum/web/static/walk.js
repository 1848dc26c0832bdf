// Explore: walk to any position by its moves; value, both mixes, and what each pair of moves is worth there.
import { askPatiently, el, number, percent } from "./dom.js";

const place = document.querySelector("#walk");

export async function startWalk(game, given) {
  const params = new URLSearchParams(location.search);
  await walk(game, given, params.get("walk") ?? "", false);
}

async function walk(game, given, path, remember = true) {
  const query = new URLSearchParams(given);
  query.delete("walk");
  query.set("path", path);
  try {
    const here = await askPatiently(`/api/games/${game}/walk?${query}`, () => {});
    if (here.reason) {
      place.replaceChildren(el("p", {}, here.reason));
      return;
    }
    show(here, (next) => walk(game, given, next));
    if (remember) {
      const address = new URL(location);
      if (path) address.searchParams.set("walk", path);
      else address.searchParams.delete("walk");
      history.pushState(null, "", address);
    }
  } catch (wrong) {
    place.replaceChildren(el("p", {}, wrong.message));
  }
}

addEventListener("popstate", () => location.reload());

function show(here, go) {
  const steps = here.steps.map((step) => el("button", { class: "quiet", type: "button", onclick: () => go(step.path) }, step.said));
  place.replaceChildren(
    el("p", {}, ...steps),
    ...here.scene.map((line) => el("p", {}, line)),
    el("p", { class: "value" }, here.over ? "paid " : "value ", el("strong", {}, here.value), " to row"),
    here.over ? el("p", {}, "The game is over here.") : matrix(here, go),
  );
}

/** Rows and columns are moves with their probabilities; a cell is what the pair is worth, and leads there. */
function matrix(here, go) {
  const head = el("tr", {}, el("th", { scope: "col" }, "row \\ col"),
    ...here.cols.map((move) => el("th", { scope: "col" }, move.said, " ", el("small", {}, percent(move.p)))));
  const rows = here.rows.map((move, i) => el("tr", {},
    el("th", { scope: "row" }, move.said, " ", el("small", {}, percent(move.p))),
    ...here.cells[i].map((cell) => el("td", {}, ...cell.next.map((next) =>
      el("button", { class: "quiet", type: "button", onclick: () => go(next.path), title: next.said },
        `${number(cell.worth)}${cell.next.length > 1 ? ` · ${next.said}` : ""}`))))));
  return el("div", { class: "scroll" }, el("table", {},
    el("caption", {}, "What each pair of moves is worth; choose one to go there"), el("thead", {}, head), el("tbody", {}, ...rows)));
}
