// A game's page: parameters redraw the answer in place, and the address keeps up with them.
import { askPatiently, el, newest, rules, table, waiting } from "./dom.js";
import { drawViews } from "./draw/index.js";
import { walkViews } from "./draw/walked.js";
import { followFormula } from "./formula.js";
import { followMap } from "./map.js";
import "./papers.js";
import { ringEditor } from "./ring-editor.js";
import { OWN, startWalk, stopWalk } from "./walk.js";

const page = document.querySelector("article.game");
const form = document.querySelector("#parameters");
const answer = document.querySelector("#answer");
const game = page.dataset.game;

/** A field's parameter: in a form, a field that is called "matches" would hide the form's own function. */
const name = (field) => field.name.replace(/_$/, "");

/** What the form says, without what is as it would be anyway. */
function given() {
  const chosen = new URLSearchParams();
  for (const field of form.elements) {
    if (!field.name || (field.type === "checkbox" && !field.checked) || field.value === "") continue;
    const usual = field.tagName === "SELECT"
      ? [...field.options].find((option) => option.defaultSelected)?.value : field.defaultValue;
    const before = new URLSearchParams(location.search).has(name(field));
    if (field.type === "checkbox" || field.value !== usual || before) chosen.set(name(field), field.value);
  }
  return chosen;
}

const find = (id) => document.querySelector(`#${id}`);
let views = [];
let walk = null; // the position that has been walked to: {here, go}
let solved = answer.querySelector(".value strong")?.textContent; // the value above the picture

/** The value of what is drawn, where that is not the solution; null for the solution. */
function headline(value) {
  answer.querySelector(".value strong").textContent = value ?? solved;
  answer.classList.toggle("otherwise", value !== null);
  find("why").dataset.otherwise = `In the solution it is ${solved}.`;
}

/** Draw the position that has been walked to; if the browser cannot draw it, show the figure. */
function draw() {
  const focus = document.activeElement?.getAttribute("aria-label");
  const drawn = drawViews(walkViews(walk, views), { walk, redraw: draw, headline, address: (what) => `/api/games/${game}/${what}?${given()}` });
  if (!drawn.length && !walk?.path) return false;
  find("views").replaceChildren(...drawn);
  if (focus) find("views").querySelector(`[aria-label="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  return true;
}

function show(found, chosen) {
  const { report } = found;
  find("title").textContent = report.title.replaceAll(" ·", "\u00a0·"); // a dot begins no line
  find("how").replaceChildren(...rules(found.rules));
  const source = `/api/games/${game}/picture.svg?${chosen}`;
  if (!find("why")) answer.replaceChildren(el("p", { class: "value" }), el("p", { class: "why", id: "why" }));
  solved = found.value;
  answer.querySelector(".value").replaceChildren("value ", el("strong", {}, solved));
  answer.classList.remove("otherwise");
  find("why").textContent = found.why;
  views = found.views;
  if (!draw()) {
    const picture = find("views").querySelector("img.picture") ?? el("img", { class: "picture" });
    picture.alt = `Picture of the solution: ${report.title}`;
    picture.src = source;
    find("views").replaceChildren(el("a", { class: "wide", href: source }, picture));
  }
  find("digits").replaceChildren(
    el("p", {}, "value ", el("strong", {}, report.value)),
    ...report.tables.map(table),
    ...report.notes.map((note) => el("p", {}, note)),
    el("p", { class: "fine" }, report.footer),
    el("p", { class: "fine" }, "the same at a terminal: ", el("code", {}, found.command)),
    el("p", {}, el("a", { href: source }, "The figure, to download"), " · ", el("a", { href: `/api/games/${game}/answer?${chosen}` }, "the answer as JSON")),
  );
}

/** Solve what the form says; while that is under way, only the newest change waits. */
const update = newest(async () => {
  const chosen = given();
  page.setAttribute("aria-busy", "true");
  const wait = (progress) => told(waiting(progress));
  try {
    const found = await askPatiently(`/api/games/${game}/answer?${chosen}`, wait);
    told();
    walk = null;
    show(found, chosen);
    startWalk(game, chosen, { onwalk });
  } catch (wrong) {
    told(el("p", { class: "trouble", role: "alert" }, wrong.message)); // the answer before it stays, and says whose it is
    stopWalk();
  }
  page.removeAttribute("aria-busy");
  const kept = [...new URLSearchParams(location.search)].filter(([name]) => OWN.includes(name));
  history.replaceState(null, "", `?${new URLSearchParams([...chosen, ...kept])}${location.hash}`);
  for (const seat of document.querySelectorAll("form.sit")) seat.action = `/games/${game}/tables?${chosen}`;
});

/** Draw the position that has been walked to. */
function onwalk(walked) {
  walk = walked;
  draw();
}

/** What is going on with the answer, above it. */
function told(...lines) {
  document.querySelector("#told").replaceChildren(...lines);
}

/** Whom one wants to play, and on which side, is in the address where it has been chosen. */
document.querySelector("#play form").addEventListener("input", ({ target }) => {
  const address = new URL(location);
  if (target.value) address.searchParams.set(target.name, target.value);
  else address.searchParams.delete(target.name);
  history.replaceState(null, "", address);
});

form.addEventListener("input", ({ target }) => {
  if (name(target) === "path") { location.search = given(); return; } // another file is another game
  update();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  update();
});

/** A slider beside every small number: cards, bets, the dealer's rule. */
for (const field of form.querySelectorAll("input[type=number], #parameters > .fields input[data-kind=number]")) {
  const value = Number(field.value);
  if (field.value === "" || !(value >= 0 && value <= 31)) continue;
  const whole = field.type === "number";
  const most = whole ? Math.max(8, Math.ceil(1.5 * value)) : Math.max(4, 2 * value);
  const slider = el("input", { type: "range", min: value > 0 ? (whole ? 1 : 0.05) : 0, max: most, step: whole ? 1 : 0.05, value, "aria-label": `${name(field)}, slider` });
  slider.addEventListener("input", () => {
    field.value = slider.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", () => { slider.value = field.value; });
  field.after(slider);
}

const measured = [...form.querySelectorAll("#parameters > .fields input[data-varies]")]
  .filter((field) => field.dataset.varies === "number" || field.value.includes(","))
  .sort((one, two) => (one.dataset.varies === "list") - (two.dataset.varies === "list"));
if (measured.length) followFormula(game, form, measured, name, given);
if (find("map")) followMap(find("map"), game, form, (wanted) => [...form.elements].find((field) => name(field) === wanted), given);

// A refused opponent is reported on the game's page, but the address is that of the tables: correct it.
if (location.pathname !== `/games/${game}`) history.replaceState(null, "", `/games/${game}${location.search}`);

const nodes = form.querySelector("input[name=nodes]");
if (nodes) nodes.closest(".fields").after(ringEditor(nodes));

const begin = find("given-answer");
if (begin) {
  views = JSON.parse(begin.textContent).views;
  draw();
}

if (page.dataset.job) update();
else startWalk(game, given(), { arriving: true, onwalk });
