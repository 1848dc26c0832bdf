"""The pictures of stochastic games and of bounded memory show what was found."""

from fractions import Fraction

import numpy as np

from zerosum.models.lagged import ring
from zerosum.models.stochastic_arrays import ArrayGame
from zerosum.plots import memory, stochastic
from zerosum.solvers.memory import bounded_memory
from zerosum.solvers.stochastic import solve


def test_values_and_strategies_are_drawn(tmp_path):
    to = [np.full((2, 2, 2), 0.5), np.full((1, 1, 2), 0.5)]
    found = solve(ArrayGame([[[2, 0], [0, 2]], [[5]]], to, names=["pennies", "gift"]))
    figure = stochastic.draw(found)
    value, row, _ = figure.axes
    assert [label.get_text() for label in value.get_yticklabels()] == ["pennies", "gift"]
    assert [round(patch.get_width(), 6) for patch in row.patches] == [0.5, 0.5, 1.0]
    figure.savefig(tmp_path / "game.png")
    assert len(stochastic.draw(found, states=1).axes[0].get_yticks()) == 1


def test_memory_is_drawn(tmp_path):
    board = ring((Fraction(1), Fraction(2), Fraction(-3)))
    found = [bounded_memory(board, player, 1, starts=1) for player in ("row", "col")]
    figure = memory.draw(found, value=-0.0933)
    assert len(figure.axes[0].lines) == 3
    figure.savefig(tmp_path / "memory.png")
