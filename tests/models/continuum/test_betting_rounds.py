"""Betting games at the table: what is shown, and who may sit down on the other side."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from tests.command import Shown, run

from zerosum.core.errors import InputError
from zerosum.core.game import instruction_lines
from zerosum.games.poker import Bets, Kuhn, Raise
from zerosum.models.continuum.arena import BettingRound
from zerosum.models.continuum.rules import BettingGame, Decision, a, b, fold, showdown
from zerosum.models.continuum.solve import solve
from zerosum.models.family import arena_for


def piped(typed: str, *words: str) -> Shown:
    return run("play", *words, typed=typed)


def test_the_players_of_the_game_sit_down() -> None:
    shown = piped("check\nfold\n\ncheck\nfold\nquit\n", "kuhn", "--against", "boldest", "--seed", "1")
    assert shown.returncode == 0
    assert shown.stdout.count("so far: check, bet") == 2
    assert "Score: -2 after 2 rounds" in shown.stdout


def test_a_mixture_with_the_solution_sits_down() -> None:
    shown = piped("check\nquit\n", "kuhn", "--against", "1/2*equilibrium+1/2*meekest", "--seed", "1")
    assert shown.returncode == 0
    assert "the opponent: " in shown.stdout


@pytest.mark.parametrize("name", ["highest", "1/2*lowest+1/2*uniform"])
def test_players_of_card_games_are_refused_before_play(name: str) -> None:
    shown = piped("", "kuhn", "--against", name)
    assert shown.returncode == 2
    assert "equilibrium, uniform, boldest, meekest" in shown.stderr
    assert not shown.stdout


def opened(*actions: str, game: Kuhn | Raise | Bets) -> BettingRound:
    """A round after some actions."""
    table = arena_for(game, lambda: solve(game))
    round = table.deal(np.random.default_rng(0))
    for action in actions:
        round = round.after({round.choosers()[0]: action}, np.random.default_rng(0))
    return round


@pytest.mark.parametrize(
    ("round", "told"),
    [
        (opened(game=Kuhn()), "check · bet"),
        (opened("check", game=Kuhn(bet=Fraction(5, 2))), "check (showdown for 1) · bet"),
        (opened("check", "bet", game=Kuhn(bet=Fraction(5, 2))), "fold (lose 1) · call (showdown for 7/2)"),
        (opened("bet", game=Raise()), "fold (lose 1) · see (showdown for 2) · raise"),
    ],
)
def test_the_table_tells_what_an_action_costs(round: BettingRound, told: str) -> None:
    assert told in "\n".join(round.description("row"))


@dataclass(frozen=True)
class Begins(BettingGame):
    """B begins."""

    def tree(self) -> Decision:
        return b({"fold": fold(1), "bet": a({"fold": fold(1), "see": showdown(3)})})


def test_the_rules_draw_the_tree_and_tell_who_begins() -> None:
    rules = "\n".join(instruction_lines(arena_for(Begins(), lambda: solve(Begins())).rules))
    assert "B acts first." in rules
    assert "see: showdown for 3" in rules
    many = "\n".join(arena_for(Bets(raises=2), lambda: solve(Bets())).rules)
    assert "showdown for" not in many
    assert "A acts first." in many


def test_an_action_that_is_not_offered_is_told() -> None:
    with pytest.raises(InputError, match="'dance'"):
        opened("dance", game=Kuhn())


def test_nobody_sees_the_other_hand_before_a_showdown() -> None:
    game = Kuhn()
    table = arena_for(game, lambda: solve(game))
    for seed in range(12):
        round = table.deal(np.random.default_rng(seed))
        assert round.observation("row").position.hand != round.observation("col").position.hand
        after = round.after({"row": "bet"}, np.random.default_rng(seed))
        folded = after.after({"col": "fold"}, np.random.default_rng(seed))
        called = after.after({"col": "call"}, np.random.default_rng(seed))
        assert not any("shows" in line for line in folded.latest_events("row"))
        assert f"the opponent shows {game.hand(called.hands['col'])}" in called.latest_events("row")
        assert f"the opponent shows {game.hand(called.hands['row'])}" in called.latest_events("col")
        assert called.payoff == (2 if called.hands["row"] > called.hands["col"] else -2)
        assert folded.payoff == 1
