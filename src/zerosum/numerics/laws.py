"""A distribution of a random number: the arrays that compiled code integrates against, and what else is asked of it.

A `Distribution` carries a `Law`, plain arrays:

    uniform       on [a, b]
    exponential   with a rate, from a point on
    table         atoms, and a density given on panels by its values at Gauss-Legendre nodes

and knows its panels, its density on each, Gauss and Legendre's rule there, and how to draw from it.

A table may differ a little from the distribution that was meant: a density is interpolated, a tail is cut.
`drift` bounds that difference as Wasserstein's distance W = ∫ |F - F'| dx, which is just what an average of a
function with slopes between -1 and 1 can be wrong by. It rests on scipy's own cdf and mean.
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
from zerosum.numerics.quadrature import NODES, TO_SERIES, gauss, series_at
from zerosum.numerics.sampling import Parts, draw_parts, parts_of

__all__ = [
    "EXPONENTIAL",
    "TABLE",
    "UNIFORM",
    "Distribution",
    "Exponential",
    "Law",
    "Tabulated",
    "Uniform",
    "make_law",
]


UNIFORM, EXPONENTIAL, TABLE = 0, 1, 2

LONGEST_TAIL = 50
"""So many means of an exponential tail have panels; beyond lies less than 1e-21 of it."""


class Law(NamedTuple):
    """A distribution as arrays; which of them matter depends on the kind."""

    kind: int
    ends: Floats
    """The support for a uniform law; where it begins, and the rate, for an exponential one."""
    atoms: Floats
    """Where there are atoms, in increasing order."""
    weights: Floats
    """Their probabilities."""
    mass_to: Floats
    """Probability of the atoms before each; one longer than `atoms`."""
    moment_to: Floats
    """The same, weighted with the atoms' places."""
    edges: Floats
    """Ends of the panels, two to a row."""
    density: Floats
    """The density at each panel's nodes."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution of a real number with a finite mean."""

    text: str
    """How a person writes it: "uniform", "exponential(2)"."""
    law: Law
    low: float
    """Where its support begins."""
    high: float
    """Where its support ends, perhaps infinity."""
    mean: float
    drift: float = 0.0
    """How far the law is from what was meant, in Wasserstein's distance."""
    exact: tuple[tuple[Fraction, Fraction], ...] = ()
    """Atoms and probabilities, where they are known exactly."""
    ends: tuple[Fraction, Fraction] | None = None
    """The support of a uniform law, exactly."""

    def __str__(self) -> str:
        return self.text

    @property
    @abstractmethod
    def panels(self) -> Sequence[tuple[float, float]]:
        """Stretches, in order, on each of which the density is smooth."""

    @abstractmethod
    def density(self, panel: int, x: Floats) -> Floats:
        """The density at some points of a panel."""

    @abstractmethod
    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """So many independent random numbers."""

    @property
    def is_finite(self) -> bool:
        """Whether it has atoms only."""
        return not self.panels

    def rule(self, panel: int, a: float, b: float) -> tuple[Floats, Floats]:
        """Gauss and Legendre's nodes on a stretch of a panel, weighted with the density."""
        x, weights = gauss(a, b)
        return x, weights * self.density(panel, x)

    def stretches(self, s: float, t: float) -> list[tuple[int, float, float]]:
        """The panels between s and t, as far as they lie there, each with its number."""
        cut = ((k, max(s, a), min(t, b)) for k, (a, b) in enumerate(self.panels))
        return [(k, a, b) for k, a, b in cut if a < b]


class Uniform(Distribution):
    """All of an interval alike."""

    @property
    def panels(self) -> Sequence[tuple[float, float]]:
        """The support."""
        return [(self.low, self.high)]

    def density(self, panel: int, x: Floats) -> Floats:
        """One over the length."""
        return np.full(x.shape, 1 / (self.high - self.low))

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """So many independent random numbers."""
        return random.uniform(self.low, self.high, size=size)


class Exponential(Distribution):
    """An exponential tail."""

    @property
    def panels(self) -> Sequence[tuple[float, float]]:
        """One mean after the other."""
        step = self.mean - self.low
        return [(self.low + k * step, self.low + (k + 1) * step) for k in range(LONGEST_TAIL)]

    def density(self, panel: int, x: Floats) -> Floats:
        """rate exp(-rate (x - low))."""
        rate = float(self.law.ends[1])
        return np.asarray(rate * np.exp(-rate * (x - self.low)))

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """So many independent random numbers."""
        return np.asarray(self.low + random.exponential(1 / self.law.ends[1], size=size))


class Tabulated(Distribution):
    """Atoms, and a polynomial density on each of some panels."""

    @cached_property
    def panels(self) -> Sequence[tuple[float, float]]:
        """Those of the table."""
        return [(a, b) for a, b in self.law.edges.tolist()]

    @cached_property
    def series(self) -> Floats:
        """The density of each panel as Legendre's coefficients, for places from -1 to 1."""
        return np.asarray(self.law.density @ TO_SERIES.T)

    def density(self, panel: int, x: Floats) -> Floats:
        """The panel's polynomial."""
        return series_at(self.series[panel], x, *self.panels[panel])

    def sample(self, random: np.random.Generator, size: int) -> Floats:
        """So many independent random numbers."""
        return draw_parts(self._parts, random, size)

    @cached_property
    def _parts(self) -> Parts:
        law = self.law
        return parts_of(law.atoms, law.weights, law.edges, law.density, self.series)


def make_law(
    kind: int,
    *,
    ends: Iterable[float] = (),
    atoms: ArrayLike = (),
    weights: ArrayLike = (),
    edges: ArrayLike = (),
    density: ArrayLike = (),
) -> Law:
    """A law with its running sums, added up in higher precision."""
    atoms, weights = np.asarray(atoms, np.float64), np.asarray(weights, np.float64)
    wide = weights.astype(np.longdouble)
    return Law(
        kind,
        np.array(list(ends), np.float64),
        atoms,
        weights,
        np.concatenate([[0.0], np.cumsum(wide)]).astype(np.float64),
        np.concatenate([[0.0], np.cumsum(wide * atoms)]).astype(np.float64),
        np.asarray(edges, np.float64).reshape(-1, 2),
        np.asarray(density, np.float64).reshape(-1, len(NODES)),
    )
