"""Lagged games: a counter on a board, with each player one move behind."""

from zerosum.models.lagged.rules import EXITS, Board, BoardGame, LaggedGame, ring

__all__ = ["EXITS", "Board", "BoardGame", "LaggedGame", "ring"]
