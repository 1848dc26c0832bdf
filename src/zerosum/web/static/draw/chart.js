// Tables of cells, such as totals by the opponent's card: colours show what is better, a cell that is chosen says how much.
import { el, svg } from "../dom.js";
import { bars } from "./mix.js";

const NARROW = matchMedia("(max-width: 30rem)");
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * {kind: "chart", seat, across, legend: [text], at: [table, row, column], tables: [{name, acts: [name], columns: [name],
 * full, unit, rows: [{name, label, moves, cells: [{text, heat, moves: [[p, often, worth]]}]}]}]}
 *
 * A cell whose `heat` is `full` or more has its full colour. A cell may be null. Where the cells of a row share their moves, the row has them.
 */
export function chart(view, { state, redraw, address }) {
  const asked = address("answer");
  if (state.asked !== asked) Object.assign(state, { asked, at: view.at ?? state.at ?? [0, ...busiest(view.tables[0])] });
  const table = view.tables[state.at[0]] ?? view.tables[0];
  const [, i, j] = state.at;
  const row = table.rows[i] ?? table.rows[0];
  const column = Math.min(j, table.columns.length - 1);
  const moves = row.cells[column]?.moves ?? row.moves;
  const go = (to) => { state.at = to; redraw(); };
  const chips = view.tables.length > 1 ? el("p", { class: "choices", role: "group", "aria-label": "which table" }, ...view.tables.map((one, k) =>
    el("button", { type: "button", class: "quiet small", "aria-label": one.name, "aria-pressed": one === table ? "true" : "false", onclick: () => go([k, ...busiest(one)]) }, one.name))) : null;
  const detail = moves ? [
    el("p", { class: "label" }, `with ${row.label}${view.across ? `, where ${view.across} ${table.columns[column]}` : ""}`),
    bars(moves.map(([p, often, worth], k) => ({ name: table.acts[k], p, often, worth, ev: null }))),
  ] : [];
  return [el("div", { class: "chart-view" }, chips, view.across ? el("p", { class: "label" }, `${view.across} →`) : null, grid(view, table, i, column, go), el("p", { class: "fine" }, view.legend.join(" · ")), ...detail)];
}

/** The cell where the acts are nearest to each other, which is where the insight is. */
function busiest(table) {
  const cells = table.rows.flatMap((row, i) => row.cells.map((cell, j) => [cell, i, j])).filter(([cell]) => cell && cell.text !== "" && cell.heat !== 0);
  const even = cells.filter(([cell]) => (cell.moves ?? []).length > 1);
  const [result] = (even.length ? even : cells).sort(([a], [b]) => Math.abs(a.heat) - Math.abs(b.heat)).slice(even.length ? 0 : -1);
  return result ? result.slice(1) : [0, 0];
}

function grid(view, table, chosenRow, chosenColumn, go) {
  const narrow = NARROW.matches;
  const [WIDE, tall] = [narrow ? 336 : 640, narrow ? 22 : 24];
  const longest = Math.max(...table.rows.map((row) => row.name.length));
  const left = Math.min(WIDE / 3, 12 + 8 * longest);
  const width = Math.min(56, (WIDE - left) / table.columns.length);
  const k = view.tables.indexOf(table);
  const text = (x, y, words, anchor, kind = "") => { const made = svg("text", { x, y, "text-anchor": anchor, class: kind }); made.textContent = words; return made; };
  const heads = table.columns.map((name, j) => text(left + (j + 0.5) * width, 15, name, "middle"));
  const lines = table.rows.flatMap((row, i) => [text(left - 7, 22 + (i + 0.7) * tall, row.name, "end"), ...row.cells.map((cell, j) => {
    if (!cell) return svg("g");
    const chosen = i === chosenRow && j === chosenColumn;
    const ground = svg("rect", { x: left + j * width + 0.5, y: 22 + i * tall + 0.5, width: width - 1, height: tall - 1, rx: 2 });
    ground.style.fill = `color-mix(in srgb, var(${cell.heat < 0 ? "--hue1" : "--accent"}) ${Math.round(10 + 55 * Math.min(1, Math.abs(cell.heat) / table.full))}%, var(--surface))`;
    const description = `${row.label}, ${table.columns[j]}: ${cell.text || "never"}`;
    const title = svg("title");
    title.textContent = description;
    const made = svg("g", { class: chosen ? "cell chosen" : "cell", role: "button", tabindex: chosen ? 0 : -1, "aria-label": description, "aria-pressed": chosen ? "true" : "false" }, title, ground, text(left + (j + 0.5) * width, 22 + (i + 0.69) * tall, cell.text, "middle"));
    made.addEventListener("click", () => go([k, i, j]));
    made.addEventListener("keydown", (event) => {
      const step = MOVES[event.key];
      const next = step && document.querySelector(`.chart-grid [data-at="${i + step[0]} ${j + step[1]}"]`);
      if (next) { event.preventDefault(); next.focus(); go([k, i + step[0], j + step[1]]); }
    });
    made.dataset.at = `${i} ${j}`;
    return made;
  })]);
  const high = 24 + table.rows.length * tall;
  const drawn = svg("svg", { class: "chart-grid", viewBox: `0 0 ${Math.ceil(left + width * table.columns.length + 2)} ${high}`, role: "group", "aria-label": table.name }, ...heads, ...lines);
  drawn.style.maxWidth = `${(left + width * table.columns.length) * (narrow ? 1 : 1.15)}px`;
  return drawn;
}
