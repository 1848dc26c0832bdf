"""Reading a proof: the game asks, the certificate answers.

The verifier walks through the game by its rules and asks for a mix at each decision. A certificate answers with exactly
one distribution over exactly the moves that the rules offer there. What is missing, what is there without having been
asked for, a move by another name, a probability below 0 and a sum that is not exactly 1 are refused with a sentence.

The writer sees to the sums (`core/writing.py`). Files of version 0.2 did not add up to exactly 1; they are brought into
today's form first (`certificates/older.py`), and are then read like any other file.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import number

ROUNDING = Fraction(1, 10**9)
"""Maximum amount by which chances that the rules give in floats may miss being a distribution."""


def fields(said: object, *names: str, where: str = "the strategies") -> list[Data]:
    """The parts of a table that has exactly these names."""
    if not isinstance(said, dict):
        raise InputError(f"this certificate has no table for {where}")
    for name in names:
        if name not in said:
            raise InputError(f"this certificate lacks {name!r:.60} in {where}")
    for name in said.keys() - set(names):
        raise InputError(f"this certificate has {name!r:.60} in {where}, and the rules do not ask for it")
    return [said[name] for name in names]


def distribution(said: object, count: int, where: str) -> list[Fraction]:
    """Probabilities that are written as a list of `count` numbers, none below 0, that add up to exactly 1."""
    if not isinstance(said, list) or len(said) != count:
        raise InputError(f"the certificate must give {count} probabilities {where}")
    shares = [Fraction(number(p)) for p in said]
    whole = lcm(*(p.denominator for p in shares))
    if min(shares) < 0 or sum(p.numerator * (whole // p.denominator) for p in shares) != whole:
        raise InputError(f"the probabilities {where} must be 0 or more and add up to exactly 1")
    return shares


def read_mix(said: object, moves: Iterable[Any], where: str) -> dict[Any, Fraction]:
    """The mix over exactly these moves that was written by their names."""
    offered = list(moves)
    names = [str(move) for move in offered]
    if len(set(names)) != len(names):
        raise InputError(f"two moves {where} have the same name, and a certificate needs distinct ones")
    shares = fields(said, *names, where=f"the mix {where}")
    return dict(zip(offered, distribution(shares, len(names), where), strict=True))


def grid(said: object, where: str) -> list[Fraction]:
    """Places that are written as a list of numbers, which grow from 0 to 1."""
    places = [Fraction(number(x)) for x in said] if isinstance(said, list) else []
    if places[:1] != [0] or places[-1] != 1 or any(a >= b for a, b in pairwise(places)):
        raise InputError(f"the certificate must have end points that grow from 0 to 1 {where}")
    return places


def position_key(position: tuple[object, ...]) -> str:
    """The text by which a certificate names a position: its parts, separated by bars."""
    return " | ".join(map(str, position))


class Recalled:
    """The answers of a certificate, position by position."""

    def __init__(self, entries: Data) -> None:
        if not isinstance(entries, dict):
            raise InputError("the answers of a certificate are a table, by position")
        self._entries, self._keys = entries, Keys()

    def __call__(self, *position: object) -> Data:
        key = self._keys.of(position)
        if key not in self._entries:
            raise InputError(f"the certificate does not say what to do at {key}")
        return self._entries[key]

    def refuse_others(self) -> None:
        """Refuse a certificate that answers what was never asked."""
        for key in self._entries:
            if key not in self._keys.positions:
                raise InputError(f"the certificate says what to do at {key:.60}, which the game does not ask")


class Keys:
    """The texts of positions, no two of which may have the same."""

    def __init__(self) -> None:
        self.positions: dict[str, tuple[object, ...]] = {}

    def of(self, position: tuple[object, ...]) -> str:
        key = position_key(position)
        if self.positions.setdefault(key, position) != position:
            raise InputError(f"two positions read {key!r}; a certificate needs distinct texts")
        return key
