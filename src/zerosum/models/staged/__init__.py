"""Staged games: public positions in stages, at which both players move simultaneously."""

from zerosum.core.game import WAIT, Move, Position
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["WAIT", "Move", "Outcome", "Position", "StagedGame"]
