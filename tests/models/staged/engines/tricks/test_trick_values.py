"""The engine against plain recursion in fractions, at every position of small games."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.models.staged.engines.tricks.trick_oracle import oracle, positions

import zerosum
from zerosum.core.errors import InputError
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu, Tricks
from zerosum.models.staged.engines.tricks.patterns import COL, ROW, count, unrank, ways, word_of
from zerosum.models.staged.engines.tricks.rules import Chance, TrickGame
from zerosum.models.staged.engines.tricks.solve import TrickSolution, solve
from zerosum.store import MemoryStore


@dataclass(frozen=True)
class Odd(TrickGame):
    """Nothing like the papers' games: unequal stakes, a lottery with unequal odds, a payoff in halves."""

    cards: int = 3

    @property
    def start(self) -> Chance:
        return Chance([(Fraction(1, 3), (2, 0)), (Fraction(2, 3), (5, 1))])

    def trick(self, context: tuple[int, int], outcome: int) -> tuple[float, object]:
        stake, streak = context
        if outcome == 0:
            return 0.5, (stake, streak + 1)
        return 3 * outcome - 1, Chance([(0.25, (stake + outcome, 0)), (0.75, (1, streak))])

    def settle(self, context: tuple[int, int]) -> Fraction:
        return Fraction(context[0] - context[1], 2)


