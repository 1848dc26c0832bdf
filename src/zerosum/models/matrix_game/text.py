"""A matrix game with its solution as LaTeX and as Markdown: the payoffs between both players' probabilities."""

from __future__ import annotations

import re
from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.models.matrix_game.rules import MatrixAnswer

__all__ = ["latex", "markdown"]

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def latex(solution: MatrixAnswer) -> str:
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


def markdown(solution: MatrixAnswer) -> str:
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
    return re.sub(r"[\\~^#$%&_{}]", lambda found: SPECIAL.get(found[0], "\\" + found[0]), text)


def _cell(text: str) -> str:
    """Text in a cell of a Markdown table."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)
