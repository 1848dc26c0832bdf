"""Bricker's game of matches: 30 matches, take 1, 2 or 3, the last one loses and pays $1.

f(x) is the least cost to the player to move with x matches left, and d(x) is the optimal number to remove. The
recursion in the HyperCard stack leaves one term undefined: at x = 2 and x = 3 it allows d = x, which asks for
f(0). Without it, d < x, it is complete. Or else, taking all the matches is taking the last one, which costs 1, so 1
- f(0) = 1 and f(0) must be 0. The other choice, f(0) = 1, happens to give the same f from 1 on, but it would count
d(2) = 2 and d(3) = 3 as optimal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from zerosum.core.game import Position
from zerosum.core.solution import Value
from zerosum.games.matches import Matches
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.solve import solve
from zerosum.papers.verdicts import Found

MATCHES = 30
TAKES = (1, 2, 3)


@cache
def _solution() -> SubtractionSolution:
    return solve(Matches(MATCHES))


@cache
def costs() -> dict[int, int]:
    """Return f(x) from the general solver of staged games, which knows no recursion on f: cost = (1 - value) / 2."""
    values: Mapping[Position, Value] = staged.solve(Matches(MATCHES), exact=True).values
    to_mover = {sum(heaps): v if turn == "row" else -v for (heaps, turn), v in values.items()}
    return {x: int((1 - value.lower) / 2) for x, value in to_mover.items()}


def _takes(x: int) -> list[int]:
    """Return all optimal takes."""
    return [take.taken for take in _solution().optimal(x)]


def cost(x: int) -> int:
    """Return f(x)."""
    return costs()[x]


def recursion(takes_all: bool) -> Found:
    """Compare the stack's recursion from f(1) = 1, with d <= x or d < x, with the costs from the general solver."""
    f = {1: 1}
    for x in range(2, MATCHES + 1):
        takes = [d for d in TAKES if d < x + takes_all]
        for d in takes:
            if x - d not in f:
                text = f"undefined: at x = {x} the take d = {d} asks for f({x - d}), which is not given"
                return Found(False, text)
        f[x] = min(1 - f[x - d] for d in takes)
    return Found(all(f[x] == cost for x, cost in costs().items() if x))


def opponent_pays_the_rest() -> Found:
    """Check whether f(x) is the least of 1 - f(x-d) at every position."""
    ok = all(costs()[x] == min(1 - costs()[x - d] for d in TAKES if d <= x) for x in range(1, MATCHES + 1))
    return Found(ok, so=f"at the {MATCHES} positions of the game solved as a staged game")


def options(x: int, after: Sequence[int]) -> Found:
    """Check whether the responses to taking 1, 2 or 3 have these costs."""
    found = [costs()[x - d] for d in TAKES]
    names = ", ".join(f"f({x - d})" for d in TAKES)
    shown = ", ".join(map(str, found))
    text = f"{names} = {shown}, so f({x}) = min {{{', '.join(f'1-{c}' for c in found)}}} = {costs()[x]}"
    return Found(found == list(after), text)


def only_take(x: int, take: int, leaves: int) -> Found:
    """Check whether exactly one take is optimal, and the number of matches that it leaves."""
    found = _takes(x)
    return Found(found == [take] and x - take == leaves, f"d({x}) = {' or '.join(map(str, found))}")


def best_strategy() -> Found:
    """Show how the first player wins, checked against every position that the strategy leaves."""
    lost = [x for x in range(1, MATCHES + 1) if costs()[x]]
    leaves = [x - take for x in range(2, MATCHES + 1) if not costs()[x] for take in _takes(x)]
    text = (
        f"with {MATCHES} matches the first player wins by taking {_takes(MATCHES)[0]} and from then on always leaves "
        f"one of {', '.join(map(str, reversed(lost)))}; {_solution().report().notes[0]}"
    )
    return Found(not costs()[MATCHES] and set(leaves) <= set(lost), text)


def every_take() -> Found:
    """Return d(x) for every x, if it has the period 4."""
    cycle = "; ".join(f"d({x}) = {' or '.join(map(str, _takes(x)))}" for x in range(2, 10))
    repeats = all(_takes(x) == _takes(x + 4) for x in range(2, MATCHES - 3))
    return Found(repeats, cycle, "and so on, with period 4")
