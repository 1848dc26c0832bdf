"""The report of a solution, for a terminal, as plain text and as HTML.

Every model has a function from its solution to a `Report`, in its own `report.py`. `report_of` fills in the common
parts of all reports. `headline_of` gives only the title and the value, for plots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.game import WAIT, Move
from zerosum.core.numbers import Number, exact_text
from zerosum.core.printable import one_line
from zerosum.core.value import MAX_LENGTH
from zerosum.display.table import MAX_FRACTION, Table, percent, tiny_text
from zerosum.display.text import rich_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from zerosum.core.game import Strategy
    from zerosum.core.solution import Solution
    from zerosum.display.document import Document

PROBABILITY_TOLERANCE = 1e-12
"""Smaller probabilities are rounding errors."""
MAX_DIGITS = 400
"""Maximum number of characters of a fraction in a table; longer ones are only in the JSON."""


class Headline(NamedTuple):
    """The title and the value, the first lines of a report and of a plot."""

    title: str
    """One line: "Jujitsu · 4 cards each · ties carried"."""
    value: str
    """The value in words: "0 ± 3e-14 to row"."""


@dataclass(frozen=True)
class Report:
    """The report of a solution."""

    title: str
    """One line: "Jujitsu · 4 cards each · ties carried"."""
    value: str
    """The value in words: "0 ± 3e-14 to row"."""
    tables: Sequence[Table] = ()
    """Tables: the strategies first, then the tables of the model."""
    notes: Sequence[str] = ()
    """Explanatory sentences."""
    footer: str = ""
    """Number of positions, kind of proof, method and time."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", one_line(self.title))

    def __str__(self) -> str:
        head = f"{self.title:<56}    value {self.value}"
        return "\n".join([head, *(f"\n{table}" for table in self.tables), "", *self.notes, self.footer])

    def __rich__(self) -> RenderableType:
        tables = [table.__rich__() for table in self.tables]
        return rich_page(self.title, self.value, tables, self.notes, self.footer)

    def document(self) -> Document:
        """Return the report as a document, which can be written as Markdown and as LaTeX."""
        from zerosum.display.document import Document, Section

        return Document(
            self.title, (Section(f"Value {self.value}", (*self.tables, *self.notes, self.footer)),)
        )

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, picture: str = "") -> str:
        """Return the report for a notebook, with an HTML figure below the tables if there is one."""
        from zerosum.display.html import html_page

        tables = [table.inner_html() for table in self.tables]
        return html_page(self.title, f"value {self.value}", [*tables, picture], [*self.notes, self.footer])


def headline_of(solution: Solution, title: str = "") -> Headline:
    """Return the headline of any solution, with the game's own title unless another one is given."""
    return Headline(
        one_line(title or solution.game.title), f"{worth(solution)} to {solution.game.seats['row']}"
    )


def report_of(
    solution: Solution,
    headline: Headline | None = None,
    *,
    move: str = "move",
    named: Mapping[Move, str] = MappingProxyType({}),
    tables: Sequence[Table] = (),
    notes: Sequence[str] = (),
) -> Report:
    """Return the report of any solution: headline, strategies, tables of the model, notes and footer."""
    return Report(
        *(headline or headline_of(solution)),
        [*strategy_tables(solution, move, named), *tables],
        notes,
        _footer(solution),
    )


def worth(solution: Solution) -> str:
    """Return the value with its error bound; a mean without a bound is rounded to three digits."""
    return f"about {float(solution.value):.3g}" if solution.is_mean else str(solution.value)


def strategy_tables(
    solution: Solution, move: str = "move", named: Mapping[Move, str] = MappingProxyType({})
) -> list[Table]:
    """Return both strategies in one table with a column per move; one row if both players play the same.

    If the players have no move in common, each gets a table; a player who only waits gets none. `named` maps
    moves to names.
    """
    row, col, seats = solution.row, solution.col, solution.game.seats
    players = {f"{seats['row']} plays": row, f"{seats['col']} plays": col}
    if row == col:
        players = {"both players": row}
    shown = {who: mix for who, mix in players.items() if mix and [*map(str, mix)] != [str(WAIT)]}
    together = [shown] if set(row) & set(col) else [{who: mix} for who, mix in shown.items()]
    return [_strategy_table(mixes, move, named) for mixes in together if mixes]


def _strategy_table(shown: Mapping[str, Strategy], move: str, named: Mapping[Move, str]) -> Table:
    """Return a row per player or, if a probability is a long fraction, a row per move."""
    moves = list(dict.fromkeys(one for mix in shown.values() for one in mix))
    if all(isinstance(one, int) or str(one).isdecimal() for one in moves):
        moves.sort(key=int)
    names = [named.get(one, str(one)) for one in moves]
    if any(
        isinstance(p, Fraction) and len(exact_text(p)) > MAX_LENGTH
        for mix in shown.values()
        for p in mix.values()
    ):
        rows = [
            [name, *(_in_full(mix.get(one)) for mix in shown.values())]
            for name, one in zip(names, moves, strict=True)
        ]
        return Table("", [move, *shown], rows)
    return Table(
        "", [move, *names], [[who, *(percent(mix.get(one)) for one in moves)] for who, mix in shown.items()]
    )


def mix(strategy: Strategy) -> str:
    """Return a strategy on one line, without moves of probability 0."""
    if len(strategy) == 1:
        return "–"
    played = [
        (move, p)
        for move, p in strategy.items()
        if p > (0 if isinstance(p, Fraction) else PROBABILITY_TOLERANCE)
    ]
    if len(played) == 1:
        return str(played[0][0])
    # use one format on a line: fractions only if all are short
    long = any(isinstance(p, Fraction) and len(exact_text(p)) > MAX_FRACTION for _, p in played)
    return ", ".join(
        f"{move} {percent(float(p) if long and p > PROBABILITY_TOLERANCE else p)}" for move, p in played
    )


def _in_full(p: Number | None) -> str:
    """Return a probability as a percentage and, if it is exact and short enough, as a fraction."""
    if p is None or p == 0 or not isinstance(p, Fraction):
        return percent(p)
    text = exact_text(p)
    shown = tiny_text(p) if p < PROBABILITY_TOLERANCE else percent(float(p))
    return f"{shown} = {text}" if len(text) <= MAX_DIGITS else shown


def _footer(solution: Solution) -> str:
    certain = "exact" if solution.value.is_exact else f"{'each ' * (solution.positions != 1)}certified"
    certain = "an average, not a bound" if solution.is_mean else certain
    positions = f"{solution.positions:,} position{'s' * (solution.positions != 1)}, {certain}"
    return f"{positions} · {solution.method} · {seconds_text(solution.seconds)}"


def seconds_text(seconds: float) -> str:
    """Return a time to two digits, never in scientific notation."""
    return f"{seconds:.2g} s" if seconds < 99 else f"{seconds:.0f} s"
