"""Proposition 5 of Nakai 1980, targets of value 1: checked in fractions at every state up to twelve stages."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from zerosum.games.nakai import Nakai, all_layers
from zerosum.models.targets import parse_targets

__all__ = ["column_guarantees", "deterministic", "formula", "guarantees"]

State = tuple[int, int, int, int]


def deterministic(
    check: Callable[[State, list[list[Fraction]], list[str]], bool],
) -> bool:
    """A check at every state up to twelve stages, on the matrix (14) with the values m(k - l)/n after it."""
    game = Nakai(12, 6, 6, 12, parse_targets("point(1)"))
    for layer in all_layers(12):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            M = [[Fraction(d) + formula(after) for (_, d), after in line] for line in cells]
            if not check(state, M, list(rows)):
                return False
    return True


def formula(state: State) -> Fraction:
    """m (k - l) / n, the value where every target is worth 1."""
    n, k, l, m = state
    return Fraction(m * (k - l), n) if n else Fraction(0)


def guarantees(printed: bool, t: Fraction) -> bool:
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


def column_guarantees(state: State, M: list[list[Fraction]], rows: list[str]) -> bool:
    """Whether playing M with probability m / n holds row down to the value."""
    n, _, _, m = state
    y = (Fraction(m, n), Fraction(n - m, n))[: len(M[0])]
    return max(sum(q * a for q, a in zip(y, line, strict=True)) for line in M) == formula(state)
