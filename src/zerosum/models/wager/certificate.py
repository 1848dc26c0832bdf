"""The certificate of a wager game: its two thresholds on the win chance."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.value import Value
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.rules import WagerGame
from zerosum.models.wager.verify import bounds

UNKNOWN = (
    "nothing can be certified for this law of cards: its win chances are known only up to the errors of scipy or of a "
    "Fourier transform. Use a deck, or laws whose win chances are known exactly"
)


def write(solution: WagerSolution) -> Data:
    """The thresholds as text."""
    if solution.chance.exact is None:
        raise Unavailable(UNKNOWN)
    return {"thresholds": texts(solution.thresholds)}


def prove(game: WagerGame, claimed: Value, data: Data) -> Value:
    """The bounds that the thresholds in the file prove."""
    if list(data) != ["thresholds"] or not isinstance(data["thresholds"], list):
        raise InputError("the certificate must state the thresholds and nothing else")
    if game.win_chance().exact is None:
        raise InputError(UNKNOWN)
    return bounds(game, [Fraction(t) for t in numbers(data["thresholds"])])


CERTIFICATE = Certificate(write, prove)
