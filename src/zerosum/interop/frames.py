"""Results as data frames of pandas or polars, whichever is installed."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign

if TYPE_CHECKING:
    from zerosum.core.solution import Solution

__all__ = ["frame", "strategies_frame"]

LIBRARIES = ("pandas", "polars")
"""The libraries that are tried, in this order."""


def frame(columns: Mapping[str, Sequence[object]]) -> Foreign:
    """Return a data frame with these columns.

    Parameters
    ----------
    columns
        The cells of each column, by its name.

    Examples
    --------
    >>> from zerosum.interop.frames import frame
    >>> frame({"move": ["left", "right"], "probability": [0.5, 0.5]}).shape
    (2, 2)
    """
    for name in LIBRARIES:
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame(columns)
    raise InputError(f"data frames need {' or '.join(LIBRARIES)}: pip install {LIBRARIES[0]}")


def strategies_frame(solution: Solution) -> Foreign:
    """Return both strategies of a solution: one row for each side, information and move.

    Parameters
    ----------
    solution
        The solution; `solution.to_frame()` does the same.

    Examples
    --------
    >>> from zerosum.interop.frames import strategies_frame
    >>> list(strategies_frame(zerosum.solve("rps")).columns)
    ['side', 'information', 'move', 'probability', 'ev']
    """
    columns: dict[str, Foreign] = dict(solution.columns())
    for name in columns.keys() - {"side", "information", "move"}:
        columns[name] = [None if cell is None else float(cell) for cell in columns[name]]
    made = frame(columns)
    if solution.table_note and hasattr(made, "attrs"):  # pandas
        made.attrs["note"] = solution.table_note
    return made
