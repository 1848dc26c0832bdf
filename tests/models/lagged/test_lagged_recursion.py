"""The recursion beside the game itself: a finite game as one linear program over what each player can know."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.rules import Board, ring


def value_of_finite_game(board: Board, moves: int, beta: float) -> float:
    """The value of the game of so many moves, by the sequence form: nothing of the package's theory is used.

    A player who moves for the t-th time knows the start, the nodes announced so far (all but the one on which the
    counter stands) and his own moves.
    """
    leaves: dict[tuple[object, object], float] = {}
    for ways in product((0, 1), repeat=moves):
        path = [board.start]
        for way in ways:
            path.append(board.exits[path[-1]][way])
        paid = sum(beta**t * float(board.payoffs[path[t]]) for t in range(moves))
        own = [tuple(_sequence(path, ways, player)) for player in (0, 1)]
        leaves[own[0], own[1]] = leaves.get((own[0], own[1]), 0.0) + paid
    sequences = [sorted(_prefixes({pair[player] for pair in leaves}), key=repr) for player in (0, 1)]
    index = [{sequence: i for i, sequence in enumerate(each)} for each in sequences]
    A = np.zeros((len(sequences[0]), len(sequences[1])))
    for (row, col), paid in leaves.items():
        A[index[0][row], index[1][col]] += paid
    E, F = (_constraints(index[player]) for player in (0, 1))
    e = np.eye(1, len(F))[0]
    # max over row plans x of the dual of column's best response: max e·v subject to F'v <= A'x, Ex = e
    cost = np.concatenate([np.zeros(len(A)), -e])
    answer = linprog(
        cost,
        A_ub=np.hstack([-A.T, F.T]),
        b_ub=np.zeros(A.shape[1]),
        A_eq=np.hstack([E, np.zeros((len(E), len(F)))]),
        b_eq=np.eye(1, len(E))[0],
        bounds=[(0, None)] * len(A) + [(None, None)] * len(F),
    )
    return -float(answer.fun)


def _sequence(path: list[int], ways: tuple[int, ...], player: int):  # type: ignore[no-untyped-def]
    """A player's own moves, each with what he knew."""
    for t in range(player, len(ways), 2):
        yield (tuple(path[: max(t, 1)]), tuple(ways[player:t:2])), ways[t]


def _prefixes(sequences: set[tuple[object, ...]]) -> set[tuple[object, ...]]:
    return {sequence[:n] for sequence in sequences for n in range(len(sequence) + 1)}


def _constraints(index: dict[tuple[object, ...], int]) -> np.ndarray:
    """One row for the empty sequence, and one for each information set: its moves share its parent's weight."""
    sets: dict[tuple[object, object], list[tuple[object, ...]]] = {}
    for sequence in index:
        if sequence:
            sets.setdefault((sequence[:-1], sequence[-1][0]), []).append(sequence)  # type: ignore[index]
    rows = np.zeros((1 + len(sets), len(index)))
    rows[0, index[()]] = 1
    for i, ((parent, _), children) in enumerate(sets.items(), start=1):
        rows[i, index[parent]] = -1  # type: ignore[index]
        rows[i, [index[child] for child in children]] = 1
    return rows


def recursion(board: Board, rounds: int, beta: Fraction) -> float:
    """The same value by the operator, from nothing."""
    operator = Operator(board, FLOATS, beta)
    row = operator.zero(ROW)
    for _ in range(rounds):
        row = operator.step_back(operator.step_back(row, COL), ROW)
    return float(row[board.start].top())


@pytest.mark.parametrize("nodes", [(1, 2, -3), (0, 0, 1), (1, 2, 3, -3, -3), (1, 5, -2, 0)])
@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("beta", [Fraction(1), Fraction(9, 10)])
def test_the_recursion_solves_the_finite_game(nodes: tuple[int, ...], rounds: int, beta: Fraction) -> None:
    board = ring([Fraction(a) for a in nodes])
    direct = value_of_finite_game(board, 2 * rounds, float(beta))
    assert recursion(board, rounds, beta) == pytest.approx(direct, abs=1e-8)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_recursion_solves_finite_games_on_any_board(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 4))
    payoffs = data.draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    pair = st.lists(st.integers(0, size - 1), min_size=2, max_size=2)
    exits = tuple((a, b) for a, b in data.draw(st.lists(pair, min_size=size, max_size=size)))
    board = Board(
        tuple("abcd"[:size]), tuple(map(Fraction, payoffs)), exits, data.draw(st.integers(0, size - 1))
    )
    direct = value_of_finite_game(board, 6, 1.0)
    assert recursion(board, 3, Fraction(1)) == pytest.approx(direct, abs=1e-8)


def test_the_papers_equation_is_the_recursion_applied_twice() -> None:
    """Equation (4), with the maximum over r and s taken on a fine grid."""
    operator = Operator(ring([Fraction(1), Fraction(2), Fraction(-3)]), FLOATS)
    row = operator.zero(ROW)
    for _ in range(3):
        row = operator.step_back(operator.step_back(row, COL), ROW)
    after = operator.step_back(operator.step_back(row, COL), ROW)
    grid = np.linspace(0, 1, 401)
    W = [row[k].values(grid) for k in range(3)]
    a = [1, 2, -3]
    for k, q in product(range(3), (0.0, 0.2, 0.5, 0.9, 1.0)):
        cc = q * W[(k + 1) % 3][:, None] + (1 - q) * W[k][None, :]
        cl = q * W[k][:, None] + (1 - q) * W[(k + 2) % 3][None, :]
        paid = a[k] + q * a[k - 1] + (1 - q) * a[(k + 1) % 3]
        plain = paid + np.minimum(cc, cl).max()
        exact = after[k].values(np.array([q]))[0]
        assert plain <= exact + 1e-12
        assert exact == pytest.approx(plain, abs=2e-2)
