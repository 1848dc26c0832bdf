// Numbers of matches at which the player to move wins or loses: a strip for one heap, a map for two.
import { el, svg } from "../dom.js";

const NARROW = matchMedia("(max-width: 30rem)");

/** {kind: "heaps", rows: [[{wins, takes: [[heap, taken]], grundy}]], here: [row, column], rest: [heap], period} */
export function heaps(view, { state, redraw, address, walk }) {
  const asked = address("answer");
  if (state.asked !== asked) Object.assign(state, { asked, at: view.here });
  const map = view.rows.length > 1;
  if (walk && state.path !== walk.path) { // walked on: the heaps that are left now
    const [most = 0, next = 0] = [...(walk.here.shown.heaps ?? [])].sort((x, y) => y - x);
    if (walk.path || state.path) state.at = [map ? next : 0, most];
    state.path = walk.path;
  }
  const [b, a] = state.at;
  const cell = view.rows[b]?.[a] ?? view.rows[view.here[0]][view.here[1]];
  const go = (at) => { state.at = at; redraw(); };
  const left = map ? `heaps of ${[a, b, ...view.rest].join(", ")}` : `${a} left`;
  const after = ([heap, taken]) => (heap === a ? [b, a - taken] : map && heap === b ? [b - taken, a] : null);
  const name = ([heap, taken]) => (map ? `take ${taken} from ${heap}` : `take ${taken}`);
  const ways = cell.takes.map((take) => (after(take) ? el("button", { type: "button", class: "quiet small", onclick: () => go(after(take)) }, `${name(take)} →`) : el("span", { class: "crumb" }, name(take))));
  const says = !cell.takes.length ? `With ${left}, the game is over${cell.wins ? "; the player to move has won" : "; the player to move has lost"}.`
    : cell.wins ? `With ${left}, the player to move wins by leaving the opponent a losing position:` : `With ${left}, the player to move loses: after every move the opponent can win.`;
  return [el("div", { class: "heaps-view" },
    el("p", { class: "legend" }, el("span", { class: "key wins" }, "the player to move wins"), el("span", { class: "key loses" }, "loses")),
    map ? square(view, b, a, go) : strip(view, a, go),
    el("p", { role: "status" }, says, cell.grundy === undefined ? "" : ` Its Grundy value is ${cell.grundy}.`), el("p", { class: "ways" }, ...ways))];
}

function cells(rows, size, chosen, go) {
  return rows.flatMap((line, j) => line.map((one, k) => {
    if (!one) return svg("g");
    const description = `${one.name}: the player to move ${one.cell.wins ? "wins" : "loses"}`;
    const text = (y, words, kind) => { const made = svg("text", { x: (k + 0.5) * size, y, "text-anchor": "middle", class: kind }); made.textContent = words; return made; };
    const title = svg("title");
    title.textContent = description;
    const picked = one.at[0] === chosen[0] && one.at[1] === chosen[1];
    const made = svg("g", { class: `heap ${one.cell.wins ? "wins" : "loses"}${picked ? " chosen" : ""}`, role: "button", tabindex: picked ? 0 : -1, "aria-label": description, "aria-pressed": picked ? "true" : "false" },
      title, svg("rect", { x: k * size + 1, y: j * size + 1, width: size - 2, height: size - 2, rx: 4 }), text((j + 0.5) * size + 5, one.text, ""));
    made.addEventListener("click", () => go(one.at));
    made.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -line.length, ArrowDown: line.length }[event.key];
      const all = [...made.parentElement.querySelectorAll(".heap")];
      const next = step && all[all.indexOf(made) + step];
      if (next) { event.preventDefault(); next.focus(); next.dispatchEvent(new Event("click")); }
    });
    return made;
  }));
}

/** One heap: numbers in lines, as long as a multiple of the period where that fits, so that the pattern forms columns. */
function strip(view, chosen, go) {
  const all = view.rows[0];
  const most = NARROW.matches ? 9 : 18;
  const period = view.period > 1 && view.period <= most ? view.period : 0;
  const across = Math.min(all.length, period ? Math.floor(most / period) * period : most);
  const size = 36;
  const lines = Array.from({ length: Math.ceil(all.length / across) }, (_, j) => all.slice(j * across, (j + 1) * across).map((cell, k) => {
    const n = j * across + k;
    return { cell, at: [0, n], text: String(n), name: `${n} left` };
  }));
  const drawn = svg("svg", { class: "heap-grid", viewBox: `0 0 ${across * size} ${lines.length * size}`, role: "group", "aria-label": "numbers of matches" }, ...cells(lines, size, [0, chosen], go));
  drawn.style.maxWidth = `${across * size * 1.2}px`;
  return drawn;
}

/** Two heaps: one across, the other up. */
function square(view, b, a, go) {
  const size = view.rows[0].length > 16 ? 22 : 30;
  const [across, down] = [view.rows[0].length, view.rows.length];
  const lines = [...view.rows].map((line, j) => line.map((cell, k) => ({ cell, at: [j, k], text: cell.grundy === undefined || size < 30 ? "" : String(cell.grundy), name: `heaps of ${k} and ${j}` }))).reverse();
  const label = (x, y, words, anchor) => { const made = svg("text", { x, y, "text-anchor": anchor, class: "axis" }); made.textContent = words; return made; };
  const every = across > 12 ? 5 : 1;
  const axis = [...Array(across).keys()].filter((k) => k % every === 0).map((k) => label((k + 0.5) * size, down * size + 16, k, "middle"));
  const up = [...Array(down).keys()].filter((k) => k % every === 0).map((k) => label(-5, (down - k - 0.5) * size + 4, k, "end"));
  const drawn = svg("svg", { class: "heap-grid", viewBox: `-24 0 ${across * size + 26} ${down * size + 20}`, role: "group", "aria-label": "two heaps: one across, the other up" }, ...cells(lines, size, [b, a], go), ...axis, ...up);
  drawn.style.maxWidth = `${(across * size + 26) * 1.2}px`;
  return drawn;
}
