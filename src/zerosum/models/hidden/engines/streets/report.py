"""The report on a large street game: the first betting round, card by card."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from zerosum.core.numbers import Number
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.engines.streets.answer import StreetSolution
from zerosum.models.hidden.engines.streets.form import BetPoint
from zerosum.models.hidden.report import report_at

MAX_BETS = 1
"""Decisions after more bets than this in the first round are left out of the table."""


def report(solution: StreetSolution) -> Report:
    """Report the mix of each card in the first round, or the requested mix."""
    if solution.position_keys:
        return report_at(solution)
    shown = [(point, mixes) for point, mixes in solution.first_round() if len(point.line) <= MAX_BETS]
    game = solution.game
    value = solution.value
    ante = float(game.stake((game.form.closes[0].line,)))
    low, high = float(value.lower) / ante, float(value.upper) / ante
    notes = [
        f"In antes, the value is {(low + high) / 2:.5f} ± {(high - low) / 2:.1g}, proved by best responses.",
        "In the first round suits do not matter, so a rank stands for its cards. For later decisions, give what the "
        f'player has seen, for example "{solution.example}".',
    ]
    return report_of(solution, tables=[_table(solution, shown)], notes=notes)


def _table(
    solution: StreetSolution, shown: Sequence[tuple[BetPoint, Mapping[str, Mapping[Hashable, Number]]]]
) -> Table:
    """Return a row for each rank: the frequency of each move at the first decisions; if there are two moves, only
    that of the second.
    """
    heads, seats = ["card"], solution.game.seats
    for point, _ in shown:
        assert point.side
        after = f" after {point.line[-1]}" if point.line else ""
        heads += [f"{seats[point.side]}{after}: {move}" for move in point.moves[len(point.moves) == 2 :]]
    ranks = [*shown[0][1]]
    lines: list[list[object]] = []
    for card in ranks:
        shares = [[*mixes[card].values()] for _, mixes in shown]
        lines.append([card[0], *(percent(float(p)) for mix in shares for p in mix[len(mix) == 2 :])])
    return Table("", heads, lines)
