"""The solution of a drawing game: the EVs of standing and hitting with every hand, and the chart of best actions.

A row of the chart contains many hands: 16 is 10 and 6, but also 2, 3, 4 and 7. Each hand is weighted with the number
of combinations of its cards in the deck.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.solution import Solution, Value
from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    FOLD,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    HandLabel,
    deck_without,
)
from zerosum.models.solo.engines.wager.rules import Stakes


@dataclass(frozen=True, slots=True)
class Spot:
    """The EVs of standing and hitting with one hand, per unit at stake, as integers to be divided by unseen!."""

    stand_part: int | None
    """The EV of standing, times unseen!; None if standing is not allowed."""
    hit_part: int | None
    """The EV of hitting with best play afterwards, times unseen!; None if hitting is not allowed."""
    unseen: int

    @property
    def best_part(self) -> int:
        """The larger EV."""
        return better_part(self.stand_part, self.hit_part)

    @property
    def act(self) -> str:
        """The better action; standing if they are equal."""
        return STAND if self.stand_part == self.best_part else HIT

    @property
    def stand(self) -> Fraction | None:
        """The EV of standing, per unit at stake."""
        return None if self.stand_part is None else Fraction(self.stand_part, math.factorial(self.unseen))

    @property
    def hit(self) -> Fraction | None:
        """The EV of hitting with best play afterwards, per unit at stake."""
        return None if self.hit_part is None else Fraction(self.hit_part, math.factorial(self.unseen))

    @property
    def gain(self) -> float:
        """The EV of standing minus that of hitting; NaN if there is no choice."""
        if self.stand_part is None or self.hit_part is None:
            return math.nan
        return (self.stand_part - self.hit_part) / math.factorial(self.unseen)

    @property
    def best(self) -> Fraction:
        """The value of the hand, per unit at stake."""
        return Fraction(self.best_part, math.factorial(self.unseen))


def better_part(stand: int | None, hit: int | None) -> int:
    """Return the better of two EVs, at least one of which is allowed."""
    if stand is None:
        assert hit is not None
        return hit
    return stand if hit is None else max(stand, hit)


Spots = Mapping[int, Mapping[Hand, Spot]]
"""Every hand that is not bust, for each face-up card of the opponent, or for FACE_DOWN."""

SpotList = Sequence[tuple[Hand, Spot]]
"""The hands of one row of the chart against one card of the opponent."""


class ChartCell(NamedTuple):
    """An entry of the chart: a mean over hands, each weighted with its number of combinations."""

    stands: Fraction
    """The share of the hands that stand."""
    gain: float
    """The mean EV of standing minus that of hitting; NaN if there is no choice."""


Chart = Mapping[str, Mapping[int, ChartCell]]
"""The cells, by the chart's name for a hand and by the opponent's card."""


class FirstCard(NamedTuple):
    """A first card of the bettor, with the opponent's card."""

    card: int
    """The kind of the opponent's face-up card, or FACE_DOWN."""
    kind: int
    """The kind of the bettor's card."""
    chance: Fraction
    edge: Fraction
    """The EV of the bettor's card, per unit at stake."""


def first_cards(game: DrawingGame, spots: Spots) -> list[FirstCard]:
    """Return every deal of the first two cards, with its probability and value."""
    total = sum(game.supply)
    deals = []
    for card, by_hand in spots.items():
        shown = Fraction(1) if card == FACE_DOWN else Fraction(game.supply[card], total)
        unseen = total - (card != FACE_DOWN)
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = tuple(int(k == kind) for k in range(len(game.supply)))
                deals.append(FirstCard(card, kind, shown * Fraction(left, unseen), by_hand[hand].best))
    return sorted(deals)


def first_act(stakes: Stakes, edge: Fraction) -> tuple[str, Number]:
    """Return the best first action (fold or a bet) and its EV, given the EV of a unit at stake."""
    win = (1 + edge) / 2
    act = stakes.best(win)
    return act, stakes.worth(act, win)


def ways(game: DrawingGame, hand: Hand, card: int = FACE_DOWN) -> int:
    """Return the number of combinations of a hand in the deck, without the opponent's face-up card if there is one."""
    return math.prod(map(math.comb, deck_without(game, card), hand))


