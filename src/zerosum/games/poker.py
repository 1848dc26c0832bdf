"""Poker with one card each: the betting games of Bellman and Blackwell, their extensions, and Kuhn's.

Both ante 1. A may fold or bet; B may fold, see, or raise where that is allowed; and so on. To raise by r is to
put in what the other put in, and r more. The one who folds loses what they have put in; a showdown is for what
each has put in. A is the row player.

References: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950; H. W. Kuhn, A
simplified two-person poker, Contributions to the Theory of Games I, 1950.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.sides import Side, other
from zerosum.models.betting.rules import BettingGame, Decision, Deck, Node, exact, fold, showdown

__all__ = ["Bets", "Kuhn", "Raise", "Raises", "Relance", "TwoBets", "betting_tree", "positive"]

ANTE = Fraction(1)

MOST_RAISES = 100
"""Maximum number of raises in a row."""

FACES = ("J", "Q", "K")
"""The cards of Kuhn's poker, from the lowest."""


def betting_tree(sizes: tuple[Fraction, ...], raises: int, ante: Fraction = ANTE) -> Decision:
    """Fold or bet one of the sizes; then fold, see, or raise by one of them, at most `raises` times."""
    if raises > MOST_RAISES:
        raise GameError(f"there may be {MOST_RAISES} raises at most, not {raises}")
    actions: dict[str, Node] = {"fold": fold(ante)}
    for size in sizes:
        actions[_named("bet", size, sizes)] = _facing("col", ante, ante + size, sizes, raises)
    return Decision("row", actions)


@cache
def _facing(
    player: Side, mine: Fraction, theirs: Fraction, sizes: tuple[Fraction, ...], left: int
) -> Decision:
    """A player who has put in `mine` faces `theirs`, with some raises left; the same place is the same node."""
    actions: dict[str, Node] = {"fold": fold(mine), "see": showdown(theirs)}
    if left:
        opponent = other(player)
        for size in sizes:
            actions[_named("raise", size, sizes)] = _facing(opponent, theirs, theirs + size, sizes, left - 1)
    return Decision(player, actions)


def _named(action: str, size: Fraction, sizes: tuple[Fraction, ...]) -> str:
    """The name of a bet or raise; the size is said where there are several."""
    return action if len(sizes) == 1 else f"{action} {size}"


@dataclass(frozen=True)
class OneCardPoker(BettingGame):
    """What these games share: how hands are dealt."""

    cards: int = option(0, "ranks in the deck, a card each; 0 for hands on [0, 1]")
    suits: int = option(1, "cards of each rank; equal ranks split")
    replace: bool = option(False, "deal B's card from a full deck, so that hands are independent")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cards < 0 or self.cards == 1:
            raise GameError(f"a deck needs at least 2 ranks, or 0 for hands on [0, 1], not {self.cards}")
        if self.suits < 1:
            raise GameError(f"each rank needs at least 1 card, not {self.suits}")
        if self.cards == 0 and (self.suits != 1 or self.replace):
            raise GameError("suits and replacement need a deck; give the number of ranks as cards, say 13")

    @property
    def deck(self) -> Deck | None:
        """The deck, or None for hands on [0, 1]."""
        return Deck(self.cards, self.suits, self.replace) if self.cards else None

    def dealt(self) -> str:
        """How hands are dealt, for the title."""
        if not self.cards:
            return "hands on [0, 1]"
        copies = f" in {self.suits} suits" if self.suits > 1 else ""
        return f"{self.cards} ranks{copies}{', with replacement' if self.replace else ''}"


def positive(size: object, what: str) -> Fraction:
    """A bet, which must be positive."""
    amount = exact(size)
    if amount <= 0:
        raise GameError(f"the {what} must be positive, and {size} is not")
    return amount


@dataclass(frozen=True)
class OneSizePoker(OneCardPoker):
    """What the games share in which every bet and raise is of one size."""

    bet: Fraction = option(Fraction(1), "the size of a bet, and of every raise")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", positive(self.bet, "bet"))


