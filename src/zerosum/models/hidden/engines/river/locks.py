"""Locks of classes of hands in players' notation: "AKo, check: bet 1/2" applies to each AKo of the range, and
"random, check: bet 1/2" to every hand after the check.

Small rivers with locks are hidden games in which chance plays the locked moves. On large ones the arrays of the
solver hold the locked probabilities, and locked moves take no part in regrets and best responses; the answer then
compares strategies class by class. EVs with locks are also in chips, relative to a fold at 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from zerosum.arena.players import Observation, ask
from zerosum.core.arrays import Floats
from zerosum.core.data import plain
from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.questions import Lock, SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.core.verdict import Verdict
from zerosum.display.questions import amount_texts
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.arena import RiverView, board_text
from zerosum.models.hidden.engines.river.ranges import CARD, class_name
from zerosum.models.hidden.engines.river.rules import BetNode, RiverGame
from zerosum.models.hidden.lock import Change, LockedAnswer, LockedSolution, mix_of_lock

MIN_CHANGE = 0.01
"""Changes of a probability below this are not listed."""

MAX_LINES = 16
"""Maximum number of decisions, and of classes of hands, in a table of the report."""

ROUNDING = 2.0**-38
"""The maximum rounding error of a best response and of the probabilities of locks in floats, relative to the largest
stake.
"""


@dataclass(frozen=True, kw_only=True)
class LockedRiver(LockedSolution):
    """The solution of a small river with some decisions locked."""

    in_decimals: ClassVar[bool] = True

    @property
    def _river(self) -> RiverSolution:
        assert isinstance(self.free, RiverSolution)
        return self.free

    @property
    def ev_meaning(self) -> str:
        return "EVs are in chips, relative to a fold at 0."

    @cached_property
    def evs(self) -> Sequence[SolvedDecision]:
        """The EV of each move, relative to a fold at 0."""
        game = self._river.game
        places = {
            node.known(name): number
            for number, node in enumerate(game.nodes)
            if node.side
            for name in game.hands[node.side].names
        }
        return [self._with_fold_at_zero(one, places[one.information]) for one in super().evs]

    def _with_fold_at_zero(self, one: SolvedDecision, number: int) -> SolvedDecision:
        if one.ev is None:
            return one
        river = self._river
        moves = {
            move: replace(answer, ev=None if answer.ev is None else river.as_shown(number, answer.ev))
            for move, answer in one.moves.items()
        }
        return replace(one, ev=river.as_shown(number, one.ev), moves=moves)


class ClassLoss(NamedTuple):
    """The EV of a class of hands against the opponent's solution, with and without locks."""

    share: float
    """The class's share of the hands of its player."""
    solution: float
    """The EV of the solution without locks, in chips with a fold at 0."""
    locked: float
    """The EV of the strategy with locks."""

    @property
    def loss(self) -> float:
        return self.solution - self.locked


@dataclass(frozen=True, kw_only=True)
class LockedRanges(LockedAnswer):
    """The solution of a river of any size with some moves of some hands locked."""

    in_decimals: ClassVar[bool] = True
    game: RiverGame = field(repr=False)
    """The game itself."""
    free: RiverSolution = field(repr=False)
    """The solution without locks."""
    locked: RiverSolution = field(repr=False)
    """Both strategies with the locks."""
    fixed: Mapping[Side, Floats] = field(repr=False, compare=False)
    """[hand, node]: the probability of a locked move, less than 0 for a free move."""

    @property
    def owners(self) -> Collection[Side]:
        return {side for side in SIDES if (self.fixed[side] >= 0).any()}

    @property
    def ev_meaning(self) -> str:
        return "EVs are in chips, relative to a fold at 0."

    @cached_property
    def evs(self) -> Sequence[SolvedDecision]:
        return self.locked.evs

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        return self.locked.decisions

    def _decisions(self) -> Iterator[tuple[BetNode, Side, slice]]:
        """Yield the decisions, each with the indices of its moves."""
        for number in self.free.listed:
            node = self.game.nodes[number]
            if node.side:
                yield node, node.side, node.after

    def changes(self) -> Iterator[Change]:
        """Yield the moves whose probabilities change by a percentage point or more."""
        for node, side, after in self._decisions():
            before, now = (one.mixes[side][:, after].astype(float) for one in (self.free, self.locked))
            names = self.game.hands[side].names
            for hand, k in np.argwhere(abs(now - before) >= MIN_CHANGE).tolist():
                yield Change(
                    side,
                    node.known(names[hand]),
                    node.moves[k],
                    before[hand, k],
                    now[hand, k],
                    bool(self.fixed[side][hand, node.first + k] >= 0),
                )

    @cached_property
    def losses(self) -> dict[Side, dict[str, ClassLoss]]:
        """For each player with locks, the EV of every class of hands against the opponent's solution."""
        found: dict[Side, dict[str, ClassLoss]] = {}
        pairs, half = self.free.pairs, float(self.game.half_pot)
        for side in self.owners:
            foe = self.free.mixes[other(side)]
            earned = [pairs.worths(side, foe, one.mixes[side])[:, 0] for one in (self.free, self.locked)]
            weights, met = pairs.weights[side].astype(float), self.free.foes[side][:, 0].astype(float)
            names = np.array([class_name(int(hand)) for hand in self.game.hands[side].numbers])
            whole = weights @ met
            found[side] = {}
            for name in dict.fromkeys(names.tolist()):
                here = np.where(names == name, weights, 0.0)
                if (count := here @ met) > 0:
                    evs = [float(here @ one.astype(float) / count) + half for one in earned]
                    found[side][name] = ClassLoss(float(count / whole), *evs)
        return found

    def data(self) -> Mapping[str, object]:
        """Return the value without locks, the cost, the changes, and the EV loss of each class of hands."""
        losses = {
            side: {name: {**one._asdict(), "loss": one.loss} for name, one in classes.items()}
            for side, classes in self.losses.items()
        }
        return {**super().data(), "losses": plain(losses)}

    def verify(self) -> Verdict:
        """Check the EVs of best responses that keep the locked probabilities, from tables of all pairs of hands."""
        pairs = self.locked.pairs
        most, doubt = float(max(node.stake for node in self.game.nodes)), 0.0
        if self.game.rivers:
            from zerosum.models.hidden.engines.river.solve.turn import doubt_of_units

            doubt = doubt_of_units(self.game)
        bounds: dict[Side, float] = {}
        for side in SIDES:
            worth = pairs.worths(side, self.locked.mixes[other(side)], fixed=self.fixed[side])[:, 0]
            bounds[side] = float(pairs.weights[side] @ worth / pairs.whole) + most * ROUNDING + doubt
        return Verdict(self.value, Value(-bounds["col"], bounds["row"]))

    def report(self) -> Report:
        """Report the new value, the cost, the changed frequencies, and the classes of hands that lose most."""
        seats, lines, tables = self.game.seats, list[list[object]](), list[Table]()
        for number in self.free.listed[:MAX_LINES]:
            node = self.game.nodes[number]
            shares = [
                ", ".join(f"{move} {percent(float(p))}" for move, p in one.frequencies(number).items()) or "–"
                for one in (self.free, self.locked)
            ]
            fixed = self.fixed[node.mover][:, node.after]
            lines.append([node.name, seats[node.mover], *shares, "locked" * bool((fixed >= 0).any())])
        tables.append(Table("", ["after", "to act", "frequencies before", "now", ""], lines))
        for side, classes in self.losses.items():
            worst = sorted(classes.items(), key=lambda one: -one[1].loss * one[1].share)[:MAX_LINES]
            rows: list[list[object]] = [
                [name, percent(one.share), *amount_texts([one.solution, one.locked, one.loss], decimals=True)]
                for name, one in worst
            ]
            title = f"EV of {seats[side]}'s hands against the solution (largest losses first)"
            tables.append(Table(title, ["hand", "share", "solution", "with locks", "EV loss"], rows))
        notes = [f"Without the locks, the value is {self.free.value} to {seats['row']}.", self.ev_meaning]
        notes += [f"The locks cost {seats[side]} {cost:.6g}." for side, cost in self.costs.items()][
            : 2 - len(self.costs)
        ]
        return report_of(self, tables=tables, notes=notes)


