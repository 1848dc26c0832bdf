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
from zerosum.progress import silent
from zerosum.solution import Table, Value
from zerosum.solvers.lagged.certify import drift
from zerosum.solvers.lagged.confine import sharpened
from zerosum.solvers.lagged.iteration import Result, iterate
from zerosum.solvers.lagged.operator import COL, ROW, Operator
from zerosum.solvers.lagged.scale import FLOATS

__all__ = ["Report", "report_on_starts"]

WIDE = 1e-4
"""A gap per move above this, once the iteration has stalled, calls for bounds by start."""


@dataclass(frozen=True)
class Report:
    """The value from the start, and what to say about the other starts."""

    value: Value
    notes: Sequence[str] = ()
    tables: Sequence[Table] = ()


def report_on_starts(board: Board, result: Result, value: Value) -> Report:
    """The value from the board's start, as far as the result and the regions can tell, and a word on the others."""
    by_start = dict.fromkeys(board.turns()[ROW], value)
    by_start.update(_other_classes(board, by_start))
    notes = []
    if any(v.gap > WIDE for v in by_start.values()):
        by_start = sharpened(board, by_start)
        if float(value.gap) > WIDE:
            secured = Value(float(value.lower), float(value.upper))
            notes += [f"The moves shown secure only {secured}; those that secure the value keep to a region."]
        if float(by_start[board.start].gap) > WIDE:
            notes += ["The gap did not close: the value may depend on how the counter moves between regions."]
    elif result.ended == "pieces":
        notes += ["Stopped at the number of pieces allowed; --pieces takes more."]
    elif result.ended != "done":
        notes += ["On this board the gap closes only slowly, like a power of the number of rounds."]
    differ = max(v.lower for v in by_start.values()) > min(v.upper for v in by_start.values())
    if not differ:
        return Report(by_start[board.start], notes)
    notes += [f"The value depends on the start; this is for node {board.names[board.start]}."]
    return Report(by_start[board.start], notes, [_table(board, by_start)])


def _other_classes(board: Board, known: dict[int, Value]) -> dict[int, Value]:
    """The values from the starts that the counter never sees from this one."""
    found: dict[int, Value] = {}
    for start in range(board.size):
        if start in known or start in found:
            continue
        there = dataclasses.replace(board, start=start)
        operator = Operator(there, FLOATS)
        result = iterate(operator, operator.zero(ROW), 1e-9, 10_000, silent)
        row, col = drift(operator, result.row, ROW), drift(operator, result.col, COL)
        value = Value(max(row.least, -col.most) / 2, min(row.most, -col.least) / 2)
        found.update({node: value for node in there.turns()[ROW] if node not in known})
    return found


def _table(board: Board, by_start: dict[int, Value]) -> Table:
    """The bounds by start."""
    rows = [[board.names[node], float(v.lower), float(v.upper)] for node, v in sorted(by_start.items())]
    return Table("value by start", ["start", "at least", "at most"], rows)
