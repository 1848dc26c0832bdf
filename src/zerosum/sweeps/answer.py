"""The table of a sweep: parameters, bounds and answers, row by row; as text, files, data frames and a plot."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.core.data import Data, Json, plain
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import Number, nearest_float
from zerosum.core.value import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from zerosum.display import Table
    from zerosum.display.report import Report

MAX_SHOWN = 40
"""Maximum number of rows of the displayed table; files have all rows."""
MAX_LINES = 12
"""Maximum number of lines in a plot."""
WRITERS = (".csv", ".jsonl", ".parquet")
"""The extensions of files to which a table can be written."""


@dataclass(frozen=True)
class SweepRow:
    """One combination of parameters, and the result."""

    parameters: Mapping[str, Data]
    value: Value | None
    """The bounds on the value to row; None if the game was rejected or failed."""
    asked: Mapping[str, Data]
    """The answers, by their columns."""
    seconds: float
    combinations: Number | None
    """The weight of the row in averages over the deals of chance."""
    is_mean: bool
    """Whether the value is only an average result, and not a bound."""
    error: str
    """The error, if the game was rejected or failed; otherwise empty."""

    def cells(self) -> dict[str, Data]:
        """Return the whole row by column, with exact numbers as fractions."""
        found: dict[str, Data] = {**self.parameters}
        value = self.value
        found["value"] = None if value is None else float(value)
        found["lower"] = None if value is None else value.lower
        found["upper"] = None if value is None else value.upper
        found.update(self.asked)
        if self.combinations is not None:
            found["combinations"] = self.combinations
        if self.is_mean:
            found["value_is"] = "a mean, not a bound"
        return found | {"seconds": round(self.seconds, 6), "error": self.error or None}


@dataclass(frozen=True)
class SweepAverage:
    """The average over all deals of chance, weighted by combinations."""

    parameters: Mapping[str, Data]
    """The parameters that are fixed in the average."""
    value: Value
    rows: int
    """Number of rows in the average."""
    left_out: int
    """Number of rows that were rejected or failed, and are not in the average."""

    def json(self) -> Json:
        """Return the average as data."""
        return plain({**self.parameters, "value": self.value, "rows": self.rows, "left_out": self.left_out})  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Sweep(Sequence[SweepRow]):
    """The table that `zerosum.sweep` returns: a sequence of rows.

    Examples
    --------
    >>> found = zerosum.sweep("kuhn", bet="1..3", ask="J: bet", workers=1)
    >>> [str(row.value.lower) for row in found]
    ['-1/18', '0', '0']
    """

    title: str
    rows: tuple[SweepRow, ...]
    varying: tuple[str, ...]
    """The parameters with several values, in the order of the table."""
    dealt: tuple[str, ...] = ()
    """The parameters whose values are the deals of chance."""

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: Any) -> Any:
        return self.rows[place]

    def __iter__(self) -> Iterator[SweepRow]:
        return iter(self.rows)

    @property
    def errors(self) -> list[SweepRow]:
        """The rows that were rejected or failed."""
        return [row for row in self.rows if row.error]

    @property
    def averages(self) -> list[SweepAverage]:
        """The averages over the deals of chance, one for each combination of the other parameters."""
        if not self.dealt:
            return []
        groups: dict[tuple[object, ...], list[SweepRow]] = {}
        names = [name for name in self.varying if name not in self.dealt]
        for row in self.rows:
            groups.setdefault(tuple(row.parameters.get(name) for name in names), []).append(row)
        found = []
        for key, rows in groups.items():
            weighed = [
                (one.combinations, one.value) for one in rows if one.value is not None and one.combinations
            ]
            whole = sum(weight for weight, _ in weighed)
            if whole:
                lower = sum(weight * value.lower for weight, value in weighed) / whole
                upper = sum(weight * value.upper for weight, value in weighed) / whole
                left_out = sum(one.value is None for one in rows)
                value = Value(lower, upper) if lower <= upper else Value.exactly(lower)
                parameters = dict(zip(names, key, strict=True))
                found.append(SweepAverage(parameters, value, len(weighed), left_out))
        return found

    def columns(self) -> dict[str, list[Data]]:
        """Return the table by columns; exact numbers are fractions."""
        every = [row.cells() for row in self.rows]
        names = dict.fromkeys(name for cells in every for name in cells if name not in ("seconds", "error"))
        return {name: [cells.get(name) for cells in every] for name in (*names, "seconds", "error")}

    def json(self) -> Json:
        """Return the table as data."""
        found: Json = {"title": self.title, "rows": [plain(row.cells()) for row in self.rows]}
        if self.dealt:
            found["averages"] = [one.json() for one in self.averages]
        return found

    def to_frame(self) -> Foreign:
        """Return the table as a pandas or polars data frame; numbers are floats, and `exact` has the exact values."""
        from zerosum.interop.frames import frame

        return frame(self._float_columns())

    def _float_columns(self) -> dict[str, list[Data]]:
        columns = self.columns()
        exact = [str(row.value.lower) if row.value and row.value.is_exact else None for row in self.rows]
        found = {name: _of_one_kind(cells) for name, cells in columns.items()}
        place = [*found].index("upper") + 1
        return dict([*found.items()][:place]) | {"exact": exact} | dict([*found.items()][place:])

    def write(self, file: str | Path) -> None:
        """Write the table: CSV, JSON lines or Parquet, by the ending of the file."""
        from zerosum.store import write_atomically

        path = Path(file)
        write_atomically(path, [self.encoded(check_file(path).suffix.lower())])

    def encoded(self, kind: str) -> bytes:
        """Return the table as the bytes of a file."""
        if kind == ".parquet":
            parquet, arrow = _parquet()
            held = io.BytesIO()
            parquet.write_table(arrow.table(self._float_columns()), held)
            return held.getvalue()
        if kind == ".jsonl":
            return "".join(f"{json.dumps(plain(row.cells()))}\n" for row in self.rows).encode()
        columns, held_text = self.columns(), io.StringIO()
        writer = csv.writer(held_text, lineterminator="\n")
        writer.writerow(columns)
        for cells in zip(*columns.values(), strict=True):
            writer.writerow(["" if cell is None else _in_csv(cell) for cell in cells])
        return held_text.getvalue().encode()

    def plot(self, over: str | None = None, what: str = "value") -> Figure:
        """Draw the value, or another column, over one parameter, with a line for each setting of the others."""
        from zerosum.sweeps.plot import draw

        return draw(self, over, what)

    def report(self) -> Report:
        """Return the report: the table, or its first rows, and the averages."""
        from zerosum.sweeps.report import report

        return report(self)

    def table(self) -> Table:
        """Return the whole table, in the format of the rows in `report`."""
        from zerosum.sweeps.report import table

        return table(self, self.rows)

    def __str__(self) -> str:
        return str(self.report())

    def __rich__(self) -> RenderableType:
        return self.report().__rich__()

    def _repr_html_(self) -> str:
        return self.report().html()


def rows_text(number: int) -> str:
    """Return a number of rows in words."""
    return f"{number:,} row{'s' * (number != 1)}"


def plot_over(varying: Sequence[str], over: str | None) -> str:
    """Return the parameter on a plot's horizontal axis: the given one, or the first that varies."""
    if not varying:
        raise InputError("a plot needs a parameter with several values")
    if over is not None and over not in varying:
        raise InputError(f"the parameter of the plot must be {' or '.join(varying)}, not {over!r:.40}")
    return over or next((name for name in varying if name != "game"), varying[0])


