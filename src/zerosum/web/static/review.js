// A round looked at again: one board with everything open, step by step, and what each choice cost.
import { amount, el, fixed, line, number, percent, short } from "./dom.js";
import { drawShown, isOpen, repeats } from "./shown.js";

/** Below this a cost is rounding. */
const NOTHING = 1e-9;
const signed = (x) => Math.abs(x) < NOTHING ? "0" : `${x < 0 ? "−" : "+"}${amount(Math.abs(x))}`;

/** Every move as a bar: how often the solution plays it, what it earns, and what it loses beside the best. */
export function moveBars(mix, worth, chosen) {
  const moves = [...new Set([...Object.keys(mix), ...Object.keys(worth)])];
  const best = Math.max(...Object.values(worth));
  const loss = (said) => (said in worth && best - worth[said] > NOTHING ? best - worth[said] : 0);
  moves.sort((a, b) => loss(a) - loss(b) || (mix[b] ?? 0) - (mix[a] ?? 0));
  return el("ul", { class: "move-bars" }, ...moves.map((said) => {
    const p = mix[said] ?? 0;
    const bar = el("span", { class: "fill", "aria-hidden": "true" });
    bar.style.inlineSize = `${100 * p}%`;
    const lost = loss(said) > NOTHING ? ` · loses ${number(Number(loss(said).toPrecision(3)))}` : "";
    return el("li", { class: said === chosen ? "chosen" : null }, bar, el("span", { class: "said" }, said, said === chosen ? " (yours)" : ""),
      el("strong", {}, percent(p)), el("span", { class: "earns" }, said in worth ? `earns ${short(worth[said])}${lost}` : ""));
  }));
}

/** What a move cost: against the rival at the table, where that is known, and against the solution. */
function prices({ cost, cost_here: here, mix, said }, isSolution) {
  const price = (one) => (one > 0 ? `${short(one)} on average` : "nothing");
  if (here !== null) return `Against this rival it cost ${price(here)}${cost === null ? "" : `; against the solution ${price(cost)}`}`;
  if (!isSolution) return `Against the solution it cost ${price(cost)}; against this rival that is not known`;
  return cost > 0 ? `It cost ${price(cost)}` : mix[said] ? "It cost nothing" : "It cost nothing: it is optimal too";
}

/** What came of the round, and why: what it is worth, what was given away, and luck. */
function account(found) {
  const said = found.result > 0 ? "You won" : found.result < 0 ? "You lost" : "A draw";
  const paid = found.result ? ` ${amount(Math.abs(found.result))}` : "";
  if (found.luck === null) return el("p", { class: "big" }, `${said}${paid}.`);
  const gave = found.given_away > NOTHING ? `Your choices gave away ${number(Number(found.given_away.toPrecision(3)))} on average` : "Your choices gave nothing away";
  return el("div", {}, el("p", { class: "big" }, `${said}${paid}. ${gave}.`),
    el("p", { class: "fine" }, `${signed(found.result)} = ${signed(found.value)} (what a round is worth to you) ${found.given_away > NOTHING ? `− ${number(Number(found.given_away.toPrecision(3)))} (given away) ` : ""}${found.luck < 0 ? "−" : "+"} ${short(Math.abs(found.luck))} (luck: the draws of chance and of both players${found.is_solution ? "" : "; and what the rival gave away"})`));
}

/** What the choices were worth before they were made, from the first to the result. */
function course(found) {
  const worths = found.choices.map((one) => ({ at: one.at, value: Object.keys(one.worth).length ? Math.max(...Object.values(one.worth)) : null }));
  const most = Math.max(Math.abs(found.result), Math.abs(found.value), ...worths.map((one) => Math.abs(one.value ?? 0)), 1e-9);
  return (at) => {
    const known = worths.filter((one) => one.at <= at && one.value !== null).at(-1);
    const value = at === found.moments.length - 1 ? found.result : known?.value ?? found.value;
    const meter = el("div", { class: "worth", role: "img", "aria-label": `worth ${fixed(value, 3)} to you` }, el("span", { class: value < 0 ? "lost" : "won" }));
    const part = meter.firstChild;
    part.style.inlineSize = `${(50 * Math.abs(value)) / most}%`;
    part.style.insetInlineStart = value < 0 ? `${50 - (50 * Math.abs(value)) / most}%` : "50%";
    return el("div", {}, el("p", { class: "label" }, `worth to you: ${short(value)}`), meter);
  };
}

