"""Matrix games as linear programs, each solved by the interior-point method of Matlab's linprog around 2002.

That was LIPSOL: Mehrotra's predictor and corrector from an infeasible start, with Zhang's starting point, centring and
step rules. The program of the row player, as Sanwal and Drechsler write it, is

    max λ   subject to   Aᵀx - λe - s = 0,   eᵀx = 1,   0 ≤ x ≤ 1,   s ≥ 0,   λ free (split into a difference).

Where a game has many optimal strategies a simplex method answers with a vertex of them; this method stops at a
point inside the optimal set that depends on its rules. So its answers distinguish programs with equal values.
`floor` replaces the free λ by λ ≥ -floor, and `capped` says whether x ≤ 1 is part of the program; both move the
answer.

The checks of the paper on Jujitsu solve its nodes by it (`solver` of staged games), since its table was printed from
such a program.

Reference: Y. Zhang, Solving large-scale linear programs by interior-point methods under the Matlab environment,
Optimization Methods and Software 10 (1998) 1-31.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.matrix.answer import BatchSolution

TOLERANCE = 1e-8
STEPS = 85
STEP_SHARE = 0.9995
BACK = 0.9
CENTRED = 1e-5
"""The least product of a complementary pair after a step, relative to the mean product."""


def solve_lipsol(A: Floats, *, capped: bool = True, floor: float | None = None) -> BatchSolution:
    """Return values and strategies of games A[g, i, j]: row's by row's program, col's as row's of -Aᵀ."""
    row = _strategies(A, capped, floor)
    col = _strategies(-A.transpose(0, 2, 1), capped, floor)
    lower, upper = np.einsum("gi,gij->gj", row, A).min(axis=1), np.einsum("gij,gj->gi", A, col).max(axis=1)
    slack = 4 * sum(A.shape[1:]) * np.finfo(float).eps * np.maximum(np.abs(A).max(axis=(1, 2)), 1e-300)
    return BatchSolution(lower - slack, upper + slack, row, col, np.empty(0, np.int64))


def _strategies(A: Floats, capped: bool, floor: float | None) -> Floats:
    games, m = A.shape[:2]
    program = _Program.of(A, capped and m > 1, floor)
    todo, found, least = np.arange(games), np.full((games, m), 1 / m), np.full(games, np.inf)
    point = _Iterate.start(program)
    for _ in range(STEPS):
        error = _error(program, point)
        better = error < least[todo]
        found[todo[better]], least[todo[better]] = point.x[better, :m], error[better]
        go_on = (error >= TOLERANCE) & np.isfinite(error)
        todo, program, point = todo[go_on], program.where(go_on), point.where(go_on)
        if not len(todo):
            break
        _advance(program, point)
    found = np.maximum(found, 0)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


@dataclass
class _Program:
    """A batch of linear programs min cᵀx subject to Ax = b, 0 ≤ x ≤ u where bounded, one for each game."""

    A: Floats
    b: Floats
    c: Floats
    bounded: Bools

    @classmethod
    def of(cls, games: Floats, capped: bool, floor: float | None) -> _Program:
        """Return the row player's program; its variables are x, λ (or its two parts), and the slacks."""
        count, m, n = games.shape
        lambdas = 1 if floor is not None else 2
        A, b = np.zeros((count, n + 1, m + lambdas + n)), np.zeros((count, n + 1))
        A[:, :n, :m] = games.transpose(0, 2, 1)
        A[:, :n, m] = -1
        if floor is None:
            A[:, :n, m + 1] = 1
        A[:, range(n), range(m + lambdas, m + lambdas + n)] = -1
        A[:, n, :m] = b[:, n] = 1
        b[:, :n] = -(floor or 0)
        c = np.zeros(A.shape[2])
        c[m : m + lambdas] = (-1, 1)[:lambdas]
        return cls(A, b, c, np.arange(A.shape[2]) < (m if capped else 0))

    def where(self, keep: Bools) -> _Program:
        """Return these programs of the batch only."""
        return _Program(self.A[keep], self.b[keep], self.c, self.bounded)


@dataclass
class _Iterate:
    """Primal x and slack s below its bound; dual y, z and the bound's dual w; positive but not yet feasible."""

    x: Floats
    y: Floats
    z: Floats
    s: Floats
    w: Floats

    @classmethod
    def start(cls, p: _Program) -> _Iterate:
        """Return Zhang's starting point, with 1 for all bounds."""
        size, price = np.linalg.norm(p.b, axis=1), float(np.linalg.norm(p.c))
        least = np.maximum(size / 100, 100)
        dual = np.minimum(np.maximum(price * 0.425, least / 40), 1e3)[:, None]
        rho, least = np.minimum(100, size)[:, None], np.minimum(least, 1e4)
        gram = p.A @ p.A.transpose(0, 2, 1)
        right = p.b - rho * p.A.sum(axis=2)
        x = np.einsum("gji,gj->gi", p.A, _solved(gram, right)) + rho
        least = np.maximum(least, -x.min(axis=1))[:, None]
        x, c = np.maximum(least, x), p.c[None, :]
        small = (-dual < c) & (c <= 0)
        z = (c + dual) * (c > 0) + dual * small - c * (c <= -dual)
        s = np.where(p.bounded, np.maximum(least, 1 - x), 0)
        w = np.where(p.bounded, dual * (c > 0) + (dual - c) * small - 2 * c * (c <= -dual), 0)
        return cls(x, np.zeros(p.b.shape), z, s, w)

    def where(self, keep: Bools) -> _Iterate:
        """Return these programs of the batch only."""
        return _Iterate(*(part[keep] for part in self.parts))

    @property
    def parts(self) -> tuple[Floats, ...]:
        """All five vectors."""
        return self.x, self.y, self.z, self.s, self.w

    @property
    def gap(self) -> Floats:
        """Return the complementarity gap."""
        return np.asarray((self.x * self.z).sum(axis=1) + (self.s * self.w).sum(axis=1))


