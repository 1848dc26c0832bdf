"""The arena: players against each other and against people; rounds, matches, best responses."""

from zerosum.arena.arena import Arena
from zerosum.arena.best import Range, best_response, equilibrium_range
from zerosum.arena.fixed import Fixed
from zerosum.arena.matches import play_exactly, simulate
from zerosum.arena.place import UNDO, Place
from zerosum.arena.players import BEST_RESPONSE, HOUSE, NAMED, Function, Mix, Mixture, Own, Player, Seen
from zerosum.arena.results import EquilibriumRange, Match, Reply
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.stationary import Stationary

__all__ = [
    "BEST_RESPONSE",
    "HOUSE",
    "NAMED",
    "UNDO",
    "Advice",
    "Arena",
    "EquilibriumRange",
    "Fixed",
    "Function",
    "Match",
    "Mix",
    "Mixture",
    "Own",
    "Place",
    "Player",
    "Range",
    "Reply",
    "Round",
    "Seen",
    "Stationary",
    "best_response",
    "equilibrium_range",
    "play_exactly",
    "simulate",
]
