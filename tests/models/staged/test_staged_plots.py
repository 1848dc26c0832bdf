"""Pictures of staged games are drawn without a warning and show what the solution says."""

import io
from fractions import Fraction

import pytest

from zerosum.core.game import WAIT
from zerosum.display.style import as_svg
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.models.staged.plot import draw
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve
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
    assert path.get_xlabel().startswith("moves made")
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
    assert [text.get_text() for text in figure.texts][1:] == ["neither player has a choice here"]
    figure.savefig(io.BytesIO(), format="png", dpi=40)
    assert "neither player has a choice here" in as_svg(figure)
    assert examine(game).ok


class Coin(StagedGame):
    """A coin pays row 10 or -4 at once; then row gets 1 for naming its side."""

    start = "toss"

    def moves(self, position):
        return {"toss": (WAIT, WAIT), "over": ((), ())}.get(position, (("heads", "tails"), WAIT))

    def play(self, position, row, col):
        if position == "toss":
            return [(Fraction(1, 2), 10, "heads"), (Fraction(1, 2), -4, "tails")]
        return [(1, int(row == position), "over")]


def test_what_chance_brings_is_worth_what_it_pays_at_once_and_what_follows():
    solution = solve(Coin(), exact=True)
    assert float(solution.value) == 4
    (table,) = [table for table in solution.report().tables if table.columns[0] == "outcome"]
    assert [row[2:] for row in table.rows] == [["heads", 11], ["tails", -3]]
    (panel,) = draw(solution).axes
    assert [spot.get_offsets().tolist() for spot in panel.collections] == [[[0, 11]], [[1, -3]]]
    assert panel.get_xticks().tolist() == [0, 1]
