"""Matrix games: both players choose once, at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.models.matrix_game.rules import MatrixGame, Payoffs

if TYPE_CHECKING:
    from zerosum.matrix.analysis import Dominated
    from zerosum.models.matrix_game.answer import MatrixSolution, Vertices

__all__ = ["Dominated", "MatrixGame", "MatrixSolution", "Payoffs", "Vertices"]


def __getattr__(name: str) -> object:
    """Import the solution class, which needs numpy, on first use."""
    if name in __all__:
        from zerosum.matrix.analysis import Dominated
        from zerosum.models.matrix_game.answer import MatrixSolution, Vertices

        return {"Dominated": Dominated, "MatrixSolution": MatrixSolution, "Vertices": Vertices}[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
