"""Labels and numbers of every kind pass every door of every model, or are rejected in a sentence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run
from tests.core.every_door import DOORS, GAMES, LABELS, NUMBERS, simple_player

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import as_amount, as_whole
from zerosum.core.solution import Solution

TEXTS_ONLY = ("subtraction", "wager", "allocation", "drawing")
"""Models without labels of the user's own."""
SLOW = ("plot", "notebook", "play", "simulated")
"""Doors that are tried with a few kinds of labels; `make long` tries all."""
TELLING = ("int", "tuple", "None", "mathematics", "alike")
"""Labels that broke most doors before."""
SOME = ("fraction", "enum", "numpy int", "commas", "other scripts", "square brackets")

SAID = {
    "alike": ("two ", "own name", "distinct", "have the same"),
    "enum": ("cannot be saved",),
    "int enum": ("cannot be saved",),
    "dataclass": ("cannot be saved",),
    "date": ("cannot be saved",),
    "bytes": ("cannot be saved",),
}
"""What a door may say of labels that it cannot pass."""


def through(door: str, game: Game, solution: Solution, folder: Path) -> str:
    """What a door refuses, in its words; nothing if the game goes through."""
    try:
        DOORS[door](game, solution, folder)
    except ZerosumError as refused:
        said = str(refused)
    else:
        return ""
    assert "\n" not in said
    return said


@pytest.fixture(scope="module")
def closed(tmp_path_factory) -> dict[str, set[str]]:
    """The doors that a model does not have, whatever the labels and numbers."""
    folder, found = tmp_path_factory.mktemp("plain"), {}
    for model, make in GAMES.items():
        game = make()
        solution = zerosum.solve(game)
        found[model] = {door for door in DOORS if door not in SLOW and through(door, game, solution, folder)}
    return found


def kinds() -> list[object]:
    """Each model with each kind of labels, those that take long marked."""
    found = []
    for model in GAMES:
        for kind in () if model in TEXTS_ONLY else LABELS:
            quick = kind in (*TELLING, *SOME) or model in ("matrix", "staged", "stochastic", "hidden")
            found.append(pytest.param(model, kind, marks=() if quick else pytest.mark.long))
    return found


@pytest.mark.parametrize(("model", "kind"), kinds())
def test_labels_of_every_kind_pass_every_door(model, kind, closed, tmp_path):
    game = GAMES[model](kind)
    if model in ("lagged", "betting") and kind == "alike":
        with pytest.raises(ZerosumError, match="name"):
            zerosum.solve(game)
        return
    solution = zerosum.solve(game)
    assert float(solution.value) == pytest.approx(float(zerosum.solve(GAMES[model]()).value), abs=1e-8)
    for door in DOORS:
        if door in closed[model] or (door in SLOW and kind not in TELLING):
            continue
        said = through(door, game, solution, tmp_path)
        assert not said or any(words in said for words in SAID.get(kind, ())), (door, said)


@pytest.mark.long
@pytest.mark.parametrize("door", SLOW)
@pytest.mark.parametrize("model", [model for model in GAMES if model not in TEXTS_ONLY])
def test_labels_of_every_kind_pass_the_slow_doors(model, door, tmp_path):
    for kind in LABELS:
        try:
            game = GAMES[model](kind)
            solution = zerosum.solve(game)
        except ZerosumError:
            assert kind == "alike"
            continue
        assert not through(door, game, solution, tmp_path)


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("model", GAMES)
def test_numbers_of_every_kind_pass_every_door(model, kind, closed, tmp_path):
    game = GAMES[model]("text", kind)
    solution = zerosum.solve(game)
    assert float(solution.value) == pytest.approx(float(zerosum.solve(GAMES[model]()).value), abs=1e-8)
    for door in DOORS:
        if door in closed[model] or door in ("plot", "notebook"):
            continue
        said = through(door, game, solution, tmp_path)
        floats = "need exact values" in said or "needs ints and fractions" in said
        deals_none = model == "wager" and "does not deal cards" in said
        assert not said or deals_none or (floats and kind not in ("fraction", "int", "Decimal")), (door, said)


@pytest.mark.parametrize(
    "bad", [None, "many", [1], 1j, float("nan"), Decimal("NaN"), Decimal("1e999")], ids=str
)
@pytest.mark.parametrize("model", GAMES)
def test_what_is_no_number_is_rejected_in_a_sentence_at_every_door(model, bad, monkeypatch):
    halves = [Fraction(k, 8) for k in (1, 12, -12, -4, 20, -20, 72)]
    monkeypatch.setitem(NUMBERS, "bad", lambda x: bad if x in halves else x)
    doors = (
        zerosum.solve,
        zerosum.check_game,
        lambda game: zerosum.match(game, simple_player(game), simple_player(game)),
    )
    for door in doors:
        with pytest.raises(ZerosumError) as refused:
            door(GAMES[model]("text", "bad"))
        assert "\n" not in str(refused.value)


def test_amounts_are_python_s_own_numbers():
    import numpy as np

    given = [
        True,
        2,
        0.5,
        Fraction(1, 3),
        np.int64(4),
        np.float32(0.5),
        Decimal("0.1"),
        "1/3",
        np.bool_(True),
    ]
    found = [as_amount(x) for x in given]
    assert found == [True, 2, 0.5, Fraction(1, 3), 4, 0.5, Fraction(1, 10), Fraction(1, 3), 1]
    assert [type(x) for x in found[4:]] == [int, float, Fraction, Fraction, int]
    assert as_amount("many") == "many"
    assert as_whole(Decimal("3"), "a heap") == 3
    with pytest.raises(zerosum.GameError, match="whole number"):
        as_whole(2.5, "a heap")


@pytest.mark.parametrize("given", [Decimal("0.5"), Fraction(1, 2), 0.5], ids=str)
def test_a_parameter_may_be_a_decimal(given):
    assert zerosum.solve("kuhn", bet=given).value.middle == pytest.approx(-1 / 60, abs=1e-9)


STATES = '''
from decimal import Decimal
import zerosum

class Steps(zerosum.StochasticGame):
    """Row walks up from state to state; col may send the counter back to the first."""
    states, first_state, discount = (0, (1, "up"), None), 0, Decimal("0.5")

    def moves(self, state):
        return ((1, 2), (1, 2)) if state is not None else ((None,), (None,))

    def play(self, state, row, col):
        if state is None:
            return 0, {None: 1}
        p = 1 if row == col else 0.5
        return Decimal(row == col) / 4, {(1, "up") if state == 0 else None: p, 0: 1 - p}
'''


def test_the_command_names_states_that_are_no_texts(tmp_path):
    (tmp_path / "steps.py").write_text(STATES)
    rules = f"{tmp_path / 'steps.py'}:Steps"
    for state in ("0", "(1, 'up')", "None"):
        shown = run("solve", rules, "--state", state)
        assert f"in {state}" in shown.stdout
    assert "the states are 0, (1, 'up'), None" in run("solve", rules, "--state", "1").stderr
