"""Matches between two players of a game with open positions: computed exactly, and sampled.

Both start from the same thing: the positions that the two players can reach, with the chance of each step, as the
arrays of `Fixed`. The exact distribution of results is one forward pass over them; a simulation walks them with
random numbers, compiled, so that a million plays take a second or so.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zerosum.arena.fixed import Fixed
from zerosum.arena.players import Player
from zerosum.arena.results import Match
from zerosum.arena.tally import in_batches
from zerosum.models.staged import StagedGame
from zerosum.progress import Progress, silent
from zerosum.solvers.staged.graph import Graph, discover, starts
from zerosum.solvers.staged.layout import lay_out

__all__ = ["play_exactly", "simulate"]

LIMIT = 20_000_000


def play_exactly(
    game: StagedGame, row: Player, col: Player, *, exact: bool = False, progress: Progress = silent
) -> Match:
    """The distribution of results, by one pass forward over the reachable positions."""
    graph = discover(Fixed(game, row, col), exact=exact, limit=LIMIT, progress=progress)
    order = lay_out(graph).order[::-1].tolist()
    cells = starts(graph.outcomes).tolist()
    first = _first_cells(graph)
    reached: list[dict[Any, Any]] = [defaultdict(int) for _ in order]
    reached[0][0] = 1
    results: dict[Any, Any] = defaultdict(int)
    for s in order:
        if not graph.rows[s]:
            for total, p in reached[s].items():
                results[_result(total + graph.payoff[s])] += p
        else:
            for k in range(cells[first[s]], cells[first[s] + 1]):
                into, chance, reward = reached[graph.child[k]], graph.probability[k], graph.reward[k]
                for total, p in reached[s].items():
                    into[total + reward] += p * chance
        reached[s] = {}
    return Match(row.name, col.name, dict(sorted(results.items())))


def simulate(
    game: StagedGame, row: Player, col: Player, *, plays: int, seed: int, progress: Progress = silent
) -> Match:
    """The results of so many plays with seeded random numbers."""
    graph = discover(Fixed(game, row, col), exact=False, limit=LIMIT, progress=progress)
    first = starts(graph.outcomes)[starts(graph.rows * graph.cols)]
    cumulative = _cumulative(np.array(graph.probability), first)
    reward, payoff = np.array(graph.reward, dtype=np.float64), np.array(graph.payoff, dtype=np.float64)

    def deal(count: int, random: np.random.Generator) -> NDArray[np.float64]:
        return np.round(_walk(first, cumulative, graph.child, reward, payoff, count, random), 12)

    return in_batches(row.name, col.name, deal, plays=plays, seed=seed, progress=progress)


def _first_cells(graph: Graph) -> list[int]:
    """The first cell of each position; with both sides fixed each position has one cell, and each end none."""
    first: list[int] = starts(graph.rows * graph.cols).tolist()
    return first


def _result(total: Any) -> Any:
    """A total as a key: floats that differ by rounding are the same result."""
    return round(total, 12) + 0.0 if isinstance(total, float) else total


def _cumulative(probability: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    """Running sums of the probabilities within each position."""
    running: NDArray[np.float64] = np.cumsum(probability)
    before = np.concatenate(([0.0], running))[first[:-1]]
    within: NDArray[np.float64] = running - np.repeat(before, np.diff(first))
    return within


@njit(cache=True)
def _walk(
    first: NDArray[np.int64],
    cumulative: NDArray[np.float64],
    child: NDArray[np.int64],
    reward: NDArray[np.float64],
    payoff: NDArray[np.float64],
    plays: int,
    random: np.random.Generator,
) -> NDArray[np.float64]:
    """The total of each play: from position 0, draw outcomes until there are none."""
    totals = np.empty(plays)
    for play in range(plays):
        s, total = 0, 0.0
        while first[s + 1] > first[s]:
            a, b = first[s], first[s + 1]
            k = a + np.searchsorted(cumulative[a:b], random.random(), side="right")
            k = min(k, b - 1)
            total += reward[k]
            s = child[k]
        totals[play] = total + payoff[s]
    return totals
