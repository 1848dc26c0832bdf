"""Text and tables laid out in a width, without a break inside a word or a number.

A table that is too wide for its line is narrowed, turned on its side or cut into blocks:

    narrowed     columns of words are wrapped, the column first that costs the fewest lines
    turned       a table of one or two rows becomes one of two or three columns
    in blocks    columns of numbers are dealt into blocks of about one width, each with the first column
                 before it; of a table of one or two rows only if its columns are called by numbers

The form with the fewest lines is taken, among those that fit. A word that is longer than the whole line is
left whole: what happens to it is the terminal's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import east_asian_width

__all__ = ["Cells", "Line", "lay_out", "listed", "told_apart", "wrapped"]

NUMERIC = re.compile(r"[-+–<±≤≥≈\d.,/%e ]*")
DOTS, PHRASES = re.compile(r"(?<=· )"), re.compile(r"(?<=[,;·] )")
"""Where prose is broken by preference, and where a cell is."""
GLUED = re.compile(r" (?=±)|(?<=±) |(?<=[a-z]) (?=\d)| (?=[\d.]+%)")
"""Blanks at which no line is broken: an error stays with its value, a number with the word that it numbers."""
BRACKETS = re.compile(r"\([^()]{1,12}\)")
"""A short bracket is not broken either."""
GAP = 2
"""Blanks between two columns."""
TURNABLE = 2
"""A table with more rows is not turned on its side."""

Cells = Sequence[Sequence[str]]
"""Rows of cells."""


class Line(NamedTuple):
    """One line of a table."""

    text: str
    is_head: bool


def lay_out(columns: Sequence[str], cells: Cells, width: int | None = None) -> list[Line]:
    """The lines of a table: its header and its rows, in so many columns of the screen if it can be done."""
    whole = _drawn(columns, cells, None)
    if width is None or not columns or _widest(whole) <= width:
        return whole
    narrow, blocks = _drawn(columns, cells, width), _blocks(columns, cells, width)
    turned = _drawn(*_turned(columns, cells), width) if len(cells) <= TURNABLE else narrow
    names = [columns[1:]] if len(cells) <= TURNABLE else []
    of_numbers = all(NUMERIC.fullmatch(cell) for row in [*names, *(row[1:] for row in cells)] for cell in row)
    forms = [turned, blocks] if of_numbers else [turned]
    if min(map(_widest, forms)) > width:
        forms = [narrow, turned, blocks]
    return min(forms, key=lambda lines: (max(_widest(lines) - width, 0), len(lines)))


@lru_cache(maxsize=65536)
def wrapped(text: str, width: int, between: re.Pattern[str] = DOTS) -> tuple[str, ...]:
    """Lines of whole words, broken between its parts where that takes no more lines."""
    if _size(text) <= width or NUMERIC.fullmatch(text):
        return (text,)
    whole = BRACKETS.sub(lambda found: found[0].replace(" ", "\0"), GLUED.sub("\0", text))
    words = _filled([f"{word} " for word in whole.split(" ")], width)
    parts = _filled(between.split(whole), width)
    fits = len(parts) <= len(words) and max(map(_size, parts)) <= width
    return tuple(line.replace("\0", " ") for line in (parts if fits else words))


def told_apart(described: Sequence[Sequence[str]]) -> list[str]:
    """What tells things apart that are described in lines: of each the lines that not all have."""
    common = set(described[0]).intersection(*described[1:])
    return [" · ".join(dict.fromkeys(line for line in lines if line not in common)) for lines in described]


def listed(lead: str, items: Sequence[str], width: int) -> list[str]:
    """A list after its first words, broken between its items only, each further line below the first item."""
    lines = _filled([lead, *(f"{item} · " for item in items)], width)
    return [lines[0], *(" " * _size(lead) + line for line in lines[1:])]


def _filled(pieces: Sequence[str], width: int) -> list[str]:
    """Pieces of text, one after another, on as few lines as hold them."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and _size((lines[-1] + piece).rstrip(" ·")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ·") for line in lines]