@dataclass(frozen=True)
class Relance(OneSizePoker):
    """A folds or bets; B folds or sees."""

    name: ClassVar[str] = "relance"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "fold or bet, fold or see"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 4"
    invitation: ClassVar[str] = "One number, one bet: find out why honest players lose."

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Relance · bet {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """Fold or bet; fold or see."""
        return betting_tree((self.bet,), 0)


@dataclass(frozen=True)
class TwoBets(OneCardPoker):
    """A folds, bets low or bets high; B folds or sees."""

    name: ClassVar[str] = "two-bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "fold, bet low or bet high; fold or see"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 4"
    invitation: ClassVar[str] = "Bet low or bet high, and what does each say about your hand?"
    low: Fraction = option(Fraction(1), "the low bet")
    high: Fraction = option(Fraction(2), "the high bet")

    def __post_init__(self) -> None:
        super().__post_init__()
        for which in ("low", "high"):
            object.__setattr__(self, which, positive(getattr(self, which), f"{which} bet"))
        if self.low >= self.high:
            raise GameError(
                f"the low bet must be below the high one, and {self.low} is not below {self.high}"
            )

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Two bets · low {self.low}, high {self.high} · {self.dealt()}"

    def tree(self) -> Decision:
        """Fold, bet low or bet high; fold or see."""
        return betting_tree((self.low, self.high), 0)


@dataclass(frozen=True)
class Raise(OneSizePoker):
    """A folds or bets; B folds, sees or raises; A folds or sees the raise."""

    name: ClassVar[str] = "raise"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "bet, raise, see"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 5"
    invitation: ClassVar[str] = "They bet, you raise, and neither of you may have anything."
    small: ClassVar[Mapping[str, str]] = {"cards": "5"}
    more: Fraction | None = option(None, "the size of the raise, if it is not that of the bet")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.more is not None:
            object.__setattr__(self, "more", positive(self.more, "raise"))

    def parameters(self) -> dict[str, object]:
        """The parameters by name; the raise only if its size differs from that of the bet."""
        return {name: x for name, x in super().parameters().items() if name != "more" or x is not None}

    @property
    def title(self) -> str:
        """The rules in a line."""
        more = self.bet if self.more is None else self.more
        return f"Bet and raise · bet {self.bet}, raise {more} · {self.dealt()}"

    def tree(self) -> Decision:
        """One bet and one raise."""
        if self.more is None:
            return betting_tree((self.bet,), 1)
        bet = ANTE + self.bet
        raised = Decision("row", {"fold": fold(bet), "see": showdown(bet + self.more)})
        answer = Decision("col", {"fold": fold(ANTE), "see": showdown(bet), "raise": raised})
        return Decision("row", {"fold": fold(ANTE), "bet": answer})


@dataclass(frozen=True)
class Bets(OneCardPoker):
    """Any number of bet sizes, and of raises by the same sizes."""

    name: ClassVar[str] = "bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "any number of bet sizes"
    paper: ClassVar[str] = "beyond Bellman and Blackwell"
    invitation: ClassVar[str] = "With every size of bet allowed, how large is a good bluff?"
    small: ClassVar[Mapping[str, str]] = {"cards": "3"}
    sizes: tuple[Fraction, ...] = option(
        (Fraction(1), Fraction(2), Fraction(4)), "the sizes, with commas: 1,2,4,8"
    )
    raises: int = option(0, "maximum number of raises, each by one of the sizes")

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = tuple(positive(size, "bet") for size in self.sizes)
        if not sizes or any(x >= y for x, y in pairwise(sizes)):
            raise GameError("the sizes must be positive and grow, as 1,2,4,8")
        if self.raises < 0:
            raise GameError(f"the number of raises cannot be negative, and {self.raises} is")
        object.__setattr__(self, "sizes", sizes)

    @property
    def title(self) -> str:
        """The rules in a line."""
        raises = f" · {self.raises} raise{'s' * (self.raises != 1)}" if self.raises else ""
        return f"Bets of {', '.join(map(str, self.sizes))}{raises} · {self.dealt()}"

    def tree(self) -> Decision:
        """Fold or bet any size; fold, see or raise any size."""
        return betting_tree(self.sizes, self.raises)


@dataclass(frozen=True)
class Raises(OneSizePoker):
    """One size, and any number of raises."""

    name: ClassVar[str] = "raises"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "any number of raises"
    paper: ClassVar[str] = "beyond Bellman and Blackwell"
    invitation: ClassVar[str] = "Raise, and raise again: who blinks first?"
    small: ClassVar[Mapping[str, str]] = {"cards": "3"}
    raises: int = option(2, "maximum number of raises")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.raises < 0:
            raise GameError(f"the number of raises cannot be negative, and {self.raises} is")

    @property
    def title(self) -> str:
        """The rules in a line."""
        raises = f"{self.raises} raise{'s' * (self.raises != 1)}"
        return f"Bet and {raises} · each {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """One bet, and raises of the same size."""
        return betting_tree((self.bet,), self.raises)


@dataclass(frozen=True)
class Kuhn(OneSizePoker):
    """Both ante 1. A checks or bets; after a check B checks or bets; a bet is called or not."""

    name: ClassVar[str] = "kuhn"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "Kuhn's poker, with a deck of any size"
    paper: ClassVar[str] = "Kuhn 1950"
    invitation: ClassVar[str] = (
        "Three cards and one bet, and the second player must already bluff one time in three."
    )
    cards: int = option(3, "ranks in the deck, a card each; 0 for hands on [0, 1]")

    def rank(self, hand: object) -> Fraction:
        """A card by its name or its number."""
        name = str(hand).strip().upper()
        return Fraction(FACES.index(name) + 1) if self.has_faces and name in FACES else super().rank(hand)

    def hand(self, rank: Fraction) -> str:
        """Jack, queen and king, where there are three cards."""
        return FACES[int(rank) - 1] if self.has_faces and rank in (1, 2, 3) else super().hand(rank)

    @property
    def has_faces(self) -> bool:
        """Whether the cards are named as usual in Kuhn's poker: J, Q, K."""
        return self.cards == len(FACES)

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Kuhn's poker · bet {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """Check or bet; check or bet; fold or call."""
        answer: dict[str, Node] = {"fold": fold(ANTE), "call": showdown(ANTE + self.bet)}
        checked: dict[str, Node] = {"check": showdown(ANTE), "bet": Decision("row", answer)}
        return Decision("row", {"check": Decision("col", checked), "bet": Decision("col", answer)})
