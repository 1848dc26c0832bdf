"""The report of a matrix game, and the game with its solution as LaTeX and as Markdown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.display.document import escape_latex, escape_markdown, latex_number
from zerosum.display.report import Report, report_of
from zerosum.display.table import Table, percent
from zerosum.models.matrix_game.answer import MatrixSolution

SHOWN = 12
"""Maximum number of saddle points, dominated moves or vertices in a list; only the number of the others is given."""


def report(solution: MatrixSolution) -> Report:
    """Report the strategies, and if payoffs are known saddle points, dominated moves and all strategies."""
    game, tables, notes = solution.game, list[Table](), [solution.game.remark] if solution.game.remark else []
    for side, strategy in (("row", solution.row), ("col", solution.col)):
        played = strategy if len(strategy) <= 2 * SHOWN else {move: p for move, p in strategy.items() if p}
        cells = [["is played", *map(percent, played.values())]]
        tables.append(Table("", [f"{side}'s move", *map(str, played)], cells))
    if game.payoffs:
        tables += _vertex_tables(solution)
        notes += _notes(solution)
    return replace(report_of(solution, notes=notes), tables=tables)


def _vertex_tables(solution: MatrixSolution) -> list[Table]:
    """Return the vertices of each side with several optimal strategies, unless there are too many."""
    if solution.vertices is None:
        return []
    tables = []
    for side, points, names in zip(("row", "col"), solution.vertices, solution.game.moves(), strict=True):
        if 1 < len(points) <= SHOWN and len(names) <= 2 * SHOWN:
            rows = [[k + 1, *(percent(point.get(move)) for move in names)] for k, point in enumerate(points)]
            title = f"all optimal strategies of {side} are mixtures of these"
            tables.append(Table(title, ["", *map(str, names)], rows))
    return tables


def _notes(solution: MatrixSolution) -> list[str]:
    """Return sentences on saddle points, dominated moves and uniqueness."""
    pairs = [f"({row}, {col})" for row, col in solution.saddle_points]
    if pairs:
        notes = [f"Saddle point{'s' * (len(pairs) > 1)} (row, column): {_first_few(pairs)}."]
    else:
        notes = ["There is no saddle point, so at least one player must mix."]
    names = dict(zip(("row", "col"), solution.game.moves(), strict=True))
    dominated = [
        f"{d.side}'s {names[d.side][d.move]} by {names[d.side][d.by]}{'' if d.is_strict else ' (weakly)'}"
        for d in solution.dominated
    ]
    if dominated:
        notes.append(f"Dominated moves, in order of elimination: {_first_few(dominated)}.")
    if solution.is_unique:
        notes.append("Both optimal strategies are unique.")
    elif solution.vertices is not None:
        row, col = (
            "one" if len(points) == 1 else f"a family with {len(points)} vertices"
            for points in solution.vertices
        )
        notes.append(f"Optimal strategies: row has {row}, col has {col}.")
    return notes


def _first_few(items: list[str]) -> str:
    more = f" and {len(items) - SHOWN} more" if len(items) > SHOWN else ""
    return ", ".join(items[:SHOWN]) + more


def latex(solution: MatrixSolution) -> str:
    """Return an array for displayed mathematics: row's probabilities to the right, col's and the value below."""
    rows, cols = (list(map(str, moves)) for moves in solution.game.moves())
    lines = [["", *(rf"\text{{{escape_latex(name)}}}" for name in cols), "x"]]
    for name, payoffs, p in zip(rows, solution.game.payoffs, solution.row.values(), strict=True):
        lines.append([rf"\text{{{escape_latex(name)}}}", *map(latex_number, payoffs), latex_number(p)])
    lines.append(
        ["y", *map(latex_number, solution.col.values()), f"v = {latex_number(solution.value.middle)}"]
    )
    written = [" & ".join(line) for line in lines]
    body = " \\\\\n".join([written[0] + r" \\ \hline" + "\n" + written[1], *written[2:-1]])
    layout = "r|" + "r" * len(cols) + "|l"
    return f"\\[\n\\begin{{array}}{{{layout}}}\n{body} \\\\ \\hline\n{written[-1]}\n\\end{{array}}\n\\]"


def markdown(solution: MatrixSolution) -> str:
    """Return a table: row's probabilities to the right, col's below; the title with the value stands above."""
    rows, cols = (list(map(str, moves)) for moves in solution.game.moves())
    lines = [["", *map(escape_markdown, cols), "row plays"], ["---", *["---:"] * (len(cols) + 1)]]
    for name, payoffs, p in zip(rows, solution.game.payoffs, solution.row.values(), strict=True):
        lines.append([escape_markdown(name), *map(_plain, payoffs), _plain(p)])
    lines.append(["col plays", *map(_plain, solution.col.values()), ""])
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"**{escape_markdown(solution.game.title)}**: value {solution.value} to row\n\n{table}"


def _plain(x: Number) -> str:
    return str(x) if isinstance(x, Fraction) else f"{x:.6g}"
