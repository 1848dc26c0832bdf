"""The arena of lagged games: players who see only what the referee announces, and their long-run averages."""

from zerosum.arena.lagged.arena import LaggedArena
from zerosum.arena.lagged.rounds import LaggedRound, LaggedView

__all__ = ["LaggedArena", "LaggedRound", "LaggedView"]
