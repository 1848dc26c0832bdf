"""Commands, saved solutions and certificates answer as they did when the golden files were recorded."""

import json
import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.golden.golden import ANSWERS, CERTIFICATES, EXAMPLES, GAMES, SAVED, SOLUTIONS, asked, steady

import zerosum
from zerosum.certificates import check

RECORDED = [
    pytest.param(entry, id=" ".join(entry["words"]))
    for path in sorted(ANSWERS.glob("*.json"))
    for entry in json.loads(path.read_text(encoding="utf-8"))
]

LONG, FRACTION = 30, re.compile(r"-?\d+/\d+")
"""A fraction of more characters is a bound proved from float strategies, whose last bits depend on compiled code."""


def assert_same(found: Any, recorded: Any, path: tuple[object, ...] = ()) -> None:
    """The same data; floats may differ by rounding. New keys may be added, none may go."""
    if isinstance(recorded, dict):
        assert isinstance(found, dict), path
        assert not recorded.keys() - found.keys(), path
        for key, part in recorded.items():
            assert_same(found[key], part, (*path, key))
    elif isinstance(recorded, list):
        assert isinstance(found, list), path
        assert len(found) == len(recorded), path
        for place, part in enumerate(recorded):
            assert_same(found[place], part, (*path, place))
    elif isinstance(recorded, str) and len(recorded) > LONG and FRACTION.fullmatch(recorded):
        assert math.isclose(Fraction(found), Fraction(recorded), rel_tol=1e-12), path
    elif isinstance(recorded, float):
        assert math.isclose(found, recorded, rel_tol=1e-7, abs_tol=1e-9), path
    else:
        assert found == recorded, path


def test_no_game_has_left_the_catalogue() -> None:
    assert set(GAMES) <= set(zerosum.CATALOG)  # a game that is added later needs no recording
    assert len(RECORDED) > 300


@pytest.mark.parametrize("recorded", RECORDED)
def test_a_command_answers_as_before(recorded: dict[str, Any]) -> None:
    assert_same(asked(recorded["words"]), recorded)


@pytest.mark.parametrize("name", list(SAVED))
def test_a_saved_solution_is_loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    solution = zerosum.load_solution(SOLUTIONS / f"{name}.json")
    [recorded] = json.loads((SOLUTIONS / f"{name}.answer.json").read_text(encoding="utf-8"))
    assert_same(steady(solution.json()), recorded)
    assert str(solution)
    assert solution.verify().holds


@pytest.mark.parametrize("name", list(SAVED))
def test_a_certificate_is_confirmed(name: str) -> None:
    path: Path = CERTIFICATES / f"{name}.cert"
    assert check(path).holds
