"""The report on a river or a turn: how often each move is made, and the 13 × 13 grid of hands that players know."""

from __future__ import annotations

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.ranges import RANKS

PASSIVE = ("check", "call", "fold")
MOST_LINES = 16
"""Maximum number of decisions in the table of frequencies."""


def report(solution: RiverSolution) -> Report:
    """The frequencies of all decisions and the grid of one; of one hand, also what its moves earn."""
    number = solution.shown
    tables = [] if solution.where else [_frequencies(solution)]
    if "hand" in solution.where:
        tables.append(_hand(solution, str(solution.where["hand"])))
    else:
        tables.append(grid(solution, number))
    return report_of(solution, headline(solution), tables=tables, notes=[_note(solution)])


def headline(solution: RiverSolution) -> Headline:
    """The game and its value, in chips beyond half of the pot."""
    first = headline_of(solution)
    at = " · ".join(str(part) for part in solution.where.values())
    return Headline(first.title + (f" · {at}" if at else ""), f"{first.value}, beyond half of the pot")


def _note(solution: RiverSolution) -> str:
    pot = 2 * float(solution.game.half_pot)
    exact, seats = solution.value.is_exact, solution.game.seats
    gap = "" if exact else f" The gap is {float(solution.value.gap) / pot:.1e} of the pot."
    if solution.game.rivers and not solution.where:
        gap += ' For the bets after the fifth card, name it in the line, as "check, check, 7h".'
    shown = (
        " In the grid, suited hands are above the diagonal and offsuit ones below; a dot marks hands that are never "
        "there."
    )
    if "hand" in solution.where:
        side = solution.game.nodes[solution.shown].side
        assert side
        earns = solution.earns_at(solution.shown, solution.hand_of(side, str(solution.where["hand"])))
        shown = "" if earns else " The dashes mean that the other player never lets play get there."
    return f"{seats['row']} is out of position and acts first, {seats['col']} acts last.{shown}{gap}"


def _frequencies(solution: RiverSolution) -> Table:
    """For each decision how often play comes there, and how often each move is made."""
    rows: list[list[object]] = []
    for number in solution.listed[:MOST_LINES]:
        node = solution.game.nodes[number]
        assert node.side
        played = solution.frequencies(number)
        mix = ", ".join(f"{move} {_share(p)}" for move, p in played.items()) or "–"
        rows.append([node.name, solution.game.seats[node.side], _share(solution.arrives(number)), mix])
    return Table("", ["after", "moves", "reached", "and plays, over all hands"], rows)


def _share(p: Number) -> str:
    return percent(float(p))


def _hand(solution: RiverSolution, hand: str) -> Table:
    """What each move of a hand earns."""
    number = solution.shown
    side = solution.game.nodes[number].side
    assert side
    place = solution.hand_of(side, hand)
    earns, mix = solution.earns_at(number, place), solution.mix_at(number, place)
    rows = [[move, percent(p), f"{float(earns[move]):+.6g}" if earns else "–"] for move, p in mix.items()]
    return Table("", [f"{hand} may", "how often", "earns, in chips"], rows)


def grid_move(solution: RiverSolution, number: int) -> tuple[str, tuple[str, ...]]:
    """What the grid shows of a decision, in words, and the moves that it adds up."""
    moves = solution.game.nodes[number].moves
    if "fold" in moves:
        return "does not fold", tuple(move for move in moves if move != "fold")
    return "bets", tuple(move for move in moves if move not in PASSIVE)


def grid(solution: RiverSolution, number: int) -> Table:
    """The 13 × 13 grid of a decision: in percent, how often each class of hands bets, or does not fold."""
    classes, node = solution.classes(number), solution.game.nodes[number]
    does, counted = grid_move(solution, number)
    assert node.side
    rows = []
    for i, first in enumerate(reversed(RANKS)):
        cells = [first]
        for j, second in enumerate(reversed(RANKS)):
            name = first + second if i == j else first + second + "s" if j > i else second + first + "o"
            mix = classes.get(name)
            cells.append(f"{100 * float(sum(mix[move] for move in counted)):.0f}" if mix else "·")
        rows.append(cells)
    title = f"{solution.game.seats[node.side]} after {node.name}: {does}, in percent"
    return Table(title, ["", *reversed(RANKS)], rows)
