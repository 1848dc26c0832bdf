"""Strategies that play: a million moves agree with the value; nothing is seen that the rules hide."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from zerosum.arena.lagged import BestReply, Forgetful, Optimal, simulate
from zerosum.contests import contest_for
from zerosum.errors import InputError
from zerosum.games.gleason import Gleason
from zerosum.models.lagged import Board, LaggedGame, ring
from zerosum.rounds.lagged import dealer
from zerosum.solvers.lagged import LaggedSolution, solve
from zerosum.solvers.lagged.operator import COL, ROW


@pytest.fixture(scope="module")
def movers(gleason: LaggedSolution) -> tuple[Optimal, Optimal]:
    row, col = (Optimal(gleason.plans[p], gleason.first[p]) for p in (ROW, COL))
    return row, col


def test_a_million_moves_of_optimal_play_agree_with_the_value(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal]
) -> None:
    outcome = simulate(gleason.board, *movers)
    assert outcome.moves == 1_000_000
    assert outcome.error < 0.002
    assert abs(outcome.mean - float(gleason.value)) < 4 * outcome.error


@pytest.mark.parametrize("player", [ROW, COL])
def test_the_best_reply_gets_the_value(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal], player: int
) -> None:
    reply = BestReply(gleason.board, movers[player], gleason.functions[player])
    sides = (movers[ROW], reply) if player == ROW else (reply, movers[COL])
    outcome = simulate(gleason.board, *sides, moves=500_000)
    assert abs(outcome.mean - float(gleason.value)) < 4 * outcome.error


@pytest.mark.parametrize("table", [[0.5, 0.5, 0.5], [0.0, 1.0, 1 / 3], [1.0, 0.0, 0.5]])
def test_optimal_play_holds_its_bound_against_others(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal], table: list[float]
) -> None:
    value, other = float(gleason.value), Forgetful(table)
    as_row = simulate(gleason.board, movers[ROW], other, moves=200_000)
    as_col = simulate(gleason.board, other, movers[COL], moves=200_000)
    assert as_row.mean > value - 4 * as_row.error
    assert as_col.mean < value + 4 * as_col.error


def test_the_simple_strategy_of_the_fifties_is_beaten(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal]
) -> None:
    """Against optimal play it loses more to the row player than column has to."""
    outcome = simulate(gleason.board, movers[ROW], Forgetful([0.0, 1.0, 1 / 3], 0.0), moves=400_000)
    assert outcome.mean > float(gleason.value) + 4 * outcome.error


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("moves", [100, 1_001, 10_000, 100_000, 1_000_000])
def test_short_and_long_simulations_agree_with_the_value(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal], moves: int, seed: int
) -> None:
    """The opening, from a start that both players know, must not colour the average."""
    outcome = simulate(gleason.board, *movers, moves=moves, seed=seed)
    assert outcome.moves == moves
    assert abs(outcome.mean - float(gleason.value)) < 4.5 * outcome.error < 15 / np.sqrt(moves)


def test_short_and_long_simulations_agree_with_each_other(
    gleason: LaggedSolution, movers: tuple[Optimal, Optimal]
) -> None:
    for rivals in ((movers[ROW], Forgetful([0.5] * 3)), (Forgetful([0.5] * 3), movers[COL])):
        short, long = (simulate(gleason.board, *rivals, moves=moves, seed=1) for moves in (10_000, 1_000_000))
        assert abs(short.mean - long.mean) < 4.5 * np.hypot(short.error, long.error)


@pytest.mark.parametrize("size", [2, 3, 4, 7, 12])
def test_walks_at_random_earn_the_mean(size: int) -> None:
    """Also on even rings, where each player leaves nodes of one colour only, and on the two nodes of a forced walk."""
    payoffs = [Fraction(k * k) for k in range(size)]
    walker = Forgetful([0.5] * size)
    for moves in (301, 20_000):
        outcome = simulate(ring(payoffs), walker, walker, moves=moves, seed=5)
        assert abs(outcome.mean - float(sum(payoffs) / size)) <= 4.5 * outcome.error


def test_huge_payoffs_have_an_error_too() -> None:
    walker, size = Forgetful([0.5] * 3), 10**300
    plain = simulate(ring([Fraction(1), Fraction(-1), Fraction(0)]), walker, walker, moves=1000)
    huge = simulate(ring([Fraction(size), Fraction(-size), Fraction(0)]), walker, walker, moves=1000)
    assert huge.mean == pytest.approx(1e300 * plain.mean)
    assert huge.error == pytest.approx(1e300 * plain.error)


def test_too_few_moves_are_refused(gleason: LaggedSolution, movers: tuple[Optimal, Optimal]) -> None:
    with pytest.raises(InputError, match="at least 100 moves"):
        simulate(gleason.board, *movers, moves=10)


def told(mover: Optimal, way: str, node: int) -> float:
    """The next chance of cc of a player in one game, told the exit drawn and the node that was left."""
    mover.moved(np.array([way == "cc"]), np.array([node]))
    return round(float(mover.chances(np.array([-1]))[0]), 3)


def test_a_player_keeps_q_by_the_announcements_alone(movers: tuple[Optimal, Optimal]) -> None:
    """The paper's worked play, section 5."""
    for mover in movers:
        mover.begin(1)
        assert mover.chances(np.array([-1])) == [0.0]
    assert told(movers[ROW], "cl", 0) == 0.562
    assert told(movers[COL], "cl", 1) == 0.369
    assert told(movers[ROW], "cl", 2) == 0.648
    assert told(movers[COL], "cc", 0) == 0.129


