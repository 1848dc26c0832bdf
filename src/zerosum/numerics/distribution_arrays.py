"""A distribution of a random number: the arrays for integration in compiled code, and other properties.

A `Distribution` carries a `DistributionArrays`, plain arrays:

    uniform       on [a, b]
    exponential   with a rate, from a starting point
    table         atoms, and a density given on panels by its values at Gauss-Legendre nodes

and has its panels, the density and the Gauss-Legendre rule on each panel, and a random number generator.

A table may differ slightly from the intended distribution: a density is interpolated, a tail is cut. `drift` bounds
that difference as Wasserstein's distance W = ∫ |F - F'| dx, which is exactly the maximum error in the mean of a
function with slopes between -1 and 1. It is computed from scipy's cdf and mean.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from zerosum.core.arrays import Floats

UNIFORM, EXPONENTIAL, TABLE = 0, 1, 2
"""The kinds of distributions."""
MAX_TAIL_LENGTH = 50
"""Number of panels of an exponential tail, each as long as the mean; the mass beyond them is less than 1e-21."""
FINE = np.linspace(-1.0, 1.0, 257)
"""Grid on which the highest density of a panel is sought."""
ROOM = 1.05
"""Factor by which a density may exceed its maximum on the grid."""

NODES, WEIGHTS = (array.astype(np.float64) for array in np.polynomial.legendre.leggauss(16))
"""The nodes and weights on [-1, 1]; exact for polynomials up to degree 31."""


def _barycentric() -> Floats:
    differences = NODES[:, None] - NODES[None, :] + np.eye(len(NODES))
    weights = 1.0 / differences.prod(axis=1)
    return np.asarray(weights / np.abs(weights).max())


BARYCENTRIC = _barycentric()
"""The weights of Lagrange's interpolation through the nodes, in barycentric form."""

TO_SERIES: Floats = np.asarray(
    np.linalg.inv(np.polynomial.legendre.legvander(NODES, len(NODES) - 1)), np.float64
)
"""The matrix that takes values at the nodes to Legendre's coefficients of the interpolant."""


def _cumulate() -> Floats:
    size = len(NODES)
    integrals = np.polynomial.legendre.legint(np.eye(size), lbnd=-1, axis=0)
    ends = np.polynomial.legendre.legvander(np.append(NODES, 1.0), size)
    return np.asarray(ends @ integrals @ TO_SERIES)


CUMULATE = _cumulate()
"""The matrix that takes values at the nodes to the interpolant's integrals from -1 to each node and to 1."""


def places(a: float, b: float) -> Floats:
    """Return the nodes on [a, b]."""
    return np.asarray((a + b) / 2 + (b - a) / 2 * NODES)


def gauss(a: float, b: float) -> tuple[Floats, Floats]:
    """Return the Gauss-Legendre nodes and weights on [a, b]."""
    return places(a, b), np.asarray((b - a) / 2 * WEIGHTS)


class DistributionArrays(NamedTuple):
    """A distribution as arrays; the kind determines which of them are used."""

    kind: int
    ends: Floats
    """The support for a uniform distribution; the starting point and the rate of an exponential one."""
    atoms: Floats
    """The positions of the atoms, in increasing order."""
    weights: Floats
    """The probabilities of the atoms."""
    mass_to: Floats
    """The total probability of the atoms before each; one longer than `atoms`."""
    moment_to: Floats
    """The sum of position times probability over the atoms before each; one longer than `atoms`."""
    edges: Floats
    """The two ends of each panel, one row per panel."""
    density: Floats
    """The density at each panel's nodes."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution of a real number with a finite mean."""

    text: str
    """The text that a user types: "uniform", "exponential(2)"."""
    arrays: DistributionArrays
    low: float
    """The lower end of its support."""
    high: float
    """The upper end of its support, possibly infinity."""
    mean: float
    drift: float = 0.0
    """Wasserstein's distance from the intended distribution."""
    exact: tuple[tuple[Fraction, Fraction], ...] = ()
    """Atoms and probabilities, if they are known exactly."""
    ends: tuple[Fraction, Fraction] | None = None
    """The exact support of a uniform distribution."""

    def __str__(self) -> str:
        return self.text

    @property
    @abstractmethod
    def panels(self) -> Sequence[tuple[float, float]]:
        """Intervals, in order, on each of which the density is smooth."""

    @abstractmethod
    def density(self, panel: int, x: Floats) -> Floats:
        """Return the density at some points of a panel."""

    @abstractmethod
    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """Draw independent random numbers."""

    @property
    def is_finite(self) -> bool:
        """Whether the distribution consists of atoms only."""
        return not self.panels

    def rule(self, panel: int, a: float, b: float) -> tuple[Floats, Floats]:
        """Return Gauss-Legendre nodes on part of a panel, and their weights times the density."""
        x, weights = gauss(a, b)
        return x, weights * self.density(panel, x)

    def stretches(self, s: float, t: float) -> list[tuple[int, float, float]]:
        """Return the parts of panels between s and t, each with its panel's index."""
        cut = ((k, max(s, a), min(t, b)) for k, (a, b) in enumerate(self.panels))
        return [(k, a, b) for k, a, b in cut if a < b]


