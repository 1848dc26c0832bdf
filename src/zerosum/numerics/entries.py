"""Matrices with few entries, entry by entry, without scipy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array


class Entries(NamedTuple):
    """A matrix, entry by entry."""

    data: Array
    row: Array
    col: Array


def merged(given: Entries) -> Entries:
    """The same, line after line, with those at one place added."""
    order = np.lexsort((given.col, given.row))
    data, row, col = (part[order] for part in given)
    first = np.flatnonzero(np.diff(row, prepend=-1) | np.diff(col, prepend=-1))
    return Entries(np.add.reduceat(data, first) if first.size else data, row[first], col[first])
