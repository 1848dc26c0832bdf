// Cards in a text, such as KhQh: each in the colour of its suit, as a deck of four colours has them.
import { el } from "../dom.js";

const CARDS = /^(?:[2-9TJQKA][shdc])+$/;
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A name as elements: cards with signs and colours, and any other text as it is. */
export function suited(name) {
  if (!CARDS.test(name)) return [name];
  return name.match(/../g).map((card) => el("span", { class: `card-name suit-${card[1]}`, "aria-label": card }, card[0] + SIGNS[card[1]]));
}
