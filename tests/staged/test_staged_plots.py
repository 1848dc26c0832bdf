"""Pictures of staged games are drawn without a warning and show what the solution says."""

import io

import pytest

from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.plots.staged import draw
from zerosum.plots.style import as_svg
from zerosum.solvers.staged import solve
from zerosum.testing import examine


@pytest.mark.parametrize("exact", [False, True])
def test_strategies_and_the_path_of_play(exact):
    solution = solve(Matches(heaps=(2, 3), takes=None), exact=exact)
    figure = draw(solution)
    bars, path = figure.axes
    assert [bar.get_height() for bar in bars.patches] == pytest.approx(
        [100 * float(p) for p in solution.row.values()]
    )
    assert bars.get_ylabel() == "probability, %"
    assert path.get_xlabel() == "moves made"
    figure.savefig(io.BytesIO(), format="png", dpi=40)


def test_discs_stand_at_the_values_of_the_positions_that_play_comes_to():
    solution = solve(Jujitsu(cards=3).as_staged())
    _, path = draw(solution).axes
    values = {round(float(value), 9) for value in solution.values.values()}
    heights = [disc.get_offsets()[0] for disc in path.collections]
    assert heights[0].tolist() == pytest.approx([0, 0], abs=1e-9)
    assert {round(float(y), 9) + 0.0 for _, y in heights} <= {v + 0.0 for v in values}


def test_a_position_where_the_game_is_over():
    game = Matches(2)
    solution = solve(game).at_position(((), "row"))
    figure = draw(solution)
    assert [text.get_text() for text in figure.texts][1:] == ["nobody has a choice here"]
    figure.savefig(io.BytesIO(), format="png", dpi=40)
    assert "nobody has a choice here" in as_svg(figure)
    assert examine(game).ok
