"""The players of examples/player.py do what they say, and are asked as the page there tells."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.by_name import computed, exploited

from zerosum import load
from zerosum.arena import Arena
from zerosum.models.family import arena_for

PLAYERS = Path(__file__).parents[2] / "examples" / "player.py"


def arena(name: str, **given: object) -> Arena[Any, Any]:
    return arena_for(load(name)(**given))


def test_honest_earns_the_value_and_can_be_held_to_less() -> None:
    kuhn, honest = arena("kuhn"), f"{PLAYERS}:honest"
    assert computed(kuhn, honest, "equilibrium").mean == Fraction(-1, 18)
    held, _ = exploited(kuhn, honest)
    assert held is not None
    assert held < Fraction(-1, 18)


@pytest.mark.parametrize(("game", "player"), [("goofspiel", "one_above"), ("jujitsu", "mostly_low")])
def test_no_player_of_cards_beats_the_equilibrium(game: str, player: str) -> None:
    assert computed(arena(game, cards=4), f"{PLAYERS}:{player}", "equilibrium").mean <= 1e-9


def test_one_above_wins_the_small_prize_and_has_nothing_left_for_the_large_one() -> None:
    results = computed(
        arena("goofspiel", cards=2, prizes="ascending"), f"{PLAYERS}:one_above", "match-the-prize"
    )
    assert results.mean == -1
