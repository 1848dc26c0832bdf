"""Rational functions of two parameters x and y, systems of equations over them, and the curves on which they vanish.

A `PlaneFunction` is a quotient of polynomials in lowest terms; FLINT does the arithmetic. Its sign is a product of
signs of irreducible polynomials, so that many functions share few *curves*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx

from zerosum.core.numbers import as_fraction
from zerosum.numerics.exact import as_fractions, as_rational, factors
from zerosum.numerics.quotients import Quotient

CONTEXT = fmpz_mpoly_ctx.get(("x", "y"), "lex")
"""Polynomials in x and y with integer coefficients."""


@dataclass(frozen=True)
class Signs:
    """The sign of a function: a number's sign times those of irreducible polynomials."""

    sign: int
    """0 for the function that is 0."""
    odd: tuple[fmpz_mpoly, ...]
    """The irreducible polynomials with an odd power."""
    names: tuple[str, ...]


class PlaneFunction(Quotient):
    """A quotient of two polynomials in x and y, in lowest terms."""

    __slots__ = ()

    @classmethod
    def of(cls, number: Fraction | int) -> PlaneFunction:
        """Return a constant."""
        exact = Fraction(number)
        return cls(
            CONTEXT.from_dict({(0, 0): exact.numerator}), CONTEXT.from_dict({(0, 0): exact.denominator})
        )

    @classmethod
    def variable(cls, k: int) -> PlaneFunction:
        """Return the parameter x (0) or y (1)."""
        return cls(CONTEXT.from_dict({(1 - k, k): 1}))

    def __call__(self, x: object, y: object) -> Fraction:
        """Return the value at a point, exactly."""
        at = as_fraction(x), as_fraction(y)
        return value_at(self.top, *at) / value_at(self.bottom, *at)

    @cached_property
    def signs(self) -> Signs:
        """The sign of the function, as irreducible polynomials on whose curves it may change."""
        if not self.top:
            return Signs(0, (), ())
        sign, powers = 1, dict[str, tuple[fmpz_mpoly, int]]()
        for p in (self.top, self.bottom):
            number, found = factors(p)
            sign *= 1 if number > 0 else -1
            for factor, power in found:
                name = str(factor)
                powers[name] = factor, powers.get(name, (factor, 0))[1] + int(power)
        odd = {name: p for name, (p, k) in powers.items() if k % 2}
        return Signs(sign, tuple(odd.values()), tuple(odd))

    def text(self, letters: tuple[str, str]) -> str:
        """Write the function in factors."""
        top, bottom = factored(self.top, letters), factored(self.bottom, letters)
        if bottom == "1":
            return top[1:-1] if _is_bracket(top) else top
        return f"{top}/{bottom}" if bottom.isalnum() or _is_bracket(bottom) else f"{top}/({bottom})"

    def latex(self, letters: tuple[str, str]) -> str:
        """Return the function in LaTeX."""
        shown = [factored(p, letters) for p in (self.top, self.bottom)]
        sign, shown[0] = ("-", shown[0][1:]) if shown[0].startswith("-") else ("", shown[0])
        top, bottom = (
            (text[1:-1] if _is_bracket(text) else text)
            .replace(" + ", "+")
            .replace(" - ", "-")
            .replace(" ", r"\,")
            for text in shown
        )
        return sign + (top if bottom == "1" else rf"\frac{{{top}}}{{{bottom}}}")


def _is_bracket(text: str) -> bool:
    """Return whether a text is one pair of brackets with a sum in it."""
    return text.startswith("(") and text.endswith(")") and text.count("(") == 1


PlaneNumber = PlaneFunction | Fraction


