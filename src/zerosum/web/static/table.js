// A table: the piece of the page that the server draws is asked for again after every move, and only what is new moves.
import { el, fetchWhenReady, waiting } from "./dom.js";

/** How long the opponent takes, in milliseconds; a key or a touch skips it. */
const PAUSE = 500;
const CHOICES = ".next, .act, .can-play";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Sit down at a table that is drawn, or will be, inside `place`; `after` hears of every new view. */
export function sitDown(place, { table, shared = false, compact = false, after = () => {} }) {
  const address = `/api/${shared ? "rounds" : "tables"}/${table}/page`;
  const status = document.querySelector("#status");
  let moving = false;
  let asked = new AbortController(); // a review, a hint or a reading: who moves does not wait for it
  let looks = 0; // how many the reader has asked for: an early answer that comes late is not shown over a later one

  const article = () => place.querySelector("article.play");
  const find = (what) => place.querySelector(what);
  const query = (more) => {
    const all = new URLSearchParams({ ...more, ...(compact ? { compact } : {}) }).toString();
    return all ? `?${all}` : "";
  };

  /** Play a word; of two at once the first counts. */
  async function play(word, button) {
    if (moving) return;
    moving = true;
    asked.abort();
    asked = new AbortController();
    place.dataset.moving = "yes";
    button?.setAttribute("aria-pressed", "true");
    const turn = Number(article().dataset.turn);
    try {
      const [result] = await Promise.all([
        fetchWhenReady(address + query({}), (progress) => say(waiting(progress)), undefined, { word, turn }),
        word === "next" || word === "undo" ? null : pause(),
      ]);
      show(result);
    } catch (error) {
      if (error.status === 409) { location.reload(); return; }
      button?.removeAttribute("aria-pressed");
      say(error.message);
    } finally {
      moving = false;
      delete place.dataset.moving;
    }
  }

  /** Ask for the table as it stands, or as it was at a step, with a hint or with a reading of one's play. */
  async function look(more, { quietly = false } = {}) {
    const signal = asked.signal;
    const mine = quietly ? looks : ++looks;
    try {
      const result = await fetchWhenReady(address + query(more), (progress) => (quietly ? null : say(waiting(progress))), signal);
      if (!signal.aborted && mine === looks) show(result, { keepsFocus: true });
      return result;
    } catch (error) {
      if (error.name !== "AbortError" && !quietly) say(error.message);
      return null;
    }
  }

  /** Put what the server has drawn in the place of what was there; the new things move. */
  function show(result, { keepsFocus = false } = {}) {
    const before = article();
    const fresh = new DOMParser().parseFromString(result.html, "text/html").querySelector("article.play");
    const focus = marked(document.activeElement, before, keepsFocus);
    if (before) {
      if (!still.matches) animate(before, fresh);
      before.replaceWith(document.adoptNode(fresh));
    } else place.replaceChildren(document.adoptNode(fresh));
    if (status && result.messages.length) status.textContent = result.messages.join(". ");
    if (focus) (find(focus) ?? find(CHOICES))?.focus({ preventScroll: true });
    after(result);
    if (result.over && !result.reviewed) review();
  }

  /** The review of a round that has just ended, and then how the play so far can be read. */
  async function review() {
    const result = await look({});
    if (result?.reviewed) await look({ read: true }, { quietly: true });
  }

  function say(what) {
    const line = find(".rail .trouble") ?? place.appendChild(el("p", { class: "trouble", role: "alert" }));
    line.hidden = false;
    line.replaceChildren(what);
  }

  place.addEventListener("submit", (event) => {
    event.preventDefault();
    const word = event.submitter?.value || find("select[name=word]")?.value;
    if (word) play(word, event.submitter);
  });
  place.addEventListener("click", (event) => {
    const link = event.target.closest("a.move, #hint-link, #read-link, a.share");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches(".share")) share(link);
    else look(Object.fromEntries(new URL(link.href).searchParams));
  });

  // Keys: 1 to 9 are the moves in their order, N the next round, U takes a move back, H asks for a hint, arrows step through a review.
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || !article()) return;
    const key = event.key.toLowerCase();
    const by = { arrowleft: -1, arrowright: 1 }[key];
    const { step, last } = article().dataset;
    if (by && step !== undefined) {
      event.preventDefault();
      const to = Math.min(Number(last), Math.max(0, Number(step) + by));
      if (to !== Number(step)) look({ step: to });
      return;
    }
    const named = { n: ".next", u: "button[value=undo]", h: "#hint-link" }[key];
    const chosen = named ? find(named) : [...place.querySelectorAll(".acts .act[name=word]")][Number(key) - 1];
    if (chosen) { event.preventDefault(); chosen.click(); }
  });

  async function share(link) {
    const whole = new URL(link.href, location.href).href;
    try { await navigator.clipboard.writeText(whole); link.textContent = "Copied"; } catch { location.assign(whole); }
  }

  if (article()?.dataset.over === "yes" && !shared) look({ read: true }, { quietly: true });
  return { look };
}

/** A pause that any key or touch ends. */
function pause() {
  if (still.matches) return null;
  return new Promise((go) => {
    const skip = new AbortController();
    const end = () => { skip.abort(); go(); };
    const timer = setTimeout(end, PAUSE);
    for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => { clearTimeout(timer); end(); }, { signal: skip.signal });
  });
}

/** What has the focus, as a selector of its like in the next piece; after a move the next choice. */
function marked(element, inside, keeps) {
  if (!inside || (element !== document.body && !inside.contains(element))) return "";
  if (keeps) return element.id ? `#${element.id}` : element.matches("a.move") ? "a.move[aria-current]" : "";
  return CHOICES;
}

/** Only what a dealer would move moves: cards that are new are dealt or turned, chips slide, the result rises. */
function animate(before, fresh) {
  for (const zone of [".opponent .zone", ".middle .zone", ".mine .zone"]) {
    const was = before.querySelectorAll(`${zone} svg.card, ${zone} svg.die, ${zone} .cup`);
    const left = new Map();
    for (const one of was) left.set(one.ariaLabel ?? one.getAttribute("aria-label"), (left.get(one.getAttribute("aria-label")) ?? 0) + 1);
    fresh.querySelectorAll(`${zone} svg.card, ${zone} svg.die`).forEach((one, k) => {
      const name = one.getAttribute("aria-label");
      if (left.get(name)) left.set(name, left.get(name) - 1);
      else one.classList.add(was[k]?.querySelector(".card-back, .cup-body") && !one.querySelector(".card-back") ? "flips" : "dealt");
    });
  }
  const paid = (one) => one?.textContent ?? "";
  for (const one of fresh.querySelectorAll(".wager")) {
    if (paid(before.querySelector(`.${one.classList[1]}`)) !== paid(one)) one.classList.add("slides-in");
  }
  if (paid(before.querySelector(".pot .pill")) !== paid(fresh.querySelector(".pot .pill"))) fresh.querySelector(".pot")?.classList.add("slides-in");
  if (fresh.querySelector(".banner") && !before.querySelector(".banner")) fresh.querySelector(".banner").classList.add("rises");
  for (const one of fresh.querySelectorAll(".speech")) {
    if (![...before.querySelectorAll(".speech")].some((old) => old.textContent === one.textContent)) one.classList.add("rises");
  }
}

const place = document.querySelector("#table");
if (place) {
  sitDown(place, { table: place.dataset.table, shared: "shared" in place.dataset });
  place.dataset.ready = "yes";
}
