"""Red Dog: bet that your hand holds a higher card, in its suit, than the next card of the deck.

The bettor and the dealer ante one each. The bettor folds, or bets f between the least and the greatest bet. Then
a card is turned: a hand with a higher card of its suit wins f + 1, any other loses f + 1. The hands come from

- a real deck (`RealDeck`). With 4 of 52 cards and bets from one: fold if the top ranks (2 counts 1, …, ace 13)
  sum to less than 16, bet the most from 28 on;
- one rank on [0, 1] in each of n suits (`RankPerSuit`), the turned card of suit i with probability p_i;
- the same with voids (`ScatteredRanks`): each card falls into suit i with probability p_i.

(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from operator import add, mul
from typing import ClassVar

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError, InputError, Unavailable
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import Number, as_fraction
from zerosum.games.cards import FACES, SUITS, Card, full_deck, parse_cards
from zerosum.models.solo.engines.wager.card_distribution import (
    CardDistribution,
    card_distribution,
    win_chance,
)
from zerosum.models.solo.engines.wager.rules import HALF, Stakes, WagerGame
from zerosum.models.solo.engines.wager.win_chance import (
    ChanceDistribution,
    ExactDistribution,
    WinChance,
    best_of,
)

MAX_HANDS = 3_000_000
"""Largest number of hands that are listed one by one."""


@dataclass(frozen=True)
class RedDog(WagerGame):
    """Bet that your hand beats the next card in its suit."""

    name: ClassVar[str] = "red-dog"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "bet that your hand beats the next card in its suit"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 2"
    tagline: ClassVar[str] = "You hold four cards, and one more is to come. Is it worth a bet?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"ranks": "6"}

    sliders: ClassVar[Sliders] = {
        "cards": (1, 4),
        "suits": (1, 4),
        "ranks": (5, 13),
        "max_bet": (1, 10),
        "min_bet": (0.05, 1),
    }
    deck: str = option("cards", "a real deck, or ranks on [0, 1]", choices=("cards", "continuous"))
    cards: int = option(4, "cards in the bettor's hand (real deck, or with voids)")
    suits: int = option(4, "number of suits")
    ranks: int = option(13, "number of ranks in a suit of the real deck")
    max_bet: Fraction | int = option(5, "the highest bet, M")
    min_bet: Fraction | int = option(1, "the lowest bet")
    ante: Fraction | int = option(1, "amount lost by folding")
    aces: str = option("high", "whether the ace is high or low", choices=("high", "low"))
    weights: tuple[Fraction, ...] = option(
        (), "probability of each suit for the turned card (continuous deck only) [default: equal]"
    )
    dealt: str | CardDistribution = option(
        "uniform", "distribution F of a dealt card: uniform, steps(13), beta(2,3), values(0:1/4,1:3/4)"
    )
    turned: str | CardDistribution = option(
        "uniform", "distribution G of the turned card, in the same notation"
    )
    voids: bool = option(False, "deal cards to random suits, so that some may be void (continuous deck only)")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("max_bet", "min_bet", "ante"):
            if not isinstance(getattr(self, name), int):
                object.__setattr__(self, name, as_fraction(getattr(self, name)))
        object.__setattr__(self, "weights", tuple(map(as_fraction, self.weights)))
        _ = self.stakes, self.source

    @property
    def title(self) -> str:
        """The title, with what distinguishes this game of Red Dog."""
        stakes = f"bets {self.min_bet} to {self.max_bet}" + f", ante {self.ante}" * (self.ante != 1)
        others = self.besides("suits", "aces") if self.deck == "cards" else self.besides("weights")
        if self.deck == "cards":
            return f"Red Dog · {self.cards} of {self.suits * self.ranks} cards · {stakes}{others}"
        shape = f"{self.suits} suits" + f", {self.cards} cards, voids" * self.voids
        distributions = "" if self._is_plain else f" · {self.dealt} against {self.turned}"
        return f"Red Dog · continuous, {shape if self.suits > 1 else 'one card'}{distributions} · {stakes}{others}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        bets = " or ".join(map(str, dict.fromkeys((self.min_bet, self.max_bet))))
        return (
            f"The deck has {self.suits} "
            f"suits{f' of {self.ranks} ranks' if self.deck == 'cards' else ''}. You are dealt "
            f"{self.cards} card{'s' * (self.cards != 1)}. Fold and lose the ante of {self.ante}, or "
            f"bet {bets}. Then the next card is turned over.",
            "If you hold a higher card of that suit, you win the bet plus the ante; otherwise you lose both.",
            f"The ace is {self.aces}.",
        )

    @cached_property
    def stakes(self) -> Stakes:
        """The ante, the smallest bet and the largest."""
        return Stakes(Fraction(self.ante), Fraction(self.min_bet), Fraction(self.max_bet))

    @cached_property
    def source(self) -> RealDeck | RankPerSuit:
        """The source of the hands and of the turned card."""
        return self._real_deck() if self.deck == "cards" else self._continuous()

    def _real_deck(self) -> RealDeck:
        deck = RealDeck(self.suits, self.ranks, self.cards, aces_high=self.aces == "high")
        if self.weights or self.voids or not self._is_plain:
            raise GameError("weights, voids, dealt and turned belong to the continuous deck")
        return deck

    def _continuous(self) -> RankPerSuit:
        if not 1 <= self.suits <= 16:
            raise GameError(f"the continuous game must have 1 to 16 suits, not {self.suits}")
        if self.weights and (
            len(self.weights) != self.suits or sum(self.weights) != 1 or min(self.weights) < 0
        ):
            raise GameError(
                f"give {self.suits} weights that sum to 1, such as "
                + ",".join([f"1/{self.suits}"] * self.suits)
            )
        if self.voids and not (self._is_plain and 1 <= self.cards <= 12 and self.suits <= 6):
            raise GameError("with voids, the cards must be uniform, with at most 12 cards in at most 6 suits")
        weights = self.weights or (Fraction(1, self.suits),) * self.suits
        dealt, turned = map(card_distribution, (self.dealt, self.turned))
        turned = dealt if self.dealt == self.turned else turned
        if self.voids:
            return ScatteredRanks(weights, dealt, turned, self.cards)
        return RankPerSuit(weights, dealt, turned)

    @property
    def _is_plain(self) -> bool:
        return self.dealt == self.turned == "uniform"

    def win_chance(self) -> WinChance:
        """Return the distribution of the win probability over all hands."""
        return self.source.win_chance()

    def groups(self) -> Mapping[str, ChanceDistribution]:
        """Return the hands by the number of suits that they hold, if suits may be void."""
        return {
            f"{held} suit{'s' * (held > 1)}": distribution
            for held, distribution in self.source.by_suits().items()
        }

    def chance_of(self, hand: str) -> Number:
        """Return the win probability of a hand: cards, "AS 7H 7D 2C", or one rank for each suit, "0.3 0.9 1/2
        0".
        """
        return self.source.chance_of(hand)

    def remarks(self) -> tuple[str, ...]:
        """Return the thresholds in terms of the game."""
        return (self.source.rule(self.stakes.fold_below),)

    def hands(self) -> Iterable[tuple[str, Number, Number]]:
        """Return every hand of the real deck as typed, its win probability, and the probability of the hand."""
        return self.source.hands() if isinstance(self.source, RealDeck) else ()

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal `size` hands and turn a card for each; return their win probabilities, and which of them win."""
        return self.source.sample_wins(rng, size)

    def deal(self, rng: np.random.Generator) -> RedDogDeal:
        """Return a hand for the bettor and the card that will be turned."""
        if not isinstance(self.source, RealDeck):
            raise Unavailable("you can play only with the real deck, not with the continuous one")
        return RedDogDeal(self.source, self.stakes, *self.source.deal(rng))


