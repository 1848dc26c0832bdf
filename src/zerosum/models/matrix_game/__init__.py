"""Matrix games: both players choose once, at the same time."""

from zerosum.models.matrix_game.rules import Dominated, MatrixAnswer, MatrixGame, Payoffs, Vertices

__all__ = ["Dominated", "MatrixAnswer", "MatrixGame", "Payoffs", "Vertices"]
