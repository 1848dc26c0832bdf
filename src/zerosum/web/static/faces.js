// The faces of rivals: a few lines for each mood.
import { svg } from "./dom.js";

/** Brows, eyes and mouth of each mood, as paths in a square of 48. */
const MOODS = {
  calm: { brows: "M14 17h7M27 17h7", mouth: "M16 33h16", tone: "var(--accent)" },
  bold: { brows: "M13 15l8 4M35 15l-8 4", mouth: "M15 31q9 8 18 0", tone: "var(--bad)" },
  meek: { brows: "M13 19l8-4M35 19l-8-4", mouth: "M16 35q8-6 16 0", tone: "var(--good)" },
  random: { brows: "M14 16h7M27 19h7", mouth: "M15 33q4-6 9 0t9 0", tone: "var(--warm)" },
  plain: { brows: "M14 17h7M27 17h7", mouth: "M16 32q8 4 16 0", tone: "var(--faint)" },
};

export function face(mood) {
  const { brows, mouth, tone } = MOODS[mood] ?? MOODS.plain;
  return svg("svg", { viewBox: "0 0 48 48", class: "face", "aria-hidden": "true" },
    svg("circle", { cx: 24, cy: 24, r: 21, fill: "var(--card)", stroke: tone, "stroke-width": 3 }),
    svg("path", { d: `${brows}${mouth}`, fill: "none", stroke: "currentColor", "stroke-width": 2.5, "stroke-linecap": "round" }),
    svg("circle", { cx: 17.5, cy: 23, r: 2.4, fill: "currentColor" }), svg("circle", { cx: 30.5, cy: 23, r: 2.4, fill: "currentColor" }));
}
