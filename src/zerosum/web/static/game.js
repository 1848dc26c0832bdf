// A game's page: parameters redraw the answer in place, and the address keeps up with them.
import { askPatiently, el, table, waiting } from "./dom.js";
import "./papers.js";
import { ringEditor } from "./ring-editor.js";
import { startWalk, stopWalk } from "./walk.js";

const page = document.querySelector("article.game");
const form = document.querySelector("#parameters");
const answer = document.querySelector("#answer");
const game = page.dataset.game;
const SEAT = ["side", "rival"];
let asked = new AbortController();
let begun = 0;

/** What the form says, without what is as it would be anyway. */
function given() {
  const chosen = new URLSearchParams();
  for (const field of form.elements) {
    if (!field.name || (field.type === "checkbox" && !field.checked) || field.value === "") continue;
    const usual = field.tagName === "SELECT"
      ? [...field.options].find((option) => option.defaultSelected)?.value : field.defaultValue;
    const before = new URLSearchParams(location.search).has(field.name);
    if (field.type === "checkbox" || field.value !== usual || before) chosen.set(field.name, field.value);
  }
  return chosen;
}

function show(found, chosen) {
  const { report } = found;
  document.querySelector("#title").textContent = report.title;
  document.querySelector("#how").replaceChildren(...found.rules.map((line) => el("p", { class: "rule" }, line)));
  const picture = answer.querySelector("img.picture") ?? el("img", { class: "picture" });
  picture.alt = `Picture of the solution: ${report.title}`;
  picture.src = `/api/games/${game}/picture.svg?${chosen}`;
  answer.replaceChildren(
    el("p", { class: "value" }, "value ", el("strong", {}, report.value)),
    el("a", { class: "wide", href: picture.src }, picture),
    ...report.tables.map(table),
    ...report.notes.map((note) => el("p", {}, note)),
    el("p", { class: "fine" }, report.footer),
    el("p", { class: "fine" }, "the same at a terminal: ", el("code", {}, found.command)),
  );
}

async function update() {
  const chosen = given();
  begun = Date.now();
  asked.abort();
  asked = new AbortController();
  stopWalk();
  const wait = (progress) => {
    answer.replaceChildren(waiting(progress));
    stopWalk("There is something to explore once the game above is solved.");
  };
  try {
    const found = await askPatiently(`/api/games/${game}/answer?${chosen}`, wait, asked.signal);
    show(found, chosen);
    startWalk(game, chosen);
  } catch (wrong) {
    if (wrong.name === "AbortError") return;
    answer.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
    stopWalk("The game above is not solved, so there is nothing to explore.");
  }
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => ["walk", ...SEAT].includes(name));
  history.replaceState(null, "", `?${new URLSearchParams([...chosen, ...kept])}${location.hash}`);
  for (const seat of document.querySelectorAll("form.sit")) seat.action = `/games/${game}/tables?${chosen}`;
}

/** Whom one wants to play, and on which side, is in the address where it has been chosen. */
document.querySelector("#play form").addEventListener("input", ({ target }) => {
  const address = new URL(location);
  if (target.value) address.searchParams.set(target.name, target.value);
  else address.searchParams.delete(target.name);
  history.replaceState(null, "", address);
});

/** Milliseconds between answers to quick changes; the first change is answered at once. */
const APART = 60;
let soon = 0;
form.addEventListener("input", ({ target }) => {
  if (target.name === "path") { location.search = given(); return; } // another file is another game
  clearTimeout(soon);
  soon = setTimeout(update, Math.max(0, begun + APART - Date.now()));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  update();
});

/** Have the pictures drawn to which a slider may go next, the nearest first, as long as each is there at once. */
async function drawAhead(name, value, least, most) {
  for (const step of [1, -1, 2, -2, 3, -3]) {
    if (value + step < least || value + step > most) continue;
    const chosen = given();
    chosen.set(name, value + step);
    const { status } = await fetch(`/api/games/${game}/picture.svg?${chosen}`);
    if (status !== 200) return;
  }
}

/** A slider beside every small number: cards, bets, the dealer's rule. */
for (const field of form.querySelectorAll("input[type=number], #parameters > .fields input[data-kind=number]")) {
  const value = Number(field.value);
  if (field.value === "" || !(value >= 0 && value <= 31)) continue;
  const whole = field.type === "number";
  const most = whole ? Math.max(8, Math.ceil(1.5 * value)) : Math.max(4, 2 * value);
  const slider = el("input", { type: "range", min: whole && value > 0 ? 1 : 0, max: most, step: whole ? 1 : 0.05, value, "aria-label": `${field.name}, slider` });
  slider.addEventListener("input", () => {
    field.value = slider.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", () => { slider.value = field.value; });
  if (whole) for (const near of ["pointerenter", "focus"]) slider.addEventListener(near, () => drawAhead(field.name, Number(slider.value), Number(slider.min), most), { once: true });
  field.after(slider);
}

// A refused opponent is reported on the game's page, but the address is that of the tables: correct it.
if (location.pathname !== `/games/${game}`) history.replaceState(null, "", `/games/${game}${location.search}`);

const nodes = form.querySelector("input[name=nodes]");
if (nodes) nodes.closest(".fields").after(ringEditor(nodes));

if (page.dataset.job) update();
else startWalk(game, given(), { arriving: true });
