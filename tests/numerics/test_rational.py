"""One door turns any number into a fraction, and refuses what it cannot."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zerosum
from zerosum import StochasticGame, Value
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.numbers import as_fraction
from zerosum.matrix import solve, solve_exact
from zerosum.matrix.parametric import expected_value, pieces
from zerosum.numerics.distributions_scipy import as_distribution

NUMPY = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64, np.float16, np.float32, np.longdouble]


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (2, 2),
        ("0.62", Fraction(31, 50)),
        (0.62, Fraction(0.62)),
        (" 1/3 ", Fraction(1, 3)),
        ("−0.5", Fraction(-1, 2)),
        ("1E-3", Fraction(1, 1000)),
        (Fraction(2, 7), Fraction(2, 7)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal("-1e300"), -(10**300)),
        ("1e400", 10**400),
        (10**1000, 10**1000),
        *((kind(100), 100) for kind in NUMPY),
        (np.float32(0.1), Fraction(float(np.float32(0.1)))),
        (np.longdouble(1) / 3, Fraction(*(np.longdouble(1) / 3).as_integer_ratio())),
    ],
)
def test_a_number_is_what_it_is_and_a_text_is_what_it_says(given: object, number: Fraction) -> None:
    found = as_fraction(given)
    assert found == number
    assert type(found.numerator) is type(found.denominator) is int


@pytest.mark.parametrize(
    "given",
    [
        "",
        "one",
        "1/0",
        "1e",
        "nan",
        "-inf",
        "²",
        "\ud800",
        "1e5/3",
        float("inf"),
        float("nan"),
        True,
        None,
        [1],
        np.bool_(True),
        np.float32("nan"),
        np.array(1),
        1j,
        Decimal("NaN"),
        Decimal("-Infinity"),
        b"1",
        np.timedelta64(3, "s"),
    ],
    ids=ascii,
)
def test_what_is_no_number_is_said(given: object) -> None:
    with pytest.raises(InputError, match="is not a number"):
        as_fraction(given)


@pytest.mark.parametrize(
    "given", ["1e401", "1e-999999999", "-2.5e999999999", Decimal("1e999999"), "9" * 5000]
)
def test_numbers_that_would_fill_the_memory_are_refused_at_once(given: object) -> None:
    with pytest.raises(InputError, match="too large or") as told:
        as_fraction(given)
    assert len(str(told.value)) < 100


def test_numpy_integers_among_other_numbers_do_not_wrap() -> None:
    """[[300, 0.1], [0.1, 400]] has the value (300 * 400 - 0.1²) / (700 - 0.2), about 171.478."""
    mixed = [[np.int64(300), 0.1], [0.1, np.int64(400)]]
    tenth = Fraction(0.1)
    assert solve_exact(mixed).value.lower == (120_000 - tenth**2) / (700 - 2 * tenth)
    assert solve_exact(mixed).value.lower in solve(mixed).value


whole = st.integers(-(2**62), 2**62)
entry = st.one_of(
    whole,
    whole.map(np.int64),
    st.integers(-100, 100).map(np.int8),
    st.floats(-1e9, 1e9),
    st.floats(-1e9, 1e9).map(np.float64),
    st.floats(-1000, 1000, width=32).map(np.float32),
    st.fractions(-1000, 1000, max_denominator=999),
    st.decimals(-1000, 1000, places=3),
)


def plainly(a: Any) -> Fraction:
    """The number by a way of its own."""
    return Fraction(int(a)) if isinstance(a, np.integer) else Fraction(*a.as_integer_ratio())


@given(st.lists(st.tuples(entry, entry), min_size=2, max_size=4))
def test_a_mix_of_kinds_is_solved_as_the_same_fractions_are(rows: list[tuple[object, object]]) -> None:
    plain = [[plainly(a) for a in row] for row in rows]
    assert solve_exact(rows).value == solve_exact(plain).value
    assert solve_exact(plain).value.lower in solve(rows).value


ODD = [
    float("nan"),
    Decimal("sNaN"),
    "1/0",
    "1 / 3",
    "",
    "1e999999999",
    1j,
    None,
    b"1",
    [1],
    np.timedelta64(3, "s"),
]


class Paid(StochasticGame):
    """One state, with any payoff and any probability to go on."""

    states, first_state, discount = ("here",), "here", Fraction(1, 2)

    def __init__(self, payoff: Any, probability: Any) -> None:
        vars(self)["cell"] = payoff, {"here": probability}

    def moves(self, state: str) -> Any:
        return "a", "b"

    def play(self, state: str, row: str, col: str) -> Any:
        return vars(self)["cell"]


DOORS: dict[str, Callable[[Any], object]] = {
    "a payoff": lambda x: solve_exact([[x, 0], [0, 1]]).value,
    "a payoff of a line": lambda x: pieces([[x, 0], [0, 1]], [[0, 0], [0, 1]], 0, 1)[0].value(0),
    "a slope": lambda x: pieces([[0, 0], [0, 1]], [[x, 0], [0, 0]], 0, 1)[0].low,
    "the start of a line": lambda x: pieces([[1]], [[1]], x, 3)[0].low,
    "the end of a line": lambda x: pieces([[1]], [[1]], -3, x)[0].high,
    "a mean": lambda x: expected_value([[0, 0], [0, 1]], [[x, 0], [0, 0]], "uniform"),
    "a value": lambda x: Value.exactly(x).lower,
    "a stochastic payoff": lambda x: zerosum.solve(Paid(x, 1)).value,
    "a probability": lambda x: zerosum.solve(Paid(1, x)).value,
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_the_same_numbers_and_refuses_the_same(door: str) -> None:
    meant = DOORS[door](Fraction(1, 2))
    for same in ("1/2", " 0.5 ", Decimal("0.5"), np.float32(0.5), np.str_("1/2")):
        assert DOORS[door](same) == meant
    for odd in ODD:
        if not (door == "a value" and isinstance(odd, float)):  # what is unknown is said elsewhere
            with pytest.raises(ZerosumError):
                DOORS[door](odd)


def test_numbers_of_a_distribution_fit_floats() -> None:
    with pytest.raises(InputError, match=r"numbers of a distribution .*1e100"):
        as_distribution("values(1,1e300)")
