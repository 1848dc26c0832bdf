"""Drawing games: a bettor, then an opponent with a fixed rule, draw cards from one deck without replacement.

Each is dealt a card; the opponent's is face down or face up. The bettor sees these cards as far as they are visible,
and folds or bets. Then the bettor draws cards, one at a time, until standing or going bust, which loses immediately.
Then the opponent draws by the rule, and the two scores are compared. Only kinds of cards matter, so a hand is a tuple
of counts: the number of cards of each kind. The opponent has no choice, so this is a decision problem of the bettor,
who is the row player, against chance. The stake multiplies every payoff, so the best drawing strategy does not depend
on the bet, and the bet follows from the probability of winning as in a wager game.

A game defines the cards, the score of a hand, the opponent's rule, and the winner. (R. Bellman and D. Blackwell, On
Games Involving Bluffing, 1950, section 3.)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from zerosum.core.game import Game
from zerosum.core.sides import Side
from zerosum.models.parts import Family
from zerosum.models.solo.engines.wager.rules import Stakes

if TYPE_CHECKING:
    from zerosum.models.solo.engines.drawing.answer import DrawingSolution

Hand = tuple[int, ...]
"""The number of cards of each kind."""

FOLD, STAND, HIT = "fold", "stand", "hit"

FACE_DOWN = -1
"""Stands for the kind of the opponent's first card if it is face down."""


class PlayingCard(NamedTuple):
    """A card of the pack: its displayed name, and the index of its kind."""

    name: str
    kind: int


Rule = Callable[[Hand], tuple[str, ...]]
"""A rule for the bettor: the actions, among STAND and HIT, that it allows with a hand."""


class DrawingFamily(Family["DrawingGame", "DrawingSolution"]):
    """Drawing games."""

    records: ClassVar[tuple[str, ...]] = (
        "solo.engines.drawing.answer.DrawingSolution",
        "solo.engines.drawing.answer.Spot",
    )

    unavailable_reason: ClassVar[str] = (
        "only one player makes decisions, and the report lists the best move with every hand"
    )


class HandLabel(NamedTuple):
    """The row of the chart to which a hand belongs."""

    kind: str
    """The kind of its total: "hard" or "soft"; "total" if there is only one kind."""
    points: str

    def __str__(self) -> str:
        return f"{self.kind} {self.points}"


@dataclass(frozen=True)
class DrawingGame(Game):
    """Base class of games in which a bettor draws against an opponent who follows a rule.

    Examples
    --------
    >>> game = zerosum.load("seven-and-a-half")()
    >>> game.model, game.engine
    ('solo', 'drawing')
    >>> round(float(zerosum.solve(game).value), 6)
    -0.060298
    """

    family: ClassVar[DrawingFamily] = DrawingFamily()
    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}

    @property
    @abstractmethod
    def stakes(self) -> Stakes:
        """The ante, the smallest bet and the largest."""

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
    def opponent_seen(self) -> bool:
        """Whether the opponent's first card is face up."""

    @abstractmethod
    def score(self, hand: Hand, /) -> int | None:
        """Return the score of a hand; None if it is bust."""

    @abstractmethod
    def opponent_hits(self, hand: Hand, /) -> bool:
        """Return whether the opponent must draw to a hand that is not bust."""

    @abstractmethod
    def wins(self, mine: int, opponent: int | None, /) -> bool:
        """Return whether the bettor, standing with a score, beats the opponent's score, which is None if the opponent
        is bust.
        """

    @abstractmethod
    def label(self, hand: Hand, /) -> HandLabel:
        """Return the row of the chart to which a hand belongs: "soft 17"."""

    @abstractmethod
    def read_hand(self, text: str, /) -> Hand:
        """Parse a hand as typed."""

    def show_hand(self, hand: Hand, /) -> str:
        """Return a hand in players' notation: "2 10"."""
        return " ".join(kind for kind, count in zip(self.kinds, hand, strict=True) for _ in range(count))

    def allowed_bets(self) -> tuple[Fraction | int, ...]:
        """Return the possible bets; only the smallest and the largest are ever needed."""
        return tuple(dict.fromkeys((self.stakes.low, self.stakes.high)))

    def pack(self) -> tuple[PlayingCard, ...]:
        """Return every card of the deck."""
        return tuple(
            PlayingCard(name, kind)
            for kind, (name, count) in enumerate(zip(self.kinds, self.supply, strict=True))
            for _ in range(count)
        )

    def rules(self) -> Mapping[str, Rule]:
        """Return rules that the bettor might follow, to be compared with free play."""
        return {}

    def remarks(self) -> tuple[str, ...]:
        """Return remarks on the answer for the reader."""
        return ()


def with_card(hand: Hand, kind: int) -> Hand:
    """Return the hand with one more card."""
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])


def deck_without(game: DrawingGame, card: int) -> Hand:
    """Return the cards that the bettor may draw, if the opponent's face-up card is of this kind."""
    return tuple(count - (kind == card) for kind, count in enumerate(game.supply))


def bettor_hands(game: DrawingGame, supply: Hand) -> list[list[Hand]]:
    """Return all hands that are not bust, by their number of cards: entry i holds those with i cards."""
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
