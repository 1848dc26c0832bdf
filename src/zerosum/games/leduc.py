"""Leduc poker: a private card each, a round of bets, a card for both, another round of bets.

Reference: F. Southey and others, Bayes' bluff: opponent modelling in poker, UAI 2005. The default is the game that
OpenSpiel calls leduc_poker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.betting.rules import LETTER
from zerosum.models.hidden.rules import Choice, HiddenGame, Turn, afford_pairs, choose, deal, end

__all__ = ["BetRounds", "Leduc", "StakesSoFar", "bet_after"]

Cards = tuple[int, ...]
"""Row's card, col's card, and the one for both."""

BetRounds = tuple[tuple[str, ...], ...]
"""The bets of each round so far."""


@dataclass(frozen=True)
class Leduc(HiddenGame):
    """Both ante 1 and get a card each. In turn, A first, they check or raise; after a raise the other folds, calls
    or raises. Then a card is turned up for both, and they do so once more. A pair with that card wins, else the
    higher card; equal cards split."""

    name: ClassVar[str] = "leduc"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "poker with a card each and one for both"
    paper: ClassVar[str] = "Southey and others 2005"
    invitation: ClassVar[str] = (
        "One card of your own and one for both: small enough to solve, large enough to lose your shirt."
    )
    seats: ClassVar[Mapping[Side, str]] = LETTER
    small: ClassVar[Mapping[str, str]] = {"ranks": "2"}
    legend: ClassVar[str] = (
        "Cards have numbers, 1 for the lowest rank; the second number is the card turned up."
    )
    ranks: int = option(3, "ranks in the deck")
    suits: int = option(2, "cards of each rank")
    raises: int = option(2, "maximum number of raises in a round, counting the first bet")
    bets: tuple[Fraction, ...] = option(
        (Fraction(2), Fraction(4)), "the size of bets in each round, with commas"
    )
    ante: Fraction = option(Fraction(1), "what each player puts in before the cards are dealt")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bets", tuple(map(as_fraction, self.bets)))
        object.__setattr__(self, "ante", as_fraction(self.ante))
        if self.ranks < 1 or self.suits < 1 or self.ranks * self.suits < 3:
            raise GameError(f"Leduc needs three cards, more than {self.ranks} ranks of {self.suits}")
        if self.raises < 0:
            raise GameError(f"the number of raises cannot be negative, and {self.raises} is")
        afford_pairs(self.ranks * (self.raises + 1))
        if len(self.bets) != 2 or min(self.bets) <= 0:
            raise GameError("Leduc has two rounds; give two positive sizes of bets, as 2,4")
        if self.ante <= 0:
            raise GameError(f"the ante must be positive, and {self.ante} is not")

    @property
    def title(self) -> str:
        """The rules in one line."""
        bets = " and ".join(map(str, self.bets))
        ante = f"ante {self.ante}, " if self.ante != 1 else ""
        return f"Leduc poker · {self.ranks} ranks of {self.suits} · {ante}bets {bets}, {self.raises} a round"

    @property
    def start(self) -> tuple[Cards, BetRounds]:
        """No card dealt, no bet made."""
        return (), ((),)

    def turn(self, position: tuple[Cards, BetRounds]) -> Turn:
        """Deal two cards; bet; deal a third; bet; compare."""
        cards, rounds = position
        if len(cards) < 2:
            return deal(self.deck(cards), to=SIDES[len(cards)])
        next_bet = bet_after(rounds[-1], self.raises)
        if next_bet is not None:
            return next_bet
        if len(rounds) == 2 or rounds[-1][-1] == "fold":
            return end(self.payoff(cards, rounds))
        return deal(self.deck(cards))

    def after(self, position: tuple[Cards, BetRounds], picked: int | str) -> tuple[Cards, BetRounds]:
        """The position after a card or a bet; the third card opens a new round."""
        cards, rounds = position
        if isinstance(picked, int):
            return (*cards, picked), (*rounds, ()) if len(cards) == 2 else rounds
        return cards, (*rounds[:-1], (*rounds[-1], picked))

    def deck(self, gone: Cards) -> dict[int, int]:
        """The number of cards left of each rank."""
        taken = Counter(gone)
        return {rank: self.suits - taken[rank] for rank in range(1, self.ranks + 1)}

    @cached_property
    def stakes(self) -> StakesSoFar:
        """What row and col have put in."""
        return StakesSoFar(self.ante, self.bets)

    def payoff(self, cards: Cards, rounds: BetRounds) -> Fraction:
        """What row wins: the stake of the player who folded, or the equal stakes at the showdown."""
        row, col = self.stakes[rounds]
        if rounds[-1][-1] == "fold":
            return -row if len(rounds[-1]) % 2 else col
        strength = [(card == cards[2], card) for card in cards[:2]]
        return row * ((strength[0] > strength[1]) - (strength[0] < strength[1]))

    def told(self, position: tuple[Cards, BetRounds]) -> list[str]:
        """What is in the pot."""
        row, col = self.in_pot(position)
        return [f"in the pot: {row} of A's, {col} of B's"]

    def in_pot(self, position: tuple[Cards, BetRounds]) -> tuple[Fraction, Fraction]:
        """What A and B have put in."""
        return self.stakes[position[1]]


@lru_cache(maxsize=10_000)  # many cards come with the same bets
def bet_after(bets: tuple[str, ...], raises: int) -> Choice | None:
    """Who bets next in a round, and how; None if the round is over. At most `raises` raises are allowed."""
    if bets == ("check", "check") or bets[-1:] in (("call",), ("fold",)):
        return None
    moves = ["fold", "call"] if bets[-1:] == ("raise",) else ["check"]
    return choose(SIDES[len(bets) % 2], [*moves, *["raise"] * (bets.count("raise") < raises)])


class StakesSoFar(dict[BetRounds, tuple[Fraction, Fraction]]):
    """What row and col have put in, by the bets of each round, each of which has its size of raises."""

    def __init__(self, ante: Fraction, sizes: tuple[Fraction, ...]) -> None:
        self.ante, self.sizes = ante, sizes

    def __missing__(self, rounds: BetRounds) -> tuple[Fraction, Fraction]:
        put = [self.ante, self.ante]
        for size, bets in zip(self.sizes, rounds, strict=False):
            for k, bet in enumerate(bets):
                if bet in ("raise", "call"):
                    put[k % 2] = max(put) + size * (bet == "raise")
        found = self[rounds] = put[0], put[1]
        return found
