"""Nakai's rules, their array form, and what is refused."""

import pytest

from zerosum.core.errors import GameError, TooLargeError
from zerosum.games import load
from zerosum.games.nakai import Nakai, all_layers
from zerosum.models.targets.rules import layers_from_rules
from zerosum.models.targets.solve import solve


def test_forced_moves():
    game = Nakai(stages=3, high=1, low=1, middle=2)
    assert game.moves((3, 1, 1, 2)) == (["play L", "play H", "pass"], ["play M", "pass"])
    assert game.moves((2, 1, 1, 2)) == (["play L", "play H"], ["play M"])
    assert game.moves((2, 0, 1, 1)) == (["play L", "pass"], ["play M", "pass"])
    assert game.moves((2, 1, 1, 0)) == ((), ())
    assert game.moves((2, 0, 0, 1)) == ((), ())


def test_payments_and_what_follows():
    game = Nakai(stages=3, high=1, low=1, middle=2)
    assert game.play((3, 1, 1, 2), "play H", "play M") == ((0, 1), (2, 0, 1, 1))
    assert game.play((3, 1, 1, 2), "play L", "play M") == ((0, -1), (2, 1, 0, 1))
    assert game.play((3, 1, 1, 2), "play H", "pass") == ((0, 0), (2, 0, 1, 2))


@pytest.mark.parametrize("parameters", [(4, 2, 1, 3), (5, 2, 3, 4), (3, 0, 2, 1), (6, 6, 0, 6)])
def test_the_arrays_follow_the_rules(parameters):
    game = Nakai(*parameters)
    for fast, slow in zip(game.layers(), layers_from_rules(game), strict=True):
        place = {state: i for i, state in enumerate(fast.states)}
        for s, state in enumerate(slow.states):
            rows = fast.child[place[state]]
            assert ((rows >= 0) == (slow.child[s] >= 0)).all()
            assert (fast.slope[place[state]] * (rows >= 0) == slow.slope[s]).all()


def test_every_state_is_there():
    assert sum(len(layer.states) for layer in all_layers(20)) == 26355
    assert (20, 3, 4, 5) in all_layers(20)[-1].states


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"stages": 2, "high": 2, "low": 1, "middle": 1}, r"high and low cards together \(2 \+ 1\)"),
        ({"stages": 2, "high": 1, "low": 1, "middle": 3}, r"middle cards \(3\) must not exceed"),
        ({"stages": 0, "high": 0, "low": 0, "middle": 0}, "at least one stage"),
        ({"low": -1}, "low cards must be at least 0, not -1"),
        ({"targets": "norm"}, "non-negative"),
        ({"targets": "values(-1,1)"}, "non-negative"),
        ({"targets": "values(1:-1/2,2:3/2)"}, "cannot be negative"),
        ({"targets": "uniform;uniform"}, "one for each of the 3"),
        ({"targets": "cauchy"}, "no finite mean"),
    ],
)
def test_bad_parameters_get_one_sentence(parameters, words):
    with pytest.raises(ValueError, match=words) as caught:
        Nakai(**parameters)
    assert "\n" not in str(caught.value)


def test_the_catalogue_knows_it():
    assert load("nakai") is Nakai
    assert issubclass(GameError, ValueError)
    assert Nakai(targets="uniform") == Nakai()
    assert Nakai().title == "Nakai · 3 targets, uniform · 1 high, 1 low, 2 middle"


@pytest.mark.parametrize("sizes", [(1, 1, 0, 1), (3, 1, 1, 2), (5, 2, 3, 5), (9, 2, 1, 4), (6, 6, 0, 6)])
def test_the_states_are_counted_before_they_are_laid_out(sizes):
    game = Nakai(*sizes)
    assert game.count_states() == sum(len(layer.states) for layer in game.layers())


@pytest.mark.parametrize(
    "sizes", [(1_000_000_000, 1, 1, 2), (2_000, 400, 400, 400), (10**9, 10**8, 10**8, 10**9)]
)
def test_too_many_states_are_refused_before_they_are_laid_out(sizes):
    with pytest.raises(TooLargeError, match=r"states .* of memory"):
        solve(Nakai(*sizes))


def test_a_state_is_named_as_it_is_typed():
    there = solve(Nakai()).at(state="2,1,0,1")
    assert there.position_keys == {"state": "2,1,0,1"}
    assert there.json()["parameters"]["state"] == "2,1,0,1"
    assert "2 left: 1 high, 0 low, 1 middle" in there.report().title


def test_json_holds_numbers():
    exact = solve(Nakai(targets="values(1,2,3)"), exact=True).json()
    assert all(isinstance(piece["from"], str) for piece in exact["pieces"])
    rough = solve(Nakai(targets="exponential(2)")).json()
    assert rough["pieces"][-1]["to"] is None
    assert all(isinstance(a, float | int) for piece in rough["pieces"] for a in piece["value"]["top"])
