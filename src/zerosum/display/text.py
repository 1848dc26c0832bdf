"""Text and tables fitted to the width of a terminal, without a break inside a word or a number.

A table that is too wide for its line takes one of three other forms:

    narrow     columns of words are wrapped, first the column that adds the fewest lines
    turned     a table of one or two rows becomes one of two or three columns
    blocks columns of numbers are distributed over blocks of about equal width, each with the first column
               before it; a table of one or two rows only if the names of its columns are numbers

Among the forms that fit, the one with the fewest lines is used. A word that is longer than the whole line stays in one
piece, and the terminal breaks it.

rich is imported when it is first needed, so that programs without a terminal do not wait for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

NUMERIC = re.compile(r"[-+–<±≤≥≈\d.,/%e ]*")
AFTER_DOT, AFTER_PHRASE = re.compile(r"(?<=· )"), re.compile(r"(?<=[,;·] )")
"""The preferred break points of prose and of a cell."""
GLUED = re.compile(r" (?=±)|(?<=±) |(?<=[a-z]) (?=\d)| (?=[\d.]+%)")
"""Spaces at which no line is broken: an error bound stays with its value, a number with the noun after it."""
SHORT_BRACKET = re.compile(r"\([^()]{1,12}\)")
"""A bracket of at most 12 characters is not broken either."""
GAP = 2
"""Number of spaces between two columns."""
MAX_TURNED_ROWS = 2
"""Maximum number of rows of a table that may be transposed."""
HEADLINE_GAP = 4
"""Number of spaces between the title and the value of a page."""

Cells = Sequence[Sequence[str]]
"""Table rows as lists of cells."""


class TableLine(NamedTuple):
    """One line of a table for the screen."""

    text: str
    is_head: bool


def lay_out(columns: Sequence[str], cells: Cells, width: int | None = None) -> list[TableLine]:
    """Return the lines of a table, header and rows, fitted to the width of the screen as far as possible."""
    whole = _draw(columns, cells, None)
    if width is None or not columns or _widest(whole) <= width:
        return whole
    narrow, blocks, turned = _draw(columns, cells, width), _blocks(columns, cells, width), None
    shown = [row[1:] for row in cells]
    if len(cells) <= MAX_TURNED_ROWS:
        corner = " \\ ".join(reversed(columns[0].split(" \\ ")))  # the corner cell names both sides
        first, *rest = (list(line) for line in zip(columns, *cells, strict=True))
        turned = _draw([corner, *first[1:]], rest, width)
        shown = [columns[1:], *shown]
    forms = [turned or narrow]
    if all(NUMERIC.fullmatch(cell) for row in shown for cell in row):
        forms.append(blocks)
    if min(map(_widest, forms)) > width:
        forms = [narrow, turned or narrow, blocks]
    return min(forms, key=lambda lines: (max(_widest(lines) - width, 0), len(lines)))


@lru_cache(maxsize=65536)
def wrap(text: str, width: int, between: re.Pattern[str] = AFTER_DOT) -> tuple[str, ...]:
    """Return lines of whole words, broken at the preferred places if that takes no more lines."""
    if _size(text) <= width or NUMERIC.fullmatch(text):
        return (text,)
    whole = SHORT_BRACKET.sub(lambda found: found[0].replace(" ", "\0"), GLUED.sub("\0", text))
    words = _fill([f"{word} " for word in whole.split(" ")], width)
    parts = _fill(between.split(whole), width)
    fits = len(parts) <= len(words) and max(map(_size, parts)) <= width
    return tuple(line.replace("\0", " ") for line in (parts if fits else words))


def wrap_list(lead: str, items: Sequence[str], width: int) -> list[str]:
    """Return opening words followed by a list, broken only between items, with continuation lines indented below
    the first item.
    """
    lines = _fill([lead, *(f"{item} · " for item in items)], width)
    return [lines[0], *(" " * _size(lead) + line for line in lines[1:])]


def differences(descriptions: Sequence[Sequence[str]]) -> list[str]:
    """Return, for each of several descriptions, the lines that do not occur in all of them."""
    common = set(descriptions[0]).intersection(*descriptions[1:])
    return [" · ".join(dict.fromkeys(line for line in lines if line not in common)) for lines in descriptions]


def text_table(title: str, columns: Sequence[str], cells: Cells) -> str:
    """Return a table as text, each column as wide as its widest cell."""
    return "\n".join([*([title] if title else []), *(line.text for line in lay_out(columns, cells))])


def rich_table(title: str, columns: Sequence[str], cells: Cells) -> RenderableType:
    """Return a table for a rich terminal, with a title above it; numbers are aligned to the right, words to the
    left."""

    def lines(width: int) -> Iterator[tuple[str, str]]:
        if title:
            yield from ((line, "bold") for line in wrap(title, width))
        yield from ((line.text, "bold" if line.is_head else "") for line in lay_out(columns, cells, width))

    return FittedLines(lines)


def rich_page(
    title: str, value: str, tables: Iterable[RenderableType], notes: Iterable[str], footer: str
) -> RenderableType:
    """Return a page: title and value, on one line if they fit, then the tables, the notes and the footer."""
    from rich.console import Group
    from rich.text import Text

    def paragraph(text: str, style: str = "") -> RenderableType:
        return FittedLines(
            lambda width: ((line, style) for part in text.split("\n") for line in wrap(part, width))
        )

    shown = f"value {value}"
    headline = OneLineOr(
        Text.assemble((title, "bold"), " " * HEADLINE_GAP, (shown, "bold green")),
        Group(paragraph(title, "bold"), paragraph(shown, "bold green")),
    )
    spaced = [part for table in tables for part in (table, Text(""))]
    return Group(headline, *spaced, *map(paragraph, notes), paragraph(footer, "dim"))


@dataclass(frozen=True)
class FittedLines:
    """Lines laid out once the width of the terminal is known."""

    lines: Callable[[int], Iterable[tuple[str, str]]]
    """The lines for a width, each with its style."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        for text, style in self.lines(options.max_width):
            yield Text(text, style=style, overflow="fold")


