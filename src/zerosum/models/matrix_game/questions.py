"""What each move of a matrix game earns against the other's strategy, and what a wrong move costs."""

from __future__ import annotations

from zerosum.core.questions import DecisionEarnings, MoveEarnings
from zerosum.core.sides import SIDES
from zerosum.models.matrix_game.answer import MatrixSolution


def earnings(solution: MatrixSolution) -> list[DecisionEarnings]:
    """A line for each side."""
    lines = []
    for side in SIDES:
        mine = [line for line in solution.strategy_lines() if line.side == side]
        earned = [line.earns for line in mine if line.earns is not None]
        moves = {
            line.move: MoveEarnings(line.probability, worth, max(earned) - worth)
            for line, worth in zip(mine, earned, strict=True)
        }
        total = sum(line.probability * worth for line, worth in zip(mine, earned, strict=True))
        lines.append(DecisionEarnings(side, "", 1, None, total, moves))
    return lines
