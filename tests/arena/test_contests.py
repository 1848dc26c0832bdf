"""Contests of every kind of game, asked by name."""

from fractions import Fraction

import pytest

from zerosum.contests import Contest, contest_for
from zerosum.errors import InputError
from zerosum.games.gleason import Gleason
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.matches import Matches
from zerosum.games.poker import Kuhn, Relance
from zerosum.models.game import Game
from zerosum.solving import solve


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


def test_betting_by_simulation_agrees_with_the_integral() -> None:
    relance = contest(Relance())
    exact = relance.exactly("equilibrium", "uniform").mean
    sampled = relance.simulated("equilibrium", "uniform", plays=3000, seed=2)
    assert abs(float(sampled.mean) - float(exact)) < 4.5 * sampled.standard_error


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
