"""Matches between two players of a game with open positions: computed exactly, and sampled.

Both start from the same thing: the positions that the two players can reach, with the chance of each step, as the
arrays of `Fixed`. The exact distribution of results is one forward pass over them; a simulation walks them with
random numbers, compiled, so that a million plays take a second or so.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from zerosum.arena.fixed import Fixed
from zerosum.models.staged import StagedGame
from zerosum.numbers import Number
from zerosum.players import Player
from zerosum.progress import Progress, silent
from zerosum.solvers.staged.graph import Graph, discover, starts
from zerosum.solvers.staged.layout import lay_out

__all__ = ["Match", "play_exactly", "simulate"]

LIMIT = 20_000_000


@dataclass(frozen=True)
class Match:
    """How a match between two players ends: each result, and how often."""

    row: str
    col: str
    results: Mapping[Number, Number]
    """The probability of each payoff to row; or its share of the plays."""
    plays: int | None = None
    """How many plays were sampled; None where the match was computed."""

    @property
    def mean(self) -> Number:
        """What row wins on average."""
        return sum(payoff * p for payoff, p in self.results.items())

    @property
    def win(self) -> Number:
        """How often row wins."""
        return sum(p for payoff, p in self.results.items() if payoff > 0)

    @property
    def draw(self) -> Number:
        """How often nobody does."""
        return sum(p for payoff, p in self.results.items() if payoff == 0)

    @property
    def loss(self) -> Number:
        """How often col wins."""
        return sum(p for payoff, p in self.results.items() if payoff < 0)

    @property
    def deviation(self) -> float:
        """The standard deviation of one play."""
        mean = float(self.mean)
        return math.sqrt(sum(float(p) * (float(payoff) - mean) ** 2 for payoff, p in self.results.items()))

    @property
    def standard_error(self) -> float:
        """Of the mean, where it was sampled."""
        return self.deviation / math.sqrt(self.plays) if self.plays else 0.0

    def line(self) -> dict[str, Any]:
        """A line of a table."""
        line = {"row": self.row, "col": self.col, "win": self.win, "draw": self.draw, "loss": self.loss}
        sampled = {"± standard error": self.standard_error, "plays": self.plays} if self.plays else {}
        return {**line, "mean": self.mean, **sampled}


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
    totals = _walk(first, cumulative, graph.child, reward, payoff, plays, np.random.default_rng(seed))
    values, counts = np.unique(np.round(totals, 12), return_counts=True)
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    shares: dict[Number, Number] = {value: count / plays for value, count in pairs}
    return Match(row.name, col.name, shares, plays)


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