@dataclass(frozen=True, kw_only=True)
class DrawingSolution(Solution):
    """The bettor's best play: the EVs of both actions with every hand, against every card of the opponent."""

    game: DrawingGame = field(repr=False)
    spots: Spots = field(repr=False)
    """By kind of the opponent's face-up card, or FACE_DOWN, and by hand."""
    edge: Fraction
    """The mean gain per unit at stake if the bettor never folds."""
    rule_values: Mapping[str, tuple[Fraction, Fraction]] = field(repr=False)
    """For each rule that the bettor might follow: the mean gain per unit at stake, and the EV."""
    asked: Mapping[int, SpotList] = field(default_factory=dict, repr=False)
    """The requested hands, by the opponent's card; empty for the whole game."""

    def data(self) -> dict[str, object]:
        """Return the exact edge and the EV of each rule; with a hand, the EVs of its actions."""
        if not self.asked:
            rules = {name: {"edge": edge, "value": value} for name, (edge, value) in self.rule_values.items()}
            return {"edge": self.edge, "rules": rules}
        hands = []
        for card, held in self.asked.items():
            up = {} if card == FACE_DOWN else {"up": self.game.kinds[card]}
            for hand, spot in held:
                hands.append({"hand": self.game.show_hand(hand), **up, STAND: spot.stand, HIT: spot.hit})
        return {"hands": hands}

    def spot(self, hand: Hand, up: int = FACE_DOWN) -> Spot:
        return self.spots[up][hand]

    @cached_property
    def lines(self) -> dict[str, list[Hand]]:
        """The rows of the chart in order: hands of two cards and more, by the chart's name for them."""
        game = self.game
        by_label: dict[HandLabel, list[Hand]] = {}
        for hand in {hand for by_hand in self.spots.values() for hand in by_hand if sum(hand) > 1}:
            by_label.setdefault(game.label(hand), []).append(hand)
        in_order = sorted(by_label.items(), key=lambda line: (line[0].kind, game.score(line[1][0])))
        return {str(label): hands for label, hands in in_order}

    def label(self, line: str) -> HandLabel:
        return self.game.label(self.lines[line][0])

    @cached_property
    def chart(self) -> Chart:
        """For each row of the chart, the number of hands that stand and their mean gain, against each card of
        the opponent's.

        A row has no entry against a card of the opponent with which none of its hands is possible.
        """
        chart: dict[str, dict[int, ChartCell]] = {label: {} for label in self.lines}
        for card, by_hand in sorted(self.spots.items()):
            for label, hands in self.lines.items():
                held = [(ways(self.game, hand, card), by_hand[hand]) for hand in hands if hand in by_hand]
                if not held:
                    continue
                stands = sum(weight for weight, spot in held if spot.act == STAND)
                gains = [(weight, gain) for weight, spot in held if not math.isnan(gain := spot.gain)]
                total = sum(weight for weight, _ in gains)
                mean = sum(weight * gain for weight, gain in gains) / total if gains else math.nan
                chart[label][card] = ChartCell(Fraction(stands, sum(weight for weight, _ in held)), mean)
        return chart

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The bets with each first card, then both actions for each row of the chart, or for the requested hands.

        The EV of a bet is in units of the game; the EV of an action is per unit at stake, averaged over the hands of
        the row.
        """
        game, ante = self.game, self.game.stakes.ante
        found: list[SolvedDecision] = []
        spots = self.asked or {card: list(by_hand.items()) for card, by_hand in sorted(self.spots.items())}
        for card, held in spots.items():
            against = "" if card == FACE_DOWN else f" against {game.kinds[card]}"
            lines: dict[str, list[tuple[int, Spot]]] = {}
            for hand, spot in held:
                if not sum(hand):
                    continue
                if sum(hand) > 1:
                    lines.setdefault(str(game.label(hand)), []).append((ways(game, hand, card), spot))
                    continue
                known, best = f"{game.show_hand(hand)}{against}", first_act(game.stakes, spot.best)[0]
                bets = {f"bet {bet}": (ante + bet) * spot.best for bet in game.allowed_bets()}
                worths = {FOLD: -ante, **bets}
                found.append(
                    SolvedDecision.of("row", known, {act: Fraction(act == best) for act in worths}, worths)
                )
            for label, hands in lines.items():
                total = sum(weight for weight, _ in hands)
                mix, means = dict[str, Number](), dict[str, Number | None]()
                for act in (STAND, HIT):
                    mix[act] = Fraction(sum(weight for weight, spot in hands if spot.act == act), total)
                    parts = [
                        (weight, one)
                        for weight, spot in hands
                        if (one := spot.stand if act == STAND else spot.hit) is not None
                    ]
                    among = sum(weight for weight, _ in parts)
                    earned = sum(weight * one for weight, one in parts)
                    means[act] = Fraction(earned, among) if among else None
                found.append(SolvedDecision.of("row", f"{label}{against}", mix, means))
        return found

    def hands_called(self, label: str) -> dict[int, list[tuple[Hand, Spot]]]:
        """Return all hands of one row of the chart, such as "hard 13", by the opponent's card."""
        if label not in self.lines:
            raise InputError(
                f"there is no hand {label!r} in the chart; the hands are {', '.join(self.lines)}"
            )
        cells = {
            card: [(hand, by_hand[hand]) for hand in self.lines[label] if hand in by_hand]
            for card, by_hand in self.spots.items()
        }
        return {card: cell for card, cell in cells.items() if cell}

    def at(
        self,
        *,
        hand: Annotated[str | None, 'the bettor\'s cards, such as "10 2"'] = None,
        up: Annotated[str | None, "the dealer's face-up card"] = None,
        total: Annotated[str | None, 'all hands of a row of the chart, such as "hard 13"'] = None,
    ) -> DrawingSolution:
        """Return the best action with one hand: fold or a bet with one card, hit or stand with more; or a row of the
        chart.

        The value of a row, per unit at stake, and its actions are means over the combinations of its hands.
        """
        shown = {"up": up} if up else {}
        if total is not None:
            if hand is not None:
                raise InputError("give either one hand or a total, not both")
            cells: Mapping[int, SpotList] = self.hands_called(total)
            if up is not None:
                card = self._open_card(up)
                if card not in cells:
                    raise InputError(f"there is no hand {total!r} when the dealer shows {up}")
                cells = {card: cells[card]}
            listed = [(self.weight(card, hand), spot) for card, held in cells.items() for hand, spot in held]
            weights = sum(weight for weight, _ in listed)
            mean = sum((weight * spot.best for weight, spot in listed), Fraction(0)) / weights
            stands = Fraction(sum(weight for weight, spot in listed if spot.act == STAND), weights)
            return replace(
                self,
                position_keys={"total": total, **shown},
                asked=cells,
                value=Value.exactly(mean),
                row={STAND: stands, HIT: 1 - stands},
            )
        if hand is None:
            if up is not None:
                raise InputError("along with the dealer's card, give the bettor's hand or its total")
            return self
        held, card = self.game.read_hand(hand), self._open_card(up)
        if held not in self.spots[card]:
            raise InputError(f"{hand!r} is bust, or impossible with this deck")
        spot = self.spots[card][held]
        act, worth = first_act(self.game.stakes, spot.best) if sum(held) == 1 else (spot.act, spot.best)
        return replace(
            self,
            position_keys={"hand": hand, **shown},
            asked={card: [(held, spot)]},
            value=Value.exactly(worth),
            row={act: Fraction(1)},
        )

    def weight(self, card: int, hand: Hand) -> int:
        """Return the number of combinations of the opponent's card and the hand."""
        return ways(self.game, hand, card) * (1 if card == FACE_DOWN else self.game.supply[card])

    def _open_card(self, up: str | None) -> int:
        """Return the kind of the opponent's face-up card, given as typed; FACE_DOWN if the card is face down."""
        game = self.game
        if up is None:
            if game.opponent_seen:
                raise InputError(
                    f"the dealer's card is face up in this game; give it as well, for example {game.kinds[-1]}"
                )
            return FACE_DOWN
        if not game.opponent_seen:
            raise InputError("the dealer's card is face down in this game, so it cannot be given")
        shown = game.read_hand(up)
        if sum(shown) != 1:
            raise InputError(f"the dealer's face-up card must be one card, not {up!r}")
        return shown.index(1)
