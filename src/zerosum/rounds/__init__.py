"""Dealers of the models whose arenas are not yet one."""

from zerosum.arena.rounds import Advice, Round
from zerosum.rounds.course import Dealer
from zerosum.rounds.dealers import dealer_for

__all__ = ["Advice", "Dealer", "Round", "dealer_for"]
