"""Strategies that play: a million moves agree with the value; nothing is seen that the rules hide."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from tests.by_name import computed, exploited, sampled

from zerosum.arena import Mixture, Session
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.sides import SIDES, other
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.arena import LaggedArena
from zerosum.models.lagged.arena.movers import (
    MemoryMover,
    MemoryPlayer,
    Mover,
    OptimalMover,
    ResponseMover,
    average_of,
    simulate,
)
from zerosum.models.lagged.recursion import COL, ROW
from zerosum.models.lagged.rules import Board, LaggedGame, ring
from zerosum.models.lagged.solve import solve


def forgetful(table: list[float], first: float = 0.5) -> Mover:
    """Plays by the last known node only: cc with the probability given for it, `first` when none is known."""
    chance = lambda known: Fraction(table[known[-1]] if known else first)  # noqa: E731
    return MemoryMover(ring([Fraction(0)] * len(table)), MemoryPlayer("forgetful", 1, chance))


@pytest.fixture(scope="module")
def movers(gleason: LaggedSolution) -> tuple[OptimalMover, OptimalMover]:
    row, col = (OptimalMover(gleason.next_moves[p], gleason.first[p]) for p in (ROW, COL))
    return row, col


def test_a_million_moves_of_optimal_play_agree_with_the_value(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover]
) -> None:
    outcome = simulate(gleason.board, *movers)
    assert outcome.stages == 1_000_000
    assert outcome.error < 0.002
    assert abs(outcome.mean - float(gleason.value)) < 4 * outcome.error


@pytest.mark.parametrize("player", [ROW, COL])
def test_the_best_response_gets_the_value(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover], player: int
) -> None:
    functions = {node: gleason.function(player, node) for node in gleason.functions[player]}
    response = ResponseMover(gleason.board, movers[player], functions)
    sides = (movers[ROW], response) if player == ROW else (response, movers[COL])
    outcome = simulate(gleason.board, *sides, moves=500_000)
    assert abs(outcome.mean - float(gleason.value)) < 4 * outcome.error


@pytest.mark.parametrize("table", [[0.5, 0.5, 0.5], [0.0, 1.0, 1 / 3], [1.0, 0.0, 0.5]])
def test_optimal_play_holds_its_bound_against_others(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover], table: list[float]
) -> None:
    value, other = float(gleason.value), forgetful(table)
    as_row = simulate(gleason.board, movers[ROW], other, moves=200_000)
    as_col = simulate(gleason.board, other, movers[COL], moves=200_000)
    assert as_row.mean > value - 4 * as_row.error
    assert as_col.mean < value + 4 * as_col.error


def test_the_simple_strategy_of_the_fifties_is_beaten(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover]
) -> None:
    """Against optimal play it loses more to the row player than column has to."""
    outcome = simulate(gleason.board, movers[ROW], forgetful([0.0, 1.0, 1 / 3], 0.0), moves=400_000)
    assert outcome.mean > float(gleason.value) + 4 * outcome.error


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("moves", [100, 1_001, 10_000, 100_000])
def test_short_and_long_simulations_agree_with_the_value(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover], moves: int, seed: int
) -> None:
    """The opening, from a start that both players know, must not colour the average."""
    outcome = simulate(gleason.board, *movers, moves=moves, seed=seed)
    assert outcome.stages == moves
    assert abs(outcome.mean - float(gleason.value)) < 4.5 * outcome.error < 15 / np.sqrt(moves)


def test_short_and_long_simulations_agree_with_each_other(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover]
) -> None:
    for opponents in ((movers[ROW], forgetful([0.5] * 3)), (forgetful([0.5] * 3), movers[COL])):
        short, long = (
            simulate(gleason.board, *opponents, moves=moves, seed=1) for moves in (10_000, 300_000)
        )
        assert abs(short.mean - long.mean) < 4.5 * np.hypot(short.error, long.error)


@pytest.mark.parametrize("size", [2, 3, 4, 7, 12])
def test_walks_at_random_earn_the_mean(size: int) -> None:
    """Also on even rings, where each player leaves nodes of one colour only, and on the two nodes of a forced walk."""
    payoffs = [Fraction(k * k) for k in range(size)]
    walker = forgetful([0.5] * size)
    for moves in (301, 20_000):
        outcome = simulate(ring(payoffs), walker, walker, moves=moves, seed=5)
        assert abs(outcome.mean - float(sum(payoffs) / size)) <= 4.5 * outcome.error


def test_huge_payoffs_have_an_error_too() -> None:
    walker, size = forgetful([0.5] * 3), 10**300
    plain = simulate(ring([Fraction(1), Fraction(-1), Fraction(0)]), walker, walker, moves=1000)
    huge = simulate(ring([Fraction(size), Fraction(-size), Fraction(0)]), walker, walker, moves=1000)
    assert huge.mean == pytest.approx(1e300 * plain.mean)
    assert huge.error == pytest.approx(1e300 * plain.error)


def test_too_few_moves_are_refused(
    gleason: LaggedSolution, movers: tuple[OptimalMover, OptimalMover]
) -> None:
    with pytest.raises(InputError, match="at least 100 moves"):
        simulate(gleason.board, *movers, moves=10)


def told(mover: OptimalMover, way: str, node: int) -> float:
    """The next chance of cc of a player in one game, told the exit drawn and the node that was left."""
    mover.observe(np.array([way == "cc"]), np.array([node]))
    return round(float(mover.chances(np.array([-1]))[0]), 3)


def test_a_player_keeps_q_by_the_announcements_alone(movers: tuple[OptimalMover, OptimalMover]) -> None:
    """The paper's worked play, section 5."""
    for mover in movers:
        mover.begin(1)
        assert mover.chances(np.array([-1])) == [0.0]
    assert told(movers[ROW], "cl", 0) == 0.562
    assert told(movers[COL], "cl", 1) == 0.369
    assert told(movers[ROW], "cl", 2) == 0.648
    assert told(movers[COL], "cc", 0) == 0.129


