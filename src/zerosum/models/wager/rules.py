"""Wager games: a bettor sees a hand, then folds or bets; the rival must cover the bet.

Each hand wins with some probability w. Folding loses the ante. A bet f, anywhere from `low` to `high`, wins or loses
f + ante, which is worth (f + ante)(2w - 1). That is linear in f, so only three acts are ever needed:

    fold        if (low + ante)(2w - 1) < -ante,  that is  w < low / (2 (low + ante))
    bet low     from there to w = 1/2
    bet high    from w = 1/2 on

With an ante and a least bet of one the first threshold is 1/4. The worth of the best of the three is a convex,
increasing, piecewise linear function of w, so the value depends on the law of w alone. The row player is the bettor.
(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.wager.family import WagerFamily
from zerosum.models.wager.win_chance import ChanceLaw, WinChance

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Stakes:
    """The ante, the lowest bet and the highest bet."""

    ante: Fraction
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.ante < 0:
            raise GameError(f"the ante must not be negative, as {self.ante} is")
        if self.low + self.ante == 0:
            raise GameError("a bet must put something at stake: raise the ante or the bets")
        if not 0 <= self.low <= self.high:
            raise GameError(
                f"the highest bet must be at least the lowest, {self.low}, but it is {self.high}"
                if self.low >= 0
                else f"a bet must not be negative, as {self.low} is"
            )

    @property
    def fold_below(self) -> Fraction:
        """The win chance below which folding is best."""
        return Fraction(self.low) / (2 * (self.low + self.ante))

    @property
    def acts(self) -> tuple[str, str, str]:
        """The names of the three acts; two are the same where the least bet is the greatest."""
        return "fold", f"bet {self.low}", f"bet {self.high}"

    def bet(self, act: str) -> Fraction | None:
        """The bet of an act; None for folding."""
        fold, low, _ = self.acts
        if act == fold:
            return None
        return self.low if act == low else self.high

    def worth(self, act: str, win: Number) -> Number:
        """The expected gain of an act with this win chance."""
        bet = self.bet(act)
        return -self.ante if bet is None else (bet + self.ante) * (2 * win - 1)

    def best(self, win: Number) -> str:
        """The best act; where two are equally good, the bolder one, as in the paper."""
        fold, low, high = self.acts
        if win < self.fold_below:
            return fold
        return low if win < HALF else high

    def indifferent(self, win: Number) -> tuple[str, ...]:
        """All acts as good as the best one."""
        top = self.worth(self.best(win), win)
        return tuple(dict.fromkeys(act for act in self.acts if self.worth(act, win) == top))

    def shares(self, folds: Number, below_half: Number, mass: Number) -> dict[str, Number]:
        """The share of hands that takes each act, from the shares with win chance below the thresholds and of all."""
        fold, low, high = self.acts
        if low == high:
            return {fold: folds, high: mass - folds}
        return {fold: folds, low: below_half - folds, high: mass - below_half}

    def shares_of(self, law: ChanceLaw) -> dict[str, Number]:
        """The share of hands that takes each act, under a law of the win chance."""
        return self.shares(law.below(self.fold_below), law.below(HALF), law.mass)

    def expectation(self, law: ChanceLaw) -> tuple[Number, Number]:
        """The pair (a, b): the bettor's expectation is a + b M for every highest bet M.

        The worth of the best act is (M + ante)(2w - 1) + 2(M - low)(1/2 - w)+ + 2(low + ante)(t - w)+, where t is the
        threshold below which folding is best.
        """
        edge = 2 * law.mean - law.mass
        middle, bottom = law.shortfall(HALF), law.shortfall(self.fold_below)
        constant = self.ante * edge - 2 * self.low * middle + 2 * (self.low + self.ante) * bottom
        return constant, edge + 2 * middle


class WagerDeal(Protocol):
    """One deal: the bettor's hand, and the next card, which he does not see yet."""

    @property
    def hand(self) -> Sequence[object]:
        """The bettor's cards."""

    @property
    def next_card(self) -> object:
        """The card that will be turned."""

    @property
    def wins(self) -> bool:
        """Whether the hand beats it."""

    def payoff(self, bet: Fraction | None) -> Fraction:
        """What the bettor gains with this bet, or by folding (None)."""


@dataclass(frozen=True)
class WagerGame(Game):
    """Base class of games in which only the bettor chooses, and only once.

    Examples
    --------
    >>> game = zerosum.load("red-dog")()
    >>> game.model
    'wager'
    >>> print(zerosum.solve(game).value)
    -0.318415… = -6631/20825
    """

    family: ClassVar[WagerFamily] = WagerFamily()
    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}

    @property
    @abstractmethod
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest."""

    @abstractmethod
    def win_chance(self) -> WinChance:
        """The law of the win chance over all hands."""

    @abstractmethod
    def chance_of(self, hand: str) -> Number:
        """The win chance of a hand, as a person types it."""

    def hands(self) -> Iterable[tuple[str, Number, Number]]:
        """Every hand as a person types it, its win chance, and its probability; none if there are too many."""
        return ()

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """The win chances of `size` random hands, and whether each wins.

        By default from the law of the win chance, which must be finite; a game with another law overrides this.
        """
        law = self.win_chance().exact
        if law is None or not law.is_finite:
            raise Unavailable(f"{self.title} deals no hands, so its matches can be computed but not sampled")
        weights = np.array([float(p) for p in law.terms.values()])
        chances = np.array([float(w) for w, _ in law.terms])[rng.choice(len(weights), size, p=weights)]
        return chances, rng.random(size) < chances

    def deal(self, rng: np.random.Generator) -> WagerDeal:
        """A hand for a person, and the card that will be turned; a game with cards overrides this."""
        raise Unavailable(f"{self.title} deals no cards, so it cannot be played")

    def groups(self) -> Mapping[str, ChanceLaw]:
        """Kinds of hands to report separately, each with the law of its win chance, whose mass is their share."""
        return {}

    def remarks(self) -> tuple[str, ...]:
        """The thresholds in the terms of the game, for a person."""
        return ()
