"""Blackjack as a game of two with an unlimited deck: the dealer, who is free to draw, names a rule.

Bettor and dealer get a closed card each. The bettor folds and loses the ante, or bets; then the bettor pulls open
cards and sticks at some point; above the goal the bet is lost at once. The dealer has seen the bet and the open cards
in their order. Nobody acts on what the dealer draws, so all the drawing amounts to one choice: the total from which on
the dealer sticks, and the same for soft totals. The game ends with what this rule pays on average.

No sensible bettor pulls with a high total. A dealer who sees open cards that only such a *reckless* pull can explain
follows a fixed rule here, which takes choices away; if the bettor of a solution is never reckless, its value is
that of the game in which nothing is fixed. This reduces a million orders of open cards to tens of thousands.

Reference: R. Bellman and D. Blackwell, On games involving bluffing, RAND P-168, 1950, section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.games.shoe import Held, Shoe, StickRule
from zerosum.models.hidden.rules import End, HiddenGame, Payoffs, Turn, afford_pairs, choose, deal, end

__all__ = ["PULL", "STICK", "BlackjackForTwo", "DealersRule", "DealersRulePosition", "SevenAndAHalfForTwo"]

PULL, STICK, FOLD = "pull", "stick", "fold"


class Halves(int):
    """What a card counts, in halves; written as 0.5, 1, 2."""

    def __str__(self) -> str:
        return f"{self / 2:g}"


class DealersRulePosition(NamedTuple):
    """The bettor's closed card and the sum of his open ones, the bet, and what was chosen last."""

    closed: int = 0
    shown: Held = Held()
    bet: str = ""
    last: str = ""
    """To pull, to stick, or the dealer's rule; empty when a card has come."""
    able: tuple[int, ...] = ()
    """The closed cards with which no pull so far was reckless."""


