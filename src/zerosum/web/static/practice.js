// Exercises and worked steps: links and the form change the page in place, and a score is kept in this browser.

const KEY = "practice";

function scores() {
  try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; }
}

/** Note what became of an answer; an exercise that was right once stays right. */
function note(kind, number, isRight) {
  const all = scores();
  const own = all[kind] = all[kind] || {};
  own[number] = own[number] === true || isRight;
  try { localStorage.setItem(KEY, JSON.stringify(all)); } catch { /* no room, or not allowed: no score */ }
}

function words(kind) {
  const results = Object.values(scores()[kind] || {});
  return results.length ? `${results.filter(Boolean).length} correct out of ${results.length} tried` : "";
}

function show() {
  for (const place of document.querySelectorAll("[data-score]")) place.textContent = words(place.dataset.score);
  const score = document.querySelector("#score"), kind = document.querySelector("#swap")?.dataset.kind;
  if (score && kind) score.textContent = words(kind) && `Your score: ${words(kind)}.`;
}

function marked() {
  const { kind, number, marked: result } = document.querySelector("#swap")?.dataset || {};
  if (kind && result) note(kind, number, result === "right");
  show();
}

/** Put what an address leads to into the page; where that fails, go there as usual. */
async function swap(address, keep = true) {
  let result = null;
  try {
    const response = await fetch(address);
    if (response.ok) result = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#swap");
  } catch { /* the browser says what is wrong */ }
  if (!result) { location.assign(address); return; }
  const before = document.querySelectorAll("#swap section").length;
  document.querySelector("#swap").replaceWith(document.adoptNode(result));
  if (keep) history.pushState({}, "", address);
  marked();
  const sections = document.querySelectorAll("#swap section");
  const marks = document.querySelector("#marks");
  const target = marks?.querySelector("h3") ? marks : sections.length > before ? sections[sections.length - 1] : document.querySelector("#swap h2");
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  swap(link.href);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-swap]")) return;
  event.preventDefault();
  const filled = new URLSearchParams(new FormData(event.target));
  filled.set("check", "1");
  swap(`${event.target.action}?${filled}`);
});
addEventListener("popstate", () => swap(location.href, false));
marked();
