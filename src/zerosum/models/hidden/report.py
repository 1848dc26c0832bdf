"""Hidden games as a person reads them: what each player does with what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import nsmallest

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import HiddenForm, NamedSet, words

LONGEST = 9
"""Where a probability has more characters as a fraction, all are shown as percentages."""

MOST_SHOWN = 24
"""A player with more information sets has only those shown that have the least behind them."""

MOST_MOVES, MOST_LETTERS = 12, 72
"""Where there are more moves, or longer names of them, a table has no column for each."""


def report(solution: HiddenSolution) -> Report:
    """The first information sets of each player, or the one that was asked for."""
    move = solution.game.move
    if "seen" in solution.where:
        return report_of(solution, headline(solution), move=move)
    tables = [_table(solution, side) for side in SIDES]
    return report_of(solution, move=move, tables=tables, notes=[*_notes(solution.form), *_pure(solution)])


def headline(solution: HiddenSolution) -> Headline:
    """The game and its value; at an information set also what the player knows there."""
    if "seen" not in solution.where:
        return headline_of(solution)
    title = f"{solution.game.title} · knowing {solution.where['seen']}"
    return Headline(title, f"{solution.value} to row in the whole game")


def _table(solution: HiddenSolution, side: Side) -> Table:
    """A player's first information sets, a line each, and the probabilities of their moves."""
    shown = _first(solution, side)
    mixes = [{str(move): p for move, p in solution.mix_at(side, i).items()} for i in shown]
    names = list(dict.fromkeys(name for mix in mixes for name in mix))
    exact = [p for mix in mixes for p in mix.values() if isinstance(p, Fraction)]
    long = any(len(exact_text(p)) > LONGEST for p in exact)
    plays = [[_cell(mix.get(name), long) for name in names] for mix in mixes]
    if len(names) > MOST_MOVES or sum(map(len, names)) > MOST_LETTERS:
        names, plays = ["and plays"], [[_played(mix, long)] for mix in mixes]
    known = [words(solution.form.seen(side, i)) for i in shown]
    return Table("", [f"{side} knows", *names], [[k, *line] for k, line in zip(known, plays, strict=True)])


def _played(mix: Mapping[str, Number], long: bool) -> str:
    """The moves that are played, and how often where one mixes."""
    played = {move: p for move, p in mix.items() if p}
    return (
        "; ".join(f"{move}: {_cell(p, long)}" for move, p in played.items())
        if len(played) > 1
        else next(iter(played))
    )


def _cell(p: Number | None, long: bool) -> str:
    """A probability in a table; nothing where there is no such move."""
    if p is None:
        return ""
    return percent(float(p) if long else p)


def _first(solution: HiddenSolution, side: Side) -> list[int]:
    """The sets to which the player's own moves lead, those with the least behind them first; then the others.

    What is behind a set are events, or earlier moves where the rules name what is known.
    """
    sets, told = solution.form.of(side), solution.form.told

    def order(i: int) -> tuple[bool, int, int, int]:
        key, events = sets.keys[i], 0
        while not isinstance(key, NamedSet) and key > 0:
            key, events = told[key][0], events + 1
        return not solution.comes_to(side, i), events, sets.parent[i], i

    return nsmallest(MOST_SHOWN, range(len(sets)), key=order)


def _notes(form: HiddenForm) -> list[str]:
    """How many information sets there are, and how many are shown."""
    counts = [len(form.of(side)) for side in SIDES]
    note = f"{counts[0]:,} information sets of row, {counts[1]:,} of col."
    if max(counts) > MOST_SHOWN:
        note += f" The first {MOST_SHOWN} of each are shown, those to which its own moves lead before others."
    return [note]


def _pure(solution: HiddenSolution) -> list[str]:
    """What pure strategies guarantee, a sentence for each player."""
    notes = []
    for side, (found, bound) in solution.pure.items():
        value = solution.value
        short = value.lower - bound if side == "row" else bound - value.upper
        told = "that is the value" if found in value else "which leaves the question open"
        if short > 0:
            told = f"which falls short of the value by {float(short):.3g} at least, so every optimal strategy mixes"
        notes.append(f"The best pure strategy of {side} guarantees {float(found):.6g}: {told}.")
    return notes
