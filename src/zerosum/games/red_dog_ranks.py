"""Red Dog with ranks on [0, 1], or of any other law: one card in each suit, or cards that fall into random suits.

The turned card is of suit i with probability p_i and of a rank drawn from G, so a hand whose best rank in suit i is
x_i wins with chance p_1 G(x_1) + … + p_n G(x_n), where x_i = 0 in a void suit. One suit is the paper's first
game, with thresholds a_1 = inf{x: 4G(x) >= 1} and x_0 = inf{x: 2G(x) >= 1}.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import add, mul

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, as_fraction
from zerosum.models.wager.card_law import CardLaw, win_chance
from zerosum.models.wager.rules import HALF
from zerosum.models.wager.win_chance import PowerLaw, WinChance, best_of

__all__ = ["RankPerSuit", "ScatteredRanks"]


@dataclass(frozen=True)
class RankPerSuit:
    """One card in each suit."""

    weights: tuple[Fraction, ...]
    """The chance of each suit to be turned up, p_i."""
    dealt: CardLaw
    """The law F of a dealt card."""
    turned: CardLaw
    """The law G of the turned card."""

    @property
    def suits(self) -> int:
        """How many suits there are."""
        return len(self.weights)

    @cached_property
    def chances(self) -> list[float]:
        """The suits' chances to be turned, in floats."""
        return [float(p) for p in self.weights]

    def thresholds(self, fold_below: Fraction) -> tuple[Number, Number]:
        """a_1 and x_0 of the one-card game: fold below the one, bet the most from the other on."""
        return self.turned.ppf(fold_below), self.turned.ppf(HALF)

    def win_chance(self) -> WinChance:
        """The law of the chance to win, over all hands."""
        return win_chance(self.dealt, self.turned, self.weights)

    def by_suits(self) -> dict[int, PowerLaw]:
        """Every hand holds all suits, so there are no parts to tell apart."""
        return {}

    def chance_of(self, hand: str) -> Number:
        """The chance that a hand wins: one rank for each suit, "0.3 0.9 1/2 0"."""
        try:
            ranks = [as_fraction(word) for word in hand.replace(",", " ").split()]
        except InputError:
            raise InputError(
                f'type one rank for each suit, such as "{"0.5 " * self.suits}", not {hand!r}'
            ) from None
        if len(ranks) != self.suits:
            raise InputError(f"type {self.suits} ranks, one for each suit (0 for a void), not {len(ranks)}")
        return sum((p * self.turned.cdf(x) for p, x in zip(self.weights, ranks, strict=True)), Fraction(0))

    def rule(self, fold_below: Fraction) -> str:
        """When to fold and when to bet the most, by the ranks."""
        if self.suits > 1:
            return _rule_of_sums(fold_below)
        a1, x0 = self.thresholds(fold_below)
        return f"Fold below a1 = {float(a1):.10g}; bet the most from x0 = {float(x0):.10g} on."

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal so many hands and turn a card for each: the chances to win, and which hands win."""
        hands = np.stack([self.dealt.draw(rng, size) for _ in range(self.suits)])
        chance = np.tensordot(self.chances, np.asarray(self.turned.cdf(hands), dtype=float), 1)
        suit = rng.choice(self.suits, size=size, p=self.chances)
        return chance, hands[suit, np.arange(size)] >= self.turned.draw(rng, size)


@dataclass(frozen=True)
class ScatteredRanks(RankPerSuit):
    """Uniform cards, each falling into suit i with probability p_i, so that some suits may be void."""

    held: int
    """How many cards a hand has."""

    def win_chance(self) -> WinChance:
        """The law of the chance to win, over all hands."""
        return WinChance.exactly(reduce(add, self.by_suits().values()))

    def by_suits(self) -> dict[int, PowerLaw]:
        """The law for each number of suits held, its mass the share of those hands."""
        laws: dict[int, PowerLaw] = {}
        for counts in _compositions(self.held, self.suits):
            orders = math.factorial(self.held) // math.prod(map(math.factorial, counts))
            pairs = list(zip(self.weights, counts, strict=True))
            share = orders * math.prod((p**c for p, c in pairs), start=Fraction(1))
            law = reduce(mul, (best_of(c, p) for p, c in pairs)).scaled(share)
            suits = sum(c > 0 for c in counts)
            laws[suits] = laws[suits] + law if suits in laws else law
        return dict(sorted(laws.items()))

    def rule(self, fold_below: Fraction) -> str:
        """When to fold and when to bet the most, by the best rank of each suit."""
        return _rule_of_sums(fold_below)

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal uniform cards to random suits: the chances to win, and which hands win."""
        each, tops = np.arange(size), np.zeros((self.suits, size))
        suits = rng.choice(self.suits, size=(self.held + 1, size), p=self.chances)
        ranks = rng.random((self.held + 1, size))
        for suit, rank in zip(suits[:-1], ranks[:-1], strict=True):
            tops[suit, each] = np.maximum(tops[suit, each], rank)
        return np.tensordot(self.chances, tops, 1), tops[suits[-1], each] > ranks[-1]


def _rule_of_sums(fold_below: Fraction) -> str:
    return f"Fold where the sum of p_i G(x_i) is below {fold_below}; bet the most where it is 1/2 or more."


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as an ordered sum of some parts, zeros allowed."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
