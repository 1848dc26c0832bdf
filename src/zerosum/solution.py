"""Table and Solution, and Value from `value`: what every solver returns, frozen and self-describing.

A *value* is an interval that holds whatever rounding did. A *strategy* maps moves, named as a person would
name them, to probabilities. A *table* is rows of cells that any front end can draw. A *solution* is the value
and both strategies at one position, the method that found them, and whatever tables its model adds; it
shows itself as text, in a rich terminal, as HTML in a notebook and as JSON.

The solutions of the models add to it under the same names, each as far as its model has the thing:

    rules                    the game itself (`game` is its name)
    at(...)                  the solution at another position, named as a person would: text and numbers
    at_position(position)    the same, for a position as the rules have it
    value_at(position)       its value alone
    strategies_at(position)  both strategies alone, by the moves themselves rather than by their names
    answer_at(position)      value and strategies at once, where finding one finds the other
    values                   the value of every position, as a mapping
    solved                   what the solver left, from which the others are read
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zerosum.numerics.rational import Number, exact_text
from zerosum.render import html_page, html_table, rich_page, rich_table, text_table
from zerosum.value import LONGEST, Value

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "LONGEST",
    "Probability",
    "Solution",
    "Strategy",
    "Table",
    "Value",
    "as_number",
    "percent",
]

Strategy = Mapping[str, Number]
"""Probabilities of moves, each move named as a person would."""


class Probability(float):
    """A float that tables show as a percentage and JSON as a number."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under named columns, for any front end to draw."""

    title: str
    """Shown above the table, if it is not empty."""
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]

    def text(self, cell: object) -> str:
        """One cell as a person reads it."""
        if isinstance(cell, bool) or cell is None:
            return {True: "yes", False: "no", None: "–"}[cell]
        if isinstance(cell, Probability):
            return percent(float(cell))
        if isinstance(cell, float):
            return f"{cell:.10g}"
        return str(cell)

    def cells(self) -> list[list[str]]:
        """Every cell as text."""
        return [[self.text(cell) for cell in row] for row in self.rows]

    def json(self) -> list[dict[str, Any]]:
        """A list of objects, one per row."""
        return [dict(zip(self.columns, map(as_number, row), strict=True)) for row in self.rows]

    def __str__(self) -> str:
        return text_table(self.title, self.columns, self.cells())

    def __rich__(self) -> RenderableType:
        return rich_table(self.title, self.columns, self.cells())

    def _repr_html_(self) -> str:
        return html_table(self.title, self.columns, self.cells())


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The answer at one position: value, both strategies, and how they were found."""

    game: str
    """The registered name of the game, or its class's name."""
    parameters: Mapping[str, object]
    """The game's parameters, and the position's if it is not the start."""
    title: str
    """One line that a person reads: "Jujitsu · 4 cards each · ties carried"."""
    value: Value
    """The value to the row player."""
    row: Strategy = field(default_factory=dict)
    """The row player's optimal strategy at this position."""
    col: Strategy = field(default_factory=dict)
    """The column player's optimal strategy at this position."""
    move: str = "move"
    """What a move is called: "first card", "exit", "action"."""
    method: str
    """What found it, with its parameters."""
    positions: int
    """How many positions were solved."""
    seconds: float
    """How long that took."""
    tables: Sequence[Table] = ()
    """What else there is to show."""
    notes: Sequence[str] = ()
    """Sentences that a person should read with the answer."""

    def at(self) -> Solution:
        """The solution at another position; each model's solution says by its arguments how one is named."""
        return self

    def json(self) -> dict[str, Any]:
        """The object that `solve --json` prints."""
        answer: dict[str, Any] = {
            "game": self.game,
            "parameters": {key: as_number(item) for key, item in self.parameters.items()},
            "value": self.value.json(),
            "strategies": {
                "row": {move: as_number(p) for move, p in self.row.items()},
                "col": {move: as_number(p) for move, p in self.col.items()},
            },
            "method": self.method,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }
        if self.tables:
            answer["tables"] = {table.title: table.json() for table in self.tables}
        if self.notes:
            answer["notes"] = list(self.notes)
        return answer

    def strategy_table(self) -> Table:
        """The strategies side by side, a column per move; one line where the two are the same."""
        moves = list(dict.fromkeys([*self.row, *self.col]))
        if all(move.isdecimal() for move in moves):
            moves.sort(key=int)
        players = (
            {"plays it": self.row} if self.row == self.col else {"row plays": self.row, "col plays": self.col}
        )
        rows = [[who, *(percent(s.get(move)) for move in moves)] for who, s in players.items() if s]
        return Table("", [self.move, *moves], rows)

    def all_tables(self) -> list[Table]:
        """The strategies, if there are any, and then the tables of the model."""
        return [*([self.strategy_table()] if self.row or self.col else []), *self.tables]

    def footer(self) -> str:
        """How many positions, how certain, how fast."""
        certain = "exact" if self.value.is_exact else f"{'each ' * (self.positions != 1)}certified"
        positions = f"{self.positions:,} position{'s' * (self.positions != 1)}, {certain}"
        return f"{positions} · {self.method} · {self.seconds:.2g} s"

    def __str__(self) -> str:
        head = f"{self.title:<56}    value {self.value} to row"
        tables = [f"\n{table}" for table in self.all_tables()]
        return "\n".join([head, *tables, "", *self.notes, self.footer()])

    def __rich__(self) -> RenderableType:
        tables = [table.__rich__() for table in self.all_tables()]
        return rich_page(self.title, f"{self.value} to row", tables, self.notes, self.footer())

    def _repr_html_(self) -> str:
        tables = [table._repr_html_() for table in self.all_tables()]
        return html_page(self.title, f"{self.value} to row", tables, [*self.notes, self.footer()])


def as_number(item: object) -> Any:
    """JSON for a number or a collection of them: fractions become strings "p/q", the rest stays."""
    if isinstance(item, Fraction):
        return exact_text(item)
    if isinstance(item, Value):
        return item.json()
    if isinstance(item, Mapping):
        return {str(key): as_number(value) for key, value in item.items()}
    if isinstance(item, str | int | float | bool) or item is None:
        return item
    if hasattr(item, "tolist"):
        return item.tolist()
    if isinstance(item, Iterable):
        return [as_number(one) for one in item]
    return str(item)


def percent(p: Number | None) -> str:
    """A probability as a person reads it: a percentage, a fraction where exact, a dash for never."""
    if p is None or p == 0:
        return "–"
    if isinstance(p, Fraction) and len(str(p)) <= LONGEST:
        return str(p)
    return "<0.1%" if p < 0.0005 else f"{100 * float(p):.1f}%"
