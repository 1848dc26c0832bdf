"""Pictures of staged games are drawn without a warning and show what the solution says."""

import io

import pytest

from zerosum.games.matches import Matches
from zerosum.plots.staged import draw
from zerosum.solvers.staged import solve
from zerosum.testing import examine


@pytest.mark.parametrize("exact", [False, True])
def test_strategies_and_values(exact):
    solution = solve(Matches(heaps=(2, 3), takes=None), exact=exact)
    figure = draw(solution)
    bars, spread = figure.axes
    assert [bar.get_height() for bar in bars.patches] == pytest.approx(
        [float(p) for p in solution.row.values()]
    )
    assert bars.get_ylabel() == "row plays"
    assert spread.get_xlabel() == "moves left at most"
    figure.savefig(io.BytesIO(), format="png", dpi=40)


def test_a_position_where_the_game_is_over():
    game = Matches(2)
    solution = solve(game).at_position(((), "row"))
    figure = draw(solution)
    assert [text.get_text() for text in figure.axes[0].texts] == ["nobody has a choice here"]
    figure.savefig(io.BytesIO(), format="png", dpi=40)
    assert examine(game).ok
