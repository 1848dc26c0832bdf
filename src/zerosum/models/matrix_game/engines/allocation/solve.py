"""Solve allocation games by a linear program over flows.

A strategy of row is a flow of one unit through the layers of stages: x(i, s, a) is the probability that row is at
field i with s soldiers left and places a of them. Its marginals are sums of flows, and so is the cost of a placement
to col,

    c(i, b) = sum over a of u_i(a, b) · sum over s of x(i, s, a).

Col's best response is a shortest path through col's own layers. So row maximises p(1, B), where p is a potential,

    p(i, t) <= c(i, b) + p(i + 1, t - b)          for all stages (i, t) of col and placements b,

with p = 0 after the last field. There are about k N²/2 variables and as many constraints for N soldiers on k fields;
the multipliers of the constraints are col's flow. If the larger number wins a field, the differences c(i, b) - c(i, b
- 1) have few terms.

References: A. Ahmadinejad, S. Dehghani, M. Hajiaghayi, B. Lucier, H. Mahini and S. Seddighin, From duels to
battlefields: computing equilibria of Blotto and other games, AAAI 2016; S. Behnezhad, S. Dehghani, M. Derakhshan, M.
Hajiaghayi and S. Seddighin, Faster and simpler algorithm for optimal strategies of Blotto game, AAAI 2017. The
program is derived above, not taken from these papers.

HiGHS solves it: small programs by the simplex method, whose vertex is rounded to short fractions and kept if these
prove one value; others by interior points, without a search for a vertex. Flows become distributions at stages; their
guarantees, proved by shortest paths in fractions, are the reported value.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.matrix_game.engines.allocation.answer import (
    AllocationSolution,
    BestPlacements,
    Placement,
    marginals_of,
    mixes_of,
)
from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame, Stand
from zerosum.numerics.programs import NONE, OPTIMAL, MatrixEntries, hand_over, highs, merged

MAX_FOR_VERTEX = 3_000
"""Up to this number of placements of both sides, the simplex method is used, and fractions are tried."""
MAX_DENOMINATORS = (100, 10_000, 10**6)
"""Maximum denominators to which probabilities are rounded in the search for an exact value."""
MIN_FLOW = 1e-11
"""A smaller flow is a rounding error."""
PLACEMENT_SECONDS, PLACEMENT_BYTES = 1.5e-6, 2_000
"""Approximate time for each placement times the square root of their number, and memory for each placement."""


class Layers:
    """The stages and placements of a side, in order."""

    def __init__(self, game: AllocationGame, side: Side) -> None:
        self.army, self.count = game.armies[side], game.count
        stands = list(game.stands(side))
        number = {stand: k for k, stand in enumerate(stands)}
        rows = [
            (number[stand], number.get(Stand(stand.field + 1, stand.left - placed), -1), *stand, placed)
            for stand in stands
            for placed in game.placements(stand)
        ]
        self.stands = len(stands)
        self.tail, self.head, self.field, self.left, self.placed = np.array(rows, np.int64).T
        """For each placement: its stage, the next stage (-1 after the last field), its field, and the soldiers left
        and placed.
        """

    @property
    def cell(self) -> Ints:
        """For each placement, the index of its field and of the number of soldiers placed."""
        found: Ints = (self.field - 1) * (self.army + 1) + self.placed
        return found

    def mixes(self, flows: Floats) -> list[Placement]:
        """Return the flows as a distribution at each stage that they reach."""
        kept = np.where(flows > MIN_FLOW, flows, 0.0)
        reached, found = {0}, list[Placement]()
        starts = np.searchsorted(self.tail, np.arange(self.stands + 1))
        for stand in range(self.stands):
            if stand not in reached:
                continue
            here = slice(starts[stand], starts[stand + 1])
            shares = kept[here]
            if not shares.sum():
                shares = np.zeros(len(shares))
                shares[np.argmax(flows[here])] = 1.0
            exact = exact_probabilities((shares / shares.sum()).tolist())
            for k, p in zip(range(starts[stand], starts[stand + 1]), exact, strict=True):
                if p:
                    found.append((int(self.field[k]), int(self.left[k]), int(self.placed[k]), p))
                    reached.add(int(self.head[k]))
        return found


def solve(game: AllocationGame, *, progress: Progress = silent) -> AllocationSolution:
    """Solve the program over flows, and prove the guarantees of both strategies."""
    began = time.perf_counter()
    size = sum((game.count * (army + 1) * (army + 2)) // 2 for army in game.armies.values())
    require_budget(
        f"a linear program for {size:,} placements",
        seconds=PLACEMENT_SECONDS * size**1.5,
        memory=PLACEMENT_BYTES * size,
    )
    row, col = Layers(game, "row"), Layers(game, "col")
    small = size <= MAX_FOR_VERTEX
    flows = _optimal_flows(game, row, col, "simplex" if small else "ipm")
    progress(1, 2, "programs")
    placements: dict[Side, Sequence[Placement]] = {
        side: layers.mixes(flow) for side, layers, flow in zip(SIDES, (row, col), flows, strict=True)
    }
    value, exact = _guaranteed(game, placements), False
    for most in MAX_DENOMINATORS if small else ():
        short: dict[Side, Sequence[Placement]] = {side: _shortened(placements[side], most) for side in SIDES}
        proved = _guaranteed(game, short)
        if proved.is_exact:
            value, placements, exact = proved, short, True
            break
    progress(2, 2, "programs")
    first = [{placed: p for number, _, placed, p in placements[side] if number == 1} for side in SIDES]
    return AllocationSolution(
        game=game,
        value=value,
        row=first[0],
        col=first[1],
        placements=placements,
        method="linear program over flows"
        + (", its vertex in fractions" if exact else ", proved by best responses"),
        positions=row.stands + col.stands,
        seconds=time.perf_counter() - began,
    )


def _guaranteed(game: AllocationGame, placements: Mapping[Side, Sequence[Placement]]) -> Value:
    """Return the guarantees of both strategies, in fractions."""
    row, col = (
        marginals_of(game, side, mixes_of([(*one[:3], Fraction(one[3])) for one in placements[side]]))
        for side in SIDES
    )
    lower, upper = -BestPlacements(game, "col", row).value, BestPlacements(game, "row", col).value
    return Value(Fraction(lower), Fraction(upper))


def _optimal_flows(game: AllocationGame, row: Layers, col: Layers, method: str) -> tuple[Floats, Floats]:
    """Return the flows of both sides. The variables are row's flows, the costs c and the potentials p."""
    flows, cells = len(row.tail), game.count * (col.army + 1)
    width, height = flows + cells + col.stands, row.stands + cells + len(col.tail)
    # the flow out of each stage of row equals the flow into it; one unit starts
    entries = [(np.ones(flows), row.tail, np.arange(flows))]
    inner = np.flatnonzero(row.head >= 0)
    entries.append((-np.ones(len(inner)), row.head[inner], inner))
    # c(i, b) - c(i, b - 1) is the sum of u(a, b) - u(a, b - 1) over row's placements
    line = row.stands + np.arange(cells)
    entries.append((np.ones(cells), line, flows + np.arange(cells)))
    later = np.flatnonzero(np.arange(cells) % (col.army + 1) > 0)
    entries.append((-np.ones(len(later)), line[later], flows + later - 1))
    steps = _steps(game)
    places = [np.flatnonzero(steps[:, cell]) for cell in range(steps.shape[1])]
    sizes = np.array([len(places[cell]) for cell in row.cell])
    which = np.repeat(np.arange(flows), sizes)
    costs = np.concatenate([places[cell] for cell in row.cell]) if flows else np.zeros(0, np.int64)
    entries.append((-steps[costs, row.cell[which]], line[costs], which))
    # p(i, t) - p(i + 1, t - b) - c(i, b) <= 0
    way = row.stands + cells + np.arange(len(col.tail))
    entries.append((np.ones(len(way)), way, flows + cells + col.tail))
    entries.append((-np.ones(len(way)), way, flows + col.cell))
    inner = np.flatnonzero(col.head >= 0)
    entries.append((-np.ones(len(inner)), way[inner], flows + cells + col.head[inner]))

    right = np.zeros(height)
    right[0] = 1.0
    least = np.where(np.arange(height) < row.stands + cells, right, -NONE)
    lower = np.where(np.arange(width) < flows, 0.0, -NONE)
    cost = np.zeros(width)
    cost[flows + cells] = -1.0
    interior = {"run_crossover": "off"} if method == "ipm" else {}
    solver = highs(1e-9 if method == "simplex" else 1e-8, solver=method, **interior)
    lines = merged(MatrixEntries(*(np.concatenate(part) for part in zip(*entries, strict=True))))
    hand_over(solver, cost, lines, least, right, lower)
    solver.run()
    if (said := solver.modelStatusToString(solver.getModelStatus())) != OPTIMAL:
        raise InputError(f"HiGHS did not solve the program over flows: {said}")
    found = solver.getSolution()
    return np.array(found.col_value)[:flows], -np.array(found.row_dual)[row.stands + cells :]


def _steps(game: AllocationGame) -> Floats:
    """Return [field and col's soldiers, field and row's soldiers]: the effect of one more soldier of col's."""
    mine, theirs = (game.armies[side] + 1 for side in SIDES)
    found = np.zeros((game.count * theirs, game.count * mine))
    for number in range(game.count):
        paid = np.array([[float(game.pays(number + 1, a, b)) for a in range(mine)] for b in range(theirs)])
        paid[1:] -= paid[:-1].copy()
        found[number * theirs : (number + 1) * theirs, number * mine : (number + 1) * mine] = paid
    return found


def _shortened(placements: Sequence[Placement], most: int) -> list[Placement]:
    """Return the placements with short fractions; at each stage the largest probability takes the remainder."""
    found, k = list[Placement](), 0
    while k < len(placements):
        end = k
        while end < len(placements) and placements[end][:2] == placements[k][:2]:
            end += 1
        shares = [Fraction(p).limit_denominator(most) for *_, p in placements[k:end]]
        largest = max(range(len(shares)), key=shares.__getitem__)
        shares[largest] += 1 - sum(shares)
        found += [(*one[:3], p) for one, p in zip(placements[k:end], shares, strict=True) if p > 0]
        k = end
    return found
