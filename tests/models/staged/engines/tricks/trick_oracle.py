"""An independent solver for trick games: plain recursion over actual hands, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from zerosum.matrix import solve_exact
from zerosum.models.staged.engines.tricks.rules import Chance, TrickGame

Hand = tuple[int, ...]


def oracle(game: TrickGame) -> Callable[[Hand, Hand, Any], Fraction]:
    """The exact value at two hands in a context, or before a chance."""

    @cache
    def value(row: Hand, col: Hand, at: Any) -> Fraction:
        if isinstance(at, Chance):
            return sum((Fraction(p) * value(row, col, one) for p, one in at.branches), Fraction(0))
        if not row:
            return Fraction(game.settle(at))
        matrix = [[play(row, col, at, a, b) for b in col] for a in row]
        return Fraction(solve_exact(matrix).value.lower)

    def play(row: Hand, col: Hand, at: Any, a: int, b: int) -> Fraction:
        reward, after = game.trick(at, (a > b) - (a < b))
        return Fraction(reward) + value(
            tuple(c for c in row if c != a), tuple(c for c in col if c != b), after
        )

    return value


def positions(game: TrickGame) -> Iterator[tuple[Hand, Hand, Any]]:
    """Every pair of hands in every context that can occur with as many cards left."""
    cards = tuple(range(1, game.cards + 1))
    contexts = [game.start]
    for left in range(game.cards, 0, -1):
        single = [one for at in contexts for one in (_branches(at) if isinstance(at, Chance) else [at])]
        single = list(dict.fromkeys(single))
        for row in combinations(cards, left):
            for col in combinations(cards, left):
                for at in dict.fromkeys([*contexts, *single]):
                    yield row, col, at
        contexts = list(dict.fromkeys(game.trick(at, outcome)[1] for at in single for outcome in (1, 0, -1)))


def _branches(at: Chance) -> list[Any]:
    return [one for _, one in at.branches]
