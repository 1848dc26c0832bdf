"""Bounded memory: the paper's strategies, what they guarantee, and whether better ones exist."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.solution import Value
from zerosum.models.lagged.memory import best_response, bounded_memory, histories, prove_best, solve_response
from zerosum.models.lagged.rules import Board, ring

GLEASON = ring((Fraction(1), Fraction(2), Fraction(-3)))


def paper_strategy(seen):
    """Section 2's strategy for II: last at +1 cl, last at +2 cc, at -3 by the node before."""
    return [
        {0: 0, 1: 1, 2: Fraction(34, 100) if before == 0 else Fraction(49, 100)}[last]
        for before, last in seen.keys
    ]


def test_the_paper_s_first_strategy_breaks_exactly_even():
    assert best_response(histories(GLEASON, "col", 1), [0, 1, Fraction(1, 3)]).value == Value.exactly(0)


def test_the_paper_s_second_strategy_gives_minus_one_in_76():
    seen = histories(GLEASON, "col", 2)
    value = best_response(seen, paper_strategy(seen)).value
    assert value.lower <= Fraction(-1, 76) <= value.upper
    assert value.gap < 1e-13


@pytest.mark.parametrize(
    ("player", "memory", "value"),
    [
        ("col", 1, 0.0),
        ("col", 2, -0.013620902574),
        ("col", 3, -0.063794189518),
        ("row", 1, 2 * 2**0.5 - 3),
        pytest.param("row", 2, -0.11795063997, marks=pytest.mark.long),
    ],
)
def test_the_best_strategies(player, memory, value):
    found = bounded_memory(GLEASON, player, memory, starts=3)
    assert float(found.value) == pytest.approx(value, abs=1e-10)
    assert found.value.gap < 1e-12
    assert len(found.strategy) == 3 * 2 ** (memory - 1)


def test_no_strategy_with_one_node_does_better():
    assert prove_best(histories(GLEASON, "col", 1), -1e-6) > 0
    assert prove_best(histories(GLEASON, "row", 1), 3 - 2 * 2**0.5 - 1e-4) > 0
    with pytest.raises(TooLargeError, match="more than 2000 boxes"):
        prove_best(histories(GLEASON, "col", 1), 1e-3, most=2000)


def test_more_memory_never_hurts():
    """A longer memory may ignore its oldest node, so what it guarantees is at least as good."""
    board = ring((Fraction(0), Fraction(0), Fraction(1)))
    for player, better in (("col", -1), ("row", 1)):
        one, two = (float(bounded_memory(board, player, k, starts=2).value) for k in (1, 2))
        assert better * (two - one) >= -1e-12
        # the value of this game is 0.35575 (the paper, section 5)
        assert (two > 0.3557) if player == "col" else (two < 0.3558)


@pytest.mark.parametrize("player", ["row", "col"])
def test_the_response_by_simulation_of_the_rules(player):
    """The process is the game: play the strategy and the response with a referee, and average."""
    random = np.random.default_rng(1)
    found = bounded_memory(GLEASON, player, 2, starts=1)
    moves, total = 40_000, 0.0
    nodes = [0, 1, 2]
    mover = "row"
    names = GLEASON.names
    for _ in range(moves):
        known = tuple(names[node] for node in nodes[:-1])
        if mover == player:
            way = "cc" if random.random() < found.strategy[known[-2:]] else "cl"
        else:
            way = found.responses[known[-3:]] if len(known) >= 3 else "cl"
        total += float(GLEASON.payoffs[nodes[-1]])
        nodes.append(GLEASON.exits[nodes[-1]][("cc", "cl").index(way)])
        nodes = nodes[-5:]
        mover = "col" if mover == "row" else "row"
    assert total / moves == pytest.approx(float(found.value), abs=0.05)


def test_the_response_by_brute_force():
    """All pure responses to a strategy, each chain valued from its stationary distribution."""
    seen = histories(GLEASON, "col", 1)
    cc = np.array([0.2, 0.7, 0.4])
    chance = np.stack([cc[seen.key], 1 - cc[seen.key]], axis=-1)
    states = np.arange(6)
    best = -np.inf
    for exits in itertools.product(range(2), repeat=6):
        chain = np.zeros((6, 6))
        for hidden in range(2):
            np.add.at(chain, (states, seen.after[states, exits, hidden]), chance[:, hidden])
        settled = np.linalg.matrix_power(0.5 * chain + 0.5 * np.eye(6), 4096)
        payoff = (seen.payoff[states, exits] * chance).sum(axis=1)
        best = max(best, (settled @ payoff).max())
    assert solve_response(seen, cc)[2] == pytest.approx(best)


def test_even_rings_keep_the_colours_apart():
    """On a ring of four, I always moves from the start's colour."""
    board = ring(tuple(map(Fraction, (1, 2, 3, 4))))
    assert {path[-1] for path in histories(board, "row", 1).paths} == {0, 2}
    assert {path[-1] for path in histories(board, "col", 1).paths} == {1, 3}
    found = bounded_memory(board, "col", 1, starts=1)
    assert 1 <= float(found.value) <= 4


def test_a_board_with_one_way():
    """Two nodes, no choice: the average is that of the two payoffs, whatever anyone does."""
    board = Board(("a", "b"), (Fraction(1), Fraction(4)), ((1, 1), (0, 0)))
    assert bounded_memory(board, "row", 2, starts=1).value == Value.exactly(Fraction(5, 2))


@pytest.mark.parametrize("player", ["row", "col"])
@pytest.mark.parametrize("pure", list(itertools.product((0, 1), repeat=3)))
def test_responses_to_pure_strategies_by_hand(player, pure):
    """A response can settle in several places: every pure one is followed from every state. The bounds are the best of
    them from the worst state and from the best."""
    seen = histories(GLEASON, player, 1)
    value = best_response(seen, pure).value
    best = [max(followed(seen, pure, exits, s) for exits in all_exits(seen)) for s in range(len(seen.paths))]
    bounds = (value if seen.sign > 0 else -value).lower, (value if seen.sign > 0 else -value).upper
    assert bounds == (min(best), max(best))


def all_exits(seen):
    """Every pure response."""
    return itertools.product((0, 1), repeat=len(seen.paths))


def followed(seen, pure, exits, s):
    """What a pure response earns on average, as the responding player counts it; no cycle is longer than six."""
    paid = []
    for _ in range(2 * 60):
        hidden = 1 - pure[seen.key[s]]
        paid.append(seen.pays(s, exits[s], hidden))
        s = seen.after[s, exits[s], hidden]
    return seen.sign * sum(paid[60:]) / 60


def test_bad_questions_get_one_sentence():
    with pytest.raises(InputError, match=r"row or col.*'I'"):
        histories(GLEASON, "I", 1)
    with pytest.raises(InputError, match="at least one node"):
        histories(GLEASON, "row", 0)
    with pytest.raises(InputError, match="too many histories"):
        histories(GLEASON, "row", 20)
    with pytest.raises(InputError, match="needs 3 probabilities"):
        best_response(histories(GLEASON, "row", 1), [0.5, 2.0, 0.5])
