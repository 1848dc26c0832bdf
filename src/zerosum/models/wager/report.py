"""Wager games as a person reads them: who folds, who bets, and what that is worth."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.wager.rules import HALF, Stakes, WagerAnswer
from zerosum.models.wager.win_chance import WinChance

__all__ = ["headline", "report"]


def report(solution: WagerAnswer) -> Report:
    """The thresholds and the kinds of hands, or what each act is worth with the hand that was asked for."""
    if solution.win is not None:
        return _of_a_hand(solution, solution.win)
    tables = [_thresholds(solution.game.stakes, solution.chance)]
    if solution.game.groups():
        tables.append(_groups(solution))
    return report_of(
        solution, move="hands that", tables=tables, notes=[*solution.game.remarks(), *_notes(solution)]
    )


def headline(solution: WagerAnswer) -> Headline:
    """The game, the hand if one was asked for, and the value."""
    hand = f" · {solution.where['hand']}" if solution.win is not None else ""
    return headline_of(solution, solution.game.title + hand)


def _of_a_hand(solution: WagerAnswer, win: Number) -> Report:
    stakes = solution.game.stakes
    rows = [[act, stakes.worth(act, win)] for act in dict.fromkeys(stakes.acts)]
    notes = [f"The hand wins with chance {_both(win)}."]
    if len(equals := stakes.indifferent(win)) > 1:
        notes.append(f"As good: {' or '.join(equals)}.")
    return report_of(
        solution,
        headline(solution),
        move="act",
        tables=[Table("worth of each act", ["act", "worth"], rows)],
        notes=notes,
    )


def _thresholds(stakes: Stakes, chance: WinChance) -> Table:
    """The win chances that take each act, and their share of the hands."""
    fold, low, high = stakes.acts
    (f, f_up), (h, h_up) = chance.below(stakes.fold_below), chance.below(HALF)
    if low == high:
        rows = [
            [fold, f"below {stakes.fold_below}", _span(f, f_up)],
            [high, f"{stakes.fold_below} or more", _span(1 - f_up, 1 - f)],
        ]
    else:
        rows = [
            [fold, f"below {stakes.fold_below}", _span(f, f_up)],
            [low, f"{stakes.fold_below} to 1/2", _span(max(h - f_up, 0), h_up - f)],
            [high, "1/2 or more", _span(1 - h_up, 1 - h)],
        ]
    return Table("thresholds", ["act", "win chance", "share of hands"], rows)


def _span(low: Number, high: Number) -> str:
    """A share as a percentage, or as the two that enclose it."""
    least, most = (f"{100 * float(p):.4f}%" for p in (low, high))
    return least if least == most else f"{least} to {most}"


def _groups(solution: WagerAnswer) -> Table:
    """The acts of each kind of hand, and what they are worth."""
    stakes = solution.game.stakes
    rows: list[list[object]] = []
    for label, law in solution.game.groups().items():
        constant, slope = (float(part / law.mass) for part in stakes.expectation(law))
        shares = [percent(float(part / law.mass)) for part in stakes.shares_of(law).values()]
        rows.append([label, percent(float(law.mass)), *shares, f"{constant:+.6f} {slope:+.6f} M"])
    acts = dict.fromkeys(stakes.acts)
    return Table("by kind of hand", ["hands", "share", *acts, "expectation"], rows)


def _notes(solution: WagerAnswer) -> list[str]:
    """The value as a line in the greatest bet, and how often two acts are as good."""
    stakes, exact = solution.game.stakes, solution.chance.exact
    notes = []
    if solution.linear is not None:
        notes.append(_line_note(stakes, *solution.linear))
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
