"""The arena of target games: players as functions of a target's value."""

from zerosum.arena.targets.arena import TargetArena
from zerosum.arena.targets.rounds import TargetRound, TargetView

__all__ = ["TargetArena", "TargetRound", "TargetView"]
