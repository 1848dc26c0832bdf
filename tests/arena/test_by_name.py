"""Arenas of every kind of game, asked by name."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from tests.by_name import computed, exploited, ranged, sampled

from zerosum.arena.players import Function, Observation
from zerosum.arena.sampling import BATCH, play_out
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.progress import silent
from zerosum.games.gleason import Gleason
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.games.nakai import Nakai
from zerosum.games.poker import Kuhn, Relance, TwoBets
from zerosum.games.red_dog import RedDog
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, a, b, fold, showdown
from zerosum.models.family import arena_for, solve
from zerosum.models.stochastic.rules import ArrayGame


@dataclass(frozen=True)
class Dealt(BettingGame):
    """A bet and a call, with cards of a deck."""

    cards: Deck

    @property
    def deck(self) -> Deck:
        return self.cards

    def tree(self) -> Decision:
        return a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(3)})})


def test_jujitsu_by_name_and_its_range() -> None:
    jujitsu = arena_for(Jujitsu(cards=5))
    mean = float(computed(jujitsu, "equilibrium", "lowest").mean)
    found = ranged(jujitsu, "lowest")
    assert found.worst - 1e-9 <= mean <= found.best + 1e-9
    assert float(computed(jujitsu, "best-response", "lowest").mean) == pytest.approx(1)
    held, given = exploited(jujitsu, "equilibrium")
    assert float(held) == pytest.approx(0, abs=1e-9)
    assert float(given) == pytest.approx(0, abs=1e-9)


def test_a_bigger_jujitsu_visits_only_what_is_reached() -> None:
    match = computed(arena_for(Jujitsu(cards=8)), "equilibrium", "lowest")
    assert float(match.mean) >= -1e-9
    assert float(match.win + match.draw + match.loss) == pytest.approx(1)


def test_the_matches_are_won_by_who_can() -> None:
    matches = arena_for(Matches(matches=10))
    assert computed(matches, "equilibrium", "equilibrium").mean == 1
    assert computed(matches, "equilibrium", "uniform").mean == 1


def test_kuhn_in_fractions() -> None:
    kuhn = arena_for(Kuhn())
    assert type(computed(kuhn, "uniform", "uniform").draw) is Fraction, (
        "nobody draws, and that is told as exactly"
    )
    assert computed(kuhn, "equilibrium", "equilibrium").mean == Fraction(-1, 18)
    assert exploited(kuhn, "equilibrium") == (Fraction(-1, 18), Fraction(-1, 18))
    held, given = exploited(kuhn, "uniform")
    assert held < Fraction(-1, 18) < given


@pytest.mark.parametrize("game", [Relance(), Kuhn(), TwoBets()], ids=lambda game: game.name)
def test_betting_by_simulation_agrees_with_the_integral(game: Game) -> None:
    table = arena_for(game)
    for row in table.roster("row"):
        for col in table.roster("row"):
            exact = float(computed(table, row, col).mean)
            dealt = sampled(table, row, col, plays=200_000, seed=2)
            assert dealt.plays == 200_000
            assert sum(float(share) for share in dealt.results.values()) == pytest.approx(1)
            assert abs(float(dealt.mean) - exact) <= 4.5 * dealt.standard_error + 1e-12


def test_hands_with_equal_ranks_and_decks_that_are_dealt_again() -> None:
    for replace in (False, True):
        deck = arena_for(Dealt(Deck(4, 3, replace)))
        dealt = sampled(deck, "equilibrium", "uniform", plays=200_000, seed=5)
        exact = float(computed(deck, "equilibrium", "uniform").mean)
        assert abs(float(dealt.mean) - exact) < 4.5 * dealt.standard_error


def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    kuhn = arena_for(Kuhn())
    one, two = (sampled(kuhn, "equilibrium", "uniform", plays=70_001, seed=8) for _ in range(2))
    assert one == two
    assert one.results != sampled(kuhn, "equilibrium", "uniform", plays=70_001, seed=9).results


def test_a_mixture_of_betting_players_is_sampled_too() -> None:
    dealt = sampled(arena_for(Kuhn()), "1/2*uniform+1/2*boldest", "equilibrium", plays=2000, seed=1)
    assert dealt.plays == 2000


@pytest.mark.parametrize(("game", "opponent"), [(Kuhn(), "uniform"), (RedDog(), "house")])
def test_a_simulation_tells_how_far_it_is(game: Game, opponent: str) -> None:
    told: list[tuple[int, int]] = []
    table = arena_for(
        game, lambda: solve(game), progress=lambda done, total, unit: told.append((done, total))
    )
    sampled(table, "uniform", opponent, plays=3000, seed=1)
    assert told[-1] == (3000, 3000)


def test_a_player_of_the_game_is_asked_once_for_each_view() -> None:
    asked: list[Observation] = []

    def choose(seen: Observation) -> object:
        asked.append(seen)
        return seen.moves[0]

    mine = Function("mine", choose)
    play_out(arena_for(Kuhn()).deal, mine, mine, plays=500, seed=1, progress=silent)
    assert len(asked) <= 12


def test_gleason_by_simulation_and_its_best_responses() -> None:
    gleason = arena_for(Gleason())
    match = sampled(gleason, "equilibrium", "equilibrium", plays=200_000, seed=3)
    assert abs(float(match.mean) + 0.0933353474) < 4.5 * match.standard_error
    held, given = exploited(gleason, "uniform")
    assert held < Fraction(-933, 10_000) < given
    with pytest.raises(InputError, match="can only be simulated"):
        computed(gleason, "equilibrium", "uniform")


def test_an_unknown_player_is_told_so() -> None:
    with pytest.raises(InputError, match=r"nobody.*equilibrium"):
        computed(arena_for(Kuhn()), "equilibrium", "nobody")


def test_a_line_has_the_same_cells_whatever_the_game() -> None:
    games: list[Game] = [Jujitsu(cards=3), Matches(matches=5), Kuhn(), Relance(), Gleason()]
    games += [Nakai(stages=2, high=1, low=1, middle=1), RedDog(cards=2, ranks=5), SevenAndAHalf()]
    games += [ArrayGame([[[1, 0]]], [np.ones((1, 2, 1))], discount=0.5)]
    by_sampling, by_computing, ranges = set(), set(), set()
    for game in games:
        table = arena_for(game)
        opponent = "uniform" if "uniform" in table.roster("col") else "house"
        by_sampling.add(tuple(sampled(table, "uniform", opponent, plays=100, seed=1).line()))
        if game.name != "gleason":
            by_computing.add(tuple(computed(table, "uniform", opponent).line()))
            ranges.add(tuple(ranged(table, opponent).line()))
    assert len(by_sampling) == len(by_computing) == len(ranges) == 1
    assert by_sampling == by_computing


def test_many_plays_are_dealt_a_batch_at_a_time() -> None:
    """So they take no more memory than few, and a person can stop them."""
    told: list[int] = []
    table = arena_for(
        Matches(matches=3), lambda: solve(Matches(matches=3)), progress=lambda done, *_: told.append(done)
    )
    sampled(table, "uniform", "uniform", plays=3 * BATCH, seed=1)
    assert [done for done in told if done >= BATCH] == [BATCH, 2 * BATCH, 3 * BATCH]


def test_players_are_called_as_they_were_typed() -> None:
    table = arena_for(Jujitsu(cards=3))
    assert computed(table, "best-response", "uniform").row == "best-response"
    assert sampled(table, "uniform", "best-response", plays=10, seed=1).col == "best-response"
