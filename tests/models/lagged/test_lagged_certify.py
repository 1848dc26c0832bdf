"""Certificates: bounds in floats and in fixed point beside exact fractions, and beside bad functions."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.functions import FLOATS, Concave, Scale
from zerosum.models.lagged.recursion import COL, ROW, Drift, Operator, drift
from zerosum.models.lagged.rules import Board, ring

VALUE = Fraction("-0.09333534741728420114050629813211")


def exact_drift(board: Board, functions: dict[int, list[tuple[Fraction, Fraction]]]) -> Drift:
    """TW - W at its extremes, in fractions, by trying every pair of break points of everything.

    The opponent's λ is tried at all places where two lines of an envelope meet, q at all places where two lines of
    TW meet and at all break points of W.
    """

    def at(points: list[tuple[Fraction, Fraction]], q: Fraction) -> Fraction:
        for (q0, w0), (q1, w1) in pairwise(points):
            if q0 <= q <= q1:
                return w0 + (w1 - w0) * (q - q0) / (q1 - q0)
        raise AssertionError

    def meetings(lines: list[tuple[Fraction, Fraction]]) -> set[Fraction]:
        """Where two of the lines x f + (1 - x) g meet, within [0, 1]."""
        found = {Fraction(0), Fraction(1)}
        for f, g in lines:
            for f2, g2 in lines:
                if (f - f2) != (g - g2):
                    x = (g2 - g) / ((f - f2) - (g - g2))
                    found |= {x} if 0 <= x <= 1 else set()
        return found

    envelopes = {}
    for node in range(board.size):
        cc, cl = board.exits[node]
        break_points = {q for q, _ in functions[cc]} | {q for q, _ in functions[cl]}
        envelopes[node] = [(at(functions[cc], r), at(functions[cl], r)) for r in break_points]
    extremes = []
    for node in range(board.size):
        cc, cl = board.exits[node]
        lams = meetings(envelopes[cc]) | meetings(envelopes[cl])
        lines = [
            tuple(board.payoffs[e] + max(x * f + (1 - x) * g for f, g in envelopes[e]) for e in (cc, cl))
            for x in lams
        ]
        for q in meetings(lines) | {q for q, _ in functions[node]}:  # type: ignore[arg-type]
            after = board.payoffs[node] + min(q * f + (1 - q) * g for f, g in lines)
            extremes.append(after - at(functions[node], q))
    return Drift(min(extremes), max(extremes))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_bounds_enclose_the_exact_drift_closely(data: st.DataObject) -> None:
    board = ring([Fraction(data.draw(st.integers(-3, 3))) for _ in range(3)])
    exact, functions = {}, {}
    for node in range(3):
        cut = Fraction(data.draw(st.integers(1, 15)), 16)
        left, right = sorted((data.draw(st.integers(-4, 4)) for _ in range(2)), reverse=True)
        points = [
            (Fraction(0), Fraction(0)),
            (cut, left * cut),
            (Fraction(1), left * cut + right * (1 - cut)),
        ]
        exact[node] = points
        q, w = (np.array([float(p[i]) for p in points]) for i in (0, 1))
        functions[node] = Concave(q, w, np.array([float(left), float(right)]), np.array([]), FLOATS)
    truth = exact_drift(board, exact)
    for scale, width in ((Scale(80), 1e-20), (FLOATS, 1e-12)):
        found = drift(Operator(board, scale), functions, ROW)
        assert found.least <= truth.least <= found.least + Fraction(width)
        assert found.most - Fraction(width) <= truth.most <= found.most


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(1e-9, 1e-1))
def test_any_functions_give_true_bounds(gleason: LaggedSolution, seed: int, size: float) -> None:
    """Spoil the functions: the bounds get worse, and still enclose the value."""
    rng = np.random.default_rng(seed)
    for player, sign in ((ROW, 1), (COL, -1)):
        spoilt = {}
        for node, f in gleason.functions[player].items():
            noise = size * rng.random(len(f.w))
            spoilt[node] = Concave(f.q, f.w + noise, f.slope, f.best, FLOATS)
        for scale in (Scale(96), FLOATS):
            found = drift(Operator(gleason.board, scale), spoilt, player)
            assert found.least / 2 <= sign * VALUE <= found.most / 2
