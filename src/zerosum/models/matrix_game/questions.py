"""The EV of each move of a matrix game, the EV loss of mistakes, and the ranges of optimal strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import Move
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.lock import LockedSolution, solve_locked
from zerosum.models.hidden.solve import solve as solve_tree
from zerosum.models.hidden.solve.bilinear import MAX_INTEGER, BilinearGame
from zerosum.models.hidden.solve.ranges import both_faces
from zerosum.models.hidden.solve.ranges import range_proofs as tree_range_proofs
from zerosum.models.matrix_game.answer import MatrixSolution
from zerosum.models.matrix_game.extensive import MatrixTree
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.matrix_game.solve import solve


def evs(solution: MatrixSolution) -> Sequence[SolvedDecision]:
    return solution.decisions


def ranges(solution: MatrixSolution, *, progress: Progress = silent) -> list[DecisionRanges]:
    """Return the range of each move's probability over all optimal strategies, a row for each side."""
    return matrix_ranges(solution.game.payoffs, solution.game.moves(), "", progress)


def matrix_ranges(
    payoffs: Sequence[Sequence[Fraction]],
    names: tuple[Sequence[Move], Sequence[Move]],
    information: str,
    progress: Progress = silent,
) -> list[DecisionRanges]:
    """Return the ranges for any matrix in fractions, as a game with one information set for each player."""
    from zerosum.matrix.exact import exact_game  # FLINT takes long to import

    scale = lcm(*(a.denominator for line in payoffs for a in line))
    full = np.zeros((len(payoffs) + 1, len(payoffs[0]) + 1))
    whole = [[int(a * scale) for a in line] for line in payoffs]
    if sum(abs(a) for line in whole for a in line) >= MAX_INTEGER:
        raise InputError("the payoffs have too many digits for exact ranges; use shorter fractions")
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


def range_proofs(solution: MatrixSolution) -> Data:
    """Return the data with which a certificate proves the ranges, in terms of the game tree."""
    return tree_range_proofs(solve_tree(MatrixTree(solution.game)))


def is_lockable(game: MatrixGame) -> bool:
    """Return whether decisions can be locked, which is always possible."""
    return True


def locked(game: MatrixGame, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> LockedSolution:
    """Return the solution with some moves locked at fixed probabilities."""
    free = solve(game, progress=progress, **{**options, "exact": True})
    return solve_locked(
        game,
        MatrixTree(game),
        free,
        locks,
        solve=lambda tree: solve_tree(tree, progress=progress),
        free_mix=lambda form, side, index: free.row if side == "row" else free.col,
    )
