"""The report on a street game: that of a hidden game if it is small, else the first round of bets, card by card."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from zerosum.core.numbers import Number
from zerosum.display.questions import amount_text
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.report import report as hidden_report
from zerosum.models.streets.answer import StreetAnswer, StreetSolution
from zerosum.models.streets.form import BetPoint

MOST_BETS = 1
"""Decisions after more bets than this in the first round are left out of the table."""


def report(solution: StreetAnswer) -> Report:
    """What each card does in the first round, or the mix that was asked for."""
    if isinstance(solution, HiddenSolution):
        return hidden_report(solution)
    if solution.where:
        return report_at(solution)
    shown = [(point, mixes) for point, mixes in solution.first_round() if len(point.line) <= MOST_BETS]
    game = solution.game
    value = solution.value
    ante = float(game.stake((game.form.closes[0].line,)))
    low, high = float(value.lower) / ante, float(value.upper) / ante
    notes = [
        f"In antes the value is {(low + high) / 2:.5f} ± {(high - low) / 2:.1g}; best replies prove it.",
        "In the first round suits do not matter, so a rank stands for its cards. For later decisions say what the "
        f'player has seen, as "{solution.example}".',
    ]
    return report_of(solution, tables=[_table(solution, shown)], notes=notes)


def report_at(solution: StreetSolution) -> Report:
    """What a player does with what it has seen, and what each move earns."""
    [one] = solution.earnings
    seat, first = solution.game.seats[one.side], headline_of(solution)
    title = f"{first.title} · knowing {one.information}"
    lines: list[list[object]] = [
        [str(move), percent(float(it.probability)), amount_text(it.earns)] for move, it in one.moves.items()
    ]
    table = Table("", [f"{seat}'s move", "is played", f"earns {seat}"], lines)
    note = (
        "A move earns what the player, who knows this, can expect of the whole play if the best moves follow."
    )
    if one.earns is None:
        note = "Earnings are not defined there: the other player never lets play get there."
    return report_of(
        replace(solution, row={}, col={}), Headline(title, first.value), tables=[table], notes=[note]
    )


def _table(
    solution: StreetSolution, shown: Sequence[tuple[BetPoint, Mapping[str, Mapping[Hashable, Number]]]]
) -> Table:
    """A line for each rank: how often it makes each move at the first decisions; of two moves, the second."""
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
