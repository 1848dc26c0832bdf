// A strategy of the visitor's own: a file is dropped, the site says where it leaks, and it can be played against.
import { begins, el, fetchWhenReady, latestOnly, table, withArticle, waiting } from "./dom.js";

const place = document.querySelector("#leaks");
const page = document.querySelector("article.game");
const result = place.querySelector(".leak-result");
const fill = place.querySelector("input[name=fill]");
const chooser = place.querySelector("input[type=file]");
/** The strategy that was read last, so that a tick need not choose it again. */
let last = null;

/** A button for each seat that plays against the strategy. */
function seats(answer) {
  return Object.entries(answer.seats).map(([side, seat]) => el("form", { method: "post", action: `/games/${page.dataset.game}/tables${location.search}`, class: "sit" },
    el("input", { type: "hidden", name: "side", value: side }),
    el("input", { type: "hidden", name: "opponent", value: answer.opponent }),
    el("button", { type: "submit" }, `Play against it as ${withArticle(seat)}`)));
}

const read = latestOnly(async () => {
  if (!last) return;
  try {
    const asked = { ...last, fill: fill.checked };
    const answer = await fetchWhenReady(`/api/games/${page.dataset.game}/leaks${location.search}`, (progress) => result.replaceChildren(waiting(progress)), undefined, asked);
    result.replaceChildren(el("p", {}, el("strong", {}, begins(answer.title))), ...answer.tables.map(table), ...answer.notes.map((note) => el("p", {}, note)), ...seats(answer));
  } catch (error) {
    result.replaceChildren(el("p", { class: "trouble", role: "alert" }, `${begins(error.message)}.`));
  }
});

async function take(file) {
  if (!file) return;
  last = { text: await file.text(), ending: (file.name.match(/\.[^.]*$/)?.[0] ?? "").toLowerCase() };
  place.open = true;
  read();
}

chooser.addEventListener("change", () => take(chooser.files[0]));
fill.addEventListener("change", read);
place.addEventListener("dragover", (event) => event.preventDefault());
place.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
