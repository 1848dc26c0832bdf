"""Every rule of the verdicts, fed a case of each kind: no row and no check names a verdict."""

import ast
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import zerosum.papers.checks
from zerosum.core.solution import Value
from zerosum.papers.rows import Claim
from zerosum.papers.verdicts import RULES, Found, Result, Ruling, Share, conclude, is_scan_slip, is_slip


def verdict(result: Result, mended: Result | None = None, **row: Any) -> Ruling:
    """The verdict on a row whose check finds this, and with the corrected arguments that."""
    row.setdefault("says", "x = y + 1")
    claim = Claim(where="here", check="check", **row)
    return conclude(
        claim, lambda given: mended if given.get("right") and mended is not None else result
    ).verdict


@pytest.mark.parametrize(
    ("printed", "computed", "expected"),
    [
        ("31/81", Fraction(31, 81), Ruling.CONFIRMED),
        ("31/81", Fraction(31, 82), Ruling.WRONG),
        ("3", 3, Ruling.CONFIRMED),
        ("3", 4, Ruling.WRONG),
        ("-.0933", Value(-0.09331, -0.09330), Ruling.MORE_PRECISE),
        ("-.0933", Value(-0.0950, -0.0949), Ruling.WRONG),
        (".62", 0.6249, Ruling.MORE_PRECISE),
        (".62", 0.6251, Ruling.IMPRECISE),
        (".62", 0.6299, Ruling.IMPRECISE),
        (".62", 0.6301, Ruling.WRONG),
        ("2.4e29", 2.41e29, Ruling.MORE_PRECISE),
        ("2.4e29", 2.3e29, Ruling.IMPRECISE),
    ],
)
def test_a_number_holds_to_half_a_unit_of_its_last_digit_and_is_imprecise_to_a_whole_one(
    printed: str, computed: Result, expected: Ruling
) -> None:
    assert verdict(computed, prints=printed) is expected


def test_a_number_with_a_stated_error_holds_within_it() -> None:
    assert verdict(0.355758, prints=".35575", within=".000014") is Ruling.MORE_PRECISE
    assert verdict(0.355768, prints=".35575", within=".000014") is Ruling.WRONG


def test_a_statement_holds_fails_or_cannot_be_decided() -> None:
    assert verdict(True) is Ruling.CONFIRMED
    assert verdict(False) is Ruling.WRONG
    assert verdict(Found(True)) is Ruling.CONFIRMED
    assert verdict(Found(False)) is Ruling.WRONG
    assert verdict(Found(None)) is Ruling.NOT_REPRODUCIBLE


def test_a_question_is_answered_only_by_evidence() -> None:
    assert verdict(Found(True), asks=True) is Ruling.ANSWERED
    assert verdict(Found(False), asks=True) is Ruling.OPEN
    assert verdict(Found(None), asks=True) is Ruling.OPEN


@pytest.mark.parametrize(
    ("holds", "told"), [(True, "1, 3, 5; it rises"), (False, "1, 3, 5"), (None, "1, 3, 5")]
)
def test_what_follows_is_told_only_if_it_holds(holds: bool | None, told: str) -> None:
    claim = Claim(where="here", says="it rises", check="check")
    assert conclude(claim, lambda given: Found(holds, "1, 3, 5", "it rises")).computed == told


def test_a_misprint_needs_a_corrected_form_that_holds_and_is_near() -> None:
    near, far = "x = y - 1", "x = (y - 1)² / (2y + 3), if y > 0"
    right = {"right": True}
    assert verdict(False, True, reads=near, right=right) is Ruling.MISPRINT
    assert verdict(False, False, reads=near, right=right) is Ruling.WRONG
    assert verdict(False, True, reads=far, right=right) is Ruling.WRONG
    assert verdict(True, False, reads=near, right=right) is Ruling.CONFIRMED
    assert (
        verdict(Fraction(2, 3), says="x = 1/3", prints="1/3", reads="x = 2/3", right="2/3") is Ruling.MISPRINT
    )
    assert verdict(Fraction(2, 3), says="x = 1/3", prints="1/3", reads="x = 1/2", right="1/2") is Ruling.WRONG


