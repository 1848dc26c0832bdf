"""Pictures of hidden games: what they show, without looking at pixels."""

from pathlib import Path

import pytest
from tests.models.hidden.hidden_games import Kuhn

from zerosum.display.style import colours_of
from zerosum.games.blind_goofspiel import BlindGoofspiel
from zerosum.games.hidden_file import HiddenFile
from zerosum.games.leduc import Leduc
from zerosum.games.toy_river import ToyRiver
from zerosum.models.family import solve
from zerosum.models.hidden.plot import draw
from zerosum.models.hidden.report import headline
from zerosum.models.hidden.tree import public_tree

BLUFF = Path(__file__).parents[3] / "examples" / "one-card-bluff.toml"


def below(axes):
    """The names below a map."""
    return [text.get_text() for text in axes.texts]


def cells(axes):
    """The width of each part of a cell, and how strong its colour is."""
    (drawn,) = axes.collections
    widths = [float(path.get_extents().width) for path in drawn.get_paths()]
    return widths, drawn.get_facecolor()[:, 3].tolist()


def test_the_map_has_hands_and_public_states():
    row, col = draw(solve(Kuhn())).axes
    assert [tick.get_text() for tick in row.get_yticklabels()] == ["1", "2", "3"]
    assert below(row) == ["start", "check, bet"]
    assert below(col) == ["check", "bet"]


def test_both_maps_use_the_names_of_the_seats_and_list_hands_in_the_same_order():
    first, second = draw(solve(ToyRiver())).axes
    assert [axis.get_title("left")[:2] for axis in (first, second)] == ["A,", "B,"]
    assert [axis.get_ylabel() for axis in (first, second)] == [
        "private information of A",
        "private information of B",
    ]
    hands = [[tick.get_text() for tick in axis.get_yticklabels()] for axis in (first, second)]
    assert hands == [["Q", "K", "A"]] * 2


def test_a_cell_is_shared_out_by_the_probabilities():
    row = draw(solve(HiddenFile(str(BLUFF)))).axes[0]
    widths = [width / 0.9 for width in cells(row)[0]]
    assert sorted(widths) == pytest.approx([1 / 3, 2 / 3, 1])


def test_the_public_tree_adds_up():
    solution = solve(Kuhn())
    root = public_tree(solution, headline(solution), 24).root
    assert [root.mover, root.reach, root.payoff] == ["row", 1, pytest.approx(-1 / 18)]
    assert {branch.label for branch in root.branches} <= {"check", "bet"}
    ends = [node for node in root.walk() if not node.branches]
    assert sum(node.reach for node in ends) == pytest.approx(1)
    assert sum(node.reach * node.payoff for node in ends) == pytest.approx(-1 / 18)


def test_a_tree_is_cut_to_the_likeliest_branches():
    solution = solve(Leduc())
    few, many = (len(draw(solution, public=True, most=most).axes[0].texts) for most in (6, 24))
    assert few < many < 120


def test_few_public_states_are_drawn_if_asked():
    for axes in draw(solve(Leduc()), most=5).axes:
        assert len(below(axes)) == 5
        assert axes.get_title("left").endswith("(5 of 48 public states)")


def test_what_the_player_comes_to_is_drawn_before_the_rest_and_what_is_left_out_is_told():
    row = draw(solve(BlindGoofspiel(cards=3)), most=4, hands=3).axes[0]
    assert [len(below(row)), len(row.get_yticks())] == [4, 3]
    assert row.get_title("left") == "row, by public information (4 of 13 public states and 3 of 10 hands)"
    assert set(cells(row)[1]) == {1.0}


def test_moves_beyond_the_palette_have_colours_of_their_own():
    moves = [f"{n}×{face}" for n in (1, 2) for face in range(1, 7)] + [
        "liar",
        *(f"bet {k}" for k in range(1, 8)),
    ]
    assert len(set(colours_of(moves).values())) == len(moves)
