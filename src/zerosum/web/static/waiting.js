// A table or a round whose game is still being solved: how far it is, and then the page itself.
import { askPatiently, el, waiting } from "./dom.js";

const place = document.querySelector("#waiting");
try {
  await askPatiently(place.dataset.asks, (progress) => place.replaceChildren(waiting(progress)));
  location.reload();
} catch (wrong) {
  place.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
}
