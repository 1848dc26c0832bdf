"""The certificate of a wager game: two thresholds on the win chance."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.value import Value
from zerosum.models.wager.rules import WagerAnswer, WagerGame
from zerosum.models.wager.verify import verify

__all__ = ["CERTIFICATE"]


def write(solution: WagerAnswer) -> Data:
    """The thresholds."""
    return {"thresholds": texts(solution.thresholds)}


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """What the thresholds earn, and what the best acts would."""
    thresholds = [Fraction(t) for t in numbers(data["thresholds"])]
    return verify(game, SimpleNamespace(thresholds=thresholds))


CERTIFICATE = Certificate(write, prove)
