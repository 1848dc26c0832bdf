"""Reports on staged games: the EVs of the moves at a position, and the positions that follow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, mix, report_of
from zerosum.display.table import Table, percent
from zerosum.display.text import differences
from zerosum.models.staged.answer import StagedSolution

MAX_SHOWN = 12
"""Largest number of rows or columns of a matrix that is shown."""

MAX_DEPTHS = 30
"""Largest number of rows of a table of depths or of chance outcomes."""

WORTH_TIMING = 1000
"""Smallest number of positions of a game for which the speed is reported."""


class ChanceOutcome(NamedTuple):
    """One outcome of a position at which neither player chooses."""

    text: str
    """The next position in words."""
    p: float
    value: float
    """Row's EV after it, including its immediate payment."""
    then: str
    """The strategies that follow."""


def report(solution: StagedSolution) -> Report:
    """Return the matrix of the position; at the start also a table of all positions, and the solving time."""
    sides = (list(solution.row), list(solution.col))
    tables, notes = [*_matrix(solution), *_chances(solution)], []
    if solution.position_keys.get("at") is None:
        tables += _depths(solution)
        size, seconds, rules = solution.positions, solution.seconds, solution.rules_seconds
        if size >= WORTH_TIMING and seconds:
            notes.append(
                f"{size / seconds:,.0f} positions per second: {rules:.2g} s in the rules and the search for "
                f"positions and {seconds - rules:.2g} s in the solver."
            )
    return report_of(
        solution,
        headline(solution),
        move=solution.game.move,
        named={move: name for moves in sides for move, name in zip(moves, names(moves), strict=True)},
        tables=tables,
        notes=notes,
    )


def headline(solution: StagedSolution) -> Headline:
    """Return the game, the position unless it is the start, and the value."""
    at = solution.position_keys.get("at")
    return headline_of(solution, solution.game.title if at is None else f"{solution.game.title} · at {at}")


def names(moves: Sequence[Move]) -> list[str]:
    """Return the moves as text; in Python's notation if two strings would be equal."""
    texts = [str(move) for move in moves]
    return texts if len(set(texts)) == len(texts) else [repr(move) for move in moves]


def _matrix(solution: StagedSolution) -> list[Table]:
    """Return the value of each pair of moves to the row player, if a player has a choice and the table fits."""
    rows, cols = list(solution.row), list(solution.col)
    if len(rows) * len(cols) <= 1 or max(len(rows), len(cols)) > MAX_SHOWN:
        return []
    number = Fraction if solution.value.is_exact else float

    def worth(i: Move, j: Move) -> Number:
        """Return the expected reward and value after a pair of moves."""
        outcomes = [outcome for outcome in solution.game.play(solution.position, i, j) if outcome[0] != 0]
        return sum(
            number(p) * (number(r) + number(solution.value_at(after).middle)) for p, r, after in outcomes
        )

    lines = [[name, *(_shown(worth(i, j)) for j in cols)] for name, i in zip(names(rows), rows, strict=True)]
    return [Table("value of each pair of moves", ["row \\ col", *names(cols)], lines)]


def chance_outcomes(solution: StagedSolution) -> list[ChanceOutcome]:
    """Return the outcomes of a position at which neither player chooses; none elsewhere."""
    if len(solution.row) * len(solution.col) != 1:
        return []
    pair = next(iter(solution.row)), next(iter(solution.col))
    outcomes = [outcome for outcome in solution.game.play(solution.position, *pair) if outcome[0]]
    texts = differences([solution.game.describe_position(after) for *_, after in outcomes])
    return [
        ChanceOutcome(
            text,
            float(p),
            float(reward) + float(solution.value_at(after)),
            " : ".join(mix(strategy) for strategy in solution.strategies_at(after) if len(strategy) > 1),
        )
        for text, (p, reward, after) in zip(texts, outcomes, strict=True)
    ]


def _chances(solution: StagedSolution) -> list[Table]:
    """Return the strategies after each outcome of chance; neighbouring outcomes with the same
    strategies share a row.
    """
    groups = [list(group) for _, group in groupby(chance_outcomes(solution), lambda one: one.then)]
    if not 1 < len(groups) <= MAX_DEPTHS:
        return []
    rows = [
        [
            " to ".join(dict.fromkeys((group[0].text, group[-1].text))),
            percent(sum(one.p for one in group)),
            group[0].then,
            _shown(sum(one.p * one.value for one in group) / sum(one.p for one in group)),
        ]
        for group in groups
    ]
    return [
        Table("outcomes of the chance move", ["outcome", "probability", "optimal play", "value to row"], rows)
    ]


def _depths(solution: StagedSolution) -> list[Table]:
    """Return the number of positions at each distance from the end and the range of their values, if the table fits."""
    depths = solution.depths()
    if not 2 < len(depths) <= MAX_DEPTHS:
        return []
    rows = [
        [depth.moves_left, depth.positions, _shown(depth.least), _shown(depth.greatest)] for depth in depths
    ]
    return [Table("positions by stage", ["moves left", "positions", "least value", "greatest value"], rows)]


def _shown(x: Number) -> Number:
    """Return a number for a cell: a fraction unchanged, a float to six places."""
    return x if isinstance(x, Fraction) else round(float(x), 6) + 0.0
