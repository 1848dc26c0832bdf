"""Solve wager games: what share of the hands folds, bets low, bets high, and what that is worth.

The acts follow from the win chance by two thresholds (see `zerosum.models.wager.rules`), so solving is integrating
one convex function against the law of the win chance. With an exact law the value is one fraction, and it is
linear in the greatest bet; otherwise the function grows with the chance, so the rounded-down law bounds the
value from below and the rounded-up law from above.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution, Value
from zerosum.models.wager.rules import HALF, Stakes, WagerGame
from zerosum.models.wager.win_chance import WinChance

__all__ = ["WagerSolution", "solve"]


@dataclass(frozen=True, kw_only=True)
class WagerSolution(Solution):
    """The bettor's best acts: thresholds on the win chance, and the share of the hands that take each act."""

    game: WagerGame = field(repr=False)
    """The game itself."""
    chance: WinChance = field(repr=False)
    """The law of the win chance."""
    linear: tuple[Number, Number] | None
    """The expectation a + b M for every greatest bet M, where it is exact."""
    win: Number | None = None
    """The win chance of the hand that was asked about; None for the whole game."""

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """Fold below the first win chance; bet the most from the second on."""
        return self.game.stakes.fold_below, HALF

    def data(self) -> dict[str, object]:
        """The thresholds, the value as a line in the greatest bet, the exact parts; or what acts earn with a hand."""
        stakes = self.game.stakes
        if self.win is not None:
            worth = {act: stakes.worth(act, self.win) for act in stakes.acts}
            return {"win_chance": self.win, "worth": worth}
        groups = {
            label: {"share": law.mass, **stakes.shares_of(law), "linear": stakes.expectation(law)}
            for label, law in self.game.groups().items()
        }
        return {
            "thresholds": self.thresholds,
            "linear": self.linear,
            **({"groups": groups} if groups else {}),
        }

    def at(
        self, *, hand: Annotated[str | None, 'a hand to judge, such as "AS 7H 7D 2C"'] = None
    ) -> WagerSolution:
        """The best act for one hand."""
        if hand is None:
            return self
        win, stakes = self.game.chance_of(hand), self.game.stakes
        best = stakes.best(win)
        worth = stakes.worth(best, win)
        return replace(
            self,
            where={"hand": hand},
            win=win,
            value=Value.exactly(worth) if isinstance(worth, Fraction) else _around(float(worth)),
            row={best: Fraction(1)},
            positions=1,
        )


def solve(game: WagerGame, *, progress: Progress = silent) -> WagerSolution:
    """The bettor's best acts and what they are worth."""
    began = time.perf_counter()
    stakes, chance = game.stakes, game.win_chance()
    progress(1, 2, "laws")
    exact = chance.exact
    value = _value(stakes, chance)
    progress(2, 2, "laws")
    return WagerSolution(
        value=value,
        row=_shares(stakes, chance),
        method="thresholds on the win chance" + (", exact" if exact else ", laws rounded both ways"),
        positions=len(exact.terms) if exact is not None and exact.is_finite else 1,
        game=game,
        chance=chance,
        linear=stakes.expectation(exact) if exact is not None else None,
        seconds=time.perf_counter() - began,
    )


def _value(stakes: Stakes, chance: WinChance) -> Value:
    """The expectation under the two laws that enclose the true one."""
    ends = []
    for law, side in ((chance.low, -1), (chance.high, 1)):
        constant, slope = stakes.expectation(law)
        slack = side * chance.slack * 8 * float(stakes.high + stakes.ante)
        ends.append(constant + stakes.high * slope + (slack if chance.exact is None else 0))
    return Value(*ends)


def _shares(stakes: Stakes, chance: WinChance) -> dict[str, Number]:
    """The share of the hands that folds, bets low and bets high."""
    folds, below_half = (_middle(chance.below(t)) for t in (stakes.fold_below, HALF))
    return stakes.shares(folds, below_half, Fraction(1))


def _middle(bounds: tuple[Number, Number]) -> Number:
    return (bounds[0] + bounds[1]) / 2


def _around(v: float) -> Value:
    """A float with room for the rounding of a distribution function."""
    slack = 1e-12 * max(1.0, abs(v))
    return Value(v - slack, v + slack)
