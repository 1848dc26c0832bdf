"""Solve wager games: what share of the hands folds, bets low, bets high, and what that is worth.

The acts follow from the win chance by two thresholds (see `zerosum.models.wager`), so solving is integrating
one convex function against the law of the win chance. With an exact law the value is one fraction, and it is
linear in the greatest bet; otherwise the function grows with the chance, so the rounded-down law bounds the
value from below and the rounded-up law from above.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from zerosum.models.wager import HALF, Stakes, WagerGame
from zerosum.models.win_chance import Law, PowerLaw, WinChance
from zerosum.numerics.rational import Number
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table, percent
from zerosum.solution import Solution, Value

__all__ = ["WagerSolution", "solve"]


@dataclass(frozen=True, kw_only=True)
class WagerSolution(Solution):
    """The bettor's best acts: thresholds on the win chance, and the share of the hands in each class."""

    game: WagerGame = field(repr=False)
    """The game itself."""
    chance: WinChance
    """The law of the win chance."""
    linear: tuple[Number, Number] | None
    """The expectation a + b M for every greatest bet M, where it is exact."""

    @property
    def thresholds(self) -> tuple[Fraction, Fraction]:
        """Fold below the first win chance; bet the most from the second on."""
        return self.game.stakes.fold_below, HALF

    def data(self) -> dict[str, object]:
        """The thresholds, the value as a line in the greatest bet, and the exact parts."""
        stakes = self.game.stakes
        groups = {label: _parts(stakes, law) for label, law in self.game.groups().items()}
        return {
            "thresholds": self.thresholds,
            "linear": self.linear,
            **({"groups": groups} if groups else {}),
        }

    def at(self, *, hand: Annotated[str | None, 'a hand to judge, such as "AS 7H 7D 2C"'] = None) -> Solution:
        """The best act for one hand."""
        if hand is None:
            return self
        win = self.game.chance_of(hand)
        stakes = self.game.stakes
        best, equals = stakes.best(win), stakes.indifferent(win)
        rows = [[act, stakes.worth(act, win)] for act in dict.fromkeys(stakes.acts)]
        worth = stakes.worth(best, win)
        notes = [f"The hand wins with chance {_both(win)}."]
        if len(equals) > 1:
            notes.append(f"As good: {' or '.join(equals)}.")
        return Solution(
            game=self.game,
            where={"hand": hand},
            title=f"{self.title} · {hand}",
            value=Value.exactly(worth) if isinstance(worth, Fraction) else _around(float(worth)),
            row={best: Fraction(1)},
            move="act",
            method=self.method,
            positions=1,
            seconds=self.seconds,
            tables=[Table("worth of each act", ["act", "worth"], rows)],
            notes=notes,
        )


