"""Trick games at the table: the hands, and what the rules remember, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zerosum.arena.public import Solve, public_game
from zerosum.arena.unfold import Hands
from zerosum.models.tricks import TrickGame
from zerosum.rounds.course import about
from zerosum.rounds.public import PublicDealer
from zerosum.sides import Side

__all__ = ["dealer"]

RULES = (
    "Each plays a card, face down; both are turned over, and the higher one takes the trick.",
    "Type the card that you play.",
)


def dealer(game: TrickGame, solution: Solve) -> PublicDealer:
    """Deals rounds of a trick game."""
    return PublicDealer(game.title, (*about(game), *RULES), public_game(game, solution), _hands)


def _hands(position: Hands | str, side: Side) -> Sequence[str]:
    if isinstance(position, str):
        return ["the cards are dealt"]
    mine, theirs = (position.row, position.col) if side == "row" else (position.col, position.row)
    return [
        f"rival's cards  {_cards(theirs)}",
        f"your cards     {_cards(mine)}",
        *_context(position.context, side),
    ]


def _cards(hand: Sequence[int]) -> str:
    return " ".join(f"[{card}]" for card in hand) or "none"


def _context(context: Any, side: Side) -> Sequence[str]:
    """What the rules remember: each field of a named tuple by its name, the score as this side counts it."""
    if not hasattr(context, "_asdict"):
        return [f"at stake: {context}"] if context not in (None, ()) else []
    facts = {
        name: -value if name == "score" and side == "col" else value
        for name, value in context._asdict().items()
    }
    return [" · ".join(f"{name} {_fact(value)}" for name, value in facts.items() if value)]


def _fact(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | frozenset) else str(value)
