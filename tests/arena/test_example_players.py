"""The players of examples/player.py do what they say, and are asked as the page there tells."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum import load
from zerosum.contests import Contest, contest_for
from zerosum.families import solve
from zerosum.progress import silent

PLAYERS = Path(__file__).parents[2] / "examples" / "player.py"


def contest(name: str, **given: object) -> Contest:
    game = load(name)(**given)
    return contest_for(game, lambda: solve(game), progress=silent)


def test_honest_earns_the_value_and_can_be_held_to_less() -> None:
    kuhn, honest = contest("kuhn"), f"{PLAYERS}:honest"
    assert kuhn.exactly(honest, "equilibrium").mean == Fraction(-1, 18)
    held, _ = kuhn.exploited(honest)
    assert held is not None
    assert held < Fraction(-1, 18)


@pytest.mark.parametrize(("game", "player"), [("goofspiel", "one_above"), ("jujitsu", "mostly_low")])
def test_no_player_of_cards_beats_the_equilibrium(game: str, player: str) -> None:
    assert contest(game, cards=4).exactly(f"{PLAYERS}:{player}", "equilibrium").mean <= 1e-9


def test_one_above_wins_the_small_prize_and_has_nothing_left_for_the_large_one() -> None:
    results = contest("goofspiel", cards=2, prizes="ascending").exactly(
        f"{PLAYERS}:one_above", "match-the-prize"
    )
    assert results.mean == -1
