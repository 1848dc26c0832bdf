"""Locked positions of a staged game: the user fixes a side's mix there, and the rest is solved again.

A locked mix is a chance move: it is averaged into the outcomes. If the lock leaves some moves open, the side still
chooses among these, and its choice gets the remaining probability. The result is a staged game again, with the same
positions or fewer.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from zerosum.arena.players import Observation, ask
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import WAIT, Game, Move, Position
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.verdict import Verdict
from zerosum.models.hidden.form import read_alike
from zerosum.models.hidden.lock import MAX_LISTED, Change, LockedAnswer, mix_of_lock
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.matches import PartlyPlayed
from zerosum.models.staged.positions import discover
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve

LockedMixes = Mapping[tuple[Side, Position], Mapping[Move, Fraction]]
"""The probabilities of locked moves, by side and position."""


@dataclass(frozen=True)
class LockedStages(PartlyPlayed):
    """A staged game in which chance makes the locked moves."""

    fixed: LockedMixes = field(repr=False)

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the unlocked moves; a side without one waits."""
        row, col = (
            [move for move in moves if move not in self.fixed.get((side, position), {})] or (moves and WAIT)
            for side, moves in zip(SIDES, self.game.moves(position), strict=True)
        )
        return row, col

    def mix(
        self, side: Side, position: Position, moves: Sequence[Move], move: Move
    ) -> Mapping[Move, Fraction]:
        lock = self.fixed.get((side, position), {})
        left = 1 - sum(lock.values(), Fraction(0))
        return {**lock, move: left} if left else lock


@dataclass(frozen=True, kw_only=True)
class LockedStagedSolution(LockedAnswer):
    """The solution of a staged game with some positions locked."""

    free: StagedSolution = field(repr=False)
    locked: StagedSolution = field(repr=False)
    """The solution of the game in which chance makes the locked moves."""

    @property
    def fixed(self) -> LockedMixes:
        assert isinstance(self.locked.game, LockedStages)
        return self.locked.game.fixed

    @property
    def owners(self) -> Collection[Side]:
        return {side for side, _ in self.fixed}

    def mixes(self) -> Iterator[tuple[Side, Position, dict[Move, Number]]]:
        """Yield each side's whole mix at each position reachable under the locks, in the order of play."""
        solved, game = self.locked.solved, self.free.game
        positions = sorted(solved.graph.positions, key=solved.rank, reverse=True)
        for side, k in zip(SIDES, (0, 1), strict=True):
            for position in positions:
                moves = game.moves(position)[k]
                if len(moves) > 1:
                    lock = self.fixed.get((side, position), {})
                    rest = self.locked.strategies_at(position)[k]
                    left = 1 - sum(lock.values(), Fraction(0))
                    yield side, position, {m: lock[m] if m in lock else left * rest[m] for m in moves}

    def changes(self) -> Iterator[Change]:
        for side, position, mix in self.mixes():
            before = self.free.strategies_at(position)[SIDES.index(side)]
            fixed = self.fixed.get((side, position), {})
            for move, p in mix.items():
                if p != before[move]:
                    yield Change(side, self._name(position), move, before[move], p, move in fixed)

    def _name(self, position: Position) -> str:
        return position_text(self.free.game, position)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The mix at every position that is reachable under the locks."""
        return [SolvedDecision.of(side, self._name(position), mix) for side, position, mix in self.mixes()]

    @cached_property
    def evs(self) -> Sequence[SolvedDecision]:
        """The EVs of the unlocked moves."""
        found: Sequence[SolvedDecision] = self.locked.evs
        return found

    def find_ranges(self, progress: Progress = silent) -> Sequence[DecisionRanges]:
        """Find the ranges of the unlocked moves, within the probability that the locks leave them."""
        return self.locked.find_ranges(progress)

    def verify(self) -> Verdict:
        """Return the guarantees of the strategies if chance plays the locked moves."""
        return self.locked.verify()


def position_text(game: StagedGame, position: Position) -> str:
    """Return the name of a position in tables and locks."""
    return "start" if position == game.start else str(position)


def solve_in_fractions(game: StagedGame, progress: Progress, **options: Any) -> StagedSolution:
    """Return the solution in fractions, or in floats if the rules have floats."""
    try:
        return solve(game, progress=progress, **{**options, "exact": True})
    except GameError:
        return solve(game, progress=progress, **{**options, "exact": False})


def solve_locked(
    game: Game, staged: StagedGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
) -> LockedStagedSolution:
    """Lock positions of a game given by its staged form, and solve the game for the others.

    The locks are parsed before the game is solved, since finding positions is faster than solving.
    """
    positions = discover(staged, exact=False, progress=progress).positions
    fixed: dict[tuple[Side, Position], Mapping[Move, Fraction]] = {}
    for lock in locks:
        for side, position in _positions_of_lock(staged, positions, lock):
            moves, where = staged.moves(position)[SIDES.index(side)], position_text(staged, position)
            if (side, position) in fixed:
                raise InputError(f"{where!r} is locked twice; give all its moves in one lock")
            if lock.player is None:
                fixed[side, position] = mix_of_lock(lock, where, moves)
            else:
                mix = ask(lock.player, Observation(side, position, moves))
                fixed[side, position] = {move: Fraction(mix.get(move, 0)) for move in moves}
    free = solve_in_fractions(staged, progress, **options)
    locked = solve_in_fractions(LockedStages(staged, fixed), progress, **options)
    return LockedStagedSolution(
        game=game,
        position_keys={"locks": "; ".join(str(lock) for lock in locks)},
        value=locked.value,
        method=f"locked moves as chance: {locked.method}",
        positions=locked.positions,
        seconds=free.seconds + locked.seconds,
        free=free,
        locked=locked,
    )


def _positions_of_lock(
    game: StagedGame, positions: Sequence[Position], lock: Lock
) -> list[tuple[Side, Position]]:
    """Return the positions specified by a lock: one position, or all positions at which a side chooses."""
    sides = [lock.side] if lock.side else SIDES
    every = [
        (side, position)
        for position in positions
        for side, moves in zip(SIDES, game.moves(position), strict=True)
        if side in sides and len(moves) > 1
    ]
    if lock.player is not None:
        return every
    texts = {position: position_text(game, position) for _, position in every}
    found = [
        (side, position)
        for side, position in every
        if read_alike(texts[position], lock.information) or read_alike(str(position), lock.information)
    ]
    if len({side for side, _ in found}) > 1:
        raise InputError(
            f'both players move at {lock.information!r}; put row: or col: in front, as in "row: {lock}"'
        )
    if not found:
        names = list(dict.fromkeys(texts.values()))
        near = difflib.get_close_matches(lock.information, names, MAX_LISTED, 0.3) or names[:MAX_LISTED]
        raise InputError(
            f"there is no decision at a position {lock.information!r:.100}; similar positions are "
            f"{', '.join(map(repr, near))}"
        )
    if len(found) > 1:
        raise InputError(
            f"{len(found)} positions are written as {lock.information!r}; make str() different for every position"
        )
    return found
