"""The certificate of a wager game: its two thresholds on the win chance."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.value import Value
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.rules import WagerGame
from zerosum.models.wager.verify import bounds


def write(solution: WagerSolution) -> Data:
    """The thresholds as text."""
    return {"thresholds": texts(solution.thresholds)}


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """The bounds that the thresholds in the file prove."""
    return bounds(game, [Fraction(t) for t in numbers(data["thresholds"])])


CERTIFICATE = Certificate(write, prove)
