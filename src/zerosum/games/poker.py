"""Poker with one card each: the betting games of Bellman and Blackwell, their extensions, and Kuhn's.

Both players ante 1. A may fold or bet; B may fold, see (call), or raise if that is allowed; and so on. To raise by r
is to match the other player's chips and put in r more. A player who folds loses the chips that player has put in; a
showdown is for the chips that each player has put in. A is the row player.

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
from zerosum.core.game import Sliders, instruction_lines, option
from zerosum.core.sides import Side, other
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, Node, exact, fold, showdown

__all__ = [
    "ANTE",
    "MAX_RAISES",
    "Bets",
    "Kuhn",
    "OneCardPoker",
    "Raise",
    "Raises",
    "Relance",
    "TwoBets",
    "betting_tree",
    "positive",
]

ANTE = Fraction(1)

MAX_RAISES = 100
"""Maximum number of raises in a row."""

FACES = ("J", "Q", "K")
"""The cards of Kuhn poker, from the lowest."""


def betting_tree(sizes: tuple[Fraction, ...], raises: int, ante: Fraction = ANTE) -> Decision:
    """Return the tree: fold or bet one of the sizes; then fold, see, or raise by one of them, at most
    `raises` times.
    """
    if raises > MAX_RAISES:
        raise GameError(f"the number of raises must be at most {MAX_RAISES}, not {raises}")
    actions: dict[str, Node] = {"fold": fold(ante)}
    for size in sizes:
        actions[_named("bet", size, sizes)] = _facing("col", ante, ante + size, sizes, raises)
    return Decision("row", actions)


@cache
def _facing(
    player: Side, mine: Fraction, theirs: Fraction, sizes: tuple[Fraction, ...], left: int
) -> Decision:
    """Return the node of a player who has put in `mine` and faces `theirs`, with some raises left; equal
    arguments give the same node.
    """
    actions: dict[str, Node] = {"fold": fold(mine), "see": showdown(theirs)}
    if left:
        opponent = other(player)
        for size in sizes:
            actions[_named("raise", size, sizes)] = _facing(opponent, theirs, theirs + size, sizes, left - 1)
    return Decision(player, actions)


def _named(action: str, size: Fraction, sizes: tuple[Fraction, ...]) -> str:
    """Return the name of a bet or raise, with its size if there are several."""
    return action if len(sizes) == 1 else f"{action} {size}"


@dataclass(frozen=True)
class OneCardPoker(BettingGame):
    """The common part of these games: the deal."""

    sliders: ClassVar[Sliders] = {"cards": (0, 8, 2), "suits": ()}
    cards: int = option(0, "ranks in the deck; 0 for hands on [0, 1]")
    suits: int = option(1, "cards of each rank; equal ranks split the pot")
    replace: bool = option(False, "deal B's card from a full deck, so that the two hands are independent")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cards < 0 or self.cards == 1:
            raise GameError(f"a deck needs at least 2 ranks, or 0 for hands on [0, 1], not {self.cards}")
        if self.suits < 1:
            raise GameError(f"each rank needs at least 1 card, not {self.suits}")
        if self.cards == 0 and (self.suits != 1 or self.replace):
            raise GameError(
                "suits and replacement need a deck; set cards to the number of ranks, for example 13"
            )

    @property
    def deck(self) -> Deck | None:
        """The deck, or None for hands on [0, 1]."""
        return Deck(self.cards, self.suits, self.replace) if self.cards else None

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the bets and the hands."""
        return (
            *self.hand_rules()[:1],
            f"Both players ante {ANTE}. {self.bet_rules()}",
            *self.hand_rules()[1:],
        )

    def bet_rules(self) -> str:
        """Return the betting rules, in sentences for the player."""
        return " ".join(instruction_lines(super().instructions))

    def dealt(self) -> str:
        """Return how hands are dealt, for the title."""
        if not self.cards:
            return "hands on [0, 1]"
        copies = f" in {self.suits} suits" if self.suits > 1 else ""
        return f"{self.cards} ranks{copies}{', with replacement' if self.replace else ''}"


def positive(size: object, what: str) -> Fraction:
    """Return the deal, for the title."""
    amount = exact(size)
    if amount <= 0:
        raise GameError(f"the {what} must be positive, not {size}")
    return amount