@pytest.mark.parametrize("rivals", [("equilibrium", "best-response"), ("best-response", "equilibrium")])
def test_a_match_against_the_best_response_earns_the_value(gleason: LaggedSolution, rivals) -> None:
    match = contest_for(Gleason(), lambda: gleason).simulated(*rivals, plays=300_000, seed=2)
    assert abs(float(match.mean) - float(gleason.value)) < 4 * match.standard_error


@pytest.mark.parametrize("name", ["uniform", "always-cc", "always-cl"])
def test_the_best_response_to_a_forgetful_player_earns_what_is_proved(gleason: LaggedSolution, name) -> None:
    table = contest_for(Gleason(), lambda: gleason)
    held, given = table.exploited(name)
    as_row = table.simulated(name, "best-response", plays=100_000, seed=4)
    as_col = table.simulated("best-response", name, plays=100_000, seed=4)
    assert abs(float(as_row.mean) - float(held)) <= 4 * as_row.standard_error + 1e-9
    assert abs(float(as_col.mean) - float(given)) <= 4 * as_col.standard_error + 1e-9


def test_two_best_responses_are_refused(gleason: LaggedSolution) -> None:
    with pytest.raises(InputError, match="one fixed rival"):
        contest_for(Gleason(), lambda: gleason).simulated("best-response", "best-response", plays=100, seed=1)


@dataclass(frozen=True)
class Corridor(LaggedGame):
    """From a both exits lead to b, so that the announcements do not tell which was taken."""

    title = "Corridor"

    def layout(self) -> Board:
        return Board(("a", "b", "c"), (Fraction(1), Fraction(-2), Fraction(3)), ((1, 1), (2, 0), (0, 1)))


def test_at_the_table_one_s_own_exit_counts_even_where_no_announcement_tells_it() -> None:
    game = Corridor()
    found = solve(game)
    table = dealer(game, lambda: found)
    random = np.random.default_rng(1)
    for first in ("cc", "cl"):
        here = table.deal(random).after({"row": first}, random).after({"col": "cc"}, random)
        mover = Optimal(found.plans[ROW], found.first[ROW])
        mover.chances(np.array([-1]))
        assert told(mover, first, 0) == round(table.advice(here, "row").mix["cc"], 3)
