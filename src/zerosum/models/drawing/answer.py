"""The solution of a drawing game: what sticking and pulling are worth with every hand, and the chart of best acts.

A line of the chart holds many hands: 16 is 10 and 6, but also 2, 3, 4 and 7. Each hand counts with the number of ways
to take its cards from the deck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.solution import Solution, StrategyLine, Value
from zerosum.models.drawing.rules import CLOSED, FOLD, PULL, STICK, DrawingGame, Hand
from zerosum.models.wager.rules import Stakes


@dataclass(frozen=True, slots=True)
class Spot:
    """What sticking and pulling are worth with one hand, per unit at stake, as integers to be divided by unseen!."""

    stick_part: int | None
    """The worth of sticking, times unseen!; None if it is not allowed."""
    pull_part: int | None
    """The worth of pulling and playing on in the best way, times unseen!; None if it is not allowed."""
    unseen: int
    """The number of cards that the bettor does not see."""

    @property
    def best_part(self) -> int:
        """The better of the two."""
        return better_part(self.stick_part, self.pull_part)

    @property
    def act(self) -> str:
        """The better act; sticking where they are equal."""
        return STICK if self.stick_part == self.best_part else PULL

    @property
    def stick(self) -> Fraction | None:
        """The worth of sticking, per unit at stake."""
        return None if self.stick_part is None else Fraction(self.stick_part, math.factorial(self.unseen))

    @property
    def pull(self) -> Fraction | None:
        """The worth of pulling and playing on in the best way, per unit at stake."""
        return None if self.pull_part is None else Fraction(self.pull_part, math.factorial(self.unseen))

    @property
    def gain(self) -> float:
        """How much better sticking is than pulling; nan where there is no choice."""
        if self.stick_part is None or self.pull_part is None:
            return math.nan
        return (self.stick_part - self.pull_part) / math.factorial(self.unseen)

    @property
    def best(self) -> Fraction:
        """The worth of the hand, per unit at stake."""
        return Fraction(self.best_part, math.factorial(self.unseen))


def better_part(stick: int | None, pull: int | None) -> int:
    """The better of two acts, at least one of which is allowed."""
    if stick is None:
        assert pull is not None
        return pull
    return stick if pull is None else max(stick, pull)


Spots = Mapping[int, Mapping[Hand, Spot]]
"""Every hand that has not gone over, for each open card of the rival's, or for CLOSED."""

SpotList = Sequence[tuple[Hand, Spot]]
"""The hands of one line of the chart against one card of the rival's."""


class ChartCell(NamedTuple):
    """An entry of the chart: a mean over hands, each weighted with the number of ways to hold it."""

    sticks: Fraction
    """The share of the hands that stick."""
    gain: float
    """How much better sticking is than pulling on average; nan where there is no choice."""


Chart = Mapping[str, Mapping[int, ChartCell]]
"""By the chart's name for a hand, and by the rival's card."""


class FirstCard(NamedTuple):
    """A first card of the bettor's against a card of the rival's."""

    card: int
    """The kind of the rival's open card, or CLOSED."""
    kind: int
    """The kind of the bettor's card."""
    chance: Fraction
    """The probability of this deal."""
    edge: Fraction
    """The worth of the bettor's card, per unit at stake."""


def first_cards(game: DrawingGame, spots: Spots) -> list[FirstCard]:
    """Every deal of the first two cards, with its probability and its worth."""
    total = sum(game.supply)
    deals = []
    for card, by_hand in spots.items():
        shown = Fraction(1) if card == CLOSED else Fraction(game.supply[card], total)
        unseen = total - (card != CLOSED)
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = tuple(int(k == kind) for k in range(len(game.supply)))
                deals.append(FirstCard(card, kind, shown * Fraction(left, unseen), by_hand[hand].best))
    return sorted(deals)


def first_act(stakes: Stakes, edge: Fraction) -> tuple[str, Number]:
    """The best act, fold or a bet, with this worth of a unit at stake, and what it earns."""
    win = (1 + edge) / 2
    act = stakes.best(win)
    return act, stakes.worth(act, win)


