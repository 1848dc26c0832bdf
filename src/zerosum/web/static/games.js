// The gallery: filters that work while one types, and keep what is asked for in the address.
const form = document.querySelector("#filter");
const [genre, words, lesson] = ["genre", "q", "lesson"].map((name) => form.elements[name]);
const tiles = [...document.querySelectorAll("#gallery .tile")];
const chips = [...document.querySelectorAll("#genres a")];

function filter() {
  const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const one of tiles) {
    one.hidden = !((!genre.value || one.dataset.genre === genre.value) && (!lesson.checked || "lesson" in one.dataset) && asked.every((word) => one.dataset.words.includes(word)));
  }
  const left = tiles.filter((one) => !one.hidden).length;
  document.querySelector("#count").textContent = `${left} game${left === 1 ? "" : "s"}`;
  document.querySelector("#none").hidden = left > 0;
  for (const one of chips) one.toggleAttribute("aria-current", false);
  chips.find((one) => one.dataset.genre === genre.value)?.setAttribute("aria-current", "true");
  const given = new URLSearchParams([...new FormData(form)].filter(([, text]) => text));
  history.replaceState(null, "", given.size ? `?${given}` : location.pathname);
}

form.querySelector("button").hidden = true;
form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
form.addEventListener("input", filter);
for (const one of chips) one.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  genre.value = one.dataset.genre;
  filter();
});