@dataclass(frozen=True)
class DealersRule(HiddenGame):
    """Base of the games in which a free dealer answers a bettor's open cards by a rule."""

    seats: ClassVar[Mapping[Side, str]] = {"row": "bettor", "col": "dealer"}
    deck: ClassVar[tuple[tuple[int, int], ...]]
    """The cards: what each counts, in steps, and how many of them a pack has."""
    soft: ClassVar[int] = 0
    """How much more the card that counts 1 may count, in steps."""
    step: ClassVar[Fraction] = Fraction(1)

    goal: Fraction = option(Fraction(21), "the total that nobody may exceed; higher cards are left out")
    bets: tuple[int, ...] = option((1,), "the allowed bets")
    ante: int = option(1, "what folding loses; a bet wins or loses itself and the ante")
    stick: Fraction = option(
        Fraction(0), "the dealer must stick from this total on and pull below; 0 if free"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("goal", "stick"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
            if (getattr(self, name) / self.step).denominator > 1:
                raise GameError(
                    f"totals go in steps of {self.step}, and {getattr(self, name)} is not a multiple of that"
                )
        if not self.bets or min(self.bets) < 0 or self.ante < 0:
            raise GameError("give at least one bet, and neither a bet nor the ante below zero")
        if self.goal < self.step or not 0 <= self.stick <= self.goal:
            raise GameError(f"give a goal of {self.step} or more, and let the dealer stick on at most that")
        afford_pairs(2 ** min(int(self.goal / self.step / 4), 10_000))

    @cached_property
    def shoe(self) -> Shoe:
        """The unlimited deck."""
        goal = int(self.goal / self.step)
        return Shoe(tuple((card, copies) for card, copies in self.deck if card <= goal), goal, self.soft)

    @cached_property
    def reckless(self) -> int:
        """The total from which a pull is reckless (for soft totals, above it): four fifths of the way to the goal."""
        return int(4 * self.goal / self.step / 5) + 1

    @property
    def house(self) -> StickRule:
        """The dealer's fixed rule after a reckless pull."""
        return StickRule(self.reckless, self.reckless + 1 if self.shoe.soft else self.reckless)

    @property
    def title(self) -> str:
        """The rules in one line."""
        dealer = f"dealer sticks on {float(self.stick):g}" if self.stick else "free dealer"
        return f"{self.name.replace('-', ' ').capitalize()} · goal {float(self.goal):g} · unlimited deck · {dealer}"

    @property
    def start(self) -> DealersRulePosition:
        """Nothing dealt."""
        return DealersRulePosition(able=tuple(card for card, _ in self.shoe.deck))

    def turn(self, position: DealersRulePosition) -> Turn:
        """A closed card, the bet, open cards, the dealer's rule, and what it pays."""
        closed, shown, bet, last, able = position
        if not closed:
            return self._cards[0]
        if not bet:
            return choose("row", (FOLD, *(f"bet {size}" for size in self.bets)))
        if bet == FOLD:
            return end(-self.ante)
        if last == PULL and able:
            return self._cards[1]
        return self._settled(closed, shown, bet, last)

    def after(self, position: DealersRulePosition, picked: int | str) -> DealersRulePosition:
        """A card, a bet, to pull, to stick, or a rule."""
        closed, shown, bet, _, able = position
        if isinstance(picked, int):
            if not closed:
                return DealersRulePosition(picked, able=able)
            return DealersRulePosition(closed, self.shoe.with_card(shown, picked), bet, "", able)
        if not bet:
            return DealersRulePosition(closed, shown, picked, "", able)
        return DealersRulePosition(
            closed, shown, bet, picked, self.still_able(able, shown) if picked == PULL else able
        )

    def told(self, position: DealersRulePosition) -> list[str]:
        """At the end, whether the payoff is a mean."""
        turn = self.turn(position)
        if (
            position.bet in ("", FOLD)
            or not isinstance(turn, End)
            or abs(turn.payoff) == self.stake(position.bet)
        ):
            return []
        return ["the dealer's cards are not drawn: the round pays what it is worth on average"]

    @cached_property
    def _cards(self) -> tuple[Turn, Turn]:
        """A closed card, and an open one."""
        return deal(dict(self.shoe.deck), to="row"), deal(dict(self.shoe.deck))

    @cached_property
    def _settled(self) -> Callable[[int, Held, str, str], Turn]:
        """`_settle`, cached."""
        return cache(self._settle)

    def _settle(self, closed: int, shown: Held, bet: str, last: str) -> Turn:
        """To pull or to stick; or the game is over, except for the dealer's rule."""
        hand = self.shoe.with_card(shown, closed)
        if last == PULL:
            return end(self._paid(bet, self.shoe.chased(shown, closed, self.house)))
        if hand.sum > self.shoe.goal:
            return end(self._paid(bet, Fraction(0)))
        if not last:
            return choose("row", (PULL, STICK))
        rules, total = self.rules_against(shown), self.shoe.total(hand)
        pays = {text: self._pays(bet, total, rule) for text, rule in rules.items()}
        return choose("col", rules, pays=Payoffs(pays.values())) if last == STICK else end(pays[last])

    def stake(self, bet: str) -> int:
        """What is won or lost."""
        return self.ante + int(bet.split()[1])

    @cached_property
    def _pays(self) -> Callable[[str, int, StickRule], Fraction]:
        """What a total is paid on average by a dealer with a rule, cached."""
        return cache(lambda bet, total, rule: self._paid(bet, self.shoe.beats(total, rule)))

    def _paid(self, bet: str, wins: Fraction) -> Fraction:
        """The bettor's mean payoff if he wins with this probability."""
        return self.stake(bet) * (2 * wins - 1)

    def rules_against(self, shown: Held) -> dict[str, StickRule]:
        """The dealer's rules against these open cards, by their names."""
        fixed = int(self.stick / self.step)
        rules = [StickRule(fixed, fixed)] if fixed else self.shoe.rules(shown)
        return {self._names(rule): rule for rule in rules}

    @cached_property
    def _names(self) -> Callable[[StickRule], str]:
        """`_words`, cached."""
        return cache(self._words)

    def _words(self, rule: StickRule) -> str:
        """The name of a rule."""
        hard, soft, hole = (f"{float(total * self.step):g}" for total in rule)
        but = f", but not on {hole}" if rule.hole else ""
        return f"stick on {hard}{but}" if hard == soft else f"stick on {hard}, soft {soft}"

    @cached_property
    def still_able(self) -> Callable[[tuple[int, ...], Held], tuple[int, ...]]:
        """The closed cards with which a pull is not reckless."""
        shoe, house = self.shoe, self.house

        def prudent(card: int, shown: Held) -> bool:
            hand = shoe.with_card(shown, card)
            return hand.sum <= shoe.goal and not shoe.sticks(house, hand)

        return cache(lambda able, shown: tuple(card for card in able if prudent(card, shown)))


@dataclass(frozen=True)
class BlackjackForTwo(DealersRule):
    """The bettor gets a closed card, folds or bets, and pulls open cards or sticks; above the goal the bettor
    loses. The dealer, who sees the bet and the open cards, then names the lowest total to stick at, and draws. The
    higher total wins, and the dealer wins ties."""

    name: ClassVar[str] = "blackjack-for-two"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "blackjack from an unlimited deck against a dealer who names a rule in the end"
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 3"
    invitation: ClassVar[str] = "The dealer keeps the rule secret until the end: guess it."
    small: ClassVar[Mapping[str, str]] = {"goal": "5"}
    deck: ClassVar[tuple[tuple[int, int], ...]] = (*((card, 1) for card in range(1, 10)), (10, 4))
    soft: ClassVar[int] = 10

    goal: Fraction = option(
        Fraction(14), "the total that nobody may exceed; higher cards are left out; 21 takes half a minute"
    )


@dataclass(frozen=True)
class SevenAndAHalfForTwo(DealersRule):
    """The bettor gets a closed card, folds or bets, and pulls open cards or sticks; above the goal the bettor
    loses. The dealer, who sees the bet and the open cards, then names the lowest total to stick at, and draws. The
    higher total wins, and the dealer wins ties."""

    name: ClassVar[str] = "seven-and-a-half-for-two"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = (
        "seven-and-a-half from an unlimited deck against a dealer who names a rule in the end"
    )
    paper: ClassVar[str] = "Bellman and Blackwell 1950, section 3"
    invitation: ClassVar[str] = "Forty cards, two players, and a rule that only one of them knows."
    small: ClassVar[Mapping[str, str]] = {"goal": "2"}
    deck: ClassVar[tuple[tuple[int, int], ...]] = (
        (Halves(1), 3),
        *((Halves(2 * card), 1) for card in range(1, 8)),
    )
    step: ClassVar[Fraction] = Fraction(1, 2)

    goal: Fraction = option(Fraction(15, 2), "the total that nobody may exceed; higher cards are left out")
