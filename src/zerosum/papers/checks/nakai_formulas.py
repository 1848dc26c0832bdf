"""Nakai 1980: the values by state, from the general recursion (1), and the paper's functions T, S, A, B, C and arrays
g, h, p, f.

Each array is computed from its own recursion, as the paper means it to be, never from the general one; where the
printed recursion fails, `printed=True` gives it as printed and the default is the right one. Comments in the code
state the differences. Indices are those of the paper.
"""

# ruff: noqa: E741, N802 - the letters are Nakai's

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache, cached_property

from zerosum.games.nakai import all_layers
from zerosum.models.targets.solve import solve_layers
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.distributions import parse
from zerosum.numerics.moments import mass_and_moment, reciprocal

State = tuple[int, int, int, int]


def distributions(targets: str) -> list[Distribution]:
    """Return the distributions: one for all stages, or "uniform; gamma(2)" by stages to go, the last one repeated."""
    return [parse(distribution.strip()) for distribution in targets.split(";")]


@cache
def table(n: int, targets: str) -> tuple[dict[State, float], float]:
    """Return every v_n(k, l, m) up to n stages, by (n, k, l, m), and the largest bound on an error."""
    F, layers = distributions(targets), all_layers(n)
    found = solve_layers(layers, lambda left: F[min(left, len(F)) - 1])
    values = {
        (stages, k, l, m): 0.0
        for stages in range(n + 1)
        for k in range(stages + 1)
        for l in range(stages + 1 - k)
        for m in range(stages + 1)
    }
    for layer, (middles, _) in zip(layers, found, strict=True):
        values.update(zip(layer.states, middles.tolist(), strict=True))
    return values, max(float(errors.max()) for _, errors in found)


Two = dict[tuple[int, int], float]
Three = dict[tuple[int, int, int], float]


class NakaiFunctions:
    """The functions T_F, S_F, A_F, B_F, C_F of a distribution; F(t) is the probability below t."""

    def __init__(self, F: Distribution) -> None:
        self.F, self.mu = F, F.mean

    def below(self, t: float) -> float:
        """Return F(t)."""
        return float(mass_and_moment(self.F.arrays, -math.inf, float(t))[0])

    def part(self, s: float, t: float) -> float:
        """Return ∫ x dF from s to t; 0 if t < s."""
        return float(mass_and_moment(self.F.arrays, float(s), float(t))[1])

    def inverse(self, z: float, s: float) -> float:
        """Return ∫ dF/(x + z) over x >= s."""
        return float(reciprocal(self.F.arrays, float(z), float(s), math.inf)[0])

    def T(self, z: float) -> float:
        """Return T_F(z) = ∫ (x - z) dF over x >= z."""
        return self.part(z, math.inf) - z * (1 - self.below(z))

    def S(self, z: float) -> float:
        """Return S_F(z) = z + T_F(z)."""
        return z + self.T(z)

    def A(self, z: float, alpha: float, beta: float) -> float:
        """Return A_F of Proposition 1 as printed, which is correct."""
        top = max(alpha, beta)
        tail = (alpha + z) * (beta + z) * self.inverse(z, top) if (alpha + z) * (beta + z) else 0.0
        return alpha * self.below(alpha) - (alpha + beta + z) * self.below(top) + self.part(alpha, top) - tail

    def B(self, z: float, alpha: float, beta: float, *, printed: bool = False) -> float:
        """Return B_F of Proposition 3.

        The print lacks the interval from max(α/2, -β) to β + z, where both play: (play H, play M). Right, with
        t the end of (play L, play M) and u that of (play H, play M), relative to v(n-l-1, l, m) of the stage before:
        """
        t = max(alpha / 2, -beta)
        if printed:
            half = (alpha + z) / 2
            head = beta * self.below(-beta) - self.part(-beta, t)
            return (
                head + (-beta - half) * self.below(t) + half + z * (z + alpha) * self._half(beta + z / 2, t)
            )
        u = max(t, beta + z)
        pure = (alpha - z) * self.below(-beta) + (alpha - beta - z) * (self.below(t) - self.below(-beta))
        pure += self.part(t, u) - self.part(-beta, t) - (beta + z) * (self.below(u) - self.below(t))
        tail = (beta + z / 2) * self._half(-z / 2, u) if beta + z / 2 else 0.0
        return pure + (alpha - z) * ((1 - self.below(u)) / 2 - tail) if alpha != z else pure

    def _half(self, z: float, s: float) -> float:
        """Return ∫ dF/(2x + 2z) over x >= s, if it is defined."""
        return self.inverse(z, max(s, self.F.low)) / 2 if max(s, self.F.low) + z > 0 else math.nan

    def C(self, z: float, alpha: float, beta: float, *, printed: bool = False) -> float:
        """Return C_F of Lemma 6: play L below s, pass from s to t, play H above t."""
        middle = (alpha - beta) / 2
        if printed:
            s = min(alpha + z, middle)
            head = -(alpha + z) * self.below(s) + beta * (self.below(middle) - 1)
            return head - self.part(0, s) + self.part(middle, math.inf)
        s, t = min(-(beta + z), middle), max(alpha + z, middle)
        head = -(beta + z) * self.below(s) - (alpha + z) * (1 - self.below(t))
        return head - self.part(self.F.low, s) + self.part(t, math.inf)


