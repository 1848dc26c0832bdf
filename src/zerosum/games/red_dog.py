"""Red Dog: bet that your hand holds a higher card, in its suit, than the next card of the deck.

The bettor and the dealer ante one each. He folds, or bets f between the least and the greatest bet; then a
card is turned, and he wins f + 1 if he holds a higher card of its suit, else he loses f + 1. Three decks:

- `cards`: a real deck, the hand dealt without replacement. A hand whose top card in suit i has rank r_i
  (counted from 1) beats r_i - 1 cards of that suit, less the other cards of the suit that it holds itself.
  So it beats (sum of r_i over its suits) - (number of its cards) of the cards left, and nothing in a void
  suit. With 4 of 52 cards and bets from one: fold if the top ranks (2 counts 1, …, ace 13) sum to less than
  16, bet the most from 28 on.
- `continuous`: one card x_i in each of n suits, the turned card of suit i with probability p_i. One suit is
  the paper's first game, with thresholds a_1 = inf{x: 4G(x) >= 1} and x_0 = inf{x: 2G(x) >= 1}.
- `continuous` with `voids`: each card falls into suit i with probability p_i, so that suits may be void.

(R. Bellman and D. Blackwell, On Games Involving Bluffing, 1950, section 2.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from operator import mul
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.arrays import Floats
from zerosum.errors import GameError, InputError
from zerosum.games.cards import FACES, SUITS, Card, full_deck, parse_cards
from zerosum.models.card_law import CardLaw, card_law, draw_from, quantile, reached, win_chance
from zerosum.models.game import option
from zerosum.models.wager import Stakes, WagerGame
from zerosum.models.win_chance import Law, PowerLaw, WinChance, best_of
from zerosum.numbers import Number, exact_number

__all__ = ["RedDog", "RedDogDeal"]


MOST_HANDS = 3_000_000
"""So many hands are gone through one by one at the most."""


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
        _ = self.stakes
        if self.deck == "cards":
            self._check_cards()
        else:
            self._check_continuous()

    def _check_cards(self) -> None:
        if not 1 <= self.suits <= 4 or not 1 <= self.ranks <= 13:
            raise GameError(
                f"a real deck has 1 to 4 suits of 1 to 13 ranks, not {self.suits} of {self.ranks};"
                " --deck continuous has any number of suits"
            )
        if not 1 <= self.cards < self.suits * self.ranks:
            raise GameError(
                f"{self.cards} cards cannot be dealt and one more turned from {self.suits * self.ranks}"
            )
        if self.weights or self.voids or (self.dealt, self.turned) != ("uniform", "uniform"):
            raise GameError("weights, voids, dealt and turned belong to --deck continuous")

    def _check_continuous(self) -> None:
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
        _ = self.laws

    @property
    def title(self) -> str:
        """One line that says which Red Dog this is."""
        stakes = f"bets {self.min_bet} to {self.max_bet}" + f", ante {self.ante}" * (self.ante != 1)
        if self.deck == "cards":
            return f"Red Dog · {self.cards} of {self.suits * self.ranks} cards · {stakes}"
        shape = f"{self.suits} suits" + f", {self.cards} cards, voids" * self.voids
        laws = "" if self._is_plain else f" · {self.dealt} against {self.turned}"
        return f"Red Dog · continuous, {shape if self.suits > 1 else 'one card'}{laws} · {stakes}"

    @cached_property
    def stakes(self) -> Stakes:
        """The ante, the least bet and the greatest."""
        return Stakes(Fraction(self.ante), Fraction(self.min_bet), Fraction(self.max_bet))

    @property
    def suit_weights(self) -> tuple[Fraction, ...]:
        """The chance of each suit to be turned up."""
        return tuple(map(Fraction, self.weights)) or (Fraction(1, self.suits),) * self.suits

    @property
    def laws(self) -> tuple[CardLaw, CardLaw]:
        """F of a dealt card and G of the turned card."""
        dealt, turned = (card_law(law) if isinstance(law, str) else law for law in (self.dealt, self.turned))
        return dealt, dealt if self.dealt == self.turned else turned

    @property
    def thresholds(self) -> tuple[Number, Number]:
        """a_1 and x_0 of the one-card continuous game: fold below the one, bet the most from the other on."""
        turned = self.laws[1]
        return quantile(turned, self.stakes.fold_below), quantile(turned, Fraction(1, 2))

    @property
    def _is_plain(self) -> bool:
        return self.dealt == self.turned == "uniform"

    # the law of the win chance

    def win_chance(self) -> WinChance:
        """The law of the chance to win, over all hands."""
        if self.deck == "cards" or self.voids:
            return WinChance.exactly(reduce(lambda a, b: a + b, self._by_suits().values()))
        return win_chance(*self.laws, self.suit_weights)

    def groups(self) -> Mapping[str, Law]:
        """The hands by the number of suits that they hold, where some may be void."""
        if self.deck != "cards" and not self.voids:
            return {}
        return {f"{held} suit{'s' * (held > 1)}": law for held, law in self._by_suits().items()}

    def _by_suits(self) -> dict[int, PowerLaw]:
        """The law for each number of suits held, its mass the share of those hands."""
        return self._cards_by_suits() if self.deck == "cards" else self._continuous_by_suits()

    def _cards_by_suits(self) -> dict[int, PowerLaw]:
        left = self.suits * self.ranks - self.cards
        total = math.comb(self.suits * self.ranks, self.cards)
        laws: dict[int, dict[Fraction, Fraction]] = {}
        for (held, beaten), hands in sorted(self.hand_counts().items()):
            laws.setdefault(held, {})[Fraction(beaten, left)] = Fraction(hands, total)
        return {held: PowerLaw.atoms(law) for held, law in laws.items()}

    def hand_counts(self) -> Counter[tuple[int, int]]:
        """How many hands hold so many suits and beat so many of the cards left, by generating functions.

        A suit with c cards, the highest of rank r, can be held in C(r - 1, c - 1) ways.
        """
        partial: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
        for _ in range(self.suits):
            longer = Counter(partial)
            for (cards, held, tops), ways in partial.items():
                for c in range(1, min(self.cards - cards, self.ranks) + 1):
                    for r in range(c, self.ranks + 1):
                        longer[cards + c, held + 1, tops + r] += ways * math.comb(r - 1, c - 1)
            partial = longer
        return Counter(
            {(held, tops - cards): n for (cards, held, tops), n in partial.items() if cards == self.cards}
        )

    def _continuous_by_suits(self) -> dict[int, PowerLaw]:
        laws: dict[int, PowerLaw] = {}
        for counts in _compositions(self.cards, self.suits):
            orders = math.factorial(self.cards) // math.prod(map(math.factorial, counts))
            pairs = list(zip(self.suit_weights, counts, strict=True))
            share = orders * math.prod((p**c for p, c in pairs), start=Fraction(1))
            law = reduce(mul, (best_of(c, p) for p, c in pairs)).scaled(share)
            held = sum(c > 0 for c in counts)
            laws[held] = laws[held] + law if held in laws else law
        return dict(sorted(laws.items()))

    # one hand

    def chance_of(self, hand: str) -> Number:
        """The chance that a hand wins: cards, "AS 7H 7D 2C", or one rank for each suit, "0.3 0.9 1/2 0"."""
        return (
            self.chance_of_cards(self.read_cards(hand))
            if self.deck == "cards"
            else self._chance_of_ranks(hand)
        )

    def chance_of_cards(self, hand: Sequence[Card]) -> Fraction:
        """The chance that the next card is beaten in its suit."""
        tops = {
            suit: max(self.rank(card) for card in hand if card.suit == suit)
            for suit in {c.suit for c in hand}
        }
        return Fraction(sum(tops.values()) - len(hand), self.suits * self.ranks - len(hand))

    def read_cards(self, hand: str) -> tuple[Card, ...]:
        """The hand that a person typed, checked against the deck."""
        cards = parse_cards(hand)
        faces, suits = self._faces, SUITS[: self.suits]
        strange = next((card for card in cards if card.face not in faces or card.suit not in suits), None)
        if strange is not None:
            raise InputError(f"{strange} is not in a deck of {self.suits} suits of {self.ranks} ranks")
        if len(cards) != self.cards:
            raise InputError(
                f"a hand has {self.cards} cards, but {hand!r} has {len(cards)}; --cards changes that"
            )
        return cards

    def rank(self, card: Card) -> int:
        """The rank of a card, the lowest counting 1."""
        return self._faces.index(card.face) + 1

    @cached_property
    def _faces(self) -> tuple[str, ...]:
        """The faces of the deck from the lowest; a short deck keeps those nearest the ace."""
        return FACES[: self.ranks] if self.aces == "low" else (*FACES[1:], FACES[0])[-self.ranks :]

    def full_deck(self) -> tuple[Card, ...]:
        """Every card of the real deck."""
        return self._deck

    @cached_property
    def _deck(self) -> tuple[Card, ...]:
        return full_deck(self._faces, SUITS[: self.suits])

    def _chance_of_ranks(self, hand: str) -> Number:
        turned = self.laws[1]
        try:
            ranks = [exact_number(word) for word in hand.replace(",", " ").split()]
        except InputError:
            raise InputError(
                f'type one rank for each suit, such as "{"0.5 " * self.suits}", not {hand!r}'
            ) from None
        if len(ranks) != self.suits:
            raise InputError(f"type {self.suits} ranks, one for each suit (0 for a void), not {len(ranks)}")
        return sum(
            (p * reached(turned, x) for p, x in zip(self.suit_weights, ranks, strict=True)), Fraction(0)
        )

    def remarks(self) -> tuple[str, ...]:
        """The rule in the words of the game."""
        t = self.stakes.fold_below
        if self.deck == "cards":
            left = self.suits * self.ranks - self.cards
            fold, high = (Fraction(left) * w + self.cards for w in (t, Fraction(1, 2)))
            lowest = f"{self._faces[0]} counts 1, {self._faces[-1]} counts {self.ranks}"
            rule = f"fold below {fold}, bet the most from {high} on"
            return (f"Add the top rank of each suit held ({lowest}): {rule}.",)
        if self.suits == 1 and not self.voids:
            a1, x0 = self.thresholds
            return (f"Fold below a1 = {float(a1):.10g}; bet the most from x0 = {float(x0):.10g} on.",)
        return (f"Fold where the sum of p_i G(x_i) is below {t}; bet the most where it is 1/2 or more.",)

    # play

    def deal(self, rng: np.random.Generator) -> RedDogDeal:
        """A hand for the bettor and the card that will be turned."""
        if self.deck == "cards":
            deck = self._deck
            order = [deck[i] for i in rng.permutation(len(deck))[: self.cards + 1].tolist()]
            return RedDogDeal(self, tuple(order[:-1]), order[-1])
        raise GameError("only the real deck can be dealt to a person: play without --deck continuous")

    def hands(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """Every hand of the real deck as a person types it, its chance to win, and that of being dealt."""
        count = math.comb(self.suits * self.ranks, self.cards)
        if self.deck != "cards" or count > MOST_HANDS:
            return
        share = Fraction(1, count)
        for hand in combinations(self._deck, self.cards):
            yield " ".join(map(str, hand)), self.chance_of_cards(hand), share

    def sample_wins(self, rng: np.random.Generator, size: int) -> tuple[Floats, NDArray[np.bool_]]:
        """Deal so many hands and turn a card for each: the chances to win, and which hands win."""
        if self.deck == "cards":
            return self._deal_cards(rng, size)
        if self.voids:
            return self._deal_to_suits(rng, size)
        dealt, turned = self.laws
        hands = np.stack([draw_from(dealt, rng, size) for _ in range(self.suits)])
        chance = np.tensordot(self._chances, np.asarray(turned.cdf(hands), dtype=float), 1)
        suit = rng.choice(self.suits, size=size, p=self._chances)
        return chance, hands[suit, np.arange(size)] >= draw_from(turned, rng, size)

    def _deal_cards(self, rng: np.random.Generator, size: int) -> tuple[Floats, NDArray[np.bool_]]:
        """Shuffle so many real decks, only as far as they are dealt."""
        each, total = np.arange(size), self.suits * self.ranks
        decks = np.tile(np.arange(total, dtype=np.int8), (size, 1))
        tops = np.zeros((self.suits, size))
        for i in range(self.cards + 1):
            j = rng.integers(i, total, size=size)
            card = decks[each, j]
            decks[each, j] = decks[:, i]
            suit, rank = card // self.ranks, card % self.ranks + 1
            if i < self.cards:
                tops[suit, each] = np.maximum(tops[suit, each], rank)
        return (tops.sum(axis=0) - self.cards) / (total - self.cards), tops[suit, each] > rank

    def _deal_to_suits(self, rng: np.random.Generator, size: int) -> tuple[Floats, NDArray[np.bool_]]:
        """Deal uniform cards to random suits."""
        each, tops = np.arange(size), np.zeros((self.suits, size))
        suits = rng.choice(self.suits, size=(self.cards + 1, size), p=self._chances)
        ranks = rng.random((self.cards + 1, size))
        for suit, rank in zip(suits[:-1], ranks[:-1], strict=True):
            tops[suit, each] = np.maximum(tops[suit, each], rank)
        return np.tensordot(self._chances, tops, 1), tops[suits[-1], each] > ranks[-1]

    @property
    def _chances(self) -> list[float]:
        """The suits' chances to be turned, in floats."""
        return [float(p) for p in self.suit_weights]


@dataclass(frozen=True)
class RedDogDeal:
    """One deal of the real deck: the bettor's hand, and the next card, which he does not see yet."""

    game: RedDog
    hand: tuple[Card, ...]
    next_card: Card

    @property
    def wins(self) -> bool:
        """Whether the hand holds a higher card of the next card's suit."""
        rank = self.game.rank
        return any(c.suit == self.next_card.suit and rank(c) > rank(self.next_card) for c in self.hand)

    def payoff(self, bet: Fraction | int | None) -> Fraction:
        """What the bettor gains with this bet, or by folding (None)."""
        stakes = self.game.stakes
        if bet is None:
            return -stakes.ante
        if not stakes.low <= bet <= stakes.high:
            raise InputError(f"bet from {stakes.low} to {stakes.high}, not {bet}")
        return (1 if self.wins else -1) * (stakes.ante + bet)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as an ordered sum of some parts, zeros allowed."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