@dataclass(frozen=True)
class OneSizePoker(OneCardPoker):
    """Return a bet; raise an error unless it is positive."""

    bet: Fraction = option(Fraction(1), "the size of a bet, and of every raise")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", positive(self.bet, "bet"))


@dataclass(frozen=True)
class Relance(OneSizePoker):
    """A folds or bets; B folds or sees (calls)."""

    name: ClassVar[str] = "relance"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "one bet: fold or bet, then fold or call (see)"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 4"
    tagline: ClassVar[str] = "One number, one bet. Why do honest players lose?"

    def bet_rules(self) -> str:
        """Return the betting rules."""
        return f"A folds or bets {self.bet}; then B folds or sees (calls)."

    @property
    def title(self) -> str:
        """Return the title."""
        return f"Relance · bet {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: fold or bet; fold or see."""
        return betting_tree((self.bet,), 0)


@dataclass(frozen=True)
class TwoBets(OneCardPoker):
    """A folds, bets low or bets high; B folds or sees (calls)."""

    name: ClassVar[str] = "two-bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "two bet sizes: fold, bet low or bet high; then fold or call (see)"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 4"
    tagline: ClassVar[str] = "Bet low or bet high? What does each bet reveal about your hand?"
    sliders: ClassVar[Sliders] = {
        "cards": (0, 8, 2),
        "suits": (),
        "low": (0.05, 1),
        "high": (1.05, 4),
    }
    low: Fraction = option(Fraction(1), "the low bet")
    high: Fraction = option(Fraction(2), "the high bet")

    def __post_init__(self) -> None:
        super().__post_init__()
        for which in ("low", "high"):
            object.__setattr__(self, which, positive(getattr(self, which), f"{which} bet"))
        if self.low >= self.high:
            raise GameError(f"the low bet ({self.low}) must be smaller than the high bet ({self.high})")

    def bet_rules(self) -> str:
        """Return the betting rules."""
        return f"A folds, bets low ({self.low}) or bets high ({self.high}); then B folds or sees (calls)."

    @property
    def title(self) -> str:
        """Return the title."""
        return f"Two bets · low {self.low}, high {self.high} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: fold, bet low or bet high; fold or see."""
        return betting_tree((self.low, self.high), 0)


@dataclass(frozen=True)
class Raise(OneSizePoker):
    """A folds or bets; B folds, sees (calls) or raises; A folds or sees the raise."""

    name: ClassVar[str] = "raise"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "one bet and one raise"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 5"
    tagline: ClassVar[str] = "Your opponent bets and you raise. Does either of you have a good hand?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "5"}
    more: Fraction | None = option(None, "raise size, if it differs from the bet")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.more is not None:
            object.__setattr__(self, "more", positive(self.more, "raise"))

    def parameters(self) -> dict[str, object]:
        """Return the parameters by name; the raise only if its size differs from that of the bet."""
        return {name: x for name, x in super().parameters().items() if name != "more" or x is not None}

    def bet_rules(self) -> str:
        """Return the betting rules."""
        more = self.bet if self.more is None else self.more
        return (
            f"A folds or bets {self.bet}; B folds, sees (calls) or raises by {more} more; then A folds or "
            "sees the raise."
        )

    @property
    def title(self) -> str:
        """Return the title."""
        more = self.bet if self.more is None else self.more
        return f"Bet and raise · bet {self.bet}, raise {more} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return one bet and one raise."""
        if self.more is None:
            return betting_tree((self.bet,), 1)
        bet = ANTE + self.bet
        raised = Decision("row", {"fold": fold(bet), "see": showdown(bet + self.more)})
        answer = Decision("col", {"fold": fold(ANTE), "see": showdown(bet), "raise": raised})
        return Decision("row", {"fold": fold(ANTE), "bet": answer})


