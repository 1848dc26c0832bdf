"""Staged games: public positions in stages, both players move at once."""

from zerosum.core.game import WAIT, Move, Position
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["WAIT", "Move", "Outcome", "Position", "StagedGame"]
