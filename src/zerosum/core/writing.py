"""Writing a proof: a solver's probabilities become distributions that add up to exactly 1.

A float becomes the fraction that it equals, and the largest probability is adjusted so that the sum is 1. Nothing
here is trusted: `core/proofs.py` reads the output again and rejects anything but a distribution.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from zerosum.core.arrays import Array
from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number, as_fraction, text
from zerosum.core.proofs import ROUNDING, Keys

A = TypeVar("A")

MIN_PROBABILITY = Fraction(1, 2**100)
"""A float below this is written as the probability 0."""


def exact_probabilities(shares: Sequence[Number]) -> list[Number]:
    """Adjust a solver's probabilities so that they add up to exactly 1; leave fractions that already do."""
    if not shares:
        return []
    exact = [as_fraction(p) for p in shares]
    if min(exact) >= 0 and sum(exact) == 1:
        return list(shares)
    largest = max(range(len(exact)), key=exact.__getitem__)
    kept = [p if p >= MIN_PROBABILITY else Fraction(0) for p in exact]
    kept[largest] = 1 - sum(kept[:largest] + kept[largest + 1 :], Fraction(0))
    if max(abs(new - old) for new, old in zip(kept, exact, strict=True)) > ROUNDING:
        raise InputError("a strategy of this solution is not a distribution")
    return [float(p) if as_fraction(float(p)) == p else p for p in kept]


def written_mix(mix: Mapping[Any, Number]) -> dict[str, str]:
    """Write a mix by the names of its moves."""
    said = {str(move): text(p) for move, p in zip(mix, exact_probabilities([*mix.values()]), strict=True)}
    if len(said) != len(mix):
        raise InputError(
            "a certificate identifies moves by str(), but two moves of this game are written alike"
        )
    return said


def recorded(
    answer_at: Callable[..., A], write: Callable[[A], Data], into: dict[str, Data]
) -> Callable[..., A]:
    """Wrap a callable so that it also records every answer by position."""
    keys = Keys()

    def record(*position: object) -> A:
        answer = answer_at(*position)
        into[keys.of(position)] = write(answer)
        return answer

    return record


def pack(units: Array) -> dict[str, Data]:
    """Pack whole multiples of the unit of probability in the format that `core/packed.py` reads."""
    text = base64.b64encode(zlib.compress(units.astype("<u4").tobytes())).decode("ascii")
    return {"numbers": units.size, "text": text}
