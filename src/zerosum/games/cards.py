"""Playing cards: ranks and suits, read from and shown to a person.

A card is typed as its rank and its suit: "AS", "10h", "T♥", "7D". A hand is a list of cards, with or without spaces
between them: "AS 7H 7D 2C". The suit may be left out where it does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zerosum.core.errors import InputError

__all__ = ["FACES", "SUITS", "Card", "full_deck", "parse_cards"]

FACES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks as printed on a bridge deck, the ace first."""
SUITS = "SHDC"
SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))

_CARD = re.compile(r"(10|[2-9TJQKA])([SHDC♠♥♦♣]?)", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Card:
    """A card: a face from `FACES`, and a suit from `SUITS` or an empty string."""

    face: str
    suit: str = ""

    def __str__(self) -> str:
        return self.face + SYMBOLS.get(self.suit, "")


def parse_cards(text: str, *, suited: bool = True) -> tuple[Card, ...]:
    """Parse the cards that a person typed; a card with a suit may occur only once."""
    compact = re.sub(r"[\s,;]+", "", text)
    cards = tuple(_card(*match.groups()) for match in _CARD.finditer(compact))
    if not cards or "".join(match.group() for match in _CARD.finditer(compact)) != compact:
        raise InputError(
            f'{text!r} is not a list of cards; write cards as in "{"AS 7H 7D 2C" if suited else "A 10 6"}"'
        )
    if suited and not all(card.suit for card in cards):
        raise InputError(f"every card in {text!r} needs a suit: S, H, D or C")
    named = [card for card in cards if card.suit]
    if len(set(named)) < len(named):
        twice = next(card for card in named if named.count(card) > 1)
        raise InputError(f"{twice} occurs twice in {text!r}, but the deck has only one")
    return cards


def full_deck(faces: Sequence[str] = FACES, suits: str = SUITS) -> tuple[Card, ...]:
    """Return every card of a deck once."""
    return tuple(Card(face, suit) for suit in suits for face in faces)


def _card(face: str, suit: str) -> Card:
    letters = {symbol: letter for letter, symbol in SYMBOLS.items()}
    face = face.upper()
    return Card("10" if face == "T" else face, letters.get(suit, suit.upper()))
