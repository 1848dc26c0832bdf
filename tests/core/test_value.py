"""A value is an interval, and what is shown of it holds all that is known."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zerosum.core.errors import InputError
from zerosum.core.value import Value


def test_a_value_is_an_interval_that_contains_its_middle() -> None:
    value = Value(0.25, 0.75)
    assert value.middle == 0.5
    assert value.gap == 0.5
    assert 0.3 in value
    assert 0.8 not in value
    assert -value == Value(-0.75, -0.25)
    assert Value(1.7e308, 1.79e308).middle == 1.745e308


def test_a_value_upside_down_is_refused() -> None:
    with pytest.raises(InputError, match="lower <= upper"):
        Value(1.0, 0.0)


def test_a_nan_is_no_bound() -> None:
    with pytest.raises(InputError):
        Value(float("nan"), 0.0)


def test_exact_means_one_fraction() -> None:
    assert Value.exactly(3).is_exact
    assert not Value(0.5, 0.5).is_exact


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(-2e-16, 2e-16), "0 ± 2e-16"),
        (Value(Fraction("-0.09331"), Fraction("-0.09329")), "-0.09330 ± 1e-05"),
        (Value(-0.09331, -0.09329), "-0.09330 ± 2e-05"),
        (Value(0.5, 0.5), "0.5"),
        (Value(2.0, 2.0), "2"),
        (Value(0.1 + 0.2, 0.1 + 0.2), "0.30000000000000004"),
        (Value(-1e-17, 2.8e-16), "0 ± 3e-16"),
        (
            Value(Fraction(1, 3) - Fraction(1, 10**25), Fraction(1, 3)),
            "0.33333333333333333333333328 ± 6e-26",
        ),
        (Value(99.0, 101.0), "100 ± 1"),
        (Value(0.0, 10.0), "5 ± 5"),
        (Value(-1.000000000000005, -0.999999999999995), "-1 ± 6e-15"),
        (Value(1 - 3e-14, 1 + 3e-14), "1 ± 3e-14"),
        (Value(0.5 - 1.2e-6, 0.5 + 1.2e-6), "0.500000 ± 2e-06"),
        (Value(0.5 - 1.2e-7, 0.5 + 1.2e-7), "0.5 ± 2e-07"),
        (Value(0.123456 - 9.7e-6, 0.123456 + 9.7e-6), "0.12346 ± 2e-05"),
        (Value(1e120, 1.0000000001e120), "1.00000000005e+120 ± 6e+109"),
        (Value(1e-130, 1.1e-130), "1.05e-130 ± 5e-132"),
        (Value(float("-inf"), 3.0), "between -inf and 3.0"),
    ],
)
def test_an_interval_shows_as_many_digits_as_are_known(value: Value, text: str) -> None:
    assert str(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-1, 18), "-0.0555555… = -1/18"),
        (Fraction(5, 8), "0.625 = 5/8"),
        (Fraction(2, 3 * 10**18), "6.66666…e-19 = 1/1500000000000000000"),
        (Fraction(10**60 + 1, 7), "1.42857142857142…e+59"),
        (Fraction(10**60 + 1), "1.00000000000000…e+60"),
        (Fraction(3**9000, 2**9001), "3.31361086429144…e+1584"),
    ],
)
def test_a_fraction_is_a_decimal_first(value: Fraction, text: str) -> None:
    assert str(Value.exactly(value)) == text


def test_a_fraction_of_any_length_is_written_as_json() -> None:
    huge = Fraction(3**9000, 2**9001)
    top, bottom = Value.exactly(huge).json()["lower"].split("/")  # type: ignore[union-attr]
    assert (len(top), len(bottom)) == (4295, 2710)
    assert int(top) == 3**9000


finite = st.floats(allow_nan=False, allow_infinity=False)


def shown(value: Value) -> tuple[str, str]:
    """The decimal and the error that a text shows."""
    decimal, error = str(value).split(" ± ")
    return decimal, error


@given(st.one_of(st.tuples(finite, finite), st.tuples(st.fractions(), st.fractions())))
@example((1e-320, 1.1e-320))
@example((-1.7e308, 1.79e308))
@example((1e110, 1.0000000000000002e110))
def test_the_interval_shown_holds_the_interval_known(ends: tuple[float, float]) -> None:
    """In fractions, with no slack at all, and no wider than rounding to one digit makes it."""
    lower, upper = sorted(ends)
    if lower == upper:
        return
    middle, error = map(Fraction, shown(Value(lower, upper)))
    assert middle - error <= Fraction(lower)
    assert Fraction(upper) <= middle + error
    assert error <= 2 * (Fraction(upper) - Fraction(lower))


@given(st.floats(-100, 100), st.floats(1e-14, 1))
@example(0.5, 1.192092896e-07)
@example(0.5, 1e-3)
def test_no_digit_is_shown_below_the_error_and_none_is_left_out(middle: float, half: float) -> None:
    """The last digit stands at the place of the error's, unless six noughts or more before it are left out."""
    decimal, error = shown(Value(middle - half, middle + half))
    last_digit = Fraction(1, 10 ** len(decimal.partition(".")[2]))
    place = Fraction(error) / int(error[0])
    assert decimal == "0" or last_digit == place or last_digit >= 10**6 * place


@given(st.fractions())
def test_the_decimal_of_a_fraction_is_cut_not_rounded(x: Fraction) -> None:
    decimal = str(Value.exactly(x)).partition(" = ")[0].partition(",")[0]
    seen = Fraction(decimal.replace("…", ""))
    assert (seen == x) == ("…" not in decimal)
    assert abs(seen) <= abs(x) <= abs(seen) * (1 + Fraction(1, 10**5))
