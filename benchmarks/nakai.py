"""Nakai's game: every state to n stages, certified, for several distributions of the target, compared with the aims."""

from __future__ import annotations

import argparse
import time

from zerosum.games.nakai import all_layers
from zerosum.models.targets.solve import solve_layers
from zerosum.numerics.distributions import parse

AIMS = {(20, "uniform"): "under 2 s, within 1e-12", (50, "uniform"): "under 60 s"}
ROUNDS = [
    (20, "uniform"),
    (20, "exponential(2)"),
    (20, "values(1,2,3)"),
    (20, "gamma(2)"),
    (50, "uniform"),
    (50, "exponential(2)"),
    (50, "gamma(2)"),
]


def measure(n: int, text: str) -> tuple[int, float, float]:
    """Return the number of states, the time in seconds, and the largest bound on an error."""
    F = parse(text)
    began = time.perf_counter()
    found = solve_layers(all_layers(n), lambda left: F)
    seconds = time.perf_counter() - began
    return sum(len(values) for values, _ in found), seconds, max(float(errors.max()) for _, errors in found)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="20 stages only")
    quick = parser.parse_args().quick
    for text in dict.fromkeys(text for _, text in ROUNDS):
        measure(3, text)
    print(f"{'n':>3}  {'targets':<16}{'states':>9}{'seconds':>9}{'states/s':>12}{'error':>9}  aim")
    for n, text in ROUNDS:
        if quick and n > 20:
            continue
        states, seconds, error = measure(n, text)
        aim = AIMS.get((n, text), "")
        print(f"{n:>3}  {text:<16}{states:>9,}{seconds:>9.3f}{states / seconds:>12,.0f}{error:>9.0e}  {aim}")


if __name__ == "__main__":
    main()
