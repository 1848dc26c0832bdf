"""The fold of concave functions, beside a plain maximum; simplification; the two arithmetics."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.models.lagged.functions import FLOATS, Concave, Scale, fold, hull, merge_break_points, simplify


@st.composite
def concave_functions(draw: st.DrawFn) -> Concave:
    """Falling slopes on random widths."""
    pieces = draw(st.integers(1, 6))
    whole = st.integers(1, 20)
    widths = np.array(draw(st.lists(whole, min_size=pieces, max_size=pieces)), dtype=float)
    steps = st.integers(-12, 12)
    slope = np.array(
        sorted(draw(st.lists(steps, min_size=pieces, max_size=pieces)), reverse=True), dtype=float
    )
    q = np.concatenate([[0.0], np.cumsum(widths / widths.sum())])
    q[-1] = 1.0
    w = draw(st.integers(-5, 5)) + np.concatenate([[0.0], np.cumsum(slope * np.diff(q))])
    return Concave(q, w, slope, np.array([]), FLOATS)


@given(concave_functions(), concave_functions())
def test_the_fold_is_the_maximum_over_r(a: Concave, b: Concave) -> None:
    folded = fold(a, b, 2.0, 1.0)
    r = merge_break_points(a.q, b.q)
    for x in np.linspace(0, 1, 41):
        plain = (x * a.values(r) + (1 - x) * b.values(r)).max()
        assert folded.values(np.array([x]))[0] == pytest.approx(2 - plain, abs=1e-12)


@given(concave_functions(), concave_functions())
def test_the_fold_is_concave_and_knows_its_maximisers(a: Concave, b: Concave) -> None:
    folded = fold(a, b, 0.0, 1.0)
    assert folded.q[0] == 0
    assert folded.q[-1] == 1
    assert (np.diff(folded.slope) <= 1e-12).all()
    middle = (folded.q[:-1] + folded.q[1:]) / 2
    reachable_values = middle * a.values(folded.best) + (1 - middle) * b.values(folded.best)
    assert folded.values(middle) == pytest.approx(-reachable_values, abs=1e-12)


@given(concave_functions(), concave_functions())
def test_fixed_point_agrees_with_floats(a: Concave, b: Concave) -> None:
    scale = Scale(90)
    exact = fold(a.convert(scale), b.convert(scale), scale.number(1), scale.number(0.75)).convert(FLOATS)
    at = np.linspace(0, 1, 33)
    assert exact.values(at) == pytest.approx(fold(a, b, 1.0, 0.75).values(at), abs=1e-12)


@given(concave_functions(), st.sampled_from([1e-3, 1e-1, 1.0]))
def test_a_simplified_function_is_below_and_near(f: Concave, tolerance: float) -> None:
    simple = simplify(f, tolerance, 1e-15)
    at = merge_break_points(f.q, np.linspace(0, 1, 65))
    loss = f.values(at) - simple.values(at)
    assert loss.min() >= -1e-12
    assert loss.max() <= 12 * tolerance
    assert simple.pieces <= f.pieces


@given(concave_functions())
def test_a_function_is_its_own_hull_but_for_break_points_on_a_line(f: Concave) -> None:
    for scale in (FLOATS, Scale(100)):
        finer, at = f.convert(scale), np.linspace(0, 1, 65)
        assert hull(finer.q, finer.w, scale).convert(FLOATS).values(at) == pytest.approx(
            f.values(at), abs=1e-12
        )


@settings(max_examples=50)
@given(st.lists(st.integers(-50, 50), min_size=3, max_size=9))
def test_the_hull_is_exactly_concave_and_above(heights: list[int]) -> None:
    scale = Scale(64)
    q = scale.array([scale.number(i / (len(heights) - 1)) for i in range(len(heights))])
    w = scale.array([h << 64 for h in heights])
    above = hull(q, w, scale)
    width, rise = np.diff(above.q), np.diff(above.w)
    assert all(rise[i] * width[i + 1] > rise[i + 1] * width[i] for i in range(above.pieces - 1))
    assert all(above.values(q) >= w - 1)
    assert set(above.q) <= set(q)


@pytest.mark.parametrize(("level", "interval"), [(0.0, (0.0, 1.0)), (0.5, (0.25, 0.75)), (9.0, (0.5, 0.5))])
def test_where_a_function_is_high(level: float, interval: tuple[float, float]) -> None:
    tent = Concave(np.array([0, 0.5, 1]), np.array([0.0, 1, 0]), np.array([2.0, -2]), np.array([]), FLOATS)
    assert tent.above(level) == pytest.approx(interval)
