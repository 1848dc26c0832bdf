"""A number as text and back, without a loss: "-1/18" for a fraction, "0x1.8p-1" for a float."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from zerosum.errors import InputError
from zerosum.models.answer import Strategy
from zerosum.models.game import Move
from zerosum.numerics.rational import Number, as_fraction, exact_text

__all__ = ["number", "numbers", "read_mix", "text", "texts", "written_mix"]

FRACTION = re.compile(r"(-?[0-9]+)(?:/([0-9]*[1-9][0-9]*))?")
FLOAT = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}")


def text(x: Number) -> str:
    """A number as text; what is no float becomes the fraction that it is."""
    return float(x).hex() if isinstance(x, float) else exact_text(as_fraction(x))


def number(said: object) -> Number:
    """The number that a text of a certificate says."""
    if isinstance(said, str):
        if match := FRACTION.fullmatch(said):
            top, bottom = match.groups()
            return Fraction(int(Decimal(top)), int(Decimal(bottom or 1)))
        if FLOAT.fullmatch(said) and math.isfinite(x := float.fromhex(said)):
            return x
    raise InputError(f"{str(said)[:40]!r} is no number of a certificate, such as -1/18 or 0x1.8p-1")


def texts(xs: Iterable[Number]) -> list[str]:
    """A list of numbers as texts."""
    return [text(x) for x in xs]


def numbers(said: Iterable[object]) -> list[Number]:
    """The numbers that a list of texts says."""
    return [number(one) for one in said]


def written_mix(mix: Strategy) -> dict[str, str]:
    """A strategy by the names of its moves."""
    said = {str(move): text(p) for move, p in mix.items()}
    if len(said) != len(mix):
        raise InputError("a certificate names moves by their texts, and two moves of this game read alike")
    return said


def read_mix(said: Mapping[str, object], moves: Iterable[Move]) -> dict[Move, Number]:
    """The strategy over these moves that was written by their names."""
    return {move: number(said[str(move)]) for move in moves}
