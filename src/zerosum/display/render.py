"""Tables and pages in plain text and in a rich terminal; `layout` fits them into the terminal's width.

rich is imported when it is first asked for, so that programs without a terminal need not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zerosum.display.layout import Cells, lay_out, wrapped

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

__all__ = ["rich_page", "rich_table", "text_table"]

BETWEEN = 4
"""Blanks between the title and the value."""


@dataclass(frozen=True)
class Fitted:
    """Lines that are laid out when the width of the terminal is known."""

    lines: Callable[[int], Iterable[tuple[str, str]]]
    """The lines in a width, each with its style."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        for text, style in self.lines(options.max_width):
            yield Text(text, style=style, overflow="fold")


def text_table(title: str, columns: Sequence[str], cells: Cells) -> str:
    """Lines of text, each column as wide as its widest cell."""
    return "\n".join([*([title] if title else []), *(line.text for line in lay_out(columns, cells))])


def rich_table(title: str, columns: Sequence[str], cells: Cells) -> RenderableType:
    """A table with a title above it; columns of numbers to the right, words to the left."""

    def lines(width: int) -> Iterator[tuple[str, str]]:
        if title:
            yield from ((line, "bold") for line in wrapped(title, width))
        yield from ((line.text, "bold" if line.is_head else "") for line in lay_out(columns, cells, width))

    return Fitted(lines)


def rich_page(
    title: str, value: str, tables: Iterable[RenderableType], notes: Iterable[str], footer: str
) -> RenderableType:
    """Title and value, on one line if they fit, then the tables, the notes and the footer."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [_head(title, f"value {value}")]
    for table in tables:
        parts += [table, Text("")]
    return Group(*parts, *(_paragraph(note) for note in notes), _paragraph(footer, "dim"))


def _head(title: str, value: str) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    both = Text.assemble((title, "bold"), " " * BETWEEN, (value, "bold green"))
    apart = Group(_paragraph(title, "bold"), _paragraph(value, "bold green"))
    return _Either(both, apart)


@dataclass(frozen=True)
class _Either:
    """A line, or what stands in its place where it does not fit."""

    line: Text
    otherwise: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self.line if self.line.cell_len <= options.max_width else self.otherwise


def _paragraph(text: str, style: str = "") -> RenderableType:
    return Fitted(lambda width: ((line, style) for part in text.split("\n") for line in wrapped(part, width)))
