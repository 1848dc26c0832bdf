// The position that has been walked to, as the drawing modules need it: what is drawn there, and where a move leads.
import { percent, short } from "../dom.js";

/** What is drawn at the position that has been walked to: at the start the whole solution, elsewhere who chooses there. */
export function walkViews(walk, views) {
  if (!walk?.path) return views;
  const { here } = walk;
  if (here.over) return [];
  if (views.some((view) => ["decisions", "heaps"].includes(view.kind)) && (!here.onlooker || views.some((view) => find(view, walk)))) return views;
  const players = here.over ? [] : here.onlooker ? Object.entries(here.choices).map(([side, choice]) => [side, choice.moves.map((move) => [move.label, move.p, move.worth])]) : sides(here);
  if (!players.length) return views;
  return [...(here.onlooker ? views.filter((view) => view.kind === "curves" ? openNumber(walk) !== null : !["mix", "decisions"].includes(view.kind)) : []), { kind: "mix", title: "", players: players.map(([side, moves]) => ({ seat: here.seats[side], moves: moves.map(move) })) }];
}

/** Where the position lies on the curves, or the number that lies open after the first step, such as the value of a target; null where there is none, or where play has gone on. */
export function openNumber(walk) {
  if (walk?.path && Number.isFinite(walk.here.at?.x)) return walk.here.at.x;
  const open = Number(walk?.here.shown?.row?.rows?.find((row) => row.kind === "prize")?.cards[0]);
  return walk?.here.steps.length === 2 && Number.isFinite(open) ? open : null;
}

const move = ([name, p, worth]) => ({ name, p: p ?? 0, often: p === undefined ? "" : p > 1 - 1e-9 ? "always" : percent(p), ev: worth ?? null, worth: typeof worth === "number" ? short(worth) : "" });

/** Both sides at an open position: [side, [[move, how often, what it earns]]], without the one who only waits. */
function sides(here) {
  const worth = (cell) => cell.worth ?? null;
  const mean = (some, mix, sign) => (some.some((one) => one === null) ? undefined : sign * some.reduce((sum, one, k) => sum + one * mix[k].p, 0));
  return [
    ["row", here.rows.map((one, i) => [one.label, one.p, mean(here.cells[i].map(worth), here.cols, 1)])],
    ["col", here.cols.map((one, j) => [one.label, one.p, mean(here.cells.map((line) => worth(line[j])), here.rows, -1)])],
  ].filter(([, moves]) => moves.length > 1 || moves[0][0] !== "wait");
}

/** The decision and the hand of a view at which somebody chooses in a walk with open hands; null where there is none. */
export function find(view, { here }) {
  if (view.kind !== "decisions" || !here.onlooker || here.over) return null;
  const [[side, choice] = []] = Object.entries(here.choices);
  if (!side || Object.keys(here.choices).length > 1) return null;
  if (!choice.information) return null;
  const one = view.decisions.find((each) => each.side === side && each.hands.some((hand) => hand.information === choice.information));
  const hand = one?.hands.find((each) => each.information === choice.information);
  return hand ? { decision: one, hand, leads: (name) => { const k = choice.moves.findIndex((each) => each.label === name); return side === "row" ? here.pairs[k]?.[0] : here.pairs[0]?.[k]; } } : null;
}

/** Whether one side alone chooses and each of its moves leads to one position: then its bars are the ways on. */
export const leadsOn = (here) => here.cells.flat().every((cell) => cell.next.length === 1);

/** Where a move leads, of the side that chooses alone; null where both choose or chance has a say. */
export function way(walk, name) {
  const { here } = walk;
  if (here.onlooker) {
    const [[side, choice] = []] = Object.entries(here.choices);
    if (!side || Object.keys(here.choices).length > 1) return null;
    const k = choice.moves.findIndex((one) => one.label === name);
    return (side === "row" ? here.pairs[k]?.[0] : here.pairs[0]?.[k]) ?? null;
  }
  if (here.over || Math.min(here.rows.length, here.cols.length) > 1 || !leadsOn(here)) return null;
  const rows = here.cols.length === 1;
  const k = (rows ? here.rows : here.cols).findIndex((one) => one.label === name);
  return k < 0 ? null : (rows ? here.cells[k][0] : here.cells[0][k]).next[0].path;
}
