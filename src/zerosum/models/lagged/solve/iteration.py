"""Relative value iteration: apply T and shift the result back, until TW - W is nearly constant.

The functions are simplified after every move, by an amount that is a small part of the gap so far, so the early
rounds are cheap and only the last ones carry many pieces. Nothing here needs to be rigorous: `drift` certifies the
result.

Usually the gap shrinks geometrically. If the number of rounds has doubled and the gap has hardly shrunk, there are
three cases. The counter may be forced round a cycle, so that the functions are periodic under T: half-steps, to the
mean of W and TW, correct this. The value may depend on the start, so that TW - W does not tend to a constant: then
the gap stays, and the result says so. On some boards the gap shrinks like a power of the number of rounds; then a
leap often closes it immediately. Where the functions gain pieces forever, as on the ring -1, 0, 1, bounds from few
break points help (`coarse`).

**Leaps.** A leap goes to the limit of the recursion if both players kept their present strategies. At a break point q
of W(k, ·) the recursion picks a mixture λ of the opponent, and the r and s that make the opponent indifferent
(`strategy`). If these choices are fixed, they give a Markov chain on the break points of all functions: from (k, q)
the counter moves by two nodes, and the player has announced r or s there, which lies between two break points. The
chain's relative values are the next W; with a discount, its values are. This is Newton's step, as Pollatschek and
Avi-Itzhak take it in stochastic games, since the chain is the derivative of T at W. It needs few steps where plain
iteration needs many because the counter rarely moves from one part of the board to another.

Far from the solution a leap can fail, and it does not move the break points: so it is tried from time to time,
followed by a few plain moves, and taken only if the gap has shrunk. Nothing here needs to be rigorous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.progress import Progress
from zerosum.models.lagged.functions import FLOATS, Concave, hull, mean, simplify
from zerosum.models.lagged.recursion import ROW, Functions, Operator, rise
from zerosum.models.lagged.strategy import optimal_moves
from zerosum.numerics.chains import connected_parts, relative_value_equations, solve_system
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, identity, matrix, scale_lines

PART_OF_GAP = 0.08
"""Share of the gap that a simplification may cost."""
FIRST_LOOK = 64
"""Number of rounds, doubled each time, after which the gap must have shrunk."""
HARDLY = 0.8
"""The gap hardly shrinks if more than this share of it is left when the number of rounds has doubled."""
AFTER_LEAP = 6
"""Number of plain moves after a leap before it is judged, so that the break points can settle."""
LEAPT = 0.75
"""A leap is taken if it leaves less than this share of the gap; then another follows."""
LEAP_PIECES = 6000
"""Maximum number of pieces for a leap; with more it costs more than it saves."""


@dataclass(frozen=True)
class IterationResult:
    """Functions whose TW - W is nearly constant."""

    row: Functions
    col: Functions
    gap: float
    rounds: int
    ended: str
    """Why it ended: "done", "pieces", "rounds" or "stalled"."""

    @property
    def pieces(self) -> int:
        """The total number of linear pieces of all functions."""
        return sum(f.pieces for player in (self.row, self.col) for f in player.values())


@dataclass(frozen=True)
class IterationRound:
    """A player's functions W, the opponent's functions one move earlier, and TW, the player's functions two moves
    earlier.
    """

    before: Functions
    middle: Functions
    after: Functions
    least: Scalar
    most: Scalar
    gap: float
    tolerance: Scalar
    """The permitted cost of a simplification."""

    @property
    def pieces(self) -> int:
        """The number of pieces of both players' functions."""
        return sum(f.pieces for f in (*self.before.values(), *self.middle.values()))

    def shifted(self, operator: Operator) -> dict[int, Concave]:
        """Return the new functions, shifted back to the height of the old functions."""
        shift = -operator.scale.half(self.least + self.most)
        return {node: f.plus(shift) for node, f in self.after.items()}

    def result(self, player: int, rounds: int, ended: str) -> IterationResult:
        """Return the step as a result."""
        pair = (self.before, self.middle) if player == ROW else (self.middle, self.before)
        return IterationResult(*pair, self.gap, rounds, ended)


