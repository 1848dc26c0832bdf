"""Rounds: the course of one play of a game, as logic without input or output.

A `Round` knows what each side sees and may do, and what follows; it never changes, so going back is keeping
the one before. A `Dealer` deals rounds of one game and gives advice from its solution. A front end only
shows and asks.
"""

from zerosum.rounds.course import Advice, Dealer, Round
from zerosum.rounds.dealers import dealer_for
from zerosum.rounds.sitting import UNDO, Sitting

__all__ = ["UNDO", "Advice", "Dealer", "Round", "Sitting", "dealer_for"]
