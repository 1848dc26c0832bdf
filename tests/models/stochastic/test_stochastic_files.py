"""Stochastic games from files, arrays and classes: what is read, and what is refused in one sentence."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.core.solution import Value
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models import family as families
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import ArrayGame, StochasticGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.table import tabulate

EXAMPLES = Path(__file__).parents[3] / "examples"


def written(folder, text, name="game.toml"):
    """A game from a file with this text."""
    path = folder / name
    path.write_text(text)
    return StochasticFile(str(path))


def test_the_examples_are_solved_through_the_one_door():
    found = families.solve(StochasticFile(str(EXAMPLES / "big_match.toml")))
    assert isinstance(found, StochasticSolution)
    assert found.value == Value.exactly(Fraction(1, 2))
    assert set(found.row) == {"guess 0", "guess 1"}
    total = families.solve(StochasticFile(str(EXAMPLES / "shapley.toml")))
    assert float(total.value) == pytest.approx(12.5**0.5)


def test_discount_and_start_can_be_given_instead():
    path = str(EXAMPLES / "big_match.toml")
    found = families.solve(StochasticFile(path, discount="9/10", start="won"))
    assert float(found.value) == pytest.approx(10)
    assert found.json()["parameters"] == {"path": path, "discount": "9/10", "start": "won"}
    assert StochasticFile(str(EXAMPLES / "shapley.toml"), discount="average").discount is None


def test_json_and_tables_of_chances(tmp_path):
    game = {
        "discount": 0.5,
        "states": {
            "a": {"payoff": [[1, "1/3"]], "next": [[{"a": 0.5, "b": "1/2"}, "b"]]},
            "b": {"payoff": 0},
        },
    }
    table = tabulate(written(tmp_path, json.dumps(game), "game.json"))
    assert table.exact_cells()[0] == (1, {"a": Fraction(1, 2), "b": Fraction(1, 2)})
    assert table.exact_cells()[1] == (Fraction(1, 3), {"b": 1})
    assert table.exact_cells()[2] == (0, {"b": 1})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("states = 3", "needs a table of states"),
        ("x = ", "is not valid TOML"),
        ('start = "b"\n[states.a]\npayoff = 1', "the start 'b' is not a state of the file; the states are a"),
        ("[states.a]\nnext = 'a'", "state 'a' needs a payoff"),
        (
            "[states.a]\npayoff = [[1, 2], [3]]",
            "the payoff of state 'a' has rows of different lengths: 2, 1 entries",
        ),
        ("[states.a]\npayoff = [1, 2]", "must be a matrix"),
        ("[states.a]\npayoff = 'much'", "must be a number such as 2"),
        ("[states.a]\npayoff = true", "must be a number such as 2"),
        ("[states.a]\npayoff = [[1, 2]]\nnext = [['a']]", "next must have 1 rows of 2 entries"),
        ("[states.a]\npayoff = 1\nnext = [[7]]", "a state's name or a table of probabilities, not 7"),
        ("[states.a]\npayoff = 1\nnexr = 'a'", "'nexr', which is not a setting"),
        ("[states.a]\npayof = 1", "'payof', which is not a setting; the settings are payoff"),
        ("[states.a]\npayoff = [[1, 2]]\ncols = ['x', 'x']", "needs 2 different names in cols"),
        ("discount = 2\n[states.a]\npayoff = 1", "the discount must be between 0 and 1, not 2"),
        ("discount = 'half'\n[states.a]\npayoff = 1", "the discount must be a number"),
        ("discount = 1e-200\n[states.a]\npayoff = 1", "the discount must be 0 or at least 1e-100"),
        (
            "dicsount = 0.5\n[states.a]\npayoff = 1",
            "'dicsount', which is not a setting; the settings are title",
        ),
        ("[states.a]\npayoff = [[1], [2]]\nrows = 'xy'", "needs 2 different names in rows, not xy"),
        ("[states.a]\npayoff = [[1], [2]]\nrows = 5", "needs 2 different names in rows, not 5"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path, text, says):
    with pytest.raises(GameError, match=says) as told:
        written(tmp_path, text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("next_states", "says"),
    [
        ("'b'", "there is no state 'b' to go to"),
        ("{a = 0.7}", "sum to 0.7, not 1 .a game that may stop needs a discount"),
        ("[[{a = 0.7, b = 0.7}]]", "there is no state 'b'"),
        ("{a = 1.5}", "the probability of going to 'a' is 3/2, not between 0 and 1"),
        ("{a = -1}", "the probability of going to 'a' is -1"),
        ("{a = 1, b = 1e-350}\n[states.b]\npayoff = 1", "going to 'b' must be 0 or at least 1e-100"),
    ],
)
def test_bad_chances_get_one_sentence(tmp_path, next_states, says):
    with pytest.raises(GameError, match=says):
        tabulate(written(tmp_path, f"[states.a]\npayoff = 1\nnext = {next_states}"))


@pytest.mark.parametrize("payoff", ["1e400", "'1e350'", "-1e300", "1e-300"])
def test_payoffs_that_floats_cannot_bound_are_refused(tmp_path, payoff):
    with pytest.raises(GameError, match="1e-100 to 1e100"):
        tabulate(written(tmp_path, f"[states.a]\npayoff = {payoff}"))


@pytest.mark.parametrize("discount", ["0.9999999999999999", "'99999999999999999999/100000000000000000000'"])
def test_a_discount_too_near_1_is_told(tmp_path, discount):
    game = written(tmp_path, f"discount = {discount}\n[states.a]\npayoff = 1")
    with pytest.raises(GameError, match="close to 1"):
        families.solve(game)


@pytest.mark.parametrize("file", ["big_match.toml", "shapley.toml"])
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"method": "guess"}, "the method 'guess' is unknown; choose one of newton"),
        ({"tolerance": float("nan")}, "the tolerance must be 0 or positive, not nan"),
        ({"tolerance": -1.0}, "the tolerance must be 0 or positive, not -1"),
    ],
)
def test_options_are_checked_whatever_the_game(file, options, says):
    with pytest.raises(InputError, match=says):
        solve(StochasticFile(str(EXAMPLES / file)), **options)


def test_a_missing_file_is_one_sentence():
    with pytest.raises(GameError, match=r"'none\.toml' cannot be read"):
        StochasticFile("none.toml")


@dataclass(frozen=True)
class Ladder(StochasticGame):
    """A game as a class: row climbs if he guesses col's coin, and takes the height when he stops."""

    height: int = option(3, "rungs")

    @property
    def states(self) -> Sequence[str]:
        return [f"rung {k}" for k in range(self.height + 1)]

    @property
    def first_state(self) -> str:
        return "rung 0"

    @property
    def discount(self) -> int:
        return 1

    def moves(self, state):
        return (["heads", "tails"], ["heads", "tails"]) if state != self.states[-1] else (["take"], ["pay"])

    def play(self, state, row, col):
        k = self.states.index(state)
        if row == "take":
            return k, {}
        return 0, ({self.states[k + 1]: 1} if row == col else {})


