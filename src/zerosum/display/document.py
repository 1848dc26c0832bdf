r"""Documents for a classroom: sections of sentences, tables, formulas and graphs, as text, Markdown, LaTeX and HTML.

A document is data. Its author writes sentences and formulas in plain text, and the writers at the end turn them
into the formats of a terminal, of Markdown and of LaTeX; `display/page.py` has the writer for HTML.

A formula is written as on a keyboard: `v = (a d - b c)/(a + d - b - c) = 3/2`, `x1 + x2 >= 1`. In LaTeX, brackets
around a quotient become a fraction bar, `x1` becomes $x_1$ and words become text. Inside a sentence,
`math(formula)` marks one.

LaTeX is a whole document that needs amsmath, geometry and, for graphs, tikz. Letters outside of Latin-1 in the names of
moves need lualatex or xelatex.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from zerosum.core.game import Outline
from zerosum.core.numbers import Number, exact_text
from zerosum.core.printable import one_line, printable
from zerosum.display.table import Table
from zerosum.display.text import NUMERIC

WIDTH = 80
"""Width of a line of text, in characters."""
GRAPH_COLUMNS, GRAPH_ROWS = 61, 13
"""Size of a graph drawn in characters."""
GRAPH_WIDTH, GRAPH_HEIGHT = Fraction(9), Fraction(7, 2)
"""Size of a graph in LaTeX, in centimetres."""
SHORT_TITLE = 30
"""Maximum length of a title inside a LaTeX table; a longer one would widen the table, so it is put above it."""
LATEX_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
"""Characters that LaTeX needs spelled out; the others are escaped with a backslash."""
LATEX_SIGNS = {
    "×": r"$\times$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "±": r"$\pm$",
    "·": r"$\cdot$",
    "−": "$-$",
    "–": "--",
    "…": r"\dots{}",
    "’": "'",
    "“": "``",
    "”": "''",
    "<": "$<$",
    ">": "$>$",
    "|": r"$\vert$",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
"""Signs that LaTeX fonts lack, and those that LaTeX would read as an option of the preceding line break."""

MATH = re.compile("\x02([^\x03]*)\x03")
"""A formula inside a sentence, between two characters that no name has; `math` makes one."""


def math(formula: str) -> str:
    """Return a formula for use inside a sentence."""
    return f"\x02{formula}\x03"


class Formulas(NamedTuple):
    """Displayed formulas, one below the other, each with a label in words that may be empty."""

    lines: tuple[tuple[str, str], ...]


class MarkedCell(NamedTuple):
    """A highlighted table cell: a saddle point, a pivot."""

    cell: object

    def __str__(self) -> str:
        return f"[{self.cell}]"


class GraphLine(NamedTuple):
    """A straight line over [0, 1]."""

    name: str
    start: Fraction
    """Height at 0."""
    end: Fraction
    """Height at 1."""

    def at(self, x: Fraction) -> Fraction:
        """Return the height at x."""
        return self.start + x * (self.end - self.start)


@dataclass(frozen=True)
class Graph:
    """Straight lines over a probability, their envelope, and its best point."""

    lines: tuple[GraphLine, ...]
    variable: str
    best: tuple[Fraction, Fraction]
    is_lower: bool
    """Whether the envelope is the minimum of the lines, which row maximises, or their maximum, which col minimises."""

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest height."""
        heights = [height for line in self.lines for height in (line.start, line.end)]
        return min(heights), max(heights)

    def corners(self) -> list[tuple[Fraction, Fraction]]:
        """Return the points where the envelope may bend, and its two ends, from left to right."""
        bends = {Fraction(0), Fraction(1)}
        for k, first in enumerate(self.lines):
            for second in self.lines[:k]:
                slope = (first.end - first.start) - (second.end - second.start)
                if slope and 0 < (x := (second.start - first.start) / slope) < 1:
                    bends.add(x)
        extreme = min if self.is_lower else max
        return [(x, extreme(line.at(x) for line in self.lines)) for x in sorted(bends)]


class Picture(NamedTuple):
    """A figure in a file."""

    file: str
    caption: str


