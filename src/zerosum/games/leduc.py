"""Leduc poker: a private card each, a betting round, a public card, another betting round.

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
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.continuum.rules import LETTER
from zerosum.models.hidden.rules import Choice, HiddenGame, Turn, choose, deal, end, require_budget_for_pairs

__all__ = ["BetRounds", "Leduc", "StakesSoFar", "bet_after"]

NAMES = "23456789TJQK"
"""Names of ranks in play, the highest last; fewer ranks are the highest of these, as in Kuhn poker."""

Cards = tuple[int, ...]
"""Row's card, col's card, and the one for both."""

BetRounds = tuple[tuple[str, ...], ...]
"""The bets of each round so far."""


@dataclass(frozen=True)
class Leduc(HiddenGame):
    """Both players ante 1 and get a private card. Starting with A, they check or raise; after a raise the other
    player folds, calls or raises. Then a public card is dealt, and a second betting round follows. A pair with the
    public card wins; otherwise the higher card wins, and equal cards split the pot."""

    name: ClassVar[str] = "leduc"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "poker with one private card each and one public card"
    paper: ClassVar[str] = "Southey and others 2005"
    tagline: ClassVar[str] = (
        "One private card, one public card, two betting rounds. Would you raise with a jack?"
    )
    seats: ClassVar[Mapping[Side, str]] = LETTER
    demo_parameters: ClassVar[Mapping[str, str]] = {"ranks": "2"}
    legend: ClassVar[str] = "The first card is the player's own, the second one the public card."
    sliders: ClassVar[Sliders] = {"ranks": (2, 6), "suits": (2, 6)}
    ranks: int = option(3, "ranks in the deck")
    suits: int = option(2, "cards of each rank")
    raises: int = option(2, "maximum number of raises in a round, counting the first bet")
    bets: tuple[Fraction, ...] = option(
        (Fraction(2), Fraction(4)), "bet size in each round, separated by commas"
    )
    ante: Fraction = option(Fraction(1), "ante of each player")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "bets", tuple(map(as_fraction, self.bets)))
        object.__setattr__(self, "ante", as_fraction(self.ante))
        if self.ranks < 1 or self.suits < 1 or self.ranks * self.suits < 3:
            raise GameError(
                f"Leduc poker needs at least three cards, but the deck has only {self.ranks} "
                f"ranks of {self.suits}"
            )
        if self.raises < 0:
            raise GameError(f"the number of raises must be at least 0, not {self.raises}")
        require_budget_for_pairs(self.ranks * (self.raises + 1))
        if len(self.bets) != 2 or min(self.bets) <= 0:
            raise GameError("Leduc has two betting rounds; give two positive bet sizes, for example 2,4")
        if self.ante <= 0:
            raise GameError(f"the ante must be positive, not {self.ante}")

    @property
    def title(self) -> str:
        """The rules in one line."""
        bets = " and ".join(map(str, self.bets))
        ante = f"ante {self.ante}, " if self.ante != 1 else ""
        return f"Leduc poker · {self.ranks} ranks of {self.suits} · {ante}bets {bets}, {self.raises} a round"

    @property
    def start(self) -> tuple[Cards, BetRounds]:
        """Return the start: no card dealt, no bet made."""
        return (), ((),)

    def turn(self, position: tuple[Cards, BetRounds]) -> Turn:
        """Return the turn: deal two cards; bet; deal a public card; bet; showdown."""
        cards, rounds = position
        if len(cards) < 2:
            return deal(self.deck(cards), to=SIDES[len(cards)])
        next_bet = bet_after(rounds[-1], self.raises)
        if next_bet is not None:
            return next_bet
        if len(rounds) == 2 or rounds[-1][-1] == "fold":
            return end(self.payoff(cards, rounds))
        return deal(self.deck(cards))

    def after(self, position: tuple[Cards, BetRounds], picked: str) -> tuple[Cards, BetRounds]:
        """Return the position after a card or a bet; the third card opens a new round."""
        cards, rounds = position
        rank = self.rank_of.get(picked)
        if rank is not None:
            return (*cards, rank), (*rounds, ()) if len(cards) == 2 else rounds
        return cards, (*rounds[:-1], (*rounds[-1], picked))

    @cached_property
    def rank_of(self) -> Mapping[str, int]:
        """The ranks by their names: with three ranks J, Q and K; numbers if there are more ranks than names."""
        names = (
            NAMES[len(NAMES) - self.ranks :]
            if self.ranks <= len(NAMES)
            else map(str, range(1, self.ranks + 1))
        )
        return {name: rank for rank, name in enumerate(names, 1)}

    def deck(self, gone: Cards) -> dict[str, int]:
        """Return the number of cards left of each rank, by its name."""
        taken = Counter(gone)
        return {name: self.suits - taken[rank] for name, rank in self.rank_of.items()}

    @cached_property
    def stakes(self) -> StakesSoFar:
        """Return row's and col's chips in the pot."""
        return StakesSoFar(self.ante, self.bets)

    def payoff(self, cards: Cards, rounds: BetRounds) -> Fraction:
        """Return row's payoff: the stake of the player who folded, or the equal stakes at the showdown."""
        row, col = self.stakes[rounds]
        if rounds[-1][-1] == "fold":
            return -row if len(rounds[-1]) % 2 else col
        strength = [(card == cards[2], card) for card in cards[:2]]
        return row * ((strength[0] > strength[1]) - (strength[0] < strength[1]))

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the cards, the bets and the payoffs."""
        names = ", ".join(self.rank_of)
        low, high = (f"{float(bet):g}" for bet in self.bets)
        return (
            f"The deck has {self.suits} cards of each rank, from the lowest: {names}. Both players ante "
            f"{float(self.ante):g} and get a card that only they see. A acts first in both betting rounds.",
            f"A player may check, or raise by {low} in the first round and by {high} in the second; after "
            f"a raise, the other player folds, calls or raises again"
            f", with at most {self.raises} raises in a round. Then a public card is turned up, and the "
            f"second round follows.",
            "A player whose card pairs the public card wins the pot. Otherwise the higher card wins, and "
            "equal cards split the pot. A player who folds loses the chips that player has put in.",
        )

    def in_pot(self, position: tuple[Cards, BetRounds]) -> tuple[Fraction, Fraction]:
        """Return A's and B's chips in the pot."""
        return self.stakes[position[1]]


@lru_cache(maxsize=10_000)  # many cards come with the same bets
def bet_after(bets: tuple[str, ...], raises: int) -> Choice | None:
    """Return the next bettor in a round, and its moves; None if the round is over. At most `raises` raises
    are allowed.
    """
    if bets == ("check", "check") or bets[-1:] in (("call",), ("fold",)):
        return None
    moves = ["fold", "call"] if bets[-1:] == ("raise",) else ["check"]
    return choose(SIDES[len(bets) % 2], [*moves, *["raise"] * (bets.count("raise") < raises)])


class StakesSoFar(dict[BetRounds, tuple[Fraction, Fraction]]):
    """Return row's and col's chips in the pot, given the bets of each round and the bet size of each round."""

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
