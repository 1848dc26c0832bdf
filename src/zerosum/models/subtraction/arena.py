"""Subtraction games at the table: the matches as sticks, one line for each heap, and takes in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.staged.arena import OpenRound, StagedArena
from zerosum.models.subtraction.rules import Heaps, SubtractionGame, Take

__all__ = ["SubtractionArena"]

MOST_STICKS = 40
"""A larger heap is cut short."""


@dataclass(frozen=True)
class SubtractionRound(OpenRound):
    """The heaps, and whose turn it is."""

    heaps_before: int = 1
    """How many heaps there were at the last take: with one, a take needs no heap."""

    def move_text(self, move: Move) -> str:
        """Only how many, where there is one heap."""
        return str(move.taken) if len(self.position[0]) == 1 and isinstance(move, Take) else str(move)

    def described(self, side: Side) -> Sequence[str]:
        """A line of sticks for each heap."""
        heaps, turn = self.position
        if not heaps:
            return ["nothing is left"]
        width = max((len(f"{heap:,}") for heap in heaps), default=0)
        lines = [f"{heap:>{width},}  {_sticks(heap)}" for heap in heaps]
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
        """The heaps that are left, and the number of those that were there."""
        left = super().after(moves, random)
        return SubtractionRound(**{**vars(left), "heaps_before": len(self.position[0])})


class SubtractionArena(StagedArena[SubtractionGame]):
    """What can be done with players of a subtraction game."""

    round: ClassVar[type[OpenRound]] = SubtractionRound

    @property
    def rules(self) -> Sequence[str]:
        """Who takes what, and what the last take means."""
        game = self.game
        where = "" if len(game.sizes) == 1 else " from one heap"
        wins, loses = ("wins", "loses") if game.last_wins else ("loses", "wins")
        last = f"Who takes the last match {wins}; the loser pays 1."
        if game.allowed is not None and 1 not in game.allowed:
            last = f"Who cannot take any more {loses}, though matches may be left over; the loser pays 1."
        typed = (
            "Choose how many you take."
            if not where
            else "Choose how many and from which heap, such as 2 from 5."
        )
        return (f"Take {_allowed(game.allowed)}{where}, in turn; row begins.", last, typed)


def _sticks(heap: int) -> str:
    return " ".join("|" * min(heap, MOST_STICKS)) + (" …" if heap > MOST_STICKS else "")


def _allowed(takes: Heaps | None) -> str:
    """The takes as a person says them."""
    if takes is None:
        return "any number of matches"
    *most, last = map(str, takes)
    return f"{', '.join(most)} or {last} matches" if most else f"{last} match{'es' * (takes != (1,))}"
