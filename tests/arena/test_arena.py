"""Matches: exact against brute force, simulation against exact, ranges against linear programs."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linprog

from zerosum.arena.players import (
    NAMED,
    Equilibrium,
    Function,
    Mixture,
    Player,
    highest,
    lowest,
    match_the_prize,
    second_lowest,
    uniform,
)
from zerosum.core.errors import InputError
from zerosum.games import load
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.family import arena_for
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.engines.tricks.rules import in_order
from zerosum.models.staged.matches import (
    FixedPlayers,
    best_optimal,
    best_response,
    equilibrium_range,
    play_exactly,
    simulate,
    values_of,
)
from zerosum.models.staged.solve import solve
from zerosum.request.players import read_player


@pytest.fixture(scope="module")
def five() -> StagedSolution:
    return solve(Jujitsu(cards=5).as_staged(by_order=True))


def tricks_of(row: tuple[int, ...], col: tuple[int, ...]) -> int:
    """Jujitsu's score, written once more."""
    score = carried = 0
    for a, b in zip(row, col, strict=True):
        carried += 1
        if a != b:
            score, carried = score + (carried if a > b else -carried), 0
    return score


@pytest.mark.parametrize("cards", [3, 4])
def test_random_against_random_is_the_mean_over_all_orders(cards: int) -> None:
    scores = [tricks_of(a, b) for a in permutations(range(cards)) for b in permutations(range(cards))]
    match = play_exactly(Jujitsu(cards=cards).as_staged(), uniform, uniform, exact=True)
    assert match.win == Fraction(sum(score > 0 for score in scores), len(scores))
    assert match.draw == Fraction(sum(score == 0 for score in scores), len(scores))


def test_relabelling_the_cards_changes_no_result() -> None:
    open_hands = play_exactly(Jujitsu(cards=4).as_staged(), uniform, highest, exact=True)
    by_order = play_exactly(Jujitsu(cards=4).as_staged(by_order=True), uniform, highest, exact=True)
    assert open_hands.results == by_order.results


def test_in_order() -> None:
    assert in_order((2, 9), (4, 9)) == ((1, 3), (2, 3))


def test_second_lowest_beats_lowest_in_every_trick_but_the_last() -> None:
    match = play_exactly(Jujitsu(cards=6).as_staged(), second_lowest, lowest, exact=True)
    assert match.win == 1


def test_equilibrium_is_not_beaten_and_best_responses_agree_with_matches(five: StagedSolution) -> None:
    game, player = five.game, Equilibrium(five.strategies_at)
    for opponent in (uniform, highest, lowest, second_lowest):
        assert play_exactly(game, player, opponent).mean > -1e-9
    assert abs(float(best_response(game, player, "col").value)) < 1e-9
    response = best_response(game, lowest, "row")
    assert abs(float(play_exactly(game, response.player, lowest).mean) - float(response.value)) < 1e-12
    assert float(response.value) == 1.0


@pytest.mark.parametrize(("row", "col"), [("equilibrium", lowest), (uniform, highest)])
def test_simulation_agrees_with_the_exact_match(five: StagedSolution, row: object, col: Player) -> None:
    player = Equilibrium(five.strategies_at) if row == "equilibrium" else row
    exact = play_exactly(five.game, player, col)  # type: ignore[arg-type]
    sampled = simulate(five.game, player, col, plays=200_000, seed=7)  # type: ignore[arg-type]
    assert abs(float(sampled.mean) - float(exact.mean)) < 4.5 * sampled.standard_error
    assert sampled == simulate(five.game, player, col, plays=200_000, seed=7)  # type: ignore[arg-type]
    assert sampled != simulate(five.game, player, col, plays=200_000, seed=8)  # type: ignore[arg-type]


def test_the_range_holds_the_equilibrium_that_was_found(five: StagedSolution) -> None:
    for opponent in (uniform, lowest, highest):
        mean = float(play_exactly(five.game, Equilibrium(five.strategies_at), opponent).mean)
        found = equilibrium_range(five.game, five.solved.layout, opponent)
        assert found.worst - 1e-9 <= mean <= found.best + 1e-9
        assert found.worst >= -1e-9


def test_the_range_at_one_position_is_a_linear_program() -> None:
    rng = np.random.default_rng(5)
    A = rng.integers(-2, 3, size=(60, 4, 4)).astype(float)
    c = rng.normal(size=(60, 4, 4))
    opponent = rng.dirichlet(np.ones(4), size=60)
    for sign in (1.0, -1.0):
        found = best_optimal(A, values_of(A), c, opponent, "row", sign)
        for a, b, y, got in zip(A, c, opponent, found, strict=True):
            assert got == pytest.approx(sign * most(a, sign * b @ y), abs=1e-6)


def most(A: np.ndarray, c: np.ndarray) -> float:
    """The most of c·x over the optimal mixes of A, by linear programming."""
    m = len(A)
    value = -linprog(
        np.r_[np.zeros(m), -1.0],
        A_ub=np.c_[-A.T, np.ones(A.shape[1])],
        b_ub=np.zeros(A.shape[1]),
        A_eq=[[*[1.0] * m, 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
    ).fun
    best = linprog(-c, A_ub=-A.T, b_ub=np.full(A.shape[1], 1e-9 - value), A_eq=[[1.0] * m], b_eq=[1.0])
    return float(-best.fun)


def test_match_the_prize_is_best_against_uniform_in_goofspiel() -> None:
    """Ross 1971."""
    game = Goofspiel(cards=4).as_staged()
    value = best_response(game, uniform, "row", exact=True).value
    assert play_exactly(game, match_the_prize, uniform, exact=True).mean == value
    assert value > 0


def test_a_mixture_averages_its_players() -> None:
    half = Mixture(((Fraction(1, 2), lowest), (Fraction(1, 2), highest)))
    match = play_exactly(Jujitsu(cards=2).as_staged(), half, lowest, exact=True)
    assert match.results == {-1: 0, 0: 1} or match.draw == 1


def test_a_player_that_plays_what_it_does_not_hold_is_told_so() -> None:
    cheat = Function("cheat", lambda seen: 99)
    with pytest.raises(InputError, match="cheat returned 99"):
        play_exactly(Jujitsu(cards=3).as_staged(), cheat, uniform)


def test_fixing_both_sides_leaves_a_game_of_chance() -> None:
    game = FixedPlayers(Jujitsu(cards=3).as_staged(), uniform, uniform)
    assert float(solve(game).value) == pytest.approx(0.0, abs=1e-12)


def test_players_by_name() -> None:
    assert read_player("random", NAMED) is uniform
    assert {player.name for player in NAMED.values()} == set(NAMED)
    with pytest.raises(InputError, match="did you mean 'lowest'"):
        read_player("lowset", NAMED)


@pytest.mark.parametrize("name", ["jujitsu", "gleason", "blackjack", "leduc", "nakai"])
def test_thresholds_are_refused_where_hands_are_no_numbers(name: str) -> None:
    arena = arena_for(load(name)())
    seen = arena.deal(np.random.default_rng(0)).observation("row")
    with pytest.raises(InputError, match="numeric hands"):
        read_player("fold<1/2,bet", {}).mix(seen)
