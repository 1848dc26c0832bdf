"""Contests of every kind of game, asked by name."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from zerosum.arena.players import Function, Seen
from zerosum.arena.tally import BATCH
from zerosum.contests import Contest, SampledContest, contest_for
from zerosum.errors import InputError
from zerosum.families import solve
from zerosum.games.gleason import Gleason
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.games.nakai import Nakai
from zerosum.games.poker import Kuhn, Relance, TwoBets
from zerosum.games.red_dog import RedDog
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.betting import BettingGame, Decision, Deck, a, b, fold, showdown
from zerosum.models.game import Game
from zerosum.models.stochastic import ArrayGame
from zerosum.progress import silent
from zerosum.rounds import dealer_for


@dataclass(frozen=True)
class Dealt(BettingGame):
    """A bet and a call, with cards of a deck."""

    cards: Deck

    @property
    def deck(self) -> Deck:
        return self.cards

    def tree(self) -> Decision:
        return a({"fold": fold(1), "bet": b({"fold": fold(1), "see": showdown(3)})})


def contest(game: Game) -> Contest:
    return contest_for(game, lambda: solve(game))


def test_jujitsu_by_name_and_its_range() -> None:
    jujitsu = contest(Jujitsu(cards=5))
    mean = float(jujitsu.exactly("equilibrium", "lowest").mean)
    found = jujitsu.range("lowest")
    assert found.worst - 1e-9 <= mean <= found.best + 1e-9
    assert float(jujitsu.exactly("best-response", "lowest").mean) == pytest.approx(1)
    held, given = jujitsu.exploited("equilibrium")
    assert float(held) == pytest.approx(0, abs=1e-9)
    assert float(given) == pytest.approx(0, abs=1e-9)


def test_a_bigger_jujitsu_visits_only_what_is_reached() -> None:
    match = contest(Jujitsu(cards=10)).exactly("equilibrium", "lowest")
    assert float(match.mean) >= -1e-9
    assert float(match.win + match.draw + match.loss) == pytest.approx(1)


def test_the_matches_are_won_by_who_can() -> None:
    matches = contest(Matches(matches=10))
    assert matches.exactly("equilibrium", "equilibrium").mean == 1
    assert matches.exactly("equilibrium", "uniform").mean == 1


def test_kuhn_in_fractions() -> None:
    kuhn = contest(Kuhn())
    assert kuhn.exactly("equilibrium", "equilibrium").mean == Fraction(-1, 18)
    assert kuhn.exploited("equilibrium") == (Fraction(-1, 18), Fraction(-1, 18))
    held, given = kuhn.exploited("uniform")
    assert held < Fraction(-1, 18) < given


@pytest.mark.parametrize("game", [Relance(), Kuhn(), TwoBets()], ids=lambda game: game.name)
def test_betting_by_simulation_agrees_with_the_integral(game: Game) -> None:
    table = contest(game)
    for row in table.names():
        for col in table.names():
            exact = float(table.exactly(row, col).mean)
            sampled = table.simulated(row, col, plays=200_000, seed=2)
            assert sampled.plays == 200_000
            assert sum(float(share) for share in sampled.results.values()) == pytest.approx(1)
            assert abs(float(sampled.mean) - exact) <= 4.5 * sampled.standard_error + 1e-12


def test_hands_with_equal_ranks_and_decks_that_are_dealt_again() -> None:
    for replace in (False, True):
        deck = contest(Dealt(Deck(4, 3, replace)))
        sampled = deck.simulated("equilibrium", "uniform", plays=200_000, seed=5)
        exact = float(deck.exactly("equilibrium", "uniform").mean)
        assert abs(float(sampled.mean) - exact) < 4.5 * sampled.standard_error


def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    kuhn = contest(Kuhn())
    one, two = (kuhn.simulated("equilibrium", "uniform", plays=70_001, seed=8) for _ in range(2))
    assert one == two
    assert one.results != kuhn.simulated("equilibrium", "uniform", plays=70_001, seed=9).results


def test_a_mixture_of_betting_players_is_sampled_too() -> None:
    sampled = contest(Kuhn()).simulated("1/2*uniform+1/2*boldest", "equilibrium", plays=2000, seed=1)
    assert sampled.plays == 2000


@pytest.mark.parametrize(("game", "rival"), [(Kuhn(), "uniform"), (RedDog(), "house")])
def test_a_simulation_tells_how_far_it_is(game: Game, rival: str) -> None:
    told: list[tuple[int, int]] = []
    table = contest_for(
        game, lambda: solve(game), progress=lambda done, total, unit: told.append((done, total))
    )
    table.simulated("uniform", rival, plays=3000, seed=1)
    assert told[-1] == (3000, 3000)


def test_a_player_of_the_game_is_asked_once_for_each_view() -> None:
    asked: list[Seen] = []

    def choose(seen: Seen) -> object:
        asked.append(seen)
        return seen.moves[0]

    game = Kuhn()
    table = SampledContest(dealer_for(game, lambda: solve(game)), silent, {"mine": Function("mine", choose)})
    table.simulated("mine", "mine", plays=500, seed=1)
    assert len(asked) <= 12


def test_gleason_by_simulation_and_its_best_replies() -> None:
    gleason = contest(Gleason())
    match = gleason.simulated("equilibrium", "equilibrium", plays=200_000, seed=3)
    assert abs(float(match.mean) + 0.0933353474) < 4.5 * match.standard_error
    held, given = gleason.exploited("uniform")
    assert held < Fraction(-933, 10_000) < given
    with pytest.raises(InputError, match="sampled"):
        gleason.exactly("equilibrium", "uniform")


def test_an_unknown_player_is_told_so() -> None:
    with pytest.raises(InputError, match="players are"):
        contest(Kuhn()).exactly("equilibrium", "nobody")


def test_a_line_has_the_same_cells_whatever_the_game() -> None:
    games: list[Game] = [Jujitsu(cards=3), Matches(matches=5), Kuhn(), Relance(), Gleason()]
    games += [Nakai(stages=2, high=1, low=1, middle=1), RedDog(cards=2, ranks=5), SevenAndAHalf()]
    games += [ArrayGame([[[1, 0]]], [np.ones((1, 2, 1))], discount=0.5)]
    sampled, computed, ranges = set(), set(), set()
    for game in games:
        table = contest(game)
        rival = table.rivals()[-1] if len(table.rivals()) == 1 else "uniform"
        sampled.add(tuple(table.simulated("uniform", rival, plays=100, seed=1).line()))
        if game.name != "gleason":
            computed.add(tuple(table.exactly("uniform", rival).line()))
            ranges.add(tuple(table.range(rival).line()))
    assert len(sampled) == len(computed) == len(ranges) == 1
    assert sampled == computed


def test_many_plays_are_dealt_a_batch_at_a_time() -> None:
    """So they take no more memory than few, and a person can stop them."""
    told: list[int] = []
    table = contest_for(
        Matches(matches=3), lambda: solve(Matches(matches=3)), progress=lambda done, *_: told.append(done)
    )
    table.simulated("uniform", "uniform", plays=3 * BATCH, seed=1)
    assert [done for done in told if done >= BATCH] == [BATCH, 2 * BATCH, 3 * BATCH]


def test_players_are_called_as_they_were_typed() -> None:
    table = contest(Jujitsu(cards=3))
    assert table.exactly("best-response", "uniform").row == "best-response"
    assert table.simulated("uniform", "best-response", plays=10, seed=1).col == "best-response"
