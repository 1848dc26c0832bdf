"""Red Dog: bet that your hand holds a higher card, in its suit, than the next card of the deck.

The bettor and the dealer ante one each. He folds, or bets f between the least and the greatest bet; then a
card is turned, and he wins f + 1 if he holds a higher card of its suit, else he loses f + 1. The hands come from

- a real deck (`red_dog_deck`). With 4 of 52 cards and bets from one: fold if the top ranks (2 counts 1, …, ace 13)
  sum to less than 16, bet the most from 28 on;
- one rank on [0, 1] in each of n suits (`red_dog_ranks`), the turned card of suit i with probability p_i;
- the same with voids: each card falls into suit i with probability p_i.

(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError, InputError, Unavailable
from zerosum.core.game import option
from zerosum.core.numbers import Number
from zerosum.games.cards import Card
from zerosum.games.red_dog_deck import RealDeck
from zerosum.games.red_dog_ranks import RankPerSuit, ScatteredRanks
from zerosum.models.wager.card_law import CardLaw, card_law
from zerosum.models.wager.rules import Stakes, WagerGame
from zerosum.models.wager.win_chance import ChanceLaw, WinChance

__all__ = ["RedDog", "RedDogDeal"]


@dataclass(frozen=True)
class RedDog(WagerGame):
    """Bet that your hand beats the next card in its suit."""

    name: ClassVar[str] = "red-dog"

    deck: str = option("cards", "a real deck, or ranks on [0, 1]", choices=("cards", "continuous"))
    cards: int = option(4, "how many cards the bettor holds (real deck, or with voids)")
    suits: int = option(4, "how many suits there are")
    ranks: int = option(13, "how many ranks a suit of the real deck has")
    max_bet: Fraction | int = option(5, "the greatest bet, M")
    min_bet: Fraction | int = option(1, "the least bet")
    ante: Fraction | int = option(1, "what folding loses")
    aces: str = option("high", "whether the ace beats the king or loses to the two", choices=("high", "low"))
    weights: tuple[Fraction, ...] = option((), "chance of each suit to be turned (continuous; else equal)")
    dealt: str | CardLaw = option(
        "uniform", "law F of a dealt card: uniform, steps(13), beta(2,3), values(0:1/4,1:3/4)"
    )
    turned: str | CardLaw = option("uniform", "law G of the turned card, as above")
    voids: bool = option(False, "continuous: deal cards to random suits, so that some may be void")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.stakes, self.source

    @property
    def title(self) -> str:
        """One line that says which Red Dog this is."""
        stakes = f"bets {self.min_bet} to {self.max_bet}" + f", ante {self.ante}" * (self.ante != 1)
        if self.deck == "cards":
            return f"Red Dog · {self.cards} of {self.suits * self.ranks} cards · {stakes}"
        shape = f"{self.suits} suits" + f", {self.cards} cards, voids" * self.voids
        laws = "" if self._is_plain else f" · {self.dealt} against {self.turned}"
        return f"Red Dog · continuous, {shape if self.suits > 1 else 'one card'}{laws} · {stakes}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """How it is played."""
        bets = " or ".join(map(str, dict.fromkeys((self.min_bet, self.max_bet))))
        return (
            f"You are dealt {self.cards} card{'s' * (self.cards != 1)}. Fold and lose the ante of {self.ante}, or "
            f"bet {bets}; then the next card of the deck is turned.",
            "If you hold a higher card of its suit you win the bet and the ante; if not, you lose both.",
            f"The ace is {self.aces}.",
        )

    @cached_property
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest."""
        return Stakes(Fraction(self.ante), Fraction(self.min_bet), Fraction(self.max_bet))

    @cached_property
    def source(self) -> RealDeck | RankPerSuit:
        """Where the hands come from, and the turned card."""
        return self._real_deck() if self.deck == "cards" else self._continuous()

    def _real_deck(self) -> RealDeck:
        deck = RealDeck(self.suits, self.ranks, self.cards, aces_high=self.aces == "high")
        if self.weights or self.voids or not self._is_plain:
            raise GameError("weights, voids, dealt and turned belong to the continuous deck")
        return deck

    def _continuous(self) -> RankPerSuit:
        if not 1 <= self.suits <= 16:
            raise GameError(f"the continuous game has 1 to 16 suits, not {self.suits}")
        if self.weights and (
            len(self.weights) != self.suits or sum(self.weights) != 1 or min(self.weights) < 0
        ):
            raise GameError(
                f"give {self.suits} weights that sum to 1, such as "
                + ",".join([f"1/{self.suits}"] * self.suits)
            )
        if self.voids and not (self._is_plain and 1 <= self.cards <= 12 and self.suits <= 6):
            raise GameError("with voids the cards are uniform, at most 12 of them in at most 6 suits")
        weights = tuple(map(Fraction, self.weights)) or (Fraction(1, self.suits),) * self.suits
        dealt, turned = map(card_law, (self.dealt, self.turned))
        turned = dealt if self.dealt == self.turned else turned
        if self.voids:
            return ScatteredRanks(weights, dealt, turned, self.cards)
        return RankPerSuit(weights, dealt, turned)

    @property
    def _is_plain(self) -> bool:
        return self.dealt == self.turned == "uniform"

    def win_chance(self) -> WinChance:
        """The law of the chance to win, over all hands."""
        return self.source.win_chance()

    def groups(self) -> Mapping[str, ChanceLaw]:
        """The hands by the number of suits that they hold, where some may be void."""
        return {f"{held} suit{'s' * (held > 1)}": law for held, law in self.source.by_suits().items()}

    def chance_of(self, hand: str) -> Number:
        """The chance that a hand wins: cards, "AS 7H 7D 2C", or one rank for each suit, "0.3 0.9 1/2 0"."""
        return self.source.chance_of(hand)

    def remarks(self) -> tuple[str, ...]:
        """The rule in the words of the game."""
        return (self.source.rule(self.stakes.fold_below),)

    def hands(self) -> Iterable[tuple[str, Number, Number]]:
        """Every hand of the real deck as a person types it, its chance to win, and that of being dealt."""
        return self.source.hands() if isinstance(self.source, RealDeck) else ()

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal so many hands and turn a card for each: the chances to win, and which hands win."""
        return self.source.sample_wins(rng, size)

    def deal(self, rng: np.random.Generator) -> RedDogDeal:
        """A hand for the bettor and the card that will be turned."""
        if not isinstance(self.source, RealDeck):
            raise Unavailable("only the real deck can be dealt to a person, not the continuous one")
        return RedDogDeal(self.source, self.stakes, *self.source.deal(rng))


@dataclass(frozen=True)
class RedDogDeal:
    """One deal of the real deck: the bettor's hand, and the next card, which he does not see yet."""

    deck: RealDeck
    stakes: Stakes
    hand: tuple[Card, ...]
    next_card: Card

    @property
    def wins(self) -> bool:
        """Whether the hand holds a higher card of the next card's suit."""
        rank = self.deck.rank
        return any(c.suit == self.next_card.suit and rank(c) > rank(self.next_card) for c in self.hand)

    def payoff(self, bet: Fraction | int | None) -> Fraction:
        """What the bettor gains with this bet, or by folding (None)."""
        if bet is None:
            return -self.stakes.ante
        if not self.stakes.low <= bet <= self.stakes.high:
            raise InputError(f"bet from {self.stakes.low} to {self.stakes.high}, not {bet}")
        return (1 if self.wins else -1) * (self.stakes.ante + bet)
