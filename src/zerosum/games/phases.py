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
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end, require_budget_for_pairs

__all__ = ["Phases", "SealedBets"]


MANY = 60
"""With this many phases no machine can hold the positions; larger numbers are cut here to keep powers small."""


class PhasesPosition(NamedTuple):
    """The sums of both players' cards, the number of cards dealt, both stakes, and the bets of this phase."""

    row: int = 0
    col: int = 0
    dealt: int = 0
    paid: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
    bets: tuple[str, ...] = ()


@dataclass(frozen=True)
class InPhases(HiddenGame):
    """The common part of the games in phases: a card each before every phase, and the sums of cards at the showdown."""

    sliders: ClassVar[Sliders] = {"cards": (2, 8), "phases": (1, 3)}
    cards: int = option(4, "highest card; all cards from 1 to this number are equally likely")
    phases: int = option(2, "number of phases")
    bet: Fraction = option(Fraction(1), "the size of a bet, and of a raise")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bet", as_fraction(self.bet))
        if self.cards < 2 or self.phases < 1:
            raise GameError("the game needs at least 2 cards and at least 1 phase")
        require_budget_for_pairs(self.cards ** min(self.phases, MANY))
        if self.bet <= 0:
            raise GameError(f"the bet must be positive, not {self.bet}")

    @property
    def start(self) -> PhasesPosition:
        """The start, with antes of 1."""
        return PhasesPosition()

    def next_card(self, position: PhasesPosition) -> Turn:
        """Deal a card to the player whose turn it is."""
        return deal(range(1, self.cards + 1), to=SIDES[position.dealt % 2])

    def with_card(self, position: PhasesPosition, card: int) -> PhasesPosition:
        """Return the position after a card."""
        side = SIDES[position.dealt % 2]
        return position._replace(dealt=position.dealt + 1, **{side: getattr(position, side) + card}, bets=())

    @staticmethod
    def showdown(position: PhasesPosition, amount: Fraction) -> Fraction:
        """Return the payoff: the higher sum of cards wins the amount."""
        return amount * ((position.row > position.col) - (position.row < position.col))


@dataclass(frozen=True)
class Phases(InPhases):
    """Both players ante 1. Before each phase, each player gets a private card. Row folds or bets; col folds, sees
    (calls), or raises if allowed, and row responds. After the last phase, the higher sum of cards wins the other
    player's chips."""

    name: ClassVar[str] = "phases"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "poker in several phases, with a new card in each; the highest sum wins"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 1"
    tagline: ClassVar[str] = (
        "A card, a bet, another card, another bet. Can the second card rescue a bad first one?"
    )
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "2"}
    raises: int = option(
        0, "maximum number of raises per phase; with 0, the game is relance in several phases"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.raises < 0:
            raise GameError(f"the number of raises must be at least 0, not {self.raises}")
        require_budget_for_pairs(self.cards * (self.raises + 1))

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        times = f"at most {self.raises} raise{'s' * (self.raises != 1)} a phase"
        answer = (
            f"the other player folds, sees (calls) or raises by {self.bet} more, and so on, with {times}"
            if self.raises
            else "col folds or sees (calls)"
        )
        return (
            f"Both players ante 1. There are {self.phases} phases. Before each phase, each player gets a private "
            f"card from 1 to {self.cards}, all equally likely.",
            f"Row folds or bets {self.bet}. Then {answer}.",
            "A player who folds loses the chips that player has put in. After the last phase, the player "
            "with the higher sum of cards wins the chips that the other has put in; equal sums win nothing.",
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        return (
            f"Poker in {self.phases} phases · cards 1 to {self.cards} · bet {self.bet}, {self.raises} raises"
        )

    def in_pot(self, position: PhasesPosition) -> tuple[Fraction, Fraction]:
        """Return row's and col's stakes, which both see."""
        return position.paid

    def turn(self, position: PhasesPosition) -> Turn:
        """Return the turn: cards, bets, and the showdown at the end."""
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
        """Return a card, or a bet by the player whose turn it is."""
        if isinstance(picked, int):
            return self.with_card(position, picked)
        paid, me = list(position.paid), len(position.bets) % 2
        if picked != "fold":
            paid[me] = paid[1 - me] + (self.bet if picked != "see" else 0)
        return position._replace(paid=(paid[0], paid[1]), bets=(*position.bets, picked))


@dataclass(frozen=True)
class SealedBets(InPhases):
    """Both players ante 1. Before each phase, each player gets a private card and then puts in a bet or nothing,
    hidden from the other. At the end all bets are revealed. The player who put in less has folded and loses that
    amount; if the bets are equal, the higher sum of cards wins."""

    name: ClassVar[str] = "sealed-bets"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "cards and hidden bets in several phases"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 1"
    tagline: ClassVar[str] = "Both bets are face down. Do you dare to bet on a low card?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "2"}

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        return (
            f"Both players ante 1. There are {self.phases} phases. Before each phase, each player gets a private "
            f"card from 1 to {self.cards}, all equally likely. Then each player puts in {self.bet} or "
            "nothing, hidden from the other player.",
            "After the last phase all bets are shown. The player who put in less has folded and loses "
            "that amount. If both put in the same amount, the higher sum of cards wins it from the other "
            "player; equal sums win nothing.",
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        return f"Sealed bets · {self.phases} phases · cards 1 to {self.cards} · bet {self.bet}"

    def turn(self, position: PhasesPosition) -> Turn:
        """Return the turn: two cards, two hidden bets, and the showdown at the end."""
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
        """Return whether the last phase is over."""
        return position.dealt == 2 * self.phases

    def after(self, position: PhasesPosition, picked: int | str) -> PhasesPosition:
        """Return a card, or a bet by the player whose turn it is."""
        if isinstance(picked, int):
            return self.with_card(position, picked)
        paid, me = list(position.paid), len(position.bets)
        paid[me] += self.bet if picked == "bet" else 0
        return position._replace(paid=(paid[0], paid[1]), bets=(*position.bets, picked))
