"""A player as a person types it: the one place where text becomes a player."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.arena import BEST_RESPONSE, Mixture, Own, Player
from zerosum.errors import InputError, unknown
from zerosum.loading import load_function, looks_like_a_file

__all__ = ["read_player"]

ALIASES = {"random": "uniform"}


def read_player(text: str, roster: Mapping[str, Player]) -> Player:
    """The player that a person names: "lowest", a mixture "1/2*uniform+1/2*lowest", or "mine.py:choose".

    A function of one's own is given what its side may see, and answers with a move or with a mix.
    """
    if "*" in text:
        return Mixture(tuple(_weighted(part, roster) for part in text.split("+")), text)
    if looks_like_a_file(text):
        return Own(text, load_function(text))
    name = ALIASES.get(text, text)
    known = {**roster, BEST_RESPONSE.name: BEST_RESPONSE}
    if name not in known:
        raise unknown("player", name, dict.fromkeys([*roster, BEST_RESPONSE.name]), cutoff=0.8)
    return known[name]


def _weighted(part: str, roster: Mapping[str, Player]) -> tuple[Fraction, Player]:
    typed, _, name = part.partition("*")
    try:
        weight = Fraction(typed.strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(
            f"a mixture is typed as 1/2*uniform+1/2*lowest, and {part!r} has no weight"
        ) from None
    if weight <= 0:
        raise InputError(f"the weights of a mixture are positive, and {typed.strip()} is not")
    player = read_player(name.strip(), roster)
    if player is BEST_RESPONSE:
        raise InputError("a best response is no part of a mixture: it needs one fixed rival")
    return weight, player
