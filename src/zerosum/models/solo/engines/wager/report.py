"""Reports on wager games: the hands that fold or bet, and the value."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.rules import HALF


def headline(solution: WagerSolution) -> Headline:
    """Return the game, the requested hand, if any, and the value."""
    hand = f" · {solution.position_keys['hand']}" if solution.win is not None else ""
    return headline_of(solution, solution.game.title + hand)


def report(solution: WagerSolution) -> Report:
    """Report the thresholds and the kinds of hands; for one hand, the EV of each action."""
    game, stakes = solution.game, solution.game.stakes
    if solution.win is None:
        return report_of(
            solution,
            headline(solution),
            move="action",
            tables=_tables(solution),
            notes=[*game.remarks(), *_notes(solution)],
        )
    rows = [[act, stakes.worth(act, solution.win)] for act in dict.fromkeys(stakes.acts)]
    notes = [f"This hand wins with probability {_probability(solution.win)}."]
    if len(equals := stakes.indifferent(solution.win)) > 1:
        notes.append(f"Equally good: {' or '.join(equals)}.")
    table = Table("EV of each action", ["action", "EV"], rows)
    return report_of(solution, headline(solution), move="act", tables=[table], notes=notes)


def _tables(solution: WagerSolution) -> list[Table]:
    """Return the actions by win probability and, if the game has kinds of hands, by kind."""
    stakes, chance = solution.game.stakes, solution.chance
    fold, low, high = stakes.acts
    (folds, folds_most), (below, below_most) = chance.below(stakes.fold_below), chance.below(HALF)
    rows = [[fold, f"below {stakes.fold_below}", _share(folds, folds_most)]]
    if low == high:
        rows += [[high, f"{stakes.fold_below} or more", _share(1 - folds_most, 1 - folds)]]
    else:
        rows += [
            [low, f"{stakes.fold_below} to 1/2", _share(max(below - folds_most, 0), below_most - folds)],
            [high, "1/2 or more", _share(1 - below_most, 1 - below)],
        ]
    tables = [Table("thresholds", ["action", "win probability", "frequency"], rows)]
    kinds: list[list[object]] = []
    for label, distribution in solution.game.groups().items():
        constant, slope = (float(part / distribution.mass) for part in stakes.expectation(distribution))
        shares = [
            percent(float(part / distribution.mass)) for part in stakes.shares_of(distribution).values()
        ]
        kinds.append([label, percent(float(distribution.mass)), *shares, f"{constant:+.6f} {slope:+.6f} M"])
    if kinds:
        columns = ["hands", "frequency", *dict.fromkeys(stakes.acts), "EV"]
        tables.append(Table("by type of hand", columns, kinds))
    return tables


def _notes(solution: WagerSolution) -> list[str]:
    """Return the value as a line a + b M in the maximum bet M, and the frequency of hands for which two actions are
    equally good.
    """
    stakes, exact = solution.game.stakes, solution.chance.exact
    notes = []
    if solution.linear is not None:
        a, b = solution.linear
        line = f"EV for a maximum bet of M: {a}"
        if not b:
            notes.append(f"{line}.")
        else:
            line += f" + {b} M, about {float(a):+.6f} {float(b):+.6f} M"
            fair = -a / b
            notes.append(
                f"{line}; the game is favourable for every maximum bet from {stakes.low} up."
                if fair < stakes.low
                else f"{line}; the game is fair at M = {float(fair):.6g}."
            )
    if exact is not None and exact.is_finite:
        ties = [
            f"{_probability(exact.at(t))} win with probability {t}"
            for t in (stakes.fold_below, HALF)
            if exact.at(t)
        ]
        if ties:
            notes.append(f"Indifferent hands, counted with the larger bet: {'; '.join(ties)}.")
    return notes


def _share(low: Number, high: Number) -> str:
    """Return a share of the hands as a percentage, or as the two percentages that enclose it."""
    least, most = (f"{100 * float(p):.4f}%" for p in (low, high))
    return least if least == most else f"{least} to {most}"


def _probability(p: Number) -> str:
    """Return a probability as a percentage, and as a fraction if it is exact."""
    return f"{p} ({100 * float(p):.4g}%)" if isinstance(p, Fraction) else f"{100 * p:.6g}%"
