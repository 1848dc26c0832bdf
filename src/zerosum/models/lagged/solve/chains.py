"""Many digits: functions with the break points that a player's own play needs, computed along the chains of those
break points.

**Few break points.** The functions that T shifts by a constant have infinitely many break points; to d digits they
have about 3 d² of them on Gleason's ring. But a bound needs fewer. There is a break point of W where two lines of the
opponent's functions, for r and s, meet, and a player who announces it announces r or s next. So from the ends 0 and 1
at all nodes, play needs only the break points that it can reach in this way; if it announces r between two break
points of a function, it needs these two. The other break points may be dropped: W falls there, but TW >= W + lo still
holds at the remaining break points, hence everywhere. About 3 d break points remain on Gleason's ring. `prune` runs
rounds of T and keeps these.

**Chains.** In the column player's functions X of Gleason's ring, a break point of TX is the image of one break point
of X, at another q, with a smaller *bend* (the change of slope there). So the break points form chains: each begins at
a large bend, and from one break point to the next the bend shrinks to about a fifth, which is 0.65 digits. T moves
along a chain by one break point per round. So it would need at least two rounds per digit, and in fact needs four.
Instead,

- the *core*, all break points with a bend above `BENT`, takes Newton's step. T maps its break points and values (q,
w) smoothly,
  and the derivative is found once, by differences;
- all other break points are computed again in every round, each from the one before it in its chain. Let X(j, ·) have
the bend m at z, and let a and b be the slopes there of the two functions after the exits of a node k. The bend gives
  a piece of W(k, ·) of width b m / ((b - a) (b - a ± m)), whose slope is the difference of the two functions at z.
  With the opposite slope of the function next to it, this piece gives a break point of X, whose bend is the width
  times the difference of slopes.

A round gains about seven digits, and costs two applications of the recursion.

**The row player.** The chains also go through some of the row player's functions, which are then also known. The
others have few relevant break points, and a few rounds find them.

Nothing here needs to be rigorous: `recursion.drift` certifies the result. On boards with another structure the search
ends without a result, and plain iteration continues.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.foreign import Foreign
from zerosum.core.progress import Progress
from zerosum.models.lagged.functions import FLOATS, Concave, Scale, hull
from zerosum.models.lagged.recursion import COL, ROW, Functions, Operator, make_concave
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.iteration import IterationResult

FIRST = 40
"""Number of digits that rounds of T find before chains are followed."""
BENT = Fraction(1, 10**16)
"""Least bend of a break point of the core."""
SAME = 1e-11
"""Minimum distance between break points of the core."""
GUARD = 15
"""Number of digits of the arithmetic beyond those of the gap."""
AHEAD = 14
"""Number of digits beyond those of the gap to which chains are followed."""
MANY = 0.1
"""Chains pass through the nodes with at least this share of the break points."""
SLOW = 64
"""Number of rounds after which a gap that has not become smaller will not close."""
MAX_IMAGES = 50_000
"""Maximum number of break points that are computed along chains in one round."""
SETTLING = 40
"""Maximum number of rounds for the functions outside of the chains."""
DIGITS_PER_BIT = 0.30103

Bend = tuple[int, Foreign, Foreign]
"""A node, the position of a break point of its function, and the change of slope there."""


class NoChainsError(Exception):
    """An error: the break points do not form chains, since some have more and more images."""


def refine(
    board: Board, found: IterationResult, goal: Fraction, digits: int, progress: Progress
) -> tuple[Operator, IterationResult] | None:
    """Return both functions with a gap below the goal, from functions in floats; None if chains do not help."""
    wanted, rounds = digits + 2, found.rounds

    def pruned(row: Functions, col: Functions, wanted: int) -> tuple[Functions, Functions, int] | None:
        first = prune(board, row, ROW, wanted, progress)
        second = prune(board, col, COL, wanted, progress) if first else None
        return (first[0], second[0], first[1] + second[1]) if first and second else None

    some = pruned(found.row, found.col, min(FIRST, wanted))
    if some is None:
        return None
    row, col, more = some
    rounds += more
    if wanted > FIRST:
        try:
            all_digits = _follow(board, row, col, wanted, progress)
        except NoChainsError:
            all_digits = None
        all_digits = all_digits or pruned(row, col, wanted)
        if all_digits is None:
            return None
        row, col, more = all_digits
        rounds += more
    operator = Operator(board, row[board.start].scale)
    gap = operator.scale.fraction(
        -_rise(operator, row, ROW)[2] - _rise(operator, _converted(col, operator.scale), COL)[2]
    )
    return (operator, IterationResult(row, col, float(gap), rounds, "chains")) if gap <= goal else None


def prune(
    board: Board, functions: Functions, player: int, wanted: float, progress: Progress
) -> tuple[Functions, int] | None:
    """Run rounds of T with only the needed break points, until the gap there has the required digits."""
    scale = _scale(min(wanted, 30.0))
    functions = make_concave(functions, scale)
    best, since, rounds = 0.0, 0, 0
    while since < SLOW:
        middle, after, least, most = _rise(Operator(board, scale), functions, player)
        reached, rounds = _digits(most - least, scale), rounds + 1
        progress(int(min(reached, wanted)), int(wanted), "digits")
        if reached > wanted:
            return functions, rounds
        best, since = (reached, 0) if reached > best + 1 else (best, since + 1)
        shift, needed = -((least + most) >> 1), needed_break_points(board, middle, after)
        functions = {
            node: hull(f.q[needed[node]], f.w[needed[node]] + shift, scale) for node, f in after.items()
        }
        if _scale(reached).bits > scale.bits:
            scale = _scale(reached + 30)
            functions = _converted(functions, scale)
    return None


def _rise(
    operator: Operator, functions: Functions, player: int
) -> tuple[Functions, Functions, Scalar, Scalar]:
    """Return the functions one and two moves earlier, and the extreme increments of two moves."""
    middle = operator.step_back(functions, 1 - player)
    after = operator.step_back(middle, player)
    rises = np.concatenate([after[node].values(f.q) - f.w for node, f in functions.items()])
    return middle, after, rises.min(), rises.max()


def _scale(digits: float) -> Scale:
    return Scale(int((digits + GUARD) / DIGITS_PER_BIT))


def _converted(functions: Functions, scale: Scale) -> dict[int, Concave]:
    return {node: f.convert(scale) for node, f in functions.items()}


def _digits(x: Scalar, scale: Scale) -> float:
    """Return approximately the number of zeros between the point and the first digit of x."""
    return (scale.bits - abs(int(x)).bit_length()) * DIGITS_PER_BIT


def needed_break_points(board: Board, middle: Functions, after: Functions) -> dict[int, list[int]]:
    """Return, for each node, the break points of TW that are needed by play from the ends."""
    break_points = {node: f.q.tolist() for node, f in after.items()}
    turns = {node: f.q.tolist() for node, f in middle.items()}
    kept = {node: {0, len(q) - 1} for node, q in break_points.items()}
    todo = [(node, i) for node, ends in kept.items() for i in ends]
    while todo:
        node, i = todo.pop()
        f, q = after[node], break_points[node][i]
        # the opponent's mix behind the break point; at an end, the mix of the only piece
        mix = f.best[0] if i == 0 else f.best[-1] if i == f.pieces else (f.best[i - 1] + f.best[i]) >> 1
        for place, chance in zip(board.exits[node], (q, f.scale.one - q), strict=True):
            if chance == 0:
                continue
            best, at = middle[place].best, turns[place]
            pieces = {max(0, bisect_left(at, mix) - 1), min(bisect_right(at, mix) - 1, len(best) - 1)}
            for target in board.exits[place]:
                for announced in (best[piece] for piece in pieces):
                    k = min(bisect_left(break_points[target], announced), len(break_points[target]) - 1)
                    sides = (k,) if break_points[target][k] == announced else (max(0, k - 1), k)
                    todo += [(target, side) for side in sides if side not in kept[target]]
                    kept[target].update(sides)
    return {node: sorted(places) for node, places in kept.items()}


def _follow(
    board: Board, row: Functions, col: Functions, wanted: int, progress: Progress
) -> tuple[Functions, Functions, int] | None:
    """Return both functions with many digits, from functions with few digits; and the number of rounds."""
    scale = _scale(2 * FIRST)
    col = _converted(col, scale)
    core = Core(Operator(board, scale), col)
    best, since, rounds = 0.0, 0, 0
    while since < SLOW and core.roots and core.passed:
        operator = Operator(board, scale)
        middle, after, least, most = _rise(operator, col, COL)
        shift, reached, rounds = -((least + most) >> 1), _digits(most - least, scale), rounds + 1
        progress(int(min(reached, wanted)), wanted, "digits")
        if reached > wanted:
            others = _row_functions(operator, row, middle, core.passed, shift, wanted)
            return None if others is None else (others, col, rounds)
        best, since = (reached, 0) if reached > best + 1 else (best, since + 1)
        after = {node: f.plus(shift) for node, f in after.items()}
        floor = scale.number(Fraction(1, 10 ** int(min(reached, wanted) + AHEAD)))
        col = with_bends(core.step(col, after), core.tail(operator, col, middle, after, floor))
        if scale.bits < _scale(min(wanted, reached + AHEAD)).bits:
            scale = _scale(min(wanted, 1.2 * reached + AHEAD))
            col = _converted(col, scale)
    return None


def _row_functions(
    operator: Operator, row: Functions, known: Functions, passed: set[int], gain: Scalar, wanted: int
) -> Functions | None:
    """Return the row player's functions, given those of some nodes exactly and the others approximately."""
    known = {node: hull(known[node].q, known[node].w, operator.scale) for node in passed}
    near = _converted(row, operator.scale)
    node = min(passed)
    height = known[node].w[0] - near[node].w[0]
    functions = {node: known.get(node, f.plus(height)) for node, f in near.items()}
    for _ in range(SETTLING):
        middle, after, least, most = _rise(operator, functions, ROW)
        if _digits(most - least, operator.scale) > wanted:
            return functions
        needed = needed_break_points(operator.board, middle, after)
        functions = {
            n: known[n] if n in known else hull(f.q[needed[n]], f.w[needed[n]] - gain, operator.scale)
            for n, f in after.items()
        }
    return None


