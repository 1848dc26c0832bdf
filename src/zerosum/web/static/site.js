// What every page has: the search, which `/` opens, and the switch between day and night.
import { fetchJson, el, latestOnly, svg } from "./dom.js";

const form = document.querySelector(".find");
const field = form.querySelector("input");
let list = null;

const close = () => { list?.remove(); list = null; };

const look = latestOnly(async (words) => {
  if (!words.trim()) { close(); return; }
  const { result } = await fetchJson(`/api/search?q=${encodeURIComponent(words)}`);
  if (field.value !== words) return;
  close();
  const line = (one) => el("li", {}, el("a", { href: one.address }, el("span", { class: "kind" }, one.kind), one.title, el("small", {}, one.summary)));
  list = el("ul", { class: "search-results", "aria-label": "Search results" }, ...(result.length ? result.map(line) : [el("li", {}, el("p", {}, "Nothing found. Try another word."))]));
  form.append(list);
});

field.addEventListener("input", () => look(field.value).catch(close));
form.addEventListener("keydown", (event) => {
  const links = list ? [...list.querySelectorAll("a")] : [];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") { close(); field.focus(); }
  if (!step || !links.length) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  (next < 0 ? field : links[Math.min(next, links.length - 1)]).focus();
});
form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [contenteditable]")) return;
  event.preventDefault();
  field.focus();
});

const MOON = "M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500z";
const SUN = "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.4 1.400M17.6 17.6 19 19M19 5l-1.4 1.400M6.4 17.6 5 19";
const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ?? (night.matches ? "dark" : "light")) === "dark";
const icon = svg("path", {});
const button = el("button", { type: "button", class: "icon-button", onclick: () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`; // the next page comes with it
  show();
} }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, icon));
function show() {
  icon.setAttribute("d", isDark() ? SUN : MOON);
  button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
}
show();
night.addEventListener("change", show);
form.after(button);
