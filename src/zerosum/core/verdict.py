"""A verdict: the guarantees of a solution's strategies, compared with the solver's claim.

A verifier recomputes, from the strategies alone, what row's guarantees (at least) and what col's concedes (at
most). A claim holds if and only if the proved interval lies inside the claimed interval. There is no slack: a
verifier that works in floats rounds its bounds outward, and a claim is widened when it is written (`widened`),
never when it is checked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.data import Data, Json, plain
from zerosum.core.game import spelled
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.core.value import Value

MAX_WIDENED = Fraction(1, 10**9)
"""Maximum amount by which a claim is widened when it is written, relative to the larger of its size and 1."""

SHARE = 0.05
"""The fraction of false positions that a sample is meant to detect."""


@dataclass(frozen=True)
class Verdict:
    """A claim, with the bounds that the strategies alone guarantee.

    Examples
    --------
    >>> verdict = zerosum.solve("relance").verify()
    >>> verdict.holds, str(verdict.proved.gap)
    (True, '0')
    """

    claimed: Value
    """The value that the solver claims."""
    proved: Value
    """The interval from row's guarantee to the most that col's strategy concedes."""
    instead: str = ""
    """Another proof of the claim, if it does not rest on the strategies."""

    @property
    def short(self) -> Mapping[Side, Number]:
        """For each side, how far its strategy falls short of the claim; 0 if it does not."""
        return {
            "row": max(self.claimed.lower - self.proved.lower, 0),
            "col": max(self.proved.upper - self.claimed.upper, 0),
        }

    @property
    def holds(self) -> bool:
        """Whether the proven bounds lie inside the claim."""
        return bool(self.claimed.lower <= self.proved.lower and self.proved.upper <= self.claimed.upper)

    def json(self) -> Json:
        """Return the verdict as data."""
        return {"verified": self.proved.json(), "short": plain(self.short), "agrees": self.holds}

    def __str__(self) -> str:
        if self.holds:
            return f"verified: the strategies guarantee {self.proved}"
        reasons = [
            f"{side}'s strategy {does} only {float(end):.9g}, {float(missing):.2g} short"
            for side, does, end, missing in (
                ("row", "guarantees", self.proved.lower, self.short["row"]),
                ("col", "holds row to", self.proved.upper, self.short["col"]),
            )
            if missing > 0
        ]
        instead = f". {self.instead}" if self.instead else ""
        return f"NOT verified: {'; '.join(reasons)}{instead}"


def widened(value: Value, proved: Value) -> Value:
    """Return the claim to write for a value, widened to the proven bounds if only rounding separates them.

    A claim is widened by at most `MAX_WIDENED`, and not at all if it and the bounds are exact.
    """
    lower, upper = min(value.lower, proved.lower), max(value.upper, proved.upper)
    most = MAX_WIDENED * max(Fraction(1), abs(Fraction(value.lower)), abs(Fraction(value.upper)))
    excess = max(Fraction(value.lower) - Fraction(lower), Fraction(upper) - Fraction(value.upper))
    exact = value.is_exact and isinstance(proved.gap, Fraction)
    return value if exact or excess > most else Value(lower, upper)


class Sample(NamedTuple):
    """The result of a check of random positions."""

    size: int
    """Number of random positions."""
    failed: int
    """Number of sampled positions whose bounds do not follow from their children's bounds."""
    worst: float
    """The largest difference between a position's bounds and those that follow from its children's bounds."""
    opening: Value
    """The guarantees of the strategies at the start if the values of its children are right."""

    @property
    def passes(self) -> float:
        """The probability that a sample of this size passes although a fraction `SHARE` of the positions fails."""
        return (1 - SHARE) ** self.size

    @property
    def confidence(self) -> float:
        """The confidence that less than `SHARE` of all positions fail, if no sampled position did."""
        return 0.0 if self.failed else 1 - self.passes

    def json(self) -> Json:
        """Return the result as data."""
        return {
            "size": self.size,
            "failed": self.failed,
            "worst": self.worst,
            "share": SHARE,
            "passes": self.passes,
            "confidence": self.confidence,
        }

    def __str__(self) -> str:
        said = f"{self.failed:,} of {self.size:,} random positions fail, by up to {self.worst:.2g}"
        if self.failed:
            return said
        return (
            f"{said}. This is a sample, not a proof: if {SHARE:.0%} of all positions were wrong, it would pass with "
            f"probability {self.passes:.2g}, and a prover who knew the seed could have chosen favourable positions"
        )