def test_a_class_is_a_game():
    """Each rung is reached with probability 1/2: the value is height / 2^height."""
    found = families.solve(Ladder(4))
    assert float(found.value) == pytest.approx(4 / 16)
    assert found.report().title == "Ladder · height 4"


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (lambda: ArrayGame([], []), "at least one"),
        (lambda: ArrayGame([[[1]]], [[[[1]]]], names=["a", "b"]), "2 names for 1 states"),
        (lambda: ArrayGame([[[1]]], [[[[1]]]], start=1), "first state must be from 0 to 0"),
        (lambda: ArrayGame([[[1]]], [[[[1, 0]]]]), r"transitions have shape \(1, 1, 2\)"),
        (
            lambda: tabulate(ArrayGame([[[float("nan")]]], [[[[1]]]])),
            "the payoff is nan, not a finite number",
        ),
        (
            lambda: tabulate(ArrayGame([[[1]]] * 2, [[[[1, 0]]]] * 2, names=["a", "a"])),
            "two states are called 'a'",
        ),
    ],
)
def test_bad_arrays_get_one_sentence(game, says):
    with pytest.raises(GameError, match=says):
        game()


def test_floats_are_the_fractions_that_they_are_and_chances_have_sum_one():
    game = ArrayGame([[[0.1]]] * 3, [[[[1 / 3] * 3]]] * 3)
    for payoff, chances in tabulate(game).exact_cells():
        assert payoff == Fraction(0.1)
        assert list(chances.values()) == [Fraction(1, 3)] * 3
