// Cards in a text, such as KhQh: each in the colour of its suit, as a deck of four colours has them; and cards as pictures.
import { el, svg } from "../dom.js";

const CARDS = /^(?:[2-9TJQKA][shdc])+$/;
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const WORDS = { T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace" };

/** A name as elements: cards with signs and colours, and any other text as it is. */
export function suited(name) {
  if (!CARDS.test(name)) return [name];
  return name.match(/../g).map((card) => el("span", { class: `card-name suit-${card[1]}`, "aria-label": card }, card[0] + SIGNS[card[1]]));
}

/** The cards that a hand is called by, such as Q, 10 or KhQh; none where a name is not a card. Numbers are cards beside others only. */
export function cardsOf(name, others = []) {
  if (CARDS.test(name)) return name.match(/../g);
  const ranks = others.some((one) => one in WORDS) ? /^(?:[2-9TJQKA]|10)$/ : /^[TJQKA]$/;
  return ranks.test(name) ? [name] : [];
}

export const inWords = (name) => WORDS[name] ?? name;

/** A card that lies open: its rank, and its suit where it has one. */
export function card(name) {
  const suit = /[shdc]$/.test(name) ? name.at(-1) : "s";
  const rank = name.replace(/[shdc]$/, "").replace("T", "10");
  const text = (attributes, words) => { const made = svg("text", attributes); made.textContent = words; return made; };
  return svg("svg", { class: `card suit-${suit}`, viewBox: "0 0 100 140", role: "img", "aria-label": `${rank}${SIGNS[suit]}` },
    svg("rect", { class: "card-face", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
    text({ class: "card-big", x: 50, y: 68 }, rank), svg("use", { href: `/static/pieces.svg#suit-${suit}`, x: 29, y: 84, width: 42, height: 42 }));
}