def _residuals(p: _Program, at: _Iterate) -> tuple[Floats, Floats, Floats]:
    primal = np.einsum("gij,gj->gi", p.A, at.x) - p.b
    bound = np.where(p.bounded, at.x + at.s - 1, 0)
    return primal, bound, np.einsum("gij,gi->gj", p.A, at.y) + at.z - at.w - p.c


def _error(p: _Program, at: _Iterate) -> Floats:
    """Return the sum of the relative residuals and the relative gap."""
    primal, bound, dual = (np.linalg.norm(r, axis=1) for r in _residuals(p, at))
    low, high = (p.b * at.y).sum(axis=1) - at.w.sum(axis=1), at.x @ p.c
    sizes = np.maximum(1, np.linalg.norm(p.b, axis=1)), max(1.0, float(p.bounded.sum()) ** 0.5)
    gap = np.abs(high - low) / np.maximum(1, np.maximum(np.abs(high), np.abs(low)))
    return np.asarray(
        primal / sizes[0] + bound / sizes[1] + dual / max(1.0, float(np.linalg.norm(p.c))) + gap
    )


def _advance(p: _Program, at: _Iterate) -> None:
    """Take one step: a predictor, a corrector if the predictor is cut short, then a shorter step until the pairs
    are balanced.
    """
    residuals, pairs = _residuals(p, at), p.A.shape[2] + int(p.bounded.sum())
    gap, error = at.gap, _error(p, at)
    step = _direction(p, at, residuals, at.x * at.z, at.s * at.w)
    far, high = _reach(p, at, step)
    cut = np.minimum(far, high) * STEP_SHARE < 1
    a, b = np.minimum(1, far)[:, None], np.minimum(1, high)[:, None]
    ahead = ((at.x + a * step.x) * (at.z + b * step.z)).sum(axis=1)
    ahead += ((at.s + a * step.s) * (at.w + b * step.w)).sum(axis=1)
    order = np.ceil(np.log10(error))
    most = np.where((order < -1) & (gap < 1e3), 10.0 ** (order + 1), 0.208)
    mu = np.where(cut, np.clip((ahead / gap) ** 2, 0, most) * gap / pairs, 0)[:, None]
    still = tuple(np.zeros_like(r) for r in residuals)
    more = _direction(p, at, still, step.x * step.z - mu, np.where(p.bounded, step.s * step.w - mu, 0))
    step = _Iterate(*(u + cut[:, None] * v for u, v in zip(step.parts, more.parts, strict=True)))
    _move(p, at, step, pairs)


def _move(p: _Program, at: _Iterate, step: _Iterate, pairs: int) -> None:
    far, high = _reach(p, at, step)
    share = np.full(len(far), STEP_SHARE)
    for attempt in range(7):
        a, b = np.minimum(1, share * far)[:, None], np.minimum(1, share * high)[:, None]
        moved = _Iterate(
            at.x + a * step.x, at.y + b * step.y, at.z + b * step.z, at.s + a * step.s, at.w + b * step.w
        )
        products = np.hstack([moved.x * moved.z, (moved.s * moved.w)[:, p.bounded]])
        total = products.sum(axis=1)
        even = (products.min(axis=1) * pairs >= CENTRED * total) | ((total <= 1e-6) & (attempt >= 3))
        if even.all():
            break
        share = np.where(even, share, share * BACK)
    at.x, at.y, at.z, at.s, at.w = moved.parts


def _direction(p: _Program, at: _Iterate, residuals: tuple[Floats, ...], xz: Floats, sw: Floats) -> _Iterate:
    """Return Newton's direction, by the normal equations."""
    primal, bound, dual = residuals
    inverse = np.where(p.bounded, 1 / np.where(p.bounded, at.s, 1), 0)
    weight = np.minimum(1 / (at.z / at.x + at.w * inverse), 1e11)
    t = dual - xz / at.x + np.where(p.bounded, (sw - at.w * bound) * inverse, 0)
    normal = (p.A * weight[:, None, :]) @ p.A.transpose(0, 2, 1)
    dy = -_solved(normal, primal + np.einsum("gij,gj->gi", p.A, weight * t))
    dx = weight * (np.einsum("gij,gi->gj", p.A, dy) + t)
    ds = np.where(p.bounded, -(dx + bound), 0)
    return _Iterate(dx, dy, -(at.z * dx + xz) / at.x, ds, np.where(p.bounded, -(at.w * ds + sw) * inverse, 0))


def _reach(p: _Program, at: _Iterate, step: _Iterate) -> tuple[Floats, Floats]:
    """Return how far x and s, and z and w, stay positive; at most ten times the step."""

    def least(v: Floats, dv: Floats) -> Floats:
        return np.asarray(-1 / np.minimum((dv / v).min(axis=1), -0.1))

    far, high = least(at.x, step.x), least(at.z, step.z)
    if p.bounded.any():
        within = p.bounded
        far = np.minimum(far, least(at.s[:, within], step.s[:, within]))
        high = np.minimum(high, least(at.w[:, within], step.w[:, within]))
    return far, high


def _solved(M: Floats, right: Floats) -> Floats:
    """Solve symmetric systems, and numerically singular ones by least squares."""
    try:
        return np.asarray(np.linalg.solve(M, right[:, :, None])[:, :, 0])
    except np.linalg.LinAlgError:
        if len(M) > 1:
            half = len(M) // 2
            return np.concatenate([_solved(M[:half], right[:half]), _solved(M[half:], right[half:])])
        return np.asarray(np.linalg.lstsq(M[0], right[0], rcond=1e-13)[0][None, :])
