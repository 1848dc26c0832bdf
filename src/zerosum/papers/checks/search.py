"""Hide and seek on a network: bounds on the time that a search takes, from walks along equal parts of the arcs.

A hider chooses a point of a network and stays there. The searcher starts at a known node, walks at unit speed, and
wants to reach that point soon. Divide each arc into parts.

- Let the hider choose among the nodes and the points between the parts. A searcher who may walk freely does best by
  going from one point to the next by shortest paths. So the hider's guarantee in this finite game is a lower bound.
- Let the searcher walk whole parts only. Inside a part, the time at which a point is reached is a linear function
  of its position with slope 1 or -1, depending on the end from which the searcher comes. So the hider does best
  close to an end of a part, and the searcher's guarantee against these points is an upper bound.

In both games the hider has few points. The searcher's walks are found one by one, as best responses: after each new
point, only the searcher's position and the points left to search matter.

References: S. Gal, Search games with mobile and immobile hider, SIAM Journal on Control and Optimization 17 (1979),
and On the optimality of a simple strategy for searching graphs, International Journal of Game Theory 29 (2001), of
which only the beginning could be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.matrix.value import solve_once
from zerosum.papers.verdicts import Found

F = Fraction
SHARES = 10**9
"""Probabilities are rounded to multiples of one over this number."""
MAX_WALKS = 1000

Times = tuple[int, ...]
"""The time at which a walk reaches each point, in parts."""


class Way(NamedTuple):
    """The path to the next new point of a walk: the number of parts walked, the points found, and the searcher's
    node at the end.
    """

    parts: int
    found: tuple[tuple[int, int], ...]
    """Each point found, with the number of parts walked before."""
    node: int


@dataclass(frozen=True)
class Network:
    """Arcs between nodes, as pairs of nodes and lengths; the search begins at node 0."""

    arcs: tuple[tuple[int, int, int], ...]
    """Two nodes, and the number of parts."""

    @cached_property
    def edges(self) -> list[tuple[int, int]]:
        """The parts of all arcs, each between two nodes."""
        found, following = list[tuple[int, int]](), 1 + max(max(one, other) for one, other, _ in self.arcs)
        for one, other, parts in self.arcs:
            inner = range(following, following + parts - 1)
            following += parts - 1
            line = [one, *inner, other]
            found += pairwise(line)
        return found

    @cached_property
    def leaving(self) -> list[list[tuple[int, int]]]:
        """For each node, the parts that end there, with their other ends."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(1 + max(map(max, self.edges)))]
        for number, (one, other) in enumerate(self.edges):
            found[one].append((number, other))
            found[other].append((number, one))
        return found


class Seek:
    """A finite search game on a network, for one of the bounds."""

    def __init__(self, network: Network, bound: str) -> None:
        self.network, self.lower = network, bound == "lower"
        self.places = len(network.leaving) if self.lower else 2 * len(network.edges)
        """A node each, or the two ends of each part: part e has the points 2e and 2e + 1."""
        self.searched = 1 if self.lower else 0
        """The set of points that the searcher has seen at the start."""

    def ways(self, node: int, seen: int) -> Iterator[Way]:
        """Yield the shortest paths to new points, through points already seen."""
        reached, ahead = {node}, [(node, 0)]
        for here, walked in ahead:
            for part, there in self.network.leaving[here]:
                if self.lower:
                    if not seen >> there & 1:
                        yield Way(walked + 1, ((there, walked + 1),), there)
                        continue
                elif not seen >> 2 * part & 1:
                    close = 2 * part + (self.network.edges[part][0] != here)
                    yield Way(walked + 1, ((close, walked), (close ^ 1, walked + 1)), there)
                    continue
                if there not in reached:
                    reached.add(there)
                    ahead.append((there, walked + 1))

    def best_walk(self, weights: Sequence[int]) -> tuple[int, Times]:
        """Return the least sum over points of weight times time, and the times of a walk that attains it."""
        known: dict[tuple[int, int], tuple[int, Way | None]] = {}
        everything = (1 << self.places) - 1

        def least(node: int, seen: int, left: int) -> int:
            if seen == everything or not left:
                return 0
            if (node, seen) not in known:
                best: tuple[int, Way | None] = (-1, None)
                for way in self.ways(node, seen):
                    weight = sum(weights[place] for place, _ in way.found)
                    total = sum(weights[place] * time for place, time in way.found) + way.parts * (
                        left - weight
                    )
                    after = seen | sum(1 << place for place, _ in way.found)
                    total += least(way.node, after, left - weight)
                    if best[1] is None or total < best[0]:
                        best = total, way
                known[node, seen] = best
            return known[node, seen][0]

        total = least(0, self.searched, sum(weights))
        times, clock, node, seen = [0] * self.places, 0, 0, self.searched
        while seen != everything:
            # if no weight is left, any path will do
            way = known[node, seen][1] if (node, seen) in known else next(self.ways(node, seen))
            assert way is not None
            for place, time in way.found:
                times[place] = clock + time
                seen |= 1 << place
            clock, node = clock + way.parts, way.node
        return total, tuple(times)

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Return the guarantees of the hider and the searcher, in parts, by mixes with integer weights."""
        walks = [self.best_walk([1] * self.places)[1]]
        for _ in range(MAX_WALKS):
            mixes = solve_once([[float(walk[place]) for walk in walks] for place in range(self.places)])
            hides, walked = _rounded(mixes.row), _rounded(mixes.col)
            total, walk = self.best_walk(hides)
            low = F(total, sum(hides))
            sums = [
                sum(w * one[place] for w, one in zip(walked, walks, strict=True))
                for place in range(self.places)
            ]
            high = F(max(sums), sum(walked))
            if walk in walks or high - low < F(1, 10**6):
                return low, high
            walks.append(walk)
        raise InputError(f"the search game is not solved with {MAX_WALKS} walks; use fewer parts")


def _rounded(mix: Sequence[Number]) -> list[int]:
    """Return a mix as integer weights."""
    return [round(SHARES * float(p)) for p in mix]


def search_bounds(arcs: Sequence[Sequence[int]], parts: int) -> tuple[Fraction, Fraction]:
    """Return proved bounds on the value of a network; each unit of length is divided into `parts`."""
    network = Network(tuple((one, other, parts * length) for one, other, length in arcs))
    low, high = Seek(network, "lower").bounds()[0], Seek(network, "upper").bounds()[1]
    return low / parts, high / parts


def search(arcs: Sequence[Sequence[int]], parts: int, low: str, high: str) -> Found:
    """Check that the value of a network lies between two numbers."""
    least, most = search_bounds(arcs, parts)
    return Found(F(low) <= least and most <= F(high), _shown(least, most, parts))


def search_value(arcs: Sequence[Sequence[int]], parts: int, value: str, within: str) -> Found:
    """Check that a value lies within proved bounds, and the bounds within a distance of each other."""
    least, most = search_bounds(arcs, parts)
    return Found(least <= F(value) <= most and most - least <= F(within), _shown(least, most, parts))


def _shown(least: Fraction, most: Fraction, parts: int) -> str:
    whole = "whole arcs" if parts == 1 else f"{parts} parts for each unit of length"
    return f"between {float(least):.5f} and {float(most):.5f}, with {whole}"
