"""The solution of a wager game: two thresholds on the win chance, and the share of hands that take each act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from zerosum.core.numbers import Number
from zerosum.core.solution import Solution, StrategyLine, Value
from zerosum.models.wager.rules import HALF, WagerGame
from zerosum.models.wager.win_chance import WinChance

CDF_ERROR = 1e-12
"""Error allowed for the worth of a hand whose win chance is a float, per unit of the largest stake."""


@dataclass(frozen=True, kw_only=True)
class WagerSolution(Solution):
    """The bettor's best acts, over all hands or, after `at(hand=...)`, with one hand."""

    game: WagerGame = field(repr=False)
    """The game itself."""
    chance: WinChance = field(repr=False)
    """The law of the win chance over all hands."""
    linear: tuple[Number, Number] | None
    """The pair (a, b): the value is a + b M for every highest bet M. None where the law is not exact."""
    win: Number | None = None
    """The win chance of the one hand that this solution is about; None for the whole game."""

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """Fold below the first win chance, bet the most from the second on, bet the least in between."""
        return self.game.stakes.fold_below, HALF

    def data(self) -> dict[str, object]:
        """For the whole game the thresholds, the line and the kinds of hands; for one hand the worth of each act."""
        stakes = self.game.stakes
        if self.win is not None:
            return {
                "win_chance": self.win,
                "worth": {act: stakes.worth(act, self.win) for act in stakes.acts},
            }
        groups = {
            label: {"share": law.mass, **stakes.shares_of(law), "linear": stakes.expectation(law)}
            for label, law in self.game.groups().items()
        }
        return {
            "thresholds": self.thresholds,
            "linear": self.linear,
            **({"groups": groups} if groups else {}),
        }

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The worth of each act: with the hand that was asked for, or on average over hands that are played alike."""
        stakes, law = self.game.stakes, self.chance.low
        ends = (Fraction(0), *self.thresholds, Fraction(1))
        alike = [("", self.win)] if self.win is not None else []
        for low, high in pairwise(ends) if self.win is None else ():
            share = (law.mass if high == 1 else law.below(high)) - law.below(low)
            total = (law.mean if high == 1 else high * law.below(high) - law.shortfall(high)) - (
                low * law.below(low) - law.shortfall(low)
            )
            if share:
                alike.append((f"win chance {low} to {high}", total / share))
        for known, win in alike:
            best = stakes.best(win)
            for act in stakes.acts:
                yield StrategyLine("row", known, act, Fraction(act == best), stakes.worth(act, win))

    def at(
        self, *, hand: Annotated[str | None, 'a hand to judge, such as "AS 7H 7D 2C"'] = None
    ) -> WagerSolution:
        """The best act with one hand."""
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
        return replace(self, where={"hand": hand}, win=win, value=value, row={best: Fraction(1)}, positions=1)
