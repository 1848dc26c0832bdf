"""Bellman and Blackwell's whole class: games in two phases, and one in which nobody can do without mixing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.sides import SIDES
from zerosum.games.two_phases import InTwoPhases, TwoPhaseRaise, TwoPhaseRelance
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.hidden.solve import solve as solve_hidden
from zerosum.models.phased.certificate import verify
from zerosum.models.phased.solve import solve
from zerosum.papers.verdicts import Found

GAMES: dict[str, type[InTwoPhases]] = {"relance": TwoPhaseRelance, "raise": TwoPhaseRaise}
CLOSE = 1e-9
"""A solution counts as found if best replies enclose the value this closely."""


@dataclass(frozen=True)
class SameOrOther(HiddenGame):
    """Each gets a number and says 1 or -1 in secret; the product, times the sign of the difference, is paid."""

    numbers: int = 4

    def turn(self, position: tuple[int, ...]) -> Turn:
        """The two numbers, the two words, the end."""
        match position:
            case () | (_,):
                return deal(range(self.numbers), to=SIDES[len(position)])
            case (_, _) | (_, _, _):
                return choose(SIDES[len(position) - 2], (1, -1), hidden=True)
            case _:
                x, y, one, two = position
                return end(one * two * ((x > y) - (x < y)))


def two_phases(game: str) -> Found:
    """What a game in two phases is worth by best replies to the strategies found, and whether those are pure."""
    rules = GAMES[game]()
    solution = solve(rules, tolerance=CLOSE)
    proved = verify(solution)
    pure = all(steps.is_pure for steps in solution.steps.values())
    first = solution.steps["start"]
    low = next(step.high for step in first)
    text = (
        f"worth {float(proved):.9f} to A, who folds below {float(low):.6f} at first; "
        f"{'pure' if pure else 'mixed'} strategies of both prove it to {CLOSE:g}"
    )
    return Found(pure and proved.gap <= CLOSE, text)


def pure_in_the_class(numbers: int, teeth: int) -> Found:
    """Hidden words a, b = ±1 that pay ab·sign(x - y): what pure strategies get, of n numbers and of [0, 1]."""
    solution = solve_hidden(SameOrOther(numbers), pure=True)
    best, value = solution.pure["row"][1], solution.value
    worst = min(_below(teeth, Fraction(k, 2 * teeth)) for k in range(2 * teeth + 1))
    text = (
        f"not in all of it: with hidden moves and K = ab·sign(x - y) the value is {value.lower}, and no pure strategy "
        f"of {numbers} equal numbers gets more than {float(best):g}; saying either by turns on {2 * teeth} "
        f"intervals of [0, 1] loses {-worst}"
    )
    return Found(value.is_exact and best < value.lower and worst < 0, text)


def _below(teeth: int, y: Fraction) -> Fraction:
    """∫p(x) sign(x - y) dx at the end of an interval, where p is 1 and -1 by turns on twice as many equal ones."""
    ends = [Fraction(k, 2 * teeth) for k in range(2 * teeth)]
    return sum(
        ((-1) ** k * Fraction(1 if x >= y else -1, 2 * teeth) for k, x in enumerate(ends)), Fraction(0)
    )
