// A table whose game is still being solved: how far it is, and then the table.
import { askPatiently, el, waiting } from "./dom.js";

const place = document.querySelector("#waiting");
try {
  await askPatiently(`/api/tables/${place.dataset.table}`, (progress) => place.replaceChildren(waiting(progress)));
  location.reload();
} catch (wrong) {
  place.replaceChildren(el("p", { class: "trouble", role: "alert" }, wrong.message));
}
