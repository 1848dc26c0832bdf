"""The solution of a wager game: two thresholds on the win probability, and the frequency of each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.solution import Solution, Value
from zerosum.models.solo.engines.wager.rules import HALF, WagerGame
from zerosum.models.solo.engines.wager.win_chance import WinChance, classes

CDF_ERROR = 1e-12
"""Error bound for the EV of a hand whose win probability is a float, per unit of the largest stake."""


@dataclass(frozen=True, kw_only=True)
class WagerSolution(Solution):
    """The bettor's best actions, over all hands or, after `at(hand=...)`, with one hand."""

    game: WagerGame = field(repr=False)
    chance: WinChance = field(repr=False)
    """The distribution of the win probability over all hands."""
    linear: tuple[Number, Number] | None
    """The pair (a, b): the value is a + b M for every maximum bet M. None if the distribution is not exact."""
    win: Number | None = None
    """The win probability of the requested hand; None for the whole game."""

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """The win probabilities below which to fold, and above which to bet the maximum."""
        return self.game.stakes.fold_below, HALF

    def data(self) -> dict[str, object]:
        """Return thresholds, the value line and the kinds of hands; with a hand, the EV of each action."""
        stakes = self.game.stakes
        if self.win is not None:
            return {
                "win_chance": self.win,
                "worth": {act: stakes.worth(act, self.win) for act in stakes.acts},
            }
        groups = {
            label: {
                "share": distribution.mass,
                **stakes.shares_of(distribution),
                "linear": stakes.expectation(distribution),
            }
            for label, distribution in self.game.groups().items()
        }
        return {
            "thresholds": self.thresholds,
            "linear": self.linear,
            **({"groups": groups} if groups else {}),
        }

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The EV of each action: with the requested hand, or averaged over the hands with the same best action."""
        stakes, found = self.game.stakes, []
        alike = [("", self.win)] if self.win is not None else []
        if self.win is None:
            ends = pairwise((Fraction(0), *self.thresholds, Fraction(1)))
            parts = classes(self.chance.low, self.thresholds)
            for (low, high), (share, total) in zip(ends, parts, strict=True):
                if share:
                    alike.append((f"win probability {low} to {high}", total / share))
        for known, win in alike:
            best = stakes.best(win)
            mix = {act: Fraction(act == best) for act in stakes.acts}
            evs = {act: stakes.worth(act, win) for act in stakes.acts}
            found.append(SolvedDecision.of("row", known, mix, evs))
        return found

    def at(
        self, *, hand: Annotated[str | None, 'a hand to judge, such as "AS 7H 7D 2C"'] = None
    ) -> WagerSolution:
        if hand is None:
            return self
        win, stakes = self.game.chance_of(hand), self.game.stakes
        best = stakes.best(win)
        worth = stakes.worth(best, win)
        if isinstance(worth, Fraction):
            value = Value.exactly(worth)
        else:
            slack = CDF_ERROR * float(stakes.high + stakes.ante)
            value = Value(float(worth) - slack, float(worth) + slack)
        return replace(
            self, position_keys={"hand": hand}, win=win, value=value, row={best: Fraction(1)}, positions=1
        )
