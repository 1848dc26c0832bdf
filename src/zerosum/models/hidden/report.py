"""The report on a hidden game: the mix of each player at each information set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from heapq import nsmallest
from typing import TYPE_CHECKING

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.questions import amount_texts, share_texts
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import NamedSet
from zerosum.models.hidden.grid import charts, grid_table

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.streets.answer import StreetAnswer

MAX_LENGTH = 9
"""If a probability has more characters than this as a fraction, all probabilities are shown as percentages."""

MAX_SHOWN = 24
"""Maximum number of information sets shown for a player: those with the shortest past."""

MAX_MOVES, MAX_LETTERS = 12, 72
"""With more moves, or a larger total length of their names, a table has one column for all moves."""


def report(solution: HiddenSolution) -> Report:
    """Return the first information sets of each player, or the requested one."""
    move = solution.game.move
    if "seen" in solution.position_keys:
        return report_at(solution)
    counts = [len(solution.form.of(side)) for side in SIDES]
    row, col = solution.game.seats["row"], solution.game.seats["col"]
    note = f"{counts[0]:,} information sets of {row}, {counts[1]:,} of {col}."
    grids = solution.game.holding == "hand"
    if max(counts) > MAX_SHOWN and not grids:
        note += f" The first {MAX_SHOWN} of each are shown, starting with those that the player's own moves can reach."
    tables = _grids(solution) if grids else [_table(solution, side) for side in SIDES]
    return report_of(
        solution,
        move=move,
        tables=tables,
        notes=[*filter(None, [solution.game.legend]), note, _property(solution), *_pure_notes(solution)],
    )


def headline(solution: StreetAnswer) -> Headline:
    """Return the game and its value; at an information set also the player's information."""
    if "seen" not in solution.position_keys:
        return headline_of(solution)
    title = f"{solution.game.title} · information set {solution.position_keys['seen']}"
    here, seats = solution.evs, solution.game.seats
    evs = [f"{amount_texts([one.ev])[0]} to {seats[one.side]} there" for one in here if one.ev is not None]
    return Headline(title, "; ".join([*evs, f"{solution.value} to {seats['row']} for the whole game"]))


def report_at(solution: StreetAnswer) -> Report:
    """Report a player's mix, and the EV of each move, given the player's information."""
    tables, seats = [], solution.game.seats
    for one in solution.evs:
        columns = [f"{seats[one.side]}'s {solution.game.move}", "probability", f"EV for {seats[one.side]}"]
        lines: list[list[object]] = [
            [str(move), *texts]
            for move, *texts in zip(
                one.moves,
                share_texts([answer.probability for answer in one.moves.values()]),
                amount_texts([answer.ev for answer in one.moves.values()]),
                strict=True,
            )
        ]
        tables.append(Table("", columns, lines))
    note = "A move's EV is the expected payoff of the whole game, given this information and best play afterwards."
    if any(one.ev is None for one in solution.evs):
        note = "EVs are not defined here: the opponent never lets play reach this point."
    plain = replace(solution, row={}, col={})
    return report_of(plain, headline(solution), tables=tables, notes=[note])


def _table(solution: HiddenSolution, side: Side) -> Table:
    """Return a player's first information sets, a row for each, with the probabilities of their moves."""
    shown, seat = _first_sets(solution, side), solution.game.seats[side]
    mixes = [{str(move): p for move, p in solution.mix_at(side, i).items()} for i in shown]
    names = list(dict.fromkeys(name for mix in mixes for name in mix))
    exact = [p for mix in mixes for p in mix.values() if isinstance(p, Fraction)]
    long = any(len(exact_text(p)) > MAX_LENGTH for p in exact)

    def share(p: Number) -> str:
        return percent(float(p) if long else p)

    known = [solution.form.names[side][i] for i in shown]
    if len(names) <= MAX_MOVES and sum(map(len, names)) <= MAX_LETTERS:
        lines = [
            [knows, *(share(mix[name]) if name in mix else "" for name in names)]
            for knows, mix in zip(known, mixes, strict=True)
        ]
        return Table("", [f"{seat}'s information set", *names], lines)
    lines = []
    for knows, mix in zip(known, mixes, strict=True):
        played = {move: p for move, p in mix.items() if p}
        mixed = "; ".join(f"{move}: {share(p)}" for move, p in played.items())
        lines.append([knows, mixed if len(played) > 1 else next(iter(played))])
    return Table("", [f"{seat}'s information set", "strategy"], lines)


def _grids(solution: HiddenSolution) -> list[Table]:
    """Return a grid for each decision of a hold'em game: the percentage of each class that does not fold."""
    seats, tables = solution.game.seats, []
    for chart in charts(solution):
        mixes = {name: solution.mix_at(chart.side, number) for name, number in chart.sets.items()}
        shares = {
            name: sum(p for move, p in mix.items() if str(move) != "fold") for name, mix in mixes.items()
        }
        others = [str(move) for move in next(iter(mixes.values())) if str(move) != "fold"]
        does = others[0] if len(others) == 1 else "does not fold"
        tables.append(grid_table(f"{chart.title(seats)}: {does}, in percent", shares))
    return tables


def _first_sets(solution: HiddenSolution, side: Side) -> list[int]:
    """Return the sets that the player's own moves can reach, those with the shortest past first, and then the others.

    The past of a set is measured in events, or in earlier moves if the rules name the set.
    """
    sets, events = solution.form.of(side), [0]
    for before, _ in solution.form.knowledge[1:]:
        events.append(events[before] + 1)
    reach = solution.reaches[side].reach
    order = (
        (not reach[parent], 0 if isinstance(key, NamedSet) else events[key], parent, i)
        for i, (key, parent) in enumerate(zip(sets.keys, sets.parent, strict=True))
    )
    return [i for *_, i in nsmallest(MAX_SHOWN, order)]


def _property(solution: HiddenSolution) -> str:
    if solution.refinement:
        return (
            "The strategies are quasi-perfect: at every information set, each is a best response to an "
            "opponent who may tremble, and neither is dominated."
        )
    return (
        "Each strategy guarantees the value, but other strategies may as well. Only refined strategies "
        "are proved to make the most of an opponent's mistakes."
    )


def _pure_notes(solution: HiddenSolution) -> list[str]:
    """Return a sentence for each player about the guarantee of pure strategies."""
    notes = []
    for side, (found, bound) in solution.pure.items():
        value = solution.value
        short = value.lower - bound if side == "row" else bound - value.upper
        verdict = (
            "this equals the value"
            if found in value
            else "it is not known whether a pure strategy is optimal"
        )
        if short > 0:
            verdict = f"at least {float(short):.3g} short of the value, so every optimal strategy is mixed"
        notes.append(
            f"The best pure strategy of {solution.game.seats[side]} guarantees {float(found):.6g}: {verdict}."
        )
    return notes
