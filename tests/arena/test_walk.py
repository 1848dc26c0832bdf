"""Walks with open hands: how deals are named, and where a moment lies on the curves that are drawn."""

import pickle
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from zerosum import games, solve
from zerosum.arena import Arena
from zerosum.models.family import arena_for
from zerosum.models.lagged.views import views

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def made(name: str, **given: Any) -> Arena[Any, Any]:
    game = games.load(name)(**given)
    return arena_for(game, lambda: solve(game))


def test_deals_go_by_what_differs_between_them() -> None:
    begun = made("river", oop="KK, T9s", ip="QQ, AKo").walk("")
    names = [step["label"] for step in begun["chance"]]
    assert len(set(names)) == len(names) > 1
    assert all(name.startswith("OOP: ") and " · IP: " in name for name in names)
    assert not any("on the table" in name for name in names)  # the board is the same in all
    assert begun["again"]


def test_where_every_deal_is_the_same_nothing_is_drawn_again() -> None:
    begun = made("gleason").walk("")
    assert [step["label"] for step in begun["chance"]] == ["the counter stands on 1 · 20 moves to go"]
    assert begun["again"] == ""


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_of_red_dog_lies_at_its_win_chance(seed: int) -> None:
    here = made("red-dog").walk(f"0.0.{seed}")
    (cards,) = here["shown"]["row"]["mine"]
    hand = [one["rank"] + "♠♥♦♣"["shdc".index(one["suit"])] for one in cards["cards"]]
    deck = [f"{rank}{suit}" for rank in RANKS for suit in "♣♦♥♠"]
    beaten = {
        card
        for card in set(deck) - set(hand)
        if any(RANKS.index(card[:-1]) < RANKS.index(own[:-1]) for own in hand if own[-1] == card[-1])
    }
    assert here["at"] == {"x": float(Fraction(len(beaten), 48))}


@pytest.mark.parametrize("path", ["0.0.0/0.0.0/1.0.0", "0.0.0/1.0.0/0.0.0", "0.0.0/1.0.0/0.0.0/1.0.0/0.0.0"])
def test_a_state_of_gleason_lies_where_its_mix_is_read_off(path: str) -> None:
    arena = made("gleason")
    here = arena.walk(path)
    ((side, choice),) = here["choices"].items()
    place = here["at"]
    panels = next(one for one in views(arena.solution) if one["kind"] == "curves")["choices"]
    lines = next(one for one in panels if one["name"] == place["choice"])["panels"][0]["lines"]
    steps = [int(step.split(".")[0 if side == "row" else 1]) for step in path.split("/")[1:]]
    points = lines[steps[-2]]["points"]  # after the exit that the side itself took last
    read = next(
        low + (high - low) * (place["x"] - a) / (b - a) if b > a else low
        for (a, low), (b, high) in pairwise(points)
        if a <= place["x"] <= b
    )
    assert read == pytest.approx(choice["moves"][0]["p"], abs=0.02)


@pytest.mark.parametrize(
    ("name", "given", "paths"),
    [
        ("kuhn", {}, ["0.0.0/0.0.1", "0.0.0/0.0.1/0.0.0", "0.0.2/0.0.0/1.0.0"]),
        ("raise", {}, ["0.0.3/0.0.2", "0.0.18/0.0.2/1.0.0"]),
        ("leduc", {"ranks": 2}, ["0.0.0/0.0.1", "0.0.0/0.0.1/0.0.0"]),
        ("river", {"oop": "KK, T9s", "ip": "QQ, AKs", "bets": "pot"}, ["0.0.1", "0.0.1/0.0.0"]),
    ],
)
def test_a_walk_names_the_decision_and_the_hand_of_the_view(
    name: str, given: dict[str, Any], paths: list[str]
) -> None:
    arena = made(name, **given)
    drawn = [one for view in arena.game.family.views(arena.solution) for one in view["decisions"]]
    for path in paths:
        ((side, choice),) = arena.walk(path)["choices"].items()
        found = [
            hand
            for one in drawn
            for hand in one["hands"]
            if one["side"] == side and hand["information"] == choice["information"]
        ]
        assert [[move["p"] for move in hand["moves"]] for hand in found] == [
            pytest.approx([move["p"] for move in choice["moves"]])
        ]


def test_only_a_terminal_draws_where_a_number_lies() -> None:
    arena = made("relance")
    (line, *_) = arena.deal(np.random.default_rng(1)).description("row")
    assert line == f"your hand {line.number:.3f}"
    again = pickle.loads(pickle.dumps(line))
    assert (again.label, again.number) == ("your hand", line.number)
