"""The optimal strategy of largest entropy: closed forms, and no better point on a grid of mixtures."""

import itertools
import math
import random
from fractions import Fraction

import pytest
from tests.command import run

import zerosum
from zerosum.core.errors import InputError
from zerosum.matrix.entropy import largest_entropy

F = Fraction


def entropy(mix):
    return -sum(float(p) * math.log(p) for p in mix if p)


def test_equal_columns_share_evenly():
    found = zerosum.solve([[1, -1, -1], [-1, 1, 1]], exact=True).largest_entropy
    assert found.col == {1: F(1, 2), 2: F(1, 4), 3: F(1, 4)}
    assert found.row == {1: F(1, 2), 2: F(1, 2)}
    assert found.gap < 1e-9


def test_a_game_of_nothing_is_played_evenly():
    found = zerosum.solve([[0] * 4] * 3, entropy=True)
    assert found.row == dict.fromkeys(range(1, 4), F(1, 3)) or all(
        abs(p - F(1, 3)) < F(1, 10**9) for p in found.row.values()
    )
    assert found.verify().holds


def test_a_grid_of_mixtures_has_no_larger_entropy():
    numbers = random.Random(3)
    for _ in range(10):
        matrix = [[numbers.randint(-1, 1) for _ in range(4)] for _ in range(4)]
        solution = zerosum.solve(matrix, exact=True)
        even = zerosum.solve(matrix, entropy=True)
        assert even.value == solution.value
        assert even.verify().holds
        moves = solution.game.moves()[0]
        vertices = [[vertex.get(move, F(0)) for move in moves] for vertex in solution.vertices[0]]
        best, gap = largest_entropy(vertices)
        for weights in itertools.product(range(4), repeat=min(len(vertices), 4)):
            if total := sum(weights):
                mixed = [
                    sum(w * v[k] for w, v in zip(weights, vertices, strict=False)) / F(total)
                    for k in range(4)
                ]
                assert entropy(mixed) <= entropy(best) + gap + 1e-9


def test_the_command():
    assert "largest entropy" in run("matrix", "0 0; 0 0", "--entropy").stdout
    with pytest.raises(InputError, match="too large"):
        _ = zerosum.solve([[0] * 12] * 12).largest_entropy
