"""The game: parameters, board files, errors in one sentence; the pictures."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.errors import GameError
from zerosum.games.gleason import Gleason, parse_payoffs
from zerosum.models.lagged import Board
from zerosum.plots.lagged import draw
from zerosum.request.flags import flags_of_function
from zerosum.solvers.lagged import LaggedSolution, solve

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
        ('strat = "b"\n' + TOML, "has 'strat', which means nothing; it may have start, nodes"),
        (TOML + '\nccc = "a"', "has 'ccc', which means nothing; it may have payoff, cc, cl"),
        ("not toml at all", "not proper TOML"),
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
        ({"nodes": (1, float("nan"))}, "payoff of node 2 must be a number"),
        ({"nodes": (1, "two", 3)}, "payoff of node 2 must be a number"),
        ({"nodes": (1, float("inf"))}, "payoff of node 2 must be a number"),
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


@pytest.mark.parametrize(("figure", "panels"), [("row", 3), ("col", 3), ("W", 2)])
def test_the_pictures(gleason: LaggedSolution, figure: str, panels: int) -> None:
    picture = draw(gleason, figure=figure)  # type: ignore[arg-type]
    assert len([axes for axes in picture.axes if axes.get_visible()]) == panels
    assert all(axes.lines for axes in picture.axes)


def test_the_flags_say_what_they_take() -> None:
    flags = {flag.name: flag for flag in flags_of_function(LaggedSolution.at, skip=["self"])}
    assert "row or col" in flags["player"].help


def test_the_answer_as_json(gleason: LaggedSolution) -> None:
    answer = gleason.json()
    assert answer["game"] == "gleason"
    assert answer["parameters"] == {"nodes": [1, 2, -3]}
    assert answer["strategies"]["row"] == {"cc": 0.0, "cl": 1.0}
    assert answer["value"]["upper"] - answer["value"]["lower"] <= 1e-12
