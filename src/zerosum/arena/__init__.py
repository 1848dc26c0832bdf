"""The arena: players against each other, exactly and by simulation."""

from zerosum.arena.best import Range, best_response, equilibrium_range
from zerosum.arena.fixed import Fixed
from zerosum.arena.matches import play_exactly, simulate
from zerosum.arena.results import Match
from zerosum.arena.stationary import Stationary

__all__ = [
    "Fixed",
    "Match",
    "Range",
    "Stationary",
    "best_response",
    "equilibrium_range",
    "play_exactly",
    "simulate",
]