class Arrays:
    """The triangular arrays up to n, each by its own recursion; the distributions may differ by stage."""

    def __init__(self, n: int, *distributions: Distribution) -> None:
        """Store the distributions: with j stages to go, the j-th, or the last one given."""
        known = [NakaiFunctions(one) for one in distributions]
        self.n, self.at = n, [known[min(max(j, 1), len(known)) - 1] for j in range(n + 1)]

    def total(self, n: int) -> float:
        """Return the mean of all targets, which is nμ if their distributions are the same."""
        return math.fsum(f.mu for f in self.at[1 : n + 1])

    @cached_property
    def g(self) -> Two:
        """(4): g[n, i]."""
        return self._triangle(NakaiFunctions.S)

    @cached_property
    def h(self) -> Two:
        """(5): h[n, i]."""
        return self._triangle(lambda at, last: at.mu - at.T(last))

    def _triangle(self, step: Callable[[NakaiFunctions, float], float]) -> Two:
        """Return the array whose rows sum to the mean of all targets, by the effect of a stage on an entry."""
        a: Two = {}
        for n in range(1, self.n + 1):
            for i in range(1, n):
                a[n, i] = step(self.at[n], a[n - 1, i]) - sum(a[n, j] - a[n - 1, j] for j in range(1, i))
            a[n, n] = self.total(n) - sum(a[n, j] for j in range(1, n))
        return a

    @cached_property
    def p(self) -> Two:
        """(8): p[n, i], with T_F for the printed S_F and sums from 0."""
        return self.p_array()

    def p_array(self, *, printed: bool = False) -> Two:
        """Compute (8), corrected or as printed (S_F for T_F, and the last sum from 1)."""
        p: Two = {}
        for n in range(1, self.n + 1):
            step = self.at[n].S if printed else self.at[n].T
            p[n, 0] = self.total(n) / 2
            for i in range(1, n):
                p[n, i] = (
                    step(-p[n - 1, i]) - self.at[n].mu / 2 - sum(p[n, j] - p[n - 1, j] for j in range(i))
                )
            p[n, n] = -self.total(n) / 2 - sum(p[n, j] for j in range(1 if printed else 0, n))
        return p

    def f_array(self, *, printed: bool = False) -> Three:
        """Compute f[n, l, k] of Lemma 6. As printed: g and h exchanged, a plus for the minus, sums from 1,
        another C_F.
        """
        f: Three = {}
        across, down, first = (self.h, self.g, 1) if printed else (self.g, self.h, 0)
        for n in range(1, self.n + 1):
            f[n, 0, 0] = 0.0
            for k in range(1, n + 1):
                f[n, 0, k], f[n, k, 0] = across[n, k], -down[n, k]
            f[n, 0, n] = self.total(n) - sum(f[n, 0, j] for j in range(n))
            f[n, n, 0] = -self.total(n) - sum(f[n, i, 0] for i in range(n))
            for total in range(2, n + 1):
                for l in range(1, total):
                    self._fill_f(f, n, l, total - l, first, printed)
        return f

    def _fill_f(self, f: Three, n: int, l: int, k: int, first: int, printed: bool) -> None:
        if k + l == n:
            known = 2 * sum(self.p[n, j] for j in range(l + 1))
            f[n, l, k] = known - _others(f, n, (0, l), (0, k))
            return
        alpha, beta = sum(f[n - 1, i, k] for i in range(l)), sum(f[n - 1, l, j] for j in range(k))
        value = f[n - 1, l, k] + self.at[n].C(f[n - 1, l, k], alpha, beta, printed=printed)
        moved = _others(f, n, (first, l), (first, k)) - _others(f, n - 1, (first, l), (first, k))
        f[n, l, k] = value + moved if printed else value - moved

    @cached_property
    def g3(self) -> Three:
        """g[n, k, m] of Proposition 1; the printed g[n, n, n] lacks the factor n of nμ."""
        g: Three = {}
        for n in range(1, self.n + 1):
            for k in range(1, n + 1):
                for m in range(1, n + 1):
                    g[n, k, m] = self._g3(g, n, k, m)
        return g

    def _g3(self, g: Three, n: int, k: int, m: int) -> float:
        if m == n:
            return sum(self.g[n, i] for i in range(1, k + 1)) - _others(g, n, (1, k), (1, m))
        if k == n:
            return sum(self.h[n, i] for i in range(1, m + 1)) - _others(g, n, (1, k), (1, m))
        alpha, beta = sum(g[n - 1, k, j] for j in range(1, m)), sum(g[n - 1, i, m] for i in range(1, k))
        value = g[n - 1, k, m] + self.at[n].A(g[n - 1, k, m], alpha, beta)
        return value - _others(g, n, (1, k), (1, m)) + _others(g, n - 1, (1, k), (1, m))

    def h_array(self, *, printed: bool = False) -> Three:
        """Compute h[n, l, m] of Proposition 3. Corrected: the second argument of B_F is the negative sum."""
        h: Three = {}
        for n in range(1, self.n + 1):
            for l in range(n + 1):
                for m in range(1, n + 1):
                    h[n, l, m] = self._h3(h, n, l, m, printed)
        return h

    def _h3(self, h: Three, n: int, l: int, m: int, printed: bool) -> float:
        rest = _others(h, n, (0, l), (1, m))
        if l in (0, n):
            return (self.v_high(n, n, m) if l == 0 else -self.v_high(n, m, n)) - rest
        if m == n:
            return 2 * sum(self.p[n, j] for j in range(l + 1)) - rest
        row, col = sum(h[n - 1, l, j] for j in range(1, m)), sum(h[n - 1, i, m] for i in range(l))
        z = h[n - 1, l, m]
        B = self.at[n].B(z, row, col, printed=True) if printed else self.at[n].B(z, -row, col)
        return z + B - rest + _others(h, n - 1, (0, l), (1, m))

    def v_high(self, n: int, k: int, m: int) -> float:
        """Return (11): v_n(k, 0, m) as a sum of g; by (12), v_n(0, l, m) is its negative with k = m and m = l."""
        return sum(self.g3[n, i, j] for i in range(1, k + 1) for j in range(1, m + 1))


def _others(
    a: Mapping[tuple[int, int, int], float], n: int, first: tuple[int, int], second: tuple[int, int]
) -> float:
    """Return the sum over a rectangle of indices without its last corner."""
    return sum(
        a[n, i, j]
        for i in range(first[0], first[1] + 1)
        for j in range(second[0], second[1] + 1)
        if (i, j) != (first[1], second[1])
    )
