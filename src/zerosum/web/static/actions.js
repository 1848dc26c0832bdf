// One colour per action, everywhere: the class of a move by its name, as zerosum.web.actions has it.

const VERBS = { fold: "fold", check: "check", pass: "check", call: "call", see: "call", bet: "bet", raise: "raise", shove: "allin", "all-in": "allin", liar: "liar" };
const WORDS = { heads: 1, tails: 2, rock: 1, paper: 2, scissors: 3, stand: 1, hit: 2, keep: 1, swap: 2, draw: 2, fire: 1, wait: 2, inspect: 1, violate: 2, counterclockwise: 1, clockwise: 2 };
const COLOURS = [1, 2, 3, 4, 5, 6];

/** The class of each of some moves, in their order; those that are known nowhere share the colours that are left. */
export function actionClasses(names) {
  const free = COLOURS.filter((k) => !names.some((name) => WORDS[name] === k));
  let others = 0;
  const bets = names.filter((name) => verb(name) === "bet");
  return new Map(names.map((name) => {
    const result = verb(name);
    if (!result) return [name, `a-m${WORDS[name] ?? free[others++ % free.length]}`];
    return [name, result === "bet" && bets.indexOf(name) > 0 ? "a-bet2" : `a-${result}`];
  }));
}

function verb(name) {
  const words = name.toLowerCase().split(/[\s:,!]+/);
  return words.includes("all-in") ? "allin" : VERBS[words[0]];
}
