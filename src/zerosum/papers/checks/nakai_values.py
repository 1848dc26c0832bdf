"""Single values of Nakai's game, the whole table, and the example of section 3: uniform targets, up to n = 3."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from zerosum.games.nakai import Nakai, all_layers
from zerosum.matrix.exact import exact_game
from zerosum.models.targets.rules import parse_targets
from zerosum.models.targets.solve import solve
from zerosum.models.targets.solve.closed import closed_form
from zerosum.papers.checks.nakai_formulas import Arrays
from zerosum.papers.checks.nakai_table import State, table
from zerosum.papers.checks.nakai_table import laws as parsed
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure


A = (2 - math.log(3)) / 4
"""The example's a."""


def v(state: Sequence[int], targets: str = "uniform") -> float:
    """v_n(k, l, m)."""
    n, k, l, m = state
    return table(n, targets)[0][n, k, l, m]


def values(formula: str, targets: Sequence[str] = ("uniform",), form: Sequence[int] = ()) -> Found:
    """A formula in v, g, h, p, μ, the functions A, S, T and the example's a; `form` is a state to be told."""
    return Found(all(holds(formula, _letters(law)) for law in targets), _form(form) if form else "")


def _letters(law: str) -> dict[str, object]:
    arrays = Arrays(3, *parsed(law))

    def number(x: object) -> int:
        return int(x)  # type: ignore[call-overload, no-any-return]

    at = arrays.at[1]
    return {
        **{name: getattr(at, name) for name in ("A", "S", "T")},
        "g": lambda n, k, m: arrays.g3[number(n), number(k), number(m)],
        "beyond_a": _beyond_a(),
        "v": lambda *state: v([number(x) for x in state], law),
        "p": lambda n, i: arrays.p[number(n), number(i)],
        "h": lambda n, l, m: arrays.h_array()[number(n), number(l), number(m)],
        "mu": parsed(law)[0].mean,
        "a": A,
        "log": lambda x: math.log(x),
    }


def _beyond_a() -> float:
    """∫ (x - a) / (8x - 8a + 5) dx from a to 1, by Gauss's rule."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    t = (1 - A) * (nodes + 1) / 2
    return float((1 - A) / 2 * weights @ (t / (8 * t + 5)))


def _form(state: Sequence[int]) -> str:
    n, k, l, m = state
    return f"v_{n}({k},{l},{m}) = {closed_form(Nakai(n, k, l, m), (n, k, l, m))} = {v(state):.12f}"


def whole_table(n: int) -> Found:
    """Every state up to n stages, with its certified error."""
    found, error = table(n, "uniform")
    text = (
        f"all {len(found):,} states with n ≤ {n} under the uniform law, each within {error:.0e}; "
        f"v_6(2,3,3) = {found[6, 2, 3, 3]:.12f}, v_20(5,5,10) = {found[20, 5, 5, 10]:.12f}"
    )
    return Found(error < 1e-9, text)


def recursion_in_fractions(n: int) -> Found:
    """(1) run in fractions with targets of 1, 2 or 3, every matrix solved exactly, beside the table of floats."""
    game = Nakai(n, n, 0, n, parse_targets("values(1,2,3)"))
    exact: dict[State, Fraction] = {}
    for layer in all_layers(n):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            games = [
                [[x * Fraction(d) + exact.get(s, Fraction(0)) for (_, d), s in line] for line in cells]
                for x in (1, 2, 3)
            ]
            exact[state] = sum((exact_game(M)[0] for M in games), Fraction(0)) / 3
    found = table(n, "values(1,2,3)")[0]
    off = max(abs(float(x) - found[state]) for state, x in exact.items())
    zero = all(x == 0 for (_, k, l, m), x in found.items() if m == 0 or k == l == 0)
    return Found(
        zero and off < 1e-12, f"{len(exact)} states with n ≤ {n}, exactly, and the table to {off:.0e}"
    )


def mixes(player: str, move: str, formula: str) -> bool:
    """Whether a move of the example's G_3(1,1,2) has the printed weight beyond a."""
    solution = solve(Nakai(3, 1, 1, 2))
    for x in (0.3, 0.6, 0.9):
        weight = float(getattr(solution.at(x=x), player)[move])
        if not holds(f"weight == {formula}", {"weight": weight, "x": x, "a": A}):
            return False
    return True


def first_interval() -> bool:
    """Whether the example's first interval is pure, low against middle, and ends at a."""
    first, second = solve(Nakai(3, 1, 1, 2)).pieces((3, 1, 1, 2))
    pure = [p.top for p in first.row] == [(1.0,), (), ()] and [q.top for q in first.col] == [(1.0,), ()]
    return pure and abs(first.high - A) < 1e-14 and abs(second.low - A) < 1e-14


def draw_game(state: Sequence[int] = (3, 1, 1, 2)) -> Figure:
    """What to do at each value of the target in the example, or in another game."""
    from zerosum.models.targets.plot import draw

    n, k, l, m = state
    return draw(solve(Nakai(n, k, l, m)))


def draw_four() -> Figure:
    """A game of four stages."""
    return draw_game((4, 2, 1, 3))
