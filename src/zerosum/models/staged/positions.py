"""The positions of a staged game as flat arrays, and the order in which they are solved.

- *Graph*: a game's rules are called once for each position and once for each pair of moves; the results are checked
  and put into flat arrays, with one entry per outcome. After that no Python code runs per position. Outcomes of
  probability zero are left out. Floats that do not exactly add up to 1 are scaled, and the error of their sum is
  stored: the solver's bounds include it.
- *Heights*: the longest play from each position to the end, by repeatedly removing positions without successors (Kahn
  1962). Positions that cannot be removed lie on a cycle or lead into one, and the cycle is printed.
- *Order*: positions sorted by height and matrix shape, so that each batch of equal matrices is one slice, and
  everything that a batch needs lies before it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from numbers import Rational

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints, Scalar
from zerosum.core.errors import GameError, ZerosumError
from zerosum.core.game import Move, Position
from zerosum.core.limits import Meter, require_budget
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress
from zerosum.models.staged.kernels import heights
from zerosum.models.staged.rules import Outcome, StagedGame

SUM_TOLERANCE = 1e-9
"""If the sum of probabilities differs from 1 by more than this, it is a mistake, not rounding."""

MAX_LENGTH = 200
"""Largest number of characters of a position in a message; the rest is cut off."""

OFTEN = 4096
"""Number of positions between two reports of progress, and of outcomes between two checks of memory and time. Lists are
packed into arrays as often."""

SOME = 16
"""Number of positions between two checks of memory and time; if a row has more moves, there is a check for each row."""

PAIR_BYTES, PAIR_SECONDS = 32, 1e-6
POSITION_BYTES, POSITION_SECONDS = 200, 1e-5
"""Smallest memory and time for a pair of moves, and for a position."""
WHOLE = 3
"""Approximate memory for solving, as a multiple of the memory for the positions alone."""


@dataclass(frozen=True)
class PositionGraph:
    """Positions in order of discovery; cells (pairs of moves) and outcomes likewise, in flat arrays."""

    positions: list[Position]
    index: dict[Position, int]
    """The index of each position in `positions`."""
    rows: Ints
    """The number of the row player's moves at each position; 0 where the game is over."""
    cols: Ints
    payoff: MutableSequence[Scalar]
    """The payoff at an end, 0 where the game goes on: floats, or fractions in an exact graph."""
    outcomes: Ints
    """The number of outcomes of each cell."""
    probability: MutableSequence[Scalar]
    reward: MutableSequence[Scalar]
    child: Ints
    """The position to which each outcome leads."""
    missed: Floats
    """The amount by which the probabilities of each cell missed 1 before they were scaled."""
    advice: str = ""
    """Advice for the error message if positions occur again."""