@dataclass(frozen=True)
class RedDogDeal:
    """One deal of the real deck: the bettor's hand, and the next card, which is still hidden."""

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
        """Return the bettor's gain with this bet, or by folding (None)."""
        if bet is None:
            return -self.stakes.ante
        if not self.stakes.low <= bet <= self.stakes.high:
            raise InputError(f"the bet must be from {self.stakes.low} to {self.stakes.high}, not {bet}")
        return (1 if self.wins else -1) * (self.stakes.ante + bet)


@dataclass(frozen=True)
class RealDeck:
    """A deck whose suits have the same number of ranks; a hand is dealt, and the next card is turned.

    A hand whose top card in suit i has rank r_i (counted from 1) beats r_i - 1 cards of that suit, less the other cards
    of the suit that it holds itself. So it beats (sum of r_i over its suits) - (number of its cards) of the cards left,
    and nothing in a void suit.
    """

    suits: int
    ranks: int
    held: int
    """The number of cards in a hand."""
    aces_high: bool

    def __post_init__(self) -> None:
        if not 1 <= self.suits <= 4 or not 1 <= self.ranks <= 13:
            raise GameError(
                f"a real deck must have 1 to 4 suits of 1 to 13 ranks, not {self.suits} of {self.ranks};"
                " the continuous deck has up to 16 suits"
            )
        if not 1 <= self.held < self.size:
            raise GameError(
                f"a hand of {self.held} and one more card cannot be dealt from a deck of {self.size} cards"
            )

    @property
    def size(self) -> int:
        """The number of cards in the deck."""
        return self.suits * self.ranks

    @property
    def left(self) -> int:
        """The number of cards left after the hand is dealt."""
        return self.size - self.held

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card."""
        return full_deck(self.faces, SUITS[: self.suits])

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The faces in ascending order; a short deck keeps those nearest the ace."""
        return (*FACES[1:], FACES[0])[-self.ranks :] if self.aces_high else FACES[: self.ranks]

    def rank(self, card: Card) -> int:
        """Return the rank of a card, counted from 1 for the lowest."""
        return self.faces.index(card.face) + 1

    def win_chance(self) -> WinChance:
        """Return the distribution of the win probability over all hands."""
        return WinChance.exactly(reduce(add, self.by_suits().values()))

    def by_suits(self) -> dict[int, ExactDistribution]:
        """Return the distribution of the win probability by the number of suits held; its mass is the share
        of those hands.
        """
        total = math.comb(self.size, self.held)
        distributions: dict[int, dict[Fraction, Fraction]] = {}
        for (suits, beaten), hands in sorted(self.hand_counts().items()):
            distributions.setdefault(suits, {})[Fraction(beaten, self.left)] = Fraction(hands, total)
        return {suits: ExactDistribution.atoms(distribution) for suits, distribution in distributions.items()}

    def hand_counts(self) -> Counter[tuple[int, int]]:
        """Return the number of hands by suits held and by the number of remaining cards that they beat, by
        generating functions.

        A suit with c cards, the highest of rank r, can be held in C(r - 1, c - 1) ways.
        """
        partial: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
        for _ in range(self.suits):
            longer = Counter(partial)
            for (cards, suits, tops), ways in partial.items():
                for c in range(1, min(self.held - cards, self.ranks) + 1):
                    for r in range(c, self.ranks + 1):
                        longer[cards + c, suits + 1, tops + r] += ways * math.comb(r - 1, c - 1)
            partial = longer
        return Counter(
            {(suits, tops - cards): n for (cards, suits, tops), n in partial.items() if cards == self.held}
        )

    def chance_of(self, hand: str) -> Fraction:
        """Return the win probability of a hand, such as "AS 7H 7D 2C"."""
        return self.chance_of_cards(self.read(hand))

    def chance_of_cards(self, hand: Sequence[Card]) -> Fraction:
        """Return the probability that the hand beats the next card in its suit."""
        tops: dict[str, int] = {}
        for card in hand:
            tops[card.suit] = max(tops.get(card.suit, 0), self.rank(card))
        return Fraction(sum(tops.values()) - len(hand), self.size - len(hand))

    def read(self, hand: str) -> tuple[Card, ...]:
        """Parse the hand that a person typed, checked against the deck."""
        cards = parse_cards(hand)
        strange = next((card for card in cards if card not in self.cards), None)
        if strange is not None:
            raise InputError(f"{strange} is not in a deck of {self.suits} suits of {self.ranks} ranks")
        if len(cards) != self.held:
            raise InputError(f"a hand must have {self.held} cards, but {hand!r} has {len(cards)}")
        return cards

    def rule(self, fold_below: Fraction) -> str:
        """Return a rule for when to fold and when to bet the maximum, by the top ranks held."""
        fold, high = (self.left * win + self.held for win in (fold_below, HALF))
        lowest = f"{self.faces[0]} counts 1, {self.faces[-1]} counts {self.ranks}"
        return f"Add the top rank of each suit held ({lowest}): fold below {fold}, bet the maximum from {high} up."

    def hands(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """Yield every hand as typed, its win probability, and the probability of the hand; none if there are
        too many.
        """
        count = math.comb(self.size, self.held)
        if count > MAX_HANDS:
            return
        share = Fraction(1, count)
        for hand in combinations(self.cards, self.held):
            yield " ".join(map(str, hand)), self.chance_of_cards(hand), share

    def deal(self, rng: np.random.Generator) -> tuple[tuple[Card, ...], Card]:
        """Return a hand, and the card that will be turned."""
        *hand, turned = (self.cards[i] for i in rng.permutation(self.size)[: self.held + 1].tolist())
        return tuple(hand), turned

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Shuffle `size` decks, only as far as cards are dealt; return the win probabilities, and which hands
        win.
        """
        each = np.arange(size)
        decks = np.tile(np.arange(self.size, dtype=np.int8), (size, 1))
        tops = np.zeros((self.suits, size))
        for i in range(self.held + 1):
            j = rng.integers(i, self.size, size=size)
            card = decks[each, j]
            decks[each, j] = decks[:, i]
            suit, rank = card // self.ranks, card % self.ranks + 1
            if i < self.held:
                tops[suit, each] = np.maximum(tops[suit, each], rank)
        return (tops.sum(axis=0) - self.held) / self.left, tops[suit, each] > rank


@dataclass(frozen=True)
class RankPerSuit:
    """One card in each suit, of a rank on [0, 1] or of any other distribution.

    The turned card is of suit i with probability p_i and of a rank drawn from G, so a hand whose best rank in suit i is
    x_i wins with chance p_1 G(x_1) + … + p_n G(x_n), where x_i = 0 in a void suit. One suit is the paper's first
    game, with thresholds a_1 = inf{x: 4G(x) >= 1} and x_0 = inf{x: 2G(x) >= 1}.
    """

    weights: tuple[Fraction, ...]
    """The probability p_i that a card of suit i is turned."""
    dealt: CardDistribution
    """The distribution F of a dealt card."""
    turned: CardDistribution
    """The distribution G of the turned card."""

    @property
    def suits(self) -> int:
        """The number of suits."""
        return len(self.weights)

    @cached_property
    def chances(self) -> list[float]:
        """The weights as floats."""
        return [float(p) for p in self.weights]

    def thresholds(self, fold_below: Fraction) -> tuple[Number, Number]:
        """Return a_1 and x_0 of the one-card game: fold below the first, bet the maximum from the second up."""
        return self.turned.ppf(fold_below), self.turned.ppf(HALF)

    def win_chance(self) -> WinChance:
        """Return the distribution of the win probability over all hands."""
        return win_chance(self.dealt, self.turned, self.weights)

    def by_suits(self) -> dict[int, ExactDistribution]:
        """Return nothing: every hand holds all suits."""
        return {}

    def chance_of(self, hand: str) -> Number:
        """Return the win probability of a hand: one rank for each suit, "0.3 0.9 1/2 0"."""
        try:
            ranks = [as_fraction(word) for word in hand.replace(",", " ").split()]
        except InputError:
            raise InputError(
                f'give one rank for each suit, such as "{"0.5 " * self.suits}", not {hand!r}'
            ) from None
        if len(ranks) != self.suits:
            raise InputError(f"give {self.suits} ranks, one for each suit (0 for a void), not {len(ranks)}")
        return sum((p * self.turned.cdf(x) for p, x in zip(self.weights, ranks, strict=True)), Fraction(0))

    def rule(self, fold_below: Fraction) -> str:
        """Return a rule for when to fold and when to bet the maximum, by the ranks."""
        if self.suits > 1:
            return _rule_of_sums(fold_below)
        a1, x0 = self.thresholds(fold_below)
        return f"Fold below a1 = {float(a1):.10g}; bet the maximum from x0 = {float(x0):.10g} up."

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal `size` hands and turn a card for each; return their win probabilities, and which of them win."""
        hands = np.stack([self.dealt.draw(rng, size) for _ in range(self.suits)])
        chance = np.tensordot(self.chances, np.asarray(self.turned.cdf(hands), dtype=float), 1)
        suit = rng.choice(self.suits, size=size, p=self.chances)
        return chance, hands[suit, np.arange(size)] >= self.turned.draw(rng, size)


@dataclass(frozen=True)
class ScatteredRanks(RankPerSuit):
    """Uniform cards, each of which falls into suit i with probability p_i, so that some suits may be void."""

    held: int
    """The number of cards in a hand."""

    def win_chance(self) -> WinChance:
        """Return the distribution of the win probability over all hands."""
        return WinChance.exactly(reduce(add, self.by_suits().values()))

    def by_suits(self) -> dict[int, ExactDistribution]:
        """Return the distribution of the win probability by the number of suits held; its mass is the share
        of those hands.
        """
        distributions: dict[int, ExactDistribution] = {}
        for counts in _compositions(self.held, self.suits):
            orders = math.factorial(self.held) // math.prod(map(math.factorial, counts))
            pairs = list(zip(self.weights, counts, strict=True))
            share = orders * math.prod((p**c for p, c in pairs), start=Fraction(1))
            distribution = reduce(mul, (best_of(c, p) for p, c in pairs)).scaled(share)
            suits = sum(c > 0 for c in counts)
            distributions[suits] = (
                distributions[suits] + distribution if suits in distributions else distribution
            )
        return dict(sorted(distributions.items()))

    def rule(self, fold_below: Fraction) -> str:
        """Return a rule for when to fold and when to bet the maximum, by the best rank of each suit."""
        return _rule_of_sums(fold_below)

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, Bools]:
        """Deal uniform cards to random suits; return the win probabilities, and which hands win."""
        each, tops = np.arange(size), np.zeros((self.suits, size))
        suits = rng.choice(self.suits, size=(self.held + 1, size), p=self.chances)
        ranks = rng.random((self.held + 1, size))
        for suit, rank in zip(suits[:-1], ranks[:-1], strict=True):
            tops[suit, each] = np.maximum(tops[suit, each], rank)
        return np.tensordot(self.chances, tops, 1), tops[suits[-1], each] > ranks[-1]


def _rule_of_sums(fold_below: Fraction) -> str:
    return f"Fold if the sum of p_i G(x_i) is below {fold_below}; bet the maximum if it is at least 1/2."


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write `total` as an ordered sum of `parts` numbers, zeros allowed."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
