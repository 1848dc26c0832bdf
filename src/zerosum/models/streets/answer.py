"""The answer to a large street game: the value, and a mix for each board, line of bets and hand up to suits."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import as_typed
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution, StrategyLine
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import words
from zerosum.models.streets.earnings import StreetEarnings
from zerosum.models.streets.form import BetPoint
from zerosum.models.streets.rules import StreetGame

UNITS = 2.0**24
"""Probabilities are whole numbers of units of 2^-24: 32 bits hold them, and those of a mix add up to exactly 1."""


class StreetDecision(NamedTuple):
    """Where a side must move: street, board, line and hand by their numbers, and the node of the round of bets."""

    street: int
    board: int
    line: int
    point: BetPoint
    hand: int


@dataclass(frozen=True, kw_only=True)
class StreetSolution(Solution):
    """The answer to a large street game."""

    game: StreetGame = field(repr=False)
    """The game itself."""
    mixes: Mapping[Side, Sequence[Array]] = field(repr=False, compare=False)
    """For each side and street [board, line, slot, hand]: the probability of each of its moves."""

    def check_form(self) -> None:
        """Refuse tables that do not have a number for each board, line, move and hand."""
        form = self.game.form
        for side in SIDES:
            shapes = [
                (len(boards), form.lines(s), form.slots(side), max(len(one.hands) for one in boards))
                for s, boards in enumerate(form.streets)
            ]
            tables = [
                one for one in self.mixes[side] if isinstance(one, np.ndarray) and one.dtype.kind == "f"
            ]
            if len(self.mixes[side]) != len(tables) or [one.shape for one in tables] != shapes:
                raise InputError(
                    f"the strategy of {side} in this saved solution does not fit the boards, lines and hands of the "
                    "game; solve the game again"
                )

    def mix(self, side: Side, seen: Hashable) -> dict[Hashable, Number]:
        """The probability of each move of a player who knows this: events in order, or a text as "As, check, raise"."""
        told = seen if isinstance(seen, str) else words(seen)
        where = self.decision(told)
        if where.point.side != side:
            raise InputError(f"{side} does not move knowing {told!r:.80}")
        return self.mix_at(where)

    def mix_at(self, where: StreetDecision) -> dict[Hashable, Number]:
        """The mix at a decision."""
        point = where.point
        assert point.side
        table = self.mixes[point.side][where.street]
        shares = table[where.board, where.line, point.slot : point.slot + len(point.moves), where.hand]
        return dict(zip(point.moves, map(float, shares), strict=True))

    @cached_property
    def worths(self) -> dict[Side, StreetEarnings]:
        """What each move of each side earns everywhere, against the other's strategy and if the best follows."""
        form = self.game.form
        return {
            side: StreetEarnings(self.game, side, self.mixes[other(side)], form.slots(side)) for side in SIDES
        }

    def earns_at(self, where: StreetDecision) -> dict[Hashable, float]:
        """What each move earns at a decision, in chips; empty where the other side never comes."""
        point = where.point
        assert point.side
        table = self.worths[point.side].earns[where.street]
        found = table[where.board, where.line, point.slot : point.slot + len(point.moves), where.hand]
        return {} if np.isnan(found).any() else dict(zip(point.moves, map(float, found), strict=True))

    def find(self, seen: str) -> StreetDecision | None:
        """The decision of a player who knows this; None where nobody decides."""
        try:
            return self.decision(seen)
        except InputError:
            return None

    def decision(self, seen: str) -> StreetDecision:
        """The decision of a player who knows this: the own card, then bets and public cards in order."""
        cards = {as_typed(card.name): card for card in self.game.deck}
        form = self.game.form
        own, *rest = [as_typed(part.strip()) for part in seen.split(",")]
        board, rounds = [], [list[str]()]
        for part in rest:
            if part in cards:
                board.append(cards[part])
                rounds.append([])
            else:
                rounds[-1].append(part)
        closes = {point.line: point.close for point in form.closes}
        points = {point.line: point for point in form.bets if point.side}
        lines, last = [tuple(one) for one in rounds[:-1]], tuple(rounds[-1])
        dealt = [cards.get(own), *board]
        if None in dealt or len(set(dealt)) < len(dealt) or len(board) >= len(form.streets):
            raise InputError(
                f"{seen!r:.80} does not name cards that can be dealt; what players know looks like {self.example!r}"
            )
        if last not in points or not all(line in closes for line in lines):
            raise InputError(
                f"nobody moves knowing {seen!r:.80}; what players know looks like {self.example!r}"
            )
        number, hand = form.find(cards[own], tuple(board))
        line = 0
        for one in lines:
            line = line * len(form.closes) + closes[one]
        return StreetDecision(len(board), number, line, points[last], hand)

    @property
    def example(self) -> str:
        """What somebody knows in the second round, as text."""
        first, *_, last = self.game.deck
        return ", ".join([last.name, *self.game.form.closes[0].line, first.name])

    def first_round(self) -> Iterator[tuple[BetPoint, dict[str, dict[Hashable, Number]]]]:
        """The decisions before a card is turned up: for each the mix of every hand, the highest first."""
        [start] = self.game.form.streets[0]
        for point in self.game.form.bets:
            if point.side:
                places = reversed(range(len(start.hands)))
                yield (
                    point,
                    {start.hands[h].name: self.mix_at(StreetDecision(0, 0, 0, point, h)) for h in places},
                )

    def at(
        self, *, seen: Annotated[str | None, 'what the player to move knows, as "As, check, raise"'] = None
    ) -> StreetSolution:
        """The mix of a player who knows this."""
        if seen is None:
            return self
        where = self.decision(seen)
        mix, none = self.mix_at(where), dict[Hashable, Number]()
        mine = [mix if where.point.side == side else none for side in SIDES]
        return replace(self, where={"seen": seen}, row=mine[0], col=mine[1])

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The mixes of the first round with what each move earns, or the one that was asked for."""
        for one in self.earnings:
            for move, earned in one.moves.items():
                yield StrategyLine(one.side, one.information, move, earned.probability, earned.earns)

    def data(self) -> Mapping[str, object]:
        """What moves earn at the decision that was asked for."""
        return {"earnings": [one.json() for one in self.earnings]} if self.where else {}

    def json(self) -> Json:
        """The answer as data, with the mixes of the first round."""
        answer = super().json()
        if not self.where:
            lines: dict[str, Json] = {"row": {}, "col": {}}
            for point, mixes in self.first_round():
                assert point.side
                for hand, mix in mixes.items():
                    lines[point.side][", ".join((hand, *point.line))] = plain(mix)
            answer["strategies"] = lines
        return answer


StreetAnswer = HiddenSolution | StreetSolution
"""What the solver returns: small games are solved as hidden games."""
