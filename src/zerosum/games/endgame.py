"""Basic Endgame: one player knows who has the better hand, and the other must guess whether a bet is a bluff.

In round k row may bet b_k. Let a be the ante, s_k = a + b_1 + … + b_k, r_k = b_k/(2 s_{k-1} + b_k) the bet as a share
of the new pot, and 1/P_0 = (1 + r_1) (1 + r_2) … If row has the better hand with probability P <= P_0, the value is
a (2P/P_0 - 1), and col folds to the bet of round k with probability r_k. If P > P_0, row always bets at first, col
folds, and the value is a. `papers/checks/uniform_poker.py` proves this for every bet and every P.

Reference: C. Ferguson and T. Ferguson, The endgame in poker, in Optimal Play: Mathematical Studies of Games and
Gambling (2007).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import ClassVar

from zerosum.core.boards import Chips, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import Side, other
from zerosum.games.poker import positive
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

__all__ = ["Endgame"]

MAX_ROUNDS = 50
HANDS = ("win", "lose")
"""Row's hands."""


@dataclass(frozen=True)
class Endgame(HiddenGame):
    """Row is dealt the better hand with a known probability, and only row sees the cards. Row checks or bets;
    col folds to a bet or calls. After a call the next round begins. Otherwise the better hand wins.
    """

    name: ClassVar[str] = "endgame"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "one player knows who has the better hand: bet or bluff, fold or call"
    paper: ClassVar[str] = "Ferguson and Ferguson 2007"
    tagline: ClassVar[str] = (
        "You know whether you have won. Your opponent knows only that you bet. How often do you bluff?"
    )
    sliders: ClassVar[Sliders] = {"win": (0.05, 0.95), "ante": (0.5, 4)}
    win: Fraction = option(Fraction(1, 4), "probability that row has the better hand")
    ante: Fraction = option(Fraction(1), "ante of each player")
    bets: tuple[Fraction, ...] = option((Fraction(2),), "the bet of each round, separated by commas: 2,6,18")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "win", as_fraction(self.win))
        object.__setattr__(self, "ante", positive(self.ante, "ante"))
        object.__setattr__(self, "bets", tuple(positive(bet, "bet") for bet in self.bets))
        if not 0 < self.win < 1:
            raise GameError(
                f"the probability that row has the better hand must be between 0 and 1, not {self.win}"
            )
        if not 1 <= len(self.bets) <= MAX_ROUNDS:
            raise GameError(f"give the bets of 1 to {MAX_ROUNDS} rounds, for example 2,6,18")

    @property
    def title(self) -> str:
        """Return the title: the probability and the bets."""
        bets = ", ".join(map(exact_text, self.bets))
        ante = f" · ante {exact_text(self.ante)}" if self.ante != 1 else ""
        return f"Basic Endgame · row wins with probability {exact_text(self.win)}{ante} · bet {bets}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the hands, the bets and the payoffs."""
        bets = ", then ".join(map(exact_text, self.bets))
        again = (
            "After a call the next round begins, and row checks or bets again. " if len(self.bets) > 1 else ""
        )
        return (
            f"Both players ante {exact_text(self.ante)}. Row is dealt the better hand with probability "
            f"{exact_text(self.win)} and the worse one otherwise, and only row sees the cards.",
            f"Row checks or bets {bets}. After a check there is a showdown. After a bet col folds or calls. {again}"
            f"After {'the last' if len(self.bets) > 1 else 'a'} call there is a showdown.",
            "A player who folds loses the chips that player has put in. Otherwise the better hand wins "
            "the chips that the other player has put in.",
        )

    @property
    def stakes(self) -> tuple[Fraction, ...]:
        """Return the chips that each player has put in before each round, and after the last."""
        return tuple(accumulate((self.ante, *self.bets)))

    def tabletop(self, position: tuple[str, ...], side: Side, board: Tabletop) -> Tabletop:
        """Return the board with the pot."""
        put = {
            one: float(self.stakes[position.count(word)]) for one, word in (("row", "bet"), ("col", "call"))
        }
        return replace(board, pot=Chips(put[side], put[other(side)]))

    def turn(self, position: tuple[str, ...]) -> Turn:
        """Return the turn: deal; then check or bet, and fold or call, in each round until the showdown."""
        if not position:
            return deal(dict(zip(HANDS, (self.win, 1 - self.win), strict=True)), to="row")
        hand, *moves = position
        rounds, called = divmod(len(moves), 2)
        sign = 1 if hand == "win" else -1
        if moves and moves[-1] == "fold":
            return end(self.stakes[rounds - 1])
        if (moves and moves[-1] == "check") or rounds == len(self.bets):
            return end(sign * self.stakes[rounds])
        return choose("col", ("fold", "call")) if called else choose("row", ("check", "bet"))
