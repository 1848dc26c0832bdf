"""Values, tables and solutions describe themselves truly."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.errors import InputError
from zerosum.solution import Solution, Table, Value, percent


def solution(**changes: object) -> Solution:
    given: dict[str, object] = {
        "game": "pennies",
        "parameters": {"stake": Fraction(1, 2)},
        "title": "Matching pennies",
        "value": Value(-1e-16, 1e-16),
        "row": {"heads": 0.5, "tails": 0.5},
        "col": {"heads": 0.25, "tails": 0.75},
        "method": "simplex",
        "positions": 1,
        "seconds": 0.01,
    }
    return Solution(**{**given, **changes})  # type: ignore[arg-type]


def test_a_value_is_an_interval_that_contains_its_middle() -> None:
    value = Value(0.25, 0.75)
    assert value.middle == 0.5
    assert value.gap == 0.5
    assert 0.3 in value
    assert 0.8 not in value
    assert -value == Value(-0.75, -0.25)


def test_a_value_upside_down_is_refused() -> None:
    with pytest.raises(InputError, match="lower <= upper"):
        Value(1.0, 0.0)


def test_a_nan_is_no_bound() -> None:
    with pytest.raises(InputError):
        Value(float("nan"), 0.0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(-2e-16, 2e-16), "0 ± 2e-16"),
        (Value.exactly(Fraction(-1, 18)), "-1/18"),
        (Value(-0.09331, -0.09329), "-0.09330 ± 1e-05"),
        (Value(0.5, 0.5), "0.5"),
        (Value(-1e-17, 2.8e-16), "0 ± 3e-16"),
        (
            Value(Fraction(1, 3) - Fraction(1, 10**25), Fraction(1, 3)),
            "0.33333333333333333333333328 ± 6e-26",
        ),
        (Value(99.0, 101.0), "100 ± 1"),
        (Value(-1.000000000000005, -0.999999999999995), "-1.000000000000000 ± 6e-15"),
        (Value(0.123456 - 9.7e-6, 0.123456 + 9.7e-6), "0.12346 ± 2e-05"),
    ],
)
def test_a_value_as_text_shows_as_many_digits_as_are_known(value: Value, text: str) -> None:
    assert str(value) == text


@given(st.floats(-100, 100), st.floats(1e-14, 1))
def test_a_value_as_text_holds_the_interval_and_no_digit_below_its_error(middle: float, half: float) -> None:
    value = Value(middle - half, middle + half)
    shown, error = str(value).split(" ± ")
    reach = Fraction(error) * (1 + Fraction(1, 10**8))
    assert Fraction(shown) - reach <= Fraction(value.lower)
    assert Fraction(value.upper) <= Fraction(shown) + reach
    last_digit = Fraction(1, 10 ** len(shown.partition(".")[2]))
    assert shown == "0" or last_digit <= Fraction(error) < 10 * last_digit or last_digit == 1


def test_exact_means_one_fraction() -> None:
    assert Value.exactly(3).is_exact
    assert not Value(0.5, 0.5).is_exact


def test_json_has_the_keys_of_the_contract_and_survives_a_round_trip() -> None:
    answer = json.loads(json.dumps(solution().json()))
    assert list(answer) == ["game", "parameters", "value", "strategies", "method", "positions", "seconds"]
    assert answer["parameters"] == {"stake": "1/2"}
    assert answer["strategies"]["col"] == {"heads": 0.25, "tails": 0.75}
    assert answer["value"]["lower"] <= answer["value"]["upper"]


def test_strategies_that_agree_are_shown_once() -> None:
    same = solution(col={"heads": 0.5, "tails": 0.5})
    assert same.strategy_table().rows == [["plays it", "50.0%", "50.0%"]]
    assert len(solution().strategy_table().rows) == 2


def test_text_and_html_show_title_value_and_notes() -> None:
    shown = solution(notes=["a <note>"], tables=[Table("more", ["x", "y"], [[1, None]])])
    assert "Matching pennies" in str(shown)
    assert "a <note>" in str(shown)
    assert "a &lt;note&gt;" in shown._repr_html_()
    assert "<caption>more</caption>" in shown._repr_html_()


def test_percent() -> None:
    assert [percent(p) for p in (0.0, None, 0.00001, 0.403, Fraction(1, 3))] == [
        "–",
        "–",
        "<0.1%",
        "40.3%",
        "1/3",
    ]
