"""Check a certificate by the rules alone."""

from __future__ import annotations

import time
from pathlib import Path

from zerosum.certificates import document, rules
from zerosum.certificates.budget import bounded
from zerosum.core.data import Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game
from zerosum.core.numbers import number
from zerosum.core.proofs import fields
from zerosum.core.reading import read_text
from zerosum.core.value import Value
from zerosum.core.verdict import Checked, Sample, Verdict

MALFORMED = (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError, ArithmeticError)
"""The errors that a malformed certificate may cause."""


def check(path: Path, own: type[Game] | None = None, confidence: float | None = None) -> Checked:
    """Check a certificate from its file; `own` are rules that the user trusts, for a game that is not built
    in.

    A sample of random positions proves nothing by itself; with `confidence` it holds if it reaches that confidence.
    """
    began = time.perf_counter()
    text = read_text(path)
    try:
        with bounded(str(path), text) as allow_for:
            content = document.parse(text, str(path))
            if "strategies" not in content:
                raise InputError(
                    f"{path} is a solution without a proof, since it is for another position or too large"
                )
            allow_for([content["game"], content["strategies"]])
            with rules.made(content["game"], own) as game:
                verdict, seen = judged(game, content)
                title, which = game.title, rules.named(game, content["game"], own)
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError(f"{path} is not a valid certificate: {_briefly(error)}") from error
    seconds = time.perf_counter() - began
    return Checked.of(title, which, content["strategies"], verdict, seen, seconds, confidence)


def judged(game: Game, content: Json) -> tuple[Verdict, Sample | None]:
    """Return the claim with the bounds that its strategies prove, and the result of a sample."""
    lower, upper = fields(content["value"], "lower", "upper", where="the value")
    claimed = Value(number(lower), number(upper))
    said, seen = content["strategies"], None
    try:
        if "sample" in said:
            seen = game.family.sampling.prove(game, claimed, said)
        proved = seen.opening if seen else game.family.prove(game, claimed, said)
        for end in (claimed.lower, claimed.upper, proved.lower, proved.upper):
            float(end)  # too large for a float
        return Verdict(claimed, proved), seen
    except ArithmeticError as error:
        raise InputError(f"the certificate proves nothing: {_briefly(error)}") from error


def _briefly(error: Exception) -> str:
    """Describe the fault in a certificate briefly, without details that the error repeats."""
    if isinstance(error, ValueError | ArithmeticError) and str(error):
        return " ".join(str(error).split())[:200]
    return "its parts do not have the form required by its game"
