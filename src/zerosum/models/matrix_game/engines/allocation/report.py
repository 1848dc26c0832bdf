"""Reports on allocation games: the probability of each number of soldiers on each field."""

from __future__ import annotations

from dataclasses import replace

from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution

MAX_LINES = 21
"""Maximum number of rows of a table; numbers of soldiers are grouped if there are more."""
MAX_FIELDS = 10
"""Maximum number of fields in a table."""


def report(solution: AllocationSolution) -> Report:
    """Report the probability of each number of soldiers on each field, for each side."""
    game = solution.game
    stands = [f"{len(solution.mixes[side]):,} of {game.seats[side]}" for side in SIDES]
    notes = [
        "The tables show the probability of each number of soldiers on a field. The fields are not "
        "independent, since all soldiers are placed: a player mixes at each stand, "
        f"{' and '.join(stands)}.",
    ]
    if game.count > MAX_FIELDS:
        notes.append(f"The first {MAX_FIELDS} of {game.count} fields are shown.")
    tables = [_table(solution, side) for side in SIDES]
    return report_of(replace(solution, row={}, col={}), move=game.move, tables=tables, notes=notes)


def _table(solution: AllocationSolution, side: Side) -> Table:
    """Return a side's marginals: a row for each number of soldiers, a column for each field."""
    marginals = solution.marginals[side][:MAX_FIELDS]
    most = max(max(mix) for mix in marginals)
    step = -(-(most + 1) // MAX_LINES)
    lines: list[list[object]] = []
    for first in range(0, most + 1, step):
        group = range(first, min(first + step, most + 1))
        shares: list[Number] = [sum(mix.get(k, 0) for k in group) for mix in marginals]
        name = str(first) if len(group) == 1 else f"{first} to {group[-1]}"
        lines.append([name, *(percent(float(p)) if p else "–" for p in shares)])
    means = [sum(k * p for k, p in mix.items()) for mix in marginals]
    lines.append(["mean", *(f"{float(mean):.2f}" for mean in means)])
    return Table("", [f"{solution.game.seats[side]}'s soldiers", *_names(solution)], lines)


def _names(solution: AllocationSolution) -> list[str]:
    return [f"field {number}" for number in range(1, min(solution.game.count, MAX_FIELDS) + 1)]
