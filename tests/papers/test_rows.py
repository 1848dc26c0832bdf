"""Rows of claims: read, filled from tables, and refused where they say what no row can."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.core.errors import InputError
from zerosum.papers import Paper
from zerosum.papers.formulas import holds, value_of
from zerosum.papers.rows import read

HEAD = 'citation = "A paper"\nchecks = ["matches"]\n'


def document(folder: Path, text: str) -> Path:
    (folder / "paper.toml").write_text(HEAD + text, encoding="utf-8")
    return folder


def test_a_row_stands_for_each_line_of_its_table(tmp_path: Path) -> None:
    text = """
[lines.t]
columns = ["n", "x"]
cells = [[1, ".5"], [2, ".25"]]
[[claim]]
where = "line {n}"
says = "x_{n,1} = {x}"
check = "c"
with = {n = "{n}", text = "n is {n}"}
prints = "{x}"
each = "t"
[[claim]]
where = "line {n}"
says = "and n = {n}"
check = "d"
each = "t"
"""
    claims = read("paper", document(tmp_path, text)).claims
    assert [claim.where for claim in claims] == ["line 1", "line 1", "line 2", "line 2"]
    assert claims[2].arguments == {"n": 2, "text": "n is 2"}
    assert claims[2].says == "x_{n,1} = .25"
    assert claims[2].prints == ".25"


@pytest.mark.parametrize(
    ("field", "words"), [('verdict = "wrong"', "has no verdict"), ('of = "nobody"', "is of 'nobody'")]
)
def test_a_row_cannot_say_what_no_row_has(tmp_path: Path, field: str, words: str) -> None:
    text = f'[[claim]]\nwhere = "a"\nsays = "b"\ncheck = "c"\n{field}\n'
    with pytest.raises(InputError, match=words):
        read("paper", document(tmp_path, text))


def test_an_unknown_check_is_named() -> None:
    with pytest.raises(InputError, match="no check called 'nothing'"):
        Paper("matches").function("nothing")


def test_formulas_are_exact_in_fractions_and_close_in_floats() -> None:
    letters = {"a": Fraction(1, 3), "x": 0.1 + 0.2, "double": lambda y: 2 * y}
    assert holds("3*a == 1 and a < .34 <= 1", letters)
    assert not holds("a == .3333333333333333", letters)
    assert holds("x == .3", letters)
    assert value_of("double(a)**2/2 - -1", letters) == Fraction(11, 9)


@pytest.mark.parametrize("formula", ["b + 1", "__import__('os')", "a.real", "a +", "a if a else a", "[a]"])
def test_formulas_know_nothing_else(formula: str) -> None:
    with pytest.raises(InputError):
        value_of(formula, {"a": Fraction(1)})
