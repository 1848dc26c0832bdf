"""The solution of a river or a turn: the value, and a mix for each hand at each decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Json, plain
from zerosum.core.errors import GameError, InputError
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.models.hidden.engines.river.ranges import CLASSES, DECK, class_name, named_hands, read_cards
from zerosum.models.hidden.engines.river.rules import ALL_IN, START, BetNode, RiverGame, read_size
from zerosum.models.hidden.engines.river.values import PairTable

PASSIVE = ("check", "call", "fold")
"""Moves that are neither bets nor raises."""


SIZE_TOLERANCE = Fraction(1, 20)
"""A size in a betting line stands for the nearest size of the game if their relative difference is
no more than this.
"""

MAX_NAMED = 12
"""Maximum number of moves that an error lists."""


@dataclass(frozen=True, kw_only=True)
class RiverSolution(Solution):
    """The solution of a river or a turn."""

    in_decimals: ClassVar[bool] = True
    game: RiverGame = field(repr=False)
    """The game itself."""
    mixes: Mapping[Side, Array] = field(repr=False, compare=False)
    """For each side [hand, node]: the probability of the move that leads to a node; 1 if the other side makes that
    move.
    """
    in_percent: bool = False
    """Whether EVs are given in percent of the pot, not in chips."""
    refinement: str = ""
    """The name of the refinement that the strategies provably satisfy; empty if they are only optimal."""

    def check_form(self) -> None:
        """Raise an error if a table lacks a number for a hand and a node."""
        for side in SIDES:
            table, shape = self.mixes[side], (len(self.game.hands[side]), len(self.game.nodes))
            if not isinstance(table, np.ndarray) or table.shape != shape or table.dtype.kind not in "fO":
                raise InputError(
                    f"the strategy of {side} in this saved solution must be a table of {shape[0]:,} hands and "
                    f"{shape[1]:,} nodes; solve the game again"
                )

    @cached_property
    def pairs(self) -> PairTable:
        """Return the tables of all pairs of hands, from which EVs are computed."""
        return PairTable(self.game, self.mixes["row"].dtype == object)

    @cached_property
    def worths(self) -> dict[Side, Array]:
        """[hand, node]: a hand's EV against the opponent's solution, times the weight of the hands it can meet."""
        return {side: self.pairs.worths(side, self.mixes[other(side)], self.mixes[side]) for side in SIDES}

    @cached_property
    def foes(self) -> dict[Side, Array]:
        """[hand, node]: the weight of the opponent's hands that reach a node and can meet the hand."""
        return {side: self.pairs.foes(side, self.mixes[other(side)]) for side in SIDES}

    @cached_property
    def reaches(self) -> dict[Side, Array]:
        """[hand, node]: the weight of a hand times the probability that its own moves lead to a node."""
        return {side: self.pairs.reaches(side, self.mixes[side]) for side in SIDES}

    def node_of(self, line: str) -> int:
        """Return the index of a decision, given its moves; a size stands for the nearest one in the tree."""
        nodes, number = self.game.nodes, 0
        parts = [part.strip() for part in line.split(",") if part.strip()]
        for part in parts if [part.lower() for part in parts] != [START] else ():
            node = nodes[number]
            if not node.moves:
                raise InputError(
                    f"the betting is over before {part!r:.40} in {line!r:.60}; {self._lines_like}"
                )
            number = node.first + self._step(node, part, line)
        if nodes[number].side is None:
            raise InputError(f"there is no decision after {line!r:.60}; {self._lines_like}")
        return number

    @property
    def _lines_like(self) -> str:
        where = [number for number in self.decision_nodes if number < 3]
        where += [number for number in self.decision_nodes if self.game.nodes[number].card is not None][:1]
        return f"a betting line looks like {', or '.join(repr(self.game.nodes[number].name) for number in where)}"

    def _step(self, node: BetNode, part: str, line: str) -> int:
        """Return the node of a move or card given by name."""
        named = part.lower().replace("all in", ALL_IN).replace("allin", ALL_IN)
        names = [move.lower() for move in node.moves]
        if node.is_deal:
            try:
                named = DECK[read_cards(part)[0]].lower()
            except GameError:
                named = ""
        if named in names:
            return names.index(named)
        verb, _, size = named.partition(" ")
        if verb in ("bet", "raise") and node.side and size:
            totals = self._totals(node)
            wanted = self._wanted(node, size.removeprefix("to "))
            near = min(totals, key=lambda k: abs(totals[k] - wanted), default=None)
            if near is not None and abs(totals[near] - wanted) <= SIZE_TOLERANCE * wanted:
                return near
        here = ", ".join(node.moves[:MAX_NAMED]) + (", …" if len(node.moves) > MAX_NAMED else "")
        after = f"after {node.name!r}" if node.line else "at the start"
        raise InputError(f"{part!r:.40} is not a move {after}: the possible moves are {here}")

    def _before(self, node: BetNode) -> Fraction:
        """Return each player's chips in the pot before the betting round of a node, including half of the pot."""
        last = max((k for k, who in enumerate(node.movers) if who is None), default=None)
        if last is None:
            return self.game.half_pot
        return self.game.put_in(self.game.nodes[self.game.line_numbers[node.line[:last]]])["row"]

    def _totals(self, node: BetNode) -> dict[int, Fraction]:
        """Return the mover's chips in the round after each bet or raise, by the index of the move."""
        before, me = self._before(node), SIDES.index(node.mover)
        return {
            k: self.game.nodes[node.first + k].put[me] - before
            for k, move in enumerate(node.moves)
            if move not in PASSIVE
        }

    def _wanted(self, node: BetNode, size: str) -> Fraction:
        """Return the chips for a size as typed, in chips or as a fraction of the pot; -1 if it is not a size."""
        theirs = self.game.put_in(node)[other(node.mover)]
        try:
            if "%" not in size and "pot" not in size:
                return as_fraction(size)
            share = read_size(size)
        except (GameError, InputError):
            return Fraction(-1)
        return Fraction(-1) if share == ALL_IN else theirs - self._before(node) + share * 2 * theirs

    def hands_of(self, side: Side, hand: str) -> list[int]:
        """Return the indices of a side's hands by name: a single hand, such as AhKh, or a class, such as AKo."""
        try:
            named = named_hands(hand)
        except GameError:
            named = ()
        place = self.game.hands[side].place
        found = [place[number] for number in named if number in place]
        if not found:
            raise InputError(
                f"{hand!r:.40} is not in the range of {self.game.seats[side]}; write a hand as AhKh, and "
                f"a class of hands as AKo"
            )
        return sorted(found, key=lambda one: self.game.hands[side].names[one])

    def hand_of(self, side: Side, hand: str) -> int:
        """Return the index of one hand of a side, such as "AhKh"."""
        found = self.hands_of(side, hand)
        if len(found) > 1:
            raise InputError(
                f"{hand!r:.40} is {len(found)} hands; choose one, for example {self.game.hands[side].names[found[0]]}"
            )
        return found[0]

    def is_blocked(self, number: int, hand: int) -> bool:
        """Return whether the mover's hand contains the card that was dealt before a decision."""
        node = self.game.nodes[number]
        return node.card is not None and node.card in self.game.hands[node.mover].cards[hand].tolist()

    def mix_at(self, number: int, hand: int) -> dict[str, Number]:
        node = self.game.nodes[number]
        shares = self.mixes[node.mover][hand, node.after].tolist()
        return dict(zip(node.moves, shares, strict=True))

    def ev_at(self, number: int, hand: int) -> dict[str, Number]:
        """Return the EV of each move of a hand, relative to a fold at 0; empty if the opponent never lets
        play reach it.

        In chips, or in percent of the pot if requested. As in poker solvers, chips in the pot count as won by the
        winner, and only chips that a player puts in after this decision count as lost.
        """
        node = self.game.nodes[number]
        met = self.foes[node.mover][hand, number]
        after = self.worths[node.mover][hand, node.after]
        if not met > 0:
            return {}
        earned = [self.as_shown(number, worth) for worth in (after / met).tolist()]
        return dict(zip(node.moves, earned, strict=True))

    def as_shown(self, number: int, worth: Number) -> Number:
        """Return the EV relative to a fold at 0, in the requested unit, given the EV beyond half of the pot."""
        side = self.game.nodes[number].mover
        put = self.game.put_in(self.game.nodes[number])[side]
        return (worth + (put if self.pairs.exact else float(put))) * self.unit

    @property
    def unit(self) -> Number:
        """The unit of EVs: 1 for chips, or the factor that makes them percentages of the pot."""
        if not self.in_percent:
            return 1
        share = 50 / self.game.half_pot
        return share if self.pairs.exact else float(share)

    @property
    def ev_meaning(self) -> str:
        what = "percent of the pot before the first bet" if self.in_percent else "chips"
        return f"EVs are in {what}, and folding is worth 0."

    def frequencies(self, number: int) -> dict[str, Number]:
        """Return the frequency of each move over all hands that reach a decision; empty if none does."""
        weight = self._arrivals(number)
        whole = weight.sum()
        return self._mean(number, weight) if whole > 0 else {}

    def arrives(self, number: int) -> Number:
        """Return the probability that play reaches a decision."""
        chance = self._arrivals(number).sum() / self.pairs.whole
        return chance if self.pairs.exact else float(chance)

    def _arrivals(self, number: int) -> Array:
        """Return the weight with which each hand of the mover reaches a decision and meets a hand of the opponent."""
        side = self.game.nodes[number].mover
        foes = self.pairs.foes_at(side, number, self.reaches[other(side)][:, number])
        weight: Array = self.reaches[side][:, number] * foes
        return weight * self.pairs.chance(self.game.nodes[number])

    def _mean(self, number: int, weight: Array) -> dict[str, Number]:
        node = self.game.nodes[number]
        mixes = self.mixes[node.mover][:, node.after]
        return dict(zip(node.moves, ((weight @ mixes) / weight.sum()).tolist(), strict=True))

    def classes(self, number: int) -> dict[str, dict[str, Number]]:
        """Return the mix of each class of hands (AA, AKs, AKo) at a decision, averaged over the hands that reach it."""
        return {name: self._mean(number, weight) for name, weight in self._by_class(number).items()}

    def class_weights(self, number: int) -> dict[str, Number]:
        """Return each class's fraction of the hands that reach a decision."""
        weights = {name: weight.sum() for name, weight in self._by_class(number).items()}
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def _by_class(self, number: int) -> dict[str, Array]:
        """Return the weights of hands that reach a decision, one class at a time."""
        side = self.game.nodes[number].mover
        arrivals = self._arrivals(number)
        names = np.array([class_name(int(hand)) for hand in self.game.hands[side].numbers])
        found = {name: np.where(names == name, arrivals, 0 * arrivals) for name in CLASSES if name in names}
        return {name: weight for name, weight in found.items() if weight.sum() > 0}

    @property
    def decision_nodes(self) -> list[int]:
        return [number for number, node in enumerate(self.game.nodes) if node.side]

    def asked(self, number: int) -> list[int]:
        """Return the indices of the possible or requested hands at a decision; none if another was requested."""
        side = self.game.nodes[number].mover
        if self.position_keys and number != self.shown:
            return []
        named = (
            self.hands_of(side, str(self.position_keys["hand"]))
            if "hand" in self.position_keys
            else range(len(self.game.hands[side]))
        )
        return [hand for hand in named if not self.is_blocked(number, hand)]

    @property
    def listed(self) -> list[int]:
        """The indices of the decisions before a card is dealt; later decisions must be requested by their betting
        lines.
        """
        return [number for number in self.decision_nodes if self.game.nodes[number].card is None]

    @property
    def shown(self) -> int:
        """The index of the requested decision; by default the first."""
        return self.node_of(str(self.position_keys["line"])) if "line" in self.position_keys else 0

    def at(
        self,
        *,
        line: Annotated[
            str | None,
            'the moves so far, for example "check, bet 3750"; on a turn also the river card, for example '
            '"check, check, 7h"',
        ] = None,
        hand: Annotated[
            str | None, "a hand of the player to move, for example AhKh, or a class of hands, for example AKo"
        ] = None,
        percent: Annotated[bool, "give EVs in percent of the pot instead of chips"] = False,
    ) -> RiverSolution:
        """Return the solution at a decision: the frequency of each move, for all hands or for some."""
        if self.in_percent != percent:
            return replace(self, in_percent=percent).at(line=line, hand=hand, percent=percent)
        if line is None and hand is None:
            return self
        number = self.node_of(line or START)
        side = self.game.nodes[number].mover
        mix = self.frequencies(number)
        if hand is not None:
            found = [one for one in self.hands_of(side, hand) if not self.is_blocked(number, one)]
            if not found:
                raise InputError(
                    f"{hand!r:.40} is not possible after {line!r:.60}, since one of its cards was dealt"
                )
            mix = self.mean_mix(number, found)
        where = {"line": self.game.nodes[number].name} | ({"hand": hand} if hand else {})
        none: dict[str, Number] = {}
        return replace(
            self, position_keys=where, row=mix if side == "row" else none, col=mix if side == "col" else none
        )

    def mean_mix(self, number: int, hands: Sequence[int]) -> dict[str, Number]:
        """Return the frequency of each move of some hands at a decision, weighted by their reach."""
        if len(hands) == 1:
            return self.mix_at(number, hands[0])
        side = self.game.nodes[number].mover
        among = np.isin(np.arange(len(self.game.hands[side])), hands)
        arrivals, weights = self._arrivals(number), self.pairs.weights[side]
        weight = np.where(among, arrivals, 0 * arrivals)
        return self._mean(number, weight if weight.sum() > 0 else np.where(among, weights, 0 * weights))

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The mix of every hand and the EVs of its moves, at all listed decisions or at the requested one."""
        found = []
        for number in [self.shown] if self.position_keys else self.listed:
            node = self.game.nodes[number]
            names = self.game.hands[node.mover].names
            for hand in self.asked(number):
                mix, ev = self.mix_at(number, hand), self.ev_at(number, hand)
                found.append(SolvedDecision.of(node.mover, node.known(names[hand]), mix, ev))
        return found

    def data(self) -> Mapping[str, object]:
        """Return the mixes of the classes of hands at each decision, and the EVs at the requested decision."""
        numbers = [self.shown] if self.position_keys else self.listed
        nodes = self.game.nodes
        found: dict[str, object] = {
            "frequencies": {nodes[n].name: self.frequencies(n) for n in numbers},
            "classes": {nodes[n].name: self.classes(n) for n in numbers},
        }
        if self.position_keys:
            side = nodes[self.shown].mover
            names = self.game.hands[side].names
            found["ev"] = {names[hand]: self.ev_at(self.shown, hand) for hand in self.asked(self.shown)}
            found["ev_unit"] = {"unit": "percent of the pot" if self.in_percent else "chips", "fold": 0}
        return found

    def json(self) -> Json:
        """Return the answer as data, with the mix of every hand at every listed decision."""
        answer = super().json()
        if not self.position_keys:
            lines: dict[str, Json] = {"row": {}, "col": {}}
            for number in self.listed:
                node = self.game.nodes[number]
                names = self.game.hands[node.mover].names
                mixes = {name: plain(self.mix_at(number, hand)) for hand, name in enumerate(names)}
                lines[node.mover][node.name] = mixes
            answer["strategies"] = lines
        return answer
