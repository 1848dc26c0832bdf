// Your own game: while you type, the site reads the text and says what it is, or what is wrong beside the line.
import { begins, el, fetchWhenReady, latestOnly, minus, rules } from "./dom.js";

const form = document.querySelector("#own");
const text = form.querySelector("textarea");
const gutter = form.querySelector(".lines");
const note = form.querySelector(".editor-note");
const result = document.querySelector("#own-result");
/** Milliseconds without a key after which the text is read. */
const PAUSE = 350;
let timer = 0;
let wrong = 0; // the line with a mistake

/** Number the lines; the one with a mistake is marked, and says beside it what is wrong. */
function number() {
  const count = text.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: count }, (_, k) => el("li", { class: k + 1 === wrong ? "wrong" : "" })));
  follow();
}

function follow() {
  gutter.scrollTop = text.scrollTop;
  const line = gutter.children[wrong - 1];
  note.hidden = !line;
  if (line) note.style.top = `${line.offsetTop - text.scrollTop}px`;
}

/** A table of payoffs on a felt, as the page has it. */
function payoffs({ rows, cols, cells }) {
  const paid = ([text, sign]) => el("td", { class: ["minus", "", "plus"][sign + 1] }, minus(text));
  const head = (scope) => (name) => el("th", { scope }, name);
  return el("div", { class: "felt strip-felt", "data-felt": "plum" }, el("table", { class: "pays" }, el("caption", { class: "tag" }, "Payoffs to row"),
    el("thead", {}, el("tr", {}, el("td"), ...cols.map(head("col")))),
    el("tbody", {}, ...rows.map((name, i) => el("tr", {}, head("row")(name), ...cells[i].map(paid))))));
}

function show(answer) {
  wrong = answer.line ?? 0;
  const sentence = answer.error ? `${begins(answer.error)}.` : "";
  note.textContent = sentence;
  result.replaceChildren(...(answer.error ? [el("p", { class: "trouble" }, answer.line ? `Line ${answer.line}: ` : "", `${answer.error}.`)] : [el("h2", {}, answer.title), ...(answer.payoffs ? [payoffs(answer.payoffs)] : rules(answer.rules))]));
  number();
}

const read = latestOnly(async () => {
  try {
    show(await fetchWhenReady("/api/own", () => {}, undefined, { text: text.value }));
  } catch (error) {
    show({ error: error.message, line: 0 });
  }
});

text.addEventListener("input", () => { wrong = 0; number(); clearTimeout(timer); timer = setTimeout(read, PAUSE); });
text.addEventListener("scroll", follow);
form.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  text.value = (await file.slice(0, 4 * text.maxLength).text()).slice(0, text.maxLength);
  target.value = ""; // it is in the text now, where it can be changed
  number();
  read();
});
form.addEventListener("submit", () => clearTimeout(timer));
number();
if (result.querySelector(".trouble") || result.childElementCount < 2) read();
