"""What each move earns at every position of a staged game, and the ranges of optimal strategies there.

Both players see the position, so what a move earns does not depend on how likely the position is: it is the reward and
the value of what follows, against the other's strategy there. For the same reason ranges are about strategies that are
optimal from every position on: at each position, about the optimal strategies of its matrix of rewards and values.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Position
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionEarnings, DecisionRanges, MoveEarnings
from zerosum.core.sides import SIDES
from zerosum.models.matrix_game.questions import matrix_ranges
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.solve import solve

OUTCOME_SECONDS = 3e-6
"""Approximate time for one outcome of one pair of moves."""
MATRIX_SECONDS = 0.02
"""Approximate time for the ranges of one small matrix."""


def earnings(solution: StagedSolution) -> list[DecisionEarnings]:
    """The table of all positions in the order of play, or of the one that was asked for."""
    solved, game, exact = solution.solved, solution.game, solution.value.is_exact
    everywhere = not solution.where
    positions = (
        sorted(solved.graph.positions, key=solved.rank, reverse=True) if everywhere else [solution.position]
    )
    pairs = sum(len(row) * len(col) for row, col in map(game.moves, positions))
    afford(f"the earnings of {pairs:,} pairs of moves", seconds=OUTCOME_SECONDS * pairs)
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
                best = max(earned)
                moves = {
                    move: MoveEarnings(p, worth, best - worth)
                    for (move, p), worth in zip(mix.items(), earned, strict=True)
                }
                total = sum(p * worth for p, worth in zip(mix.values(), earned, strict=True))
                lines.append(DecisionEarnings(side, text, chance[position], None, total, moves))
    return lines


def ranges(solution: StagedSolution, progress: Progress = silent) -> list[DecisionRanges]:
    """The ranges at all positions in the order of play, or at the one that was asked for."""
    if not solution.value.is_exact:
        try:
            whole = solve(solution.game, exact=True, progress=progress)
        except GameError as error:
            raise InputError(f"ranges need exact values, and the rules have floats: {error}") from None
        solution = whole.at_position(solution.position) if solution.where else whole
    game, solved = solution.game, solution.solved
    positions = [solution.position]
    if not solution.where:
        positions = sorted(solved.graph.positions, key=solved.rank, reverse=True)
    positions = [position for position in positions if any(game.moves(position))]
    afford(f"the ranges at {len(positions):,} positions", seconds=MATRIX_SECONDS * len(positions))
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
    """Rewards and values of what follows, for every pair of moves; adds to the chances of what follows, if given."""
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
