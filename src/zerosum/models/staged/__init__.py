"""Staged games: public positions in stages, both players move at once."""

from zerosum.core.game import WAIT, Move, Position
from zerosum.core.moved import renamed
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["WAIT", "Move", "Outcome", "Position", "StagedGame"]

__getattr__ = renamed(
    __name__,
    {
        "Depth": "zerosum.models.staged.answer:Depth",
        "PositionAnswer": "zerosum.models.staged.answer:PositionSolution",
        "StagedAnswer": "zerosum.models.staged.answer:StagedSolution",
    },
)
