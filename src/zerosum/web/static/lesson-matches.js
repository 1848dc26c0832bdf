// The slides one at a time, with the arrow keys or the buttons.
import { el } from "./dom.js";

const list = document.querySelector("#slides");
const slides = [...list.children];
let at = Math.min(Number(list.dataset.at), slides.length) - 1;

const back = el("button", { type: "button", class: "quiet", onclick: () => go(at - 1) }, "← One match fewer");
const on = el("button", { type: "button", onclick: () => go(at + 1) }, "One match more →");
list.before(el("p", { class: "sit" }, back, on));

function go(next) {
  at = Math.max(0, Math.min(slides.length - 1, next));
  slides.forEach((slide, k) => { slide.hidden = k !== at; });
  back.disabled = at === 0;
  on.disabled = at === slides.length - 1;
  const address = new URL(location);
  address.searchParams.set("at", at + 1);
  history.replaceState(null, "", address);
}

addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "ArrowLeft") go(at - 1);
});
go(at);