@pytest.fixture(scope="module")
def arena(gleason: LaggedSolution) -> LaggedArena:
    return LaggedArena(Gleason(), lambda game: gleason)


@pytest.mark.parametrize("opponents", [("equilibrium", "best-response"), ("best-response", "equilibrium")])
def test_a_match_against_the_best_response_earns_the_value(
    gleason: LaggedSolution, arena: LaggedArena, opponents: tuple[str, str]
) -> None:
    match = sampled(arena, *opponents, plays=300_000, seed=2)
    assert abs(float(match.mean) - float(gleason.value)) < 4 * match.standard_error


FORGETFUL = ["uniform", "always-cc", "always-cl", "1/3*always-cc+2/3*uniform"]


@pytest.mark.parametrize("name", FORGETFUL)
def test_the_best_response_to_a_forgetful_player_earns_what_is_proved(arena: LaggedArena, name: str) -> None:
    held, given = exploited(arena, name)
    as_row = sampled(arena, name, "best-response", plays=100_000, seed=4)
    as_col = sampled(arena, "best-response", name, plays=100_000, seed=4)
    assert held is not None
    assert given is not None
    assert abs(float(as_row.mean) - float(held)) <= 4 * as_row.standard_error + 1e-9
    assert abs(float(as_col.mean) - float(given)) <= 4 * as_col.standard_error + 1e-9
    assert float(computed(arena, name, "best-response").mean) == pytest.approx(float(held), abs=1e-12)
    assert float(computed(arena, "best-response", name).mean) == pytest.approx(float(given), abs=1e-12)


@pytest.mark.parametrize("row", FORGETFUL)
@pytest.mark.parametrize("col", FORGETFUL)
def test_averages_of_players_of_bounded_memory_are_fractions_that_samples_agree_with(
    arena: LaggedArena, row: str, col: str
) -> None:
    exact, found = computed(arena, row, col), sampled(arena, row, col, plays=50_000, seed=5)
    assert isinstance(exact.mean, Fraction)
    assert abs(float(exact.mean) - float(found.mean)) <= 4.5 * found.standard_error + 1e-9


def test_averages_by_hand(arena: LaggedArena) -> None:
    """Always cc goes round the ring; against always cl the counter goes from +1 to -3 and back."""
    assert computed(arena, "always-cc", "always-cc").mean == 0
    assert computed(arena, "always-cc", "always-cl").mean == Fraction(1 - 3, 2)
    assert computed(arena, "uniform", "uniform").mean == 0


