"""A target game's strategies as a person reads them: intervals of x, and what each player does there.

In a mixed interval all probabilities have one denominator, which is written once, as D.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from zerosum.matrix.parametric import Piece
from zerosum.models.targets import TargetGame
from zerosum.numerics.polynomials import Poly, Ratio, divide, multiply, text
from zerosum.reports.table import Table

__all__ = ["interval_tables"]


def interval_tables(game: TargetGame, found: Sequence[Piece]) -> list[Table]:
    """What to do at each x, as Nakai prints it, and what the game is then worth."""
    does, worth = [], []
    for n, piece in enumerate(found):
        where = _interval(piece, last=n == len(found) - 1)
        D = max((p.bottom for p in (*piece.row, *piece.col)), key=len)
        row, col = _does(game.row_moves, piece.row, D), _does(game.col_moves, piece.col, D)
        does.append([where, row, col, text(D) if len(D) > 1 else ""])
        worth.append([where, str(piece.value)])
    shared = any(line[3] for line in does)
    return [
        Table(
            "what to do when a target of value x is seen",
            ["target", "row", "col", *(["D"] if shared else [])],
            does if shared else [line[:3] for line in does],
        ),
        Table("what the game is then worth", ["target", "value"], worth),
    ]


def _interval(piece: Piece, *, last: bool) -> str:
    """0 ≤ x < 1/2; the last interval holds its end."""
    low, high = _shown(piece.low), _shown(piece.high)
    return f"x = {low}" if low == high else f"{low} ≤ x {'≤' if last and high != '∞' else '<'} {high}"


def _shown(end: Any) -> str:
    return "∞" if end == math.inf else f"{end:.6g}" if isinstance(end, float) else str(end)


def _does(moves: Sequence[str], strategy: Sequence[Ratio], D: Poly) -> str:
    """A strategy in words: the one move, or each move with its probability, over D."""
    played = [(move, ratio) for move, ratio in zip(moves, strategy, strict=True) if ratio.top]
    if len(played) == 1:
        return played[0][0]
    return ", ".join(f"{move} {_over(ratio, D)}" for move, ratio in played)


def _over(ratio: Ratio, D: Poly) -> str:
    """A probability with D for its denominator, where that divides; one that stands still as it is."""
    factor, rest = divide(D, ratio.bottom)
    if len(D) == 1 or len(ratio.top) == len(ratio.bottom) == 1 or any(abs(a) > 1e-12 for a in rest):
        return str(ratio)
    top = text(multiply(ratio.top, factor))
    return f"({top})/D" if " " in top or "/" in top else f"{top}/D"