class Core:
    """The break points of the column player's functions with large bends, and the derivative of T there."""

    def __init__(self, operator: Operator, functions: Functions) -> None:
        self.board = operator.board
        total = sum(f.pieces for f in functions.values())
        self.nodes = [node for node, f in functions.items() if f.pieces > MANY * total]
        least = operator.scale.number(BENT)
        self.places: dict[int, Floats] = {}
        """The approximate positions of the core's break points, by node."""
        for node, f in functions.items():
            bent = np.flatnonzero(f.slope[:-1] - f.slope[1:] > least)
            self.places[node] = FLOATS.convert(f.q[[0, *(bent + 1), len(f.q) - 1]], operator.scale)
        self.passed: set[int] = set()
        """The row player's nodes through which chains go."""
        middle = operator.step_back(functions, ROW)
        at = self._find(functions)
        inner = [(node, i) for node in self.nodes for i in range(1, len(at[node]) - 1)]
        bends = [_bend(functions[node], node, at[node][i]) for node, i in inner]
        images = self._images(operator, functions, middle, bends, least)[1]
        self.roots = [break_point for break_point in inner if break_point not in images]
        """The break points at which chains begin: a node and the index of a break point of the core."""
        self._learn(operator, functions)

    def _find(self, functions: Functions) -> dict[int, Array]:
        """Return, by node, the break points of the functions that belong to the core."""
        found = {}
        for node, places in self.places.items():
            q = FLOATS.convert(functions[node].q, functions[node].scale)
            right = np.clip(np.searchsorted(q, places), 1, len(q) - 1)
            found[node] = right - (places - q[right - 1] < q[right] - places)
        return found

    def _read(self, functions: Functions, at: Mapping[int, Array]) -> Array:
        """Return the break points and values of the core, node by node."""
        return np.concatenate(
            [x for node, i in at.items() for x in (functions[node].q[i], functions[node].w[i])]
        )

    def _learn(self, operator: Operator, functions: Functions) -> None:
        """Compute the inverse of the matrix in Newton's equations, by differences."""
        at = self._find(functions)
        start = self._read(functions, at)
        size, small = len(start), operator.scale.number(Fraction(1, 10 ** (FIRST + 8)))

        def image(moved: Functions) -> Array:
            after = operator.step_back(operator.step_back(moved, ROW), COL)
            return self._read(after, self._find(after))

        before = image(functions)
        values = np.concatenate([np.repeat([False, True], len(i)) for i in at.values()])
        self.free = values | ~np.concatenate(
            [np.isin(np.arange(2 * len(i)), (0, len(i) - 1)) for i in at.values()]
        )
        equations = np.zeros((size + 1, size + 1))
        equations[:size, :size] = np.eye(size)
        equations[:size, size] = values
        equations[size, np.flatnonzero(values)[0]] = 1
        for column in np.flatnonzero(self.free):
            step = start * 0
            step[column] = small
            change = image(self._with_core_moved(functions, at, step)) - before
            equations[:size, column] -= [int(x) / int(small) for x in change]
        self.inverse = np.linalg.inv(equations)

    def step(self, before: Functions, after: Functions) -> dict[int, Concave]:
        """Return the core of TX, after a Newton step, as functions."""
        at = self._find(after)
        residual = self._read(after, at) - self._read(before, self._find(before))
        shift = max(0, max(abs(int(x)) for x in residual).bit_length() - 62)
        floats = np.array([float(int(x) >> shift) for x in residual])
        step = np.where(self.free, (self.inverse @ np.append(floats, 0.0))[:-1] - floats, 0.0)
        core = {n: hull(f.q[at[n]], f.w[at[n]], f.scale) for n, f in after.items()}
        return self._with_core_moved(
            core, self._find(core), np.array([int(x) << shift for x in step], dtype=object)
        )

    @staticmethod
    def _with_core_moved(functions: Functions, at: Mapping[int, Array], step: Array) -> dict[int, Concave]:
        """Return the functions with the core moved by the step; other break points move with it."""
        new, begin = {}, 0
        for node, i in at.items():
            f, count = functions[node], len(i)
            by, up = step[begin : begin + count], step[begin + count : begin + 2 * count]
            begin += 2 * count
            q, w, over, times = f.q[i], f.w[i], f.scale.over, f.scale.times
            slope = over(w[1:] - w[:-1], q[1:] - q[:-1])
            left, right = up[:-1] - times(slope, by[:-1]), up[1:] - times(slope, by[1:])
            tilt = over(right - left, q[1:] - q[:-1])
            piece = np.clip(np.searchsorted(i, np.arange(len(f.q)), side="right") - 1, 0, count - 2)
            break_points, values = f.q.copy(), f.w + left[piece] + times(tilt[piece], f.q - q[piece])
            break_points[i], values[i] = q + by, w + up
            new[node] = hull(break_points, values, f.scale)
        return new

    def tail(
        self, operator: Operator, functions: Functions, middle: Functions, after: Functions, floor: Scalar
    ) -> list[Bend]:
        """Return the bends along the chains, outside the core."""
        at = self._find(after)
        roots = [_bend(after[node], node, at[node][i]) for node, i in self.roots]
        return self._images(operator, functions, middle, roots, floor)[0]

    def _images(
        self,
        operator: Operator,
        functions: Functions,
        middle: Functions,
        roots: Sequence[Bend],
        floor: Scalar,
    ) -> tuple[list[Bend], set[tuple[int, int]]]:
        """Return the bends on the chains from the roots to the floor, and the core's break points along the chains."""
        # the functions as lists, and the reversed graph of nodes: for each node, the nodes that lead to it
        bits, exits = operator.scale.bits, self.board.exits
        col, row = ({node: _PieceLists(f) for node, f in given.items()} for given in (functions, middle))
        before = {node: [k for k in row if node in exits[k]] for node in col}
        behind = {k: [node for node in self.nodes if k in exits[node]] for k in row}
        found, passed, todo = list[Bend](), set[tuple[int, int]](), list(roots)
        for _ in range(MAX_IMAGES):
            if not todo:
                return found, passed
            node, z, bend = todo.pop()
            for k in before[node]:
                cc, cl = (col[place] for place in exits[k])
                i, j = cc.piece(z), cl.piece(z)
                a, b = cc.slope[i], cl.slope[j]
                if (a > 0) == (b > 0):
                    continue
                bent, piece, other = (cc, i, b) if exits[k][0] == node else (cl, j, a)
                # this is the slope on one side of the bend; the slope on the other side differs by the bend
                right = (z - bent.q[piece] < bent.q[piece + 1] - z) == (bent is cc)
                turn = b - a
                width = (abs(other) * bend << bits) // abs(turn * (turn - bend if right else turn + bend))
                q = (b << bits) // turn
                slope = cl.w[j] - cc.w[i] + ((b * (z - cl.q[j]) - a * (z - cc.q[i])) >> bits)
                # the piece gives bends in the functions of the nodes that lead to k
                for target in behind[k]:
                    first = exits[target][0] == k
                    opposite = row[exits[target][1 if first else 0]]
                    beside = opposite.slope[opposite.piece(q)]
                    if (slope > 0) == (beside > 0):
                        continue
                    steep = abs(slope - beside)
                    smaller = (steep * width) >> bits
                    if smaller <= floor:
                        continue
                    image = (target, (abs(beside if first else slope) << bits) // steep, smaller)
                    todo.append(image)
                    self.passed.add(k)
                    away = abs(self.places[target] - int(image[1]) / (1 << bits))
                    nearest = int(away.argmin())
                    if away[nearest] < SAME:
                        passed.add((target, nearest))
                    else:
                        found.append(image)
        raise NoChainsError


class _PieceLists:
    """The pieces of a function as lists, which are faster for single lookups."""

    def __init__(self, f: Concave) -> None:
        self.q, self.w, self.slope = f.q.tolist(), f.w.tolist(), f.slope.tolist()
        self.inner = self.q[1:-1]

    def piece(self, q: Foreign) -> int:
        """Return the piece that contains q."""
        return bisect_right(self.inner, q)


def _bend(f: Concave, node: int, i: int) -> Bend:
    """Return the bend of a function at a break point."""
    return node, f.q[i], f.slope[i - 1] - f.slope[i]


def with_bends(functions: Functions, bends: Sequence[Bend]) -> dict[int, Concave]:
    """Return the functions with additional break points; values at their own break points do not change."""
    new = {}
    for node, f in functions.items():
        bits, more = f.scale.bits, sorted((z, bend) for place, z, bend in bends if place == node)
        q, w, begin = list[Foreign](), list[Foreign](), 0
        for (left, low), (right, high) in pairwise(zip(f.q.tolist(), f.w.tolist(), strict=True)):
            q.append(left)
            w.append(low)
            end = bisect_left(more, (right,), begin)
            inside, begin = [one for one in more[begin:end] if one[0] > left], end
            slope = (((high - low) << bits) + sum(bend * (right - z) for z, bend in inside)) // (right - left)
            for z, bend in inside:
                w.append(w[-1] + ((slope * (z - q[-1])) >> bits))
                q.append(z)
                slope -= bend
        q.append(f.q[-1])
        w.append(f.w[-1])
        new[node] = hull(f.scale.array(q), f.scale.array(w), f.scale)
    return new
