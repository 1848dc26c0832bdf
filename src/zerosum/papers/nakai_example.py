"""The example of Nakai's section 3: uniform targets, up to n = 3, with its misprints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from zerosum.games.nakai import Nakai
from zerosum.papers.claims import Claim, Picture, number, statement
from zerosum.papers.nakai_table import table
from zerosum.solvers.targets import solve
from zerosum.solvers.targets.closed import closed_form

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EXAMPLE", "PICTURES_OF_EXAMPLE"]

A = (2 - math.log(3)) / 4
"""The paper's a."""


def _v(*state: int) -> float:
    return table(3, "uniform")[0][state]  # type: ignore[index]


def _exchanged(where: str, state: tuple[int, int, int, int], printed: str, right: str) -> Claim:
    n, k, l, m = state  # noqa: E741
    return number(
        f"example, {where}",
        f"v_{n}({k},{l},{m}) = {printed}",
        printed,
        lambda: _v(*state),
        corrected=right,
        why="the names of the two games are exchanged",
        expected_to_hold=False,
        tolerance=1e-12,
    )


def _equals(state: tuple[int, ...], value: float) -> bool:
    return abs(_v(*state) - value) < 1e-12


def _form(n: int, k: int, l: int, m: int) -> str:  # noqa: E741
    state = (n, k, l, m)
    return f"{closed_form(Nakai(*state), state)} = {_v(*state):.12f}"


def _integral(weight: float, log_weight: float) -> float:
    """a²/2 + weight (1 - a) + log_weight log(5/(13 - 8a))."""
    return A * A / 2 + weight * (1 - A) + log_weight * math.log(5 / (13 - 8 * A))


def _row_strategy(high: float) -> bool:
    """Whether the row player's high card has the weight high/(8x - 8a + 5) beyond a."""
    solution = solve(Nakai(3, 1, 1, 2))
    return all(
        abs(float(solution.at(x=x).row["play H"]) - high / (8 * x - 8 * A + 5)) < 1e-12
        for x in (0.3, 0.6, 0.9)
    )


def _column_strategy() -> bool:
    solution = solve(Nakai(3, 1, 1, 2))
    return all(
        abs(float(solution.at(x=x).col["play M"]) - 5 / (8 * x - 8 * A + 5)) < 1e-12 for x in (0.3, 0.6, 0.9)
    )


def _first_interval() -> bool:
    first, second = solve(Nakai(3, 1, 1, 2)).pieces((3, 1, 1, 2))
    pure = [p.top for p in first.row] == [(1.0,), (), ()] and [q.top for q in first.col] == [(1.0,), ()]
    return pure and abs(first.high - A) < 1e-14 and abs(second.low - A) < 1e-14


EXAMPLE: tuple[Claim, ...] = (
    _exchanged("n = 1", (1, 0, 1, 1), "1/2", "-1/2"),
    _exchanged("n = 1", (1, 1, 0, 1), "-1/2", "1/2"),
    statement(
        "example, n = 2",
        "v_2(0,1,1) = (2 - log 3)/4 = a",
        lambda: _equals((2, 0, 1, 1), A),
        computed=lambda: _form(2, 0, 1, 1),
        corrected=("v_2(1,0,1) = (2 - log 3)/4 = a", lambda: _equals((2, 1, 0, 1), A)),
        why="the names of the two games are exchanged",
        expected_to_hold=False,
    ),
    statement(
        "example, n = 2",
        "v_2(1,0,1) = -a",
        lambda: _equals((2, 1, 0, 1), -A),
        computed=lambda: _form(2, 1, 0, 1),
        corrected=("v_2(0,1,1) = -a", lambda: _equals((2, 0, 1, 1), -A)),
        why="the names of the two games are exchanged",
        expected_to_hold=False,
    ),
    statement(
        "example, n = 2",
        "v_2(1,0,2) = ∫ max(-x, -1/2) dx = -3/8",
        lambda: _equals((2, 1, 0, 2), -3 / 8),
        computed=lambda: _form(2, 1, 0, 2),
        corrected=("v_2(0,1,2) = -3/8", lambda: _equals((2, 0, 1, 2), -3 / 8)),
        why="it is the game with one low card; v_2(1,0,2) = 5/8 stands on the next line",
        expected_to_hold=False,
    ),
    number(
        "example, n = 2", "v_2(1,0,2) = S_F(g_{1,1}) = 5/8", "5/8", lambda: _v(2, 1, 0, 2), tolerance=1e-12
    ),
    number(
        "example, n = 2",
        "v_2(1,1,2) = ∫ max(x - 1/2, 1/2 - x) dx = -1/4",
        "-1/4",
        lambda: _v(2, 1, 1, 2),
        corrected="1/4",
        why="the integrand is |x - 1/2|, never negative; and by (9) it is 2 (p_{2,0} + p_{2,1})",
        expected_to_hold=False,
        tolerance=1e-12,
    ),
    number("example, n = 2", "v_2(1,1,1) = 0", "0", lambda: _v(2, 1, 1, 1), tolerance=1e-12),
    number(
        "example, n = 2",
        "h_{1,0,1} + h_{1,1,1} = μ - μ = 0",
        "0",
        lambda: _v(1, 0, 1, 1),
        corrected="-1/2",
        why="by (13) that sum is v_1(0,1,1) = -μ",
        expected_to_hold=False,
        tolerance=1e-12,
    ),
    statement("example, n = 3", "below a: play L, play M; from a on, both mix", _first_interval),
    statement(
        "example, n = 3",
        "v_3(1,1,2) = a²/2 + (1-a)/32 + (5/4) log(5/(13-8a))",
        lambda: _equals((3, 1, 1, 2), _integral(1 / 32, 5 / 4)),
        computed=lambda: _form(3, 1, 1, 2),
        corrected=(
            "v_3(1,1,2) = a²/2 + (1-a)/4 + (5/32) log(5/(13-8a)), from (1/4) ∫ 8(x-a)/(8x-8a+5) dx",
            lambda: _equals((3, 1, 1, 2), _integral(1 / 4, 5 / 32)),
        ),
        why="the value at x is 2(x-a)/(8x-8a+5); the print lacks a factor 8 and exchanges 1/4 and 1/32",
        expected_to_hold=False,
    ),
    statement(
        "example, n = 3",
        "I plays (0, a/(8x-8a+5), (8x-8a+3)/(8x+8a+5)) for x ≥ a",
        lambda: _row_strategy(A),
        corrected=("I plays (0, 2/(8x-8a+5), (8x-8a+3)/(8x-8a+5))", lambda: _row_strategy(2.0)),
        why="the printed weights do not sum to one",
        expected_to_hold=False,
    ),
    statement("example, n = 3", "II plays (5/(8x-8a+5), (8x-8a)/(8x-8a+5)) for x ≥ a", _column_strategy),
)


def _draw() -> Figure:
    from zerosum.plots.targets import draw

    return draw(solve(Nakai(3, 1, 1, 2)))


def _draw_six() -> Figure:
    from zerosum.plots.targets import draw

    return draw(solve(Nakai(4, 2, 1, 3)))


PICTURES_OF_EXAMPLE: tuple[Picture, ...] = (
    Picture(
        name="nakai-example",
        caption="The example of section 3: what to do at each value of the target.",
        draw=_draw,
    ),
    Picture(name="nakai-four", caption="Four stages: low, pass, high, and then both mix.", draw=_draw_six),
)
