"""Poker in phases, as Bellman and Blackwell describe the class of games that they have in mind.

Chance deals each player a number before every phase of moves; at the end the payoff depends on all the numbers. In
`phases` the moves are the open bets of relance and of the raise game; in `sealed-bets` they are hidden from the other
player, as the paper's (c) and (d) have it.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 1, (a) to (g).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.rules import HiddenGame, Turn, afford_pairs, choose, deal, end

__all__ = ["Phases", "SealedBets"]


MANY = 60
"""With this many phases no machine can hold the positions; larger numbers are cut here to keep powers small."""


class PhasesPosition(NamedTuple):
    """The sums of both players' cards, the number of cards dealt, what each has put in, and the bets of this phase."""

    row: int = 0
    col: int = 0
    dealt: int = 0
    paid: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
    bets: tuple[str, ...] = ()


@dataclass(frozen=True)
class InPhases(HiddenGame):
    """The common part of the games in phases: a card each before every phase, and the sums of cards at the showdown."""

    cards: int = option(4, "a card is one of the numbers from 1 to this, all equally likely")
    phases: int = option(2, "number of phases")
    bet: Fraction = option(Fraction(1), "the size of a bet, and of a raise")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", as_fraction(self.bet))
        if self.cards < 2 or self.phases < 1:
            raise GameError("the game needs at least 2 cards and 1 phase")
        afford_pairs(self.cards ** min(self.phases, MANY))
        if self.bet <= 0:
            raise GameError(f"the bet must be positive, and {self.bet} is not")

    @property
    def start(self) -> PhasesPosition:
        """Both have put in 1."""
        return PhasesPosition()

    def next_card(self, position: PhasesPosition) -> Turn:
        """A card to the player whose turn it is."""
        return deal(range(1, self.cards + 1), to=SIDES[position.dealt % 2])

    def with_card(self, position: PhasesPosition, card: int) -> PhasesPosition:
        """The position after a card."""
        side = SIDES[position.dealt % 2]
        return position._replace(dealt=position.dealt + 1, **{side: getattr(position, side) + card}, bets=())

    @staticmethod
    def showdown(position: PhasesPosition, amount: Fraction) -> Fraction:
        """The higher sum of cards wins the amount."""
        return amount * ((position.row > position.col) - (position.row < position.col))


@dataclass(frozen=True)
class Phases(InPhases):
    """Both ante 1. Before every phase each is dealt a card in secret. Row folds or bets; col folds, sees, or raises
    where that is allowed, and row answers. After the last phase the higher sum of cards wins what the other put in."""

    name: ClassVar[str] = "phases"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "poker in phases: a new card each, bets, the sum of cards"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 1"
    invitation: ClassVar[str] = (
        "A card, a bet, another card, another bet: how much does the second one forgive?"
    )
    small: ClassVar[Mapping[str, str]] = {"cards": "2"}
    raises: int = option(0, "maximum number of raises in a phase; 0 makes it relance in phases")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.raises < 0:
            raise GameError(f"the number of raises cannot be negative, and {self.raises} is")
        afford_pairs(self.cards * (self.raises + 1))

    @property
    def title(self) -> str:
        """The rules in one line."""
        return (
            f"Poker in {self.phases} phases · cards 1 to {self.cards} · bet {self.bet}, {self.raises} raises"
        )

    def turn(self, position: PhasesPosition) -> Turn:
        """Cards, bets, and at the end the showdown."""
        if position.dealt % 2 or position.dealt == 0:
            return self.next_card(position)
        bets = position.bets
        if bets[-1:] == ("fold",):
            return end(-position.paid[0] if len(bets) % 2 else position.paid[1])
        if bets[-1:] == ("see",):
            last = position.dealt == 2 * self.phases
            return end(self.showdown(position, position.paid[0])) if last else self.next_card(position)
        if not bets:
            return choose("row", ("fold", "bet"))
        return choose(
            SIDES[len(bets) % 2], ("fold", "see", "raise") if len(bets) <= self.raises else ("fold", "see")
        )

    def after(self, position: PhasesPosition, picked: int | str) -> PhasesPosition:
        """A card, or a bet by the player whose turn it is."""
        if isinstance(picked, int):
            return self.with_card(position, picked)
        paid, me = list(position.paid), len(position.bets) % 2
        if picked != "fold":
            paid[me] = paid[1 - me] + (self.bet if picked != "see" else 0)
        return position._replace(paid=(paid[0], paid[1]), bets=(*position.bets, picked))


@dataclass(frozen=True)
class SealedBets(InPhases):
    """Both ante 1. Before every phase each is dealt a card in secret, and then each puts in a bet or nothing, unseen by
    the other. In the end the bets are shown. A player who has put in less has folded and loses it; at equal bets the
    higher sum of cards wins."""

    name: ClassVar[str] = "sealed-bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "cards and hidden bets in phases"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 1"
    invitation: ClassVar[str] = "Both bets lie face down, so courage is all that you can read."
    small: ClassVar[Mapping[str, str]] = {"cards": "2"}

    @property
    def title(self) -> str:
        """The rules in one line."""
        return f"Sealed bets · {self.phases} phases · cards 1 to {self.cards} · bet {self.bet}"

    def turn(self, position: PhasesPosition) -> Turn:
        """Two cards, two hidden bets, and at the end everything is shown."""
        if position.dealt % 2 or position.dealt == 0 or (len(position.bets) == 2 and not self.over(position)):
            return self.next_card(position)
        if len(position.bets) == 2:
            mine, theirs = position.paid
            return end(
                self.showdown(position, mine) if mine == theirs else theirs if mine > theirs else -mine
            )
        side: Side = "row" if not position.bets else other("row")
        return choose(side, ("nothing", "bet"), hidden=True)

    def over(self, position: PhasesPosition) -> bool:
        """Whether the last phase is over."""
        return position.dealt == 2 * self.phases

    def after(self, position: PhasesPosition, picked: int | str) -> PhasesPosition:
        """A card, or a bet by the player whose turn it is."""
        if isinstance(picked, int):
            return self.with_card(position, picked)
        paid, me = list(position.paid), len(position.bets)
        paid[me] += self.bet if picked == "bet" else 0
        return position._replace(paid=(paid[0], paid[1]), bets=(*position.bets, picked))
