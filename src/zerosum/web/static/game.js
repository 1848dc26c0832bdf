// A game's page: parameters redraw the answer in place, and the address keeps up with them.
import { fetchWhenReady, el, latestOnly, minus, rules, table, waiting } from "./dom.js";
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

/** What is said of a value, by how it is known; the page of the server says the same. */
const PROVED = { exact: ["Exact", "proved in fractions"], bounds: ["Certified", "proved within bounds"], "": ["An estimate", "not a bound"] };
const find = (id) => document.querySelector(`#${id}`);
let views = [];
let walk = null; // the position that has been walked to: {here, go}
const words = (selector) => answer.querySelector(selector)?.textContent;
let solved = { number: words(".value strong"), decimal: words(".value-sub") }; // the value above the picture

/** The value of what is drawn, where that is not the solution; null for the solution. */
function headline(shown) {
  const { number, decimal } = shown ?? solved;
  answer.querySelector(".value strong").textContent = number;
  answer.querySelector(".value-sub").textContent = decimal;
  answer.classList.toggle("otherwise", shown !== null);
  find("explanation").dataset.otherwise = `With the changed strategy. In the solution the value is ${solved.number}.`;
}

/** Fill a part of the page beside the picture, which is hidden where it is empty. */
function slot(name, elements) {
  const place = find(name);
  place.hidden = !elements;
  place.replaceChildren(...(elements ?? []));
}

/** The decision and the hand in the address. */
const at = () => { const asked = new URLSearchParams(location.search); return { after: asked.get("after"), holding: asked.get("holding") }; };

/** Look at another decision, to which the way back leads, or at another hand of the same one. */
function visit({ after, holding }, push) {
  const address = new URL(location);
  address.searchParams.set("after", after);
  if (holding === null) address.searchParams.delete("holding");
  else address.searchParams.set("holding", holding);
  history[push ? "pushState" : "replaceState"](null, "", address);
  draw();
}

/** Draw the position that has been walked to; if the browser cannot draw it, show the figure. */
function draw() {
  const focus = document.activeElement?.getAttribute("aria-label");
  for (const name of ["board", "detail", "locks"]) slot(name, null);
  const drawn = drawViews(walkViews(walk, views), { walk, redraw: draw, headline, at, visit, slot, address: (what) => `/api/games/${game}/${what}?${given()}` });
  page.classList.toggle("with-grid", !find("detail").hidden);
  if (!drawn.length && !walk?.path) return false;
  find("explore").hidden = false;
  find("views").replaceChildren(...drawn);
  if (focus) page.querySelector(`:is(#views, #locks) [aria-label="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  return true;
}

function show(result, chosen) {
  const { report, shown } = result;
  find("title").textContent = report.name;
  document.title = `${report.title} · zerosum`;
  find("settings").replaceChildren(...report.chips.map((one) => el("li", { class: "chip setting" }, one)), find("settings").lastElementChild);
  find("how").replaceChildren(...rules(result.rules));
  const source = `/api/games/${game}/picture.svg?${chosen}`;
  const [proved, how] = PROVED[shown.proof];
  answer.replaceChildren(el("div", { class: "panel answer" },
    el("p", { class: "value" }, el("span", { class: "value-label" }, `Value to ${shown.to}`), " ", el("strong", {}, shown.number), " ", el("span", { class: "value-sub" }, shown.decimal)),
    el("p", { class: "explanation", id: "explanation" }), el("a", { class: `proof-chip ${shown.proof}`, href: "#proof" }, el("b", {}, proved), el("span", {}, how))));
  solved = shown;
  answer.classList.remove("otherwise");
  find("explanation").textContent = result.explanation;
  views = result.views;
  if (!draw()) {
    const picture = find("views").querySelector("img.picture") ?? el("img", { class: "picture" });
    picture.alt = `Plot of the solution: ${report.title}`;
    picture.src = source;
    find("views").replaceChildren(el("a", { class: "wide", href: source }, picture));
    find("explore").hidden = false;
  }
  find("digits").replaceChildren(
    el("p", {}, "value ", el("strong", {}, minus(report.value))),
    ...report.tables.map(table),
    ...report.notes.map((note) => el("p", {}, note)),
    el("p", { class: "fine" }, report.footer),
    el("p", { class: "fine" }, "On the command line: ", el("code", {}, result.command)),
    el("p", {}, el("a", { href: source }, "Download the figure"), " · ", el("a", { href: `/api/games/${game}/answer?${chosen}` }, "View as JSON")),
  );
}

/** Solve what the form says; while that is under way, only the newest change waits. */
const update = latestOnly(async () => {
  const chosen = given();
  page.setAttribute("aria-busy", "true");
  const wait = (progress) => setStatus(waiting(progress));
  try {
    const result = await fetchWhenReady(`/api/games/${game}/answer?${chosen}`, wait);
    setStatus();
    walk = null;
    show(result, chosen);
    startWalk(game, chosen, { onwalk, redraw: draw });
  } catch (error) {
    setStatus(el("p", { class: "trouble", role: "alert" }, error.message)); // the answer before it stays, and says whose it is
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
function setStatus(...lines) {
  document.querySelector("#status").replaceChildren(...lines);
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

/** A slider beside every small number: cards, bets, the dealer's rule; at every point of it the game can be solved. */
const measured = [...form.querySelectorAll("#parameters > .fields input[data-varies]")]
  .filter((field) => field.dataset.varies === "number" || field.value.includes(","))
  .sort((one, two) => (one.dataset.varies === "list") - (two.dataset.varies === "list"));
for (const field of form.querySelectorAll("input[data-most]")) {
  if (field.value === "" || !Number.isFinite(Number(field.value))) continue;
  const { least, most, step } = field.dataset;
  const slider = el("input", { type: "range", min: least, max: most, step, value: field.value, "aria-label": `${name(field)}, slider` });
  slider.addEventListener("input", () => {
    field.value = slider.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", () => { slider.value = field.value; });
  field.after(slider);
}

if (measured.length) followFormula(game, find("line"), form, measured, name, given);
if (find("map")) followMap(find("map"), game, form, (wanted) => [...form.elements].find((field) => name(field) === wanted), given);

// A rejected opponent is reported on the game's page, but the address is that of the tables: correct it.
if (location.pathname !== `/games/${game}`) history.replaceState(null, "", `/games/${game}${location.search}`);

const nodes = form.querySelector("input[name=nodes]");
if (nodes) nodes.closest(".fields").after(ringEditor(nodes));

const begin = find("given-answer");
if (begin) {
  views = JSON.parse(begin.textContent).views;
  draw();
}

if (page.dataset.job || (!begin && find("explanation"))) update(); // what is drawn is under way, or too large to come with the page
else startWalk(game, given(), { arriving: true, onwalk, redraw: draw });
