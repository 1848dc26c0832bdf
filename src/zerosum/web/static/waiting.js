// A page whose answer is still being worked out: how far it is, and then the page itself.
import { fetchWhenReady, el, jobEnds, waiting } from "./dom.js";

const place = document.querySelector("#waiting");
const onProgress = (progress) => place.replaceChildren(waiting(progress));
try {
  await (place.dataset.job ? jobEnds(place.dataset.job, onProgress) : fetchWhenReady(place.dataset.asks, onProgress));
  location.reload();
} catch (error) {
  place.replaceChildren(el("p", { class: "trouble", role: "alert" }, error.message));
}
