"""Verdicts follow from findings."""

from fractions import Fraction

import pytest

from zerosum.papers.claims import Claim, Finding, Verdict, number, question, sampled, statement
from zerosum.solution import Value


def verdict(claim: Claim) -> Verdict:
    return claim.recompute().verdict


@pytest.mark.parametrize(
    ("printed", "computed", "expected"),
    [
        ("31/81", Fraction(31, 81), Verdict.CONFIRMED),
        ("31/81", Fraction(31, 82), Verdict.WRONG),
        ("-.0933", Value(-0.09331, -0.09330), Verdict.MORE_PRECISE),
        ("-.0933", Value(-0.0950, -0.0949), Verdict.WRONG),
        ("0.5", 0.5, Verdict.MORE_PRECISE),
        ("3", 3, Verdict.CONFIRMED),
        (".62", 0.6249, Verdict.MORE_PRECISE),
        (".62", 0.6251, Verdict.WRONG),
    ],
)
def test_a_printed_number_holds_to_half_a_unit_of_its_last_digit(
    printed: str, computed: Fraction | float, expected: Verdict
) -> None:
    assert verdict(number("here", "it is so", printed, lambda: computed)) is expected


def test_a_misprint_needs_a_corrected_form_that_holds() -> None:
    proved = number("here", "x", "1/3", lambda: Fraction(2, 3), corrected="2/3")
    unproved = number("here", "x", "1/3", lambda: Fraction(2, 3), corrected="1/2")
    assert verdict(proved) is Verdict.MISPRINT
    assert verdict(unproved) is Verdict.WRONG


def test_statements() -> None:
    assert verdict(statement("a", "b", lambda: True)) is Verdict.CONFIRMED
    assert verdict(statement("a", "b", lambda: False)) is Verdict.WRONG
    assert verdict(statement("a", "b", lambda: False, corrected=("c", lambda: True))) is Verdict.MISPRINT
    assert verdict(statement("a", "b", lambda: False, corrected=("c", lambda: False))) is Verdict.WRONG
    mended = statement("a", "b", lambda: False, corrected=("c", lambda: True), mistaken=True)
    assert verdict(mended) is Verdict.WRONG


def test_a_simulated_number_holds_within_its_standard_errors() -> None:
    assert verdict(sampled("a", "b", 25_038.45, lambda: (25_000.0, 137.0))) is Verdict.MORE_PRECISE
    assert verdict(sampled("a", "b", 26_000.0, lambda: (25_000.0, 137.0))) is Verdict.WRONG


def test_a_question_is_answered_and_the_undecidable_is_said_so() -> None:
    assert verdict(question("a", "is it?", lambda: "it is")) is Verdict.ANSWERED
    assert Finding(holds=None, computed="?").verdict is Verdict.NOT_REPRODUCIBLE
