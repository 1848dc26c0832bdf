"""Solutions and tables in a rich terminal."""

import re
from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from zerosum.solution import Solution, Table

__all__ = ["rich_solution", "rich_table"]

NUMERIC = re.compile(r"[-+–<±≤≥\d.,/%e ]*")


def rich_table(table: Table) -> RenderableType:
    """A table with a title above it; columns of numbers to the right, words to the left."""
    shown = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    cells = table.cells()
    for i, column in enumerate(table.columns):
        numeric = all(NUMERIC.fullmatch(row[i]) for row in cells)
        side: Literal["left", "right"] = "right" if numeric else "left"
        shown.add_column(Text(column), justify=side, header_style="bold", overflow="fold")
    for row in cells:
        shown.add_row(*(Text(cell) for cell in row))
    return Group(Text(table.title, style="bold"), shown) if table.title else shown


def rich_solution(solution: Solution) -> RenderableType:
    """Title and value on one line, then the tables, the notes and the footer."""
    head = RichTable.grid(expand=False, padding=(0, 4, 0, 0))
    head.add_column()
    head.add_column(no_wrap=True)
    head.add_row(Text(solution.title, style="bold"), Text(f"value {solution.value}", style="bold green"))
    parts: list[RenderableType] = [head]
    for table in solution.all_tables():
        parts += [rich_table(table), Text("")]
    parts += [Text(note) for note in solution.notes]
    parts.append(Text(solution.footer(), style="dim"))
    return Group(*parts)
