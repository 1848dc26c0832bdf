"""Amounts of every kind enter every game of the catalogue through one door, and mean the same there."""

from __future__ import annotations

from dataclasses import MISSING, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import ZerosumError
from zerosum.games import GAME_CLASSES

GIVEN: tuple[tuple[Any, Fraction], ...] = (
    ("1/3", Fraction(1, 3)),
    ("0.1", Fraction(1, 10)),
    (0.1, Fraction(0.1)),
    (Decimal("0.1"), Fraction(1, 10)),
    (np.float64(0.1), Fraction(0.1)),
    (np.float32(0.5), Fraction(1, 2)),
    (np.int64(2), Fraction(2)),
    (2, Fraction(2)),
)


def made(name: str, field: str, given: object) -> object:
    """What the game keeps; the kind of error where it refuses."""
    try:
        return getattr(zerosum.load(name)(**{field: given}), field)
    except ZerosumError:
        return ZerosumError


@pytest.mark.parametrize("name", GAME_CLASSES)
def test_amounts_of_all_kinds_are_the_fractions_that_they_say(name: str) -> None:
    if any(field.default is MISSING for field in fields(zerosum.load(name)) if field.init):
        pytest.skip("the game is given by a file")
    for field in fields(zerosum.load(name)):
        if "Fraction" not in str(field.type) and "Number" not in str(field.type):
            continue
        for given, meant in GIVEN:
            pair = ((given, given), (meant, meant)) if "tuple" in str(field.type) else (given, meant)
            kept, expected = (made(name, field.name, one) for one in pair)
            assert kept == expected, (field.name, given)
            assert kept is ZerosumError or not isinstance(kept, (float, np.generic, str, Decimal)), (
                field.name,
                given,
            )
