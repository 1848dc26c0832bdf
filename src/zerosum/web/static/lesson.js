// What lessons share: controls whose state is in the address, and answers of which only the latest is shown.
import { askPatiently, el } from "./dom.js";

export const place = document.querySelector("#lesson");
const given = new URLSearchParams(location.search);

/** A labelled control of the lesson; its value is in the address. */
export function control(name, label, input, start) {
  const told = el("output", {});
  input.value = given.get(name) ?? start;
  if (input.value === "") input.value = start; // a list does not have what the address asks for
  const tell = () => { told.textContent = input.type === "range" ? ` ${input.value}` : ""; };
  input.addEventListener("input", tell);
  tell();
  return { name, input, tell, field: el("label", { class: "field" }, el("span", {}, label, told), input) };
}

export const slider = (least, most, step) => el("input", { type: "range", min: least, max: most, step });
export const select = (...choices) => el("select", {}, ...choices.map((one) => el("option", {}, one)));

/** Put what the controls say into the address. */
export function remember(entries) {
  const address = new URL(location);
  for (const [name, value] of Object.entries(entries)) address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}

/** A function that asks the site and shows the answer, unless it has been asked again meanwhile. */
export function latest(show, shown) {
  let asked = new AbortController();
  return async (address) => {
    asked.abort();
    asked = new AbortController();
    try {
      const wait = () => shown.replaceChildren(el("p", { class: "waiting" }, "Solving … ", el("progress", { "aria-label": "solving" })));
      show(await askPatiently(address, wait, asked.signal));
    } catch (wrong) {
      if (wrong.name !== "AbortError") shown.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
    }
  };
}
