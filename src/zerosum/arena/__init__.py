"""The arena: players against each other and against people; rounds, matches, best responses."""

from zerosum.arena.arena import Arena
from zerosum.arena.place import UNDO, Place
from zerosum.arena.players import BEST_RESPONSE, HOUSE, NAMED, Function, Mix, Mixture, Own, Player, Seen
from zerosum.arena.results import EquilibriumRange, Match, Reply
from zerosum.arena.rounds import Advice, Round

__all__ = [
    "BEST_RESPONSE",
    "HOUSE",
    "NAMED",
    "UNDO",
    "Advice",
    "Arena",
    "EquilibriumRange",
    "Function",
    "Match",
    "Mix",
    "Mixture",
    "Own",
    "Place",
    "Player",
    "Reply",
    "Round",
    "Seen",
]
