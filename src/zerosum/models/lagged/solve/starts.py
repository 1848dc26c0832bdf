"""Does the value depend on the start? Which bounds hold for each.

If the gap of TW - W closes, the value is the same from every node on which the row player can come to move. The
counter may never come to the others: on a ring with an even number of nodes the row player only ever moves from
one colour. Those form a game of their own. If the gap does not close, the regions of `confine` give bounds for
each start.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.certify import drift
from zerosum.models.lagged.solve.coarse import coarsened
from zerosum.models.lagged.solve.confine import sharpened
from zerosum.models.lagged.solve.iteration import Result, iterate
from zerosum.models.lagged.solve.operator import COL, ROW, Operator
from zerosum.models.lagged.solve.scale import FLOATS, within_floats
from zerosum.models.lagged.solve.units import Units

__all__ = ["Starts", "values_by_start"]

WIDE = 1e-9
"""A gap per move above this, once the iteration has stalled, calls for bounds by start."""
FEW_PIECES, MOST_PIECES = 10_000, 1_000_000
"""So many pieces the functions from other starts may have, at first and at last."""
OPEN = ("stalled", "rounds")
"""How an iteration ends whose gap would not close, as against one that was told to stop."""


class Starts(NamedTuple):
    """The value from each start, as the given board pays it, and how the search for the start's own ended."""

    values: dict[int, Value]
    ended: str
    """As the iteration did; "regions" where only regions of the board closed its gap, "open" where nothing did."""

    @property
    def apart(self) -> dict[int, Value]:
        """The value from each start in order, if it surely depends on that; else nothing."""
        ends = [(v.lower, v.upper) for v in self.values.values()]
        differ = max(lower for lower, _ in ends) > min(upper for _, upper in ends)
        return dict(sorted(self.values.items())) if differ else {}


def values_by_start(
    board: Board, units: Units, result: Result, value: Value, goal: Fraction, progress: Progress = silent
) -> Starts:
    """The value from every start, as far as the result and the regions can tell; all but the answer is in `units`."""
    by_start = dict.fromkeys(board.turns()[ROW], value)
    others, others_open = _other_classes(board, by_start, goal)
    by_start.update(others)
    stuck = result.ended in OPEN and value.gap > WIDE
    if stuck or others_open:
        by_start = sharpened(board, by_start, goal, progress)
    found = {start: units.value(v) for start, v in by_start.items()}
    if stuck:
        return Starts(found, "open" if float(by_start[board.start].gap) > WIDE else "regions")
    return Starts(found, "slowly" if result.ended in OPEN and result.gap / 2 <= WIDE else result.ended)


def _other_classes(board: Board, known: dict[int, Value], goal: Fraction) -> tuple[dict[int, Value], bool]:
    """The values from the starts that the counter never sees from this one, and whether a wide gap stayed open."""
    found: dict[int, Value] = {}
    wide, near = False, float(within_floats(goal, board.payoffs))
    for start in range(board.size):
        if start in known or start in found:
            continue
        there = dataclasses.replace(board, start=start)
        operator = Operator(there, FLOATS)
        result = iterate(operator, operator.zero(ROW), near, FEW_PIECES, silent)
        if result.ended != "done":
            result = coarsened(operator, result, near, MOST_PIECES, silent)
        row, col = drift(operator, result.row, ROW), drift(operator, result.col, COL)
        value = Value(max(row.least, -col.most) / 2, min(row.most, -col.least) / 2)
        found.update({node: value for node in there.turns()[ROW] if node not in known})
        wide = wide or (result.ended != "done" and float(value.gap) > WIDE)
    return found, wide
