"""The picture of a round robin: a map of numbers, or bars where there is one opponent only."""

import pytest

from zerosum.display.heat import heat_map


def test_one_column_of_numbers_is_a_bar_chart() -> None:
    (axes,) = heat_map(["best", "worst", "middle"], [[0.5], [-1.0], [0.0]], ["house"], title="Red Dog").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["best", "middle", "worst"]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([0.5, 0, -1])
    assert axes.get_xlabel() == "average payoff to row against house"


def test_several_columns_are_a_map() -> None:
    axes = heat_map(["a", "b"], [[0, 1], [-1, 0]]).axes[0]
    assert [text.get_text() for text in axes.texts] == ["0.000", "1.000", "-1.000", "0.000"]
