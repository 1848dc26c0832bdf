"""Does the value depend on the start? What to say, and which bounds hold for each start.

If the gap of TW - W closes, the value is the same from every node on which the row player can come to move. The
counter may never come to the others: on a ring with an even number of nodes the row player only ever moves from
one colour. Those form a game of their own. If the gap does not close, the regions of `confine` give bounds for
each start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.models.lagged import Board
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table
from zerosum.solution import Value
from zerosum.solvers.lagged.certify import drift
from zerosum.solvers.lagged.confine import sharpened
from zerosum.solvers.lagged.iteration import Result, iterate
from zerosum.solvers.lagged.operator import COL, ROW, Operator
from zerosum.solvers.lagged.scale import FLOATS
from zerosum.solvers.lagged.units import Units

__all__ = ["Report", "report_on_starts"]

WIDE = 1e-4
"""A gap per move above this, once the iteration has stalled, calls for bounds by start."""
OPEN = ("stalled", "rounds")
"""How an iteration ends whose gap would not close, as against one that was told to stop."""


@dataclass(frozen=True)
class Report:
    """The value from the start, and what to say about the other starts."""

    value: Value
    notes: Sequence[str] = ()
    tables: Sequence[Table] = ()


def report_on_starts(
    board: Board, units: Units, result: Result, value: Value, progress: Progress = silent
) -> Report:
    """The value from the start, as far as the result and the regions can tell, and a word on the others.

    Board and value are in the given units; what is reported is not.
    """
    by_start = dict.fromkeys(board.turns()[ROW], value)
    others, others_open = _other_classes(board, by_start)
    by_start.update(others)
    notes = []
    if (result.ended in OPEN and value.gap > WIDE) or others_open:
        by_start = sharpened(board, by_start, progress)
        notes = _on_regions(result, units, value, by_start[board.start])
    found = {start: units.value(v) for start, v in by_start.items()}
    differ = max(v.lower for v in found.values()) > min(v.upper for v in found.values())
    if not differ:
        return Report(found[board.start], notes)
    notes += [f"The value depends on the start; this is for node {board.names[board.start]}."]
    return Report(found[board.start], notes, [_table(board, found)])


def _on_regions(result: Result, units: Units, value: Value, sharp: Value) -> list[str]:
    """What the regions did to the value from the start, if its own gap stayed open."""
    if result.ended not in OPEN or float(value.gap) <= WIDE:
        return []
    notes = []
    if sharp.gap < value.gap:
        secured = units.value(value)
        shown = Value(float(secured.lower), float(secured.upper))
        notes += [f"The moves shown secure only {shown}; those that secure the value keep to a region."]
    if float(sharp.gap) > WIDE:
        notes += ["The gap did not close: the value may depend on how the counter moves between regions."]
    return notes


def _other_classes(board: Board, known: dict[int, Value]) -> tuple[dict[int, Value], bool]:
    """The values from the starts that the counter never sees from this one, and whether a wide gap stayed open."""
    found: dict[int, Value] = {}
    wide = False
    for start in range(board.size):
        if start in known or start in found:
            continue
        there = dataclasses.replace(board, start=start)
        operator = Operator(there, FLOATS)
        result = iterate(operator, operator.zero(ROW), 1e-9, 10_000, silent)
        row, col = drift(operator, result.row, ROW), drift(operator, result.col, COL)
        value = Value(max(row.least, -col.most) / 2, min(row.most, -col.least) / 2)
        found.update({node: value for node in there.turns()[ROW] if node not in known})
        wide = wide or (result.ended != "done" and float(value.gap) > WIDE)
    return found, wide


def _table(board: Board, by_start: dict[int, Value]) -> Table:
    """The bounds by start."""
    rows = [[board.names[node], float(v.lower), float(v.upper)] for node, v in sorted(by_start.items())]
    return Table("value by start", ["start", "at least", "at most"], rows)
