"""Hide and seek on networks, against all orders of search and against published values."""

from fractions import Fraction
from itertools import permutations
from math import log

import pytest

from zerosum.papers.checks.search import Network, Seek, search, search_bounds, search_value

F = Fraction
THREE_ARCS = ((0, 1, 1), (0, 1, 1), (0, 1, 1))


@pytest.mark.parametrize(
    "arcs", [THREE_ARCS, ((0, 1, 1), (0, 2, 2), (1, 2, 1), (2, 3, 1)), ((0, 1, 1), (1, 2, 2), (1, 3, 2))]
)
def test_a_hider_among_nodes_against_all_orders_of_search(arcs):
    network = Network(tuple((one, other, 2 * length) for one, other, length in arcs))
    nodes = range(len(network.leaving))
    far = [[0 if one == other else 99 for other in nodes] for one in nodes]
    for one, other in network.edges:
        far[one][other] = far[other][one] = 1
    for k in nodes:
        far = [[min(far[i][j], far[i][k] + far[k][j]) for j in nodes] for i in nodes]
    weights = [7 * k % 5 for k in nodes]
    weights[0] = 0
    most = []
    for order in permutations(nodes[1:]):
        clock, here, total = 0, 0, 0
        for node in order:
            clock, here = clock + far[here][node], node
            total += weights[node] * clock
        most.append(total)
    least, times = Seek(network, "lower").best_walk(weights)
    assert least == min(most)
    assert least == sum(w * time for w, time in zip(weights, times, strict=True))


def test_a_searcher_who_walks_whole_arcs_needs_five_thirds_on_three():
    """By hand: one arc, the second one backwards, then the third. Close to the far node a hider is found after 1, 1 or
    3, close to the start after 0, 2 or 2; the arcs come in a random order, and no other order does better."""
    low, high = Seek(Network(THREE_ARCS), "upper").bounds()
    assert float(low) == pytest.approx(5 / 3, abs=1e-6)
    assert float(high) == pytest.approx(5 / 3, abs=1e-6)


def test_bounds_enclose_the_known_values_and_become_narrower():
    """Pavlović's value of three arcs is (4 + log 2) / 3."""
    found = [search_bounds(THREE_ARCS, parts) for parts in (1, 2, 4)]
    assert all(low < (4 + log(2)) / 3 < high for low, high in found)
    gaps = [high - low for low, high in found]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.07


@pytest.mark.parametrize("lengths", [(1,), (2, 1), (1, 1, 1), (3, 2)])
def test_a_star_takes_its_length_and_a_flower_half_of_it(lengths):
    star = [(0, k, length) for k, length in enumerate(lengths, 1)]
    flower = [(0, k, length) for k, length in enumerate(lengths, 1) for _ in range(2)]
    for arcs in (star, flower):
        low, high = search_bounds(arcs, 1)
        assert low <= sum(lengths) <= high
        assert high - low < F(1, 10**6)


def test_wrong_values_are_told_from_right_ones():
    assert search_value(((0, 1, 1), (0, 2, 2)), 1, "3", "1/100000").holds
    assert not search_value(((0, 1, 1), (0, 2, 2)), 1, "2.9", "1/100000").holds
    assert not search(THREE_ARCS, 2, "1.55", "1.59").holds
