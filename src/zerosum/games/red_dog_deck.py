"""Red Dog's real deck: a hand is dealt without replacement, and the next card of the deck is turned.

A hand whose top card in suit i has rank r_i (counted from 1) beats r_i - 1 cards of that suit, less the other
cards of the suit that it holds itself. So it beats (sum of r_i over its suits) - (number of its cards) of the cards
left, and nothing in a void suit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from operator import add

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError, InputError
from zerosum.games.cards import FACES, SUITS, Card, full_deck, parse_cards
from zerosum.models.wager.rules import HALF
from zerosum.models.wager.win_chance import PowerLaw, WinChance

__all__ = ["RealDeck"]

MOST_HANDS = 3_000_000
"""So many hands are gone through one by one at the most."""


@dataclass(frozen=True)
class RealDeck:
    """Suits of equally many ranks, and hands of so many cards."""

    suits: int
    ranks: int
    held: int
    """How many cards a hand has."""
    aces_high: bool

    def __post_init__(self) -> None:
        if not 1 <= self.suits <= 4 or not 1 <= self.ranks <= 13:
            raise GameError(
                f"a real deck has 1 to 4 suits of 1 to 13 ranks, not {self.suits} of {self.ranks};"
                " the continuous deck has up to 16 suits"
            )
        if not 1 <= self.held < self.size:
            raise GameError(f"{self.held} cards cannot be dealt and one more turned from {self.size}")

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.suits * self.ranks

    @property
    def left(self) -> int:
        """How many cards may be turned."""
        return self.size - self.held

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card."""
        return full_deck(self.faces, SUITS[: self.suits])

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces from the lowest; a short deck keeps those nearest the ace."""
        return (*FACES[1:], FACES[0])[-self.ranks :] if self.aces_high else FACES[: self.ranks]

    def rank(self, card: Card) -> int:
        """The rank of a card, the lowest counting 1."""
        return self.faces.index(card.face) + 1

    def win_chance(self) -> WinChance:
        """The law of the chance to win, over all hands."""
        return WinChance.exactly(reduce(add, self.by_suits().values()))

    def by_suits(self) -> dict[int, PowerLaw]:
        """The law for each number of suits held, its mass the share of those hands."""
        total = math.comb(self.size, self.held)
        laws: dict[int, dict[Fraction, Fraction]] = {}
        for (suits, beaten), hands in sorted(self.hand_counts().items()):
            laws.setdefault(suits, {})[Fraction(beaten, self.left)] = Fraction(hands, total)
        return {suits: PowerLaw.atoms(law) for suits, law in laws.items()}

    def hand_counts(self) -> Counter[tuple[int, int]]:
        """How many hands hold so many suits and beat so many of the cards left, by generating functions.

        A suit with c cards, the highest of rank r, can be held in C(r - 1, c - 1) ways.
        """
        partial: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
        for _ in range(self.suits):
            longer = Counter(partial)
            for (cards, suits, tops), ways in partial.items():
                for c in range(1, min(self.held - cards, self.ranks) + 1):
                    for r in range(c, self.ranks + 1):
                        longer[cards + c, suits + 1, tops + r] += ways * math.comb(r - 1, c - 1)
            partial = longer
        return Counter(
            {(suits, tops - cards): n for (cards, suits, tops), n in partial.items() if cards == self.held}
        )

    def chance_of(self, hand: str) -> Fraction:
        """The chance that a hand wins: "AS 7H 7D 2C"."""
        return self.chance_of_cards(self.read(hand))

    def chance_of_cards(self, hand: Sequence[Card]) -> Fraction:
        """The chance that the next card is beaten in its suit."""
        tops: dict[str, int] = {}
        for card in hand:
            tops[card.suit] = max(tops.get(card.suit, 0), self.rank(card))
        return Fraction(sum(tops.values()) - len(hand), self.size - len(hand))

    def read(self, hand: str) -> tuple[Card, ...]:
        """The hand that a person typed, checked against the deck."""
        cards = parse_cards(hand)
        strange = next((card for card in cards if card not in self.cards), None)
        if strange is not None:
            raise InputError(f"{strange} is not in a deck of {self.suits} suits of {self.ranks} ranks")
        if len(cards) != self.held:
            raise InputError(f"a hand has {self.held} cards here, but {hand!r} has {len(cards)}")
        return cards

    def rule(self, fold_below: Fraction) -> str:
        """When to fold and when to bet the most, by the top ranks held."""
        fold, high = (self.left * win + self.held for win in (fold_below, HALF))
        lowest = f"{self.faces[0]} counts 1, {self.faces[-1]} counts {self.ranks}"
        return (
            f"Add the top rank of each suit held ({lowest}): fold below {fold}, bet the most from {high} on."
        )

    def hands(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """Every hand as a person types it, its chance to win, and that of being dealt; none if they are too many."""
        count = math.comb(self.size, self.held)
        if count > MOST_HANDS:
            return
        share = Fraction(1, count)
        for hand in combinations(self.cards, self.held):
            yield " ".join(map(str, hand)), self.chance_of_cards(hand), share

    def deal(self, rng: np.random.Generator) -> tuple[tuple[Card, ...], Card]:
        """A hand, and the card that will be turned."""
        *hand, turned = (self.cards[i] for i in rng.permutation(self.size)[: self.held + 1].tolist())
        return tuple(hand), turned

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Shuffle so many decks, only as far as they are dealt: the chances to win, and which hands win."""
        each = np.arange(size)
        decks = np.tile(np.arange(self.size, dtype=np.int8), (size, 1))
        tops = np.zeros((self.suits, size))
        for i in range(self.held + 1):
            j = rng.integers(i, self.size, size=size)
            card = decks[each, j]
            decks[each, j] = decks[:, i]
            suit, rank = card // self.ranks, card % self.ranks + 1
            if i < self.held:
                tops[suit, each] = np.maximum(tops[suit, each], rank)
        return (tops.sum(axis=0) - self.held) / self.left, tops[suit, each] > rank
