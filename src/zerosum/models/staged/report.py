"""Staged games as a person reads them: what the moves are worth here, and what lies ahead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from zerosum.core.numbers import Number
from zerosum.display.report import Headline, Report, headline_of, mix, report_of
from zerosum.display.table import Table, percent
from zerosum.display.text import differences
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.rules import Move

__all__ = ["Brought", "brought", "headline", "names", "report"]

LARGEST_SHOWN = 12
"""A matrix with more rows or columns than this is not shown."""

MOST_DEPTHS = 30
"""A play of more moves has no table of its depths."""

WORTH_TIMING = 1000
"""Games of fewer positions take no time, and their speed says nothing."""


class Brought(NamedTuple):
    """What chance may bring: in words, how likely it is, what it pays row now and later, and what is played then."""

    said: str
    p: float
    value: float
    then: str


def report(solution: StagedSolution) -> Report:
    """The matrix of the position, and at the start an account of all."""
    at = solution.where.get("at")
    return report_of(
        solution,
        headline(solution),
        move=solution.game.move,
        named=_naming(solution),
        tables=[*_matrix(solution), *_chances(solution), *([] if at is not None else _depths(solution))],
        notes=[] if at is not None else _timing(solution),
    )


def headline(solution: StagedSolution) -> Headline:
    """The game, the position if it is not the start, and the value."""
    at = solution.where.get("at")
    return headline_of(solution, solution.game.title if at is None else f"{solution.game.title} · at {at}")


def names(moves: Sequence[Move]) -> list[str]:
    """The moves as text; as repr where two would read the same."""
    texts = [str(move) for move in moves]
    return texts if len(set(texts)) == len(texts) else [repr(move) for move in moves]


def _naming(solution: StagedSolution) -> dict[Move, str]:
    """The names of all moves at the position."""
    sides = (list(solution.row), list(solution.col))
    return {move: name for moves in sides for move, name in zip(moves, names(moves), strict=True)}


def _matrix(solution: StagedSolution) -> list[Table]:
    """What each pair of moves is worth to the row player, where somebody has a choice and it fits."""
    rows, cols = list(solution.row), list(solution.col)
    if len(rows) * len(cols) <= 1 or max(len(rows), len(cols)) > LARGEST_SHOWN:
        return []
    lines = [
        [name, *(_shown(_worth(solution, i, j)) for j in cols)]
        for name, i in zip(names(rows), rows, strict=True)
    ]
    return [Table("what each pair of moves is worth", ["row \\ col", *names(cols)], lines)]


def brought(solution: StagedSolution) -> list[Brought]:
    """What chance may bring where nobody chooses, in the order of the rules; nothing where somebody does."""
    if len(solution.row) * len(solution.col) != 1:
        return []
    pair = next(iter(solution.row)), next(iter(solution.col))
    outcomes = [outcome for outcome in solution.game.play(solution.position, *pair) if outcome[0]]
    said = differences([solution.game.told(after) for *_, after in outcomes])
    return [
        Brought(
            words,
            float(p),
            float(reward) + float(solution.value_at(after)),
            " : ".join(mix(strategy) for strategy in solution.strategies_at(after) if len(strategy) > 1),
        )
        for words, (p, reward, after) in zip(said, outcomes, strict=True)
    ]


def _chances(solution: StagedSolution) -> list[Table]:
    """What is played after each thing that chance may bring; neighbours after which the same is played share a line."""
    groups = [list(group) for _, group in groupby(brought(solution), lambda one: one.then)]
    if not 1 < len(groups) <= MOST_DEPTHS:
        return []
    rows = [
        [
            " to ".join(dict.fromkeys((group[0].said, group[-1].said))),
            percent(sum(one.p for one in group)),
            group[0].then,
            _shown(sum(one.p * one.value for one in group) / sum(one.p for one in group)),
        ]
        for group in groups
    ]
    return [
        Table("what chance may bring", ["it brings", "how often", "then one plays", "worth to row"], rows)
    ]


def _worth(solution: StagedSolution, i: Move, j: Move) -> Number:
    """The expected reward and value after a pair of moves."""
    number = Fraction if solution.value.is_exact else float
    outcomes = [outcome for outcome in solution.game.play(solution.position, i, j) if outcome[0] != 0]
    return sum(number(p) * (number(r) + number(solution.value_at(after).middle)) for p, r, after in outcomes)


def _depths(solution: StagedSolution) -> list[Table]:
    """How many positions there are at each distance from the end, and between which values; if it fits."""
    depths = solution.depths()
    if not 2 < len(depths) <= MOST_DEPTHS:
        return []
    rows = [
        [depth.moves_left, depth.positions, _shown(depth.least), _shown(depth.greatest)] for depth in depths
    ]
    return [Table("positions by stage", ["moves left", "positions", "least value", "greatest value"], rows)]


def _shown(x: Number) -> Number:
    """A number for a cell: a fraction as it is, a float to six places."""
    return x if isinstance(x, Fraction) else round(float(x), 6) + 0.0


def _timing(solution: StagedSolution) -> list[str]:
    """How fast it went, and where the time was spent."""
    size, seconds, rules = solution.positions, solution.seconds, solution.rules_seconds
    if size < WORTH_TIMING or not seconds:
        return []
    return [
        f"{size / seconds:,.0f} positions a second: {rules:.2g} s in the rules and finding positions, "
        f"{seconds - rules:.2g} s solving."
    ]