def solve_sparse(
    rows: Sequence[Mapping[int, PlaneNumber]], right: Sequence[PlaneNumber | int]
) -> list[PlaneNumber] | None:
    """Solve a square sparse system by elimination; return None if it is singular for all x and y.

    The next pivot is a number, if there is one, in a short row.
    """
    todo = {i: dict(row) for i, row in enumerate(rows)}
    sums: list[PlaneNumber] = [Fraction(b) if isinstance(b, int) else b for b in right]
    order: list[tuple[int, int, dict[int, PlaneNumber]]] = []
    # the rows in which each unknown occurs
    columns: dict[int, set[int]] = {}
    for i, row in todo.items():
        for j in row:
            columns.setdefault(j, set()).add(i)
    while todo:
        # Markowitz's rule: numbers before functions, then the entry with the least possible fill-in
        best = min(
            (
                (isinstance(a, PlaneFunction), (len(row) - 1) * (len(columns[j]) - 1), i, j)
                for i, row in todo.items()
                for j, a in row.items()
            ),
            default=None,
        )
        if best is None:
            return None
        _, _, i, j = best
        row = todo.pop(i)
        pivot = row.pop(j)
        for k in row:
            columns[k].discard(i)
        columns[j].discard(i)
        # subtract the pivot row from all rows with this unknown, and keep the lists of columns
        for other in list(columns[j]):
            theirs = todo[other]
            factor = theirs.pop(j) / pivot
            for k, a in row.items():
                total = theirs.get(k, Fraction(0)) - factor * a
                if total:
                    theirs[k] = total
                    columns[k].add(other)
                elif k in theirs:
                    del theirs[k]
                    columns[k].discard(other)
            sums[other] = sums[other] - factor * sums[i]
        columns[j].clear()
        order.append((i, j, {**row, j: pivot}))
    # back substitution, in the reverse order
    found: list[PlaneNumber] = [Fraction(0)] * len(rows)
    for i, j, row in reversed(order):
        total = sums[i]
        for k, a in row.items():
            if k != j and found[k]:
                total = total - a * found[k]
        found[j] = total / row[j]
    return found


def value_at(p: fmpz_mpoly, x: Fraction, y: Fraction) -> Fraction:
    """Return the value of a polynomial at a point."""
    return as_fractions([section(p, y)(as_rational(x))])[0]


def section(p: fmpz_mpoly, y: Fraction) -> fmpq_poly:
    """Restrict a polynomial in x and y to a value of y: a polynomial in x."""
    parts: dict[int, Fraction] = {}
    for (i, j), a in p.to_dict().items():
        parts[int(i)] = parts.get(int(i), Fraction(0)) + int(a) * y ** int(j)
    return fmpq_poly([as_rational(parts.get(i, Fraction(0))) for i in range(max(parts, default=0) + 1)])


def in_y(p: fmpz_mpoly) -> tuple[Fraction, ...]:
    """Return the coefficients of a polynomial in y alone, constant first."""
    parts = {int(j): int(a) for (_, j), a in p.to_dict().items()}
    return tuple(Fraction(parts.get(j, 0)) for j in range(max(parts, default=0) + 1))


def leading(p: fmpz_mpoly) -> fmpz_mpoly:
    """Return the coefficient of the highest power of x, a polynomial in y."""
    degree = int(p.degrees()[0])
    return CONTEXT.from_dict({(0, int(j)): int(a) for (i, j), a in p.to_dict().items() if int(i) == degree})


def expanded(p: fmpz_mpoly, letters: tuple[str, str]) -> str:
    """Write a polynomial in both letters, term by term."""
    terms = []
    for (i, j), a in sorted(p.to_dict().items(), key=lambda item: (-sum(item[0]), item[0])):
        powers = [
            letter if power == 1 else f"{letter}^{power}"
            for letter, power in zip(letters, (int(i), int(j)), strict=True)
            if power
        ]
        size = "" if abs(int(a)) == 1 and powers else str(abs(int(a)))
        terms.append(("- " if a < 0 else "+ ") + size + " ".join(powers))
    joined = " ".join(terms) or "+ 0"
    return ("-" if joined[0] == "-" else "") + joined[2:]


def factored(p: fmpz_mpoly, letters: tuple[str, str]) -> str:
    """Write a polynomial in factors."""
    if not p:
        return "0"
    number, found = factors(p)
    shown = []
    for factor, power in found:
        text = expanded(factor, letters)
        text = f"({text})" if " + " in text or " - " in text else text
        shown.append(text if power == 1 else f"{text}^{power}")
    joined = "".join(shown)
    if not joined:
        return str(int(number))
    return joined if number == 1 else f"-{joined}" if number == -1 else f"{int(number)}{joined}"