@dataclass(frozen=True)
class Checked:
    """The result of a check."""

    title: str
    """The title of the game, which may leave out parameters."""
    game: Json
    """The identity of the game: its name, all parameters as text, the digests of its files, its model."""
    answers: int
    """The number of probabilities and moves in the strategies."""
    verdict: Verdict
    sample: Sample | None
    """The result at random positions, if the certificate is about a sample."""
    tables: str
    """The digest of the tables from which the positions were sampled."""
    seconds: float
    confidence: float | None = None
    """The confidence at which the user accepts a sample; None if only a proof will do."""
    ranges: int = 0
    """The number of decisions at which ranges over optimal strategies are also proved."""

    @property
    def which(self) -> str:
        """Return the game in one line; a parameter with commas is in quotes, to distinguish it from two parameters."""
        given = {**self.game["parameters"], **self.game["files"]}
        return ", ".join(
            [self.game["name"], *(f"{name} {spelled([value])}" for name, value in given.items())]
        )

    @property
    def fails(self) -> bool:
        """Whether the claim does not follow from the certificate."""
        return not self.verdict.holds or bool(self.sample and self.sample.failed)

    @property
    def holds(self) -> bool:
        """Whether the claim is proved, or a sample reaches the confidence that the user accepts."""
        sure = self.confidence is not None and self.sample and self.sample.confidence >= self.confidence
        return not self.fails and (self.sample is None or bool(sure))

    @property
    def found(self) -> str:
        """The result of the check."""
        if self.sample is None or not self.verdict.holds:
            ranges = (
                f"; the ranges at {self.ranges:,} decisions also hold" if self.ranges and self.holds else ""
            )
            return f"{self.verdict}{ranges}"
        text = (
            "if the values of the following positions are right, the strategies guarantee "
            f"{self.verdict.proved}; {self.sample}"
        )
        return f"{text}; the certificate refers to tables with the SHA-256 {self.tables}"

    @property
    def most_confidence(self) -> float:
        """The highest confidence that a sample without failures supports."""
        sure = self.sample.confidence if self.sample else 0.0
        return math.floor(min(sure, 0.9999) * 10**4) / 10**4

    def json(self) -> Json:
        """Return the result as data."""
        return {
            "title": self.title,
            "game": self.game,
            "answers": self.answers,
            "claimed": self.verdict.claimed.json(),
            **self.verdict.json(),
            "gap": plain(self.verdict.proved.gap),
            **({"sample": {**self.sample.json(), "tables": self.tables}} if self.sample else {}),
            "holds": self.holds,
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def of(
        cls,
        title: str,
        game: Json,
        said: Data,
        verdict: Verdict,
        sample: Sample | None,
        seconds: float,
        confidence: float | None,
    ) -> Checked:
        """Return the result of checking these strategies."""
        tables = str(said["sample"]["tables"]) if sample else ""
        ranges = sum(len(part["claims"]) for part in said["ranges"].values()) if "ranges" in said else 0
        return cls(title, game, _count(said), verdict, sample, tables, seconds, confidence, ranges)


def _count(said: object) -> int:
    """Return the number of strings and numbers in nested data; a packed string states its own count."""
    if isinstance(said, dict) and said.keys() == {"numbers", "text"}:
        return int(said["numbers"])
    if isinstance(said, dict | list):
        return sum(_count(part) for part in (said.values() if isinstance(said, dict) else said))
    return 1