def test_a_chain_that_may_end_in_several_places_is_weighed() -> None:
    """From a, one third goes to the loop that pays 3 and two thirds to the one that pays 6."""
    board = Board(("a", "b", "c"), (Fraction(0), Fraction(3), Fraction(6)), ((1, 2), (1, 1), (2, 2)))
    third = MemoryPlayer("third", 0, lambda known: Fraction(1, 3))
    assert average_of(board, third, third) == Fraction(1, 3) * 3 + Fraction(2, 3) * 6


def test_long_memories_are_remembered_and_many_states_refused() -> None:
    """A player who repeats what was announced three moves ago, and a board too large for fractions."""
    board = ring([Fraction(k) for k in range(4)])
    parity = MemoryPlayer("parity", 3, lambda known: Fraction(sum(known) % 2, 1))
    half = MemoryPlayer("half", 0, lambda known: Fraction(1, 2))
    exact = average_of(board, parity, half)
    found = simulate(board, MemoryMover(board, parity), MemoryMover(board, half), moves=200_000)
    assert abs(float(exact) - found.mean) <= 4.5 * found.error
    long = MemoryPlayer("long", 3, lambda known: Fraction(1, 2))
    with pytest.raises(Unavailable, match="too many states"):
        average_of(ring([Fraction(0)] * 99), long, long)


@pytest.mark.parametrize(
    ("row", "why"),
    [("equilibrium", "infinitely many states"), ("1/2*equilibrium+1/2*uniform", "may use everything")],
)
def test_other_averages_are_sampled_and_the_reason_is_told(arena: LaggedArena, row: str, why: str) -> None:
    with pytest.raises(Unavailable, match=why):
        computed(arena, row, "uniform")
    with pytest.raises(Unavailable, match=r"use everything|one fixed opponent"):
        exploited(arena, "1/2*equilibrium+1/2*uniform")


def test_two_best_responses_are_refused(arena: LaggedArena) -> None:
    with pytest.raises(InputError, match="one fixed opponent"):
        sampled(arena, "best-response", "best-response", plays=100, seed=1)


def test_every_player_of_the_roster_sits_at_the_table_on_both_sides(arena: LaggedArena) -> None:
    for side in SIDES:
        players = list(arena.roster(side).values())
        players += [arena.best_response(opponent, side).player for opponent in players]
        players.append(Mixture(((Fraction(1, 2), players[0]), (Fraction(1, 2), players[-1])), "half"))
        for player in players:
            place = Session(arena, side=other(side), opponent=player, seed=2)
            while not place.over:
                place.move("cc")
            assert place.played == 1


def test_a_response_at_the_table_moves_as_it_does_in_a_match(arena: LaggedArena) -> None:
    """The best response to always cc, told the same announcements both ways."""
    response = arena.best_response(arena.simple["always-cc"], "row").player
    random = np.random.default_rng(0)
    round = arena.deal(random).after({"row": "cl"}, random).after({"col": "cc"}, random)
    assert isinstance(response, MemoryPlayer)
    mover = MemoryMover(arena.game.layout(), response)
    mover.chances(np.array([-1]))
    mover.observe(np.array([False]), np.array([round.left[0]]))
    assert mover.chances(np.array([round.left[1]]))[0] == response.mix(round.observation("row"))["cc"]


@dataclass(frozen=True)
class Corridor(LaggedGame):
    """From a both exits lead to b, so that the announcements do not tell which was taken."""

    title = "Corridor"

    def layout(self) -> Board:
        return Board(("a", "b", "c"), (Fraction(1), Fraction(-2), Fraction(3)), ((1, 1), (2, 0), (0, 1)))


def test_at_the_table_one_s_own_exit_counts_even_where_no_announcement_tells_it() -> None:
    game = Corridor()
    found = solve(game)
    table = LaggedArena(game, lambda game: found)
    random = np.random.default_rng(1)
    for first in ("cc", "cl"):
        here = table.deal(random).after({"row": first}, random).after({"col": "cc"}, random)
        mover = OptimalMover(found.next_moves[ROW], found.first[ROW])
        mover.chances(np.array([-1]))
        assert told(mover, first, 0) == round(table.advice(here, "row").mix["cc"], 3)
