"""Blackjack, or twenty-one, as in 1950: face-down cards, and a dealer who hits on 15 and below and wins ties.

The deck has 52 cards; face cards count 10, and an ace counts 1 or 11. Bettor and dealer are dealt a card each. The
bettor folds immediately and loses the ante, or makes one of the allowed bets; a bet wins or loses the bet and the
ante, as in Red Dog. The bettor draws face-up cards ("hits") or stands; above 21 the bet is lost immediately. Then
the dealer hits below sixteen. The higher total wins, and the dealer wins ties.

Where the paper leaves a rule open, it is an option here, and the default is the plain reading:

- A total is the best one: an ace counts eleven whenever that does not go over. So the dealer stands on an ace
  and a five; `soft_stand` makes the dealer hit on soft totals below it.
- Twenty-one is just the highest total; with `twenty_one="wins"` the bettor wins at once by reaching it.
- The dealer's card is closed; `dealer_card="seen"` turns it up, as is played today.

Standing with a single card is allowed but never better than hitting: a second card cannot go over.
(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 3.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option, parameter_text
from zerosum.games.cards import Card, full_deck
from zerosum.games.dealer import DealerGame
from zerosum.models.solo.engines.drawing.rules import HIT, STAND, Hand, HandLabel, PlayingCard, Rule

__all__ = ["Blackjack"]

KINDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
BRIDGE = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
GOAL = 21


@dataclass(frozen=True)
class Blackjack(DealerGame):
    """Twenty-one against a dealer who must hit up to fifteen."""

    name: ClassVar[str] = "blackjack"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "twenty-one against a dealer who must draw to fifteen"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 3"
    tagline: ClassVar[str] = "The dealer must follow a rule; you can choose freely. How much is that worth?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"deck": "2,2,2,2,2,2,2,2,2,4"}

    sliders: ClassVar[Sliders] = {"stand": (2, 21), "soft_stand": (), "decks": (1, 6)}
    stand: int = option(16, "the dealer stands on this total and above")
    soft_stand: int = option(
        0, "the dealer stands on this soft total (with an ace as 11) and above [default: as for hard totals]"
    )
    twenty_one: str = option("compared", "whether 21 wins immediately", choices=("compared", "wins"))
    decks: int = option(1, "number of 52-card decks")
    deck: tuple[int, ...] = option(
        (), "a custom deck: the numbers of aces, 2s, …, 9s, and of tens including face cards"
    )

    def __post_init__(self) -> None:
        if not 2 <= self.stand <= GOAL or not (self.soft_stand == 0 or 12 <= self.soft_stand <= GOAL):
            raise GameError(
                "the dealer's standing total must be from 2 to 21, and the soft one from 12 to 21"
            )
        if self.deck and (len(self.deck) != len(KINDS) or min(self.deck) < 0):
            raise GameError(f"a deck needs ten counts (aces, 2s, …, 9s, tens), not {len(self.deck)}")
        if not 1 <= self.decks <= 8:
            raise GameError(f"the number of decks must be from 1 to 8, not {self.decks}")
        if self.deck and self.decks != 1:
            raise GameError("give either a deck or a number of 52-card decks, not both")
        super().__post_init__()

    @property
    def title(self) -> str:
        """Return the title, with the parameters that distinguish this game of blackjack."""
        deck = f"deck {parameter_text(self.deck)}" if self.deck else f"{52 * self.decks} cards"
        others = self.besides("soft_stand", "twenty_one", "bets", "ante")
        return f"Blackjack · dealer stands on {self.stand}, card {self.dealer_card} · {deck}{others}"

    @property
    def counting(self) -> tuple[str, ...]:
        """Return the values of the cards and the dealer's rule."""
        soft = f", on soft {self.soft_stand}" if self.soft_stand not in (0, self.stand) else ""
        once = ("With 21 you win, whatever the dealer has.",) if self.twenty_one == "wins" else ()
        return (
            "Face cards count 10. An ace counts 11 if that does not exceed 21 (a soft total), otherwise 1.",
            f"The pack has {sum(self.supply)} cards, dealt without replacement.",
            f"The dealer stands on {self.stand}{soft} and above.",
            *once,
        )

    @property
    def goal(self) -> str:
        """The highest total that does not bust, 21."""
        return str(GOAL)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards: ace, two to nine, and ten, which includes the face cards."""
        return KINDS

    @cached_property
    def supply(self) -> Hand:
        """The number of cards of each kind."""
        return self.deck or tuple(count * self.decks for count in BRIDGE)

    def kind(self, card: Card) -> int:
        """Return the index of a card's kind; face cards are tens."""
        return KINDS.index(card.face) if card.face in KINDS else len(KINDS) - 1

    def total(self, hand: Hand) -> tuple[int, bool]:
        """Return the best total of a hand, and whether it is soft, that is, has an ace that counts eleven."""
        return _total(hand)

    def score(self, hand: Hand) -> int | None:
        """Return the best total, None above 21."""
        total, _ = self.total(hand)
        return total if total <= GOAL else None

    def opponent_hits(self, hand: Hand) -> bool:
        """Return the dealer's action."""
        total, soft = self.total(hand)
        return total < (self.soft_stand or self.stand if soft else self.stand)

    def wins(self, mine: int, opponent: int | None) -> bool:
        """Return whether the bettor's total is higher; ties go to the dealer, unless twenty-one has already
        won.
        """
        if self.twenty_one == "wins" and mine == GOAL:
            return True
        return super().wins(mine, opponent)

    def label(self, hand: Hand) -> HandLabel:
        """Return a hand's name, such as "hard 12" or "soft 17"."""
        total, soft = self.total(hand)
        return HandLabel("soft" if soft else "hard", str(total))

    def rules(self) -> Mapping[str, Rule]:
        """Return the rules of thumb: never stand below a total, or always stand above a total, whatever the
        cards.
        """
        below = {f"hit below {t}": self._hit_below(t) for t in range(12, 18)}
        fixed = {f"stand from {t}": self._stand_from(t) for t in range(12, 18)}
        return {**below, **fixed}

    def _hit_below(self, floor: int) -> Rule:
        return lambda hand: (HIT,) if self.total(hand)[0] < floor else (STAND, HIT)

    def _stand_from(self, floor: int) -> Rule:
        return lambda hand: (HIT,) if self.total(hand)[0] < floor else (STAND,)

    def pack(self) -> tuple[PlayingCard, ...]:
        """Return the cards with their suits; without suits if the deck is given by counts."""
        if self.deck:
            return super().pack()
        return tuple(PlayingCard(str(card), self.kind(card)) for card in full_deck() * self.decks)


@cache
def _total(hand: Hand) -> tuple[int, bool]:
    hard = sum((kind + 1) * count for kind, count in enumerate(hand))
    soft = hand[0] > 0 and hard + 10 <= GOAL
    return (hard + 10 if soft else hard), soft
