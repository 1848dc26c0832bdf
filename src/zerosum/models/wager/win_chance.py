"""The law of a win chance W: how likely a hand is to win, over all the hands that may be dealt.

All that a bettor's expectation needs of W is its mean, P(W < t), and the *shortfall* E(t - W)+. Two kinds of
law give them.

`PowerLaw` is exact. It keeps the Laplace transform of W as a sum of c * s^-j * exp(-b s) with fractions b, c:
an atom at w is one term (b = w, j = 0), p times the best of k uniform cards is a few terms, independent sums
are products of transforms and mixtures are sums. Then P(W < t) is the sum of c (t - b)+^j / j! and the
shortfall that of c (t - b)+^(j+1) / (j+1)!, which for equal weights is the Irwin-Hall formula and for other
weights the inclusion and exclusion over the corners of the cube.

`GridLaw` holds probabilities on points of a grid. A win chance that is known only through two distribution
functions lies between two grid laws, one rounded down and one rounded up; any quantity that grows with W then
lies between its two values. `WinChance` is that pair; both are one where the law is exact.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.numbers import Number

__all__ = ["Cells", "ChanceLaw", "PowerLaw", "WinChance", "best_of", "rounded"]


class ChanceLaw(Protocol):
    """The distribution of a win chance; its mass is less than one for a part of the hands."""

    @property
    def mass(self) -> Number:
        """The share of all hands."""
        ...

    @property
    def mean(self) -> Number:
        """E W, over the mass."""
        ...

    @property
    def finite(self) -> tuple[Array, Array] | None:
        """The chances and their probabilities, where they are finitely many; fractions where the law is exact."""
        ...

    @property
    def corners(self) -> Sequence[Fraction]:
        """Where P(W < t), elsewhere a polynomial, passes from one to another; none where the law is finite."""
        ...

    def below(self, t: Number) -> Number:
        """P(W < t)."""
        ...

    def shortfall(self, t: Number) -> Number:
        """E(t - W)+."""
        ...


@dataclass(frozen=True)
class PowerLaw:
    """An exact law, by the terms of its Laplace transform: (shift b, power j) -> coefficient c."""

    terms: Mapping[tuple[Fraction, int], Fraction]

    @classmethod
    def atoms(cls, weights: Mapping[Fraction, Fraction]) -> PowerLaw:
        """A finite law: the probability of each win chance."""
        return cls({(Fraction(w), 0): Fraction(p) for w, p in weights.items() if p})

    @property
    def mass(self) -> Fraction:
        """The share of all hands."""
        return self.below(Fraction(2))

    @property
    def mean(self) -> Fraction:
        """E W, over the mass."""
        return 2 * self.mass - self.shortfall(Fraction(2))

    @property
    def is_finite(self) -> bool:
        """Whether the law is made of atoms only."""
        return all(j == 0 for _, j in self.terms)

    @property
    def finite(self) -> tuple[Array, Array] | None:
        """The chances and their probabilities, where they are finitely many."""
        if not self.is_finite:
            return None
        return np.array([b for b, _ in self.terms], object), np.array(list(self.terms.values()), object)

    @property
    def corners(self) -> Sequence[Fraction]:
        """The shifts, unless the law is finite."""
        return [] if self.is_finite else sorted({b for b, _ in self.terms})

    def below(self, t: Number) -> Fraction:
        """P(W < t)."""
        return self._sum(Fraction(t), 0)

    def shortfall(self, t: Number) -> Fraction:
        """E(t - W)+."""
        return self._sum(Fraction(t), 1)

    def at(self, t: Number) -> Fraction:
        """P(W = t)."""
        return self.terms.get((Fraction(t), 0), Fraction(0))

    def _sum(self, t: Fraction, integrals: int) -> Fraction:
        """Invert the transform divided by s^(1 + integrals), at t from the left."""
        parts = (
            c * (t - b) ** (j + integrals) / math.factorial(j + integrals)
            for (b, j), c in self.terms.items()
            if t > b
        )
        return sum(parts, Fraction(0))

    def __add__(self, other: PowerLaw) -> PowerLaw:
        """The mixture of two parts, each with its own mass."""
        return _collected([*self.terms.items(), *other.terms.items()])

    def __mul__(self, other: PowerLaw) -> PowerLaw:
        """The law of the sum of two independent chances."""
        return _collected(
            ((b + shift, j + power), c * factor)
            for (b, j), c in self.terms.items()
            for (shift, power), factor in other.terms.items()
        )

    def scaled(self, share: Fraction) -> PowerLaw:
        """The same law with its mass multiplied by `share`."""
        return PowerLaw({key: share * c for key, c in self.terms.items()})


def best_of(cards: int, weight: Fraction) -> PowerLaw:
    """The law of `weight` times the highest of some uniform cards; of no card at all, an atom at zero.

    The transform of k x^(k-1) / p^k on [0, p] is k! (s p)^-k (1 - exp(-p s) q), where q is the sum of the
    (p s)^i / i! for i < k.
    """
    if cards == 0 or weight == 0:
        return PowerLaw.atoms({Fraction(0): Fraction(1)})
    scale = Fraction(math.factorial(cards)) / weight**cards
    ends = {
        (Fraction(weight), cards - i): -scale * weight**i / Fraction(math.factorial(i)) for i in range(cards)
    }
    return PowerLaw({(Fraction(0), cards): scale, **ends})


@dataclass(frozen=True)
class GridLaw:
    """Probabilities on increasing points."""

    points: Floats
    weights: Floats
    corners: ClassVar[Sequence[Fraction]] = ()

    @property
    def finite(self) -> tuple[Array, Array]:
        """The points and their probabilities."""
        return self.points, self.weights

    @property
    def mass(self) -> float:
        """The share of all hands."""
        return float(self.weights.sum())

    @property
    def mean(self) -> float:
        """E W, over the mass."""
        return float(self.points @ self.weights)

    def below(self, t: Number) -> float:
        """P(W < t)."""
        return float(self.weights[self.points < float(t)].sum())

    def shortfall(self, t: Number) -> float:
        """E(t - W)+."""
        return float(np.maximum(float(t) - self.points, 0.0) @ self.weights)


@dataclass(frozen=True)
class WinChance:
    """A law between two others: `low` is smaller and `high` larger, in the sense of stochastic order."""

    low: ChanceLaw
    high: ChanceLaw
    slack: float = 0.0
    """What rounding may have done to any probability or shortfall of the two."""

    @classmethod
    def exactly(cls, law: PowerLaw) -> WinChance:
        """A law that is known."""
        return cls(law, law)

    @property
    def exact(self) -> PowerLaw | None:
        """The law itself, where it is known."""
        return self.low if isinstance(self.low, PowerLaw) and self.low is self.high else None

    def below(self, t: Number) -> tuple[Number, Number]:
        """Bounds on P(W < t)."""
        if self.exact is not None:
            p = self.exact.below(t)
            return p, p
        few, many = self.high.below(t), self.low.below(t)
        return max(0.0, float(few) - self.slack), min(1.0, float(many) + self.slack)


Cells = tuple[Floats, Floats, Floats]
"""Of a chance that is known cell by cell: the probability of each cell, and its ends below and above."""


def rounded(suits: Sequence[Cells], grid: int) -> WinChance:
    """The sum of independent chances, each rounded down and up to multiples of 1/grid.

    Rounding moves each chance by at most one step, so the sum moves by at most len(suits)/grid; the fast
    Fourier transform of the convolution errs by far less than the slack.
    """
    down = _convolved([_binned(p, np.floor(ends * grid), grid) for p, ends, _ in suits])
    up = _convolved([_binned(p, np.ceil(ends * grid), grid) for p, _, ends in suits])
    low, high = (GridLaw(np.arange(weights.size) / grid, weights) for weights in (down, up))
    return WinChance(low, high, slack=1e-10)


def _binned(p: Floats, at: Floats, grid: int) -> Floats:
    index = np.clip(at, 0, grid).astype(np.int64)
    return np.bincount(index, weights=p).astype(np.float64)


def _convolved(parts: Sequence[Floats]) -> Floats:
    """The law of a sum of independent grid variables, by one Fourier transform each."""
    size = sum(part.size - 1 for part in parts) + 1
    if len(parts) == 1:
        return parts[0]
    fast = 1 << (size - 1).bit_length()
    spectrum = np.ones(fast // 2 + 1, dtype=np.complex128)
    for part in parts:
        spectrum *= np.fft.rfft(part, fast)
    return np.maximum(np.fft.irfft(spectrum, fast)[:size], 0.0)


def _collected(items: Iterable[tuple[tuple[Fraction, int], Fraction]]) -> PowerLaw:
    """Add the coefficients of equal terms."""
    total: defaultdict[tuple[Fraction, int], Fraction] = defaultdict(Fraction)
    for key, c in items:
        total[key] += c
    return PowerLaw({key: c for key, c in total.items() if c})
