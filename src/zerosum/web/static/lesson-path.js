// The path of a lesson: a guess, three rounds at a table inside the page, and what became of the guess.
import { el, fetchJson, fetchWhenReady } from "./dom.js";
import { sitDown } from "./table.js";

const find = (id) => document.querySelector(`#${id}`);
const form = document.querySelector(".guess-form");
const choices = [...form.querySelectorAll("label span")].map((one) => one.textContent);
const right = Number(form.dataset.right);
const steps = [...document.querySelectorAll(".path-steps a")];
const done = (k) => steps[k].classList.add("done");

/** A guess is kept for the end; whether it is right is not said before. */
form.addEventListener("change", ({ target }) => {
  const mine = Number(target.value);
  done(0);
  find("guessed").textContent = "Your guess is noted. Now find out.";
  find("verdict").replaceChildren(`${form.querySelector("legend").textContent} You guessed “${choices[mine]}”. `, el("strong", {}, mine === right ? "That is right." : `The answer: ${choices[right]}.`));
});
find("drag").addEventListener("input", () => done(1));
find("answers").addEventListener("toggle", () => done(3));

/** The step that one reads is marked. */
function mark(id) {
  for (const one of steps) {
    if (one.hash === `#${id}`) one.setAttribute("aria-current", "step"); else one.removeAttribute("aria-current");
  }
}
mark("predict");
const here = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (isIntersecting) mark(target.id);
  }
}, { rootMargin: "-35% 0px -60% 0px" });
for (const one of steps) here.observe(document.querySelector(one.hash));

const panel = find("rounds");

/** Rounds at the same table as everywhere, inside the lesson; without scripts the form leads to its page. */
panel.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { game, given, rounds } = panel.dataset;
  const side = panel.querySelector("[name=side]").value;
  const count = el("p", { class: "fine", role: "status" }, "Dealing …");
  const place = el("div", { class: "unread" });
  panel.hidden = true;
  panel.after(count, place);
  try {
    const { result, underWay } = await fetchJson("/api/tables", { game, given: JSON.parse(given), side, lesson: panel.querySelector("[name=lesson]").value });
    if (underWay) await fetchWhenReady(`/api/tables/${result.id}`, () => {});
    const after = ({ over, played }) => {
      const number = over ? played : played + 1;
      const last = over && played >= rounds;
      if (last) done(2);
      count.replaceChildren(number > rounds || (last && rounds > 1) ? `${played} rounds played. ` : `Round ${number} of ${rounds}. `, last ? el("a", { href: `/tables/${result.id}` }, "Play on at the table, with a review") : "");
      place.classList.toggle("unread", !over);
    };
    await sitDown(place, { table: result.id, compact: true, after }).look({});
  } catch (error) {
    count.replaceChildren(error.message);
  }
});
