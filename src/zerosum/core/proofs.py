"""Reading a proof: the game asks, the certificate answers.

The verifier walks through the game by its rules and asks for a mix at each decision. A certificate answers with
exactly one distribution over exactly the moves that the rules offer there. A missing or superfluous entry, an
unknown move, a negative probability and a sum other than 1 are rejected with a sentence. The writer makes the sums
exact (`core/writing.py`).
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
"""Maximum amount by which the sum of probabilities that the rules give in floats may differ from 1."""


def fields(said: object, *names: str, where: str = "the strategies") -> list[Data]:
    """Return the fields of a table, which must have exactly these names."""
    if not isinstance(said, dict):
        raise InputError(f"this certificate has no table for {where}")
    for name in names:
        if name not in said:
            raise InputError(f"this certificate has no {name!r:.60} in {where}")
    for name in said.keys() - set(names):
        raise InputError(f"this certificate has {name!r:.60} in {where}, which the rules do not ask for")
    return [said[name] for name in names]


def distribution(said: object, count: int, where: str) -> list[Fraction]:
    """Read a list of `count` nonnegative numbers that add up to exactly 1 as a distribution."""
    if not isinstance(said, list) or len(said) != count:
        raise InputError(f"the certificate must give {count} probabilities {where}")
    shares = [Fraction(number(p)) for p in said]
    whole = lcm(*(p.denominator for p in shares))
    if min(shares) < 0 or sum(p.numerator * (whole // p.denominator) for p in shares) != whole:
        raise InputError(f"the probabilities {where} must be 0 or more and add up to exactly 1")
    return shares


def distinct_names(things: Iterable[Any], what: str) -> list[str]:
    """Return the names of moves or states in a certificate; raise an InputError if two are equal."""
    listed = list(things)
    names = [str(thing) for thing in listed]
    if not len({*names}) == len({*listed}) == len(names):
        raise InputError(f"{what} have the same name or are equal, but a certificate needs distinct names")
    return names


def read_mix(said: object, moves: Iterable[Any], where: str) -> dict[Any, Fraction]:
    """Read a mix over exactly these moves, given by name."""
    offered = list(moves)
    names = distinct_names(offered, f"two moves {where}")
    shares = fields(said, *names, where=f"the mix {where}")
    return dict(zip(offered, distribution(shares, len(names), where), strict=True))


def grid(said: object, where: str) -> list[Fraction]:
    """Read an increasing list of numbers from 0 to 1."""
    places = [Fraction(number(x)) for x in said] if isinstance(said, list) else []
    if places[:1] != [0] or places[-1] != 1 or any(a >= b for a, b in pairwise(places)):
        raise InputError(f"the end points in the certificate must increase from 0 to 1 {where}")
    return places


def position_key(position: tuple[object, ...]) -> str:
    """Return the name of a position in a certificate: its parts, separated by bars."""
    return " | ".join(map(str, position))


class Recalled:
    """The answers of a certificate by position."""

    def __init__(self, entries: Data) -> None:
        if not isinstance(entries, dict):
            raise InputError("the strategies in a certificate must be a table by position")
        self._entries, self._keys = entries, Keys()

    def __call__(self, *position: object) -> Data:
        key = self._keys.of(position)
        if key not in self._entries:
            raise InputError(f"the certificate has no entry for {key}")
        return self._entries[key]

    def reject_others(self) -> None:
        """Reject a certificate with entries for decisions that the rules do not have."""
        fields(self._entries, *self._keys.positions, where="the answers")


class Keys:
    """The names of positions, which must be distinct."""

    def __init__(self) -> None:
        self.positions, self._texts = dict[str, tuple[object, ...]](), dict[tuple[object, ...], str]()

    def of(self, position: tuple[object, ...]) -> str:
        key = position_key(position)
        known = self.positions.setdefault(key, position), self._texts.setdefault(position, key)
        if known != (position, key):
            raise InputError(f"{key!r:.60} is the name of another position, or a second name of this one")
        return key
