"""Matches between players, games against people, and best responses."""

from zerosum.arena.arena import Arena, round_robin
from zerosum.arena.players import (
    BEST_RESPONSE,
    HOUSE,
    NAMED,
    Function,
    Mix,
    Mixture,
    Observation,
    Player,
    UserFunction,
    weights,
)
from zerosum.arena.results import BestResponse, EquilibriumRange, Match, RoundRobin
from zerosum.arena.rounds import Advice, Round
from zerosum.arena.session import UNDO, Session

__all__ = [
    "BEST_RESPONSE",
    "HOUSE",
    "NAMED",
    "UNDO",
    "Advice",
    "Arena",
    "BestResponse",
    "EquilibriumRange",
    "Function",
    "Match",
    "Mix",
    "Mixture",
    "Observation",
    "Player",
    "Round",
    "RoundRobin",
    "Session",
    "UserFunction",
    "round_robin",
    "weights",
]
