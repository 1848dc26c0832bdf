"""Matches of target games: means by exact integrals over the target's value, results in full where it has few values.

Players go by what they do with a target of value x: the solution by its formulas, simple players by steps, a
person's own function by being asked. Every question is then one about two plans (`plans`, `play`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from zerosum.arena.players import Mix, Mixture, Player, Seen
from zerosum.arena.public import Solve
from zerosum.arena.results import Match, Mean
from zerosum.arena.tally import in_batches
from zerosum.arrays import Floats
from zerosum.contests.course import Contest, EquilibriumRange, player_called, seated
from zerosum.contests.targets.extremes import range_of
from zerosum.contests.targets.plans import Asked, Board, Made, Plan, from_pieces, mixed
from zerosum.contests.targets.play import best_answer, mean_of, paid_in, results_of
from zerosum.contests.targets.simple import SIMPLE, simple
from zerosum.models.targets import TargetGame
from zerosum.numerics.rational import Number
from zerosum.progress import Progress
from zerosum.sides import Side

__all__ = ["SIMPLE", "TargetContest", "contest"]

MOST_VALUES = 200
"""Targets with so many values are reckoned with in fractions."""


@dataclass(frozen=True)
class Planner:
    """A player who goes by a plan on either side."""

    name: str
    contest: TargetContest
    by_order: bool = False

    def mix(self, seen: Seen) -> Mix:
        """The plan's mix at the target that is seen."""
        board = self.contest.board(exact=False)
        plan = self.contest.plan(board, self.name, seen.side)
        at, s = board.places[seen.position.state]
        mix = plan.mix(at, s, np.array([float(seen.position.x)]))[:, 0].tolist()
        names = board.game.row_moves if seen.side == "row" else board.game.col_moves
        return {names[i]: mix[i] for i in board.moves(at, s, seen.side) if mix[i] > 0}


@dataclass(frozen=True)
class TargetContest(Contest):
    """What can be asked about players of a target game."""

    game: TargetGame
    solution: Solve
    progress: Progress

    def names(self) -> Sequence[str]:
        """The solution, and the simple players."""
        return ["equilibrium", *SIMPLE]

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """The players of the game, as a table deals to them."""
        return {name: Planner(name, self) for name in self.names()}

    def exactly(self, row: str, col: str) -> Match:
        """The results where targets have few values; else the mean, with a bound on its error."""
        board = self.board(exact=self._in_fractions(row, col))
        if self._place is None:
            return Match(row, col, {0: 1})
        plans = self._plans(board, row, col)
        results = results_of(board, *plans, self._place)
        if results is not None:
            return Match(row, col, results)
        mean, bound = mean_of(board, *plans).at(self._place)
        return Mean(row, col, {mean: 1}, bound=bound)

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """All plays of a batch at once, stage by stage."""
        board, place = self.board(exact=False), self._place
        plans = self._plans(board, row, col)

        def deal(count: int, random: np.random.Generator) -> Floats:
            return np.zeros(count) if place is None else paid_in(board, *plans, place, count, random)

        return in_batches(row, col, deal, plays=plays, seed=seed, progress=self.progress)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What exact best answers hold a player to on either side."""
        board = self.board(exact=self._in_fractions(name))
        _, held = best_answer(board, self.plan(board, name, "row"), "col")
        _, given = best_answer(board, self.plan(board, name, "col"), "row")
        return held.at(self._place)[0], given.at(self._place)[0]

    def range(self, rival: str) -> EquilibriumRange:
        """Over all of row's strategies that are optimal at every state and target."""
        if self._place is None:
            return EquilibriumRange(rival, 0.0, 0.0)
        board = self.board(exact=False)
        solution: Any = self.solution()
        values = [
            np.array([float(solution.value_at(state)) for state in layer.states]) for layer in board.layers
        ]
        plans = self.plan(board, "equilibrium", "row"), self.plan(board, rival, "col")
        return EquilibriumRange(rival, *range_of(board, values, *plans, self._place))

    def board(self, *, exact: bool) -> Board:
        """The game laid out, in fractions or in floats."""
        return self._boards[exact]

    @cached_property
    def _boards(self) -> dict[bool, Board]:
        return {exact: Board(self.game, exact) for exact in (False, True)}

    @cached_property
    def _kept(self) -> dict[tuple[bool, str, Side], Plan]:
        return {}

    @cached_property
    def _place(self) -> tuple[int, int] | None:
        """Where the start is; None if the game is over before it begins."""
        return self.board(exact=False).places.get(self.game.start)

    def _in_fractions(self, *names: str) -> bool:
        """Whether all is known exactly: the targets' laws, and the players."""
        laws = [self.game.target(left) for left in range(1, self.game.stages_left(self.game.start) + 1)]
        if not all(0 < len(law.exact) <= MOST_VALUES for law in laws):
            return False
        needed = any("equilibrium" in name for name in names)
        return not needed or bool(self.solution().value.is_exact)

    def _plans(self, board: Board, row: str, col: str) -> tuple[Plan, Plan]:
        return seated(
            row,
            col,
            lambda name, side: self.plan(board, name, side),
            lambda side, rival: best_answer(board, rival, side)[0],
        )

    def plan(self, board: Board, name: str, side: Side) -> Plan:
        """What a player does on a side."""
        key = (board.exact, name, side)
        if key not in self._kept:
            self._kept[key] = self._made(board, name, side)
        return self._kept[key]

    def _made(self, board: Board, name: str, side: Side) -> Plan:
        if name == "equilibrium":
            return self._optimal(board, side)
        if name in SIMPLE:
            return simple(board, side, SIMPLE[name])
        return self._of(board, player_called(name, self.players), side)

    def _of(self, board: Board, player: Player, side: Side) -> Plan:
        """The plan of a planner, of a mixture of such, or of whoever must be asked."""
        if isinstance(player, Planner):
            return self.plan(board, player.name, side)
        if not isinstance(player, Mixture):
            return Asked(board, player, side)
        total = sum(weight for weight, _ in player.players)
        parts = [
            (board.number(Fraction(weight) / Fraction(total)), self._of(board, part, side))
            for weight, part in player.players
        ]
        if any(isinstance(plan, Asked) for _, plan in parts):
            return Asked(board, player, side)
        return Made(lambda at, s: mixed([(weight, plan.spans(at, s)) for weight, plan in parts]))

    def _optimal(self, board: Board, side: Side) -> Plan:
        """The solution's own formulas."""
        solution: Any = self.solution()
        return Made(lambda at, s: from_pieces(board, solution.pieces_at(at, s), side))


def contest(game: TargetGame, solution: Solve, progress: Progress) -> TargetContest:
    """The contest of a target game."""
    return TargetContest(game, solution, progress)