class NewPage(NamedTuple):
    """A page break."""


Part = str | Outline | Table | Formulas | Graph | Picture | NewPage
"""A part of a section; a string is a paragraph."""


@dataclass(frozen=True)
class Section:
    """A heading and the parts below it."""

    heading: str
    parts: tuple[Part, ...]
    level: int = 1
    """The level: 1 for a section, 2 for a subsection."""


@dataclass(frozen=True)
class Document:
    """A title and sections."""

    title: str
    sections: tuple[Section, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", one_line(self.title))

    def text(self) -> str:
        """Return the document for a terminal, 80 columns wide where tables allow it."""
        blocks = [f"{self.title}\n{'=' * len(self.title)}"]
        for section in self.sections:
            blocks.append(section.heading)
            blocks += map(_text_part, section.parts)
        return "\n\n".join(filter(None, blocks))

    def markdown(self) -> str:
        """Return the document in Markdown, with formulas in LaTeX between dollar signs, and graphs drawn in
        characters.
        """
        blocks = [f"# {escape_markdown(self.title)}"]
        for section in self.sections:
            blocks.append(f"{'#' * (section.level + 1)} {escape_markdown(section.heading)}")
            blocks += map(_markdown_part, section.parts)
        return "\n\n".join(blocks)

    def latex(self) -> str:
        """Return the document in LaTeX, complete, with standard packages only."""
        parts = [part for section in self.sections for part in section.parts]
        packages = ["[utf8]{inputenc}", "[T1]{fontenc}", "[margin=17mm]{geometry}", "{amsmath}"]
        packages += ["{tikz}"] * any(isinstance(part, Graph) for part in parts)
        packages += ["{graphicx}"] * any(isinstance(part, Picture) for part in parts)
        head = [r"\documentclass[10pt]{article}", *(rf"\usepackage{package}" for package in packages)]
        head += [
            r"\setlength{\parindent}{0pt}",
            r"\setlength{\parskip}{4pt}",
            r"\setlength{\topsep}{0pt}",
            r"\setlength{\partopsep}{0pt}",
            r"\begin{document}",
            r"\abovedisplayskip=4pt plus 2pt \belowdisplayskip=4pt plus 2pt",
            rf"\section*{{{latex_sentence(self.title)}}}",
        ]
        body: list[str] = []
        for section in self.sections:
            command = "subsection*" if section.level == 1 else "subsubsection*"
            body.append(rf"\{command}{{{latex_sentence(section.heading)}}}")
            for _, group in groupby(section.parts, key=lambda part: isinstance(part, Table)):
                body += _latex_parts(list(group))
        return "\n".join([*head, "\n\n".join(body), r"\end{document}"])

    def html(self) -> str:
        """Return the document as an HTML page with a print style."""
        from zerosum.display.page import page

        return page(self)


@dataclass(frozen=True)
class Worked:
    """A worked solution: the steps that solve a game."""

    title: str
    steps: tuple[Section, ...]

    @property
    def document(self) -> Document:
        """The steps, numbered, as a document."""
        numbered = (Section(f"{k}. {step.heading}", step.parts) for k, step in enumerate(self.steps, 1))
        return Document(self.title, tuple(numbered))


def _text_part(part: Part) -> str:
    if isinstance(part, str):
        return textwrap.fill(MATH.sub(r"\1", part), WIDTH, break_long_words=False, break_on_hyphens=False)
    if isinstance(part, Table):
        return _text_table(part)
    if isinstance(part, Formulas):
        widest = max(len(label) for label, _ in part.lines)
        return "\n".join(f"    {label:<{widest}}  {text}".rstrip() for label, text in part.lines)
    if isinstance(part, Graph):
        return _text_graph(part)
    if isinstance(part, Outline):
        return "\n".join(part.lines())
    if isinstance(part, Picture):
        return f"{part.caption}: {part.file}"
    return "\f"


def _text_table(table: Table) -> str:
    cells = [list(table.columns), *table.cells()]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = columns_of_numbers(table)
    lines = [
        "    "
        + "  ".join(
            cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(line, widths, right, strict=True)
        )
        for line in cells
    ]
    return "\n".join(line.rstrip() for line in [*([f"    {table.title}"] if table.title else []), *lines])


def columns_of_numbers(table: Table) -> list[bool]:
    """Return for each column whether to align it to the right, as columns of numbers are, except for the first."""
    plain = [
        [table.text(cell.cell if isinstance(cell, MarkedCell) else cell) for cell in row]
        for row in table.rows
    ]
    columns = [*zip(*plain, strict=True)] or [()] * len(table.columns)
    return [k > 0 and all(map(NUMERIC.fullmatch, column)) for k, column in enumerate(columns)]


def _text_graph(graph: Graph) -> str:
    """Draw the graph in characters: a letter for each line, # for the envelope and O for its best point.
    Where lines meet, the first letter is shown.
    """
    low, high = graph.range

    def place(height: Fraction) -> int:
        return round((high - height) / (high - low) * (GRAPH_ROWS - 1)) if high > low else 0

    letters = "abcdefghijklmnopqrstuvwxyz"
    canvas = [[" "] * GRAPH_COLUMNS for _ in range(GRAPH_ROWS)]
    for column in range(GRAPH_COLUMNS):
        x = Fraction(column, GRAPH_COLUMNS - 1)
        here = [line.at(x) for line in graph.lines]
        for letter, height in reversed([*zip(letters, here, strict=False)]):
            canvas[place(height)][column] = letter
        canvas[place(min(here) if graph.is_lower else max(here))][column] = "#"
    best, value = graph.best
    canvas[place(value)][round(best * (GRAPH_COLUMNS - 1))] = "O"
    marks = {place(low): exact_text(low), place(high): exact_text(high), place(value): exact_text(value)}
    room = max(map(len, marks.values()))
    lines = [f"    {marks.get(k, ''):>{room}} |{''.join(line).rstrip()}" for k, line in enumerate(canvas)]
    under = f"    {'':>{room}} +{'-' * GRAPH_COLUMNS}"
    scale = f"    {'':>{room}}  {graph.variable + ' = 0':<{GRAPH_COLUMNS - 5}}{graph.variable + ' = 1'}"
    named = ", ".join(f"{a} {line.name}" for a, line in zip(letters, graph.lines, strict=False))
    envelope = "lower" if graph.is_lower else "upper"
    legend = f"{named}; # the {envelope} envelope; O its {'highest' if graph.is_lower else 'lowest'} point"
    return "\n".join([*lines, under, scale, textwrap.indent(textwrap.fill(legend, WIDTH - 4), "    ")])


def _markdown_part(part: Part) -> str:
    if isinstance(part, str):
        pieces = MATH.split(part)
        return "".join(
            f"${latex_formula(one)}$" if k % 2 else escape_markdown(one) for k, one in enumerate(pieces)
        )
    if isinstance(part, Table):
        lines = [
            [*map(escape_markdown, part.columns)],
            ["---:" if right else "---" for right in columns_of_numbers(part)],
        ]
        lines += [[_markdown_cell(part, cell) for cell in row] for row in part.rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"{escape_markdown(part.title)}\n\n{table}" if part.title else table
    if isinstance(part, Formulas):
        return f"$$\n{_aligned(part)}\n$$"
    if isinstance(part, Graph):
        return f"```text\n{textwrap.dedent(_text_graph(part))}\n```"
    if isinstance(part, Outline):
        return "\n".join(f"{'  ' * depth}- {escape_markdown(text)}" for depth, text in part.walk())
    if isinstance(part, Picture):
        return f"![{escape_markdown(part.caption)}](<{part.file}>)"
    return '<div style="page-break-after: always"></div>'


def _markdown_cell(table: Table, cell: object) -> str:
    if isinstance(cell, MarkedCell):
        return f"**{_markdown_cell(table, cell.cell)}**"
    return escape_markdown(table.text(cell))


def _latex_part(part: Part) -> str:
    if isinstance(part, str):
        return latex_sentence(part)
    if isinstance(part, Table):
        return _latex_parts([part])[0]
    if isinstance(part, Formulas):
        return f"\\[\n{_aligned(part)}\n\\]"
    if isinstance(part, Graph):
        return _latex_graph(part)
    if isinstance(part, Outline):  # indent with spaces, since LaTeX nests lists at most four deep
        return "\\\\\n".join(
            f"\\hspace*{{{2 * depth}em}}{latex_sentence(text)}" for depth, text in part.walk()
        )
    if isinstance(part, Picture):
        return (
            f"\\begin{{center}}\n\\includegraphics[width=0.5\\textwidth]{{{part.file}}}\n\n"
            f"{latex_sentence(part.caption)}\n\\end{{center}}"
        )
    return r"\clearpage"


def _latex_parts(parts: Sequence[Part]) -> list[str]:
    """Join parts one after the other; put several tables side by side if the line is wide enough."""
    tables = [part for part in parts if isinstance(part, Table)]
    if not tables:
        return [*map(_latex_part, parts)]
    drawn = []
    for table in tables:
        lines = [" & ".join(map(latex_sentence, table.columns)) + r" \\ \hline"]
        lines += [" & ".join(_latex_cell(table, cell) for cell in row) + r" \\" for row in table.rows]
        first, *others = ("r" if right else "l" for right in columns_of_numbers(table))
        layout, body = f"{first}|{''.join(others)}", "\n".join(lines)
        title = latex_sentence(table.title)
        if 0 < len(title) <= SHORT_TITLE:
            body = f"\\multicolumn{{{len(table.columns)}}}{{l}}{{{title}}} \\\\\n{body}"
        above = f"\n\n{title}\n\n" if len(title) > SHORT_TITLE else ""
        drawn.append(f"{above}\\begin{{tabular}}{{{layout}}}\n{body}\n\\end{{tabular}}")
    return ["\\begin{center}\\small\n" + "\n\\hspace{1em}\n".join(drawn) + "\n\\end{center}"]


def _latex_cell(table: Table, cell: object) -> str:
    if isinstance(cell, MarkedCell):
        return rf"\fbox{{{_latex_cell(table, cell.cell)}}}"
    return f"${latex_number(cell)}$" if isinstance(cell, Fraction) else latex_sentence(table.text(cell))


def _latex_graph(graph: Graph) -> str:
    """Draw the lines, the envelope as a thick line, and its best point in TikZ."""
    low, high = graph.range

    def point(x: Fraction, height: Fraction) -> str:
        y = GRAPH_HEIGHT * (height - low) / (high - low) if high > low else Fraction(0)
        return f"({float(GRAPH_WIDTH * x):.3f},{float(y):.3f})"

    zero, one = Fraction(0), Fraction(1)
    drawn = [rf"\draw {point(zero, low)} -- {point(one, low)};"]
    for line in graph.lines:
        name = rf"node[right] {{\small {latex_sentence(line.name)}}}"
        drawn.append(rf"\draw {point(zero, line.start)} -- {point(one, line.end)} {name};")
    corners = [point(x, y) for x, y in graph.corners()]
    best, value = graph.best
    drawn.append(rf"\draw[very thick] {' -- '.join(corners)};")
    drawn.append(rf"\draw[dotted] {point(best, low)} -- {point(best, value)} -- {point(zero, value)};")
    drawn.append(rf"\fill {point(best, value)} circle (2pt);")
    drawn.append(rf"\node[left] at {point(zero, value)} {{$v = {latex_number(value)}$}};")
    drawn.append(rf"\node[below] at {point(best, low)} {{${graph.variable} = {latex_number(best)}$}};")
    body = "\n".join(drawn)
    return f"\\begin{{center}}\n\\begin{{tikzpicture}}\n{body}\n\\end{{tikzpicture}}\n\\end{{center}}"


def _aligned(part: Formulas) -> str:
    """Return formulas below each other, aligned at their first equals sign."""
    lines = []
    for label, text in part.lines:
        named = rf"\text{{{latex_sentence(label)}}}\quad " if label else ""
        lines.append(f"{named}& {latex_formula(text)}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def latex_formula(text: str) -> str:
    """Return a typed formula in LaTeX; leave text with LaTeX commands or special characters alone."""
    if re.search(r"[\\{}$#%&~]", text):
        return rf"\text{{{escape_latex(text)}}}"
    found = re.search(r"\)/\(", text)
    if found:
        start, end = opening(text, found.start()), closing(text, found.end() - 1)
        top, bottom = text[start + 1 : found.start()], text[found.end() : end]
        whole = rf"\frac{{{latex_formula(top)}}}{{{latex_formula(bottom)}}}"
        return latex_formula(text[:start]) + whole + latex_formula(text[end + 1 :])
    text = re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"(?<!\\)\b([a-z])(\d+)\b", r"\1_{\2}", text)
    text = re.sub(r"(?<![\\a-z])[a-z]{2,}(?: [a-z]{2,})*", lambda words: rf"\text{{{words[0]}}}", text)
    for sign, command in ((">=", r"\ge "), ("<=", r"\le "), ("×", r"\times "), ("·", r"\cdot ")):
        text = text.replace(sign, command)
    return text


def opening(text: str, end: int) -> int:
    """Return the position of the bracket that opens the one closing at `end`."""
    depth = 0
    for k in range(end, -1, -1):
        depth += (text[k] == ")") - (text[k] == "(")
        if not depth:
            return k
    raise ValueError(f"a bracket is not opened in {text!r}")


def closing(text: str, start: int) -> int:
    """Return the position of the bracket that closes the one opening at `start`."""
    depth = 0
    for k in range(start, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if not depth:
            return k
    raise ValueError(f"a bracket is not closed in {text!r}")


def latex_number(x: Number | object) -> str:
    """Return a number in LaTeX mathematics."""
    if isinstance(x, float):
        return re.sub(r"e([+-]\d+)", lambda power: rf" \cdot 10^{{{int(power[1])}}}", f"{x:.6g}")
    x = x if isinstance(x, Fraction) else Fraction(str(x))
    sign, top = "-" * (x < 0), abs(x.numerator)
    return f"{x.numerator}" if x.denominator == 1 else rf"{sign}\frac{{{top}}}{{{x.denominator}}}"


def escape_latex(text: str) -> str:
    """Return text with the special characters of LaTeX escaped."""
    return re.sub(
        r"[\\~^#$%&_{}]", lambda found: LATEX_SPECIAL.get(found[0], "\\" + found[0]), _one_paragraph(text)
    )


def latex_sentence(text: str) -> str:
    """Return a sentence in LaTeX, with a minus sign before negative numbers."""
    done = []
    for k, piece in enumerate(MATH.split(text)):
        if k % 2:
            done.append(f"${latex_formula(piece)}$")
            continue
        escaped = re.sub(r"(?<![\w)-])-(?=\d)", "−", escape_latex(piece))
        done.append("".join(LATEX_SIGNS.get(sign, sign) for sign in escaped))
    return "".join(done)


def escape_markdown(text: str) -> str:
    """Return text with the special characters of Markdown escaped."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", _one_paragraph(text))


def _one_paragraph(text: str) -> str:
    """Return text without line breaks, which could end a paragraph or a comment, or begin a heading."""
    return re.sub(r"\s*[\r\n]\s*", " ", printable(text))


def listed(items: Iterable[str]) -> str:
    """Return items as an enumeration: "a, b and c"."""
    found: Sequence[str] = list(items)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def sum_text(terms: Iterable[tuple[Fraction, str]]) -> str:
    """Return a sum such as "2 x1 - x2 + 1/2"; a term without a variable is a number, and zeros are left out."""
    out = ""
    for factor, variable in terms:
        if factor:
            size = abs(factor)
            shown = variable if variable and size == 1 else f"{exact_text(size)} {variable}".rstrip()
            sign = ("-" if factor < 0 else "") if not out else (" - " if factor < 0 else " + ")
            out += sign + shown
    return out or "0"
