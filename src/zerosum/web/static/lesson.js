// What lessons share: controls whose state is in the address, and answers of which only the latest is shown.
import { fetchWhenReady, el, latestOnly } from "./dom.js";

export const place = document.querySelector("#lesson");
const given = new URLSearchParams(location.search);
let count = 0;

/** A labelled control of the lesson; its value is in the address. */
export function control(name, label, input, start) {
  const output = el("output", {});
  input.value = given.get(name) ?? start;
  if (input.value === "") input.value = start; // a list does not have what the address asks for
  const tell = () => { output.textContent = input.type === "range" ? ` ${input.value}` : ""; };
  input.addEventListener("input", tell);
  tell();
  input.id ||= `control-${count += 1}`; // an output inside the label would take the label's name from the control
  output.setAttribute("for", input.id);
  return { name, input, tell, field: el("div", { class: "field" }, el("span", {}, el("label", { for: input.id }, label), output), input) };
}

export const slider = (least, most, step) => el("input", { type: "range", min: least, max: most, step });
export const select = (...choices) => el("select", {}, ...choices.map((one) => el("option", {}, one)));

/** Put what the controls say into the address. */
export function remember(entries) {
  const address = new URL(location);
  for (const [name, value] of Object.entries(entries)) address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}

/** A function that asks the site and shows the answer; of what is asked meanwhile only the newest is asked next. */
export function latest(show, shown) {
  const wait = () => { if (!shown.childElementCount) shown.replaceChildren(el("p", { class: "waiting" }, "Solving… ", el("progress", { "aria-label": "solving" }))); };
  return latestOnly(async (address) => {
    try {
      const result = await fetchWhenReady(address, wait);
      shown.querySelector(".trouble")?.remove();
      show(result);
    } catch (error) {
      const output = el("p", { class: "trouble", role: "alert" }, error.message);
      shown.querySelector(".waiting, .trouble")?.remove();
      shown.prepend(output); // the answer before it stays
    }
  });
}

/** The middle of a value that the API gives as fractions or decimals. */
export function middle({ lower, upper }) {
  const number = (text) => { const [over, under = 1] = String(text).split("/").map(Number); return over / under; };
  return (number(lower) + number(upper)) / 2;
}
