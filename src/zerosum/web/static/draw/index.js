// Drawing modules by the kind of a view. A module is a function (view, tools) => elements. `tools.state` outlives a redraw,
// `tools.redraw()` asks for one, `tools.address(what)` is where the API has more about this game, such as its ranges, and
// `tools.headline(shown)` puts another value above the picture, or with null that of the solution. `tools.walk` is the
// position that has been walked to, {here, go, path}, once it is known: moves there lead on. `tools.at()` is the decision and the
// hand in the address, {after, holding}, `tools.visit(at, push)` goes to another one, and `tools.slot(name, elements)` fills a
// part of the page beside the picture: "board", "detail" or "locks"; null empties it.
//
// What is drawn is in the answer of the API, as `views`, each with a `kind` (zerosum.display.views says which there are).
// A new kind is a file here, a line in the table below, and whatever makes the JSON: no other file changes.
import { chart } from "./chart.js";
import { curves } from "./curves.js";
import { decisions } from "./decisions.js";
import { heaps } from "./heaps.js";
import { mix } from "./mix.js";

const KINDS = { chart, curves, decisions, heaps, mix };

const states = new Map();

/** Everything that can be drawn of some views; views of unknown kinds are left out. */
export function drawViews(views, tools) {
  return views.filter((view) => KINDS[view.kind]).flatMap((view, k) => {
    const name = `${view.kind} ${k}`;
    if (!states.has(name)) states.set(name, {});
    return KINDS[view.kind](view, { ...tools, state: states.get(name) });
  });
}
