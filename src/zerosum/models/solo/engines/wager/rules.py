"""Wager games: a bettor sees a hand, then folds or bets; the opponent must cover the bet.

Each hand wins with some probability w. Folding loses the ante. A bet f, anywhere from `low` to `high`, wins or loses
f + ante, so its EV is (f + ante)(2w - 1). This is linear in f, so only three actions are ever needed:

    fold        if (low + ante)(2w - 1) < -ante,  that is  w < low / (2 (low + ante))
    bet low     from there to w = 1/2
    bet high    from w = 1/2 on

With an ante and a smallest bet of 1 the first threshold is 1/4. The EV of the best of the three is a convex,
increasing, piecewise linear function of w, so the value depends on the distribution of w alone. The row player is the
bettor. (R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

from zerosum.core.amounts import Clean
from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError, Unavailable
from zerosum.core.game import Game
from zerosum.core.numbers import Number, as_amount, as_fraction
from zerosum.core.sides import Side
from zerosum.models.parts import Family
from zerosum.models.solo.engines.wager.win_chance import ChanceDistribution, WinChance

if TYPE_CHECKING:
    from zerosum.models.solo.engines.wager.answer import WagerSolution

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Stakes:
    """The ante, the lowest bet and the highest bet."""

    ante: Fraction
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        for name in ("ante", "low", "high"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        if self.ante < 0:
            raise GameError(f"the ante must be at least 0, not {self.ante}")
        if self.low + self.ante == 0:
            raise GameError("every bet must put something at stake; increase the ante or the bets")
        if not 0 <= self.low <= self.high:
            raise GameError(
                f"the highest bet must be at least the lowest ({self.low}), not {self.high}"
                if self.low >= 0
                else f"a bet must be at least 0, not {self.low}"
            )

    @property
    def fold_below(self) -> Fraction:
        """The win probability below which folding is best."""
        return Fraction(self.low) / (2 * (self.low + self.ante))

    @property
    def acts(self) -> tuple[str, str, str]:
        """The names of the three actions; two coincide if the smallest bet is the largest."""
        return "fold", f"bet {self.low}", f"bet {self.high}"

    def bet(self, act: str) -> Fraction | None:
        fold, low, _ = self.acts
        if act == fold:
            return None
        return self.low if act == low else self.high

    def worth(self, act: str, win: Number) -> Number:
        """Return the EV of an action with this win probability."""
        bet = self.bet(act)
        return -self.ante if bet is None else (bet + self.ante) * (2 * win - 1)

    def best(self, win: Number) -> str:
        """Return the best action; if two are equal, the more aggressive one, as in the paper."""
        fold, low, high = self.acts
        if win < self.fold_below:
            return fold
        return low if win < HALF else high

    def indifferent(self, win: Number) -> tuple[str, ...]:
        """Return all actions that are as good as the best one."""
        top = self.worth(self.best(win), win)
        return tuple(dict.fromkeys(act for act in self.acts if self.worth(act, win) == top))

    def shares(self, folds: Number, below_half: Number, mass: Number) -> dict[str, Number]:
        """Return the fraction of hands that takes each action, given the fractions below the thresholds and of all
        hands.
        """
        fold, low, high = self.acts
        if low == high:
            return {fold: folds, high: mass - folds}
        return {fold: folds, low: below_half - folds, high: mass - below_half}

    def shares_of(self, distribution: ChanceDistribution) -> dict[str, Number]:
        """Return the fraction of hands that takes each action, under a distribution of the win probability."""
        return self.shares(distribution.below(self.fold_below), distribution.below(HALF), distribution.mass)

    def expectation(self, distribution: ChanceDistribution) -> tuple[Number, Number]:
        """Return the pair (a, b): the bettor's expectation is a + b M for every maximum bet M.

        The EV of the best action is (M + ante)(2w - 1) + 2(M - low)(1/2 - w)+ + 2(low + ante)(t - w)+, where t is the
        threshold below which folding is best.
        """
        edge = 2 * distribution.mean - distribution.mass
        middle, bottom = distribution.shortfall(HALF), distribution.shortfall(self.fold_below)
        constant = self.ante * edge - 2 * self.low * middle + 2 * (self.low + self.ante) * bottom
        return constant, edge + 2 * middle


class WagerDeal(Protocol):
    """One deal: the bettor's hand, and the next card, which is still hidden."""

    @property
    def hand(self) -> Sequence[object]:
        """The bettor's cards."""

    @property
    def next_card(self) -> object:
        """The card that will be turned up."""

    @property
    def wins(self) -> bool:
        """Whether the hand beats the next card."""

    def payoff(self, bet: Fraction | None) -> Fraction:
        """Return the bettor's gain with this bet, or by folding (None)."""


class WagerFamily(Family["WagerGame", "WagerSolution"]):
    """Wager games."""

    records: ClassVar[tuple[str, ...]] = (
        "solo.engines.wager.answer.WagerSolution",
        "solo.engines.wager.win_chance.WinChance",
        "solo.engines.wager.win_chance.ExactDistribution",
        "solo.engines.wager.win_chance.GridDistribution",
    )

    unavailable_reason: ClassVar[str] = (
        "each hand has one decision, and the report lists its best bet and the EV"
    )


@dataclass(frozen=True)
class WagerGame(Game):
    """Base class of games in which only the bettor chooses, and only once.

    Examples
    --------
    >>> game = zerosum.load("red-dog")()
    >>> game.model, game.engine
    ('solo', 'wager')
    >>> print(zerosum.solve(game).value)
    -0.318415… = -6631/20825
    """

    family: ClassVar[WagerFamily] = WagerFamily()
    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}
    numbers_in: ClassVar[Mapping[str, Clean]] = {"chance_of": as_amount}

    @property
    @abstractmethod
    def stakes(self) -> Stakes:
        """The ante, the smallest bet and the largest."""

    @abstractmethod
    def win_chance(self) -> WinChance:
        """Return the distribution of the win probability over all hands."""

    @abstractmethod
    def chance_of(self, hand: str, /) -> Number:
        """Return the win probability of a hand as typed."""

    def hands(self) -> Iterable[tuple[str, Number, Number]]:
        """Yield every hand as typed, its win probability and the probability of the hand; none if
        there are too many.
        """
        return ()

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Return the win probabilities of `size` random hands, and whether each wins.

        By default they are drawn from the distribution of the win probability, which must be finite; a game with
        another distribution overrides this method.
        """
        distribution = self.win_chance().exact
        if distribution is None or not distribution.is_finite:
            raise Unavailable(
                f"{self.title} does not deal hands, so its matches can be computed but not simulated"
            )
        weights = np.array([float(p) for p in distribution.terms.values()])
        chances = np.array([float(w) for w, _ in distribution.terms])[
            rng.choice(len(weights), size, p=weights)
        ]
        return chances, rng.random(size) < chances

    def deal(self, rng: np.random.Generator) -> WagerDeal:
        """Deal a hand, and the card that will be turned up; a game with cards overrides this method."""
        raise Unavailable(f"{self.title} does not deal cards, so it cannot be played")

    def groups(self) -> Mapping[str, ChanceDistribution]:
        """Return the kinds of hands to report separately, each with the distribution of its win probability."""
        return {}

    def remarks(self) -> tuple[str, ...]:
        """Return the thresholds in terms of the game, for the reader."""
        return ()
