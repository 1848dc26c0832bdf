"""The EV of each move at every position of a staged game, and the ranges of optimal strategies there.

Both players see the position, so the EV of a move does not depend on the position's probability: it is the mean
reward plus the value of the next position, against the opponent's strategy there. For the same reason ranges are
those of strategies that are optimal from every position on: at each position, the ranges over the optimal strategies
of its matrix of rewards and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES
from zerosum.models.matrix_game.questions import matrix_ranges
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve

if TYPE_CHECKING:
    from zerosum.models.staged.lock import LockedStagedSolution

OUTCOME_SECONDS = 3e-6
"""Approximate time for one outcome of one pair of moves."""
MATRIX_SECONDS = 0.02
"""Approximate time for the ranges of one small matrix."""


def evs(solution: StagedSolution) -> list[SolvedDecision]:
    """Return the table of all positions in the order of play, or of the requested one."""
    solved, game, exact = solution.solved, solution.game, solution.value.is_exact
    everywhere = not solution.position_keys
    positions = (
        sorted(solved.graph.positions, key=solved.rank, reverse=True) if everywhere else [solution.position]
    )
    pairs = sum(len(row) * len(col) for row, col in map(game.moves, positions))
    require_budget(f"the EVs of {pairs:,} pairs of moves", seconds=OUTCOME_SECONDS * pairs)
    chance: dict[Position, Number] = dict.fromkeys(positions, Fraction(0) if exact else 0.0)
    chance[solution.position] += 1
    lines = []
    for position in positions:
        if not any(game.moves(position)):
            continue
        matrix = payoff_matrix(solution, position, chance if everywhere else None)
        row, col = solution.strategies_at(position)
        gains = (
            [sum(q * a for q, a in zip(col.values(), line, strict=True)) for line in matrix],
            [
                -sum(p * line[j] for p, line in zip(row.values(), matrix, strict=True))
                for j in range(len(col))
            ],
        )
        text = "start" if position == game.start else str(position)
        for side, mix, earned in zip(SIDES, (row, col), gains, strict=True):
            if len(mix) > 1:
                evs = dict(zip(mix, earned, strict=True))
                lines.append(SolvedDecision.of(side, text, mix, evs, chance[position]))
    return lines


def ranges(solution: StagedSolution, *, progress: Progress = silent) -> list[DecisionRanges]:
    """Return the ranges at all positions in the order of play, or at the requested one."""
    if not solution.value.is_exact:
        try:
            whole = solve(solution.game, exact=True, progress=progress)
        except GameError as error:
            raise InputError(f"ranges need exact values, but the rules have floats: {error}") from None
        solution = whole.at_position(solution.position) if solution.position_keys else whole
    game, solved = solution.game, solution.solved
    positions = [solution.position]
    if not solution.position_keys:
        positions = sorted(solved.graph.positions, key=solved.rank, reverse=True)
    positions = [position for position in positions if any(game.moves(position))]
    require_budget(f"the ranges at {len(positions):,} positions", seconds=MATRIX_SECONDS * len(positions))
    lines: list[DecisionRanges] = []
    for i, position in enumerate(positions):
        progress(i, len(positions), "positions")
        matrix = [[Fraction(a) for a in line] for line in payoff_matrix(solution, position)]
        text = "start" if position == game.start else str(position)
        found = matrix_ranges(matrix, game.moves(position), text)
        lines += [line for line in found if len(line.moves) > 1]
    return lines


def payoff_matrix(
    solution: StagedSolution, position: Position, chance: dict[Position, Number] | None = None
) -> Sequence[Sequence[Number]]:
    """Return the payoff matrix: rewards plus values of next positions; if `reach` is given, also add the
    probabilities of next positions to it.
    """
    game, solved, exact = solution.game, solution.solved, solution.value.is_exact
    rows, cols = game.moves(position)
    mixes = solved.mixes(position) if chance is not None else ([0.0] * len(rows), [0.0] * len(cols))
    here = chance[position] if chance is not None else 0.0
    matrix = []
    for p, row in zip(mixes[0], rows, strict=True):
        line = []
        for q, col in zip(mixes[1], cols, strict=True):
            total: Number = Fraction(0) if exact else 0.0
            for likely, reward, then in game.play(position, row, col):
                total += likely * (reward + solved.value(then).middle)
                if chance is not None and p and q and here:
                    chance[then] += here * p * q * likely
            line.append(total)
        matrix.append(line)
    return matrix


def locked(
    game: StagedGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
) -> LockedStagedSolution:
    from zerosum.models.staged.lock import solve_locked

    return solve_locked(game, game, locks, progress=progress, **options)
