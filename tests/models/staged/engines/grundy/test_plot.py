"""The strip and the map of winning and losing positions."""

import io

import pytest
from matplotlib.colors import to_rgba

from zerosum.games.matches import Matches
from zerosum.models.staged.engines.grundy.plot import LOSES, WINS, draw
from zerosum.models.staged.engines.grundy.solve import solve


def test_the_strip_colours_every_number():
    solution = solve(Matches())
    cells = draw(solution).axes[0].patches
    expected = [to_rgba(LOSES if x % 4 == 1 else WINS) for x in range(31)]
    assert [cell.get_facecolor() for cell in cells] == expected


def test_the_strip_lines_up_with_the_period():
    solution = solve(Matches(1000, (2, 5, 7), "wins"))
    cells = draw(solution).axes[0].patches
    lost = {round(cell.get_x() + 0.48) for cell in cells if cell.get_facecolor() == to_rgba(LOSES)}
    assert lost == {x for x in range(22) if solution.cost(x)}


@pytest.mark.parametrize(
    "game",
    [
        Matches(1),
        Matches(5, last="wins"),
        Matches(heaps=(3, 9, 12), takes=None, last="wins"),
        Matches(heaps=(40, 30)),
        Matches(heaps=(1, 1)),
    ],
    ids=lambda game: game.title,
)
def test_every_kind_of_game_can_be_drawn(game):
    draw(solve(game)).savefig(io.BytesIO(), format="png", dpi=30)


@pytest.mark.parametrize("left", [(2,), (0, 0)])
def test_what_is_left_of_two_heaps_can_be_drawn(left):
    draw(solve(Matches(heaps=(3, 2))).at(heaps_left=left)).savefig(io.BytesIO(), format="png", dpi=30)


def test_the_map_holds_grundy_values():
    solution = solve(Matches(heaps=(4, 3), takes=None, last="wins"))
    texts = [text.get_text() for text in draw(solution).axes[0].texts]
    assert texts == [str(a ^ b) for b in range(4) for a in range(5)]