@dataclass(frozen=True)
class OneLineOr:
    """A line, and a replacement to show if it does not fit."""

    line: Text
    otherwise: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self.line if self.line.cell_len <= options.max_width else self.otherwise


def _fill(pieces: Sequence[str], width: int) -> list[str]:
    """Join pieces of text into as few lines as possible."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and _size((lines[-1] + piece).rstrip(" ·")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ·") for line in lines]


def _draw(columns: Sequence[str], cells: Cells, width: int | None) -> list[TableLine]:
    """Return the table in its usual form, with its columns narrowed to the width if possible."""
    grid = [columns, *cells]
    widths = [max(_size(line[i]) for line in grid) for i in range(len(columns))]
    if width is not None:
        widths = _narrow(grid, widths, width)
    right = [all(NUMERIC.fullmatch(row[i]) for row in cells) for i in range(len(columns))]
    lines: list[TableLine] = []
    for number, row in enumerate(grid):
        parts = [wrap(cell, w, AFTER_PHRASE) for cell, w in zip(row, widths, strict=True)]
        height = max(map(len, parts), default=0)
        for k in range(height):
            shown = []
            for part, w, to_right in zip(parts, widths, right, strict=True):
                at = k - (height - len(part) if number == 0 else 0)  # column names are aligned at the bottom
                text = part[at] if 0 <= at < len(part) else ""
                blanks = " " * (w - _size(text))
                shown.append(blanks + text if to_right else text + blanks)
            lines.append(TableLine((" " * GAP).join(shown).rstrip(), number == 0))
    return lines


def _narrow(grid: Cells, widths: Sequence[int], width: int) -> list[int]:
    """Return column widths that fit, or nearly fit, with few additional lines."""
    now = [_wrap_column(grid, i, min(w, width)) for i, w in enumerate(widths)]
    widths = [used for used, _ in now]
    narrower = [_wrap_column(grid, i, w - 1) for i, w in enumerate(widths)]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        choices = []
        for i, (used, heights) in enumerate(narrower):
            if used < widths[i]:
                columns = [heights if j == i else other for j, (_, other) in enumerate(now)]
                choices.append((sum(map(max, zip(*columns, strict=True))), -widths[i], i))
        if not choices:
            break
        i = min(choices)[2]
        now[i], widths[i] = narrower[i], narrower[i][0]
        narrower[i] = _wrap_column(grid, i, widths[i] - 1)
    return widths


def _wrap_column(grid: Cells, i: int, width: int) -> tuple[int, list[int]]:
    """Return the width of a column when it is wrapped, and the number of lines of each of its cells."""
    parts = [wrap(line[i], width, AFTER_PHRASE) for line in grid]
    return max(_size(line) for part in parts for line in part), [len(part) for part in parts]


def _blocks(columns: Sequence[str], cells: Cells, width: int) -> list[TableLine]:
    """Split a table into tables of about equal width, one below the other, each starting with the first column."""
    sizes = [max(_size(line[i]) for line in [columns, *cells]) for i in range(len(columns))]
    limit = width
    while limit > 0 and len(_block_starts(sizes, limit - 1)) == len(_block_starts(sizes, width)):
        limit -= 1
    lines: list[TableLine] = []
    for first, last in pairwise(_block_starts(sizes, limit)):
        kept = [0, *range(first, last)]
        lines += [TableLine("", False)] if lines else []
        lines += _draw([columns[i] for i in kept], [[row[i] for i in kept] for row in cells], width)
    return lines


def _block_starts(sizes: Sequence[int], width: int) -> list[int]:
    """Return the columns at which the blocks begin, and the end of the last block."""
    starts, used = [1], sizes[0]
    for i, size in enumerate(sizes[1:], start=1):
        if i > starts[-1] and used + GAP + size > width:
            starts.append(i)
            used = sizes[0]
        used += GAP + size
    return [*starts, len(sizes)]


def _widest(lines: Sequence[TableLine]) -> int:
    return max((_size(line.text) for line in lines), default=0)


def _size(text: str) -> int:
    """Return the number of screen columns of a text."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(c) in "WF") for c in text)
