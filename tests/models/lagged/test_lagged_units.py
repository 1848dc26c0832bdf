"""Payoffs of any size: solved alike, proved alike; and what is said when a solve stops early is true."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import GameError, InputError
from zerosum.core.solution import Value
from zerosum.games.gleason import Gleason, parse_payoffs
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.certificate import verify
from zerosum.models.lagged.recursion import COL, ROW, Units
from zerosum.models.lagged.rules import ring
from zerosum.models.lagged.solve import solve


def solved(nodes: str, **options: object) -> LaggedSolution:
    return solve(Gleason(nodes=parse_payoffs(nodes)), **options)  # type: ignore[arg-type]


def meet(a: Value, b: Value) -> bool:
    return a.lower <= b.upper and b.lower <= a.upper


@pytest.mark.parametrize("power", [-300, -12, 3, 299])
def test_the_size_of_the_payoffs_does_not_matter(power: int) -> None:
    size = Fraction(10) ** power
    plain, scaled = solved("1,0,0"), solved(f"1e{power},0,0")
    assert scaled.value.gap <= 16 * float(size) * 1e-12
    assert meet(scaled.value, Value(size * Fraction(plain.value.lower), size * Fraction(plain.value.upper)))
    assert scaled.row == pytest.approx(plain.row, abs=1e-6)
    at = np.linspace(0, 1, 21)
    for player in (ROW, COL):
        for node, plan in plain.next_moves[player].items():
            for x, y in zip(plan.pair(at), scaled.next_moves[player][node].pair(at), strict=True):
                assert x == pytest.approx(y, abs=1e-4)


def test_huge_payoffs_of_both_signs() -> None:
    solution = solved("1e300,-1e300,0", digits=6)
    assert 0 in solution.value
    assert solution.value.gap <= 16e294
    assert not any("region" in note for note in solution.report().notes)


@pytest.mark.parametrize("nodes", ["1e250,2e250,-3e250", "1000,2000,-3000", "0.001,0.002,-0.003"])
def test_strategies_prove_the_value_in_any_size(nodes: str) -> None:
    solution = solved(nodes, digits=9)
    found = verify(solution)
    assert meet(found, solution.value)
    assert found.gap <= 1e-6 * abs(float(solution.value))


@pytest.mark.parametrize("digits", [9, 20])
def test_a_large_common_part_is_only_added(digits: int) -> None:
    plain, moved = solved("1,2,-3", digits=digits), solved("1000001,1000002,999997", digits=digits)
    there = Value(
        Fraction(plain.value.lower) + 10**6 - Fraction(1, 10**9),
        Fraction(plain.value.upper) + 10**6 + Fraction(1, 10**9),
    )
    assert meet(there, moved.value)
    assert moved.value.gap < 1e-8
    for drift, formulation, sign in zip(moved.drifts, moved.formulations, (1, -1), strict=True):
        assert Fraction(formulation.lower) <= sign * (drift.least + drift.most) / 4 <= formulation.upper
    assert meet(verify(moved), moved.value)


def test_discounts_and_many_digits_in_any_size() -> None:
    beta = Fraction(9, 10)
    plain = solve(Gleason(), discount=beta, digits=20)
    tiny = solved("1e-30,2e-30,-3e-30", discount=beta, digits=20)
    size = Fraction(1, 10**30)
    assert meet(tiny.value, Value(size * plain.value.lower, size * plain.value.upper))
    assert tiny.value.gap <= size / 10**18
    state, same = (one.at(node="1", q=0.25, player="row").value for one in (plain, tiny))
    assert meet(same, Value(size * state.lower, size * state.upper))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.fractions(-1000, 1000), min_size=2, max_size=5), st.integers(-300, 300))
def test_units_are_exact(nodes: list[Fraction], power: int) -> None:
    board = ring([a * Fraction(10) ** power for a in nodes])
    units = Units.of(board, Fraction(1))
    plain = units.board(board)
    assert [units.unit * a + units.shift for a in plain.payoffs] == list(board.payoffs)
    largest = max(map(abs, plain.payoffs))
    assert largest == 0 or 1 <= largest < 16
    assert dataclasses.replace(plain, payoffs=board.payoffs) == board


def test_what_is_optimal_is_judged_beside_the_payoffs() -> None:
    plain, tiny = solved("1,2,-3"), solved("1e-100,2e-100,-3e-100")
    for node, q in ((0, 0.99), (1, 0.01), (2, 0.5)):
        for x, y in zip(plain.optimal_exits(ROW, node, q), tiny.optimal_exits(ROW, node, q), strict=True):
            assert x == pytest.approx(y, abs=1e-4)


@pytest.mark.parametrize("options", [{"digits": 3}, {"digits": 1}, {"pieces": 5}, {"pieces": 40}])
def test_a_solve_that_stops_early_speaks_of_no_region(options: dict[str, int]) -> None:
    solution = solve(Gleason(), **options)  # type: ignore[arg-type]
    assert not any("region" in note or "slowly" in note for note in solution.report().notes)
    assert any("maximum number of pieces" in note for note in solution.report().notes) == (
        "pieces" in options
    )
    assert meet(solution.value, Value(-0.09334, -0.09333))
    tightest = min(float(one.gap) for one in solution.formulations)
    assert float(solution.value.gap) >= tightest / 2


def test_the_limit_of_pieces_is_told_with_a_discount_too() -> None:
    solution = solve(Gleason(), discount=Fraction(99, 100), pieces=10)
    assert any("maximum number of pieces" in note for note in solution.report().notes)


@pytest.mark.parametrize("pieces", [0, -3])
def test_no_pieces_at_all_are_refused(pieces: int) -> None:
    with pytest.raises(InputError, match=f"at least 1, not {pieces}"):
        solve(Gleason(), pieces=pieces)


@pytest.mark.parametrize("nodes", ["1e400,0,0", "1e999999999,0,0", "1e-999999999,0", "1e301,1", "1e-301,1"])
def test_payoffs_out_of_bounds_get_a_sentence(nodes: str) -> None:
    with pytest.raises(GameError, match="1e-300 to 1e300"):
        parse_payoffs(nodes)


def test_long_payoffs_are_shown_short() -> None:
    assert (
        Gleason(nodes=parse_payoffs("1e-300,1/3,1e300")).title == "Gleason's game · ring 1e-300, 1/3, 1e+300"
    )
