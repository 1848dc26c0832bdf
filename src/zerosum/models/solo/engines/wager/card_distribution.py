"""Distributions of a card's rank, and the resulting win probability: uniform, discrete, or any continuous
distribution of scipy.

A card x drawn from F beats a card y drawn from G if x >= y, so it wins with probability G(x). A hand has one card in
each of several suits, and the opponent's card is of suit i with probability p_i, so the hand wins with probability
W = p_1 G(x_1) + … + p_n G(x_n). `win_chance` finds the distribution of W:

- if F and G are the same continuous distribution, G(x) is uniform on [0, 1], and the distribution of W is exact;
- if F is discrete and G is discrete or uniform, W has finitely many values, and its distribution is exact unless there
  are too many of them;
- otherwise F is divided at its quantiles. In each cell G(x) lies between its values at the ends, because G is
  increasing, and this encloses W.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate
from operator import mul
from typing import ClassVar, Protocol

import numpy as np

from zerosum.core.arrays import Floats, Scalar
from zerosum.core.errors import GameError
from zerosum.core.numbers import as_fraction
from zerosum.models.solo.engines.wager.win_chance import (
    ExactDistribution,
    SuitCells,
    WinChance,
    best_of,
    enclose_sum,
)
from zerosum.numerics.distributions_scipy import scipy_distributions

CELLS = 1 << 17
"""Number of cells that a continuous distribution is cut into; the bounds are about one cell wide."""
GRID = 1 << 20
"""Number of grid steps between win probabilities 0 and 1; win probabilities are rounded to the grid before they are
added.
"""
MAX_RANKS = 10_000
"""Maximum number of ranks of a discrete distribution."""
MAX_PRODUCTS = 2_000_000
"""Maximum number of products of fractions for an exact distribution of several suits; beyond it distributions are
enclosed on the grid.
"""


class CardDistribution(ABC):
    """The distribution of a card, on arrays of floats or on numbers, which stay exact if possible."""

    is_exact: ClassVar[bool] = True
    """Whether fractions as arguments give fractions as results."""

    @abstractmethod
    def cdf(self, x: Scalar, /) -> Scalar:
        """Return P(a card is at most x)."""

    @abstractmethod
    def ppf(self, q: Scalar, /) -> Scalar:
        """Return the least x with cdf(x) >= q."""

    def draw(self, rng: np.random.Generator, size: int) -> Floats:
        """Return random cards: the quantiles of uniform random numbers."""
        return np.asarray(self.ppf(rng.random(size)), dtype=np.float64)

    def exact_chance(self, turned: CardDistribution, weights: Sequence[Fraction]) -> ExactDistribution | None:
        """Return the distribution of p_1 G(x_1) + … + p_n G(x_n), with x_i drawn from this distribution, and the G of
        `turned`.
        """
        return reduce(mul, (best_of(1, p) for p in weights)) if self == turned else None

    def cells(self, turned: CardDistribution) -> SuitCells:
        """Return the win probability G(x) by cells, with the G of `turned`; cells lie between quantiles of this
        distribution.
        """
        chance = np.asarray(turned.cdf(self.ppf(np.arange(CELLS + 1) / CELLS)), dtype=np.float64)
        return np.full(CELLS, 1.0 / CELLS), chance[:-1], chance[1:]


@dataclass(frozen=True)
class UniformCard(CardDistribution):
    """Uniform on [0, 1], in fractions."""

    def cdf(self, x: Scalar, /) -> Scalar:
        return (
            np.clip(x, 0.0, 1.0)
            if isinstance(x, np.ndarray)
            else min(max(Fraction(x), Fraction(0)), Fraction(1))
        )

    def ppf(self, q: Scalar, /) -> Scalar:
        return q


class ScipyDistribution(Protocol):
    """A scipy distribution with fixed parameters: the two of its functions that are needed."""

    def cdf(self, x: Scalar, /) -> Scalar:
        """Return P(a card is at most x)."""

    def ppf(self, q: Scalar, /) -> Scalar:
        """Return the least x with cdf(x) >= q."""


@dataclass(frozen=True)
class Continuous(CardDistribution):
    """A continuous scipy distribution, in floats."""

    known: ScipyDistribution
    is_exact = False

    def cdf(self, x: Scalar, /) -> Scalar:
        return self.known.cdf(np.asarray(x, dtype=np.float64))[()]

    def ppf(self, q: Scalar, /) -> Scalar:
        return self.known.ppf(np.asarray(q, dtype=np.float64))[()]


@dataclass(frozen=True)
class Discrete(CardDistribution):
    """Finitely many ranks and their probabilities, as fractions."""

    ranks: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        _check_size(len(self.ranks))
        if sorted(set(self.ranks)) != list(self.ranks):
            raise GameError("a discrete distribution needs distinct ranks in increasing order")
        if min(self.weights) <= 0 or sum(self.weights) != 1:
            raise GameError(
                f"the probabilities of a distribution must be positive and sum to 1, not {sum(self.weights)}"
            )

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """The cumulative probabilities: 0, that of the lowest rank, of the two lowest ranks, …"""
        return (Fraction(0), *accumulate(self.weights))

    def cdf(self, x: Scalar, /) -> Scalar:
        if isinstance(x, np.ndarray):
            steps = np.array(self.totals, dtype=float)
            return steps[np.searchsorted(np.array(self.ranks, dtype=float), x, side="right")]
        return self.totals[bisect_right(self.ranks, x)]

    def ppf(self, q: Scalar, /) -> Scalar:
        if isinstance(q, np.ndarray):
            ranks, steps = (np.array(part, dtype=float) for part in (self.ranks, self.totals[1:-1]))
            return ranks[np.searchsorted(steps, q)]
        return self.ranks[bisect_left(self.totals, q, 1) - 1]

    def exact_chance(self, turned: CardDistribution, weights: Sequence[Fraction]) -> ExactDistribution | None:
        """Return a finite distribution; None if it has too many values, or if the other distribution is not exact."""
        if not turned.is_exact:
            return None
        distribution, left = ExactDistribution.atoms({Fraction(0): Fraction(1)}), MAX_PRODUCTS
        for i, weight in enumerate(weights):
            atoms: dict[Fraction, Fraction] = defaultdict(Fraction)
            for rank, p in zip(self.ranks, self.weights, strict=True):
                atoms[weight * turned.cdf(rank)] += p
            left -= len(distribution.terms) * len(atoms) if i else 0
            if left < 0:
                return None
            distribution = distribution * ExactDistribution.atoms(atoms)
        return distribution

    def cells(self, turned: CardDistribution) -> SuitCells:
        chance = np.asarray(turned.cdf(np.array(self.ranks, dtype=float)))
        return np.array(self.weights, dtype=float), chance, chance


def card_distribution(text: str | CardDistribution | ScipyDistribution) -> CardDistribution:
    """Parse "uniform", "steps(13)", "values(0:1/4,1:3/4)", or a distribution of scipy, such as "beta(2,3)"."""
    if not isinstance(text, str):
        return text if isinstance(text, CardDistribution) else Continuous(text)
    words = re.sub(r"[(),]|^values", " ", text).split()
    try:
        if words == ["uniform"]:
            return UniformCard()
        if len(words) == 2 and words[0] == "steps" and int(words[1]) > 0:
            n = int(words[1])
            _check_size(n)
            return Discrete(tuple(Fraction(k, n) for k in range(1, n + 1)), (Fraction(1, n),) * n)
        if words and all(":" in word for word in words):
            pairs = sorted(
                (as_fraction(rank), as_fraction(p)) for rank, p in (word.split(":") for word in words)
            )
            return Discrete(tuple(rank for rank, _ in pairs), tuple(p for _, p in pairs))
        return _scipy_distribution(words[0], [as_fraction(word) for word in words[1:]])
    except (ValueError, IndexError, TypeError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(
            f"{text!r} is not a distribution of cards; write uniform, steps(13), values(0:1/4,1:3/4) or beta(2,3)"
        ) from None


def _check_size(ranks: int) -> None:
    if ranks > MAX_RANKS:
        raise GameError(f"a discrete distribution of cards has at most {MAX_RANKS} ranks, not {ranks}")


def _scipy_distribution(name: str, shape: Sequence[Fraction]) -> CardDistribution:
    """Return a continuous distribution of scipy with scipy's parameters, except that uniform(a,b) means [a, b]."""
    stats = scipy_distributions()
    family = getattr(stats, name, None)
    if not isinstance(family, stats.rv_continuous):
        raise ValueError(name)
    if name == "uniform":
        low, high = shape
        shape = (low, high - low)
    distribution = Continuous(family(*map(float, shape)))
    if not math.isfinite(float(distribution.cdf(0.5))):
        raise ValueError(shape)
    return distribution


def win_chance(dealt: CardDistribution, turned: CardDistribution, weights: Sequence[Fraction]) -> WinChance:
    """Return the distribution of p_1 G(x_1) + … + p_n G(x_n), with x_i drawn from `dealt` and the G of `turned`."""
    exact = dealt.exact_chance(turned, weights)
    if exact is not None:
        return WinChance.exactly(exact)
    p, low, high = dealt.cells(turned)
    return enclose_sum([(p, low * float(weight), high * float(weight)) for weight in weights], GRID)
