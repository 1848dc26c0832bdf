"""Reports on target games: intervals of x, and each player's mix there, in Nakai's format.

In a mixed interval all probabilities have a common denominator, which is written once, as D.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from zerosum.core.arrays import Scalar
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table
from zerosum.models.targets.answer import TargetSolution
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Poly, Ratio, divide, multiply, text

LONG = 60
"""Pieces whose value has at least this number of characters are shown in floats."""
OVER = "The game is over: one player has no cards left."
AVERAGES = "These probabilities are averages over all targets; the table shows how to play once the value x is known."


def report(solution: TargetSolution) -> Report:
    """Report the mix at each x before a target is seen, and afterwards only the mix."""
    found = solution.pieces(solution.state)
    heading, move = headline(solution), solution.game.move
    if solution.x is not None:
        return report_of(solution, heading, move=move)
    if not found:
        return report_of(solution, heading, move=move, notes=[OVER])
    tables = _interval_tables(
        solution.game, [one if len(str(one.value)) < LONG else one.in_floats() for one in found]
    )
    form = solution.closed_form()
    notes = [AVERAGES, *([f"closed form: {form}"] if form else [])]
    return report_of(solution, heading, move=move, tables=tables, notes=notes)


def headline(solution: TargetSolution) -> Headline:
    """Return the game, the state unless it is the start, the target if seen, and the value."""
    game = solution.game
    parts = [game.title, *([game.describe(solution.state)] if solution.state != game.start else [])]
    if solution.x is not None:
        parts.append(f"a target of {text((solution.position_keys['x'],))}")
    return headline_of(solution, " · ".join(parts))


def _interval_tables(game: TargetGame, found: Sequence[Piece]) -> list[Table]:
    """Return the mixes at each x, and the value there."""
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
            "strategy for a target of value x",
            ["target", "row", "col", *(["D"] if shared else [])],
            does if shared else [line[:3] for line in does],
        ),
        Table("value of the game given the target", ["target", "value"], worth),
    ]


def _interval(piece: Piece, *, last: bool) -> str:
    """Return an interval such as 0 ≤ x < 1/2; the last interval contains its end."""
    low, high = _shown(piece.low), _shown(piece.high)
    return f"x = {low}" if low == high else f"{low} ≤ x {'≤' if last and high != '∞' else '<'} {high}"


def _shown(end: Scalar) -> str:
    return "∞" if end == math.inf else f"{end:.6g}" if isinstance(end, float) else str(end)


def _does(moves: Sequence[str], strategy: Sequence[Ratio], D: Poly) -> str:
    """Describe a strategy: its only move, or each move with its probability, over D."""
    played = [(move, ratio) for move, ratio in zip(moves, strategy, strict=True) if ratio.top]
    if len(played) == 1:
        return str(played[0][0])
    return ", ".join(f"{move} {_over(ratio, D)}" for move, ratio in played)


def _over(ratio: Ratio, D: Poly) -> str:
    """Return a probability over the denominator D if it divides D; return a constant probability unchanged."""
    factor, rest = divide(D, ratio.bottom)
    if len(D) == 1 or len(ratio.top) == len(ratio.bottom) == 1 or any(abs(a) > 1e-12 for a in rest):
        return str(ratio)
    top = text(multiply(ratio.top, factor))
    return f"({top})/D" if " " in top or "/" in top else f"{top}/D"
