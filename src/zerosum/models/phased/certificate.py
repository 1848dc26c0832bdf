"""The certificate of a phased game: step functions of numbers and scores at every turn."""

from __future__ import annotations

from types import SimpleNamespace

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.models.betting.certificate import read_steps, write_steps
from zerosum.models.phased.rules import PhasedAnswer, PhasedGame
from zerosum.models.phased.verify import verify

__all__ = ["CERTIFICATE"]


def write(solution: PhasedAnswer) -> Data:
    """Ends and mixes of the steps."""
    return write_steps(solution.steps)


def prove(game: PhasedGame, claimed: Value, data: Data) -> Value:
    """Best replies, in fractions."""
    return verify(game, SimpleNamespace(steps=read_steps(data)))


CERTIFICATE = Certificate(write, prove)
