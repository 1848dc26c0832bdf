"""The counting behind drawing games: which hands there are, and how the rival's hand may end.

*Hands* are tuples of counts. The rival follows a rule, so a hand of his ends the game or not whatever else
happened; what the deck has left decides only how likely it is. So each final hand e is found once, with the
number of orders in which his rule lets him draw it, and with c_k cards of kind k unseen it is drawn in

    orders(e) * product over k of c_k (c_k - 1) … (c_k - e_k + 1)

of the n (n - 1) … (n - |e| + 1) equally likely ways. All these are integers. They are counted for all hands
of the bettor at once, final hands that begin alike sharing their products.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Ints
from zerosum.models.drawing.rules import DrawingGame, Hand, with_card

__all__ = ["Outcomes", "endings", "factorial", "outcomes"]

INT64_SAFE = 2**62


@dataclass(frozen=True)
class Ending:
    """A final hand of the rival: the cards he drew, his score (None if over), and in how many orders."""

    drawn: Hand
    score: int | None
    orders: int


@dataclass(frozen=True)
class Outcomes:
    """For each score of the rival and number of cards drawn: the ways, one for each hand of the bettor."""

    ways: dict[tuple[int | None, int], Ints | NDArray[np.object_]]

    def scaled(
        self, unseen: Sequence[int], mine: Sequence[int], game: DrawingGame
    ) -> Iterator[tuple[int, int]]:
        """For each hand the ways to win with its score, and all ways, both as parts of unseen!."""
        every = self._by_number(lambda score: True)
        wins = {own: self._by_number(partial(game.wins, own)) for own in set(mine)}
        for row, (cards, own) in enumerate(zip(unseen, mine, strict=True)):
            yield _parts(wins[own], row, cards), _parts(every, row, cards)

    def _by_number(self, counts: Callable[[int | None], bool]) -> dict[int, list[int]]:
        """For each number of cards drawn the ways to the scores that count, one for each hand."""
        found: dict[int, Ints | NDArray[np.object_]] = {}
        for (score, drawn), column in self.ways.items():
            if counts(score):
                found[drawn] = found[drawn] + column if drawn in found else column
        return {drawn: column.tolist() for drawn, column in found.items()}


factorial = cache(math.factorial)
"""Few numbers, asked for very often."""


def _parts(ways: Mapping[int, Sequence[int]], row: int, unseen: int) -> int:
    """The ways of one hand, those that draw fewer cards counted as often as the others can follow."""
    return sum(column[row] * factorial(unseen - drawn) for drawn, column in ways.items() if column[row])


def endings(game: DrawingGame, supply: Hand, first: int | None) -> list[Ending]:
    """The rival's final hands, from nothing or from an open card of kind `first` (no part of `supply`)."""
    none = (0,) * len(supply)
    base = none if first is None else with_card(none, first)
    live: dict[Hand, int] = {none: 1}
    final: list[Ending] = []
    if first is not None and (game.score(base) is None or not game.rival_pulls(base)):
        return [Ending(none, game.score(base), 1)]
    while live:
        longer: defaultdict[Hand, int] = defaultdict(int)
        for drawn, orders in live.items():
            for kind, count in enumerate(supply):
                if drawn[kind] < count:
                    longer[with_card(drawn, kind)] += orders
        live = {}
        for drawn, orders in longer.items():
            hand = tuple(a + b for a, b in zip(drawn, base, strict=True))
            score = game.score(hand)
            if score is not None and game.rival_pulls(hand):
                live[drawn] = orders
            else:
                final.append(Ending(drawn, score, orders))
    return sorted(final, key=lambda ending: ending.drawn)


def outcomes(hands: Sequence[Hand], supply: Hand, final: Sequence[Ending]) -> Outcomes:
    """In how many ways the rival reaches each score, for each hand of the bettor."""
    largest = max((sum(ending.drawn) for ending in final), default=0)
    small = math.perm(sum(supply), largest) < INT64_SAFE
    left = np.array(supply) - np.array(hands)
    falling = _falling(left if small else left.astype(object), max((max(e.drawn) for e in final), default=0))
    ways: dict[tuple[int | None, int], Ints | NDArray[np.object_]] = {}

    def spread(group: Iterable[Ending], kind: int, product: Ints) -> None:
        if kind == len(supply):
            for ending in group:
                key = ending.score, sum(ending.drawn)
                part = product * ending.orders
                ways[key] = ways[key] + part if key in ways else part
            return
        for count, rest in groupby(group, key=lambda ending: ending.drawn[kind]):
            spread(rest, kind + 1, product * falling[count][:, kind] if count else product)

    spread(final, 0, np.ones(len(hands), dtype=np.int64 if small else object))
    return Outcomes(ways)


def _falling(left: Ints, most: int) -> list[Ints]:
    """c (c - 1) … (c - j + 1) for j = 0, 1, …, most; zero where cards run short."""
    table = [np.ones_like(left)]
    for j in range(most):
        table.append(table[-1] * np.maximum(left - j, 0))
    return table
