// The square of two numbers, cut into the regions that do different things: the first number across, the second up.
import { svg } from "../dom.js";

const SIZE = 230;
const EDGE = 34;

/** {across, up, borders: [[[first, second], …], …]}: between two borders lies a hand, which is chosen by touching it. */
export function square({ across, up, borders }, hands, colour, chosen, choose) {
  const flat = (height) => [[0, height], [1, height]];
  const edges = [flat(0), ...borders, flat(1)];
  const x = (v) => (EDGE + SIZE * v).toFixed(1);
  const y = (v) => (4 + SIZE * (1 - v)).toFixed(1);
  const text = (left, top, words, more = {}) => { const made = svg("text", { x: left, y: top, "text-anchor": "middle", ...more }); made.textContent = words; return made; };
  const regions = hands.map((hand, k) => {
    const points = [...edges[k], ...edges[k + 1].slice().reverse()].map(([a, b]) => `${x(a)},${y(b)}`).join(" ");
    const title = svg("title");
    title.textContent = hand.name;
    const made = svg("polygon", { class: `region ${colour(hand)}${hand === chosen ? " chosen" : ""}`, points }, title);
    made.addEventListener("click", () => choose(hand));
    return made;
  });
  const front = regions.splice(hands.indexOf(chosen), 1); // its frame lies above the others
  return svg("svg", { class: "square", viewBox: `0 0 ${EDGE + SIZE + 6} ${SIZE + 36}`, role: "img", "aria-label": `regions by ${across} and ${up}` },
    ...regions, ...front, text(EDGE + SIZE / 2, SIZE + 30, `${across} →`), text(14, SIZE / 2, `${up} →`, { transform: `rotate(-90 14 ${SIZE / 2})` }),
    text(EDGE, SIZE + 18, "0"), text(EDGE + SIZE, SIZE + 18, "1"));
}
