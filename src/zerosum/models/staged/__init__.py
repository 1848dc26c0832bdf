"""Staged games: public positions in stages, both players move at once."""

from zerosum.models.staged.rules import (
    WAIT,
    Depth,
    Move,
    Outcome,
    Position,
    PositionAnswer,
    StagedAnswer,
    StagedGame,
)

__all__ = ["WAIT", "Depth", "Move", "Outcome", "Position", "PositionAnswer", "StagedAnswer", "StagedGame"]
