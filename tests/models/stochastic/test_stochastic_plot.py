"""The pictures of stochastic games show what was found."""

from pathlib import Path

import numpy as np
import pytest

from zerosum.core.errors import InputError
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models.stochastic import plot as stochastic
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve import solve


def test_values_and_strategies_are_drawn(tmp_path):
    to = [np.full((2, 2, 2), 0.5), np.full((1, 1, 2), 0.5)]
    found = solve(ArrayGame([[[2, 0], [0, 2]], [[5]]], to, names=["pennies", "gift"]))
    figure = stochastic.draw(found)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts[0].splitlines() == ["pennies", "value 3", "row: 0 50.0%, 1 50.0%", "col: 0 50.0%, 1 50.0%"]
    assert texts[1].splitlines() == ["gift", "value 3"]
    assert texts.count("50%") == 4
    # an arrow ends at the edge of a box only if the box is drawn first, at whatever resolution
    boxes, arrows = figure.axes[0].texts[:2], figure.axes[0].patches
    assert len(arrows) == 4
    assert max(box.get_zorder() for box in boxes) < min(arrow.get_zorder() for arrow in arrows)
    figure.savefig(tmp_path / "game.png")


def test_many_states_are_listed(tmp_path):
    to = [np.eye(12)[[(s + 1) % 12] * 4].reshape(2, 2, 12) for s in range(12)]
    found = solve(ArrayGame([[[2, 0], [0, 2]]] * 12, to))
    figure = stochastic.draw(found)
    value, row, _ = figure.axes
    assert [label.get_text() for label in value.get_yticklabels()] == [str(s) for s in range(12)]
    (parts,) = row.collections
    assert [round(path.get_extents().width, 6) for path in parts.get_paths()] == [0.5] * 24
    figure.savefig(tmp_path / "game.png")
    assert len(stochastic.draw(found, states=1).axes[0].get_yticks()) == 1
    with pytest.raises(InputError, match="at least one state"):
        stochastic.draw(found, states=0)


def test_where_memory_is_needed_the_picture_says_so(tmp_path):
    file = Path(__file__).parents[3] / "examples" / "big_match.toml"
    told = stochastic.draw(solve(StochasticFile(path=str(file))))._supxlabel.get_text()
    assert "guarantees only 0 from the start" in told.replace("\n", " ")
