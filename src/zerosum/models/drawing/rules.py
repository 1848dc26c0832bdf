"""Drawing games: a bettor, then a rival with a fixed rule, draw cards from one deck without replacement.

Each is dealt a card; the rival's is closed or open. The bettor folds or bets on what he sees. Then he draws cards, one
at a time, until he sticks or goes over, which loses at once. Then the rival draws as his rule says, and the two scores
are compared. Only kinds of cards matter, so a hand is a tuple of counts: how many of each kind it holds. The rival has
no choice, so this is a decision problem of the bettor, who is the row player, against chance. The stake multiplies
every payoff, so the best way to draw does not depend on the bet, and the bet follows from the probability to win as in
a wager game.

A game says which cards there are, what a hand scores, when the rival pulls, and who wins.
(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 3.)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from zerosum.core.game import Game
from zerosum.core.sides import Side
from zerosum.models.drawing.family import DrawingFamily
from zerosum.models.wager.rules import Stakes

Hand = tuple[int, ...]
"""The number of cards of each kind."""

FOLD, STICK, PULL = "fold", "stick", "pull"

CLOSED = -1
"""Stands for the kind of the rival's first card where it is closed."""


class PlayingCard(NamedTuple):
    """A card of the pack: its name for a person, and the index of its kind."""

    name: str
    kind: int


Rule = Callable[[Hand], tuple[str, ...]]
"""The acts, of STICK and PULL, that a rule which the bettor follows leaves him with a hand."""


@dataclass(frozen=True)
class DrawingGame(Game):
    """Base class of games in which a bettor draws against a rival who follows a rule.

    Examples
    --------
    >>> game = zerosum.load("seven-and-a-half")()
    >>> game.model
    'drawing'
    >>> round(float(zerosum.solve(game).value), 6)
    -0.060298
    """

    family: ClassVar[DrawingFamily] = DrawingFamily()
    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}

    @property
    @abstractmethod
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of cards."""

    @property
    @abstractmethod
    def supply(self) -> Hand:
        """The number of cards of each kind in the deck."""

    @property
    @abstractmethod
    def rival_seen(self) -> bool:
        """Whether the rival's first card lies open."""

    @abstractmethod
    def score(self, hand: Hand) -> int | None:
        """The score of a hand; None if it has gone over."""

    @abstractmethod
    def rival_pulls(self, hand: Hand) -> bool:
        """Whether the rival must draw another card to a hand that has not gone over."""

    @abstractmethod
    def wins(self, mine: int, rival: int | None) -> bool:
        """Whether the bettor who sticks with a score beats the rival's, which is None if the rival has gone over."""

    @abstractmethod
    def label(self, hand: Hand) -> str:
        """The name of a hand in the chart: "soft 17"."""

    @abstractmethod
    def read_hand(self, text: str) -> Hand:
        """The hand that a person typed."""

    def show_hand(self, hand: Hand) -> str:
        """A hand as a person reads it: "2 10"."""
        return " ".join(kind for kind, count in zip(self.kinds, hand, strict=True) for _ in range(count))

    def allowed_bets(self) -> tuple[Fraction | int, ...]:
        """The bets that may be made; only the least and the greatest are ever needed."""
        return tuple(dict.fromkeys((self.stakes.low, self.stakes.high)))

    def pack(self) -> tuple[PlayingCard, ...]:
        """Every card of the deck, to be shuffled and dealt."""
        return tuple(
            PlayingCard(name, kind)
            for kind, (name, count) in enumerate(zip(self.kinds, self.supply, strict=True))
            for _ in range(count)
        )

    def rules(self) -> Mapping[str, Rule]:
        """Rules that the bettor might follow, to be compared with free play."""
        return {}

    def remarks(self) -> tuple[str, ...]:
        """Sentences that a person should read with the answer."""
        return ()


def with_card(hand: Hand, kind: int) -> Hand:
    """The hand with one more card."""
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])


def bettor_hands(game: DrawingGame, supply: Hand) -> list[list[Hand]]:
    """All hands that have not gone over, by their number of cards: entry i has those with i cards."""
    empty = (0,) * len(supply)
    levels: list[list[Hand]] = [[empty]]
    while levels[-1]:
        longer = {
            with_card(hand, kind)
            for hand in levels[-1]
            for kind, count in enumerate(supply)
            if hand[kind] < count
        }
        levels.append(sorted(hand for hand in longer if game.score(hand) is not None))
    return levels[:-1]
