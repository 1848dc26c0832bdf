"""Ferguson and Shapley, Gleason's Game, sections 1 and 2: strategies of bounded memory."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.games.gleason import Gleason
from zerosum.models.family import solve
from zerosum.models.lagged.answer import MemorySolution
from zerosum.models.lagged.memory import (
    best_reply,
    bounded_memory,
    histories,
    prove_best,
    solve_reply,
)
from zerosum.models.lagged.rules import ring
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BOARD = ring((Fraction(1), Fraction(2), Fraction(-3)))


@cache
def best(player: Side, memory: int) -> MemorySolution:
    """The best strategy found with this memory."""
    return bounded_memory(BOARD, player, memory)


def strategy_worth(at_start: str = "", after_one: str = "", after_two: str = "") -> Value:
    """What II's strategy guarantees: cl at +1, cc at +2, and at -3 cc with one probability or by the node before."""
    if at_start:
        return best_reply(histories(BOARD, "col", 1), [0, 1, Fraction(at_start)]).value
    seen = histories(BOARD, "col", 2)
    mixed: dict[tuple[int, ...], Fraction] = {(0, 2): Fraction(after_one), (1, 2): Fraction(after_two)}
    return best_reply(seen, [mixed.get(key, Fraction(int(key[-1] == 1))) for key in seen.keys]).value


def best_worth(player: Side, memory: int) -> Value:
    """What the best strategy found with this memory guarantees."""
    return best(player, memory).value


def best_probability(player: Side, memory: int, after: Sequence[int]) -> float:
    """The probability of cc after nodes with these payoffs in the best strategy found."""
    names = {int(payoff): name for name, payoff in zip(BOARD.names, BOARD.payoffs, strict=True)}
    return float(best(player, memory).strategy[tuple(names[payoff] for payoff in after)])


def shape_of_two() -> Found:
    """Whether going cl at +1 and cc at +2 loses nothing against II's best strategy with two known states."""
    at = [str(best_probability("col", 2, (before, -3))) for before in (1, 2)]
    shaped, free = strategy_worth(after_one=at[0], after_two=at[1]), best("col", 2).value
    return Found(
        float(shaped.upper - free.lower) < 1e-9, f"{shaped} so, and {free} with all six probabilities free"
    )


def best_hundredths(after_one: int, after_two: int) -> Found:
    """Whether these are the best probabilities in hundredths for the strategy of section 2, all pairs being tried."""
    seen = histories(BOARD, "col", 2)

    def worth(pair: tuple[int, int]) -> float:
        mixed: dict[tuple[int, ...], float] = {(0, 2): pair[0] / 100, (1, 2): pair[1] / 100}
        return solve_reply(seen, np.array([mixed.get(key, float(key[-1] == 1)) for key in seen.keys]))[2]

    found = min(itertools.product(range(101), range(101)), key=worth)
    return Found(
        found == (after_one, after_two), f"of 101 x 101 pairs the best is .{found[0]:02} and .{found[1]:02}"
    )


def no_better(player: Side, memory: int, within: str) -> Found:
    """Whether no strategy with this memory does better than the best found by more than `within`."""
    seen = histories(BOARD, player, memory)
    found = best(player, memory).value
    proved = prove_best(seen, seen.sign * float(found) - float(within)) > 0
    share = float(within) / abs(float(found)) if abs(float(found)) > float(within) else 0.0
    return Found(
        proved,
        f"the best found has {float(found):.7f}",
        f"branch and bound proves that none is better by {within}"
        + f", {100 * share:.1f}% of that" * bool(share),
    )


def worth_formula(formula: str) -> Found:
    """A formula for what I guarantees with one known state."""
    found = best("row", 1).value
    return Found(holds(f"v == {formula}", {"v": float(found), "sqrt": math.sqrt}), str(found))


def more_memory_helps() -> Found:
    """Whether the last two states are enough for II to hold I below zero."""
    return Found(
        best("col", 2).value.upper < 0, f"with the last two states II holds I to {best('col', 2).value}"
    )


def bound(number: str, side: Literal["upper", "lower"]) -> Found:
    """Whether a number bounds the value from above, or below."""
    low, high = best("row", 1).value.lower, best("col", 2).value.upper
    told = f"{float(low):.5f} <= V <= {float(high):.5f}"
    return Found(bool(Fraction(number) >= high if side == "upper" else Fraction(number) <= low), told)


def parameters(formula: str) -> Found:
    """Whether a formula gives the number of parameters for memories of one to five nodes."""
    found = [len(histories(BOARD, "col", k).keys) for k in range(1, 6)]
    right = all(holds(f"n == {formula}", {"n": n, "k": k}) for k, n in enumerate(found, 1))
    return Found(right, f"{', '.join(map(str, found))} parameters for k = 1 to 5")


def how_far(player: Side, memory: int) -> Found:
    """The best strategy found with this memory, certified by the best reply to it."""
    return Found(best(player, memory).value.gap < 1e-9, _told(player, memory))


def _told(player: Side, memory: int) -> str:
    """A best strategy in words."""
    found = best(player, memory)
    payoff = dict(zip(BOARD.names, BOARD.payoffs, strict=True))
    parts = [
        f"{' '.join(f'{payoff[name]}' for name in key)}: {float(p):.4f}" for key, p in found.strategy.items()
    ]
    return f"{float(found.value):.8f} with cc after {', '.join(parts)}"


def draw_memory() -> Figure:
    """What each player guarantees with one, two and three known states, and the value."""
    from zerosum.models.lagged.plot import draw_memories

    found = [best(player, memory) for player in SIDES for memory in (1, 2, 3)]
    return draw_memories(found, value=float(solve(Gleason()).value))
