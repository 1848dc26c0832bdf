// The home page: a live hand of Kuhn poker at the same table as everywhere, and what five hands gave away.
import { fetchJson, fetchWhenReady } from "./dom.js";
import { sitDown } from "./table.js";

const HANDS = 5;
const KEPT = "zerosum-table-of-B";
const place = document.querySelector("#hand");

/** The table of this browser tab, or a new one. */
async function opened() {
  const known = sessionStorage.getItem(KEPT);
  if (known) {
    try {
      await fetchWhenReady(`/api/tables/${known}`, () => {});
      return known;
    } catch { /* it has been forgotten: a new one is opened */ }
  }
  // as B, whose optimal strategy is the only one: any other choice is a mistake
  const { result, underWay } = await fetchJson("/api/tables", { game: "kuhn", given: {}, side: "col" });
  sessionStorage.setItem(KEPT, result.id);
  if (underWay) await fetchWhenReady(`/api/tables/${result.id}`, () => {});
  return result.id;
}

try {
  const table = await opened();
  const after = (result) => {
    const hand = result.over ? result.played : result.played + 1;
    document.querySelector("#hands").textContent = result.played < HANDS ? `Hand ${hand} of ${HANDS}` : `Hand ${hand}`;
    document.querySelector("#judged").hidden = result.played < HANDS;
    place.classList.toggle("unread", result.played < HANDS || !result.over);
    place.dataset.ready = "yes";
  };
  await sitDown(place, { table, compact: true, after }).look({});
  document.querySelector("#judged a").href = `/tables/${table}`;
} catch { /* the form of the page without scripts stays */ }
