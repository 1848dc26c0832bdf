"""Sparse equations against LAPACK; parts of graphs and relative values against scipy and the equations."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.random import default_rng
from scipy.sparse.csgraph import connected_components

from zerosum.numerics import chains
from zerosum.numerics.chains import (
    band_share,
    connected_parts,
    factorise,
    iterate,
    relative_value_equations,
    solve_system,
    visits,
)


def _random(size, share, random):
    """A regular matrix whose diagonal is no help: a permutation and some more entries."""
    full = np.where(random.random((size, size)) < share, random.normal(size=(size, size)), 0.0)
    full[np.arange(size), random.permutation(size)] += 3.0
    return full


def _walk(size, reach, random):
    """A chain that goes to at most `reach` on either side."""
    chain = np.zeros((size, size))
    for step in range(-reach, reach + 1):
        to = np.clip(np.arange(size) + step, 0, size - 1)
        np.add.at(chain, (np.arange(size), to), random.random(size))
    return chain / chain.sum(axis=1, keepdims=True)


def _anywhere(size, nexts, random):
    """1 - 0.99 P for a chain whose next states lie anywhere."""
    row, col = np.repeat(np.arange(size), nexts), random.integers(0, size, nexts * size)
    return sp.eye_array(size, format="csr") - sp.csr_array(
        (np.full(row.size, 0.99 / nexts), (row, col)), (size, size)
    )


@pytest.mark.parametrize(
    ("size", "share"), [(1, 0.0), (5, 0.3), (40, 0.0), (40, 0.05), (40, 0.5), (120, 0.02)]
)
def test_sparse_equations_are_solved_as_lapack_solves_them(size, share):
    random = default_rng(size + round(100 * share))
    full, right = _random(size, share, random), random.normal(size=size)
    solve = factorise(sp.csr_array(full))
    assert np.allclose(solve(right, False), np.linalg.solve(full, right), atol=1e-9)
    assert np.allclose(solve(right, True), np.linalg.solve(full.T, right), atol=1e-9)
    assert np.allclose(
        solve_system(sp.csr_array(full), right, dense=0), np.linalg.solve(full, right), atol=1e-9
    )


def _refuse(*_):
    raise AssertionError("factors would be nearly full")


@pytest.mark.parametrize("nexts", [3, 9, 27])
def test_a_chain_that_goes_anywhere_is_solved_without_large_factors(nexts, monkeypatch):
    random = default_rng(nexts)
    left, right = _anywhere(3000, nexts, random), random.normal(size=3000)
    monkeypatch.setattr(chains, "factorise", _refuse)
    for matrix, more in ((left, ()), (relative_value_equations(sp.eye_array(3000) - left / 0.99), (0.0,))):
        found = solve_system(matrix, np.append(right, more))
        assert found is not None
        assert np.abs(matrix @ found - np.append(right, more)).max() < 1e-12


def test_a_matrix_without_order_or_chain_is_solved_in_full(monkeypatch):
    random = default_rng(6)
    left = sp.random_array((800, 800), density=0.03, rng=random, format="csr")
    right = random.normal(size=800)
    assert iterate(left, right) is None
    monkeypatch.setattr(chains, "factorise", _refuse)
    assert np.allclose(solve_system(left, right), np.linalg.solve(left.toarray(), right))


def test_a_band_is_found_in_any_order_and_besides_long_lines():
    random = default_rng(7)
    order = random.permutation(2000)
    walk = _walk(2000, 3, random)[order][:, order]
    assert band_share(sp.csr_array(walk)) < 0.02
    walk[5] = walk[:, 9] = 1
    assert band_share(sp.csr_array(walk)) < 0.02
    assert band_share(_anywhere(2000, 3, random)) > 0.4


@pytest.mark.parametrize("kind", ["a column of zeros", "a line of zeros", "structure", "diagonal"])
@pytest.mark.parametrize("dense", [0, 1000])
def test_singular_matrices_are_refused(kind, dense):
    full = _random(30, 0.05, default_rng(8))
    if kind == "a column of zeros":
        full[:, 7] = 0
    elif kind == "a line of zeros":
        full[7] = 0
    elif kind == "structure":
        full[3:6], full[3:6, 1:3] = 0, 1  # three lines in two columns
    else:
        full = np.eye(30)
        full[3:5, 3:5] = 1  # nothing but a zero is left for the pivot
    with pytest.raises(np.linalg.LinAlgError):
        factorise(sp.csr_array(full))
    assert solve_system(sp.csr_array(full), np.ones(30), dense) is None


@pytest.mark.parametrize("few", [0, 1000], ids=["scipy", "numpy"])
@pytest.mark.parametrize("seed", range(40))
def test_parts_of_a_graph(few, seed, monkeypatch):
    monkeypatch.setattr(chains, "FEW_STATES", few)
    random = default_rng(seed)
    size = int(random.integers(1, 40 if seed < 30 else 300))
    graph = (random.random((size, size)) < random.random() * 3 / size).astype(float)
    count, part = connected_parts(sp.csr_array(graph))
    theirs, label = connected_components(sp.csr_array(graph), directed=True, connection="strong")
    assert count == theirs == len(set(zip(part.tolist(), label.tolist(), strict=True)))
    assert set(part.tolist()) == set(range(count))
    row, col = np.nonzero(graph)
    assert (part[col] <= part[row]).all()


@pytest.mark.parametrize("dense", [0, 1000])
def test_relative_values_satisfy_their_equations(dense):
    random = default_rng(2)
    chain, payoff = _walk(210, 3, random), random.random(210)
    found = solve_system(relative_value_equations(sp.csr_array(chain)), np.append(payoff, 0.0), dense)
    assert found is not None
    h, gain = found[:-1], found[-1]
    assert abs(h[0]) < 1e-12
    assert np.abs(h + gain - payoff - chain @ h).max() < 1e-10


def test_visits_of_a_chain_are_those_of_its_powers():
    chain = _walk(150, 2, default_rng(4))
    half = np.linalg.matrix_power((np.eye(150) + chain.T) / 2, 50)
    for form in (chain, sp.csr_array(chain)):
        assert np.allclose(visits(form, 50), half @ np.full(150, 1 / 150), atol=1e-14)