class Uniform(Distribution):
    """The uniform distribution on an interval."""

    @property
    def panels(self) -> Sequence[tuple[float, float]]:
        """The support as the only panel."""
        return [(self.low, self.high)]

    def density(self, panel: int, x: Floats) -> Floats:
        """Return one over the length."""
        return np.full(x.shape, 1 / (self.high - self.low))

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """Draw independent random numbers."""
        return random.uniform(self.low, self.high, size=size)


class Exponential(Distribution):
    """An exponential tail."""

    @property
    def panels(self) -> Sequence[tuple[float, float]]:
        """Panels whose length is the mean, one after another."""
        step = self.mean - self.low
        return [(self.low + k * step, self.low + (k + 1) * step) for k in range(MAX_TAIL_LENGTH)]

    def density(self, panel: int, x: Floats) -> Floats:
        """Return rate exp(-rate (x - low))."""
        rate = float(self.arrays.ends[1])
        return np.asarray(rate * np.exp(-rate * (x - self.low)))

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """Draw independent random numbers."""
        return np.asarray(self.low + random.exponential(1 / self.arrays.ends[1], size=size))


class Tabulated(Distribution):
    """Atoms, and a polynomial density on each of some panels."""

    @cached_property
    def panels(self) -> Sequence[tuple[float, float]]:
        """The panels of the table."""
        return [(a, b) for a, b in self.arrays.edges.tolist()]

    @cached_property
    def series(self) -> Floats:
        """The density of each panel as Legendre coefficients, for points from -1 to 1."""
        return np.asarray(self.arrays.density @ TO_SERIES.T)

    def density(self, panel: int, x: Floats) -> Floats:
        """Return the panel's polynomial at some points."""
        a, b = self.panels[panel]
        return np.asarray(np.polynomial.legendre.legval((2 * x - a - b) / (b - a), self.series[panel]))

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """Draw independent random numbers: first an atom or panel by its mass, then a point of the panel.

        The point is found by rejection: a uniform point is kept with a probability proportional to its density.
        """
        shares, peaks = self._shares_and_peaks
        which = np.minimum(np.searchsorted(shares, random.random(size), side="right"), len(shares) - 1)
        found, atoms = np.empty(size), len(self.arrays.atoms)
        found[which < atoms] = self.arrays.atoms[which[which < atoms]]
        inside = np.flatnonzero(which >= atoms)
        if not len(inside):
            return found
        panel = which[inside] - atoms
        at, todo = np.empty(len(panel)), np.arange(len(panel))
        while len(todo):
            tried, level = 2 * random.random(len(todo)) - 1, random.random(len(todo))
            k = panel[todo]
            kept = level * peaks[k] < np.polynomial.legendre.legval(tried, self.series[k].T, tensor=False)
            at[todo[kept]] = tried[kept]
            todo = todo[~kept]
        low, high = self.arrays.edges[panel].T
        found[inside] = (low + high) / 2 + (high - low) / 2 * at
        return found

    @cached_property
    def _shares_and_peaks(self) -> tuple[Floats, Floats]:
        """The cumulative masses of atoms and then panels, up to 1, and a bound on each panel's density."""
        arrays = self.arrays
        lengths = arrays.edges[:, 1] - arrays.edges[:, 0]
        masses = np.concatenate([arrays.weights, lengths / 2 * (arrays.density @ WEIGHTS)])
        series = self.series
        peaks = np.polynomial.legendre.legval(FINE, series.T).max(axis=1) if len(series) else np.empty(0)
        return np.cumsum(masses) / masses.sum(), ROOM * peaks


def make_arrays(
    kind: int,
    *,
    ends: Iterable[float] = (),
    atoms: ArrayLike = (),
    weights: ArrayLike = (),
    edges: ArrayLike = (),
    density: ArrayLike = (),
) -> DistributionArrays:
    """Return a distribution with its cumulative sums, added up in higher precision."""
    atoms, weights = np.asarray(atoms, np.float64), np.asarray(weights, np.float64)
    wide = weights.astype(np.longdouble)
    return DistributionArrays(
        kind,
        np.array(list(ends), np.float64),
        atoms,
        weights,
        np.concatenate([[0.0], np.cumsum(wide)]).astype(np.float64),
        np.concatenate([[0.0], np.cumsum(wide * atoms)]).astype(np.float64),
        np.asarray(edges, np.float64).reshape(-1, 2),
        np.asarray(density, np.float64).reshape(-1, len(NODES)),
    )