def solve(game: WagerGame, *, progress: Progress = silent) -> WagerSolution:
    """The bettor's best acts and what they are worth."""
    began = time.perf_counter()
    stakes, chance = game.stakes, game.win_chance()
    progress(1, 2, "laws")
    exact = chance.exact
    value = _value(stakes, chance)
    linear = stakes.expectation(exact) if exact is not None else None
    groups = game.groups()
    progress(2, 2, "laws")
    return WagerSolution(
        title=game.title,
        value=value,
        row=_shares(stakes, chance),
        move="hands that",
        method="thresholds on the win chance" + (", exact" if exact else ", laws rounded both ways"),
        positions=len(exact.terms) if exact is not None and exact.is_finite else 1,
        game=game,
        chance=chance,
        linear=linear,
        tables=_tables(stakes, chance, groups),
        notes=[*game.remarks(), *_notes(stakes, exact, linear)],
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
    return _act_shares(stakes, folds, below_half, Fraction(1))


def _tables(stakes: Stakes, chance: WinChance, groups: Mapping[str, Law]) -> list[Table]:
    """The thresholds, and the classes of each part of the hands."""
    fold, low, high = stakes.acts
    rows = [[fold, f"below {stakes.fold_below}"], [low, f"{stakes.fold_below} to 1/2"], [high, "1/2 or more"]]
    for row, share in zip(rows, _share_bounds(stakes, chance), strict=True):
        row.append(_span(share))
    tables = [Table("thresholds", ["act", "win chance", "share of hands"], rows)]
    if groups:
        tables.append(_group_table(stakes, groups))
    return tables


def _parts(stakes: Stakes, law: Law) -> dict[str, object]:
    """A part of the hands, exactly: its share of all, that of each act, and its part of the expectation."""
    shares = _act_shares(stakes, law.below(stakes.fold_below), law.below(HALF), law.mass)
    return {"share": law.mass, **shares, "linear": stakes.expectation(law)}


def _act_shares(stakes: Stakes, folds: Number, below_half: Number, mass: Number) -> dict[str, Number]:
    """What part of a mass takes each act; one bet where the least is the greatest."""
    fold, low, high = stakes.acts
    if low == high:
        return {fold: folds, high: mass - folds}
    return {fold: folds, low: below_half - folds, high: mass - below_half}


def _share_bounds(stakes: Stakes, chance: WinChance) -> list[tuple[Number, Number]]:
    """Bounds on the share of each class."""
    (f, f_up), (h, h_up) = chance.below(stakes.fold_below), chance.below(HALF)
    return [(f, f_up), (max(h - f_up, 0), h_up - f), (1 - h_up, 1 - h)]


def _span(bounds: tuple[Number, Number]) -> str:
    """A share as a percentage, or as the two that enclose it."""
    low, high = (f"{100 * float(p):.4f}%" for p in bounds)
    return low if low == high else f"{low} to {high}"


def _group_table(stakes: Stakes, groups: Mapping[str, Law]) -> Table:
    fold, low, high = stakes.acts
    rows: list[list[object]] = []
    for label, law in groups.items():
        folds, below = law.below(stakes.fold_below), law.below(HALF)
        constant, slope = (float(part / law.mass) for part in stakes.expectation(law))
        shares = [percent(float(part / law.mass)) for part in (folds, below - folds, law.mass - below)]
        rows.append([label, percent(float(law.mass)), *shares, f"{constant:+.6f} {slope:+.6f} M"])
    return Table("by kind of hand", ["hands", "share", fold, low, high, "expectation"], rows)


def _notes(stakes: Stakes, exact: PowerLaw | None, linear: tuple[Number, Number] | None) -> list[str]:
    """The value as a line in the greatest bet, and how often two acts are as good."""
    notes = []
    if linear is not None:
        notes.append(_line_note(stakes, *linear))
    if exact is not None and exact.is_finite:
        ties = [f"{_both(exact.at(t))} have win chance {t}" for t in (stakes.fold_below, HALF) if exact.at(t)]
        if ties:
            notes.append(f"Indifferent hands, counted with the bolder act: {'; '.join(ties)}.")
    return notes


def _line_note(stakes: Stakes, a: Number, b: Number) -> str:
    """The expectation a + b M, b >= 0, and for which of the bets allowed it is good."""
    if not b:
        return f"Expectation for any greatest bet M: {a}."
    line = f"Expectation for any greatest bet M: {a} + {b} M, about {float(a):+.6f} {float(b):+.6f} M"
    fair = -a / b
    if fair < stakes.low:
        return f"{line}; it is favourable for every greatest bet allowed, {stakes.low} or more."
    return f"{line}; it is fair at M = {float(fair):.6g}."


def _both(p: Number) -> str:
    """A probability as a fraction and as a percentage."""
    return f"{p} ({100 * float(p):.4g}%)" if isinstance(p, Fraction) else f"{100 * p:.6g}%"


def _middle(bounds: tuple[Number, Number]) -> Number:
    return (bounds[0] + bounds[1]) / 2


def _around(v: float) -> Value:
    """A float with room for the rounding of a distribution function."""
    slack = 1e-12 * max(1.0, abs(v))
    return Value(v - slack, v + slack)
