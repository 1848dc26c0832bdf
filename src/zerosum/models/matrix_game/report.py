"""Matrix games as a person reads them: strategies, saddle points, dominated moves, all optimal strategies."""

from __future__ import annotations

from dataclasses import replace

from zerosum.core.answer import Strategy
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.matrix_game.rules import MatrixAnswer

__all__ = ["report"]

SHOWN = 12
"""So many moves, points or vertices are listed; of more, the number is told."""


def report(solution: MatrixAnswer) -> Report:
    """The strategies, and what else the payoffs tell."""
    game, tables, notes = solution.game, _plays(solution), list[str]()
    if game.remark:
        notes.append(game.remark)
    if game.payoffs:
        tables += _vertices(solution)
        notes += [*_saddle_notes(solution), *_dominance_notes(solution), *_uniqueness(solution)]
    return replace(report_of(solution, notes=notes), tables=tables)


def _plays(solution: MatrixAnswer) -> list[Table]:
    """What each side plays; the moves of the two are not the same."""
    sides = (("row", _shown(solution.row)), ("col", _shown(solution.col)))
    return [
        Table("", [f"{side}'s move", *map(str, mix)], [["is played", *map(percent, mix.values())]])
        for side, mix in sides
    ]


def _shown(mix: Strategy) -> Strategy:
    """A strategy without the moves that are never played, where there are many moves."""
    return mix if len(mix) <= 2 * SHOWN else {move: p for move, p in mix.items() if p}


def _vertices(solution: MatrixAnswer) -> list[Table]:
    """A table of the vertices for each side that has several optimal strategies."""
    found = []
    for side, points, names in zip(
        ("row", "col"), solution.vertices or (), solution.game.moves(), strict=solution.vertices is not None
    ):
        if 1 < len(points) <= SHOWN and len(names) <= 2 * SHOWN:
            rows = [[k + 1, *(percent(point.get(move)) for move in names)] for k, point in enumerate(points)]
            found.append(
                Table(f"all optimal strategies of {side}: mixtures of", ["", *map(str, names)], rows)
            )
    return found


def _saddle_notes(solution: MatrixAnswer) -> list[str]:
    pairs = solution.saddle_points
    if not pairs:
        return ["No saddle point: at least one player must mix."]
    told = [f"({row}, {col})" for row, col in pairs[:SHOWN]]
    more = f" and {len(pairs) - SHOWN} more" if len(pairs) > SHOWN else ""
    return [f"Saddle point{'s' * (len(pairs) > 1)} (row, column): {', '.join(told)}{more}."]


def _dominance_notes(solution: MatrixAnswer) -> list[str]:
    names = dict(zip(("row", "col"), solution.game.moves(), strict=True))
    told = [
        f"{d.side}'s {names[d.side][d.move]} by {names[d.side][d.by]}{'' if d.is_strict else ' (weakly)'}"
        for d in solution.dominated
    ]
    if not told:
        return []
    more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return [f"Dominated, one after the other: {', '.join(told[:SHOWN])}{more}."]


def _uniqueness(solution: MatrixAnswer) -> list[str]:
    """Whether there are other optimal strategies."""
    if solution.vertices is None:
        return []
    row, col = map(len, solution.vertices)
    if solution.is_unique:
        return ["Both optimal strategies are unique."]
    parts = [f"{side} has {_count(count)}" for side, count in (("row", row), ("col", col))]
    return [f"Of optimal strategies, {' and '.join(parts)}."]


def _count(vertices: int) -> str:
    return "one" if vertices == 1 else f"a family with {vertices} vertices"
