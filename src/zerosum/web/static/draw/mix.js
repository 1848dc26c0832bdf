// Both strategies at a position: a bar for each move, the one that is played most often first.
import { begins, el, the } from "../dom.js";
import { way } from "./walked.js";

/** Largest number of moves that are shown at once. */
const MOST = 12;

/** {kind: "mix", title, players: [{seat, moves: [{name, p, often, earns, worth, least, most}]}]} */
export function mix(view, { walk } = {}) {
  const onpick = (move) => { const next = walk && way(walk, move.name); return next ? () => walk.go(next) : null; };
  const alike = view.players.length === 2 && same(...view.players);
  const players = alike ? [{ ...view.players[0], seat: "both" }] : view.players;
  return [el("div", { class: "mixes" }, ...players.map((one) => el("section", { class: "player" },
    el("h3", {}, alike ? "Both play" : `${begins(the(one.seat))} plays`), bars(one.moves, { onpick }))))];
}

const same = (one, two) => JSON.stringify(one.moves.map((m) => [m.name, m.p.toFixed(6), m.worth])) === JSON.stringify(two.moves.map((m) => [m.name, m.p.toFixed(6), m.worth]));

/** What the columns beside the bars are. */
export const head = () => el("p", { class: "bars-head", "aria-hidden": "true" }, el("span", {}), el("span", {}), el("span", {}, "how often"), el("span", {}, "earns"));

/** A row for each move: name, bar, how often, what it earns. Moves that are never played come last. */
export function bars(moves, { onpick = null } = {}) {
  const sorted = [...moves].sort((a, b) => b.p - a.p || (b.earns ?? 0) - (a.earns ?? 0));
  const worth = moves.some((move) => move.worth);
  const row = (move) => {
    const bar = el("span", { class: "bar-share" });
    bar.style.width = `${100 * move.p}%`;
    const track = el("span", { class: "bar-track" }, bar);
    if (move.most !== undefined && move.most - move.least > 1e-9) { // the range over all optimal strategies
      const whisker = el("span", { class: "whisker" });
      whisker.style.left = `${100 * move.least}%`;
      whisker.style.width = `${100 * (move.most - move.least)}%`;
      track.append(whisker);
    }
    const name = onpick && onpick(move) ? el("button", { type: "button", class: "quiet small", onclick: onpick(move) }, `${move.name} →`) : el("span", {}, move.name);
    return el("li", { class: move.p > 1e-9 ? "" : "never" }, el("span", { class: "bar-name" }, name), track,
      el("span", { class: "bar-often" }, move.p > 1e-9 ? move.often : "never"), worth ? el("span", { class: "bar-worth" }, move.worth === "" ? "–" : move.worth.replace("-", "−")) : null);
  };
  const list = (some) => el("ul", { class: `bars-list${worth ? " with-worth" : ""}` }, ...some.map(row));
  const more = sorted.slice(MOST);
  return el("div", {}, worth ? head() : null, list(sorted.slice(0, MOST)),
    more.length ? el("details", {}, el("summary", {}, `${more.length} more`), list(more)) : null);
}
