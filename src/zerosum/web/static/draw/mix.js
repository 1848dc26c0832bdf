// Both strategies at a position: columns over cards where moves are numbers, otherwise a bar for each move, the commonest first.
import { actionClasses } from "../actions.js";
import { begins, el, minus, svg, withArticle } from "../dom.js";
import { card } from "./cards.js";
import { way } from "./walked.js";

/** Largest number of moves that are shown at once, and that are columns. */
const MAX_ROWS = 12;
const MAX_COLUMNS = 13;
/** Number of colours for moves that poker does not know; where there are more such moves, all have the same. */
const COLOURS = 6;

/** {kind: "mix", title, cards: whether moves are cards, players: [{seat, moves: [{name, p, often, ev, worth, least, most}]}]} */
export function mix(view, { walk } = {}) {
  const onpick = (name) => { const next = walk && way(walk, name); return next ? () => walk.go(next) : null; };
  const alike = view.players.length === 2 && same(...view.players);
  const players = alike ? [{ ...view.players[0], seat: "both" }] : view.players;
  return [el("div", { class: "mixes" }, ...players.map((one) => el("section", { class: "player" },
    el("h3", {}, alike ? "Both play" : `${begins(withArticle(one.seat))} plays`), numbered(one.moves) ? towers(one.moves, onpick, view.cards) : bars(one.moves, { onpick }))))];
}

const same = (one, two) => JSON.stringify(one.moves.map((m) => [m.name, m.p.toFixed(6), m.worth])) === JSON.stringify(two.moves.map((m) => [m.name, m.p.toFixed(6), m.worth]));

const numbered = (moves) => moves.length > 2 && moves.length <= MAX_COLUMNS && moves.every((move) => Number.isInteger(Number(move.name)));

/** A column for each number or card, in their order: how often it is played above, what it loses against the best one below. */
function towers(moves, onpick, cards) {
  const most = Math.max(...moves.map((move) => move.p));
  const best = Math.max(...moves.map((move) => move.ev ?? -Infinity));
  const known = moves.every((move) => move.ev !== null);
  const tower = (move) => {
    const go = onpick(move.name);
    const loss = known ? best - move.ev : 0;
    const high = most > 0 ? 100 * move.p / most : 0;
    const inside = [el("b", { class: move.p > 1e-9 ? "" : "loss" }, move.p > 1e-9 ? move.often : "never"),
      svg("svg", { class: "tower-bar a-m1", viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "ground", width: 10, height: 100 }), svg("rect", { class: "fill", y: 100 - high, width: 10, height: high })),
      cards ? card(move.name) : el("b", { class: "tower-number" }, minus(move.name)), known ? el("small", { class: loss > 1e-7 ? "loss" : "" }, loss > 1e-7 ? `−${Number(loss.toPrecision(3))}` : "0") : ""];
    return el("li", {}, go ? el("button", { type: "button", class: "tower", "aria-label": `${move.name} →`, onclick: go }, ...inside) : el("div", { class: "tower" }, ...inside));
  };
  return el("div", {}, el("ul", { class: "towers" }, ...moves.map(tower)), known ? el("p", { class: "fine" }, `Below each ${cards ? "card" : "number"}: what it loses against the best one.`) : "");
}

/** What the columns beside the bars are. */
const head = () => el("p", { class: "bars-head", "aria-hidden": "true" }, el("span", {}), el("span", {}), el("span", {}, "Frequency"), el("span", {}, "EV"));

/** A row for each move: name, bar, how often, what it earns. Moves that are never played come last. */
export function bars(moves, { onpick = () => null, colours = null } = {}) {
  const sorted = [...moves].sort((a, b) => b.p - a.p || (b.ev ?? 0) - (a.ev ?? 0));
  const worth = moves.some((move) => move.worth);
  const own = actionClasses(moves.map((move) => move.name));
  const other = new Set([...own.values()].filter((one) => /^a-m\d$/.test(one)));
  const plain = other.size === COLOURS && moves.length > COLOURS; // too many to tell apart
  const colour = colours ?? ((name) => (plain && other.has(own.get(name)) ? "a-m1" : own.get(name)));
  const row = (move) => {
    const bar = el("span", { class: `bar-share ${colour(move.name)}` });
    bar.style.width = `${100 * move.p}%`;
    const track = el("span", { class: "bar-track" }, bar);
    if (move.most !== undefined && move.most - move.least > 1e-9) { // the range over all optimal strategies
      const whisker = el("span", { class: "whisker" });
      whisker.style.left = `${100 * move.least}%`;
      whisker.style.width = `${100 * (move.most - move.least)}%`;
      track.append(whisker);
    }
    const go = onpick(move.name);
    const name = go ? el("button", { type: "button", class: "quiet small", onclick: go }, `${begins(move.name)} →`) : el("span", {}, begins(move.name));
    return el("li", { class: move.p > 1e-9 ? "" : "never" }, el("span", { class: "bar-name" }, name), track,
      el("span", { class: "bar-often" }, move.p > 1e-9 ? move.often : "never"), worth ? el("span", { class: "bar-worth" }, move.worth === "" ? "–" : move.worth.replace("-", "−")) : null);
  };
  const list = (some) => el("ul", { class: `bars-list${worth ? " with-worth" : ""}` }, ...some.map(row));
  const more = sorted.slice(MAX_ROWS);
  return el("div", {}, worth ? head() : null, list(sorted.slice(0, MAX_ROWS)),
    more.length ? el("details", {}, el("summary", {}, `${more.length} more`), list(more)) : null);
}
