// Formulas of the keyboard, such as -b^2/(6(b + 2)), as MathML, with fraction bars and exponents.
import { el } from "./dom.js";

const MATH = "http://www.w3.org/1998/Math/MathML";
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z])|(<=|[-+=<>()/^]))/y;

const node = (name, ...children) => {
  const made = document.createElementNS(MATH, name);
  made.append(...children);
  return made;
};
const bracket = (sign) => {
  const made = node("mo", sign);
  for (const [key, value] of [["stretchy", "false"], ["lspace", "0"], ["rspace", "0"]]) made.setAttribute(key, value);
  return made;
};
const row = (parts) => (parts.length === 1 ? parts[0] : node("mrow", ...parts));

const WIDEST = 30;

/** The formula, drawn; one that does not fit beside a slider, or is written in another way, in a line that can break. */
export function formula(text) {
  const tokens = Math.max(...text.split("/").map((part) => part.length)) > WIDEST ? null : split(text);
  const made = tokens && sum(tokens);
  if (!made || tokens.length) {
    const pieces = text.replaceAll("-", "−").split(/\^(\d+)/);
    return el("span", { class: "math" }, ...pieces.map((piece, k) => (k % 2 ? el("sup", {}, piece) : piece)));
  }
  const math = node("math", ...made);
  math.setAttribute("alttext", text);
  math.setAttribute("displaystyle", "true"); // a fraction in full size
  return math;
}

/** The numbers, letters and signs of a formula; null where there is anything else. */
function split(text) {
  const result = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const token = TOKEN.exec(text);
    if (!token) return null;
    result.push({ number: token[1], letter: token[2], sign: token[3] });
  }
  return result;
}

/** Terms and the signs between them, up to a closing bracket; null where a part is missing. */
function sum(tokens) {
  const made = [];
  for (;;) {
    while (["+", "-", "=", "<", ">", "<="].includes(tokens[0]?.sign)) {
      const { sign } = tokens.shift();
      made.push(node("mo", { "-": "−", "<=": "≤" }[sign] ?? sign));
    }
    const top = product(tokens);
    if (!top) return null;
    if (tokens[0]?.sign === "/") {
      tokens.shift();
      const bottom = product(tokens);
      if (!bottom) return null;
      made.push(node("mfrac", row(bare(top)), row(bare(bottom))));
    } else made.push(...top.flatMap((factor) => factor.parts));
    if (!tokens.length || tokens[0].sign === ")") return made;
    if (!"+-=<>".includes(tokens[0].sign?.[0] ?? "?")) return null;
  }
}

/** The parts of a numerator or denominator: a single bracket is not needed above or below the bar. */
const bare = (factors) => (factors.length === 1 && factors[0].inside ? factors[0].inside : factors.flatMap((factor) => factor.parts));

/** Factors that stand beside each other; `inside` is what a bracket without an exponent holds. */
function product(tokens) {
  const factors = [];
  while (tokens.length) {
    const { number, letter, sign } = tokens[0];
    if (sign && sign !== "(") break;
    tokens.shift();
    let inside = null;
    let base = [node(number ? "mn" : "mi", number ?? letter ?? "")];
    if (sign) {
      inside = sum(tokens);
      if (!inside || tokens.shift()?.sign !== ")") return null;
      base = [bracket("("), ...inside, bracket(")")];
    }
    if (tokens[0]?.sign === "^") {
      tokens.shift();
      const power = tokens.shift();
      if (!power?.number) return null;
      factors.push({ parts: [...base.slice(0, -1), node("msup", base.at(-1), node("mn", power.number))], inside: null });
    } else factors.push({ parts: base, inside });
  }
  return factors.length ? factors : null;
}
