"""The distribution of the win probability W of a hand, over all hands that may be dealt.

A bettor's expectation depends on W only through its mean, P(W < t), and the *shortfall* E(t - W)+. There are two
kinds of distribution.

`ExactDistribution` is exact. It keeps the Laplace transform of W as a sum of c * s^-j * exp(-b s) with fractions b,
c. An atom at w is one term (b = w, j = 0), p times the best of k uniform cards is a few terms, independent sums are
products of transforms, and mixtures are sums. Then P(W < t) is the sum of c (t - b)+^j / j!, and the shortfall is the
sum of c (t - b)+^(j+1) / (j+1)!. For equal weights this is the Irwin-Hall formula, for other weights inclusion and
exclusion over the vertices of the cube.

`GridDistribution` has probabilities on the points of a grid. A win probability that is known only through two
distribution functions lies between two grid distributions, one rounded down and one rounded up; the mean of any
increasing function of W then lies between its means under the two. `WinChance` is this pair; if the distribution is
exact, the two are the same.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Protocol

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.numbers import Number, as_fraction


class ChanceDistribution(Protocol):
    """The distribution of a win probability over all hands, or over a part of them with mass below one."""

    @property
    def mass(self) -> Number:
        """The fraction of all hands that this distribution covers."""
        ...

    @property
    def mean(self) -> Number:
        """The mean E W, relative to the mass."""
        ...

    @property
    def finite(self) -> tuple[Array, Array] | None:
        """The win probabilities and their probabilities, if finitely many; exact if the distribution is."""
        ...

    @property
    def break_points(self) -> Sequence[Fraction]:
        """The points between which P(W < t) is a polynomial in t; none if the distribution is finite."""
        ...

    def below(self, t: Number) -> Number:
        """Return P(W < t)."""
        ...

    def shortfall(self, t: Number) -> Number:
        """Return E(t - W)+."""
        ...


@dataclass(frozen=True)
class ExactDistribution:
    """An exact distribution, by the terms of its Laplace transform: (shift b, power j) -> coefficient c."""

    terms: Mapping[tuple[Fraction, int], Fraction]

    @classmethod
    def atoms(cls, weights: Mapping[Fraction, Fraction]) -> ExactDistribution:
        """Return a finite distribution: the probability of each win probability."""
        return cls({(as_fraction(w), 0): as_fraction(p) for w, p in weights.items() if p})

    @property
    def mass(self) -> Fraction:
        """The fraction of all hands that this distribution covers."""
        return self.below(Fraction(2))

    @property
    def mean(self) -> Fraction:
        """The mean E W, relative to the mass."""
        return 2 * self.mass - self.shortfall(Fraction(2))

    @property
    def is_finite(self) -> bool:
        """Whether the distribution consists of atoms only."""
        return all(j == 0 for _, j in self.terms)

    @property
    def finite(self) -> tuple[Array, Array] | None:
        """The win probabilities and their probabilities if there are finitely many, else None."""
        if not self.is_finite:
            return None
        return np.array([b for b, _ in self.terms], object), np.array(list(self.terms.values()), object)

    @property
    def break_points(self) -> Sequence[Fraction]:
        """The shifts b; none if the distribution is finite."""
        return [] if self.is_finite else sorted({b for b, _ in self.terms})

    def below(self, t: Number) -> Fraction:
        """Return P(W < t)."""
        return self._sum(Fraction(t), 0)

    def shortfall(self, t: Number) -> Fraction:
        """Return E(t - W)+."""
        return self._sum(Fraction(t), 1)

    def at(self, t: Number) -> Fraction:
        """Return P(W = t)."""
        return self.terms.get((Fraction(t), 0), Fraction(0))

    def _sum(self, t: Fraction, integrals: int) -> Fraction:
        """Return the inverse of the transform divided by s^(1 + integrals), as the limit at t from the left."""
        parts = (
            c * (t - b) ** (j + integrals) / math.factorial(j + integrals)
            for (b, j), c in self.terms.items()
            if t > b
        )
        return sum(parts, Fraction(0))

    def __add__(self, other: ExactDistribution) -> ExactDistribution:
        """Return the mixture of two distributions, each with its own mass."""
        return _collect([*self.terms.items(), *other.terms.items()])

    def __mul__(self, other: ExactDistribution) -> ExactDistribution:
        """Return the distribution of the sum of two independent win probabilities."""
        return _collect(
            ((b + shift, j + power), c * factor)
            for (b, j), c in self.terms.items()
            for (shift, power), factor in other.terms.items()
        )

    def scaled(self, share: Fraction) -> ExactDistribution:
        """Return the distribution with its mass multiplied by `share`."""
        return ExactDistribution({key: share * c for key, c in self.terms.items()})


def best_of(cards: int, weight: Fraction) -> ExactDistribution:
    """Return the distribution of `weight` times the highest of `cards` uniform cards; without cards, an atom at
    zero.

    The transform of k x^(k-1) / p^k on [0, p] is k! (s p)^-k (1 - exp(-p s) q), where q is the sum of the
    (p s)^i / i! for i < k.
    """
    if cards == 0 or weight == 0:
        return ExactDistribution.atoms({Fraction(0): Fraction(1)})
    scale = Fraction(math.factorial(cards)) / weight**cards
    ends = {
        (Fraction(weight), cards - i): -scale * weight**i / Fraction(math.factorial(i)) for i in range(cards)
    }
    return ExactDistribution({(Fraction(0), cards): scale, **ends})


@dataclass(frozen=True)
class GridDistribution:
    """Probabilities on increasing points."""

    points: Floats
    weights: Floats
    break_points: ClassVar[Sequence[Fraction]] = ()

    @property
    def finite(self) -> tuple[Array, Array]:
        """The points and their probabilities."""
        return self.points, self.weights

    @property
    def mass(self) -> float:
        """The fraction of all hands that this distribution covers."""
        return float(self.weights.sum())

    @property
    def mean(self) -> float:
        """The mean E W, relative to the mass."""
        return float(self.points @ self.weights)

    def below(self, t: Number) -> float:
        """Return P(W < t)."""
        return float(self.weights[self.points < float(t)].sum())

    def shortfall(self, t: Number) -> float:
        """Return E(t - W)+."""
        return float(np.maximum(float(t) - self.points, 0.0) @ self.weights)


@dataclass(frozen=True)
class WinChance:
    """Bounds on a distribution in the stochastic order: it lies above `low` and below `high`."""

    low: ChanceDistribution
    high: ChanceDistribution
    slack: float = 0.0
    """Bound on the rounding error of any probability or shortfall of the two."""

    @classmethod
    def exactly(cls, distribution: ExactDistribution) -> WinChance:
        """Return the pair for an exact distribution."""
        return cls(distribution, distribution)

    @property
    def exact(self) -> ExactDistribution | None:
        """The distribution itself if it is exact, else None."""
        return self.low if isinstance(self.low, ExactDistribution) and self.low is self.high else None

    def below(self, t: Number) -> tuple[Number, Number]:
        """Return bounds on P(W < t)."""
        if self.exact is not None:
            p = self.exact.below(t)
            return p, p
        few, many = self.high.below(t), self.low.below(t)
        return max(0.0, float(few) - self.slack), min(1.0, float(many) + self.slack)


def classes(distribution: ChanceDistribution, cuts: Sequence[Fraction]) -> list[tuple[Number, Number]]:
    """Return, for each class between these cuts, its mass and its part of the mean win probability."""
    below: list[tuple[Number, Number]] = [(Fraction(0), Fraction(0))]
    for t in cuts:
        p = distribution.below(t)
        below.append((p, t * p - distribution.shortfall(t)))
    below.append((distribution.mass, distribution.mean))
    return [(q - p, v - w) for (p, w), (q, v) in pairwise(below)]


SuitCells = tuple[Floats, Floats, Floats]
"""A win probability given by cells: the probability of each cell, and its lower and upper end."""


def enclose_sum(suits: Sequence[SuitCells], grid: int) -> WinChance:
    """Return the sum of independent win probabilities, each rounded down and up to multiples of 1/grid.

    Rounding changes each win probability by at most one step, so the sum changes by at most len(suits)/grid. The
    error of the fast Fourier transform is far below the slack.
    """

    def summed(parts: Sequence[tuple[Floats, Floats]]) -> GridDistribution:
        """Return the distribution of a sum of variables on multiples of 1/grid, by Fourier transforms."""
        distributions = [np.bincount(np.clip(at, 0, grid).astype(np.int64), weights=p) for p, at in parts]
        size = sum(distribution.size - 1 for distribution in distributions) + 1
        weights = distributions[0].astype(np.float64)
        if len(distributions) > 1:
            fast = 1 << (size - 1).bit_length()
            spectrum = np.ones(fast // 2 + 1, dtype=np.complex128)
            for distribution in distributions:
                spectrum *= np.fft.rfft(distribution, fast)
            weights = np.maximum(np.fft.irfft(spectrum, fast)[:size], 0.0)
        return GridDistribution(np.arange(size) / grid, weights)

    low = summed([(p, np.floor(lower * grid)) for p, lower, _ in suits])
    high = summed([(p, np.ceil(upper * grid)) for p, _, upper in suits])
    return WinChance(low, high, slack=1e-10)


def _collect(items: Iterable[tuple[tuple[Fraction, int], Fraction]]) -> ExactDistribution:
    """Add the coefficients of equal terms."""
    total: defaultdict[tuple[Fraction, int], Fraction] = defaultdict(Fraction)
    for key, c in items:
        total[key] += c
    return ExactDistribution({key: c for key, c in total.items() if c})
