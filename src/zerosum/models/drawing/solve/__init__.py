"""Solve drawing games exactly: whether to fold, what to bet, when to stick, by the cards held.

The rival's hands are counted in `counts`, the recursion over the bettor's is in `recursion`, his bets
are in `bets`. Run with fewer acts allowed, the same recursion tells what a rule costs that the bettor
binds himself to.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from zerosum.core.errors import GameError, InputError
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution, Value
from zerosum.models.drawing.rules import CLOSED, PULL, STICK, DrawingGame, Hand
from zerosum.models.drawing.solve.bets import best_bets, expectation, mean_edge
from zerosum.models.drawing.solve.recursion import make_spots, make_web
from zerosum.models.drawing.spots import Chart, Held, Spot, Spots, charted, first_act, lines, ways

__all__ = ["DrawingSolution", "solve"]

SECONDS_PER_BIT, LONG = 3e-4, 14_000
"""The recursion reckons with whole numbers up to the factorial of the deck: the time for each bit of it, as measured,
and from how many bits on that grows."""


@dataclass(frozen=True, kw_only=True)
class DrawingSolution(Solution):
    """The bettor's best play: for each card of the rival's (-1 if closed), every hand's worth and act."""

    game: DrawingGame = field(repr=False)
    """The game itself."""
    spots: Spots = field(repr=False)
    """By kind of the rival's open card, or -1, and by hand."""
    edge: Fraction
    """What a unit at stake gains on average if the bettor never folds."""
    rule_values: Mapping[str, tuple[Fraction, Fraction]] = field(repr=False)
    """For each rule: the mean edge of a unit at stake, and the expectation."""
    asked: Mapping[int, Held] = field(default_factory=dict, repr=False)
    """The hands that were asked about, by the rival's card; empty for the whole game."""

    def data(self) -> dict[str, object]:
        """The exact edge, and what each rule is worth; or what the acts are worth with the hands asked about."""
        if self.asked:
            return {"hands": [self._hand(*one) for one in _listed(self.asked)]}
        rules = {name: {"edge": edge, "value": value} for name, (edge, value) in self.rule_values.items()}
        return {"edge": self.edge, "rules": rules}

    def _hand(self, card: int, hand: Hand, spot: Spot) -> dict[str, object]:
        seen = {} if card == CLOSED else {"up": self.game.kinds[card]}
        return {"hand": self.game.show_hand(hand), **seen, STICK: spot.stick, PULL: spot.pull}

    @cached_property
    def chart(self) -> Chart:
        """Pull or stick by what a hand is called, and by the rival's card."""
        return charted(self.game, self.spots)

    def spot(self, hand: Hand, up: int = CLOSED) -> Spot:
        """What the acts are worth at a hand."""
        return self.spots[up][hand]

    def hands_called(self, label: str) -> dict[int, list[tuple[Hand, Spot]]]:
        """All hands of two cards and more that the chart calls so ("hard 13"), by the rival's card."""
        listed = lines(self.game, self.spots)
        if label not in listed:
            raise InputError(f"no hand is called {label!r}; the chart has {', '.join(listed)}")
        cells = {
            card: [(hand, by_hand[hand]) for hand in listed[label] if hand in by_hand]
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
        """The best act with one hand: folding or a bet with one card, pull or stick with more."""
        if total is not None:
            if hand is not None:
                raise InputError("ask for one hand or for all hands of a total, not for both")
            return self._line(total, up)
        if hand is None:
            if up is not None:
                raise InputError("beside the rival's card, name the bettor's hand or its total")
            return self
        held, card = self.game.read_hand(hand), _open_card(self.game, up)
        if held not in self.spots[card]:
            raise InputError(f"{hand!r} has gone over, or is not in this deck")
        spot = self.spots[card][held]
        act, worth = first_act(self.game.stakes, spot.best) if sum(held) == 1 else (spot.act, spot.best)
        where = {"hand": hand, **({"up": up} if up else {})}
        return self._asked(where, {card: [(held, spot)]}, worth, {act: Fraction(1)})

    def _line(self, label: str, up: str | None) -> DrawingSolution:
        """All hands of one line of the chart, against one open card or against every one.

        Its value, for each unit at stake, and its acts are the means over the ways to hold such a hand.
        """
        cells: Mapping[int, Held] = self.hands_called(label)
        if up is not None:
            card = _open_card(self.game, up)
            cells = {card: cells[card]}
        listed = [(self._weight(card, hand), spot) for card, hand, spot in _listed(cells)]
        total = sum(weight for weight, _ in listed)
        worth = sum((weight * spot.best for weight, spot in listed), Fraction(0)) / total
        sticks = Fraction(sum(weight for weight, spot in listed if spot.act == STICK), total)
        where = {"total": label, **({"up": up} if up else {})}
        return self._asked(where, cells, worth, {STICK: sticks, PULL: 1 - sticks})

    def _weight(self, card: int, hand: Hand) -> int:
        """In how many ways the rival's card and the hand can be dealt."""
        return ways(self.game, hand, card) * (1 if card == CLOSED else self.game.supply[card])

    def _asked(
        self, where: Mapping[str, object], asked: Mapping[int, Held], worth: Number, row: dict[str, Fraction]
    ) -> DrawingSolution:
        return replace(self, where=where, asked=asked, value=Value.exactly(worth), row=row)


def solve(game: DrawingGame, *, progress: Progress = silent) -> DrawingSolution:
    """The bettor's exact best play, and what his rules would cost him."""
    began = time.perf_counter()
    _check(game)
    cards = [k for k, count in enumerate(game.supply) if count] if game.rival_seen else [CLOSED]
    rules = game.rules()
    spots: dict[str, dict[int, Mapping[Hand, Spot]]] = {name: {} for name in ("", *rules)}
    for done, card in enumerate(cards):
        progress(done, len(cards), "cards of the rival")
        web = make_web(game, card)
        spots[""][card] = make_spots(web)
        for name, rule in rules.items():
            spots[name][card] = make_spots(web, rule, shortest=len(game.kinds) + 1)
    values = {name: (mean_edge(game, found), expectation(game, found)) for name, found in spots.items()}
    best = spots[""]
    return DrawingSolution(
        value=Value.exactly(values[""][1]),
        row=best_bets(game, best),
        method="backward recursion in integers",
        positions=sum(len(by_hand) - 1 for by_hand in best.values()),
        game=game,
        spots=best,
        edge=values[""][0],
        rule_values={name: value for name, value in values.items() if name},
        seconds=time.perf_counter() - began,
    )


def _check(game: DrawingGame) -> None:
    """Refuse a deck without a card for each, and one so large that its factorial would not end."""
    cards = sum(game.supply)
    if cards < 2:
        raise GameError(f"a card each must be dealt, and the deck has {cards}")
    bits = math.lgamma(cards + 1) / math.log(2)
    times = 1 + (sum(map(bool, game.supply)) if game.rival_seen else 0)
    seconds = SECONDS_PER_BIT * bits * max(1, bits / LONG) * times * (1 + len(game.rules()))
    afford(f"a deck of {cards:,} cards", seconds=seconds)


def _listed(cells: Mapping[int, Held]) -> list[tuple[int, Hand, Spot]]:
    """The rival's card, the hand and what is known of it, one by one."""
    return [(card, hand, spot) for card, cell in cells.items() for hand, spot in cell]


def _open_card(game: DrawingGame, up: str | None) -> int:
    """The kind of the rival's open card, as a person typed it."""
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