def fixed_moves(solution: RiverSolution, locks: Sequence[Lock]) -> dict[Side, Floats]:
    """Return [hand, node] for each side: the probabilities of locked moves, and -1 for free moves."""
    game = solution.game
    fixed = {side: np.full((len(game.hands[side]), len(game.nodes)), -1.0) for side in SIDES}

    def hold(node: BetNode, hand: int, mix: Mapping[str, Number]) -> None:
        row, after = fixed[node.mover][hand], node.after
        if (row[after] >= 0).any():
            name = node.known(game.hands[node.mover].names[hand])
            raise InputError(f"{name!r} is locked twice; give all its moves in one lock")
        row[after] = [float(mix.get(move, -1)) for move in node.moves]

    for lock in by_hand(solution, locks):
        if lock.player is None:
            named, _, line = (part.strip() for part in lock.information.partition(","))
            node = game.nodes[solution.node_of(line)]
            _check_side(solution, lock, node)
            hand = solution.hand_of(node.mover, named.strip())
            hold(node, hand, mix_of_lock(lock, lock.information, node.moves))
            continue
        assert lock.side
        for node in game.nodes:
            for hand, name in enumerate(game.hands[lock.side].names) if node.side == lock.side else ():
                view = RiverView(lock.side, name, board_text(game, node), node.line)
                mix = ask(lock.player, Observation(lock.side, view, node.moves))
                hold(node, hand, {move: mix.get(move, 0) for move in node.moves})
    return fixed


def _check_side(solution: RiverSolution, lock: Lock, node: BetNode) -> None:
    """Raise an error if a lock is for a side that does not move at the decision."""
    if node.side and lock.side not in (None, node.side):
        seats = solution.game.seats
        raise InputError(f"{seats[node.side]} decides after {node.name!r}, not {seats[lock.side]}")


def by_hand(solution: RiverSolution, locks: Sequence[Lock]) -> list[Lock]:
    """Return the locks of single hands; a lock of a hand overrides a lock of its class."""
    classes, single = list[Lock](), list[Lock]()
    for lock in locks:
        if lock.player is not None:
            single.append(lock)
            continue
        hand, _, line = (part.strip() for part in lock.information.partition(","))
        number = solution.node_of(line)
        node = solution.game.nodes[number]
        _check_side(solution, lock, node)
        names = solution.game.hands[node.mover].names
        found = [
            replace(lock, information=node.known(names[place]))
            for place in solution.hands_of(node.mover, hand)
            if _is_hand(hand) or not solution.is_blocked(number, place)
        ]
        (single if _is_hand(hand) else classes).extend(found)
    said = {lock.information for lock in single}
    return [*(lock for lock in classes if lock.information not in said), *single]


def _is_hand(text: str) -> bool:
    return len(text) == 4 and all(
        text[k : k + 1].upper() + text[k + 1 : k + 2].lower() in CARD for k in (0, 2)
    )
