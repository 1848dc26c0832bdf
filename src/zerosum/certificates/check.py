"""Write a certificate of a solution, and check one by the rules alone."""

from __future__ import annotations

import math
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from zerosum.certificates import document, rules
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import number, text
from zerosum.core.proofs import fields, old_file
from zerosum.core.solution import Solution
from zerosum.core.value import Value
from zerosum.core.verdict import Sample, Verdict, widened

MALFORMED = (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError)
"""What a certificate without its proper form comes to."""


@dataclass(frozen=True)
class Checked:
    """What a check found."""

    title: str
    """Which game it is."""
    model: str
    answers: int
    """How many numbers and acts the strategies have."""
    verdict: Verdict
    sample: Sample | None
    """What random positions showed, where the certificate is about some only."""
    tables: str
    """The digest of the tables that they come from."""
    seconds: float
    confidence: float | None = None
    """The confidence for which the reader takes a sample for a proof; None if only a proof will do."""
    ranges: int = 0
    """At how many decisions ranges over optimal strategies are proved, too."""

    @property
    def fails(self) -> bool:
        """Whether the claim does not follow from what the certificate says."""
        return not self.verdict.holds or bool(self.sample and self.sample.failed)

    @property
    def holds(self) -> bool:
        """Whether the claim is proved, or a sample is as sure as the reader asked."""
        sure = self.confidence is not None and self.sample and self.sample.confidence >= self.confidence
        return not self.fails and (self.sample is None or bool(sure))

    @property
    def found(self) -> str:
        """What the check found."""
        if self.sample is None or not self.verdict.holds:
            ranges = (
                f"; the ranges at {self.ranges:,} decisions hold, too" if self.ranges and self.holds else ""
            )
            return f"{self.verdict}{ranges}"
        told = f"if the values of what follows are right it holds: {self.verdict.proved}; {self.sample}"
        return f"{told}; the certificate names tables with the SHA-256 {self.tables}"

    @property
    def most_confidence(self) -> float:
        """The largest confidence with which a reader can accept a sample in which nothing fails."""
        sure = self.sample.confidence if self.sample else 0.0
        return math.floor(min(sure, 0.9999) * 10**4) / 10**4

    def json(self) -> Json:
        """What was found, as data."""
        return {
            "game": self.title,
            "model": self.model,
            "answers": self.answers,
            "claimed": self.verdict.claimed.json(),
            **self.verdict.json(),
            "gap": plain(self.verdict.proved.gap),
            **({"sample": {**self.sample.json(), "tables": self.tables}} if self.sample else {}),
            "holds": self.holds,
            "seconds": round(self.seconds, 6),
        }


def certify(solution: Solution, size: int | None = None, seed: int = 0) -> str:
    """The certificate of a solution at the start of its game, as the text of its file.

    It is checked before it is returned. If the strategies do not reach the value, as in games whose value needs memory,
    there is no certificate. If only rounding is missing, the claim is widened to what is proved. With `size`, the
    certificate of a large trick game is about that many random positions only.
    """
    if solution.where:
        raise InputError(
            "a certificate is about the start of a game, and this solution is about another position"
        )
    game = solution.game
    content: Json = {
        **rules.heading(solution),
        "strategies": game.family.certificate.write(solution)
        if size is None
        else game.family.sampling.write(solution, size, seed),
    }
    verdict, seen = _judged(game, content)
    claim = widened(verdict.claimed, verdict.proved)
    content["value"] = {"lower": text(claim.lower), "upper": text(claim.upper)}
    verdict = Verdict(claim, verdict.proved)
    if not verdict.holds or (seen and seen.failed):
        raise Unavailable(f"there is nothing to certify: {seen if seen and seen.failed else verdict}")
    return document.render(document.sealed(content))


def check(path: Path, own: type[Game] | None = None, confidence: float | None = None) -> Checked:
    """Check a certificate from its file; `own` are rules that the user trusts, for a game outside the catalogue.

    A sample of random positions proves nothing by itself; with `confidence` it holds if it is as sure as that.
    """
    began = time.perf_counter()
    content = document.read(path)
    if "strategies" not in content:
        raise InputError(
            f"{path} is a saved solution without a proof: it is about another position, or too large"
        )
    try:
        old = content["format"] in document.OLDER
        with rules.made(content["game"], own) as game, old_file() if old else nullcontext():
            title = game.title
            if content["game"]["model"] != game.model:
                raise InputError(f"{path} gives its game another model than {game.model}")
            verdict, seen = _judged(game, content)
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError(f"{path} is not a valid certificate: {_briefly(error)}") from error
    said = content["strategies"]
    tables = str(said["sample"]["tables"]) if seen else ""
    ranges = sum(len(part["claims"]) for part in said["ranges"].values()) if "ranges" in said else 0
    seconds = time.perf_counter() - began
    return Checked(title, game.model, _count(said), verdict, seen, tables, seconds, confidence, ranges)


def _count(said: object) -> int:
    """How many texts and numbers there are in a tree of them."""
    if isinstance(said, dict | list):
        return sum(_count(part) for part in (said.values() if isinstance(said, dict) else said))
    return 1


def _judged(game: Game, content: Json) -> tuple[Verdict, Sample | None]:
    """The claim beside what its strategies prove, and what a sample showed."""
    lower, upper = fields(content["value"], "lower", "upper", where="the value")
    claimed = Value(number(lower), number(upper))
    said = content["strategies"]
    seen = None
    try:
        if "sample" in said:
            seen = game.family.sampling.prove(game, claimed, said)
        proved = seen.opening if seen else game.family.certificate.prove(game, claimed, said)
        for end in (claimed.lower, claimed.upper, proved.lower, proved.upper):
            float(end)  # too large for a float
        return Verdict(claimed, proved), seen
    except ArithmeticError as error:
        raise InputError(f"the certificate proves nothing: {_briefly(error)}") from error


def _briefly(error: Exception) -> str:
    """What is wrong with the parts of a certificate, as far as the error says it in words."""
    if isinstance(error, ValueError | ArithmeticError) and str(error):
        return " ".join(str(error).split())[:200]
    return "its parts do not have the form that its game asks for"
