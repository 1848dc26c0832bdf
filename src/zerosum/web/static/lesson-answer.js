// One slider over a game's answer: the page asks for the same answer as the command, at another place.
import { askPatiently, el, table } from "./dom.js";

const place = document.querySelector("#lesson");
const { game, slider: name, least, most, step, start, choice, choices, extra } = place.dataset;
const given = new URLSearchParams(location.search);
const shown = el("div", {});
const told = el("output", {});
const slider = el("input", { type: "range", min: least, max: most, step, value: given.get(name) ?? start, "aria-label": name });
const select = choice ? el("select", { "aria-label": choice }, ...choices.split(",").map((one) => el("option", {}, one))) : null;
if (select && given.get(choice)) select.value = given.get(choice);
let asked = new AbortController();

async function update() {
  told.textContent = ` ${slider.value}`;
  const query = new URLSearchParams(extra);
  query.set(name, slider.value);
  if (select) query.set(choice, select.value);
  asked.abort();
  asked = new AbortController();
  try {
    const found = await askPatiently(`/api/games/${game}/answer?${query}`, () => {}, asked.signal);
    shown.replaceChildren(el("p", { class: "value" }, found.report.title), ...found.report.tables.map(table), ...found.report.notes.map((note) => el("p", {}, note)));
    const address = new URL(location);
    address.searchParams.set(name, slider.value);
    if (select) address.searchParams.set(choice, select.value);
    history.replaceState(null, "", address);
  } catch (wrong) {
    if (wrong.name !== "AbortError") shown.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
  }
}

slider.addEventListener("input", update);
select?.addEventListener("change", update);
place.replaceChildren(
  ...(select ? [el("label", { class: "field" }, el("span", {}, choice), select)] : []),
  el("label", { class: "field" }, el("span", {}, name, told), slider), shown);
update();
