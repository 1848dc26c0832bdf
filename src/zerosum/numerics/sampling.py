"""Random numbers from a table of atoms and panels, many at once.

First which atom or panel, by their masses; then within a panel by rejection, a uniform point being kept with
probability proportional to the density there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.numerics.quadrature import WEIGHTS

__all__ = ["Parts", "draw_parts", "parts_of"]

FINE = np.linspace(-1.0, 1.0, 257)
ROOM = 1.05
"""By how much the highest density seen on a fine grid may be exceeded between its points."""


class Parts(NamedTuple):
    """The atoms and panels of a table, ready to draw from."""

    atoms: Floats
    edges: Floats
    sums: Floats
    """Running sums of the masses, atoms first."""
    peaks: Floats
    """A bound on each panel's density."""
    series: Floats
    """Each panel's density, as Legendre's coefficients."""


def parts_of(atoms: Floats, weights: Floats, edges: Floats, density: Floats, series: Floats) -> Parts:
    """The parts of a table: atoms with weights, panels with the density at their nodes and as a series."""
    lengths = edges[:, 1] - edges[:, 0]
    masses = np.concatenate([weights, lengths / 2 * (density @ WEIGHTS)])
    peaks = np.polynomial.legendre.legval(FINE, series.T).max(axis=1) if len(series) else np.empty(0)
    return Parts(atoms, edges, np.cumsum(masses) / masses.sum(), ROOM * peaks, series)


def draw_parts(parts: Parts, random: np.random.Generator, size: int) -> Floats:
    """So many independent random numbers."""
    which = np.minimum(np.searchsorted(parts.sums, random.random(size), side="right"), len(parts.sums) - 1)
    found, atoms = np.empty(size), len(parts.atoms)
    at_atom = which < atoms
    found[at_atom] = parts.atoms[which[at_atom]]
    inside = np.flatnonzero(~at_atom)
    if len(inside):
        found[inside] = _within(parts, which[inside] - atoms, random)
    return found


def _within(parts: Parts, panel: Ints, random: np.random.Generator) -> Floats:
    """A point of each of the given panels, by rejection."""
    places, todo = np.empty(len(panel)), np.arange(len(panel))
    while len(todo):
        at, level = 2 * random.random(len(todo)) - 1, random.random(len(todo))
        k = panel[todo]
        kept = level * parts.peaks[k] < np.polynomial.legendre.legval(at, parts.series[k].T, tensor=False)
        places[todo[kept]] = at[kept]
        todo = todo[~kept]
    low, high = parts.edges[panel].T
    return np.asarray((low + high) / 2 + (high - low) / 2 * places)
