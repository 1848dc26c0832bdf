"""An infinite deck: totals of hands, the final totals of a dealer with a rule, and the probability to beat him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

__all__ = ["Held", "Shoe", "StandRule"]


class Held(NamedTuple):
    """The sum of some cards, aces counted low, and whether an ace is among them."""

    sum: int = 0
    ace: bool = False


class StandRule(NamedTuple):
    """The lowest totals at which a dealer stands: hard ones, and soft ones, in which an ace counts high."""

    hard: int
    soft: int
    hole: int = 0
    """A total from `hard` on with which the dealer hits nevertheless; 0 for none."""


@dataclass(frozen=True)
class Shoe:
    """An infinite deck."""

    deck: tuple[tuple[int, int], ...]
    """Pairs of what a card counts and the number of such cards in a pack."""
    goal: int
    """The total that nobody may exceed."""
    soft: int = 0
    """How much more an ace, the card that counts 1, may count; 0 if aces are never high."""

    @cached_property
    def chances(self) -> tuple[tuple[int, Fraction], ...]:
        """The probability of each card."""
        whole = sum(copies for _, copies in self.deck)
        return tuple((card, Fraction(copies, whole)) for card, copies in self.deck)

    @cached_property
    def safe(self) -> int:
        """The smallest hard total with which a hit may bust."""
        return self.goal - max(card for card, _ in self.deck) + 1

    def with_card(self, held: Held, card: int) -> Held:
        """Return the hand with one more card."""
        return Held(held.sum + card, held.ace or (self.soft > 0 and card == 1))

    def total(self, held: Held) -> int:
        """Return the best total."""
        return held.sum + self.soft if held.ace and held.sum + self.soft <= self.goal else held.sum

    def stands(self, rule: StandRule, held: Held) -> bool:
        """Return whether a dealer who follows the rule stands with these cards."""
        total = self.total(held)
        return total != rule.hole and total >= (rule.soft if total > held.sum else rule.hard)

    @cache  # noqa: B019 - there are as many shoes as games
    def ends(self, rule: StandRule) -> dict[int, int]:
        """Return the probability of each final total of a dealer who follows the rule; -1 means bust.

        The numbers are whole: probabilities times the size of the pack to the power of the goal plus one. On the way
        there, a hand's probability is multiplied by the size of the pack to the power of the hand's sum.
        """
        pack = sum(copies for _, copies in self.deck)
        weights, found = {Held(): 1}, dict[int, int]()
        for held in (Held(total, ace) for total in range(self.goal + 1) for ace in (False, True)):
            weight, left = weights.pop(held, 0), pack ** (self.goal - held.sum)
            if weight and self.stands(rule, held):
                last = self.total(held)
                found[last] = found.get(last, 0) + weight * left * pack
            elif weight:
                for card, copies in self.deck:
                    if held.sum + card > self.goal:
                        found[-1] = found.get(-1, 0) + weight * left * copies
                    else:
                        after = self.with_card(held, card)
                        weights[after] = weights.get(after, 0) + weight * copies * pack ** (card - 1)
        return found

    @cache  # noqa: B019
    def beats(self, total: int, rule: StandRule) -> Fraction:
        """Return the probability that a total beats a dealer who follows the rule; the dealer wins ties."""
        ends = self.ends(rule)
        return Fraction(sum(weight for last, weight in ends.items() if last < total), sum(ends.values()))

    @cache  # noqa: B019
    def totals(self, shown: Held) -> tuple[int, int]:
        """Return the lowest and the highest total of a player with these face-up cards and one face-down
        card.
        """
        hands = [self.with_card(shown, card) for card, _ in self.deck if shown.sum + card <= self.goal]
        found = [self.total(hand) for hand in hands]
        return min(found), max(found)

    @cache  # noqa: B019
    def rules(self, shown: Held) -> tuple[StandRule, ...]:
        """Return the dealer's rules that can be optimal against a player with these face-up cards.

        A dealer whose total is below every total that the player may have hits, and so does a dealer who
        cannot bust; a dealer who beats every such total stands. Soft totals hit wherever hard ones do,
        because they cannot go over. Hard totals stand from some total on if low cards are equally likely, as
        in blackjack; otherwise there may be a hole.
        """
        low, high = (max(total, self.safe) for total in self.totals(shown))
        span = range(low, high + 1)
        if self.soft:
            return tuple(StandRule(hard, soft) for hard in span for soft in span[hard - low :])
        return tuple(StandRule(hard, hard, hole) for hard in span for hole in (0, *range(hard + 1, high)))

    @cache  # noqa: B019
    def chased(self, held: Held, closed: int, house: StandRule) -> Fraction:
        """Return the probability of winning for a player who must hit once more and then plays freely,
        against a dealer's rule.

        The dealer adapts the rule to what can be optimal against the cards shown.
        """
        return sum(
            (
                p * max(self.compared(then, closed, house), self.chased(then, closed, house))
                for card, p in self.chances
                for then in [self.with_card(held, card)]
                if then.sum + closed <= self.goal
            ),
            Fraction(0),
        )

    def compared(self, shown: Held, closed: int, house: StandRule) -> Fraction:
        """Return the probability of winning for a player who stands."""
        return self.beats(self.total(self.with_card(shown, closed)), self.adapted(shown, house))

    def adapted(self, shown: Held, house: StandRule) -> StandRule:
        """Return a dealer's rule, reduced to the part that can be optimal against the cards shown."""
        low, high = (max(total, self.safe) for total in self.totals(shown))
        return StandRule(min(max(house.hard, low), high), min(max(house.soft, low), high))