def check_file(path: Path, flag: str = "the file") -> Path:
    """Reject a file that cannot be written, before the work."""
    if path.suffix.lower() not in WRITERS:
        raise InputError(f"{flag} must end in {', '.join(WRITERS)}, not {str(path)!r}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"{flag} must be in an existing folder, not {str(path)!r}")
    if path.suffix.lower() == ".parquet":
        _parquet()
    return path


def _parquet() -> tuple[Foreign, Foreign]:
    try:
        from importlib import import_module

        return import_module("pyarrow.parquet"), import_module("pyarrow")
    except ImportError:
        raise InputError("Parquet files need pyarrow: pip install pyarrow") from None


def _in_csv(cell: Data) -> Data:
    """Return a cell of a CSV file: a number, a fraction as p/q, a string, or JSON."""
    found = plain(cell)
    return json.dumps(found) if isinstance(found, dict | list) else found


def _of_one_kind(cells: list[Data]) -> list[Data]:
    """Return a column for a data frame: fractions as floats, and all values as strings if strings and numbers are
    mixed.
    """
    known = [cell for cell in cells if cell is not None]
    if any(isinstance(cell, dict | list) for cell in known):
        return [None if cell is None else json.dumps(plain(cell)) for cell in cells]
    if any(isinstance(cell, str) for cell in known):
        return [None if cell is None else str(plain(cell)) for cell in cells]
    if any(isinstance(cell, float | Fraction) for cell in known) or any(abs(cell) >= 2**63 for cell in known):
        return [None if cell is None else nearest_float(cell) for cell in cells]
    return cells
