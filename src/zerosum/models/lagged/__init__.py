"""Lagged games: a counter on a board, each player one move behind."""

from zerosum.core.moved import renamed
from zerosum.models.lagged.rules import EXITS, Board, BoardGame, LaggedGame, ring

__all__ = ["EXITS", "Board", "BoardGame", "LaggedGame", "ring"]

__getattr__ = renamed(
    __name__,
    {
        "Concave": "zerosum.models.lagged.functions:Concave",
        "LaggedAnswer": "zerosum.models.lagged.answer:LaggedSolution",
        "MemoryAnswer": "zerosum.models.lagged.answer:MemorySolution",
        "NextMoves": "zerosum.models.lagged.strategy:OptimalMoves",
    },
)
