"""Players of stochastic games: plays without a last stage, judged by values, by hand and by simulation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.by_name import computed, exploited, ranged, sampled

import zerosum
from zerosum.arena import Arena, Function, Session, UserFunction
from zerosum.core.errors import InputError, TooLargeError
from zerosum.games.stochastic_file import StochasticFile
from zerosum.models.family import arena_for
from zerosum.models.stochastic.rules import ArrayGame, StochasticGame

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = ("shapley", "two_positions", "dare", "big_match")


def _arena(game: StochasticGame) -> Arena[Any, Any]:
    return arena_for(game)


def _file(name: str) -> StochasticGame:
    return StochasticFile(path=str(EXAMPLES / f"{name}.toml"))


@pytest.mark.parametrize("name", FILES)
def test_the_equilibrium_against_itself_earns_the_value(name: str) -> None:
    game = _file(name)
    value = float(zerosum.solve(game).value)
    arena = _arena(game)
    assert float(computed(arena, "equilibrium", "equilibrium").mean) == pytest.approx(value, abs=1e-11)
    found = sampled(arena, "equilibrium", "equilibrium", plays=20_000, seed=2)
    assert abs(float(found.mean) - value) <= 4 * found.standard_error
    assert found.mean == sampled(arena, "equilibrium", "equilibrium", plays=20_000, seed=2).mean


@pytest.mark.parametrize("name", ["shapley", "two_positions", "dare"])
def test_optimal_players_cannot_be_exploited(name: str) -> None:
    value = float(zerosum.solve(_file(name)).value)
    held, given = exploited(_arena(_file(name)), "equilibrium")
    assert (float(held), float(given)) == pytest.approx((value, value), abs=1e-7)


def test_big_match_has_no_optimal_row() -> None:
    held, given = exploited(_arena(_file("big_match")), "equilibrium")
    assert (float(held), float(given)) == pytest.approx((0, 0.5))


def _random_game(seed: int) -> ArrayGame:
    random = np.random.default_rng(seed)
    payoffs = [random.integers(-3, 4, (2, 3)) for _ in range(2)]
    chances = [random.dirichlet([1, 1], (2, 3)) for _ in range(2)]
    return ArrayGame(payoffs, chances, discount=0.8)


@pytest.mark.parametrize("seed", range(4))
def test_best_responses_are_those_of_brute_force(seed: int) -> None:
    game = _random_game(seed)
    arena = _arena(game)
    held, given = exploited(arena, "uniform")
    pay = np.array(game.payoffs, dtype=float)
    to = np.array(game.transitions)

    def worth(x: Any, y: Any) -> float:
        r = np.einsum("si,sij,sj->s", x, pay, y)
        p = np.einsum("si,sijt,sj->st", x, to, y)
        return float(np.linalg.solve(np.eye(2) - 0.8 * p, r)[0])

    half, third = np.full((2, 2), 1 / 2), np.full((2, 3), 1 / 3)
    rows = [np.eye(2)[[a, b]] for a in range(2) for b in range(2)]
    cols = [np.eye(3)[[a, b]] for a in range(3) for b in range(3)]
    assert float(given) == pytest.approx(max(worth(x, third) for x in rows), abs=1e-10)
    assert float(held) == pytest.approx(min(worth(half, y) for y in cols), abs=1e-10)
    assert float(computed(arena, "best-response", "uniform").mean) == pytest.approx(float(given), abs=1e-10)
    assert float(computed(arena, "uniform", "uniform").mean) == pytest.approx(worth(half, third), abs=1e-10)


def test_the_range_is_one_number_where_the_optimal_strategy_is_one() -> None:
    found = ranged(_arena(_file("shapley")), "uniform")
    earned = float(computed(_arena(_file("shapley")), "equilibrium", "uniform").mean)
    assert (found.worst, found.best) == pytest.approx((earned, earned), abs=1e-9)


def test_the_range_of_a_game_in_which_all_is_optimal() -> None:
    """Value 0 whatever row does against the best column; uniform pays row for its second move at every stage."""
    game = ArrayGame([[[0, 0], [0, 1]]], [np.ones((2, 2, 1))], discount=0.5)
    found = ranged(_arena(game), "uniform")
    assert (found.worst, found.best) == pytest.approx((0, 1), abs=1e-9)
    held, given = exploited(_arena(game), "uniform")
    assert (float(held), float(given)) == pytest.approx((0, 1))


def test_what_cannot_be_told_is_refused() -> None:
    arena = _arena(_file("dare"))
    with pytest.raises(InputError, match="average payoffs"):
        ranged(arena, "uniform")
    with pytest.raises(InputError, match="one fixed opponent"):
        computed(arena, "best-response", "best-response")
    endless = ArrayGame([[[1]], [[0]]], [[[[1, 0]]], [[[0, 1]]]], discount=1)
    with pytest.raises(InputError):
        sampled(_arena(endless), "uniform", "uniform", plays=2, seed=0)


def test_a_state_that_is_never_left_ends_the_play_and_pays_once() -> None:
    """Dare pays 3 to a row who dares while col passes, and not 3 for each of the stages that are left."""
    passes = Function("passes", lambda seen: "pass")
    place = Session(arena_for(_file("dare")), side="row", opponent=passes, seed=1)
    place.move("dare")
    assert place.over
    assert place.result == 3
    assert place.latest_events[-1] == "state row wins 3 is absorbing: the round is over"


def test_an_average_play_that_is_cut_off_pays_the_mean_of_its_stages() -> None:
    place = Session(
        arena_for(_file("big_match")), side="row", opponent=Function("zero", lambda seen: "0"), seed=1
    )
    while not place.over:
        place.move("guess 0")
    assert place.result == pytest.approx(1)


def test_where_the_value_needs_memory_the_players_say_so() -> None:
    big, dare = arena_for(_file("big_match")), arena_for(_file("dare"))
    assert list(big.caveats) == ["row"]
    assert "guarantees only 0 from the start, 0.5 short of the value" in big.caveats["row"]
    assert Session(big, side="row", seed=1).advice().caveat == big.caveats["row"]
    assert not Session(big, side="col", seed=1).advice().caveat
    assert not dare.caveats


def test_a_function_that_throws_dice_is_asked_at_every_stage() -> None:
    random, asked = np.random.default_rng(3), []

    def thrown(seen):
        asked.append(seen)
        return seen.moves[int(random.integers(len(seen.moves)))]

    for name, plays in (("shapley", 2000), ("big_match", 100)):
        arena, dice = arena_for(_file(name)), UserFunction("dice", thrown)
        uniform = arena.roster("col")["uniform"]
        asked.clear()
        found, exact = arena.sample(dice, uniform, plays=plays, seed=4), arena.match(uniform, uniform)
        assert abs(float(found.mean) - float(exact.mean)) <= 4.5 * found.standard_error
        assert len(asked) > 1.8 * plays  # a play has two stages on average, or very many
        with pytest.raises(InputError, match="cannot be analysed exactly"):
            arena.match(dice, uniform)


def test_plays_too_long_to_sample_are_refused_before_they_begin() -> None:
    game = ArrayGame([[[1, 0], [0, 1]]], [np.ones((2, 2, 1))], discount=1 - 1e-9)
    with pytest.raises(TooLargeError, match=r"1,000,000,\d+ stages"):
        sampled(_arena(game), "uniform", "uniform", plays=100_000)
