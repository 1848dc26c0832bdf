"""An unlimited deck of cards that count: hands, what a dealer who keeps to a rule ends with, and who beats him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

__all__ = ["Held", "Rule", "Shoe"]


class Held(NamedTuple):
    """The sum of some cards, aces counted low, and whether an ace is among them."""

    sum: int = 0
    ace: bool = False


class Rule(NamedTuple):
    """The totals from which on a dealer sticks: hard ones, and soft ones, in which an ace counts high."""

    hard: int
    soft: int
    hole: int = 0
    """A hard total above with which he pulls nevertheless."""


@dataclass(frozen=True)
class Shoe:
    """An unlimited deck."""

    deck: tuple[tuple[int, int], ...]
    """The cards, by what they count, and how many of them come in a pack."""
    goal: int
    """The total that nobody may exceed."""
    soft: int = 0
    """How much more the card that counts 1 may count."""

    @cached_property
    def chances(self) -> tuple[tuple[int, Fraction], ...]:
        """How likely each card is."""
        whole = sum(copies for _, copies in self.deck)
        return tuple((card, Fraction(copies, whole)) for card, copies in self.deck)

    @cached_property
    def safe(self) -> int:
        """The least hard total with which a pull may go over."""
        return self.goal - max(card for card, _ in self.deck) + 1

    def with_card(self, held: Held, card: int) -> Held:
        """Cards with one more."""
        return Held(held.sum + card, held.ace or (self.soft > 0 and card == 1))

    def total(self, held: Held) -> int:
        """The best total."""
        return held.sum + self.soft if held.ace and held.sum + self.soft <= self.goal else held.sum

    def sticks(self, rule: Rule, held: Held) -> bool:
        """Whether a dealer who keeps to a rule sticks with these cards."""
        total = self.total(held)
        return total != rule.hole and total >= (rule.soft if total > held.sum else rule.hard)

    @cache  # noqa: B019 - there are as many shoes as games
    def ends(self, rule: Rule, held: Held = Held()) -> dict[int, Fraction]:  # noqa: B008 - a value
        """The probability of each total with which a dealer who keeps to a rule ends; -1 is above the goal."""
        if held.sum > self.goal:
            return {-1: Fraction(1)}
        if self.sticks(rule, held):
            return {self.total(held): Fraction(1)}
        found: dict[int, Fraction] = {}
        for card, p in self.chances:
            for last, q in self.ends(rule, self.with_card(held, card)).items():
                found[last] = found.get(last, Fraction(0)) + p * q
        return found

    @cache  # noqa: B019
    def beats(self, total: int, rule: Rule) -> Fraction:
        """How often a total beats a dealer who keeps to a rule; ties are the dealer's."""
        return sum((p for last, p in self.ends(rule).items() if last < total), Fraction(0))

    @cache  # noqa: B019
    def totals(self, shown: Held) -> tuple[int, int]:
        """The lowest and the highest total of someone who shows these cards and has another closed."""
        hands = [self.with_card(shown, card) for card, _ in self.deck if shown.sum + card <= self.goal]
        found = [self.total(hand) for hand in hands]
        return min(found), max(found)

    @cache  # noqa: B019
    def rules(self, shown: Held) -> tuple[Rule, ...]:
        """The rules that may be right against someone who shows these cards.

        Whoever holds less than all that the other may have pulls, as one who cannot go over does; who beats all sticks.
        Soft totals pull wherever hard ones do, for they cannot go over. Hard ones stick from some total
        on if low cards are equally likely, as in blackjack; else there may be a hole.
        """
        low, high = (max(total, self.safe) for total in self.totals(shown))
        span = range(low, high + 1)
        if self.soft:
            return tuple(Rule(hard, soft) for hard in span for soft in span[hard - low :])
        return tuple(Rule(hard, hard, hole) for hard in span for hole in (0, *range(hard + 1, high)))

    @cache  # noqa: B019
    def chased(self, held: Held, closed: int, house: Rule) -> Fraction:
        """How often someone wins who must pull once more, and then does as he likes, against a dealer with a rule.

        The rule is kept to within what may be right against the cards shown.
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

    def compared(self, shown: Held, closed: int, house: Rule) -> Fraction:
        """How often someone wins who sticks."""
        low, high = (max(total, self.safe) for total in self.totals(shown))
        rule = Rule(min(max(house.hard, low), high), min(max(house.soft, low), high))
        return self.beats(self.total(self.with_card(shown, closed)), rule)
