"""Jujitsu: most tricks win; a tied trick goes to the next winner (Sanwal and Drechsler 2002).

Both players hold the cards 1 to n. The higher card takes the trick and all the ties carried so far; ties
after the last decided trick are lost. With `ties="discarded"` a tie goes to neither player: the paper's simplified
game, in which playing at random is an equilibrium at every position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Fact, Sliders, option
from zerosum.core.numbers import Amount
from zerosum.models.staged.engines.tricks.rules import TIE, TrickGame

__all__ = ["Jujitsu", "Tricks"]

PAID = {
    "win": "the player with the most tricks wins 1, and with equally many tricks the payoff is 0",
    "margin": "the payoff is tricks won minus tricks lost",
    "winning": "the payoff to row is 1 for a win and 0 otherwise",
    "not-losing": "the payoff to row is 1 for a win or a draw and 0 for a loss",
}
"""The payoffs in words."""


class Tricks(NamedTuple):
    """Tricks won by row minus tricks won by col, and the tied tricks waiting for a winner."""

    score: int
    ties: int


@dataclass(frozen=True)
class Jujitsu(TrickGame):
    """The player with more tricks wins; a tied trick goes to the next winner."""

    name: ClassVar[str] = "jujitsu"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "win the most tricks; a tied trick carries over to the next winner"
    paper: ClassVar[str] = "Sanwal and Drechsler 2002"
    tagline: ClassVar[str] = "You both hold the same cards. When do you play the highest?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "4"}
    facts: ClassVar[Mapping[str, Fact]] = {
        "score": Fact("tricks won by row minus tricks won by col so far"),
        "carried": Fact("tied tricks carried over"),
    }

    sliders: ClassVar[Sliders] = {"cards": (1, 10)}
    cards: int = option(8, "cards in each hand")
    ties: str = option("carried", "what happens after a tie", choices=("carried", "discarded"))
    payoff: str = option(
        "win",
        "win: +1, 0 or -1; margin: tricks won minus lost; winning: 1 for a win; not-losing: 1 for a win or a draw",
        choices=("win", "margin", "winning", "not-losing"),
    )
    table: tuple[Fraction, ...] = option(
        (), "row's payoff for each final score from -n to n (2n + 1 numbers), instead of a named payoff"
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
        """The game with its parameters, in a line."""
        payoff = self.besides("table") if self.table else f" · {PAID[self.payoff]}" * (self.payoff != "win")
        return f"Jujitsu · {self.cards} card{'s' * (self.cards != 1)} each · ties {self.ties}{payoff}"

    def trick(self, context: Tricks, outcome: int) -> tuple[int, Tricks]:
        """Give the winner the trick and all carried tricks."""
        score, ties = context
        if outcome == TIE:
            return 0, Tricks(score, ties + (self.ties == "carried"))
        return 0, Tricks(score + outcome * (ties + 1), 0)

    def settle(self, context: Tricks) -> Amount:
        """Return the payoff of the final score."""
        score = context.score
        if self.table:
            return self.table[score + self.cards]
        won, lost = int(score > 0), int(score < 0)
        return {"win": won - lost, "margin": score, "winning": won, "not-losing": 1 - lost}[self.payoff]

    def remembered(self, context: Tricks) -> DataMap:
        """Return the score, and the tied tricks that the next winner takes as well."""
        return {"score": context.score, "ties carried": context.ties}

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        tie = "carries over to the next winner" if self.ties == "carried" else "goes to neither player"
        paid = (
            "A table gives the payoff for each final score."
            if self.table
            else f"{PAID[self.payoff].capitalize()}."
        )
        return (
            f"Both players hold the cards 1 to {self.cards}. In each of {self.cards} tricks, both "
            "play a card face down. The "
            "higher card wins the trick, and both cards are discarded; all played cards are known.",
            f"A tie {tie}. {paid}",
        )

    def context(self, left: int, **facts: Data) -> Tricks:
        """Return the context given by `score` and the tied tricks `carried`, both 0 by default."""
        score, ties = facts.get("score", 0), facts.get("carried", 0)
        played = self.cards - left
        decided = played - ties
        if self.ties == "carried":
            possible = 0 <= ties <= played and abs(score) <= decided and (decided - score) % 2 == 0
        else:
            possible = ties == 0 and abs(score) <= played
        if not possible:
            raise InputError(
                f"after {played} of {self.cards} tricks, the score cannot be {score} with {ties} ties carried over"
            )
        return Tricks(score, ties)
