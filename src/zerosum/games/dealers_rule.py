"""Blackjack as a game of two with an infinite deck: the dealer, who is free to draw, chooses a rule.

Bettor and dealer get a face-down card each. The bettor folds and loses the ante, or bets; then the bettor draws
face-up cards (hits) and stands at some point; above the goal the bet is lost immediately. The dealer has seen the
bet and the face-up cards in their order. Neither player acts after the dealer draws, so all the drawing amounts to
one choice: the lowest total on which the dealer stands, and the same for soft totals. The game ends with the average
payoff of this rule.

No sensible bettor hits with a high total. A dealer who sees face-up cards that only such a *reckless* hit can
explain follows a fixed rule here, which takes choices away; if the bettor of a solution is never reckless, its value
is that of the game in which nothing is fixed. This reduces a million orders of open cards to tens of thousands.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.sides import Side
from zerosum.games.shoe import Held, Shoe, StandRule
from zerosum.models.hidden.rules import (
    End,
    HiddenGame,
    Payoffs,
    PlayedOut,
    Turn,
    choose,
    deal,
    end,
    require_budget_for_pairs,
)

__all__ = ["HIT", "STAND", "BlackjackForTwo", "DealersRule", "DealersRulePosition", "SevenAndAHalfForTwo"]

HIT, STAND, FOLD = "hit", "stand", "fold"


class Halves(int):
    """The value of a card in halves, written as 0.5, 1, 2."""

    def __str__(self) -> str:
        return f"{self / 2:g}"


class DealersRulePosition(NamedTuple):
    """The bettor's face-down card and the sum of the face-up ones, the bet, and the last choice."""

    closed: int = 0
    shown: Held = Held()
    bet: str = ""
    last: str = ""
    """To hit, to stand, or the dealer's rule; empty when a card has come."""
    able: tuple[int, ...] = ()
    """The closed cards with which no hit so far was reckless."""


