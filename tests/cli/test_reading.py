"""What a person writes: exact numbers, and files that can or cannot be read."""

from fractions import Fraction
from pathlib import Path

import pytest

from zerosum.errors import GameError, InputError
from zerosum.numerics.rational import as_fraction
from zerosum.reading import read_document, read_text


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (2, 2),
        (0.62, Fraction(31, 50)),
        (" 1/3 ", Fraction(1, 3)),
        ("−0.5", Fraction(-1, 2)),
        ("1E-3", Fraction(1, 1000)),
        (Fraction(2, 7), Fraction(2, 7)),
        ("1e400", 10**400),
    ],
)
def test_numbers_are_what_a_person_means(given, number):
    assert as_fraction(given) == number


@pytest.mark.parametrize("given", ["", "one", "1/0", "1e", "nan", "-inf", float("inf"), True, None, [1]])
def test_what_is_no_number_is_said(given):
    with pytest.raises(InputError, match="is not a number; write it as"):
        as_fraction(given)


@pytest.mark.parametrize("given", ["1e401", "1e-999999999", "-2.5e999999999"])
def test_numbers_that_would_fill_the_memory_are_refused_at_once(given):
    with pytest.raises(InputError, match="too large or too small"):
        as_fraction(given)


def test_decimals_of_a_document_stay_text(tmp_path):
    toml, json = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text("x = 0.1\n[t]\ny = 2\n", encoding="utf-8-sig")
    json.write_text('{"x": 0.1, "t": {"y": 2}}')
    assert read_document(toml) == read_document(json) == {"x": "0.1", "t": {"y": 2}}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.toml", b"x = ", "is not proper TOML"),
        ("a.json", b"{", "is not proper JSON"),
        ("a.json", b"[1, 2]", "holds no table"),
        ("a.json", b"[" * 100_000, "is nested too deeply"),
        ("a.toml", b"\xff\xfe", "cannot be read: it is not a text file"),
    ],
)
def test_documents_that_cannot_be_used_get_one_sentence(tmp_path, name, content, says):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(GameError, match=says) as problem:
        read_document(tmp_path / name)
    assert "\n" not in str(problem.value)


def test_a_missing_file_is_named():
    with pytest.raises(GameError, match=r"'none\.toml' cannot be read: No such file"):
        read_text(Path("none.toml"))
