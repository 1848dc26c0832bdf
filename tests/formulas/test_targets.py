"""Nakai's game for every value of a parameter of its distribution, against the exact solver."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import zerosum
import zerosum.numerics.distributions
from zerosum.core.errors import InputError
from zerosum.core.limits import OverLimitError


@pytest.mark.parametrize(
    ("distribution", "stages"),
    [("values(1,b)", 3), ("values(1:b,5:1)", 3), ("values(1,2,b)", 2), ("point(b)", 4)],
)
def test_a_letter_in_the_distribution(distribution: str, stages: int) -> None:
    f = zerosum.formula("nakai", targets=distribution, stages=stages)
    chosen = random.Random(7)
    points = [Fraction(chosen.randint(1, 800), 100) for _ in range(25)]
    for point in f.breaks:
        points += [Fraction(float(point)) + step for step in (-Fraction(1, 1000), Fraction(1, 1000))]
    for t in points:
        game = zerosum.load("nakai")(targets=distribution.replace("b", str(t)), stages=stages)
        assert f(t) == zerosum.solve(game, exact=True).value.lower
    assert not f.proved


def test_strategies_at_the_first_target() -> None:
    f = zerosum.formula("nakai", targets="values(1,0..3)")
    assert len(f.pieces) == 3
    first = f.pieces[0].of("row")
    assert first["at a target worth t"].lines() == ["play L"]
    assert (
        first["at a target worth 1"].moves["play H"](Fraction(1, 5))
        + first["at a target worth 1"].moves["pass"](Fraction(1, 5))
        == 1
    )


@pytest.mark.parametrize(
    ("distribution", "words"),
    [
        ("uniform(0,b)", "for b = 1"),
        ("gamma(b)", r"distribution such as gamma\(1\) contain logarithms"),
        ("binom(3,b)", "known in floats only"),
        ("gama(b)", "neither a file nor a known distribution"),
        ("values(a,b)", "only one number"),
        ("values(1,2)", r"values\(1,2,b\)"),
        ("values(1,-1..2)", "cannot be negative"),
    ],
)
def test_what_cannot_be_asked(distribution: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        zerosum.formula("nakai", targets=distribution)


def test_a_continuous_distribution_is_refused_at_the_first_value(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def parse(text: str) -> object:
        tried.append(text)
        return zerosum.numerics.distributions.parse(text)

    monkeypatch.setattr("zerosum.models.targets.rules.parse", parse)
    with pytest.raises(InputError, match="finitely many values"):
        zerosum.formula("nakai", targets="gamma(b)")
    assert len(tried) <= 3  # each takes most of a second


def test_a_formula_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.models.targets.formula.SECONDS", 0.0)
    monkeypatch.setenv("ZEROSUM_LIMIT", "0.01s")
    with pytest.raises(OverLimitError, match="would need"):
        zerosum.formula("nakai", targets="values(1,b)", stages=4)
