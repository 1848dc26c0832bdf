"""Duels with several bullets: bounds on the duels in which any moment may be chosen, against closed forms.

With first = col the value is row's guarantee when firing only at steps, with first = row the most that col concedes
(`games/duel.py`). Both values are proved, so the value of the duel with any moment lies between them.

With t as both chances, two silent bullets against one have a closed form of Restrepo's kind. Row fires the first
bullet between a and b with a density h/t³, and the second between b and 1 with another, or at the last moment with
the probability (3b - 1)/(1 + b); col fires with the density k (1 - b)/t³ up to b and k/t³ from there. The
conditions that every moment between a and 1 has the same EV give 3v³ - 3v² - 7v - 1 = 0 for v = 1/b, so b = 2 sqrt
3 - 3, and a = 1/(1 + 2 sqrt(1 + 1/sqrt 3)).

References: R. Restrepo, Tactical problems involving several actions (1957); M. Fox and G. Kimeldorf, Noisy duels, SIAM
Journal on Applied Mathematics 17 (1969); S. Karlin, Mathematical Methods and Theory in Games (1959).
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import zerosum.games.duel as games
from zerosum.core.solution import Value
from zerosum.papers.verdicts import Found

F = Fraction
DUELS: dict[str, type[games.Duel]] = {
    "silent": games.SilentDuel,
    "noisy": games.NoisyDuel,
    "mixed": games.MixedDuel,
}


def bounds(kind: str, bullets: int, against: int, steps: int) -> Value:
    """Return proved bounds on the value if any moment may be chosen, with t as both hit probabilities."""
    low, high = (
        game.family.solve(game).value
        for game in (
            DUELS[kind](steps, bullets=bullets, col_bullets=against, first=who) for who in ("col", "row")
        )
    )
    return Value(low.lower, high.upper)


def duel(kind: str, bullets: int, against: int, steps: int, value: str, within: str) -> Found:
    """Check that a closed form lies within proved bounds, and the bounds within a distance of each other."""
    found = bounds(kind, bullets, against, steps)
    closed = CLOSED[value] if value in CLOSED else float(F(value))
    fine = found.lower <= closed <= found.upper and found.gap <= F(within)
    text = f"between {float(found.lower):.5f} and {float(found.upper):.5f}, proved with {steps} steps"
    return Found(fine, text)


def two_against_one() -> tuple[float, float, float]:
    """Return a, b and the value of the silent duel with two bullets against one."""
    v = 1 + 2 / sqrt(3)
    u = 1 + 2 * sqrt(1 + 1 / sqrt(3))
    a, b = 1 / u, 1 / v
    k = 1 / ((1 - b) * (u**2 - v**2) / 2 + (v**2 - 1) / 2)
    mean = k * (1 - b) * (u - v) + k * (v - 1)
    # row fires at a and then last, and col at any moment between
    return a, b, a + (1 - a) * (1 - 2 * mean)


CLOSED = {"5 - 2 sqrt 6": 5 - 2 * sqrt(6), "two against one": two_against_one()[2]}
"""Closed forms by name, in floats: their errors are far below the width of any bounds here."""
