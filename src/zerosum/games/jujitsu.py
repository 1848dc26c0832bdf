"""Jujitsu: most tricks win; a tie is carried to the next winner (Sanwal and Drechsler 2002).

Both players hold the cards 1 to n. The higher card takes the trick and all the ties carried so far; ties
after the last decided trick are lost. With `ties="discarded"` a tie goes to nobody: the paper's simplified
game, in which playing at random is an equilibrium at every position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Fact, option
from zerosum.core.numbers import Amount
from zerosum.models.tricks.rules import TIE, TrickGame

__all__ = ["Jujitsu", "Tricks"]

PAID = {
    "win": "most tricks win 1",
    "margin": "tricks won less tricks lost are paid",
    "winning": "row is paid 1 for a win and nothing else",
    "not-losing": "row is paid 1 for a win or a draw",
}
"""What the payoffs are, in words."""


class Tricks(NamedTuple):
    """Tricks won by row less tricks won by col, and the ties waiting for a winner."""

    score: int
    ties: int


@dataclass(frozen=True)
class Jujitsu(TrickGame):
    """Most tricks win; a tie is carried to the next winner."""

    name: ClassVar[str] = "jujitsu"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "most tricks win; a tie is carried to the next winner"
    paper: ClassVar[str] = "Sanwal and Drechsler 2002"
    invitation: ClassVar[str] = "You hold the same cards, so why does nobody dare to lead the highest?"
    small: ClassVar[Mapping[str, str]] = {"cards": "4"}
    facts: ClassVar[Mapping[str, Fact]] = {
        "score": Fact("won by row less won by col so far"),
        "carried": Fact("ties carried"),
    }

    cards: int = option(8, "cards in each hand")
    ties: str = option("carried", "what happens after a tie", choices=("carried", "discarded"))
    payoff: str = option(
        "win",
        "win: +1, 0 or -1; margin: tricks won less lost; winning: 1 for a win; not-losing: 1 for a win or a draw",
        choices=("win", "margin", "winning", "not-losing"),
    )
    table: tuple[Fraction, ...] = option(
        (), "what row is paid for each final score from -n to n, 2n + 1 numbers (instead of a payoff)"
    )

    start = Tricks(0, 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        scores = 2 * self.cards + 1
        if self.table and len(self.table) != scores:
            raise GameError(
                f"with {self.cards} cards the final score runs from -{self.cards} to {self.cards}: "
                f"a table has {scores} payoffs, not {len(self.table)}"
            )

    @property
    def title(self) -> str:
        """Which game this is, as a person would say."""
        payoff = " · a table of payoffs" if self.table else f" · {PAID[self.payoff]}" * (self.payoff != "win")
        return f"Jujitsu · {self.cards} card{'s' * (self.cards != 1)} each · ties {self.ties}{payoff}"

    def trick(self, context: Tricks, outcome: int) -> tuple[int, Tricks]:
        """The winner takes the trick and what was carried."""
        score, ties = context
        if outcome == TIE:
            return 0, Tricks(score, ties + (self.ties == "carried"))
        return 0, Tricks(score + outcome * (ties + 1), 0)

    def settle(self, context: Tricks) -> Amount:
        """What the final score pays."""
        score = context.score
        if self.table:
            return self.table[score + self.cards]
        won, lost = int(score > 0), int(score < 0)
        return {"win": won - lost, "margin": score, "winning": won, "not-losing": 1 - lost}[self.payoff]

    def remembered(self, context: Tricks) -> DataMap:
        """The score, and the ties that the next winner takes too."""
        return {"score": context.score, "ties carried": context.ties}

    @property
    def instructions(self) -> tuple[str, ...]:
        """How it is played."""
        tie = "waits for the next winner, who takes it too" if self.ties == "carried" else "goes to nobody"
        paid = "The final score is paid by a table." if self.table else f"{PAID[self.payoff].capitalize()}."
        return (
            "Both play a card, face down; the higher card takes the trick, and both cards are gone.",
            f"A tie {tie}. {paid}",
        )

    def context(self, left: int, **facts: Data) -> Tricks:
        """Named by `score` and the ties `carried`; each is 0 where it is not given."""
        score, ties = facts.get("score", 0), facts.get("carried", 0)
        played = self.cards - left
        decided = played - ties
        if self.ties == "carried":
            possible = 0 <= ties <= played and abs(score) <= decided and (decided - score) % 2 == 0
        else:
            possible = ties == 0 and abs(score) <= played
        if not possible:
            raise InputError(
                f"after {played} tricks of {self.cards} the score cannot be {score} with {ties} ties carried"
            )
        return Tricks(score, ties)
