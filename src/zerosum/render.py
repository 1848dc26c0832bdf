"""Tables in plain text, in a rich terminal and in HTML; their cells come as text and only get their place here.

rich is imported when it is first asked for, so that programs without a terminal need not wait for it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["html_page", "html_table", "rich_page", "rich_table", "text_table"]

NUMERIC = re.compile(r"[-+–<±≤≥\d.,/%e ]*")

Cells = Sequence[Sequence[str]]
"""Rows of cells."""


def text_table(title: str, columns: Sequence[str], cells: Cells) -> str:
    """Lines of text, each column as wide as its widest cell."""
    lines = [columns, *cells]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    aligned = [
        "  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
    ]
    return "\n".join([*([title] if title else []), *aligned])


def rich_table(title: str, columns: Sequence[str], cells: Cells) -> RenderableType:
    """A table with a title above it; columns of numbers to the right, words to the left."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for i, column in enumerate(columns):
        numeric = all(NUMERIC.fullmatch(row[i]) for row in cells)
        side: Literal["left", "right"] = "right" if numeric else "left"
        shown.add_column(Text(column), justify=side, header_style="bold", overflow="fold")
    for row in cells:
        shown.add_row(*(Text(cell) for cell in row))
    return Group(Text(title, style="bold"), shown) if title else shown


def rich_page(
    title: str, value: str, tables: Iterable[RenderableType], notes: Iterable[str], footer: str
) -> RenderableType:
    """Title and value on one line, then the tables, the notes and the footer."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    head = Table.grid(expand=False, padding=(0, 4, 0, 0))
    head.add_column()
    head.add_column(no_wrap=True)
    head.add_row(Text(title, style="bold"), Text(f"value {value}", style="bold green"))
    parts: list[RenderableType] = [head]
    for table in tables:
        parts += [table, Text("")]
    return Group(*parts, *(Text(note) for note in notes), Text(footer, style="dim"))


def html_table(title: str, columns: Sequence[str], cells: Cells) -> str:
    """A plain table with a caption."""
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in cells
    )
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_page(title: str, value: str, tables: Iterable[str], notes: Iterable[str]) -> str:
    """Title and value in one paragraph, then the tables, then a paragraph for each note."""
    parts = [f"<p><b>{html.escape(title)}</b> · value {html.escape(value)}</p>", *tables]
    return "\n".join([*parts, *(f"<p>{html.escape(note)}</p>" for note in notes)])
