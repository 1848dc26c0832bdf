"""Subtraction games in the arena: a line of sticks for each heap, and takes in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.staged.arena import OpenRound, StagedArena
from zerosum.models.subtraction.rules import SubtractionGame, Take

MOST_STICKS = 40
"""Most sticks drawn for one heap."""


@dataclass(frozen=True)
class SubtractionRound(OpenRound):
    """The heaps, and whose turn it is."""

    heaps_before: int = 1
    """The number of heaps before the last take; with one heap, a take is just a number."""

    def move_text(self, move: Move) -> str:
        """The take as text; just a number where there is one heap."""
        return str(move.taken) if len(self.position[0]) == 1 and isinstance(move, Take) else str(move)

    def described(self, side: Side) -> Sequence[str]:
        """A line of sticks for each heap."""
        heaps, turn = self.position
        if not heaps:
            return ["nothing is left"]
        width = max((len(f"{heap:,}") for heap in heaps), default=0)
        sticks = [" ".join("|" * min(heap, MOST_STICKS)) + " …" * (heap > MOST_STICKS) for heap in heaps]
        lines = [f"{heap:>{width},}  {drawn}" for heap, drawn in zip(heaps, sticks, strict=True)]
        return [*lines, "it is your turn" if turn == side else "it is the rival's turn"]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The heaps."""
        return {"kind": "heaps", "heaps": list(self.position[0])}

    def news(self, side: Side) -> Sequence[str]:
        """Who took how many."""
        return [
            f"{'you take' if who == side else 'the rival takes'} "
            f"{take.taken if self.heaps_before == 1 else take}"
            for who, take in self.last
        ]

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> SubtractionRound:
        """The round after a take."""
        left = super().after(moves, random)
        return SubtractionRound(**{**vars(left), "heaps_before": len(self.position[0])})


class SubtractionArena(StagedArena[SubtractionGame]):
    """What can be done with players of a subtraction game."""

    round: ClassVar[type[OpenRound]] = SubtractionRound

    @property
    def rules(self) -> Sequence[str]:
        """Who takes what, and what the last take means."""
        game = self.game
        if game.allowed is None:
            takes = "any number of matches"
        else:
            *most, last = map(str, game.allowed)
            takes = f"{', '.join(most)} or {last} matches" if most else f"{last} match{'es' * (last != '1')}"
        wins, loses = ("wins", "loses") if game.last_wins else ("loses", "wins")
        end = f"Whoever takes the last match {wins}; the loser pays 1."
        if game.allowed is not None and 1 not in game.allowed:
            end = f"Whoever cannot take any more {loses}, though matches may be left over; the loser pays 1."
        if len(game.sizes) == 1:
            return f"Take {takes}, in turn; row begins.", end, "Choose how many you take."
        typed = "Choose how many and from which heap, such as 2 from 5."
        return f"Take {takes} from one heap, in turn; row begins.", end, typed
