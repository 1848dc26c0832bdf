"""Random numbers with a given distribution, many at once.

A table of atoms and panels is drawn from in two steps: which atom or panel, by their masses; and within a panel by
rejection, a uniform point being kept with probability proportional to the density there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from zerosum.arrays import Floats, Ints
from zerosum.numerics.distributions import EXPONENTIAL, NODES, UNIFORM, WEIGHTS, Distribution

__all__ = ["density_series", "draw"]

FINE = np.linspace(-1.0, 1.0, 257)
ROOM = 1.05
"""By how much the highest density seen on a fine grid may be exceeded between its points."""


class _Parts(NamedTuple):
    """The atoms and panels of a table, ready to draw from."""

    sums: Floats
    """Running sums of the masses, atoms first."""
    peaks: Floats
    """A bound on each panel's density."""
    series: Floats
    """Each panel's density, as Legendre's coefficients."""


def draw(distribution: Distribution, random: np.random.Generator, size: int) -> Floats:
    """So many independent random numbers."""
    law = distribution.law
    if law.kind == UNIFORM:
        return random.uniform(law.ends[0], law.ends[1], size=size)
    if law.kind == EXPONENTIAL:
        return np.asarray(law.ends[0] + random.exponential(1 / law.ends[1], size=size))
    parts = _parts(distribution)
    which = np.minimum(np.searchsorted(parts.sums, random.random(size), side="right"), len(parts.sums) - 1)
    found, atoms = np.empty(size), len(law.atoms)
    at_atom = which < atoms
    found[at_atom] = law.atoms[which[at_atom]]
    inside = np.flatnonzero(~at_atom)
    if len(inside):
        found[inside] = _within(law.edges, parts, which[inside] - atoms, random)
    return found


@lru_cache(maxsize=64)
def density_series(distribution: Distribution) -> Floats:
    """The density of each panel of a table as Legendre's coefficients, for places from -1 to 1."""
    to_series = np.linalg.inv(np.polynomial.legendre.legvander(NODES, len(NODES) - 1))
    return np.asarray(distribution.law.density @ to_series.T)


@lru_cache(maxsize=64)
def _parts(distribution: Distribution) -> _Parts:
    law, series = distribution.law, density_series(distribution)
    lengths = law.edges[:, 1] - law.edges[:, 0]
    masses = np.concatenate([law.weights, lengths / 2 * (law.density @ WEIGHTS)])
    peaks = np.polynomial.legendre.legval(FINE, series.T).max(axis=1) if len(series) else np.empty(0)
    return _Parts(np.cumsum(masses) / masses.sum(), ROOM * peaks, series)


def _within(edges: Floats, parts: _Parts, panel: Ints, random: np.random.Generator) -> Floats:
    """A point of each of the given panels, by rejection."""
    places, todo = np.empty(len(panel)), np.arange(len(panel))
    while len(todo):
        at, level = 2 * random.random(len(todo)) - 1, random.random(len(todo))
        k = panel[todo]
        kept = level * parts.peaks[k] < np.polynomial.legendre.legval(at, parts.series[k].T, tensor=False)
        places[todo[kept]] = at[kept]
        todo = todo[~kept]
    low, high = edges[panel].T
    return np.asarray((low + high) / 2 + (high - low) / 2 * places)
