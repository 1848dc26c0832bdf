"""The report on a hidden game: what each player does with what it knows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from heapq import nsmallest

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.questions import amount_text, share_text
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import NamedSet, words

LONGEST = 9
"""If a probability has more characters than this as a fraction, all are shown as percentages."""

MOST_SHOWN = 24
"""Maximum number of information sets shown for a player: those with the shortest past."""

MOST_MOVES, MOST_LETTERS = 12, 72
"""With more moves, or longer names of them in total, a table has one column for all moves."""


def report(solution: HiddenSolution) -> Report:
    """The first information sets of each player, or the requested one."""
    move = solution.game.move
    if "seen" in solution.where:
        return report_at(solution)
    counts = [len(solution.form.of(side)) for side in SIDES]
    row, col = solution.game.seats["row"], solution.game.seats["col"]
    note = f"{counts[0]:,} information sets of {row}, {counts[1]:,} of {col}."
    if max(counts) > MOST_SHOWN:
        note += f" The first {MOST_SHOWN} of each are shown, those to which its own moves lead before others."
    tables = [_table(solution, side) for side in SIDES]
    return report_of(
        solution,
        move=move,
        tables=tables,
        notes=[*filter(None, [solution.game.legend]), note, _property(solution), *_pure_notes(solution)],
    )


def headline(solution: HiddenSolution) -> Headline:
    """The game and its value; at an information set also what the player knows there."""
    if "seen" not in solution.where:
        return headline_of(solution)
    title = f"{solution.game.title} · knowing {solution.where['seen']}"
    here, seats = solution.earnings_here, solution.game.seats
    told = [f"{amount_text(one.earns)} to {seats[one.side]} there" for one in here if one.earns is not None]
    return Headline(title, "; ".join([*told, f"{solution.value} to {seats['row']} in the whole game"]))


def report_at(solution: HiddenSolution) -> Report:
    """What a player does, and what each move earns, with what the player knows there."""
    tables, seats = [], solution.game.seats
    for one in solution.earnings_here:
        columns = [f"{seats[one.side]}'s {solution.game.move}", "is played", f"earns {seats[one.side]}"]
        lines: list[list[object]] = [
            [str(move), share_text(it.probability), amount_text(it.earns)] for move, it in one.moves.items()
        ]
        tables.append(Table("", columns, lines))
    note = (
        "A move earns what the player, who knows this, can expect of the whole play if the best moves follow."
    )
    if any(one.earns is None for one in solution.earnings_here):
        note = "Earnings are not defined there: the other player never lets play get there."
    plain = replace(solution, row={}, col={})
    return report_of(plain, headline(solution), tables=tables, notes=[note])


def _table(solution: HiddenSolution, side: Side) -> Table:
    """A player's first information sets, one line each, with the probabilities of their moves."""
    shown, seat = _first_sets(solution, side), solution.game.seats[side]
    mixes = [{str(move): p for move, p in solution.mix_at(side, i).items()} for i in shown]
    names = list(dict.fromkeys(name for mix in mixes for name in mix))
    exact = [p for mix in mixes for p in mix.values() if isinstance(p, Fraction)]
    long = any(len(exact_text(p)) > LONGEST for p in exact)

    def share(p: Number) -> str:
        return percent(float(p) if long else p)

    known = [words(solution.form.seen(side, i)) for i in shown]
    if len(names) <= MOST_MOVES and sum(map(len, names)) <= MOST_LETTERS:
        lines = [
            [knows, *(share(mix[name]) if name in mix else "" for name in names)]
            for knows, mix in zip(known, mixes, strict=True)
        ]
        return Table("", [f"{seat} knows", *names], lines)
    lines = []
    for knows, mix in zip(known, mixes, strict=True):
        played = {move: p for move, p in mix.items() if p}
        mixed = "; ".join(f"{move}: {share(p)}" for move, p in played.items())
        lines.append([knows, mixed if len(played) > 1 else next(iter(played))])
    return Table("", [f"{seat} knows", "and plays"], lines)


def _first_sets(solution: HiddenSolution, side: Side) -> list[int]:
    """The sets to which the player's own moves lead, those with the shortest past first; then the others.

    The past of a set is measured in events, or in earlier moves where the rules name the set.
    """
    sets, events = solution.form.of(side), [0]
    for before, _ in solution.form.told[1:]:
        events.append(events[before] + 1)
    reach = solution.reaches[side].reach
    order = (
        (not reach[parent], 0 if isinstance(key, NamedSet) else events[key], parent, i)
        for i, (key, parent) in enumerate(zip(sets.keys, sets.parent, strict=True))
    )
    return [i for *_, i in nsmallest(MOST_SHOWN, order)]


def _property(solution: HiddenSolution) -> str:
    """What the strategies are, beside optimal."""
    if solution.refinement:
        return (
            "Quasi-perfect: the limit of exact trembles. At every information set each strategy is a best reply to an "
            "opponent who may tremble, and neither strategy is dominated."
        )
    return (
        "Each strategy guarantees the value. Others may, too. Only refined strategies are proved to answer mistakes in "
        "the best way."
    )


def _pure_notes(solution: HiddenSolution) -> list[str]:
    """What pure strategies guarantee, one sentence for each player."""
    notes = []
    for side, (found, bound) in solution.pure.items():
        value = solution.value
        short = value.lower - bound if side == "row" else bound - value.upper
        verdict = "that is the value" if found in value else "which leaves the question open"
        if short > 0:
            verdict = f"which falls short of the value by {float(short):.3g} at least, so every optimal strategy mixes"
        notes.append(
            f"The best pure strategy of {solution.game.seats[side]} guarantees {float(found):.6g}: {verdict}."
        )
    return notes
