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

/** Fetch JSON; throw an Error with the message of the site if the request fails. */
export async function fetchJson(address, body, signal) {
  const options = body === undefined ? { signal } : {
    method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(address, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("The site is not responding. This page shows the last result and will update when the site is back.");
  });
  const result = await response.json().catch(() => ({ detail: "the site did not respond" }));
  if (!response.ok) {
    const error = new Error(typeof result.detail === "string" ? result.detail : "the site could not understand the request");
    error.status = response.status;
    throw error;
  }
  return { result, underWay: response.status === 202 };
}

/** The same, waiting for work that takes longer; `onProgress` is called after a second, and then with the progress. */
export async function fetchWhenReady(address, onProgress, signal, body) {
  const slow = setTimeout(() => { if (!signal?.aborted) onProgress(null); }, 1000);
  try {
    for (;;) {
      const { result, underWay } = await fetchJson(address, body, signal);
      if (!underWay) return result;
      await jobEnds(result.job, (progress) => { clearTimeout(slow); onProgress(progress); }, signal);
    }
  } finally {
    clearTimeout(slow);
  }
}

/** Wait until a job is no longer under way; `onProgress` is called with its progress. */
export async function jobEnds(number, onProgress, signal) {
  for (;;) {
    const { result: job } = await fetchJson(`/api/jobs/${number}`, undefined, signal);
    if (!job.under_way) return;
    onProgress(job.progress);
    await new Promise((go) => setTimeout(go, 300));
  }
}

/**
 * Run one request at a time: while one is under way only the newest of the next ones is kept, so that a slider that is
 * dragged shows picture after picture, however slow.
 */
export function latestOnly(work) {
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
  return el("p", { class: "waiting" }, "Still solving. ", bar, total ? ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${unit}` : "");
}

export const percent = (p) => (p < 0.0005 && p > 1e-12 ? "<0.1%" : `${tenths(100 * p)}%`);
/** A number with one decimal, if that is not 0. */
export const tenths = (value) => value.toFixed(1).replace(/\.0$/, "");
export const fixed = (x, digits) => (Number(x.toFixed(digits)) + 0).toFixed(digits).replace("-", "−"); // never -0.000
/** A number for people: three digits. */
export const short = (x) => (Math.abs(x) < 1e-9 ? 0 : Number(x.toPrecision(3))).toString().replace("-", "−");

/** A side as a sentence names it: the hunter, but A, row and OOP. */
export const withArticle = (seat) => (/^(row|col|each|both)$|^[A-Z]/.test(seat) ? seat : `the ${seat}`);
export const begins = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text in which negative numbers have a true minus sign, as the server writes it. */
export const minus = (text) => text.replace(/(?<![\p{L}\p{N}_.])-(?=[\d.])/gu, "−");

/** The rules: a paragraph for each, and lists inside lists for what may follow. */
export const rules = (lines) => lines.flatMap((one) => [el("p", { class: "rule" }, minus(one.text)), ...below(one)]);
const below = (one) => (one.below.length ? [el("ul", { class: "rule" }, ...one.below.map((line) => el("li", {}, minus(line.text), ...below(line))))] : []);

/** A part that scrolls sideways by itself, by mouse, finger and keyboard. */
export const scrolling = (label, ...inside) => el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...inside);

/** A report's table as the server draws it. */
export function table(one) {
  const head = el("tr", {}, ...one.columns.map((column) => el("th", { scope: "col" }, column)));
  const rows = one.rows.map((row) =>
    el("tr", {}, ...row.map((cell, k) => el(k ? "td" : "th", { scope: !k && "row", class: cell.length > 40 && "long" }, minus(cell)))));
  return scrolling(one.title || "table", el("table", {},
    one.title ? el("caption", {}, one.title) : null, el("thead", {}, head), el("tbody", {}, ...rows)));
}