@dataclass(frozen=True)
class DealersRule(HiddenGame):
    """Base of the games in which a free dealer answers a bettor's face-up cards by a rule."""

    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}
    deck: ClassVar[tuple[tuple[int, int], ...]]
    """The cards: what each counts, in steps, and how many of them a pack has."""
    soft: ClassVar[int] = 0
    """How much more the card that counts 1 may count, in steps."""
    step: ClassVar[Fraction] = Fraction(1)

    goal: Fraction = option(Fraction(21), "the highest total that does not bust; higher cards are left out")
    bets: tuple[int, ...] = option((1,), "the allowed bets")
    ante: int = option(1, "lost by folding; a bet wins or loses the bet plus the ante")
    stand: Fraction = option(
        Fraction(0), "the dealer must stand on this total or more and hit below it; 0 for a free dealer"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("goal", "stand"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
            if (getattr(self, name) / self.step).denominator > 1:
                raise GameError(f"totals must be multiples of {self.step}, not {getattr(self, name)}")
        if not self.bets or min(self.bets) < 0 or self.ante < 0:
            raise GameError("give one or more bets; neither the bets nor the ante may be negative")
        if self.goal < self.step or not 0 <= self.stand <= self.goal:
            raise GameError(f"give a goal of {self.step} or more, and let the dealer stand on at most that")
        require_budget_for_pairs(2 ** min(int(self.goal / self.step / 4), 10_000))

    @cached_property
    def shoe(self) -> Shoe:
        """The infinite deck."""
        goal = int(self.goal / self.step)
        return Shoe(tuple((card, copies) for card, copies in self.deck if card <= goal), goal, self.soft)

    @cached_property
    def reckless(self) -> int:
        """The total from which a hit is reckless (for soft totals, above it): four fifths of the goal."""
        return int(4 * self.goal / self.step / 5) + 1

    @property
    def house(self) -> StandRule:
        """The dealer's fixed rule after a reckless hit."""
        return StandRule(self.reckless, self.reckless + 1 if self.shoe.soft else self.reckless)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        counts = ", ".join(f"{float(card * self.step):g}" for card, _ in self.deck if card <= self.shoe.goal)
        often = ", ".join(f"{copies}" for card, copies in self.deck if card <= self.shoe.goal)
        ace = " An ace, which counts 1, may count 11 if that does not exceed the goal." if self.soft else ""
        soft = (
            " The rule may have another lowest total for soft hands, in which an ace counts 11."
            if ace
            else ""
        )
        dealer = (
            f"The dealer then also draws, and must stand on {float(self.stand):g} or more and draw below it."
            if self.stand
            else "The dealer sees the bet and the face-up cards, then chooses the lowest total to stand "
            "on, and draws by this rule." + soft
        )
        return (
            f"Cards come from an infinite deck. They count {counts}, in the proportions {often}; cards "
            f"above the goal of {float(self.goal):g} are left out."
            f"{ace}",
            f"The bettor gets a card face down, folds and loses the ante of {self.ante}, or bets "
            f"{' or '.join(map(str, self.bets))}. Then the bettor hits (draws face-up cards) until standing; a "
            f"total above the goal loses. {dealer}",
            "A dealer whose total is above the goal loses. Otherwise the higher total wins, and the dealer wins ties. "
            "The bet and the ante "
            "are won or lost.",
        )

    @property
    def title(self) -> str:
        """The rules in one line."""
        dealer = f"dealer stands on {float(self.stand):g}" if self.stand else "free dealer"
        name, others = self.name.replace("-", " ").capitalize(), self.besides("bets", "ante")
        return f"{name} · goal {float(self.goal):g} · infinite deck · {dealer}{others}"

    @property
    def start(self) -> DealersRulePosition:
        """The start, with nothing dealt."""
        return DealersRulePosition(able=tuple(card for card, _ in self.shoe.deck))

    def turn(self, position: DealersRulePosition) -> Turn:
        """Return the next turn: a face-down card, the bet, face-up cards, the dealer's rule, and the payoff."""
        closed, shown, bet, last, able = position
        if not closed:
            return self._cards[0]
        if not bet:
            return choose("row", (FOLD, *self.stakes))
        if bet == FOLD:
            return end(-self.ante)
        if last == HIT and able:
            return self._cards[1]
        return self._settled(closed, shown, bet, last)

    def after(self, position: DealersRulePosition, picked: int | str) -> DealersRulePosition:
        """Return the position after a card, a bet, a hit, a stand, or a rule."""
        closed, shown, bet, _, able = position
        if isinstance(picked, int):
            if not closed:
                return DealersRulePosition(picked, able=able)
            return DealersRulePosition(closed, self.shoe.with_card(shown, picked), bet, "", able)
        if not bet:
            return DealersRulePosition(closed, shown, picked, "", able)
        return DealersRulePosition(
            closed, shown, bet, picked, self.still_able(able, shown) if picked == HIT else able
        )

    def lottery(self, position: DealersRulePosition) -> dict[Number, Number] | None:
        """Return the lottery once the dealer's rule is chosen, or the bettor must keep hitting: cards decide
        who wins the stake.
        """
        turn = self.turn(position)
        if not isinstance(turn, End) or position.bet == FOLD:
            return None
        stake = Fraction(self.stakes[position.bet])
        wins = (turn.payoff / stake + 1) / 2 if stake else Fraction(1, 2)
        return {stake: wins, -stake: 1 - wins} if 0 < wins < 1 else {stake if wins else -stake: Fraction(1)}

    def play_out(self, position: DealersRulePosition, random: np.random.Generator) -> PlayedOut:
        """Deal the bettor's cards after a reckless hit, and then the dealer's."""
        closed, shown, bet, last, _ = position
        shoe, stake, news = self.shoe, self.stakes[bet], list[str]()
        if shown.sum + closed > shoe.goal:
            return PlayedOut(-stake, (self._busts(shown.sum + closed),), None, "col", ())
        if last == HIT:
            while True:
                card = self._draw(random)
                shown = shoe.with_card(shown, card)
                news.append(f"the bettor hits {card}")
                if shown.sum + closed > shoe.goal:
                    news.append(self._busts(shown.sum + closed))
                    return PlayedOut(-stake, tuple(news), None, "col", ())
                if shoe.compared(shown, closed, self.house) >= shoe.chased(shown, closed, self.house):
                    break
            rule = shoe.adapted(shown, self.house)
        else:
            rule = self.rules_against(shown)[last]
        held, cards = Held(), list[int]()
        while held.sum <= shoe.goal and not shoe.stands(rule, held):
            cards.append(self._draw(random))
            held = shoe.with_card(held, cards[-1])
        mine, theirs = shoe.total(shoe.with_card(shown, closed)), shoe.total(held)
        names = tuple(map(str, cards))
        over = ", above the goal" * (held.sum > shoe.goal)
        news.append(
            f"the dealer has {' '.join(names)}: {self._points(theirs)}{over}; the bettor has {self._points(mine)}"
        )
        wins = held.sum > shoe.goal or theirs < mine
        hands = (self._points(mine), f"{self._points(theirs)}{over}")
        return PlayedOut(stake if wins else -stake, tuple(news), hands, "col", names)

    def _draw(self, random: np.random.Generator) -> int:
        """Return a card as dealt."""
        cards = [card for card, _ in self.deck if card <= self.shoe.goal]
        chances = np.array([float(p) for _, p in self.shoe.chances])
        return cards[int(random.choice(len(cards), p=chances / chances.sum()))]

    def _busts(self, total: int) -> str:
        """Return that the bettor's total is above the goal."""
        return f"the bettor's total is {self._points(total)}, above the goal"

    def _points(self, total: int) -> str:
        """Return a total in points."""
        return f"{float(total * self.step):g}"

    @cached_property
    def _cards(self) -> tuple[Turn, Turn]:
        """Return a face-down card, and a face-up one."""
        return deal(dict(self.shoe.deck), to="row"), deal(dict(self.shoe.deck))

    @cached_property
    def _settled(self) -> Callable[[int, Held, str, str], Turn]:
        """The result of `_settle`, cached."""
        return cache(self._settle)

    def _settle(self, closed: int, shown: Held, bet: str, last: str) -> Turn:
        """Return the choice to hit or to stand; or the end of the game, except for the dealer's rule."""
        hand = self.shoe.with_card(shown, closed)
        if last == HIT:
            return end(self._paid(bet, self.shoe.chased(shown, closed, self.house)))
        if hand.sum > self.shoe.goal:
            return end(self._paid(bet, Fraction(0)))
        if not last:
            return choose("row", (HIT, STAND))
        rules, total = self.rules_against(shown), self.shoe.total(hand)
        pays = {text: self._pays(bet, total, rule) for text, rule in rules.items()}
        return choose("col", rules, pays=Payoffs(pays.values())) if last == STAND else end(pays[last])

    def in_pot(self, position: DealersRulePosition) -> tuple[int, int]:
        """Return the amount at stake for each: the ante, and the bet once it is made."""
        stake = self.stakes.get(position.bet, self.ante)
        return stake, stake

    @cached_property
    def stakes(self) -> dict[str, int]:
        """Amount won or lost after each bet, by the bet's name."""
        return {f"bet {size}": self.ante + size for size in self.bets}

    @cached_property
    def _pays(self) -> Callable[[str, int, StandRule], Fraction]:
        """The mean payment of a total against a dealer with a rule, cached."""
        return cache(lambda bet, total, rule: self._paid(bet, self.shoe.beats(total, rule)))

    def _paid(self, bet: str, wins: Fraction) -> Fraction:
        """Return the bettor's mean payoff for this probability of winning."""
        return self.stakes[bet] * (2 * wins - 1)

    def rules_against(self, shown: Held) -> dict[str, StandRule]:
        """Return the dealer's rules against these face-up cards, by their names."""
        fixed = int(self.stand / self.step)
        rules = [StandRule(fixed, fixed)] if fixed else self.shoe.rules(shown)
        return {self._names(rule): rule for rule in rules}

    @cached_property
    def _names(self) -> Callable[[StandRule], str]:
        """The result of `_words`, cached."""
        return cache(self._words)

    def _words(self, rule: StandRule) -> str:
        """Return the name of a rule."""
        hard, soft, hole = (f"{float(total * self.step):g}" for total in rule)
        but = f", but not on {hole}" if rule.hole else ""
        return f"stand on {hard}{but}" if hard == soft else f"stand on {hard}, soft {soft}"

    @cached_property
    def still_able(self) -> Callable[[tuple[int, ...], Held], tuple[int, ...]]:
        """The face-down cards with which a hit is not reckless."""
        shoe, house = self.shoe, self.house

        def prudent(card: int, shown: Held) -> bool:
            hand = shoe.with_card(shown, card)
            return hand.sum <= shoe.goal and not shoe.stands(house, hand)

        return cache(lambda able, shown: tuple(card for card in able if prudent(card, shown)))


@dataclass(frozen=True)
class BlackjackForTwo(DealersRule):
    """The bettor gets a face-down card, folds or bets, and then draws face-up cards (hits) or stands; a total
    above the goal loses. The dealer, who sees the bet and the face-up cards, then chooses the lowest total to
    stand at, and draws. The higher total wins, and the dealer wins ties.
    """

    name: ClassVar[str] = "blackjack-for-two"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "blackjack from an infinite deck, against a dealer who chooses a rule at the end"
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 3"
    tagline: ClassVar[str] = "The dealer keeps the rule secret until the end. Can you guess it?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"goal": "5"}
    deck: ClassVar[tuple[tuple[int, int], ...]] = (*((card, 1) for card in range(1, 10)), (10, 4))
    soft: ClassVar[int] = 10

    sliders: ClassVar[Sliders] = {"goal": (8, 14, 1), "stand": (0, 8, 1)}
    goal: Fraction = option(
        Fraction(14),
        "the highest total that does not bust; higher cards are left out; 21 takes half a minute",
    )


@dataclass(frozen=True)
class SevenAndAHalfForTwo(DealersRule):
    """The bettor gets a face-down card, folds or bets, and then draws face-up cards (hits) or stands; a total
    above the goal loses. The dealer, who sees the bet and the face-up cards, then chooses the lowest total to
    stand at, and draws. The higher total wins, and the dealer wins ties.
    """

    name: ClassVar[str] = "seven-and-a-half-for-two"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = (
        "seven-and-a-half from an infinite deck, against a dealer who chooses a rule at the end"
    )
    paper: ClassVar[str] = "Bellman and Blackwell 1950"
    paper_section: ClassVar[str] = "section 3"
    tagline: ClassVar[str] = "Forty cards, two players and one secret: the dealer's rule."
    demo_parameters: ClassVar[Mapping[str, str]] = {"goal": "2"}
    deck: ClassVar[tuple[tuple[int, int], ...]] = (
        (Halves(1), 3),
        *((Halves(2 * card), 1) for card in range(1, 8)),
    )
    step: ClassVar[Fraction] = Fraction(1, 2)

    sliders: ClassVar[Sliders] = {"goal": (4, 7.5, 0.5), "stand": (0, 4, 0.5)}
    goal: Fraction = option(
        Fraction(15, 2), "the highest total that does not bust; higher cards are left out"
    )
