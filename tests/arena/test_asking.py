"""Whatever a function of a person's own does, it is judged alike in every game: played, or refused in one sentence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.by_name import computed, exploited, sampled

import zerosum
from zerosum.arena import sampling
from zerosum.arena.players import Function, Observation, ask, uniform
from zerosum.core.errors import GameError, InputError
from zerosum.models.family import arena_for
from zerosum.models.lagged.arena import movers
from zerosum.request.players import read_player

OWN = """
import sys
import numpy as np
import zerosum
from decimal import Decimal

def first(seen): return seen.moves[0]
def weighed(seen): return zerosum.weights({seen.moves[0]: 3, seen.moves[-1]: 5})
def decimal(seen): return zerosum.weights({move: Decimal("0.25") for move in seen.moves})
def small(seen): return dict(zip(seen.moves, np.full(len(seen.moves), 1 / len(seen.moves), np.float32)))
def stray_never(seen): return {seen.moves[0]: 1, "no such move": 0}

def raises(seen): raise RuntimeError("boom")
def no_seat(): return 1
def leaves(seen): sys.exit(3)
def none(seen): return None
def nothing(seen): return {}
def negative(seen): return {seen.moves[0]: -1, seen.moves[-1]: 2}
def not_a_number(seen): return {seen.moves[0]: float("nan")}
def words(seen): return {seen.moves[0]: "1"}
def complex_(seen): return {seen.moves[0]: 1j}
def a_list(seen): return [1, 2]
def stray(seen): return {"no such move": 1}
def too_much(seen): return {move: 0.7 for move in seen.moves}
def too_little(seen): return {seen.moves[0]: 0.999999}
def plain_weights(seen): return {seen.moves[0]: 3, seen.moves[-1]: 5}
"""
GOOD = ("first", "weighed", "decimal", "small", "stray_never")
BAD = (
    "raises",
    "no_seat",
    "leaves",
    "none",
    "nothing",
    "negative",
    "not_a_number",
    "words",
    "complex_",
    "a_list",
    "stray",
    "too_much",
    "too_little",
    "plain_weights",
)
GAMES: dict[str, dict[str, Any]] = {
    "jujitsu": {"cards": 3},
    "matches": {"matches": 5},
    "kuhn": {},
    "relance": {},
    "red-dog": {"cards": 2, "ranks": 5},
    "seven-and-a-half": {},
    "nakai": {"stages": 2, "high": 1, "low": 1, "middle": 1},
    "gleason": {},
}


@pytest.fixture(scope="module")
def arenas() -> dict[str, Any]:
    found = {}
    for name, options in GAMES.items():
        game = zerosum.load(name)(**options)
        found[name] = arena_for(game)
    return found


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return file


def opponent_in(arena: Any) -> str:
    return "house" if "house" in arena.roster("col") else "uniform"


@pytest.mark.parametrize("function", GOOD)
@pytest.mark.parametrize("name", GAMES)
def test_weights_of_every_kind_are_played(
    arenas: dict[str, Any], own: Path, name: str, function: str
) -> None:
    arena = arenas[name]
    assert sampled(arena, f"{own}:{function}", opponent_in(arena), plays=100, seed=1).plays == 100


@pytest.mark.parametrize("function", BAD)
@pytest.mark.parametrize("name", GAMES)
def test_garbage_is_refused_in_one_sentence(
    arenas: dict[str, Any], own: Path, name: str, function: str
) -> None:
    arena = arenas[name]
    with pytest.raises(InputError, match=rf"{own.name}:{function}") as told:
        sampled(arena, f"{own}:{function}", opponent_in(arena), plays=100, seed=1)
    assert "Fixed" not in str(told.value)


@pytest.mark.parametrize("name", ["jujitsu", "kuhn", "red-dog", "seven-and-a-half"])
def test_garbage_is_refused_where_all_is_computed_too(arenas: dict[str, Any], own: Path, name: str) -> None:
    arena = arenas[name]
    for function in BAD:
        with pytest.raises(InputError, match=rf"{own.name}:{function}"):
            computed(arena, f"{own}:{function}", opponent_in(arena))
    for function in GOOD:
        shares = computed(arena, f"{own}:{function}", opponent_in(arena)).results.values()
        assert float(sum(shares)) == pytest.approx(1)


def test_a_failure_tells_its_line(own: Path, arenas: dict[str, Any]) -> None:
    line = OWN.splitlines().index('def raises(seen): raise RuntimeError("boom")') + 1
    with pytest.raises(InputError, match=rf"RuntimeError: boom \(line {line}\)"):
        sampled(arenas["kuhn"], f"{own}:raises", "uniform", plays=2, seed=0)


def test_answers_become_probabilities() -> None:
    seen = Observation("row", None, ("a", "b"))
    asked = {"a": Decimal("0.25"), "b": np.float32(0.75)}
    assert ask(Function("odd", lambda _: asked), seen) == {"a": 0.25, "b": 0.75}
    whole = ask(Function("whole", lambda _: zerosum.weights({"a": 1, "b": 2})), seen)
    assert whole == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert all(isinstance(p, Fraction) for p in whole.values())
    assert ask(Function("one", lambda _: {"a": True}), seen) == {"a": 1}


@pytest.mark.parametrize(
    ("mix", "fine"),
    [
        ({"a": 0.1, "b": 0.9 + 5e-10}, True),
        ({"a": 0.1, "b": 0.9 + 5e-9}, False),
        ({"a": np.float32(0.1), "b": np.float32(0.9)}, True),
        ({"a": np.float32(0.1), "b": np.float32(0.9001)}, False),
        ({"a": Fraction(1, 3), "b": Fraction(2, 3)}, True),
        ({"a": 0.7, "b": 0.7}, False),
    ],
)
def test_a_mix_adds_up_to_one(mix: Any, fine: bool) -> None:
    """What is not a mix is refused, since nobody can tell a weight from a slip."""
    player, seen = Function("own", lambda _: mix), Observation("row", None, ("a", "b"))
    if fine:
        assert float(sum(ask(player, seen).values())) == pytest.approx(1, abs=1e-15)
    else:
        with pytest.raises(InputError, match=r"add up to .*zerosum.weights"):
            ask(player, seen)


def test_weights_must_be_weights() -> None:
    for wrong in ({}, {"a": 0}, {"a": -1, "b": 2}, {"a": "1"}):
        with pytest.raises(InputError, match="weights must be"):
            zerosum.weights(wrong)


def test_mixtures_and_functions_sit_down_at_a_lagged_game_too(
    arenas: dict[str, Any], own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gleason = arenas["gleason"]
    # as many games side by side as for `plain`, and as many moves before the average
    monkeypatch.setattr(movers, "QUERIED_GAMES", sampling.MIN_GAMES)
    monkeypatch.setattr(movers, "QUERIED_BURN_IN", sampling.BURN_IN)
    own.write_text("def half(seen): return {'cc': 0.5, 'cl': 0.5}")
    plain = sampled(gleason, "uniform", "always-cc", plays=100, seed=3)
    for name in (f"{own}:half", "1/2*always-cc+1/2*always-cl", f"1/4*{own}:half+3/4*uniform"):
        found = sampled(gleason, name, "always-cc", plays=100, seed=3)
        assert found.mean == plain.mean, name
    assert exploited(gleason, "1/2*always-cc+1/2*always-cl") == exploited(gleason, "uniform")
    with pytest.raises(InputError, match="best responses"):
        exploited(gleason, f"{own}:half")


def test_a_function_sees_at_a_lagged_game_what_the_table_shows(own: Path) -> None:
    game = zerosum.load("gleason")()
    own.write_text(
        "from itertools import pairwise\n"
        "def quiet(seen):\n"
        "    view = seen.position\n"
        "    turn = len(view.left)\n"
        "    assert turn % 2 == (seen.side == 'col') and len(view.mine) == turn // 2\n"
        "    for one, after in pairwise(view.left[-3:]):\n"
        "        assert after in view.board.exits[one]\n"
        "    return 'cc'\n"
    )
    arena = arena_for(game)
    sampled(arena, f"{own}:quiet", f"{own}:quiet", plays=100, seed=1)


@pytest.mark.parametrize("name", ["jujitsu", "kuhn", "nakai", "gleason"])
def test_a_best_response_to_nobody_is_refused_alike(arenas: dict[str, Any], name: str) -> None:
    arena = arenas[name]
    for question in (
        lambda: exploited(arena, "best-response"),
        lambda: sampled(arena, "best-response", "best-response", plays=100, seed=1),
        lambda: sampled(arena, "1/2*best-response+1/2*uniform", "uniform", plays=100, seed=1),
    ):
        with pytest.raises(InputError, match="needs one fixed opponent"):
            question()


def test_what_a_function_prints_is_not_in_the_answer(
    arenas: dict[str, Any], own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text("print('loaded')\ndef chatty(seen):\n    print('thinking')\n    return seen.moves[0]\n")
    computed(arenas["red-dog"], f"{own}:chatty")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.split()[:2] == ["loaded", "thinking"]


def test_a_move_that_is_there_twice_is_refused() -> None:
    with pytest.raises(GameError, match="H, T, H"):
        ask(uniform, Observation("row", None, ("H", "T", "H")))


def test_players_are_named_in_large_or_small_letters() -> None:
    loud = Function("Loud", lambda _: "a")
    assert read_player("loud", {"Loud": loud}) is read_player("LOUD", {"Loud": loud}) is loud


def test_what_a_player_in_floats_earns_is_a_float():
    """0.7 is a binary fraction of 53 digits, and the fraction that follows from it tells nobody anything."""

    def mixed(seen):
        first, *_, last = seen.moves
        return {first: 0.7, last: 0.3}

    match = zerosum.match("kuhn", mixed, "uniform")
    assert isinstance(match.mean, float)
    assert match.mean == pytest.approx(-0.095)
    assert isinstance(zerosum.match("kuhn", "uniform", "equilibrium").mean, Fraction)