/** Draw a review into a place; `side` is the visitor's. */
export function drawReview(place, found, side) {
  const last = found.moments.length - 1;
  const sides = Object.keys(found.moments[0]).sort((one) => (one === side ? -1 : 1));
  const worth = course(found);
  const choiceAt = (at) => found.choices.find((one) => one.at === at);
  const costly = found.choices.filter((one) => (one.cost ?? 0) > NOTHING).sort((a, b) => b.cost - a.cost)[0];
  let here = costly?.at ?? found.choices[0]?.at ?? 0;

  const board = el("div", { class: "board", "aria-live": "polite" });
  const marks = el("ol", { class: "marks", "aria-label": "Steps of the round" });
  const told = el("div", {});
  const back = el("button", { type: "button", class: "quiet", "aria-label": "one step back", onclick: () => go(here - 1) }, "←");
  const on = el("button", { type: "button", class: "quiet", "aria-label": "one step on", onclick: () => go(here + 1) }, "→");
  const count = el("span", {});

  /** What a side sees; face-down cards lie open on the other side of the page. Of what the rival sees, only what is its own. */
  const sight = (one) => {
    const seen = found.boards[here][one];
    const own = found.boards[here][side];
    const { rows, ...rest } = seen;
    const its = (row) => ({ ...row, label: row.label.replace(/^your /, "the rival's ") });
    const known = new Set((own.rows ?? []).map((row) => !row.hidden && `${row.label} ${row.cards}`));
    const open = !rows ? rest : { ...rest, rows: one === side ? rows.filter((row) => !row.hidden) : rows.filter((row) => row.label.startsWith("your ")).map(its).filter((row) => !known.has(`${row.label} ${row.cards}`)) };
    if (one !== side && seen.kind && (rows ? !open.rows.length : isOpen(seen) || JSON.stringify(seen) === JSON.stringify(own))) return null;
    if (one !== side && !seen.kind && found.moments[here][one].join() === found.moments[here][side].join()) return null;
    const drawn = drawShown(one === side ? open : { ...open, pot: null }, { side: one, rival: one !== side });
    const lines = one === side || !drawn.length ? found.moments[here][one].filter((told) => !drawn.length || !repeats(found.boards[here][one], told)).map(line) : [];
    if (one !== side && !drawn.length && found.moments[here][one].join() === "nothing has happened yet") return null;
    return el("div", {}, el("p", { class: "label" }, one === side ? "you" : drawn.length ? "the rival" : "the rival (“you” is the rival here)"), ...drawn, ...lines);
  };

  function go(to) {
    here = Math.min(last, Math.max(0, to));
    board.replaceChildren(el("div", { class: "two" }, ...sides.map(sight).filter(Boolean)));
    count.textContent = ` step ${here + 1} of ${last + 1} `;
    back.disabled = here === 0;
    on.disabled = here === last;
    [...marks.children].forEach((mark, k) => mark.firstChild.setAttribute("aria-current", k === here ? "step" : "false"));
    const choice = choiceAt(here);
    told.replaceChildren(worth(here), ...(choice ? [choiceText(choice)] : []));
  }

  function choiceText(choice) {
    const cost = choice.cost === null && choice.cost_here === null ? (choice.caveat ? `What it cost is not known: ${choice.caveat.replace(/\.$/, "")}.` : "") : `${prices(choice, found.is_solution)}.`;
    return el("div", {}, el("p", {}, "Here you played ", el("strong", {}, choice.said), `. ${cost}`), moveBars(choice.mix, choice.worth, choice.said));
  }

  marks.append(...found.moments.map((_, k) => {
    const cost = choiceAt(k)?.cost ?? 0;
    const kind = cost > NOTHING ? "costly" : choiceAt(k) ? "own" : "";
    const label = `step ${k + 1}${cost > NOTHING ? `, cost ${number(Number(cost.toPrecision(3)))}` : ""}`;
    return el("li", {}, el("button", { type: "button", class: `mark ${kind}`, "aria-label": label, title: label, onclick: () => go(k) }, kind === "costly" ? "!" : ""));
  }));
  place.replaceChildren(
    el("h2", {}, "Your round, looked at again"), account(found),
    el("p", { class: "stepper" }, back, count, on), marks, board, told,
    ...(found.address ? [share(found.address)] : []));
  go(here);
  return { step: (by) => go(here + by) };
}

/** The address under which anybody can look at the round. */
function share(address) {
  const whole = new URL(address, location.href).href;
  const copied = el("span", { role: "status" });
  const copy = el("button", { type: "button", class: "quiet", onclick: async () => {
    try { await navigator.clipboard.writeText(whole); copied.textContent = " copied"; } catch { copied.textContent = ` ${whole}`; }
  } }, "Copy link");
  return el("p", { class: "fine" }, el("a", { href: address }, "This round has an address of its own"), " ", copy, copied);
}

/** Left and right arrows step through a review, unless somebody types or drags. */
export function steppingKeys(current) {
  addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && current()) { event.preventDefault(); current().step(by); }
  });
}
