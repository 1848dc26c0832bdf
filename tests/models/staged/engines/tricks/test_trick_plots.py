"""Pictures say what the solution says."""

from __future__ import annotations

import io

import pytest

from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.plot import draw
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.store import MemoryStore


def goofspiel() -> TrickSolution:
    return solve(Goofspiel(cards=5), store=MemoryStore())


@pytest.mark.parametrize(
    ("solution", "panels"),
    [
        (lambda: solve(Jujitsu(cards=5), store=MemoryStore()), 1),
        (goofspiel, 1),
        (lambda: goofspiel().at(row=[1, 3], col=[2, 3], prizes_left=[1, 4]), 2),
        (lambda: goofspiel().at(row=[1, 3], col=[2, 3], prizes_left=[1, 4], up=4), 1),
        (lambda: solve(Jujitsu(cards=4), exact=True), 1),
    ],
)
def test_every_kind_of_position_can_be_drawn(solution: object, panels: int) -> None:
    figure = draw(solution())  # type: ignore[operator]
    assert len(figure.axes) == panels
    figure.savefig(io.BytesIO(), format="png")


def test_bars_are_as_high_as_the_probabilities() -> None:
    solution = solve(Jujitsu(cards=5), store=MemoryStore())
    (axes,) = draw(solution).axes
    heights = [bar.get_height() for bar in axes.patches]
    assert heights == pytest.approx([100 * float(p) for p in solution.row.values()])
