"""The check of a user's stochastic game: read its rules, solve it, and prove the solution."""

from __future__ import annotations

from dataclasses import replace

from zerosum.core.checking import CheckReport, check_by_solving
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.table import tabulate


def check(game: StochasticGame, limit: int) -> CheckReport:
    """Solve a game and prove the result; report the numbers of states and of pairs of moves."""
    found = check_by_solving(game, limit)
    if not found.positions:  # the rules cannot be read
        return found
    table = tabulate(game)
    largest = max(map(len, table.rows)), max(map(len, table.cols))
    return replace(found, cells=len(table.cells), largest=largest)
