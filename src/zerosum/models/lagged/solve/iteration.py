"""Relative value iteration: apply T, shift back to where it was, until TW - W is nearly constant.

The functions are simplified after every move, by an amount that is a small part of the gap so far, so the early
rounds are cheap and only the last ones carry many pieces. Nothing here needs to be rigorous: `certify` takes
whatever comes out.

As a rule the gap shrinks geometrically. When the rounds have doubled and the gap has hardly shrunk, either the counter
is forced round a cycle, so that T turns the functions round: half-steps, to the mean of W and TW, end that. Or the
value depends on where the counter starts, so that TW - W does not tend to a constant at all: then the gap stays, and
the result says so. On some boards the gap shrinks like a power of the rounds; then a leap (`newton`) often ends it
at once. Where the functions gain pieces for ever, as on the ring -1, 0, 1, bounds from few corners do (`coarse`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Scalar
from zerosum.core.progress import Progress
from zerosum.models.lagged.solve.concave import Concave, mean, simplified
from zerosum.models.lagged.solve.newton import leap
from zerosum.models.lagged.solve.operator import ROW, Functions, Operator, rise

__all__ = ["Result", "iterate"]

PART_OF_GAP = 0.08
"""How much of the gap a simplification may cost."""
FIRST_LOOK = 64
"""After how many rounds, and then at every doubling, it is asked whether the gap shrinks fast enough."""
HARDLY = 0.8
"""What part of the gap is left after a doubling, if it hardly shrinks."""
AFTER_LEAP = 6
"""How many plain moves follow a leap before it is judged, so that the corners find their places."""
LEAPT = 0.75
"""What part of the gap a leap may leave; while leaps do so, they follow each other."""
LEAP_PIECES = 6000
"""With more pieces than this a leap costs more than it saves."""


@dataclass(frozen=True)
class Result:
    """Functions whose TW - W is nearly constant."""

    row: Functions
    col: Functions
    gap: float
    rounds: int
    ended: str
    """Why it ended: "done", "pieces", "rounds" or "stalled"."""

    @property
    def pieces(self) -> int:
        """How many linear pieces all the functions have together."""
        return sum(f.pieces for player in (self.row, self.col) for f in player.values())


@dataclass(frozen=True)
class Step:
    """Functions, the other player's one move earlier, and one's own two moves earlier."""

    before: Functions
    middle: Functions
    after: Functions
    least: Scalar
    most: Scalar
    gap: float
    tolerance: Scalar
    """What a simplification was allowed to cost."""

    @property
    def pieces(self) -> int:
        """How many pieces both players' functions have."""
        return sum(f.pieces for f in (*self.before.values(), *self.middle.values()))

    def shifted(self, operator: Operator) -> dict[int, Concave]:
        """The new functions, back at the height of the old."""
        shift = -operator.scale.half(self.least + self.most)
        return {node: f.plus(shift) for node, f in self.after.items()}

    def result(self, player: int, rounds: int, ended: str) -> Result:
        """The step as a result."""
        pair = (self.before, self.middle) if player == ROW else (self.middle, self.before)
        return Result(*pair, self.gap, rounds, ended)


def iterate(
    operator: Operator,
    functions: Functions,
    goal: float,
    most_pieces: int,
    progress: Progress,
    player: int = ROW,
    most_rounds: int = 2048,
    halving: bool = False,
) -> Result:
    """From any functions of the player to ones whose gap is below `goal`, if it can be done; by half-steps if told."""
    step = past = _step(operator, functions, player, goal)
    fine = _allowed(operator, goal)[0]
    digits = max(1, int(-np.log10(goal)))
    ended = ""
    wait = next_leap = operator.leap_after or most_rounds + 1
    for rounds in range(1, most_rounds + 1):
        progress(min(digits, max(0, int(-np.log10(step.gap + goal)))), digits, "digits")
        if rounds >= FIRST_LOOK and rounds & (rounds - 1) == 0:
            stuck, past = step.gap > HARDLY * past.gap, step
            ended = "stalled" if stuck and halving else ""
            halving = halving or stuck
        if step.gap <= goal and step.tolerance <= fine:
            ended = "done"
        elif step.pieces > most_pieces:
            ended = "pieces"
        if ended:
            break
        if rounds == next_leap and step.pieces <= LEAP_PIECES:
            further = _leapt(operator, step, player)
            wait, step = (operator.leap_after, further) if further else (2 * wait, step)
            next_leap += 1 if further else wait
            if further:
                continue
        new = step.shifted(operator)
        if halving:
            new = _halfway(operator, step.before, new, step.gap)
        step = _step(operator, new, player, step.gap)
    return step.result(player, rounds, ended or "rounds")


def _step(operator: Operator, functions: Functions, player: int, gap: float) -> Step:
    """Two moves from the functions, simplified as a gap of this size allows."""
    tolerance, narrow = _allowed(operator, gap)
    middle = _move(operator, functions, 1 - player, tolerance, narrow)
    after = _move(operator, middle, player, tolerance, narrow)
    least, most = rise(functions, after)
    return Step(
        functions, middle, after, least, most, float(operator.scale.fraction(most - least)), tolerance
    )


def _leapt(operator: Operator, step: Step, player: int) -> Step | None:
    """A few moves after the best of three leaps, if the gap has become smaller by much."""
    leaps = [leap(operator, step.before, player, end) for end in (None, 0, 1)]
    tried = [_settled(operator, functions, player, step.gap) for functions in leaps if functions]
    best = min(tried, key=lambda one: one.gap, default=step)
    return best if best.gap < LEAPT * step.gap else None


def _settled(operator: Operator, functions: Functions, player: int, gap: float) -> Step:
    """A few plain moves from the functions."""
    step = _step(operator, functions, player, gap)
    for _ in range(AFTER_LEAP):
        step = _step(operator, step.shifted(operator), player, step.gap)
    return step


def _allowed(operator: Operator, gap: float) -> tuple[Scalar, Scalar]:
    """How much a simplification may cost, and which pieces are too narrow to keep."""
    tolerance = operator.scale.number(PART_OF_GAP * min(gap, 0.1))
    return (max(16, tolerance), 16) if operator.scale.bits else (max(1e-16, tolerance), 1e-15)


def _move(operator: Operator, other: Functions, player: int, tolerance: Scalar, narrow: Scalar) -> Functions:
    """The player's functions, simplified."""
    return {n: simplified(f, tolerance, narrow) for n, f in operator.answer(other, player).items()}


def _halfway(operator: Operator, before: Functions, after: Functions, gap: float) -> dict[int, Concave]:
    """The mean of the functions before and after, simplified as a gap of this size allows."""
    return {node: simplified(mean(before[node], f), *_allowed(operator, gap)) for node, f in after.items()}
