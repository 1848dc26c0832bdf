"""What each move of a matrix game earns, what a wrong one costs, and the ranges of optimal strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionEarnings, DecisionRanges, MoveEarnings
from zerosum.core.sides import SIDES
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import LARGEST_INTEGER, BilinearGame
from zerosum.models.hidden.solve.ranges import both_faces
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


def ranges(solution: MatrixSolution, progress: Progress = silent) -> list[DecisionRanges]:
    """The range of each move's probability over all optimal strategies; a line for each side."""
    return matrix_ranges(solution.game.payoffs, solution.game.moves(), "", progress)


def matrix_ranges(
    payoffs: Sequence[Sequence[Fraction]],
    names: tuple[Sequence[Move], Sequence[Move]],
    information: str,
    progress: Progress = silent,
) -> list[DecisionRanges]:
    """The same for any matrix in fractions: a game with one information set for each player."""
    from zerosum.matrix.exact import exact_game  # FLINT takes long to import

    scale = lcm(*(a.denominator for line in payoffs for a in line))
    full = np.zeros((len(payoffs) + 1, len(payoffs[0]) + 1))
    whole = [[int(a * scale) for a in line] for line in payoffs]
    if sum(abs(a) for line in whole for a in line) >= LARGEST_INTEGER:
        raise InputError("the payoffs have too many digits for exact ranges; give them as shorter fractions")
    full[1:, 1:] = whole
    row, col = (SequenceTree(np.zeros(1, np.int64), np.array([1, size])) for size in full.shape)
    _, *mixes = exact_game(payoffs)
    plans = {}
    for side, mix in zip(SIDES, mixes, strict=True):
        unit = lcm(*(p.denominator for p in mix))
        plans[side] = [unit, *(int(p * unit) for p in mix)]
    faces = both_faces(BilinearGame(row, col, full, scale, exact=True), plans, progress)
    return [
        DecisionRanges(side, information, dict(zip(moves, faces[side].ranges[0], strict=True)))
        for side, moves in zip(SIDES, names, strict=True)
    ]