GAMES = [
    Jujitsu(cards=1),
    Jujitsu(cards=4),
    Jujitsu(cards=4, payoff="margin"),
    Jujitsu(cards=4, ties="discarded"),
    Jujitsu(cards=3, ties="discarded", payoff="margin"),
    Goofspiel(cards=1),
    Goofspiel(cards=3),
    Goofspiel(cards=3, ties="carry"),
    Goofspiel(cards=3, payoff="win"),
    Goofspiel(cards=3, payoff="win", ties="carry"),
    Goofspiel(cards=4, prizes="ascending"),
    Goofspiel(cards=4, prizes="descending", ties="carry"),
    Goofspiel(cards=4, prizes=(2, 4, 1, 3), ties="split", payoff="win"),
    Odd(),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_every_position_has_the_value_of_plain_recursion(game: TrickGame) -> None:
    value = oracle(game)
    solution, exact = solve(game, store=MemoryStore()), solve(game, exact=True)
    for row, col, at in positions(game):
        true = value(row, col, at)
        answer = solution.answer_at(row, col, at)
        assert true in answer.value
        assert answer.value.gap < 1e-11
        assert exact.answer_at(row, col, at).value.lower == true


def guaranteed(game: TrickGame, solution: TrickSolution, position: tuple, mine: bool) -> Fraction:
    """What a player's strategy at a position is worth at least, if all after it goes by the true values."""
    row, col, at = position
    value = oracle(game)
    answer = solution.answer_at(row, col, at)
    worths = []
    for response in col if mine else row:
        total = Fraction(0)
        for card, p in (answer.row if mine else answer.col).items():
            a, b = (card, response) if mine else (response, card)
            reward, after = game.trick(at, (a > b) - (a < b))
            total += Fraction(p) * (
                Fraction(reward)
                + value(tuple(c for c in row if c != a), tuple(c for c in col if c != b), after)
            )
        worths.append(total)
    return min(worths) if mine else max(worths)


@pytest.mark.parametrize(
    "game", [Jujitsu(cards=3), Goofspiel(cards=3, ties="carry"), Odd()], ids=lambda g: g.title
)
@pytest.mark.parametrize("exact", [False, True])
def test_the_strategies_guarantee_the_value_everywhere(game: TrickGame, exact: bool) -> None:
    value = oracle(game)
    solution = solve(game, exact=True) if exact else solve(game, store=MemoryStore())
    slack = 0 if exact else Fraction(1, 10**10)
    for row, col, at in positions(game):
        if not isinstance(at, Chance):
            true = value(row, col, at)
            assert guaranteed(game, solution, (row, col, at), mine=True) >= true - slack
            assert guaranteed(game, solution, (row, col, at), mine=False) <= true + slack


LEFT = {"prizes_left": [1, 2, 4, 5]}


@pytest.mark.parametrize(
    ("game", "facts", "swapped"),
    [
        (Jujitsu(cards=7), {"score": 1}, {"score": -1}),
        (Jujitsu(cards=6), {"carried": 1}, {"carried": 1}),
        (Goofspiel(cards=5), LEFT, LEFT),
        (Goofspiel(cards=5, payoff="win"), {**LEFT, "score": 3}, {**LEFT, "score": -3}),
        (Goofspiel(cards=5, payoff="win", ties="carry"), {**LEFT, "carried": 3}, {**LEFT, "carried": 3}),
    ],
)
def test_swapping_the_players_negates(game: TrickGame, facts: dict, swapped: dict) -> None:
    solution, cards = solve(game, store=MemoryStore()), np.arange(1, game.cards + 1)
    rng = np.random.default_rng(7)
    for _ in range(40):
        row, col = (rng.choice(cards, game.cards - 1, replace=False).tolist() for _ in "12")
        here, there = solution.at(row=row, col=col, **facts), solution.at(row=col, col=row, **swapped)
        assert here.value.middle == pytest.approx(-there.value.middle, abs=1e-11)


@pytest.mark.parametrize("cards", [2, 5, 8])
def test_symmetric_positions_are_worth_nothing_and_both_play_alike(cards: int) -> None:
    start = solve(Jujitsu(cards=cards), store=MemoryStore())
    assert 0 in start.value
    assert start.row == start.col
    goofspiel = solve(Goofspiel(cards=cards), store=MemoryStore())
    for up in range(1, cards + 1):
        position = goofspiel.at(up=up)
        assert 0 in position.value
        assert position.row == position.col


@pytest.mark.parametrize("cards", [3, 5, 7])
def test_playing_at_random_is_an_equilibrium_of_the_simplified_game_at_every_position(cards: int) -> None:
    """Uniform play by either side leaves the other nothing to choose, whatever the hands and the score."""
    game = Jujitsu(cards=cards, ties="discarded")
    solution, WAYS = solve(game, store=MemoryStore()), ways(cards)

    @cache
    def at_random(row: tuple[int, ...], col: tuple[int, ...], at: Tricks) -> Fraction:
        if not row:
            return Fraction(game.settle(at))
        worth = [[Fraction(0)] * len(col) for _ in row]
        for i, a in enumerate(row):
            for j, b in enumerate(col):
                rest = canonical(row[:i] + row[i + 1 :], col[:j] + col[j + 1 :])
                worth[i][j] = at_random(*rest, game.trick(at, (a > b) - (a < b))[1])
        means = {sum(line) / len(row) for line in worth} | {
            sum(line) / len(row) for line in zip(*worth, strict=True)
        }
        assert len(means) == 1
        return means.pop()

    seen = 0
    for left in range(1, cards + 1):
        for number in range(count(left, cards)):
            word = np.zeros(cards, np.int8)
            hands = hands_of(word[: unrank(number, left, WAYS, word)])
            for context in solution.solved.plan.nodes[left]:
                assert at_random(*hands, context) in solution.answer_at(*hands, context).value
                seen += 1
    assert seen == solution.positions


def hands_of(word: np.ndarray) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lowest cards that have this pattern."""
    ranked = list(enumerate(reversed(word.tolist()), start=1))
    return tuple(r for r, who in ranked if who != COL), tuple(r for r, who in ranked if who != ROW)


@cache
def canonical(row: tuple[int, ...], col: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lowest cards that have the pattern of these hands."""
    return hands_of(word_of(row, col)[0])


@pytest.mark.parametrize("place", [{"threads": 2}, {"device": "gpu"}, {"cluster": "local:2"}])
def test_fractions_use_no_place_that_is_named(place: dict[str, object]) -> None:
    with pytest.raises(InputError, match="use one thread"):
        zerosum.solve(Jujitsu(cards=3), exact=True, **place)
