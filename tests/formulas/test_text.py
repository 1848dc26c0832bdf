"""Formulas fit the screen: lines are broken, and what would fill many lines is summed up."""

import json

import pytest
from tests.command import run

import zerosum
from zerosum.formulas.text import folded, in_brief


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    for formula in (
        zerosum.formula("leduc", ante="7/4..9/5"),
        zerosum.formula("kuhn", bet="b"),
    ):
        assert max(map(len, formula.text(strategies=True, width=width).splitlines())) <= width
    drawn = zerosum.formula_map("two-bets", high="h", low="l")
    assert max(map(len, drawn.text(width=width).splitlines())) <= width


def test_a_range_that_ends_where_a_value_of_the_game_would_be_taken_for_the_letter() -> None:
    """0 + 41 * 17/41 is the number of cards."""
    assert "bet b · 17 ranks" in zerosum.formula("kuhn", cards=17, bet="0..41").title


def test_a_broken_formula_is_whole_and_no_line_ends_with_a_sign() -> None:
    formula = " + ".join(f"{k}x^{k}" for k in range(60))
    lines = folded(f"  {formula}", 40)
    assert "".join(lines).replace(" ", "") == formula.replace(" ", "")
    assert len(lines) > 5
    assert not any(line.endswith(("+", "-")) for line in lines)
    assert all(line.startswith("      + ") for line in lines[1:])


def test_a_long_formula_is_summed_up_by_its_ends_and_its_degrees() -> None:
    (piece,) = zerosum.formula("leduc", ante="11/6..15/8").pieces
    top, bottom = (int(p.degree()) for p in (piece.value.function.top, piece.value.function.bottom))
    ends = [f"{float(piece.value(end)):.6g}" for end in (piece.low, piece.high)]
    brief = in_brief(piece.value, piece.low, piece.high, 100).replace("\xa0", " ")
    assert brief == f"({ends[0]} to {ends[1]}; degree {top}/{bottom})"
    assert in_brief(piece.value, piece.low, piece.high, 10**6) == str(piece.value)


def test_the_command_says_where_the_whole_formula_is() -> None:
    words = ["formula", "leduc", "--ante", "11/6..15/8"]
    assert "--json and --latex" in run(*words).stdout
    whole = json.loads(run(*words, "--json").stdout)["pieces"][0]["value"]
    assert len(whole) > 400
    assert "summed up" not in run("formula", "kuhn", "--bet", "b").stdout
