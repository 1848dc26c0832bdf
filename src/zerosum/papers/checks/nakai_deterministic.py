"""Proposition 5 of Nakai 1980, targets of value 1: checked in fractions at every state up to twelve stages."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from zerosum.games.nakai import Nakai, all_layers
from zerosum.matrix.exact import exact_game
from zerosum.models.targets.rules import parse_targets
from zerosum.papers.checks.nakai_table import State
from zerosum.papers.verdicts import Found

STAGES = 12


def deterministic(check: Callable[[State, list[list[Fraction]], list[str]], bool]) -> Found:
    """A check at every state up to twelve stages, on the matrix (14) with the values m(k - l)/n after it."""
    game = Nakai(STAGES, 6, 6, STAGES, parse_targets("point(1)"))
    for layer in all_layers(STAGES):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            M = [[Fraction(d) + formula(after) for (_, d), after in line] for line in cells]
            if not check(state, M, list(rows)):
                n, k, l, m = state
                return Found(False, f"fails in G_{n}({k},{l},{m})")
    return Found(True, f"in fractions, at all states with n ≤ {STAGES}")


def formula(state: State) -> Fraction:
    """m (k - l) / n, the value where every target is worth 1."""
    n, k, l, m = state
    return Fraction(m * (k - l), n) if n else Fraction(0)


def value_is_the_formula() -> Found:
    """Whether (14) has the value m (k - l) / n."""
    return deterministic(lambda state, M, rows: exact_game(M)[0] == formula(state))


def third_row_is_the_mean() -> Found:
    """Whether passing is the mean of playing low and high, where all three can be done."""
    return deterministic(
        lambda state, M, rows: (
            len(rows) < 3 or all(M[0][j] + M[1][j] == 2 * M[2][j] for j in range(len(M[0])))
        )
    )


def passing_pays(against: str, more: bool) -> Found:
    """Whether II's passing pays I at least as much as II's playing, or at most, where I makes this move."""
    sign = 1 if more else -1
    return deterministic(
        lambda state, M, rows: (
            against not in rows or len(M[0]) < 2 or (d := M[rows.index(against)])[1] * sign >= d[0] * sign
        )
    )


def row_guarantees(printed: bool) -> Found:
    """Whether t x1 + (1 - t) x2 guarantees the value for t = 0, 1/3, 2/3, 1 wherever the rules allow it."""
    found = [guarantees(printed, Fraction(i, 3)) for i in range(4)]
    return next((one for one in found if not one.holds), found[0])


def column_guarantees() -> Found:
    """Whether playing M with probability m / n holds row down to the value."""
    return deterministic(_column_holds)


def guarantees(printed: bool, t: Fraction) -> Found:
    """Whether t x1 + (1 - t) x2 guarantees the value wherever the rules allow it."""

    def check(state: State, M: list[list[Fraction]], rows: list[str]) -> bool:
        n, k, l, _ = state
        more, less = Fraction(n + k - l, 2 * n), Fraction(n + l - k, 2 * n)
        low, high = (more, less) if printed else (less, more)
        x = {
            "play L": t * low + (1 - t) * Fraction(max(0, l - k), n),
            "play H": t * high + (1 - t) * Fraction(max(0, k - l), n),
            "pass": (1 - t) * Fraction(n - abs(k - l), n),
        }
        if any(p and move not in rows for move, p in x.items()):
            return True
        pays = [sum(x[row] * line[j] for row, line in zip(rows, M, strict=True)) for j in range(len(M[0]))]
        return min(pays) == formula(state)

    return deterministic(check)


def _column_holds(state: State, M: list[list[Fraction]], rows: list[str]) -> bool:
    """Whether playing M with probability m / n holds row down to the value."""
    n, _, _, m = state
    y = (Fraction(m, n), Fraction(n - m, n))[: len(M[0])]
    return max(sum(q * a for q, a in zip(y, line, strict=True)) for line in M) == formula(state)
