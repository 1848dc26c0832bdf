"""The solution of a large street game: the value, and a mix for each board, betting line and hand, up to suits."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import as_typed
from zerosum.core.numbers import Number
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.engines.streets.form import BetPoint
from zerosum.models.hidden.engines.streets.rules import BetLines, StreetCard, StreetGame
from zerosum.models.hidden.engines.streets.sweeps import StreetEVs, evs_against
from zerosum.models.hidden.form import is_events, words

UNITS = 2.0**24
"""Probabilities are whole numbers of units of 2^-24: they fit into 32 bits, and the probabilities of a mix add up to
exactly 1.
"""


class StreetInformation(NamedTuple):
    """A player's information: the private card and then the public cards, and the moves of each betting round."""

    cards: tuple[StreetCard, ...]
    rounds: BetLines = ((),)

    @classmethod
    def of(cls, own: StreetCard, after: Iterable[StreetCard | str]) -> StreetInformation:
        """Return the information from a private card, and moves and public cards in order."""
        cards, rounds = [own], [list[str]()]
        for what in after:
            if isinstance(what, StreetCard):
                cards.append(what)
                rounds.append([])
            else:
                rounds[-1].append(what)
        return cls(tuple(cards), tuple(map(tuple, rounds)))

    def __str__(self) -> str:
        own, *turned = (card.name for card in self.cards)
        after = [(*line, name) for line, name in zip(self.rounds, turned, strict=False)]
        return ", ".join([own, *(part for parts in after for part in parts), *self.rounds[-1]])


class StreetDecision(NamedTuple):
    """A side's decision: the indices of street, board, betting line and hand, and the node of the betting round."""

    street: int
    board: int
    line: int
    point: BetPoint
    hand: int


@dataclass(frozen=True, kw_only=True)
class StreetSolution(Solution):
    """The solution of a large street game."""

    game: StreetGame = field(repr=False)
    """The game itself."""
    mixes: Mapping[Side, Sequence[Array]] = field(repr=False, compare=False)
    """For each side and street [board, line, slot, hand]: the probability of each of its moves."""

    def check_form(self) -> None:
        """Raise an error if a table lacks a number for a board, betting line, move and hand."""
        form = self.game.form
        for side in SIDES:
            tables = [
                one for one in self.mixes[side] if isinstance(one, np.ndarray) and one.dtype.kind == "f"
            ]
            if len(self.mixes[side]) != len(tables) or [one.shape for one in tables] != form.shapes(side):
                raise InputError(
                    f"the strategy of {side} in this saved solution does not fit the boards, lines and hands of the "
                    "game; solve the game again"
                )

    def mix(self, side: Side, seen: Hashable) -> dict[Hashable, Number]:
        """Return a player's mix given its information: events in order, or a string such as "As, check, raise"."""
        known = self.known(seen)
        where = self.decision(known)
        if where.point.side != side:
            raise InputError(f"{side} does not move with the information {str(known)!r:.80}")
        return self.mix_at(where)

    def mix_at(self, where: StreetDecision) -> dict[Hashable, Number]:
        point = where.point
        assert point.side
        table = self.mixes[point.side][where.street]
        shares = table[where.board, where.line, point.slot : point.slot + len(point.moves), where.hand]
        return dict(zip(point.moves, map(float, shares), strict=True))

    @cached_property
    def worths(self) -> dict[Side, StreetEVs]:
        """The EV of each move of each side, against the opponent's strategy with best play afterwards."""
        return {side: evs_against(self.game, side, self.mixes[other(side)]) for side in SIDES}

    def ev_at(self, where: StreetDecision) -> dict[Hashable, float]:
        """Return the EV of each move at a decision, in chips; empty if the opponent never lets play reach it."""
        point = where.point
        assert point.side
        table = self.worths[point.side].ev[where.street]
        found = table[where.board, where.line, point.slot : point.slot + len(point.moves), where.hand]
        return {} if np.isnan(found).any() else dict(zip(point.moves, map(float, found), strict=True))

    def known(self, seen: Hashable) -> StreetInformation:
        """Return the information set of a player, given as events in order, or as a string such as "As, check,
        raise".
        """
        parts = [what for _, what in seen] if is_events(seen) else str(seen).split(",")
        own, *after = [
            what if isinstance(what, StreetCard) else self._named.get(as_typed(str(what)), str(what))
            for what in parts
        ] or [""]
        if not isinstance(own, StreetCard):
            raise self._undealt(words(seen))
        return StreetInformation.of(own, after)

    @cached_property
    def _named(self) -> dict[str, StreetCard | str]:
        """All cards and moves, by the names that are typed."""
        moves: dict[str, StreetCard | str] = {
            as_typed(move): move for point in self.game.form.bets for move in point.moves
        }
        return moves | {as_typed(card.name): card for card in self.game.deck}

    def decision(self, known: StreetInformation) -> StreetDecision:
        form = self.game.form
        *lines, last = known.rounds
        closes = {point.line: point.close for point in form.closes}
        points = {point.line: point for point in form.bets if point.side}
        if len(set(known.cards)) < len(known.cards) or len(known.cards) > len(form.streets):
            raise self._undealt(str(known))
        own, *board = known.cards
        if last not in points or not all(line in closes for line in lines):
            raise InputError(
                f"there is no information set {str(known)!r:.80}; they look like {self.example!r}"
            )
        number, hand = form.find(own, tuple(board))
        line = 0
        for one in lines:
            line = line * len(form.closes) + closes[one]
        return StreetDecision(len(board), number, line, points[last], hand)

    def _undealt(self, text: str) -> InputError:
        return InputError(
            f"{text!r:.80} does not name cards that can be dealt; a player's information looks like {self.example!r}"
        )

    @property
    def example(self) -> str:
        """An example of a player's information in the second round, as text."""
        first, *_, last = self.game.deck
        return ", ".join([last.name, *self.game.form.closes[0].line, first.name])

    def first_round(self) -> Iterator[tuple[BetPoint, dict[str, dict[Hashable, Number]]]]:
        """Yield the decisions before a public card, each with the mix of every hand, the highest first."""
        [start] = self.game.form.streets[0]
        for point in self.game.form.bets:
            if point.side:
                places = reversed(range(len(start.hands)))
                yield (
                    point,
                    {start.hands[h].name: self.mix_at(StreetDecision(0, 0, 0, point, h)) for h in places},
                )

    def at(
        self,
        *,
        seen: Annotated[
            str | None, 'the information of the player to move, for example "As, check, raise"'
        ] = None,
    ) -> StreetSolution:
        """Return the mix of a player with this information."""
        if seen is None:
            return self
        where = self.decision(self.known(seen))
        mix, none = self.mix_at(where), dict[Hashable, Number]()
        mine = [mix if where.point.side == side else none for side in SIDES]
        return replace(self, position_keys={"seen": seen}, row=mine[0], col=mine[1])

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The EVs of the first round, or of the requested decision."""
        return self.evs

    def data(self) -> Mapping[str, object]:
        """Return the EVs of moves at the requested decision."""
        return {"evs": [one.json() for one in self.evs]} if self.position_keys else {}

    def json(self) -> Json:
        """Return the answer as data, with the mixes of the first round."""
        answer = super().json()
        if not self.position_keys:
            lines: dict[str, Json] = {"row": {}, "col": {}}
            for point, mixes in self.first_round():
                assert point.side
                for hand, mix in mixes.items():
                    lines[point.side][", ".join((hand, *point.line))] = plain(mix)
            answer["strategies"] = lines
        return answer


StreetAnswer = HiddenSolution | StreetSolution
"""The result of the solver; small games are solved as hidden games."""
