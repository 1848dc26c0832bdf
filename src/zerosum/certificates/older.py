"""Bring the strategies of a file of version 0.2 into today's form.

Its mixes add up to 1 up to rounding; they are divided by their sum, exactly. What else differed is known to each model
(`older` in `models/<model>/certificate.py`). Nothing here has to be trusted: the claim and the game stay as the file
has them, and the strategies are then read as those of any other file.
"""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.numbers import number, text
from zerosum.core.value import Value

ROUNDING = Fraction(1, 10**9)
"""Maximum amount by which a mix of version 0.2 may miss adding up to 1."""


def upgraded(game: Game, claimed: Value, said: Data) -> Data:
    """The strategies of a file of version 0.2, as they are written today."""
    certificate = game.family.certificate
    return _divided(said if "sample" in said else certificate.older(game, claimed, said))


def _divided(said: Data) -> Data:
    """The same data, in which all tables and lists of numbers that nearly add up to 1 do so exactly."""
    if not isinstance(said, dict | list):
        return said
    parts = list(said.values()) if isinstance(said, dict) else said
    try:
        shares = [Fraction(number(part)) for part in parts]
        total = sum(shares, Fraction(0))
        if shares and min(shares) >= 0 and 0 < abs(total - 1) <= ROUNDING:
            parts = [text(p / total) for p in shares]
    except InputError:  # not a list of numbers
        parts = [_divided(part) for part in parts]
    return dict(zip(said, parts, strict=True)) if isinstance(said, dict) else parts
