"""The compiled pieces and their bounds against the exact pieces of the same float matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.matrix.parametric import expected_value
from zerosum.models.targets.answer import LayerValues
from zerosum.models.targets.kernel import Entries, solve_layer
from zerosum.models.targets.rules import Layer
from zerosum.models.targets.solve import _solve_layer
from zerosum.numerics.distributions import parse

DISTRIBUTIONS = {
    text: parse(text) for text in ("uniform", "exponential(2)", "values(1/2,1,2)", "gamma(2)", "point(1)")
}

SMALL = st.sampled_from([0.0, 0.25, 0.5, -0.5, 1.0, 1.0 + 2**-50, 0.1, 0.3, -0.2])
ENTRIES = st.one_of(SMALL, st.floats(-2, 2, allow_subnormal=False))


def solved(entries, slopes, F, *, swap=False):
    """One state whose next values are the entries, through the compiled recursion."""
    m, n = np.shape(entries)
    child = np.arange(m * n).reshape(1, m, n)
    slope = np.zeros((1, m, n))
    slope[0, :, 0] = slopes
    if swap:
        child, slope = child[:, :, ::-1].copy(), slope[:, :, ::-1].copy()
    below = np.append(np.ravel(entries), 0.0)
    found = LayerValues(np.empty(1), np.empty(1))
    entries = Entries(child, np.zeros(child.shape), slope, n - 1 if swap else 0)
    solve_layer(entries, LayerValues(below, 0 * below), F.arrays, F.low, F.high, F.drift, found)
    return found.middles[0], found.errors[0]


@pytest.mark.parametrize("text", DISTRIBUTIONS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_bounds_hold_for_any_matrix(text, data):
    m, n = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 2))
    lists = st.lists(st.lists(ENTRIES, min_size=n, max_size=n), min_size=m, max_size=m)
    A = data.draw(lists)
    slopes = data.draw(st.lists(st.sampled_from([-1.0, 0.0, 1.0, 2.0]), min_size=m, max_size=m))
    F = DISTRIBUTIONS[text]
    B = [[slope, *[0.0] * (n - 1)] for slope in slopes]
    value, error = solved(A, slopes, F, swap=data.draw(st.booleans()))
    exact = expected_value(A, B, F)
    assert abs(value - float(exact)) <= error + float(exact.gap) / 2 + 1e-15
    assert error < 1e-11


def test_a_column_without_x_alone():
    """Only the second column may be played: x does not matter."""
    F = DISTRIBUTIONS["uniform"]
    child = np.array([[[-1, 0], [-1, 1]]])
    layer = Layer([0], child, np.zeros(child.shape), np.array([[[1.0, 0.0], [-1.0, 0.0]]]))
    values, errors = _solve_layer(layer, LayerValues(np.array([0.25, 0.75, 0.0]), np.zeros(3)), F)
    assert values[0] == 0.75
    assert errors[0] < 1e-14


def test_payments_that_floats_cannot_hold_widen_the_bound():
    F = DISTRIBUTIONS["uniform"]
    child = np.array([[[0, 0], [0, 0]]])
    slope = np.array([[[1.0, 0.0], [-1.0, 0.0]]])
    bounds = [
        _solve_layer(
            Layer([0], child, np.full(child.shape, c), slope), LayerValues(np.zeros(1), np.zeros(1)), F
        )[1][0]
        for c in (1.0, 1.1)
    ]
    assert bounds[1] > bounds[0]
