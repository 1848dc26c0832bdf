"""Certified intervals of boards, drawing games and games in two phases beside exact values of quite other methods."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from tests.fuzz.command import share

import zerosum
from zerosum.core.errors import GameError
from zerosum.models.continuum.rules import BettingGame, Decision, Node, Showdown
from zerosum.models.hidden.rules import HiddenGame, choose, end
from zerosum.models.lagged.rules import EXITS, Board, BoardGame

SMALL = st.fractions(-5, 5, max_denominator=12)
MOVES = 5


@dataclass(frozen=True)
class CutOff(HiddenGame):
    """A board's first few moves as a tree: who moves knows the nodes that were left, and the own moves."""

    board: Board
    discount: Fraction

    @property
    def start(self) -> Any:
        return (self.board.start,), ()

    def turn(self, position: Any) -> Any:
        nodes, moves = position
        if len(moves) == MOVES:
            paid = (self.discount**t * self.board.payoffs[node] for t, node in enumerate(nodes[:-1]))
            return end(sum(paid, Fraction(0)))
        side = ("row", "col")[len(moves) % 2]
        return choose(side, EXITS, knows=(nodes[:-1], moves[len(moves) % 2 :: 2]))

    def after(self, position: Any, picked: str) -> Any:
        nodes, moves = position
        return (*nodes, self.board.exits[nodes[-1]][EXITS.index(picked)]), (*moves, picked)


@share(2)
@given(st.integers(2, 4), st.sampled_from((Fraction(1, 20), Fraction(1, 7))), st.data())
def test_the_interval_of_a_board_holds_the_exact_value(
    size: int, discount: Fraction, data: st.DataObject
) -> None:
    """The first moves as a tree, solved in fractions; what comes after them pays no more than it can."""
    node = st.integers(0, size - 1)
    payoffs = data.draw(st.lists(SMALL, min_size=size, max_size=size))
    exits = data.draw(st.lists(st.tuples(node, node), min_size=size, max_size=size))
    board = Board(tuple(map(str, range(size))), tuple(payoffs), tuple(exits), data.draw(node))
    exact = zerosum.solve(CutOff(board, discount)).value
    assert exact.is_exact
    rest = discount**MOVES * max(map(abs, payoffs)) / (1 - discount)
    found = zerosum.solve(BoardGame(board), discount=discount)
    assert found.value.lower <= exact.lower + rest
    assert exact.lower - rest <= found.value.upper
    assert float(found.value.gap) < 1e-6
    assert found.verify().holds


def test_floats_that_suggest_no_strategies_at_all() -> None:
    """The program's floats give col's first reach as 0; the exact vertex is then found by its basis."""
    payoffs = (Fraction(-24, 11), Fraction(1), Fraction(2), Fraction(0))
    board = Board(tuple("abcd"), payoffs, ((1, 2), (3, 0), (3, 0), (0, 2)), 1)
    found = zerosum.solve(CutOff(board, Fraction(1, 20)))
    assert found.value.is_exact
    assert found.verify().holds


@share(1)
@given(
    st.lists(SMALL, min_size=4, max_size=4),
    st.lists(st.tuples(st.integers(2, 3), st.integers(2, 3)), min_size=2, max_size=2),
    st.permutations((0, 1)),
    st.sampled_from((None, Fraction(1, 2), Fraction(9, 10))),
)
@example([Fraction(1), Fraction(3), Fraction(-1, 2), Fraction(2)], [(2, 2), (3, 2)], [0, 1], None)
def test_the_interval_of_a_board_with_one_free_player_holds_the_best_plan(
    payoffs: list[Fraction], free: list[tuple[int, int]], back: list[int], discount: Fraction | None
) -> None:
    """Only row has a choice, and knows where the counter stands; the best of four plans is a sum in fractions."""
    exits = (*free, *((node, node) for node in back))
    board = Board(tuple("abcd"), tuple(payoffs), exits, 0)
    plans = itertools.product((0, 1), repeat=2)
    best = max(_worth(board, plan, discount) for plan in plans)
    found = zerosum.solve(BoardGame(board), discount=discount)
    assert found.value.lower <= best <= found.value.upper
    assert float(found.value.gap) < 1e-6
    assert found.by_start or found.verify().holds  # regions of the board are no strategies


