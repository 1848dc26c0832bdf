"""D. L. Bricker, A Game of Matches (1997): a HyperCard stack, every claim of it.

30 matches, take 1, 2 or 3, the last one loses and pays $1. f(x) is the least cost to the player to move with x
matches left, d(x) the optimal number to remove. The stack's recursion leaves one term undefined: at x = 2 and
x = 3 it allows d = x, which asks for f(0). Taking all the matches is taking the last one, which costs 1, so
1 - f(0) = 1 and f(0) must be 0. The other choice, f(0) = 1, happens to give the same f from 1 on, but it would
count d(2) = 2 and d(3) = 3 as optimal, which lose.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from zerosum.games.matches import Matches
from zerosum.papers.claims import Claim, Picture, number, question, statement
from zerosum.solution import Value
from zerosum.solvers import staged
from zerosum.solvers.subtraction import SubtractionSolution, solve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]

MATCHES = 30
TAKES = (1, 2, 3)


@cache
def _solution() -> SubtractionSolution:
    return solve(Matches(MATCHES))


@cache
def _costs() -> dict[int, int]:
    """f(x) from the general solver of staged games, which knows no recursion on f: cost = (1 - value) / 2."""
    values: Mapping[Any, Value] = staged.solve(Matches(MATCHES), exact=True).values
    to_mover = {sum(heaps): v if turn == "row" else -v for (heaps, turn), v in values.items()}
    return {x: int((1 - value.lower) / 2) for x, value in to_mover.items()}


def _takes(x: int) -> list[int]:
    """All optimal takes."""
    return [take.taken for take in _solution().optimal(x)]


def _recursion(ends: dict[int, int]) -> dict[int, int] | None:
    """The stack's recursion from the given first values; None if it asks for a value that is not there."""
    f = dict(ends)
    for x in range(2, MATCHES + 1):
        options = [x - d for d in TAKES if d <= x]
        if any(left not in f for left in options):
            return None
        f[x] = min(1 - f[left] for left in options)
    return f


def _best_strategy() -> str:
    lost = [x for x in range(1, MATCHES + 1) if _costs()[x]]
    return (
        f"with {MATCHES} matches the first player wins by taking {_takes(MATCHES)[0]} and from then on always leaves "
        f"one of {', '.join(map(str, reversed(lost)))}; {_solution().report().notes[0]}"
    )


def _every_take() -> str:
    cycle = "; ".join(f"d({x}) = {' or '.join(map(str, _takes(x)))}" for x in range(2, 10))
    repeats = all(_takes(x) == _takes(x + 4) for x in range(2, MATCHES - 3))
    return f"{cycle}; and {'so on, with period 4' if repeats else 'no period'}"


def _draw() -> Figure:
    from zerosum.plots.subtraction import draw

    return draw(_solution())


CLAIMS: tuple[Claim, ...] = (
    question("the question", "30 matches; what is the best strategy for playing this game?", _best_strategy),
    question("the question", "if there are x matches on the table, how many should I pick up?", _every_take),
    number("recursive definition", "f(1) = 1", "1", lambda: _costs()[1]),
    statement(
        "recursive definition",
        "f(x) = min {1 - f(x-d): d in {1,2,3}, d <= x} for x = 2 … 30, and f(1) = 1",
        lambda: _recursion({1: 1}) is not None,
        computed="undefined: at x = 2 and x = 3 the take d = x asks for f(0), which is not given",
        corrected=(
            "the same with f(0) = 0, from which f(1) = 1 follows",
            lambda: _recursion({0: 0, 1: 1}) == _costs(),
        ),
        why="d <= x lets a player take all that is left; that is taking the last match, so 1 - f(0) must be 1",
        expected_to_hold=False,
    ),
    statement(
        "recursive definition",
        "if you remove d matches, your opponent's optimal value is f(x-d), and your cost will be 1 - f(x-d)",
        lambda: all(
            _costs()[x] == min(1 - _costs()[x - d] for d in TAKES if d <= x) for x in range(1, MATCHES + 1)
        ),
        computed="holds at all 30 positions of the game solved as a general staged game",
    ),
    statement(
        "5 matches remain",
        "with 5 left, whether you remove 1, 2 or 3, your opponent's optimal cost will be 0",
        lambda: [_costs()[5 - d] for d in TAKES] == [0, 0, 0] and _takes(5) == [1, 2, 3],
        computed=lambda: (
            f"f(4), f(3), f(2) = {_costs()[4]}, {_costs()[3]}, {_costs()[2]}, so f(5) = {_costs()[5]}"
        ),
    ),
    statement(
        "6 matches remain",
        "with 6 left your cost is f(6) = min {1-1, 1-0, 1-0} = min {0, 1, 1}",
        lambda: [1 - _costs()[6 - d] for d in TAKES] == [0, 1, 1],
        computed=lambda: f"min {{{', '.join(str(1 - _costs()[6 - d]) for d in TAKES)}}}",
    ),
    number("6 matches remain", "f(6) = 0", "0", lambda: _costs()[6]),
    statement(
        "6 matches remain",
        "with 6 left the optimal number to remove is 1, which leaves 5",
        lambda: _takes(6) == [1],
        computed=lambda: f"d(6) = {_takes(6)[0]}, and no other take is optimal",
    ),
    statement(
        "7 matches",
        "with 7 left you should remove 2, so as to leave 5",
        lambda: _takes(7) == [2],
        computed=lambda: f"d(7) = {_takes(7)[0]}, and no other take is optimal",
    ),
)

PICTURES: tuple[Picture, ...] = (
    Picture(
        name="matches",
        caption="Bricker's game: from which numbers the player to move wins, and what to take.",
        draw=_draw,
    ),
)
