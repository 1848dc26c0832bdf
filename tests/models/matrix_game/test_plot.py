"""Pictures of matrix games: lines with an envelope, or the table between both strategies."""

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.display.style import as_svg


def test_a_table_of_numbered_moves_is_drawn_with_its_payoffs() -> None:
    drawn = as_svg(zerosum.solve([[1, 2, 3], [3, 0, 1], [2, 2, 2]]).plot())
    assert "Matrix game · 3 × 3" in drawn
    assert "row plays" in drawn
    assert "col plays" in drawn


@pytest.mark.parametrize(
    ("matrix", "envelope"), [([[1, 2, 0], [3, 0, 1]], "lower"), ([[1, 2], [3, 0], [0, 4]], "upper")]
)
def test_two_moves_of_a_side_make_an_envelope(matrix: list[list[int]], envelope: str) -> None:
    assert f"{envelope} envelope" in as_svg(zerosum.solve(matrix).plot())


def test_an_answer_without_payoffs_is_not_drawn() -> None:
    with pytest.raises(InputError, match="no payoffs to plot"):
        zerosum.matrix.solve([[1, 2], [3, 0]]).named().plot()
