"""The values of Nakai's game by state, from the general recursion (1), for the claims and the tests."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

from functools import cache

from zerosum.games.nakai import all_layers
from zerosum.models.targets.solve import solve_layers
from zerosum.numerics.distributions import parse
from zerosum.numerics.laws import Distribution

__all__ = ["State", "laws", "table"]

State = tuple[int, int, int, int]


def laws(targets: str) -> list[Distribution]:
    """The targets' laws: one for all stages, or "uniform; gamma(2)" by stages to go, the last one repeated."""
    return [parse(law.strip()) for law in targets.split(";")]


@cache
def table(n: int, targets: str) -> tuple[dict[State, float], float]:
    """Every v_n(k, l, m) up to n stages, by (n, k, l, m), and the largest bound on an error."""
    F, layers = laws(targets), all_layers(n)
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