@dataclass(frozen=True)
class Bets(OneCardPoker):
    """Any number of bet sizes, and any number of raises of those sizes."""

    name: ClassVar[str] = "bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "any number of bet sizes"
    paper: ClassVar[str] = "beyond Bellman and Blackwell"
    tagline: ClassVar[str] = "You may bet any size. How big is a good bluff?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "3"}
    sliders: ClassVar[Sliders] = {"cards": (0, 8, 2), "suits": (), "raises": (0, 1)}
    sizes: tuple[Fraction, ...] = option(
        (Fraction(1), Fraction(2), Fraction(4)), "bet sizes, separated by commas, for example 1,2,4,8"
    )
    raises: int = option(0, "maximum number of raises, each by one of the sizes")

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = tuple(positive(size, "bet") for size in self.sizes)
        if not sizes or any(x >= y for x, y in pairwise(sizes)):
            raise GameError("bet sizes must be positive and increasing, for example 1,2,4,8")
        if self.raises < 0:
            raise GameError(f"the number of raises must be at least 0, not {self.raises}")
        object.__setattr__(self, "sizes", sizes)

    def bet_rules(self) -> str:
        """Return the betting rules."""
        sizes = " or ".join(map(str, self.sizes))
        if not self.raises:
            return f"A folds or bets {sizes}; then B folds or sees (calls)."
        return (
            f"A folds or bets {sizes}. The other player then folds, sees (calls) or raises by {sizes} more, and so on, "
            f"with at most {self.raises} raise{'s' * (self.raises != 1)}."
        )

    @property
    def title(self) -> str:
        """Return the title."""
        raises = f" · {self.raises} raise{'s' * (self.raises != 1)}" if self.raises else ""
        return f"Bets of {', '.join(map(str, self.sizes))}{raises} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: fold or bet any size; fold, see or raise any size."""
        return betting_tree(self.sizes, self.raises)


@dataclass(frozen=True)
class Raises(OneSizePoker):
    """One bet size, with any number of raises."""

    name: ClassVar[str] = "raises"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "any number of raises"
    paper: ClassVar[str] = "beyond Bellman and Blackwell"
    tagline: ClassVar[str] = "Raise, and raise again. Who blinks first?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "3"}
    sliders: ClassVar[Sliders] = {"cards": (0, 8, 2), "suits": (), "raises": (0, 4)}
    raises: int = option(2, "maximum number of raises")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.raises < 0:
            raise GameError(f"the number of raises must be at least 0, not {self.raises}")

    def bet_rules(self) -> str:
        """Return the betting rules."""
        return (
            f"A folds or bets {self.bet}. The other player then folds, sees (calls) or raises by "
            f"{self.bet} more, and so on, "
            f"with at most {self.raises} raise{'s' * (self.raises != 1)}."
        )

    @property
    def title(self) -> str:
        """Return the title."""
        raises = f"{self.raises} raise{'s' * (self.raises != 1)}"
        return f"Bet and {raises} · each {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return one bet, and raises of the same size."""
        return betting_tree((self.bet,), self.raises)


@dataclass(frozen=True)
class Kuhn(OneSizePoker):
    """Both players ante 1. A checks or bets. After a check, B checks or bets. A player facing a bet calls or folds."""

    name: ClassVar[str] = "kuhn"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "Kuhn poker, with a deck of any size"
    paper: ClassVar[str] = "Kuhn 1950"
    tagline: ClassVar[str] = (
        "Three cards and one bet are enough for a bluff. How often should you bluff with the jack?"
    )
    sliders: ClassVar[Sliders] = {"cards": (2, 8)}
    cards: int = option(3, "ranks in the deck; 0 for hands on [0, 1]")

    def rank(self, hand: object) -> Fraction:
        """Return a card by its name or its number."""
        name = str(hand).strip().upper()
        return Fraction(FACES.index(name) + 1) if self.has_faces and name in FACES else super().rank(hand)

    def hand(self, rank: Fraction) -> str:
        """Return jack, queen or king if there are three cards."""
        return FACES[int(rank) - 1] if self.has_faces and rank in (1, 2, 3) else super().hand(rank)

    @property
    def has_faces(self) -> bool:
        """Whether the cards are named as usual in Kuhn poker: J, Q, K."""
        return self.cards == len(FACES)

    def bet_rules(self) -> str:
        """Return the betting rules."""
        return (
            f"A checks or bets {self.bet}. After a check, B checks or bets {self.bet}. A player facing a "
            "bet calls or folds."
        )

    @property
    def title(self) -> str:
        """Return the title."""
        return f"Kuhn poker · bet {self.bet} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: check or bet; check or bet; fold or call."""
        answer: dict[str, Node] = {"fold": fold(ANTE), "call": showdown(ANTE + self.bet)}
        checked: dict[str, Node] = {"check": showdown(ANTE), "bet": Decision("row", answer)}
        return Decision("row", {"check": Decision("col", checked), "bet": Decision("col", answer)})
