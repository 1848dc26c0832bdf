"""Matrix games as a person reads them: strategies, saddle points, dominated moves, all optimal strategies."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from zerosum.core.answer import Strategy
from zerosum.core.numbers import Number
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.matrix_game.answer import MatrixSolution

SHOWN = 12
"""So many moves, points or vertices are listed; of more, the number is told."""
LATEX_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
"""Characters that LaTeX needs spelled out; the others are escaped with a backslash."""


def report(solution: MatrixSolution) -> Report:
    """The strategies, and what else the payoffs tell."""
    game, tables, notes = solution.game, _plays(solution), list[str]()
    if game.remark:
        notes.append(game.remark)
    if game.payoffs:
        tables += _vertices(solution)
        notes += [*_saddle_notes(solution), *_dominance_notes(solution), *_uniqueness(solution)]
    return replace(report_of(solution, notes=notes), tables=tables)


def _plays(solution: MatrixSolution) -> list[Table]:
    """What each side plays; the moves of the two are not the same."""
    sides = (("row", _shown(solution.row)), ("col", _shown(solution.col)))
    return [
        Table("", [f"{side}'s move", *map(str, mix)], [["is played", *map(percent, mix.values())]])
        for side, mix in sides
    ]


def _shown(mix: Strategy) -> Strategy:
    """A strategy without the moves that are never played, where there are many moves."""
    return mix if len(mix) <= 2 * SHOWN else {move: p for move, p in mix.items() if p}


def _vertices(solution: MatrixSolution) -> list[Table]:
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


def _saddle_notes(solution: MatrixSolution) -> list[str]:
    pairs = solution.saddle_points
    if not pairs:
        return ["No saddle point: at least one player must mix."]
    told = [f"({row}, {col})" for row, col in pairs[:SHOWN]]
    more = f" and {len(pairs) - SHOWN} more" if len(pairs) > SHOWN else ""
    return [f"Saddle point{'s' * (len(pairs) > 1)} (row, column): {', '.join(told)}{more}."]


def _dominance_notes(solution: MatrixSolution) -> list[str]:
    names = dict(zip(("row", "col"), solution.game.moves(), strict=True))
    told = [
        f"{d.side}'s {names[d.side][d.move]} by {names[d.side][d.by]}{'' if d.is_strict else ' (weakly)'}"
        for d in solution.dominated
    ]
    if not told:
        return []
    more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return [f"Dominated, one after the other: {', '.join(told[:SHOWN])}{more}."]


def _uniqueness(solution: MatrixSolution) -> list[str]:
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


def latex(solution: MatrixSolution) -> str:
    """An array for displayed mathematics: row's probabilities to the right, col's and the value below."""
    rows, cols = (list(map(str, moves)) for moves in solution.game.moves())
    lines = [["", *(rf"\text{{{_escaped(name)}}}" for name in cols), "x"]]
    for name, payoffs, p in zip(rows, solution.game.payoffs, solution.row.values(), strict=True):
        lines.append([rf"\text{{{_escaped(name)}}}", *map(_tex, payoffs), _tex(p)])
    lines.append(["y", *map(_tex, solution.col.values()), f"v = {_tex(solution.value.middle)}"])
    written = [" & ".join(line) for line in lines]
    body = " \\\\\n".join([written[0] + r" \\ \hline" + "\n" + written[1], *written[2:-1]])
    layout = "r|" + "r" * len(cols) + "|l"
    return f"\\[\n\\begin{{array}}{{{layout}}}\n{body} \\\\ \\hline\n{written[-1]}\n\\end{{array}}\n\\]"


def markdown(solution: MatrixSolution) -> str:
    """A table: row's probabilities to the right, col's below; the title with the value above."""
    rows, cols = (list(map(str, moves)) for moves in solution.game.moves())
    lines = [["", *map(_cell, cols), "row plays"], ["---", *["---:"] * (len(cols) + 1)]]
    for name, payoffs, p in zip(rows, solution.game.payoffs, solution.row.values(), strict=True):
        lines.append([_cell(name), *map(_plain, payoffs), _plain(p)])
    lines.append(["col plays", *map(_plain, solution.col.values()), ""])
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"**{_cell(solution.game.title)}**: value {solution.value} to row\n\n{table}"


def _tex(x: Number) -> str:
    """A number in mathematics."""
    if isinstance(x, float):
        return f"{x:.6g}" if "e" not in f"{x:.6g}" else re.sub(r"e([+-]\d+)", _power, f"{x:.6g}")
    sign, top = "-" * (x < 0), abs(x.numerator)
    return f"{x.numerator}" if x.denominator == 1 else rf"{sign}\frac{{{top}}}{{{x.denominator}}}"


def _power(found: re.Match[str]) -> str:
    return rf" \cdot 10^{{{int(found[1])}}}"


def _plain(x: Number) -> str:
    return str(x) if isinstance(x, Fraction) else f"{x:.6g}"


def _escaped(text: str) -> str:
    """Text in which LaTeX sees no commands."""
    return re.sub(r"[\\~^#$%&_{}]", lambda found: LATEX_SPECIAL.get(found[0], "\\" + found[0]), text)


def _cell(text: str) -> str:
    """Text in a cell of a Markdown table."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)
