"""Sparse factors against LAPACK and scipy; parts of graphs and relative values against scipy and the equations."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.random import default_rng
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from zerosum.core import compiled
from zerosum.numerics import chains
from zerosum.numerics.chains import connected_parts, relative_value_equations, solve_system, visits
from zerosum.numerics.factors import Factors, order_columns
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import SparseMatrix, compressed


def _sparse(full):
    row, col = np.nonzero(full)
    return SparseMatrix.of(MatrixEntries(full[row, col], row, col), full.shape)


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


@pytest.fixture(params=["plain", "compiled"])
def form(request, monkeypatch):
    """Both forms of the kernels."""
    if request.param == "plain":
        monkeypatch.setattr(compiled._HERE, "plain", True)
    else:
        monkeypatch.setattr(compiled, "FEW", -1)


@pytest.mark.parametrize(
    ("size", "share"), [(1, 0.0), (5, 0.3), (40, 0.0), (40, 0.05), (40, 0.5), (120, 0.02)]
)
def test_factors_solve_what_lapack_solves(form, size, share):
    random = default_rng(size + round(100 * share))
    full, right = _random(size, share, random), random.normal(size=size)
    factors = Factors(_sparse(full))
    for _ in range(2):  # the third solution and the fourth by the inverse of the dense rest
        assert np.allclose(factors.solve(right), np.linalg.solve(full, right), atol=1e-9)
        assert np.allclose(factors.solve(right, True), np.linalg.solve(full.T, right), atol=1e-9)
    assert sorted(factors.order.tolist()) == sorted(factors.lines.tolist()) == list(range(size))


def test_large_factors_are_as_sparse_and_as_precise_as_those_of_scipy():
    random = default_rng(3)
    size = 3000
    row = np.repeat(np.arange(size), 4)
    col = np.clip(row + random.integers(-20, 21, row.size), 0, size - 1)
    chain = sp.csr_array((np.full(row.size, 0.2475), (row, col)), shape=(size, size))
    left = (sp.eye_array(size) - chain).tocoo()
    factors = Factors(SparseMatrix.of(MatrixEntries(left.data, *left.coords), left.shape))
    theirs, right = splu(left.tocsc()), random.normal(size=size)
    assert factors.lower[0][-1] + factors.upper[0][-1] < 1.3 * (theirs.L.nnz + theirs.U.nnz)
    assert np.abs(left @ factors.solve(right) - right).max() < 1e-11
    assert np.abs(left.T @ factors.solve(right, True) - right).max() < 1e-11


def test_a_nearly_full_matrix_is_dense_but_for_its_first_pivots():
    random = default_rng(5)
    full = np.zeros((100, 100))
    full[:40, :40] = np.diag(random.random(40) + 1)
    full[40:, 40:] = random.normal(size=(60, 60))
    full[:40, 40:] = random.normal(size=(40, 60)) * (random.random((40, 60)) < 0.1)
    full[40:, :40] = random.normal(size=(60, 40)) * (random.random((60, 40)) < 0.05)
    factors, right = Factors(_sparse(full)), random.normal(size=100)
    assert 20 < factors.pivots < 80
    for _ in range(2):
        assert np.allclose(factors.solve(right), np.linalg.solve(full, right), atol=1e-9)
        assert np.allclose(factors.solve(right, True), np.linalg.solve(full.T, right), atol=1e-9)


@pytest.mark.parametrize("kind", ["a column of zeros", "a line of zeros", "structure", "numbers", "diagonal"])
def test_singular_matrices_are_refused(form, kind):
    full = _random(30, 0.05, default_rng(8))
    if kind == "a column of zeros":
        full[:, 7] = 0
    elif kind == "a line of zeros":
        full[7] = 0
    elif kind == "structure":
        full[3:6], full[3:6, 1:3] = 0, 1  # three lines in two columns
    elif kind == "numbers":
        full[:, 4] = 2 * full[:, 9]
    else:
        full = np.eye(30)
        full[3:5, 3:5] = 1  # nothing but a zero is left for the pivot
    with pytest.raises(np.linalg.LinAlgError):
        Factors(_sparse(full)).solve(np.ones(30))
    assert solve_system(_sparse(full), np.ones(30), dense=0) is None


def test_long_lines_and_columns_come_last():
    size = 2000
    full = np.eye(size)
    full[:, 5] = full[5] = 1.0
    given = _sparse(full)
    _, line, starts = compressed(given.T)
    _, col, line_starts = compressed(given)
    order = order_columns(starts, line, line_starts, col)
    assert order[-1] == 5
    assert Factors(given).lower[0][-1] < 2 * size  # no fill


@pytest.mark.parametrize("seed", range(30))
def test_parts_of_a_graph(form, seed):
    random = default_rng(seed)
    size = int(random.integers(1, 40))
    graph = (random.random((size, size)) < random.random() * 3 / size).astype(float)
    count, part = connected_parts(_sparse(graph))
    theirs, label = connected_components(sp.csr_array(graph), directed=True, connection="strong")
    assert count == theirs == len(set(zip(part.tolist(), label.tolist(), strict=True)))
    row, col = np.nonzero(graph)
    assert (part[col] <= part[row]).all()


@pytest.mark.parametrize("dense", [0, 1000])
def test_relative_values_satisfy_their_equations(dense):
    random = default_rng(2)
    chain, payoff = _walk(210, 3, random), random.random(210)
    found = solve_system(relative_value_equations(_sparse(chain)), np.append(payoff, 0.0), dense)
    assert found is not None
    h, gain = found[:-1], found[-1]
    assert abs(h[0]) < 1e-12
    assert np.abs(h + gain - payoff - chain @ h).max() < 1e-10


def test_visits_of_a_chain_do_not_depend_on_the_form(monkeypatch):
    chain = _walk(150, 2, default_rng(4))
    by_steps = visits(_sparse(chain), 50)
    monkeypatch.setattr(chains, "MANY", 0)
    assert np.allclose(by_steps, visits(_sparse(chain), 50), atol=1e-15)
    half = np.linalg.matrix_power((np.eye(150) + chain.T) / 2, 50)
    assert np.allclose(by_steps, half @ np.full(150, 1 / 150), atol=1e-14)
