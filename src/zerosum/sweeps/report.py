"""The report of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.numbers import exact_text, nearest_float
from zerosum.core.printable import one_line
from zerosum.display.report import Report, seconds_text
from zerosum.display.table import Table
from zerosum.sweeps.answer import MAX_SHOWN, Sweep, SweepRow, rows_text

MAX_ERROR = 70
"""Maximum number of characters of an error in the table; files have the full error."""
MAX_FRACTION = 12
"""Maximum number of characters of a fraction in the table."""


def report(sweep: Sweep) -> Report:
    """Return the table, or its first rows, the averages, and the errors."""
    tables = [table(sweep, sweep.rows[:MAX_SHOWN])]
    if sweep.dealt and sweep.averages:
        names = [name for name in sweep.varying if name not in sweep.dealt]
        rows = [
            [*(one.parameters[name] for name in names), str(one.value), one.rows, one.left_out]
            for one in sweep.averages
        ]
        title = f"Average over {' and '.join(sweep.dealt)}, weighted by the number of combinations"
        tables.append(Table(title, [*names, "value", "rows", "left out"], rows))
    notes = []
    if len(sweep) > MAX_SHOWN:
        notes.append(
            f"{len(sweep) - MAX_SHOWN:,} more rows are not shown; write the table to a file to see all."
        )
    if sweep.errors:
        have = "has" if len(sweep.errors) == 1 else "have"
        notes.append(f"{len(sweep.errors):,} of {len(sweep):,} rows {have} an error.")
    if any(row.is_mean for row in sweep):
        notes.append("Some values are average results of nearly optimal strategies, not bounds.")
    exact = sum(row.value is not None and row.value.is_exact for row in sweep)
    seconds = sum(row.seconds for row in sweep)
    footer = f"{rows_text(len(sweep))}, {exact:,} exact · {seconds_text(seconds)} of solving"
    return Report(sweep.title, _extent(sweep), tables, notes, footer)


def _extent(sweep: Sweep) -> str:
    """Return the smallest and the largest value."""
    known = [row.value for row in sweep if row.value is not None]
    if not known:
        return "unknown"
    low, high = min(known, key=float), max(known, key=float)
    return str(low) if low == high else f"from {float(low):.6g} to {float(high):.6g}"


def table(sweep: Sweep, rows: Sequence[SweepRow]) -> Table:
    """Return rows for display: the varying parameters, values, answers and errors."""
    asked = list(dict.fromkeys(name for row in rows for name in row.asked))
    weighed = any(row.combinations is not None for row in rows) and bool(sweep.dealt)
    wrong = any(row.error for row in rows)
    columns = [
        *sweep.varying,
        "value",
        *asked,
        *(["combinations"] if weighed else []),
        "time",
        *(["error"] if wrong else []),
    ]
    cells = [
        [
            *(_cell(row.parameters.get(name)) for name in sweep.varying),
            None if row.value is None else str(row.value),
            *(_cell(row.asked.get(name)) for name in asked),
            *([_cell(row.combinations)] if weighed else []),
            seconds_text(row.seconds),
            *([one_line(row.error, MAX_ERROR) or None] if wrong else []),
        ]
        for row in rows
    ]
    return Table("", columns, cells)


def _cell(cell: Data) -> Data:
    """Return a cell; short fractions are unchanged."""
    if isinstance(cell, Fraction):
        text = exact_text(cell)
        return text if len(text) <= MAX_FRACTION else nearest_float(cell)
    return cell
