"""A document as an HTML page for a browser and for paper: formulas in MathML, graphs in SVG, no script.

`page` is a whole page with its own style, which prints on paper without colours. `section_html` is one section
without styles, for a site with its own style sheet; it uses no `style` attribute, so a strict content security
policy allows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from zerosum.core.game import Outline
from zerosum.core.numbers import exact_text
from zerosum.display.document import (
    MATH,
    Document,
    Formulas,
    Graph,
    MarkedCell,
    Part,
    Picture,
    Section,
    closing,
    columns_of_numbers,
    opening,
)
from zerosum.display.html import escape, with_minus
from zerosum.display.table import Table

GRAPH_WIDTH, GRAPH_HEIGHT = 360, 180
"""Size of a graph in pixels, without its labels."""
LEFT, RIGHT, ABOVE, BELOW = 70, 120, 14, 34
"""Margin for the labels of a graph, in pixels."""
TOKEN = re.compile(
    r"(?P<fraction>\d+/\d+)|(?P<number>\d+)|(?P<indexed>[a-zA-Z]\d+)|(?P<words>[a-zA-Z]{2,}(?: [a-zA-Z]{2,})*)"
    r"|(?P<letter>[a-zA-Zα-ω])|(?P<blank>\s+)|(?P<sign>>=|<=|.)"
)
SIGNS = {">=": "≥", "<=": "≤", "-": "−", "*": "·"}

SCROLL = 'class="scroll" tabindex="0" role="group" aria-label="table"'
"""A wide table scrolls inside its box, also by keyboard."""

STYLE = """\
body{color:#1d1c1a;background:#fff;font:16px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em}
h1{font-size:1.5em}h2{font-size:1.2em;margin:1.4em 0 .4em}h3{font-size:1.05em;margin:1.1em 0 .3em}
table{border-collapse:collapse;margin:.6em auto;font-variant-numeric:tabular-nums}
caption{text-align:left;color:#555;padding:.2em 0}
th,td{padding:.15em .6em;text-align:left}thead th,thead td{border-bottom:1px solid #1d1c1a}
tbody th{font-weight:normal}tbody tr>:first-child{border-right:1px solid #1d1c1a}.number{text-align:right}
mark{background:none;color:inherit;border:1px solid;padding:0 .25em}
.formulas{margin:.6em auto}.formulas td{padding:.15em .4em;border:0!important}
figure{margin:.8em 0;text-align:center}figure img,figure svg{max-width:100%;height:auto}
.scroll{overflow-x:auto}.tables{display:flex;flex-wrap:wrap;gap:0 2em;justify-content:center}
@media print{body{font-size:9.5pt;line-height:1.25;margin:0;padding:0;max-width:none}h1{font-size:1.4em;margin:0}
 h2,h3{break-after:avoid;margin:.8em 0 .2em}p{margin:.3em 0}table,figure,.formulas{break-inside:avoid;margin:.3em auto}
 table{font-size:.9em}td,th{padding:0 .5em}figure img{max-height:5cm}.new-page{break-after:page}@page{margin:15mm}}"""


def page(document: Document) -> str:
    """Return the whole document as one page, which needs no other files than its figures."""
    title = escape(document.title)
    head = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{STYLE}\n</style>\n</head>'
    )
    body = "\n".join(map(section_html, document.sections))
    return f"{head}\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>"


def section_html(section: Section) -> str:
    """Return one section: its heading and its parts."""
    level = section.level + 1
    groups = groupby(section.parts, key=lambda part: isinstance(part, Table))
    drawn = [(is_table, list(map(_part, group))) for is_table, group in groups]
    parts = "\n".join(
        f'<div class="tables">{"".join(group)}</div>' if is_table and len(group) > 1 else "\n".join(group)
        for is_table, group in drawn
    )
    heading = f"<h{level}>{escape(section.heading)}</h{level}>\n" if section.heading else ""
    return f"<section>\n{heading}{parts}\n</section>"


def _part(part: Part) -> str:
    if isinstance(part, str):
        return f"<p>{_sentence(part)}</p>"
    if isinstance(part, Table):
        return _table(part)
    if isinstance(part, Formulas):
        lines = "".join(
            f'<tr><td>{_sentence(label)}</td><td><math displaystyle="true">{_row(text)}</math></td></tr>'
            for label, text in part.lines
        )
        return f'<div {SCROLL}><table class="formulas" role="presentation">{lines}</table></div>'
    if isinstance(part, Graph):
        return _graph(part)
    if isinstance(part, Outline):
        return f'<ul class="outline">{_outline(part)}</ul>'
    if isinstance(part, Picture):
        name, file = escape(part.caption), escape(part.file)
        return f'<figure><img src="{file}" alt="{name}"><figcaption>{name}</figcaption></figure>'
    return '<div class="new-page"></div>'


def _outline(tree: Outline) -> str:
    below = "".join(map(_outline, tree.below))
    return f"<li>{_sentence(tree.text)}{f'<ul>{below}</ul>' if below else ''}</li>"


def _sentence(text: str) -> str:
    return "".join(
        mathml(piece) if k % 2 else escape(with_minus(piece)) for k, piece in enumerate(MATH.split(text))
    )


def _table(table: Table) -> str:
    classes = [' class="number"' if right else "" for right in columns_of_numbers(table)]
    head = "".join(
        f"<th{kind}>{escape(column)}</th>" if column else "<td></td>"
        for column, kind in zip(table.columns, classes, strict=True)
    )
    lines = []
    for first, *others in table.rows:
        cells = "".join(
            f"<td{kind}>{_cell(table, cell)}</td>" for cell, kind in zip(others, classes[1:], strict=True)
        )
        name = _cell(table, first)
        head_of_line = f'<th scope="row">{name}</th>' if name else "<td></td>"
        lines.append(f"<tr>{head_of_line}{cells}</tr>")
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    inside = f"{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f"<div {SCROLL}><table>{inside}</table></div>"


def _cell(table: Table, cell: object) -> str:
    if isinstance(cell, MarkedCell):
        return f"<mark>{_cell(table, cell.cell)}</mark>"
    return escape(with_minus(table.text(cell)))


def mathml(formula: str) -> str:
    """Return a formula typed on a keyboard as inline MathML."""
    return f"<math>{_row(formula)}</math>"


def _row(text: str) -> str:
    """Return the MathML of a formula without the outer element; a quotient of brackets becomes a fraction bar."""
    found = re.search(r"\)/\(", text)
    if found:
        start, end = opening(text, found.start()), closing(text, found.end() - 1)
        top, bottom = text[start + 1 : found.start()], text[found.end() : end]
        bar = f"<mfrac><mrow>{_row(top)}</mrow><mrow>{_row(bottom)}</mrow></mfrac>"
        return _row(text[:start]) + bar + _row(text[end + 1 :])
    return "".join(map(_token, TOKEN.finditer(text)))


def _token(found: re.Match[str]) -> str:
    text = found[0]
    match found.lastgroup:
        case "fraction":
            top, bottom = text.split("/")
            return f"<mfrac><mn>{top}</mn><mn>{bottom}</mn></mfrac>"
        case "number":
            return f"<mn>{text}</mn>"
        case "indexed":
            return f"<msub><mi>{text[0]}</mi><mn>{text[1:]}</mn></msub>"
        case "words":
            return f"<mtext>{text}</mtext>"
        case "letter":
            return f"<mi>{text}</mi>"
        case "blank":
            return '<mspace width="0.2em"/>'
    return f"<mo>{escape(SIGNS.get(text, text))}</mo>"


def _graph(graph: Graph) -> str:
    """Draw the lines, the envelope as a thick line, and its best point, in the colour of the text."""
    low, high = graph.range

    def place(x: Fraction, height: Fraction) -> tuple[float, float]:
        up = float((height - low) / (high - low)) if high > low else 0.0
        return LEFT + GRAPH_WIDTH * float(x), ABOVE + GRAPH_HEIGHT * (1 - up)

    def line(points: Sequence[tuple[float, float]], width: float, dashes: str = "") -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="{width}"{dashed}/>'

    def words(x: float, y: float, text: str, anchor: str) -> str:
        look = f'text-anchor="{anchor}" font-size="13" fill="currentColor"'
        return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(text)}</text>'

    zero, one = Fraction(0), Fraction(1)
    best, value = graph.best
    top, foot = place(best, value), place(best, low)
    drawn = [line([place(zero, low), place(one, low)], 1)]
    taken: list[float] = []
    for each in sorted(graph.lines, key=lambda each: each.end):
        end = place(one, each.end)
        drawn.append(line([place(zero, each.start), end], 1))
        height = min(end[1] + 4, taken[-1] - 14) if taken else end[1] + 4  # keep names from overlapping
        taken.append(height)
        drawn.append(words(end[0] + 6, height, each.name, "start"))
    drawn.append(line([place(x, y) for x, y in graph.corners()], 3))
    drawn.append(line([foot, top, place(zero, value)], 1, "3 3"))
    drawn.append(f'<circle cx="{top[0]:.1f}" cy="{top[1]:.1f}" r="4" fill="currentColor"/>')
    drawn.append(words(LEFT - 6, top[1] + 4, f"v = {with_minus(exact_text(value))}", "end"))
    drawn.append(words(foot[0], foot[1] + 18, f"{graph.variable} = {exact_text(best)}", "middle"))
    width, height = LEFT + GRAPH_WIDTH + RIGHT, ABOVE + GRAPH_HEIGHT + BELOW
    kind, wanted = ("lower", "highest") if graph.is_lower else ("upper", "lowest")
    said = (
        f"Graph over {graph.variable} from 0 to 1: {', '.join(line.name for line in graph.lines)}; the {kind} envelope "
        f"has its {wanted} point at {graph.variable} = {exact_text(best)}, v = {exact_text(value)}."
    )
    return (
        f'<figure><svg role="img" aria-label="{escape(said)}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">{"".join(drawn)}</svg></figure>'
    )
