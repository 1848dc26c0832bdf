// Claims of a paper: what has no verdict yet is recomputed, with progress, when somebody wants to see it.
import { fetchWhenReady, el } from "./dom.js";

for (const place of document.querySelectorAll(".judged:not([data-done])")) {
  const link = place.querySelector(".recompute");
  link?.addEventListener("click", (event) => { event.preventDefault(); recompute(place); });
  if (place.tagName === "DETAILS") place.addEventListener("toggle", () => { if (place.open) recompute(place); });
}

async function recompute(place) {
  if (place.dataset.done) return;
  place.dataset.done = "yes";
  const status = el("p", { class: "waiting", role: "status" }, "Recomputing … ");
  place.querySelector(".recompute")?.replaceWith(status);
  const { paper, game } = place.dataset;
  try {
    await fetchWhenReady(`/api/papers/${paper}?game=${game}`, (progress) => {
      const [done, total, unit] = progress ?? [0, 0, ""];
      status.replaceChildren("Recomputing … ", el("progress", { max: total || 1, value: done, "aria-label": "claims recomputed" }), total ? ` ${done} of ${total} ${unit}` : "");
    });
    const page = new DOMParser().parseFromString(await (await fetch(location.href.split("#")[0])).text(), "text/html");
    const fresh = page.querySelector(`.judged[data-paper="${paper}"]`);
    fresh.querySelector("summary")?.remove();
    const summary = place.querySelector("summary");
    place.replaceChildren(...(summary ? [summary] : []), ...fresh.childNodes);
  } catch (error) {
    status.replaceChildren(`${error.message}. Results so far are saved; `, el("a", { href: "" }, "continue"), ".");
  }
}