def ways(game: DrawingGame, hand: Hand, card: int = CLOSED) -> int:
    """The number of ways to take a hand's cards from the deck, less the rival's card if it is open."""
    left = (count - (kind == card) for kind, count in enumerate(game.supply))
    return math.prod(map(math.comb, left, hand))


@dataclass(frozen=True, kw_only=True)
class DrawingSolution(Solution):
    """The bettor's best play: the worth of both acts with every hand, against every card of the rival's."""

    game: DrawingGame = field(repr=False)
    """The game itself."""
    spots: Spots = field(repr=False)
    """By kind of the rival's open card, or CLOSED, and by hand."""
    edge: Fraction
    """The mean gain per unit at stake if the bettor never folds."""
    rule_values: Mapping[str, tuple[Fraction, Fraction]] = field(repr=False)
    """For each rule that the bettor might follow: the mean gain per unit at stake, and the expectation."""
    asked: Mapping[int, SpotList] = field(default_factory=dict, repr=False)
    """The hands that this solution is about, by the rival's card; empty for the whole game."""

    def data(self) -> dict[str, object]:
        """For the whole game the exact edge and the worth of each rule; else the worth of the acts with each hand."""
        if not self.asked:
            rules = {name: {"edge": edge, "value": value} for name, (edge, value) in self.rule_values.items()}
            return {"edge": self.edge, "rules": rules}
        hands = []
        for card, held in self.asked.items():
            up = {} if card == CLOSED else {"up": self.game.kinds[card]}
            for hand, spot in held:
                hands.append({"hand": self.game.show_hand(hand), **up, STICK: spot.stick, PULL: spot.pull})
        return {"hands": hands}

    def spot(self, hand: Hand, up: int = CLOSED) -> Spot:
        """What the acts are worth with a hand."""
        return self.spots[up][hand]

    @cached_property
    def lines(self) -> dict[str, list[Hand]]:
        """The lines of the chart in order: hands of two cards and more, by the chart's name for them."""
        game = self.game
        called: dict[str, list[Hand]] = {}
        for hand in {hand for by_hand in self.spots.values() for hand in by_hand if sum(hand) > 1}:
            called.setdefault(game.label(hand), []).append(hand)
        return dict(sorted(called.items(), key=lambda line: (line[0].split()[0], game.score(line[1][0]))))

    @cached_property
    def chart(self) -> Chart:
        """How many hands of each line stick, and by how much that is better, against each card of the rival's.

        A line has no entry against a card beside which none of its hands can be held.
        """
        chart: dict[str, dict[int, ChartCell]] = {label: {} for label in self.lines}
        for card, by_hand in sorted(self.spots.items()):
            for label, hands in self.lines.items():
                held = [(ways(self.game, hand, card), by_hand[hand]) for hand in hands if hand in by_hand]
                if not held:
                    continue
                sticks = sum(weight for weight, spot in held if spot.act == STICK)
                gains = [(weight, gain) for weight, spot in held if not math.isnan(gain := spot.gain)]
                total = sum(weight for weight, _ in gains)
                mean = sum(weight * gain for weight, gain in gains) / total if gains else math.nan
                chart[label][card] = ChartCell(Fraction(sticks, sum(weight for weight, _ in held)), mean)
        return chart

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The bets with each first card, then both acts for each line of the chart, or those for what was asked.

        A bet earns in units of the game; an act earns per unit at stake, on average over the hands of the line.
        """
        game, ante = self.game, self.game.stakes.ante
        spots = self.asked or {card: list(by_hand.items()) for card, by_hand in sorted(self.spots.items())}
        for card, held in spots.items():
            against = "" if card == CLOSED else f" against {game.kinds[card]}"
            lines: dict[str, list[tuple[int, Spot]]] = {}
            for hand, spot in held:
                if not sum(hand):
                    continue
                if sum(hand) > 1:
                    lines.setdefault(game.label(hand), []).append((ways(game, hand, card), spot))
                    continue
                known, best = f"{game.show_hand(hand)}{against}", first_act(game.stakes, spot.best)[0]
                bets = {f"bet {bet}": (ante + bet) * spot.best for bet in game.allowed_bets()}
                for act, worth in {FOLD: -ante, **bets}.items():
                    yield StrategyLine("row", known, act, Fraction(act == best), worth)
            for label, hands in lines.items():
                total = sum(weight for weight, _ in hands)
                for act in (STICK, PULL):
                    often = Fraction(sum(weight for weight, spot in hands if spot.act == act), total)
                    parts = [
                        (weight, one)
                        for weight, spot in hands
                        if (one := spot.stick if act == STICK else spot.pull) is not None
                    ]
                    among = sum(weight for weight, _ in parts)
                    earned = sum(weight * one for weight, one in parts)
                    mean = Fraction(earned, among) if among else None
                    yield StrategyLine("row", f"{label}{against}", act, often, mean)

    def hands_called(self, label: str) -> dict[int, list[tuple[Hand, Spot]]]:
        """All hands of one line of the chart, such as "hard 13", by the rival's card."""
        if label not in self.lines:
            raise InputError(f"no hand is called {label!r}; the chart has {', '.join(self.lines)}")
        cells = {
            card: [(hand, by_hand[hand]) for hand in self.lines[label] if hand in by_hand]
            for card, by_hand in self.spots.items()
        }
        return {card: cell for card, cell in cells.items() if cell}

    def at(
        self,
        *,
        hand: Annotated[str | None, 'the bettor\'s cards, such as "10 2"'] = None,
        up: Annotated[str | None, "the rival's open card"] = None,
        total: Annotated[str | None, 'all hands of a line of the chart, such as "hard 13"'] = None,
    ) -> DrawingSolution:
        """The best act with one hand, fold or a bet with one card and pull or stick with more; or a line of the chart.

        The value of a line, per unit at stake, and its acts are means over the ways to hold such a hand.
        """
        shown = {"up": up} if up else {}
        if total is not None:
            if hand is not None:
                raise InputError("ask for one hand or for all hands of a total, not for both")
            cells: Mapping[int, SpotList] = self.hands_called(total)
            if up is not None:
                card = self._open_card(up)
                if card not in cells:
                    raise InputError(f"no hand is called {total!r} where the rival shows {up}")
                cells = {card: cells[card]}
            listed = [(self.weight(card, hand), spot) for card, held in cells.items() for hand, spot in held]
            weights = sum(weight for weight, _ in listed)
            mean = sum((weight * spot.best for weight, spot in listed), Fraction(0)) / weights
            sticks = Fraction(sum(weight for weight, spot in listed if spot.act == STICK), weights)
            return replace(
                self,
                where={"total": total, **shown},
                asked=cells,
                value=Value.exactly(mean),
                row={STICK: sticks, PULL: 1 - sticks},
            )
        if hand is None:
            if up is not None:
                raise InputError("beside the rival's card, name the bettor's hand or its total")
            return self
        held, card = self.game.read_hand(hand), self._open_card(up)
        if held not in self.spots[card]:
            raise InputError(f"{hand!r} has gone over, or is not in this deck")
        spot = self.spots[card][held]
        act, worth = first_act(self.game.stakes, spot.best) if sum(held) == 1 else (spot.act, spot.best)
        return replace(
            self,
            where={"hand": hand, **shown},
            asked={card: [(held, spot)]},
            value=Value.exactly(worth),
            row={act: Fraction(1)},
        )

    def weight(self, card: int, hand: Hand) -> int:
        """The number of ways to deal the rival's card and the hand."""
        return ways(self.game, hand, card) * (1 if card == CLOSED else self.game.supply[card])

    def _open_card(self, up: str | None) -> int:
        """The kind of the rival's open card, as a person typed it; CLOSED if the card is closed."""
        game = self.game
        if up is None:
            if game.rival_seen:
                raise InputError(
                    f"the rival's card lies open in this game: name it too, such as {game.kinds[-1]}"
                )
            return CLOSED
        if not game.rival_seen:
            raise InputError("the rival's card is closed in this game, so it cannot be named")
        shown = game.read_hand(up)
        if sum(shown) != 1:
            raise InputError(f"the rival shows one card, not {up!r}")
        return shown.index(1)
