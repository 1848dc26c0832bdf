// Small helpers that every page uses: elements, requests, numbers.

/** An element with attributes and children; text children are text, never HTML. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** JSON from the site; an Error with the site's own sentence where something is wrong. */
export async function ask(address, body, signal) {
  const options = body === undefined ? { signal } : {
    method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(address, options).catch((wrong) => {
    throw wrong.name === "AbortError" ? wrong : new Error("The site does not answer. What you see is from before; it goes on once the site is back.");
  });
  const found = await response.json().catch(() => ({ detail: "the site did not answer" }));
  if (!response.ok) {
    const wrong = new Error(typeof found.detail === "string" ? found.detail : "the site could not read that");
    wrong.status = response.status;
    throw wrong;
  }
  return { found, underWay: response.status === 202 };
}

/** The same, waiting for work that takes longer; `told` hears after a second that it does, and then how far it is. */
export async function askPatiently(address, told, signal, body) {
  const slow = setTimeout(() => { if (!signal?.aborted) told(null); }, 1000);
  try {
    for (;;) {
      const { found, underWay } = await ask(address, body, signal);
      if (!underWay) return found;
      for (;;) {
        const { found: job } = await ask(`/api/jobs/${found.job}`, undefined, signal);
        if (!job.under_way) break;
        clearTimeout(slow);
        told(job.progress);
        await new Promise((go) => setTimeout(go, 300));
      }
    }
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Run one request at a time: while one is under way only the newest of the next ones is kept, so that a slider that is
 * dragged shows picture after picture, however slow.
 */
export function newest(work) {
  let running = false;
  let next = null;
  return async (...asked) => {
    next = asked;
    if (running) return;
    running = true;
    try {
      while (next) {
        const [now] = [next, (next = null)];
        await work(...now);
      }
    } finally {
      running = false;
    }
  };
}

/** How far long work is. */
export function waiting(progress) {
  const [done, total, unit] = progress ?? [0, 0, ""];
  const bar = total ? el("progress", { max: total, value: done, "aria-label": unit }) : el("progress", { "aria-label": "working" });
  return el("p", { class: "waiting" }, "This takes a little longer. ", bar, total ? ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${unit}` : "");
}

export const percent = (p) => (p < 0.0005 && p > 1e-12 ? "<0.1%" : `${(100 * p).toFixed(1)}%`);
export const fixed = (x, digits) => Number(x.toFixed(digits)).toFixed(digits); // never -0.000
/** A number for people: three digits. */
export const short = (x) => (Math.abs(x) < 1e-9 ? 0 : Number(x.toPrecision(3))).toString().replace("-", "−");
/** An amount that was paid: whole numbers with all their digits. */
export const amount = (x) => (Number.isInteger(x) ? x.toString().replace("-", "−") : short(x));
export const number = (x) => (Math.abs(x) < 1e-12 ? 0 : Number(x.toPrecision(6))).toString();

/** A side as a sentence names it: the hunter, but A, row and OOP. */
export const the = (seat) => (/^(row|col|each|both)$|^[A-Z]/.test(seat) ? seat : `the ${seat}`);
export const begins = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A line of a scene; columns of figures stay below each other. */
export function line(text) {
  text = text.replace(/^●\? /, "").replace(/(^|[\s(])-(?=\d)/g, "$1−"); // marks of terminals: the drawing has the first
  return /^ {3,}\S.* {2,}\S|(\S {3,}(?=\S).*){2}/.test(text) ? el("p", { class: "aligned" }, text) : el("p", {}, text.replace(/ {2,}/g, " "));
}

const BRANCH = /^((?:│ {2}| {3})*)[├└]─ /;

/** The rules, a paragraph a line; the lines of a tree, which a terminal draws with ├─, become lists inside lists. */
export function rules(lines) {
  const made = [];
  let lists = [];
  for (const text of lines) {
    const deep = BRANCH.exec(text);
    if (!deep) { made.push(el("p", { class: "rule" }, text)); lists = []; continue; }
    const level = Math.min(deep[1].length / 3, lists.length);
    if (level === lists.length) {
      const list = el("ul", { class: "rule" });
      if (level) lists[level - 1].lastElementChild.append(list);
      else made.push(list);
      lists.push(list);
    }
    lists.length = level + 1;
    lists[level].append(el("li", {}, text.slice(deep[0].length)));
  }
  return made;
}

/** A part that scrolls sideways by itself, by mouse, finger and keyboard. */
export const scrolling = (label, ...inside) => el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...inside);

/** A report's table as the server draws it. */
export function table(one) {
  const head = el("tr", {}, ...one.columns.map((column) => el("th", { scope: "col" }, column)));
  const rows = one.rows.map((row) =>
    el("tr", {}, ...row.map((cell, k) => el(k ? "td" : "th", { scope: !k && "row", class: cell.length > 40 && "long" }, cell))));
  return scrolling(one.title || "table", el("table", {},
    one.title ? el("caption", {}, one.title) : null, el("thead", {}, head), el("tbody", {}, ...rows)));
}