@pytest.mark.parametrize(
    ("says", "reads"),
    [("an upper bound", "an lower bound"), ("m = -(z+1)m + (b-c)(z+1)", "m + (b-c) = -(z+1)m + (b-c)(z+1)")],
)
def test_a_longer_correction_is_a_misprint_only_if_the_paper_shows_that_its_authors_had_it(
    says: str, reads: str
) -> None:
    row = {"says": says, "reads": reads, "right": {"right": True}}
    assert verdict(False, True, **row) is Ruling.WRONG
    assert verdict(False, True, **row, elsewhere="the next line") is Ruling.MISPRINT
    assert verdict(False, False, **row, elsewhere="the next line") is Ruling.WRONG


def test_words_that_hold_as_the_authors_used_them_are_imprecise() -> None:
    assert verdict(Found(False, near=True)) is Ruling.IMPRECISE
    assert verdict(Found(True, near=True)) is Ruling.CONFIRMED
    assert verdict(Found(None, near=True)) is Ruling.NOT_REPRODUCIBLE


def test_every_verdict_is_explained_to_readers() -> None:
    assert set(RULES) == set(Ruling)


def test_what_a_scan_confuses_is_said_to_be_a_misprint_or_misread() -> None:
    row = {"says": "3 times 2k-1", "reads": "3 times 2^(k-1)", "right": {"right": True}}
    assert verdict(False, True, **row) is Ruling.MISREAD
    assert verdict(False, False, **row) is Ruling.WRONG
    assert is_scan_slip("I_1(x)", "I_i(x)")
    assert is_scan_slip("o(1 - β)", "O(1 - β)")
    assert not is_scan_slip("x + 1", "x - 1")


@pytest.mark.parametrize(
    ("printed", "right", "slip"),
    [
        ("v(0,1,1) = 1/2", "v(1,0,1) = 1/2", True),
        ("(1-a)/32 + (5/4) log", "(1-a)/4 + (5/32) log", True),
        ("it is .4718", "it is .4781", True),
        ("it is -.17859", "it is -.17157", False),
        ("m = -(z+1)m + (b-c)(z+1)", "m + (b-c) = -(z+1)m + (b-c)(z+1)", False),
        ("4^n", "(2n choose n)", False),
    ],
)
def test_a_slip_of_the_pen_is_short(printed: str, right: str, slip: bool) -> None:
    assert is_slip(printed, right) is slip


def test_a_simulated_share_holds_within_its_standard_errors() -> None:
    exact = Share(0.25, 0.25)
    assert verdict(exact, prints="25038.45", plays=100_000) is Ruling.MORE_PRECISE
    assert verdict(exact, prints="26000", plays=100_000) is Ruling.WRONG
    assert verdict(exact, prints="25.04%", plays=100_000) is Ruling.MORE_PRECISE
    assert verdict(exact, prints="25.04%", plays=100_000_000) is Ruling.WRONG


def test_a_mean_of_runs_must_lie_nearer() -> None:
    exact = Share(0.25, 0.25)
    assert verdict(exact, prints="25038.45", plays=100_000, runs=20) is Ruling.MORE_PRECISE
    assert verdict(exact, prints="25200", plays=100_000, runs=1) is Ruling.MORE_PRECISE
    assert verdict(exact, prints="25200", plays=100_000, runs=20) is Ruling.WRONG


def test_a_simulated_share_with_a_range_is_judged_by_the_stated_strategy() -> None:
    assert verdict(Share(0.2, 0.3), prints="25000", plays=100_000) is Ruling.NOT_REPRODUCIBLE
    assert verdict(Share(0.2, 0.3, 0.25), prints="25000", plays=100_000) is Ruling.CONFIRMED
    assert verdict(Share(0.2, 0.3, 0.29), prints="25000", plays=100_000) is Ruling.NOT_REPRODUCIBLE
    assert verdict(Share(0.2, 0.3, 0.25), prints="35000", plays=100_000) is Ruling.WRONG
    assert verdict(Share(0.25, 0.2501), prints="25000", plays=100_000) is Ruling.CONFIRMED


def test_the_variance_of_a_spread_is_its_own() -> None:
    assert verdict(Share(0.0, 0.0, variance=0.01), prints="1.31%", plays=100_000) is Ruling.WRONG
    assert verdict(Share(0.0, 0.0, variance=1.0), prints="1.20%", plays=100_000) is Ruling.MORE_PRECISE


def test_no_check_names_a_verdict() -> None:
    """Checks return what they found: the only module that knows verdicts is the one with the rules."""
    for file in Path(zerosum.papers.checks.__file__).parent.glob("*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Name)
        }
        assert "Ruling" not in names, file.name