def iterate(
    operator: Operator,
    functions: Functions,
    goal: float,
    most_pieces: int,
    progress: Progress,
    player: int = ROW,
    most_rounds: int = 2048,
    halving: bool = False,
) -> IterationResult:
    """Iterate from any functions to functions with a gap below `goal`, if possible; `halving` takes half-steps."""
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
            further = _try_leap(operator, step, player)
            wait, step = (operator.leap_after, further) if further else (2 * wait, step)
            next_leap += 1 if further else wait
            if further:
                continue
        new = step.shifted(operator)
        if halving:
            new = _halfway(operator, step.before, new, step.gap)
        step = _step(operator, new, player, step.gap)
    return step.result(player, rounds, ended or "rounds")


def _step(operator: Operator, functions: Functions, player: int, gap: float) -> IterationRound:
    """Return two moves from the functions, simplified as far as a gap of this size allows."""
    tolerance, narrow = _allowed(operator, gap)
    middle = _move(operator, functions, 1 - player, tolerance, narrow)
    after = _move(operator, middle, player, tolerance, narrow)
    least, most = rise(functions, after)
    return IterationRound(
        functions, middle, after, least, most, float(operator.scale.fraction(most - least)), tolerance
    )


def _try_leap(operator: Operator, step: IterationRound, player: int) -> IterationRound | None:
    """Return a few moves after the best of three leaps, if the gap has shrunk considerably."""
    best = step
    for end in (None, 0, 1):
        functions = leap(operator, step.before, player, end)
        if functions:
            tried = _step(operator, functions, player, step.gap)
            for _ in range(AFTER_LEAP):
                tried = _step(operator, tried.shifted(operator), player, tried.gap)
            best = min(best, tried, key=lambda one: one.gap)
    return best if best.gap < LEAPT * step.gap else None


def _allowed(operator: Operator, gap: float) -> tuple[Scalar, Scalar]:
    """Return the permitted cost of a simplification, and the width below which pieces are dropped."""
    tolerance = operator.scale.number(PART_OF_GAP * min(gap, 0.1))
    return (max(16, tolerance), 16) if operator.scale.bits else (max(1e-16, tolerance), 1e-15)


def _move(operator: Operator, other: Functions, player: int, tolerance: Scalar, narrow: Scalar) -> Functions:
    """Return the player's functions, simplified."""
    return {n: simplify(f, tolerance, narrow) for n, f in operator.step_back(other, player).items()}


def _halfway(operator: Operator, before: Functions, after: Functions, gap: float) -> dict[int, Concave]:
    """Return the mean of the functions before and after, simplified as far as a gap of this size allows."""
    return {node: simplify(mean(before[node], f), *_allowed(operator, gap)) for node, f in after.items()}


BreakPoints = Mapping[int, Array]
"""For each node, some values of q."""


class Transition(NamedTuple):
    """An exit of the opponent after an exit of the player, from all announcements on a node."""

    exit: int
    """The opponent's exit: 0 for cc, 1 for cl."""
    here: Array
    """The indices of the announcements."""
    target: int
    """The node to which the two moves lead."""
    announced: Array
    """The player's next announcement there."""
    chance: Array
    """The probability that the player took its exit."""


