"""Random stochastic games with the average payoff: the widths of their intervals, and a check that none is wrong.

    zerosum bench endless [--quick]

Recursive games have one to four states of two or three moves each, without payments, and two or three absorbing
states with integer payoffs from -3 to 3; absorbing games have one state with payments, and three absorbing states.
A pair of moves leads to one state, or to two with probabilities in quarters. An interval counts as wrong if it
misses the certified interval of the game with the discount 1 - 1e-7 by more than 1e-2. The output gives the numbers
of intervals that are exact, narrower than 1e-6 or open, the number of certificates that hold, and the processor
time.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from fractions import Fraction

import zerosum
from zerosum.models.stochastic.rules import ArrayGame

INTEREST = Fraction(1, 10**7)
"""1 minus the discount of the games that check the intervals."""
ROUGH = 1e-2
"""Maximum distance of the value at that discount from the limit."""
NARROW = 1e-6
"""A gap above this counts as open."""


def chances(draw: random.Random, places: int) -> list[Fraction]:
    """Return the distribution of the next state after a pair of moves: one state, or two."""
    to = [Fraction(0)] * places
    share = Fraction(4 if draw.random() < 0.6 else draw.randint(1, 3), 4)
    to[draw.randrange(places)] += share
    to[draw.randrange(places)] += 1 - share
    return to


def random_game(seed: int, *, recursive: bool) -> ArrayGame:
    """Return a random recursive game, or a random absorbing game."""
    draw = random.Random(seed)
    inner, ends = (draw.randint(1, 4), draw.randint(2, 3)) if recursive else (1, 3)
    payoffs, to = [], []
    for _ in range(inner):
        m, n = draw.randint(2, 3), draw.randint(2, 3)
        payoffs.append([[0 if recursive else draw.randint(-3, 3) for _ in range(n)] for _ in range(m)])
        to.append([[chances(draw, inner + ends) for _ in range(n)] for _ in range(m)])
    for k in range(inner, inner + ends):
        payoffs.append([[draw.randint(-3, 3)]])
        to.append([[[Fraction(int(k == t)) for t in range(inner + ends)]]])
    return ArrayGame(payoffs, to)


def measure(games: int, *, recursive: bool) -> None:
    """Solve some games and print the widths of the intervals."""
    kinds, wide, seconds = Counter[str](), [], []
    for seed in range(games):
        game = random_game(seed, recursive=recursive)
        began = time.process_time()
        solution = zerosum.solve(game)
        seconds.append(time.process_time() - began)
        near = zerosum.solve(ArrayGame(game.payoffs, game.transitions, 1 - INTEREST))
        for state, value in solution.values.items():
            low, high = (
                float(end) * float(INTEREST) for end in (near.values[state].lower, near.values[state].upper)
            )
            if float(value.lower) > high + ROUGH or float(value.upper) < low - ROUGH:
                kinds["wrong"] += 1
                print(
                    f"seed {seed}, state {state}: {value}, and from {low:.6g} to {high:.6g} at the discount"
                )
        gap = max(float(value.gap) for value in solution.values.values())
        kinds["exact" if gap == 0 else "to 1e-6" if gap <= NARROW else "open"] += 1
        if gap > NARROW:
            wide.append((seed, gap))
        verdict = solution.verify()
        kinds["certified"] += verdict.holds
        kinds["not certified"] += not verdict.holds
    seconds.sort()
    print(
        f"{'recursive' if recursive else 'absorbing'}: {games} games, {dict(sorted(kinds.items()))}; processor time "
        f"median {seconds[games // 2]:.2f} s, longest {seconds[-1]:.2f} s; open: "
        + ", ".join(f"seed {seed} gap {gap:.1e}" for seed, gap in wide)
    )


def main() -> None:
    """Measure both kinds."""
    games = 40 if "--quick" in sys.argv else 500
    for recursive in (True, False):
        measure(games, recursive=recursive)


if __name__ == "__main__":
    main()
