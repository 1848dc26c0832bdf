"""Subtraction games in the arena: a row of sticks for each heap, and takes in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from zerosum.arena.rounds import deed
from zerosum.core.boards import Happening, Heaps, Tabletop
from zerosum.core.game import Instruction, Move
from zerosum.core.sides import Side
from zerosum.models.staged.arena import OpenRound, StagedArena
from zerosum.models.staged.engines.grundy.rules import SubtractionGame, Take

MAX_STICKS = 40
"""Maximum number of sticks drawn for one heap."""


@dataclass(frozen=True)
class SubtractionRound(OpenRound):
    """The heaps, and the player to move."""

    heaps_before: int = 1
    """The number of heaps before the last take; with one heap, a take is only a number."""

    def move_text(self, move: Move) -> str:
        """Return the take as text, only a number if there is one heap."""
        return str(move.taken) if len(self.position[0]) == 1 and isinstance(move, Take) else str(move)

    def described(self, side: Side) -> Sequence[str]:
        """Return a row of sticks for each heap."""
        heaps, turn = self.position
        if not heaps:
            return ["nothing is left"]
        width = max((len(f"{heap:,}") for heap in heaps), default=0)
        sticks = [" ".join("|" * min(heap, MAX_STICKS)) + " …" * (heap > MAX_STICKS) for heap in heaps]
        lines = [f"{heap:>{width},}  {drawn}" for heap, drawn in zip(heaps, sticks, strict=True)]
        return [*lines, "it is your turn" if turn == side else "it is the opponent's turn"]

    def board(self, side: Side) -> Tabletop:
        left = self.position[0]
        full = sorted(self.game.sizes, reverse=True) if isinstance(self.game, SubtractionGame) else left
        standing = (*sorted(left, reverse=True), *[0] * (len(full) - len(left)))
        return Tabletop(middle=(Heaps(standing, tuple(full)),))

    def happenings(self, side: Side) -> Sequence[Happening]:
        return [
            deed(who, side, str(take.taken) if self.heaps_before == 1 else str(take))
            for who, take in self.last
        ]

    def situation(self, side: Side) -> str:
        return f"With {', '.join(map(str, self.position[0]))} left"

    def outcome(self, side: Side) -> str:
        return "You took last." if dict(self.last).get(side) else "Your opponent took last."

    def latest_events(self, side: Side) -> Sequence[str]:
        return [
            f"{'you take' if who == side else 'the opponent takes'} {take.taken if self.heaps_before == 1 else take}"
            for who, take in self.last
        ]

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> SubtractionRound:
        left = super().after(moves, random)
        return SubtractionRound(**{**vars(left), "heaps_before": len(self.position[0])})


class SubtractionArena(StagedArena[SubtractionGame]):
    """Rounds, matches and best responses for players of a subtraction game."""

    round: ClassVar[type[OpenRound]] = SubtractionRound

    @property
    def rules(self) -> Sequence[Instruction]:
        one = len(self.game.sizes) == 1
        typed = (
            "Choose a number of matches to take."
            if one
            else "Choose a number of matches and a heap, for example 2 from 5."
        )
        return (*self.game.instructions, typed)
