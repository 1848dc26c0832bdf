"""The game: parameters, board files, errors in one sentence; the pictures."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zerosum.core.errors import GameError, InputError
from zerosum.core.sides import Side
from zerosum.games.gleason import Gleason, parse_payoffs
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.plot import draw
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve import solve
from zerosum.request.flags import flags_of_function

TOML = """
start = "b"
[nodes.a]
payoff = 1
cc = "c"
cl = "b"
[nodes.b]
payoff = "2"
cc = "a"
cl = "c"
[nodes.c]
payoff = -3.0
cc = "b"
cl = "a"
"""
JSON = """{"nodes": {"a": {"payoff": 0.1, "cc": "b", "cl": "b"}, "b": {"payoff": "1/3", "cc": "a", "cl": "a"}}}"""


def test_payoffs_are_exact() -> None:
    assert parse_payoffs("1, -2.5,1/3") == (Fraction(1), Fraction(-5, 2), Fraction(1, 3))


def test_the_ring_of_the_paper() -> None:
    board = Gleason().layout()
    assert board.exits == ((2, 1), (0, 2), (1, 0))
    assert Gleason().title == "Gleason's game · ring 1, 2, -3"
    assert Gleason().parameters() == {"nodes": (1, 2, -3)}


def test_a_board_from_a_file(tmp_path: Path, gleason: LaggedSolution) -> None:
    path = tmp_path / "board.toml"
    path.write_text(TOML)
    game = Gleason(board=str(path))
    assert game.layout().names == ("a", "b", "c")
    assert game.layout().start == 1
    assert Gleason(board=str(path), start="c").layout().start == 2
    value = solve(game).value
    assert value.lower <= gleason.value.upper
    assert gleason.value.lower <= value.upper


def test_a_board_from_json_keeps_decimals(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(JSON)
    assert Gleason(board=str(path)).layout().payoffs == (Fraction(1, 10), Fraction(1, 3))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[nodes.a]\npayoff = 1\ncc = "b"\n[nodes.b]\npayoff = 1\ncc = "a"\ncl = "a"',
            "node a has no exit cl",
        ),
        (
            '[nodes.a]\npayoff = 1\ncc = "b"\ncl = "z"\n[nodes.b]\npayoff = 1\ncc = "a"\ncl = "a"',
            "not a node",
        ),
        (
            '[nodes.a]\npayoff = "x"\ncc = "b"\ncl = "b"\n[nodes.b]\npayoff = 1\ncc = "a"\ncl = "a"',
            "payoff of node a",
        ),
        ('[nodes.a]\npayoff = 1\ncc = "a"\ncl = "a"', "at least two nodes"),
        ("nodes = 3", "needs a table"),
        ('strat = "b"\n' + TOML, "has 'strat', which is not a setting; the settings are start, nodes"),
        (TOML + '\nccc = "a"', "has 'ccc', which is not a setting; the settings are payoff, cc, cl"),
        ("not toml at all", "not valid TOML"),
        ('start = "q"\n' + TOML.replace('start = "b"', ""), "no node 'q'"),
    ],
)
def test_a_bad_file_gets_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text)
    with pytest.raises(GameError, match=says) as problem:
        Gleason(board=str(path))
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"nodes": (1,)}, "at least two nodes"),
        ({"nodes": (1, float("nan"))}, "payoff of node 2 must be 0 or a number .* not nan"),
        ({"nodes": (1, "two", 3)}, "payoff of node 2 must be 0 or a number .* not 'two'"),
        ({"nodes": (1, float("inf"))}, "payoff of node 2 must be 0 or a number .* not inf"),
        ({"start": "7"}, "no node '7'"),
        ({"board": "nowhere.toml"}, "cannot be read"),
    ],
)
def test_bad_parameters_get_one_sentence(parameters: dict[str, object], says: str) -> None:
    with pytest.raises(GameError, match=says):
        Gleason(**parameters)  # type: ignore[arg-type]


def test_a_board_checks_itself() -> None:
    one = (Fraction(1), Fraction(2))
    with pytest.raises(GameError, match="needs two exits"):
        Board(("a", "b"), one, ((1, 1), (0,)))  # type: ignore[arg-type]
    with pytest.raises(GameError, match="start must be"):
        Board(("a", "b"), one, ((1, 1), (0, 0)), 5)


def test_turns_of_odd_and_even_rings() -> None:
    assert Gleason().layout().turns() == ((0, 1, 2), (0, 1, 2))
    assert Gleason(nodes=parse_payoffs("1,2,3,4")).layout().turns() == ((0, 2), (1, 3))


def drawn(solution: LaggedSolution, **options: Any) -> list[str]:
    """What the panels of a picture are called."""
    return [
        axes.get_title(loc="left") for axes in draw(solution, **options).axes if axes.get_title(loc="left")
    ]


BOTH = [f"{side} left node {node}" for side in ("row", "col") for node in "123"]


def test_the_picture_has_the_board_and_both_players(gleason: LaggedSolution) -> None:
    assert drawn(gleason) == BOTH
    board, *panels = draw(gleason).axes
    assert "in the double circle" in board.get_title()
    assert [text.get_text() for text in board.texts if text.get_text()] == [
        "1\npays +1",
        "2\npays +2",
        "3\npays -3",
    ]
    assert all(axes.lines for axes in panels)
    assert "value -0.0933353" in draw(gleason).get_suptitle()


@pytest.mark.parametrize(
    ("figure", "panels"),
    [("row", BOTH[:3]), ("col", BOTH[3:]), ("W", ["row to move: W(k, q)", "col to move: U(k, q)"])],
)
def test_the_figures_one_by_one(gleason: LaggedSolution, figure: str, panels: list[str]) -> None:
    assert drawn(gleason, figure=figure) == panels


@pytest.mark.parametrize(
    ("position", "panels"),
    [
        ({"player": "col"}, BOTH[3:]),
        ({"player": "row"}, BOTH[:3]),
        ({"node": "2"}, ["row left node 2"]),
        ({"node": "3", "player": "col", "q": 0.4}, ["col left node 3"]),
        ({"q": 0.4}, ["row left node 1"]),
    ],
)
def test_the_picture_is_of_what_was_asked_for(
    gleason: LaggedSolution, position: dict[str, Any], panels: list[str]
) -> None:
    there = gleason.at(**position)
    assert drawn(there) == panels
    last = draw(there).axes[-1]
    marks = [line for line in last.get_lines() if line.get_marker() == "o"]
    assert len(marks) == ("q" in position)
    for line in marks:
        who, node = (
            ("row", "col").index(there.position_keys["player"]),
            gleason.board.index(str(there.position_keys["node"])),
        )
        assert list(line.get_ydata()) == pytest.approx(list(gleason.next_cc(who, node, 0.4)), abs=1e-3)
    for key, name in (("player", "col"), ("node", "left")):
        if key in position and position[key] == "col":
            assert name in draw(there).get_suptitle()


def test_the_curves_are_those_of_the_player_named(gleason: LaggedSolution) -> None:
    for who, side in enumerate(("row", "col")):
        panel = draw(gleason.at(player=side), figure="both").axes[1]
        q, r = panel.get_lines()[0].get_data()
        node = next(iter(gleason.next_moves[who]))
        broken = np.isnan(q)
        inside = ~(broken | np.roll(broken, 1) | np.roll(broken, -1))
        assert np.allclose(r[inside], gleason.next_moves[who][node].pair(q[inside])[0], atol=1e-3)


def test_a_jump_is_drawn_as_one(gleason: LaggedSolution) -> None:
    """Of the first panel: wherever r jumps the line is broken, and nowhere else."""
    q, r = draw(gleason, figure="row").axes[1].get_lines()[0].get_data()
    gaps = np.flatnonzero(np.isnan(q))
    moves = gleason.next_moves[0][0]
    before, after = (moves.pair(side)[0] for side in (np.nextafter(moves.q, 0), moves.q))
    assert len(gaps) == int((np.abs(before - after) > 0.01).sum())
    assert np.nanmax(np.abs(np.diff(r))) < 0.5


@pytest.mark.parametrize("player", ["row", "col"])
def test_bounded_memory_has_a_picture(gleason: LaggedSolution, player: Side) -> None:
    there = gleason.at(memory=2, player=player)
    (axes,) = draw(there).axes
    assert len(axes.patches) == len(there.strategy) == 6
    assert f"{player} remembers 2 nodes" in draw(there).get_suptitle()
    with pytest.raises(InputError, match="remove the figure"):
        draw(there, figure="W")


def test_a_figure_of_one_player_and_a_position_of_the_other_do_not_go_together(
    gleason: LaggedSolution,
) -> None:
    with pytest.raises(InputError, match="choose the same player"):
        draw(gleason.at(player="col"), figure="row")
    with pytest.raises(InputError, match="remove node"):
        gleason.at(memory=1, q=0.5)


def test_the_flags_say_what_they_take() -> None:
    flags = {flag.name: flag for flag in flags_of_function(LaggedSolution.at)}
    assert "row or col" in flags["player"].help


def test_the_answer_as_json(gleason: LaggedSolution) -> None:
    answer = gleason.json()
    assert answer["game"] == "gleason"
    assert answer["parameters"] == {"nodes": [1, 2, -3]}
    assert answer["strategies"]["row"] == {"cc": 0.0, "cl": 1.0}
    assert answer["value"]["upper"] - answer["value"]["lower"] <= 1e-12
