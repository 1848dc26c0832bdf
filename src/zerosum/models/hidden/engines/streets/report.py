"""The report on a large street game: the first betting round, card by card."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from zerosum.core.numbers import Number
from zerosum.display.questions import amount_texts
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.engines.streets.answer import StreetSolution
from zerosum.models.hidden.engines.streets.form import BetPoint

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
        f'player has seen, as "{solution.example}".',
    ]
    return report_of(solution, tables=[_table(solution, shown)], notes=notes)


def report_at(solution: StreetSolution) -> Report:
    """Report a player's mix given its information, and the EV of each move."""
    [one] = solution.evs
    seat, first = solution.game.seats[one.side], headline_of(solution)
    title = f"{first.title} · information set {one.information}"
    earned = amount_texts([answer.ev for answer in one.moves.values()])
    lines: list[list[object]] = [
        [str(move), percent(float(answer.probability)), text]
        for (move, answer), text in zip(one.moves.items(), earned, strict=True)
    ]
    table = Table("", [f"{seat}'s move", "is played", f"earns {seat}"], lines)
    note = "A move's EV is the expected payoff of the whole game, given this information and best play afterwards."
    if one.ev is None:
        note = "EVs are not defined here: the opponent never lets play reach this point."
    return report_of(
        replace(solution, row={}, col={}), Headline(title, first.value), tables=[table], notes=[note]
    )


def _table(
    solution: StreetSolution, shown: Sequence[tuple[BetPoint, Mapping[str, Mapping[Hashable, Number]]]]
) -> Table:
    """Return a row for each rank: the frequency of each move at the first decisions; of two moves, the second."""
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
