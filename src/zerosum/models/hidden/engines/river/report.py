"""The report on a river or a turn: the frequency of each move, and the usual 13 × 13 grid of hands."""

from __future__ import annotations

from zerosum.core.numbers import Number
from zerosum.display.questions import amount_texts, share_texts
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.engines.river.answer import PASSIVE, RiverSolution
from zerosum.models.hidden.engines.river.rules import chips
from zerosum.models.hidden.grid import grid_table

MAX_LINES = 16
"""Maximum number of decisions in the table of frequencies."""


def report(solution: RiverSolution) -> Report:
    """Report the frequencies at all decisions and the grid of one decision; for one hand, also the EVs of its moves."""
    number = solution.shown
    tables = [] if solution.position_keys else [_frequencies(solution)]
    if "hand" in solution.position_keys:
        tables.append(_hand(solution, str(solution.position_keys["hand"])))
    else:
        tables.append(grid(solution, number))
    return report_of(solution, headline(solution), tables=tables, notes=[_note(solution)])


def headline(solution: RiverSolution) -> Headline:
    """Return the game and its value, in chips beyond half of the pot."""
    first = headline_of(solution)
    at = " · ".join(str(part) for part in solution.position_keys.values())
    return Headline(first.title + (f" · {at}" if at else ""), f"{first.value}, relative to half the pot")


def _note(solution: RiverSolution) -> str:
    pot = 2 * float(solution.game.half_pot)
    exact, seats = solution.value.is_exact, solution.game.seats
    refined = (
        " The strategies are quasi-perfect: they are the limit of equilibria with small trembles."
        * bool(solution.refinement)
    )
    gap = "" if exact else f" The gap between the bounds is {float(solution.value.gap) / pot:.1e} of the pot."
    if solution.game.rivers and not solution.position_keys:
        gap += ' To see the river, add its card to the line, for example "check, check, 7h".'
    shown = (
        " In the grid, suited hands are above the diagonal and offsuit hands below; a dot marks hands that never reach "
        "this point."
    )
    if "hand" in solution.position_keys:
        unmet = any(not solution.ev_at(solution.shown, hand) for hand in solution.asked(solution.shown))
        shown = " A dash means that the opponent never lets play reach this point." * unmet
        shown = f" {solution.ev_meaning}{shown}"
    elif not solution.position_keys:
        shown += f" {_pot_shares(solution)}"
    return f"{seats['row']} is out of position and acts first; {seats['col']} acts last.{shown}{gap}{refined}"


def _frequencies(solution: RiverSolution) -> Table:
    """Return the reach of each decision and the frequencies of its moves."""
    rows: list[list[object]] = []
    for number in solution.listed[:MAX_LINES]:
        node = solution.game.nodes[number]
        played = solution.frequencies(number)
        mix = ", ".join(f"{move} {_share(p)}" for move, p in played.items()) or "–"
        rows.append([node.name, solution.game.seats[node.mover], _share(solution.arrives(number)), mix])
    return Table("", ["after", "to act", "reach", "frequencies over all hands"], rows)


def _share(p: Number) -> str:
    return percent(float(p))


def _pot_shares(solution: RiverSolution) -> str:
    """Return the value as each player's share of the pot, as poker solvers report it."""
    seats, half = solution.game.seats, solution.game.half_pot
    shares = [float(half + solution.value.middle), float(half - solution.value.middle)]
    unit = "% of the pot" if solution.in_percent else f" of the {chips(2 * half)} chips in the pot"
    texts = amount_texts([share * float(solution.unit) for share in shares])
    return f"With folding worth 0, EV is {texts[0]}{unit} for {seats['row']} and {texts[1]}{unit} for {seats['col']}."


def _hand(solution: RiverSolution, hand: str) -> Table:
    """Return the EV of each move of a hand, or of each hand of a class."""
    number, rows = solution.shown, list[list[object]]()
    side = solution.game.nodes[number].mover
    hands, names = solution.asked(number), solution.game.hands[side].names
    moves = solution.game.nodes[number].moves
    mixes, earned = (
        [answer.get(move) for one in hands for answer in [asked(number, one)] for move in moves]
        for asked in (solution.mix_at, solution.ev_at)
    )
    texts = zip(share_texts(mixes, decimals=True), amount_texts(earned, decimals=True), strict=True)
    for one in hands:
        head = names[one]
        for move in moves:
            rows.append([head, move, *next(texts)])
            head = ""
    in_unit = "% of the pot" if solution.in_percent else "chips"
    title = ""
    if len(hands) > 1:
        mean = solution.mean_mix(number, hands)
        title = f"{hand}: {', '.join(f'{move} {percent(float(p))}' for move, p in mean.items() if p)}"
    return Table(title, ["hand", "action", "frequency", f"EV in {in_unit}"], rows)


def grid_move(solution: RiverSolution, number: int) -> tuple[str, tuple[str, ...]]:
    """Describe the quantity in the grid of a decision, and return the moves that it adds up."""
    moves = solution.game.nodes[number].moves
    if "fold" in moves:
        return "does not fold", tuple(move for move in moves if move != "fold")
    return "bets", tuple(move for move in moves if move not in PASSIVE)


def grid(solution: RiverSolution, number: int) -> Table:
    """Return the 13 × 13 grid of a decision: for each class of hands the percentage that bets, or does not fold."""
    classes, node = solution.classes(number), solution.game.nodes[number]
    does, counted = grid_move(solution, number)
    shares = {name: sum(mix[move] for move in counted) for name, mix in classes.items()}
    return grid_table(f"{solution.game.seats[node.mover]} after {node.name}: {does}, in percent", shares)