class _GraphBuilder:
    """A builder of the graph."""

    def __init__(self, game: StagedGame, exact: bool) -> None:
        self.game, self.exact = game, exact
        count = game.least_positions
        require_budget(
            f"{game.slug} with its {count:,} positions",
            memory=WHOLE * POSITION_BYTES * count,
            seconds=POSITION_SECONDS * count,
        )
        self.meter = Meter(f"listing the positions of {game.slug}", WHOLE)
        self.here: Position = game.start
        self.positions = [self.here]
        self.index: dict[Position, int] = {}
        self.rows, self.cols, self.outcomes, self.child = array("q"), array("q"), array("q"), array("q")
        self.payoff: MutableSequence[Scalar] = [] if exact else array("d")
        self.probability: list[Scalar] | array[float] = [] if exact else array("d")
        self.reward: list[Scalar] | array[float] = [] if exact else array("d")
        self.recent: tuple[list[int], list[Scalar], list[Scalar], list[int]] = [], [], [], []
        """Children, probabilities, rewards and counts of outcomes that have not been moved into the arrays.

        Appending to a list is faster than appending to an array.
        """

    def explore(self, progress: Progress) -> None:
        """Query the rules at every reachable position, and add the results to the graph.

        This is one loop because a function call for each position would take a tenth of the time.
        """
        moves, play, payoff, check = self.game.moves, self.game.play, self.game.payoff, self.meter.check
        positions, index, number = self.positions, self.index, self.index.get
        child, chance, reward, counts = self.recent
        for done, position in enumerate(positions):
            self.here = position
            if done % SOME == 0:
                check()
                if done % OFTEN == 0:
                    progress(done, len(positions), "positions found")
            row, col = moves(position)
            m, n = len(row), len(col)
            if type(row) is not range or type(col) is not range or not 0 < m * n <= OFTEN:
                self._check_moves(row, col)
            self.rows.append(m)
            self.cols.append(n)
            self.payoff.append(0 if m else payoff(position))
            for i in row:
                if n > SOME:
                    check()
                for j in col:
                    outcomes, count = play(position, i, j), 0
                    for p, pays, after in outcomes if type(outcomes) is list else self._metered(outcomes):
                        if p == 0:
                            continue
                        where = number(after)
                        if where is None:
                            where = index[after] = len(index)
                            positions.append(after)
                        child.append(where)
                        chance.append(p)
                        reward.append(pays)
                        count += 1
                    counts.append(count)
                if len(child) >= OFTEN:
                    self._pack()

    def _check_moves(self, row: Sequence[Move], col: Sequence[Move]) -> None:
        """Reject a position with moves of one side only, with a move twice, or with too many moves."""
        m, n = len(row), len(col)
        if (m == 0) != (n == 0):
            who = "the column player" if m == 0 else "the row player"
            raise GameError(
                f"only {who} has moves at {self.here!r}; a waiting side needs a single move, such as 'wait'"
            )
        if m * n > OFTEN:
            require_budget(
                f"{m:,} × {n:,} pairs of moves at {_brief(self.here)}",
                memory=PAIR_BYTES * m * n,
                seconds=PAIR_SECONDS * m * n,
            )
        for moves in (row, col):
            if not isinstance(moves, range) and len(set(moves)) < len(moves):
                listed = list(moves)
                twice = next(move for k, move in enumerate(listed) if move in listed[:k])
                raise GameError(
                    f"the move {twice!r} occurs twice at {_brief(self.here)}; give each move a different name"
                )

    def _pack(self) -> None:
        """Move recent outcomes into the arrays."""
        child, chance, reward, counts = self.recent
        for whole, amounts in ((self.probability, chance), (self.reward, reward)):
            try:
                whole.extend(amounts if isinstance(whole, list) else array("d", amounts))
            except (TypeError, ValueError, OverflowError) as error:
                raise _failure(self.game, f"at {_brief(self._position_of(amounts))}", error) from error
        self.child.extend(array("q", child))
        self.outcomes.extend(array("q", counts))
        for recent in self.recent:
            recent.clear()

    def _position_of(self, amounts: list[Scalar]) -> Position:
        """Return the position at which the rules gave the first recent amount that is not a number."""
        ends = list(accumulate(self.recent[3]))
        for k, amount in enumerate(amounts):
            try:
                array("d", [amount])
            except (TypeError, ValueError, OverflowError):
                cell = len(self.outcomes) + bisect_right(ends, k)
                cells = starts(np.array(self.rows) * np.array(self.cols))
                return self.positions[int(np.searchsorted(cells, cell, side="right")) - 1]
        return self.positions[-1]

    def _metered(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes, checking memory and time from time to time, since a generator may never end."""
        for k, outcome in enumerate(outcomes, 1):
            if k % OFTEN == 0:
                self.meter.check()
            yield outcome

    def graph(self) -> PositionGraph:
        self._pack()
        rows, cols, outcomes, child = (
            np.array(a, dtype=np.int64) for a in (self.rows, self.cols, self.outcomes, self.child)
        )
        payoff, probability, reward = (
            [_fraction(x) for x in amounts] if self.exact else amounts
            for amounts in (self.payoff, self.probability, self.reward)
        )
        graph = PositionGraph(
            self.positions,
            self.index,
            rows,
            cols,
            payoff,
            outcomes,
            probability,
            reward,
            child,
            np.empty(0),
            self.game.if_positions_repeat,
        )
        return _scale_probabilities(self.game, graph)


def _failure(game: StagedGame, where: str, error: BaseException) -> GameError:
    """Return the error for rules that raise an exception or return something other than a number."""
    return GameError(f"the rules of {game.slug} failed {where} with {type(error).__name__}: {error}")


def _brief(position: Position) -> str:
    """Return a position in Python's notation, shortened."""
    text = repr(position)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"


def _fraction(x: object) -> Fraction:
    """Return an int or a fraction as a fraction of Python ints."""
    if not isinstance(x, Rational):
        raise GameError(f"an exact solution needs ints and fractions, but {x!r} is a {type(x).__name__}")
    return as_fraction(+x)  # for True this is 1


def discover(game: StagedGame, *, exact: bool, progress: Progress) -> PositionGraph:
    """Return the graph of all reachable positions; the rules are queried once for each position."""
    try:
        found = _GraphBuilder(game, exact)
    except ZerosumError:
        raise
    except (Exception, SystemExit) as error:
        raise _failure(game, "at the start", error) from error
    try:
        found.index[found.here] = 0
        found.explore(progress)
    except ZerosumError:
        raise
    except (Exception, SystemExit) as error:
        raise _failure(game, f"at {_brief(found.here)}", error) from error
    return found.graph()


def _scale_probabilities(game: StagedGame, graph: PositionGraph) -> PositionGraph:
    """Scale probabilities to add up to one in each cell; reject any that miss it by more than rounding."""
    if (graph.outcomes == 0).any():
        cell = int(np.argmin(graph.outcomes))
        raise GameError(
            f"{_name(game, graph, cell)} leads to no position; its probabilities must add up to 1"
        )
    p, reward, payoff = (
        np.asarray(a, dtype=np.float64) for a in (graph.probability, graph.reward, graph.payoff)
    )
    first = starts(graph.outcomes)
    for good, what in (
        (p > 0, "a probability that is not positive"),
        (np.isfinite(reward), "an infinite reward"),
    ):
        if not good.all():
            cell = int(np.searchsorted(first, np.argmin(good), side="right")) - 1
            raise GameError(f"{_name(game, graph, cell)} has {what}")
    if not np.isfinite(payoff).all():
        position = graph.positions[int(np.argmin(np.isfinite(payoff)))]
        raise GameError(f"payoff({position!r}) is not a finite number")
    if isinstance(graph.probability, list):
        sums: Floats | list[Fraction] = [
            sum(graph.probability[a:b], Fraction(0)) for a, b in pairwise(first.tolist())
        ]
        missed = np.array([float(abs(total - 1)) for total in sums])
        wrong = [k for k, total in enumerate(sums) if total != 1]
    else:
        sums = np.add.reduceat(p, first[:-1]) if len(first) <= len(p) else p
        missed = np.abs(sums - 1)
        wrong = [] if missed.max(initial=0) <= SUM_TOLERANCE else [int(np.argmin(missed <= SUM_TOLERANCE))]
    if wrong:
        cell = wrong[0]
        raise GameError(f"the probabilities of {_name(game, graph, cell)} add up to {sums[cell]}, not 1")
    if isinstance(sums, list) or not missed.any():
        return replace(graph, missed=missed)
    scaled = p / np.repeat(sums, graph.outcomes)
    return replace(graph, probability=array("d", scaled.tobytes()), missed=missed)


def _name(game: StagedGame, graph: PositionGraph, cell: int) -> str:
    """Return the call of `play` for a cell."""
    first = starts(graph.rows * graph.cols)
    s = int(np.searchsorted(first, cell, side="right")) - 1
    i, j = divmod(cell - int(first[s]), int(graph.cols[s]))
    row, col = game.moves(graph.positions[s])
    return f"play({graph.positions[s]!r}, {row[i]!r}, {col[j]!r})"


def starts(counts: Ints) -> Ints:
    """Return the start of each run when runs of these lengths are concatenated, and the total."""
    starts = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


@dataclass(frozen=True)
class Batch:
    """The positions of one height and one matrix shape, as slices of the order."""

    height: int
    m: int
    n: int
    positions: slice
    cells: slice
    outcomes: slice
    row_mix: slice
    col_mix: slice


@dataclass(frozen=True)
class SolveOrder:
    """The order in which positions are solved, ends first, with arrays of cells and outcomes in that order."""

    graph: PositionGraph
    order: Ints
    """The graph's index of the position at each rank."""
    rank: Ints
    height: Ints
    """The longest play from the position at each rank, in moves."""
    outcomes: Ints
    """The number of outcomes of each cell, by rank."""
    missed: Floats
    """The amount by which the probabilities of each cell missed 1 before they were scaled."""
    source: Ints
    """The graph's index of each outcome."""
    child: Ints
    row_first: Ints
    """The start of the row player's mix at each rank, and the total length."""
    col_first: Ints
    batches: list[Batch]

    def alone(self, rank: int) -> Batch:
        """Return a batch of only the position at a rank."""
        m, n = int(self.graph.rows[self.order[rank]]), int(self.graph.cols[self.order[rank]])
        batch = next(one for one in self.batches if one.positions.stop > rank)
        place = rank - batch.positions.start
        cell = batch.cells.start + place * m * n
        first = batch.outcomes.start + int(self.outcomes[batch.cells.start : cell].sum())
        return Batch(
            *(batch.height, m, n, slice(rank, rank + 1), slice(cell, cell + m * n)),
            slice(first, first + int(self.outcomes[cell : cell + m * n].sum())),
            slice(int(self.row_first[rank]), int(self.row_first[rank + 1])),
            slice(int(self.col_first[rank]), int(self.col_first[rank + 1])),
        )

    def summed(self, batch: Batch, worth: Array) -> Array:
        """Return a batch's matrices (games, m, n), with the sum over the outcomes in each cell."""
        count = self.outcomes[batch.cells]
        return np.add.reduceat(worth, np.cumsum(count) - count).reshape(-1, batch.m, batch.n)


def order_positions(graph: PositionGraph) -> SolveOrder:
    """Sort positions by height and shape, and gather cells and outcomes in that order."""
    # the starts of the cells of each position, and of the outcomes of each cell and of each position
    cells = graph.rows * graph.cols
    cell_first = starts(cells)
    outcome_first = starts(graph.outcomes)
    first = outcome_first[cell_first]
    height = heights(first, graph.child)
    if len(height) and height.min() < 0:
        raise GameError(
            f"positions recur, so play need not end{graph.advice}: {_cycle(graph, first, height)}"
        )
    # ends first; within a height, positions with matrices of the same shape are adjacent
    order = np.lexsort((graph.cols, graph.rows, height))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    source, by_rank = _gather(first, order), _gather(cell_first, order)
    height = height[order]
    rows, cols = graph.rows[order], graph.cols[order]
    # the starts of positions, cells, outcomes and both mixes, by rank; a batch is a slice of each
    ends = (
        np.arange(len(order) + 1),
        starts(rows * cols),
        starts(np.diff(first)[order]),
        starts(rows),
        starts(cols),
    )
    shape = np.stack((height, rows, cols))
    cuts = [0, *(np.flatnonzero((np.diff(shape) != 0).any(axis=0)) + 1).tolist(), len(order)]
    parts = [[slice(*pair) for pair in pairwise(total[cuts].tolist())] for total in ends]
    batches = [
        Batch(*kind, *slices)
        for *kind, slices in zip(*shape[:, cuts[:-1]].tolist(), zip(*parts, strict=True), strict=True)
    ]
    return SolveOrder(
        graph=graph,
        order=order,
        rank=rank,
        height=height,
        outcomes=graph.outcomes[by_rank],
        missed=graph.missed[by_rank],
        source=source,
        child=rank[graph.child[source]],
        row_first=ends[3],
        col_first=ends[4],
        batches=batches,
    )


def _gather(first: Ints, order: Ints) -> Ints:
    """Return the old indices of the runs first[s]:first[s+1], taken in the given order of s."""
    counts = np.diff(first)[order]
    return np.repeat(first[order] - starts(counts)[:-1], counts) + np.arange(int(counts.sum()))


def _cycle(graph: PositionGraph, first: Ints, height: Ints) -> str:
    """Return a cycle among the positions that never end, in words."""
    seen: dict[int, int] = {}
    s = int(np.argmin(height))
    while s not in seen:
        seen[s] = len(seen)
        s = next(int(t) for t in graph.child[first[s] : first[s + 1]] if height[t] < 0)
    cycle = [repr(graph.positions[t]) for t in seen if seen[t] >= seen[s]]
    if len(cycle) > 12:
        cycle = [*cycle[:6], f"({len(cycle) - 10} more)", *cycle[-4:]]
    return " → ".join([*cycle, repr(graph.positions[s])])