def _drawn(columns: Sequence[str], cells: Cells, width: int | None) -> list[Line]:
    """The table as it stands, its columns narrowed to the width if they can be."""
    grid = [columns, *cells]
    widths = [max(_size(line[i]) for line in grid) for i in range(len(columns))]
    if width is not None:
        widths = _narrowed(grid, widths, width)
    right = [_is_numeric(cells, i) for i in range(len(columns))]
    lines: list[Line] = []
    for number, row in enumerate(grid):
        parts = [wrapped(cell, w, PHRASES) for cell, w in zip(row, widths, strict=True)]
        height = max(map(len, parts), default=0)
        for k in range(height):
            shift = [height - len(part) if number == 0 else 0 for part in parts]
            shown = [
                part[k - s] if 0 <= k - s < len(part) else "" for part, s in zip(parts, shift, strict=True)
            ]
            lines.append(Line(_joined(shown, widths, right), number == 0))
    return lines


def _narrowed(grid: Cells, widths: Sequence[int], width: int) -> list[int]:
    """Widths of the columns that fit, or come as near as they can, at the cost of few lines."""
    now = [_column(grid, i, min(w, width)) for i, w in enumerate(widths)]
    widths = [used for used, _ in now]
    narrower = [_column(grid, i, w - 1) for i, w in enumerate(widths)]
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
        narrower[i] = _column(grid, i, widths[i] - 1)
    return widths


def _column(grid: Cells, i: int, width: int) -> tuple[int, list[int]]:
    """How wide a column is when it is wrapped, and how many lines each of its cells takes."""
    parts = [wrapped(line[i], width, PHRASES) for line in grid]
    return max(_size(line) for part in parts for line in part), [len(part) for part in parts]


def _turned(columns: Sequence[str], cells: Cells) -> tuple[list[str], list[list[str]]]:
    """Rows made columns; of a corner that names both sides, the other way round."""
    corner = " \\ ".join(reversed(columns[0].split(" \\ ")))
    sides = [list(line) for line in zip(columns, *cells, strict=True)]
    return [corner, *sides[0][1:]], sides[1:]


def _blocks(columns: Sequence[str], cells: Cells, width: int) -> list[Line]:
    """Several tables one below the other, of about one width, each with the first column before it."""
    sizes = [max(_size(line[i]) for line in [columns, *cells]) for i in range(len(columns))]
    limit = width
    while limit > 0 and len(_dealt(sizes, limit - 1)) == len(_dealt(sizes, width)):
        limit -= 1
    lines: list[Line] = []
    for first, last in pairwise(_dealt(sizes, limit)):
        kept = [0, *range(first, last)]
        lines += [Line("", False)] if lines else []
        lines += _drawn([columns[i] for i in kept], [[row[i] for i in kept] for row in cells], width)
    return lines


def _dealt(sizes: Sequence[int], width: int) -> list[int]:
    """Where the blocks of columns begin, and where the last one ends."""
    starts, used = [1], sizes[0]
    for i, size in enumerate(sizes[1:], start=1):
        if i > starts[-1] and used + GAP + size > width:
            starts.append(i)
            used = sizes[0]
        used += GAP + size
    return [*starts, len(sizes)]


def _joined(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """The cells of a line, each in its place."""
    blanks = [" " * (w - _size(cell)) for cell, w in zip(cells, widths, strict=True)]
    placed = [b + cell if to else cell + b for b, cell, to in zip(blanks, cells, right, strict=True)]
    return (" " * GAP).join(placed).rstrip()


def _is_numeric(cells: Cells, column: int) -> bool:
    return all(NUMERIC.fullmatch(row[column]) for row in cells)


def _widest(lines: Sequence[Line]) -> int:
    return max((_size(line.text) for line in lines), default=0)


def _size(text: str) -> int:
    """How many columns of the screen a text takes."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(c) in "WF") for c in text)
