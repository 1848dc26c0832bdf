"""The answer to a river or a turn: the value, and a mix for each hand at each decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution, StrategyLine
from zerosum.models.river.ranges import CARD, CLASSES, HAND, class_name, read_cards
from zerosum.models.river.rules import START, RiverGame
from zerosum.models.river.values import PairTable


@dataclass(frozen=True, kw_only=True)
class RiverSolution(Solution):
    """The answer to a river or a turn."""

    game: RiverGame = field(repr=False)
    """The game itself."""
    mixes: Mapping[Side, Array] = field(repr=False, compare=False)
    """For each side [hand, node]: the probability of the move that leads to a node; 1 where the other side moves."""

    def check_form(self) -> None:
        """Refuse tables that do not have a number for each hand and node."""
        for side in SIDES:
            table, shape = self.mixes[side], (len(self.game.hands[side]), len(self.game.nodes))
            if not isinstance(table, np.ndarray) or table.shape != shape or table.dtype.kind not in "fO":
                raise InputError(
                    f"the strategy of {side} in this saved solution must be a table of {shape[0]:,} hands and "
                    f"{shape[1]:,} nodes; solve the game again"
                )

    @cached_property
    def pairs(self) -> PairTable:
        """All pairs of hands, from which values follow."""
        return PairTable(self.game, self.mixes["row"].dtype == object)

    @cached_property
    def worths(self) -> dict[Side, Array]:
        """[hand, node]: what a node is worth to a hand against the other's solution, times the weight of its hands."""
        return {side: self.pairs.worths(side, self.mixes[other(side)], self.mixes[side]) for side in SIDES}

    @cached_property
    def foes(self) -> dict[Side, Array]:
        """[hand, node]: the weight of the other's hands that come to a node and can meet the hand."""
        return {side: self.pairs.foes(side, self.mixes[other(side)]) for side in SIDES}

    @cached_property
    def reaches(self) -> dict[Side, Array]:
        """[hand, node]: the weight of a hand times the probability that its own moves lead to a node."""
        return {side: self.pairs.reaches(side, self.mixes[side]) for side in SIDES}

    def node_of(self, line: str) -> int:
        """The number of a decision, named by the moves that lead there."""
        parts = (part.strip().lower() for part in line.split(",") if part.strip())
        wanted = tuple(
            part[0].upper() + part[1:] if part[:2].capitalize() in CARD else part for part in parts
        )
        found = self.game.line_numbers.get(() if wanted == (START,) else wanted)
        if found is None or self.game.nodes[found].side is None:
            where = [number for number in self.decisions if number < 3]
            where += [number for number in self.decisions if self.game.nodes[number].card is not None][:1]
            some = ", or ".join(repr(self.game.nodes[number].name) for number in where)
            raise InputError(f"nobody decides after {line!r:.60}; a line of moves looks like {some}")
        return found

    def hand_of(self, side: Side, hand: str) -> int:
        """The place of a side's hand, as "AhKh"."""
        cards = sorted(read_cards(hand))
        place = self.game.hands[side].place.get(HAND.get((cards[0], cards[-1]), -1)) if cards else None
        if place is None:
            raise InputError(f"{hand!r:.40} is not a hand in the range of {self.game.seats[side]}")
        return place

    def _is_blocked(self, number: int, hand: int) -> bool:
        """Whether a hand of the side that moves has the card that was dealt on the way to a decision."""
        node = self.game.nodes[number]
        assert node.side
        return node.card is not None and node.card in self.game.hands[node.side].cards[hand].tolist()

    def mix_at(self, number: int, hand: int) -> dict[str, Number]:
        """The mix of a hand, by its place, at a decision."""
        node = self.game.nodes[number]
        assert node.side
        shares = self.mixes[node.side][hand, node.first : node.first + len(node.moves)].tolist()
        return dict(zip(node.moves, shares, strict=True))

    def earns_at(self, number: int, hand: int) -> dict[str, Number]:
        """What each move earns a hand in chips, beyond half of the pot; empty where the other side never comes."""
        node = self.game.nodes[number]
        assert node.side
        met = self.foes[node.side][hand, number]
        after = self.worths[node.side][hand, node.first : node.first + len(node.moves)]
        return dict(zip(node.moves, (after / met).tolist(), strict=True)) if met > 0 else {}

    def frequencies(self, number: int) -> dict[str, Number]:
        """How often each move is made at a decision, over all hands that come there; empty if none does."""
        weight = self._arrivals(number)
        whole = weight.sum()
        return self._mean(number, weight) if whole > 0 else {}

    def arrives(self, number: int) -> Number:
        """The probability with which play comes to a decision."""
        chance = self._arrivals(number).sum() / self.pairs.whole
        return chance if self.pairs.exact else float(chance)

    def _arrivals(self, number: int) -> Array:
        """The weight with which each hand of the side that moves comes to a decision and meets a hand of the other."""
        side = self.game.nodes[number].side
        assert side
        foes = self.pairs.foes_at(side, number, self.reaches[other(side)][:, number])
        weight: Array = self.reaches[side][:, number] * foes
        return weight * self.pairs.chance(self.game.nodes[number])

    def _mean(self, number: int, weight: Array) -> dict[str, Number]:
        node = self.game.nodes[number]
        assert node.side
        mixes = self.mixes[node.side][:, node.first : node.first + len(node.moves)]
        return dict(zip(node.moves, ((weight @ mixes) / weight.sum()).tolist(), strict=True))

    def classes(self, number: int) -> dict[str, dict[str, Number]]:
        """The mix of each class of hands at a decision: AA, AKs, AKo; the mean over the hands that come there."""
        return {name: self._mean(number, weight) for name, weight in self._by_class(number).items()}

    def class_weights(self, number: int) -> dict[str, Number]:
        """The share of each class of hands among those that come to a decision."""
        weights = {name: weight.sum() for name, weight in self._by_class(number).items()}
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def _by_class(self, number: int) -> dict[str, Array]:
        """The arrivals at a decision, of one class at a time."""
        side = self.game.nodes[number].side
        assert side
        arrivals = self._arrivals(number)
        names = np.array([class_name(int(hand)) for hand in self.game.hands[side].numbers])
        found = {name: np.where(names == name, arrivals, 0 * arrivals) for name in CLASSES if name in names}
        return {name: weight for name, weight in found.items() if weight.sum() > 0}

    @property
    def decisions(self) -> list[int]:
        """The numbers of all decisions."""
        return [number for number, node in enumerate(self.game.nodes) if node.side]

    @property
    def listed(self) -> list[int]:
        """The numbers of the decisions before a card is dealt; those after it are asked for by their lines."""
        return [number for number in self.decisions if self.game.nodes[number].card is None]

    @property
    def shown(self) -> int:
        """The number of the decision that was asked for; the first one by default."""
        return self.node_of(str(self.where["line"])) if "line" in self.where else 0

    def at(
        self,
        *,
        line: Annotated[
            str | None,
            'the moves so far, as "check, bet 3750"; on a turn also the card, as "check, check, 7h"',
        ] = None,
        hand: Annotated[str | None, "a hand of the player to move, as AhKh"] = None,
    ) -> RiverSolution:
        """The solution at a decision: how often each move is made there, by all hands or by one."""
        if line is None and hand is None:
            return self
        number = self.node_of(line or START)
        side = self.game.nodes[number].side
        assert side
        if hand is not None and self._is_blocked(number, self.hand_of(side, hand)):
            raise InputError(f"{hand!r:.40} is not possible after {line!r:.60}, since that card was dealt")
        mix = self.frequencies(number) if hand is None else self.mix_at(number, self.hand_of(side, hand))
        where = {"line": line or START} | ({"hand": hand} if hand else {})
        none: dict[str, Number] = {}
        return replace(
            self, where=where, row=mix if side == "row" else none, col=mix if side == "col" else none
        )

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """The mix of every hand, and what moves earn: at all decisions that are listed, or at the one asked for."""
        for number in [self.shown] if self.where else self.listed:
            side = self.game.nodes[number].side
            assert side
            for hand, name in enumerate(self.game.hands[side].names):
                if "hand" in self.where and self.hand_of(side, str(self.where["hand"])) != hand:
                    continue
                if self._is_blocked(number, hand):
                    continue
                earns = self.earns_at(number, hand)
                for move, p in self.mix_at(number, hand).items():
                    yield StrategyLine(side, self.game.nodes[number].known(name), move, p, earns.get(move))

    def data(self) -> Mapping[str, object]:
        """The mixes of the classes of hands at each decision; at the decision that was asked for, what moves earn."""
        numbers = [self.shown] if self.where else self.listed
        nodes = self.game.nodes
        found: dict[str, object] = {
            "frequencies": {nodes[n].name: self.frequencies(n) for n in numbers},
            "classes": {nodes[n].name: self.classes(n) for n in numbers},
        }
        if self.where:
            side = nodes[self.shown].side
            assert side
            names = self.game.hands[side].names
            found["earns"] = {
                name: self.earns_at(self.shown, hand)
                for hand, name in enumerate(names)
                if not self._is_blocked(self.shown, hand)
            }
        return found

    def json(self) -> Json:
        """The answer as data, with the mix of every hand at every decision that is listed."""
        answer = super().json()
        if not self.where:
            lines: dict[str, Json] = {"row": {}, "col": {}}
            for number in self.listed:
                node = self.game.nodes[number]
                assert node.side
                names = self.game.hands[node.side].names
                mixes = {name: plain(self.mix_at(number, hand)) for hand, name in enumerate(names)}
                lines[node.side][node.name] = mixes
            answer["strategies"] = lines
        return answer
