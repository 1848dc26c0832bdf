"""Check a certificate by the rules alone."""

from __future__ import annotations

import time
from pathlib import Path

from zerosum.certificates import document, older, rules
from zerosum.certificates.budget import bounded
from zerosum.core.data import Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import number
from zerosum.core.proofs import fields
from zerosum.core.value import Value
from zerosum.core.verdict import Checked, Sample, Verdict

MALFORMED = (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError, ArithmeticError)
"""What a certificate without its proper form comes to."""


def check(path: Path, own: type[Game] | None = None, confidence: float | None = None) -> Checked:
    """Check a certificate from its file; `own` are rules that the user trusts, for a game outside the catalogue.

    A sample of random positions proves nothing by itself; with `confidence` it holds if it is as sure as that.
    """
    began = time.perf_counter()
    content = document.read(path)
    if "strategies" not in content:
        raise InputError(f"{path} is a solution without a proof: it is about another position, or too large")
    try:
        with (
            bounded(str(path), [content["game"], content["strategies"]]),
            rules.made(content["game"], own) as game,
        ):
            title = game.title
            if content["game"]["model"] != game.model:
                raise InputError(f"{path} gives its game another model than {game.model}")
            verdict, seen = judged(game, content, old=content["format"] in document.OLDER)
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError(f"{path} is not a valid certificate: {_briefly(error)}") from error
    seconds = time.perf_counter() - began
    return Checked.of(title, game.model, content["strategies"], verdict, seen, seconds, confidence)


def judged(game: Game, content: Json, *, old: bool = False) -> tuple[Verdict, Sample | None]:
    """The claim beside what its strategies prove, and what a sample showed."""
    lower, upper = fields(content["value"], "lower", "upper", where="the value")
    claimed = Value(number(lower), number(upper))
    said = older.upgraded(game, claimed, content["strategies"]) if old else content["strategies"]
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