def _worth(board: Board, plan: tuple[int, ...], discount: Fraction | None) -> Fraction:
    """What a plan pays: some moves, and then a cycle forever."""
    at, seen = board.start, dict[int, int]()
    paid: list[Fraction] = []
    while at not in seen:
        seen[at] = len(paid)
        paid.append(board.payoffs[at])
        at = board.exits[at][plan[at] if at < 2 else 0]
    first, cycle = paid[: seen[at]], paid[seen[at] :]
    if discount is None:
        return sum(cycle, Fraction(0)) / len(cycle)
    sums = [sum((discount**t * a for t, a in enumerate(part)), Fraction(0)) for part in (first, cycle)]
    return sums[0] + discount ** len(first) * sums[1] / (1 - discount ** len(cycle))


@share(1)
@given(
    st.lists(st.integers(0, 2), min_size=10, max_size=10),
    st.sampled_from(("hidden", "seen")),
    st.lists(st.integers(0, 6), min_size=1, max_size=3),
    st.integers(0, 3),
)
@example([0, 0, 0, 0, 2, 0, 0, 0, 0, 0], "seen", [1], 1)
def test_the_value_of_a_drawing_game_is_that_of_a_plain_recursion(
    deck: list[int], dealer_card: str, bets: list[int], ante: int
) -> None:
    if 2 <= sum(deck) <= 9 and ante + min(bets) > 0:
        game = zerosum.load("blackjack")(
            deck=tuple(deck), dealer_card=dealer_card, bets=tuple(bets), ante=ante
        )
        try:
            found = zerosum.solve(game)
        except GameError:  # the deck may run out
            return
        assert found.value.lower == found.value.upper == _drawn(game)
        assert found.verify().holds


def _drawn(game: Any) -> Fraction:
    """What the best play earns: every order of the cards, one card at a time."""
    empty = (0,) * len(game.supply)
    deals = [
        (first, _more(empty, second)) for first, second in itertools.permutations(_cards(game.supply), 2)
    ]
    total = Fraction(0)
    for first, card in deals:
        edge = _edge(game, _more(empty, first), card if game.opponent_seen else None)
        total += max([Fraction(-game.ante), *((bet + game.ante) * edge for bet in game.bets)])
    return total / len(deals)


def _cards(hand: tuple[int, ...]) -> list[int]:
    return [kind for kind, count in enumerate(hand) for _ in range(count)]


def _more(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return tuple(count + (k == kind) for k, count in enumerate(hand))


@cache
def _edge(game: Any, hand: tuple[int, ...], seen: tuple[int, ...] | None) -> Fraction:
    """What a unit at stake earns with a hand; without a card that is seen, any that is left may be the opponent's."""
    if game.score(hand) is None:
        return Fraction(-1)
    left = [n - mine - other for n, mine, other in zip(game.supply, hand, seen or (0,) * 10, strict=True)]
    cards = _cards(tuple(left))
    opponents = [seen] if seen else [_more((0,) * 10, kind) for kind in cards]
    stands = [_opponent(game, hand, opponent) for opponent in opponents]
    stand = sum(stands, Fraction(0)) / len(stands)
    if len(cards) <= (seen is None):
        return stand
    hits = [_edge(game, _more(hand, kind), seen) for kind in cards]
    return max(stand, sum(hits, Fraction(0)) / len(hits))


def _opponent(game: Any, hand: tuple[int, ...], opponent: tuple[int, ...]) -> Fraction:
    left = [n - mine - other for n, mine, other in zip(game.supply, hand, opponent, strict=True)]
    cards = _cards(tuple(left))
    if game.score(opponent) is None or not game.opponent_hits(opponent) or not cards:
        return Fraction(1 if game.wins(game.score(hand), game.score(opponent)) else -1)
    return sum((_opponent(game, hand, _more(opponent, kind)) for kind in cards), Fraction(0)) / len(cards)


@dataclass(frozen=True)
class InOne(BettingGame):
    """Both phases as one tree."""

    root: Any

    def tree(self) -> Decision:
        return self.root


def _joined(node: Node, phases: Any) -> Node:
    """The tree of the first phase with the second in the place of its showdowns."""
    if isinstance(node, Showdown):
        return phases.second(node.amount)
    if isinstance(node, Decision):
        return Decision(node.player, {name: _joined(after, phases) for name, after in node.actions.items()})
    return node


@share(1)
@given(st.fractions("1/5", 4, max_denominator=7))
def test_two_phases_of_one_number_are_one_betting_game(bet: Fraction) -> None:
    """Where the second number has no weight nothing is learnt between the phases."""
    game = zerosum.load("two-phase-relance")(bet=bet, weight=Fraction(0))
    found = zerosum.solve(game, tolerance=0.05, cells=8)
    one = zerosum.solve(InOne(_joined(game.first(), game)))
    assert found.value.lower <= one.value.upper
    assert one.value.lower <= found.value.upper
    assert float(one.value.gap) < 1e-6
    assert found.verify().holds
