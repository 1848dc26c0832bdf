"""Verifying by best responses, at all positions or at random ones; and agreement with the solver of staged games."""

from __future__ import annotations

import dataclasses

import pytest

import zerosum
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.value import Value
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.tricks import certificate as verify_tricks
from zerosum.models.staged.engines.tricks.answer import SolvedPosition
from zerosum.models.staged.engines.tricks.certificate import verify, verify_sample
from zerosum.models.staged.engines.tricks.rules import Hands, TrickGame
from zerosum.models.staged.engines.tricks.solve import solve
from zerosum.store import MemoryStore

GAMES = [
    Jujitsu(cards=5),
    Jujitsu(cards=5, payoff="margin", ties="discarded"),
    Goofspiel(cards=4),
    Goofspiel(cards=4, payoff="win", ties="carry"),
    Goofspiel(cards=5, prizes="descending"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_best_responses_confirm_the_value(game: TrickGame) -> None:
    proof = verify(solve(game, store=MemoryStore()))
    assert 0 in proof
    assert proof.gap < 1e-10


def test_exact_strategies_are_confirmed_exactly() -> None:
    game = Jujitsu(cards=4)
    assert verify(solve(game, exact=True)).is_exact


def test_another_position_can_be_verified() -> None:
    game = Goofspiel(cards=6)
    position = solve(game, store=MemoryStore()).at(row=[1, 4, 6], col=[2, 4, 5], prizes_left=[1, 3, 6], up=3)
    proof = verify(position)
    assert proof.gap < 1e-11
    assert position.value.middle in proof


def test_a_wrong_strategy_is_found_out() -> None:
    solution = solve(Jujitsu(cards=4), store=MemoryStore())

    class Greedy:
        """Row plays its highest card."""

        def answer(self, row: tuple, col: tuple, at: object) -> SolvedPosition:
            found = solution.answer_at(row, col, at)
            return found._replace(row={card: float(card == max(row)) for card in row})

    proof = verify(dataclasses.replace(solution, solved=Greedy()))
    assert proof.lower < -0.1
    assert proof.upper == pytest.approx(0, abs=1e-11)


def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_tricks, "MAX_POSITIONS", 10)
    game = Jujitsu(cards=4)
    with pytest.raises(TooLargeError, match="more than 10 positions"):
        verify(solve(game, store=MemoryStore()))


@pytest.mark.parametrize(
    "game",
    [Jujitsu(cards=5), Goofspiel(cards=4), Goofspiel(cards=4, payoff="win", ties="carry")],
    ids=lambda g: g.title,
)
def test_the_solver_of_staged_games_agrees_at_every_position(game: TrickGame) -> None:
    tricks = solve(game, store=MemoryStore())
    whole = staged.solve(game.as_staged())
    seen = 0
    for position, there in whole.values.items():
        if isinstance(position, Hands) and position.row:
            here = tricks.answer_at(*position).value
            assert here.lower <= there.upper
            assert there.lower <= here.upper
            seen += 1
    assert seen > 100


def test_a_solution_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        solve(Jujitsu(cards=2), store=MemoryStore()).hands = ((), ())  # type: ignore[misc]


def test_random_positions_of_right_tables_pass_and_of_wrong_ones_do_not() -> None:
    solution = solve(Jujitsu(cards=4), store=MemoryStore())

    class TooHigh:
        """Values with three cards left are too high by a millionth."""

        def answer(self, row: tuple, col: tuple, at: object) -> SolvedPosition:
            answer = solution.answer_at(row, col, at)
            off = 1e-6 * (len(row) == 3)
            return answer._replace(value=Value(answer.value.lower + off, answer.value.upper + off))

        def digest(self) -> str:
            return solution.digest()

    right = verify_sample(solution, 60, 0)
    assert right.failed == 0
    assert right.passes == pytest.approx(0.95**60)
    wrong = dataclasses.replace(solution, solved=TooHigh())
    assert verify_sample(wrong, 60, 0).failed > 0


def test_only_trick_games_are_sampled_and_by_a_sensible_number() -> None:
    with pytest.raises(InputError, match="59 to 1,000,000 "):
        Jujitsu.family.sampling.check_size(0)
    with pytest.raises(InputError, match="only trick games"):
        zerosum.load("kuhn").family.sampling.check_size(1)