@dataclass(frozen=True)
class ResponseProcess:
    """A player's announcements with fixed next moves: payoffs of two moves, and the targets for each exit of the
    opponent.
    """

    break_points: BreakPoints
    payoff: Array
    """The payoff of two moves from each announcement."""
    ways: Sequence[Transition]
    mix: Array
    """The opponent's probability of cc that is worst for the player."""
    first: Mapping[int, int]
    """The index of each node's first announcement."""

    @cached_property
    def after(self) -> tuple[Matrix, Matrix]:
        """The probabilities of the next announcements, if the opponent goes cc and if it goes cl."""
        return self._after(0), self._after(1)

    def _after(self, exit: int) -> Matrix:
        size = self.payoff.size
        parts = [
            (way.here, self.first[way.target] + break_point, way.chance * share)
            for way in self.ways
            if way.exit == exit
            for break_point, share in between(self.break_points[way.target], way.announced)
        ]
        rows, cols, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
        return matrix(MatrixEntries(chances, rows, cols), (size, size))

    def chain(self, response: Array) -> Matrix:
        """Return the chain that remains if the opponent goes cc with these probabilities."""
        return scale_lines(self.after[0], response) + scale_lines(self.after[1], 1 - response)

    def by_node(self, values: Array) -> dict[int, Array]:
        """Return the values of each node's announcements."""
        return {n: values[self.first[n] : self.first[n] + len(q)] for n, q in self.break_points.items()}


def process(
    operator: Operator, functions: Functions, break_points: BreakPoints, player: int, end: int | None = None
) -> ResponseProcess:
    """Return the process on these announcements, with the player's best moves for the functions.

    With an `end` the player does not leave the opponent indifferent but announces that end of each piece's best moves.
    """
    places = np.cumsum([0, *map(len, break_points.values())]).tolist()
    first, size = dict(zip(break_points, places[:-1], strict=True)), places[-1]
    moves = optimal_moves(operator, functions, player)
    payoff, mix, beta, ways = np.zeros(size), np.zeros(size), float(operator.discount), list[Transition]()
    for node, q in break_points.items():
        here = first[node] + np.arange(len(q))
        here_moves, piece = moves[node], moves[node].piece_of(q)
        must = operator.forced(player, node)
        payoff[here], mix[here] = (
            operator.payoff(player, node),
            here_moves.mix[piece] if must is None else must,
        )
        pair = here_moves.pair(q) if end is None else (here_moves.r[piece, end], here_moves.s[piece, end])
        for place, went, announced in zip(operator.targets(player, node), (q, 1 - q), pair, strict=True):
            payoff[here] += beta * went * operator.payoff(player, place)
            forced = operator.forced(1 - player, place)
            next_q = announced if forced is None else np.full_like(q, forced)
            exits = enumerate(operator.targets(1 - player, place))
            ways += [Transition(exit, here, target, next_q, went) for exit, target in exits]
    return ResponseProcess(break_points, payoff, ways, mix, first)


def leap(
    operator: Operator, functions: Functions, player: int, end: int | None = None
) -> dict[int, Concave] | None:
    """Return the values of the chain under the current strategies, as functions; None if it has none."""
    break_points = {node: f.q for node, f in functions.items()}
    here = process(operator, functions, break_points, player, end)
    chain, beta = here.chain(here.mix), float(operator.discount)
    if beta == 1:
        values = _relative(here.payoff, chain)
    else:
        size = here.payoff.size
        values = solve_system(identity(size) - scale_lines(chain, np.full(size, beta**2)), here.payoff)
    if values is None:
        return None
    return {node: hull(break_points[node], w, FLOATS) for node, w in here.by_node(values).items()}


def between(break_points: Array, q: Array) -> Sequence[tuple[Array, Array]]:
    """Return the break points on both sides of each q, and their weights for it."""
    piece = np.clip(np.searchsorted(break_points, q, side="right") - 1, 0, len(break_points) - 2)
    width = break_points[piece + 1] - break_points[piece]
    share = np.clip((q - break_points[piece]) / np.where(width > 0, width, 1.0), 0.0, 1.0)
    return (piece, 1 - share), (piece + 1, share)


def _relative(payoff: Array, chain: Matrix) -> Array | None:
    """Return h with h + g = payoff + chain h for some g, and h = 0 first, if there is one closed class."""
    count, place = connected_parts(chain)
    _, row, col = entries(chain)
    start, end = place[row], place[col]
    if count - len(np.unique(start[start != end])) > 1:
        return None
    found = solve_system(relative_value_equations(chain), np.append(payoff, 0.0))
    return None if found is None else found[:-1]
