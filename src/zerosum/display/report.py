"""A report: what a person reads about a solution, in a terminal, as plain text and as HTML.

Every model has a function from its solution to a `Report`, in its own `report.py`. `report_of` fills in what all
reports have in common. `headline_of` gives the title and the value alone, for pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.game import WAIT, Move
from zerosum.core.numbers import Number, exact_text
from zerosum.core.value import LONGEST
from zerosum.display.table import Table, percent
from zerosum.display.text import rich_page

if TYPE_CHECKING:
    from rich.console import RenderableType

    from zerosum.core.game import Strategy
    from zerosum.core.solution import Solution
    from zerosum.display.document import Document

DUST = 1e-12
"""Smaller probabilities are rounding errors."""
MOST_DIGITS = 400
"""Maximum number of characters of a fraction in a table; JSON has the longer ones."""


class Headline(NamedTuple):
    """The title and the value: the first lines of a report and of a picture."""

    title: str
    """One line: "Jujitsu · 4 cards each · ties carried"."""
    value: str
    """The value in words: "0 ± 3e-14 to row"."""


@dataclass(frozen=True)
class Report:
    """What a person reads about a solution."""

    title: str
    """One line: "Jujitsu · 4 cards each · ties carried"."""
    value: str
    """The value in words: "0 ± 3e-14 to row"."""
    tables: Sequence[Table] = ()
    """The strategies first, then the tables of the model."""
    notes: Sequence[str] = ()
    """Sentences to read with the answer."""
    footer: str = ""
    """Number of positions, kind of proof, method and time."""

    def __str__(self) -> str:
        head = f"{self.title:<56}    value {self.value}"
        return "\n".join([head, *(f"\n{table}" for table in self.tables), "", *self.notes, self.footer])

    def __rich__(self) -> RenderableType:
        tables = [table.__rich__() for table in self.tables]
        return rich_page(self.title, self.value, tables, self.notes, self.footer)

    def document(self) -> Document:
        """The report as a document, which can be written as Markdown and as LaTeX."""
        from zerosum.display.document import Document, Section

        return Document(
            self.title, (Section(f"Value {self.value}", (*self.tables, *self.notes, self.footer)),)
        )

    def _repr_html_(self) -> str:
        return self.html()

    def html(self, picture: str = "") -> str:
        """The report for a notebook, with a picture in HTML below the tables if there is one."""
        from zerosum.display.html import html_page

        tables = [table.inner_html() for table in self.tables]
        return html_page(self.title, f"value {self.value}", [*tables, picture], [*self.notes, self.footer])


def headline_of(solution: Solution, title: str = "") -> Headline:
    """The headline of any solution, with the game's own title unless another one is given."""
    return Headline(title or solution.game.title, f"{worth(solution)} to {solution.game.seats['row']}")


def report_of(
    solution: Solution,
    headline: Headline | None = None,
    *,
    move: str = "move",
    named: Mapping[Move, str] = MappingProxyType({}),
    tables: Sequence[Table] = (),
    notes: Sequence[str] = (),
) -> Report:
    """The report of any solution: headline, strategies, tables of the model, notes and footer."""
    return Report(
        *(headline or headline_of(solution)),
        [*strategy_tables(solution, move, named), *tables],
        notes,
        _footer(solution),
    )


def worth(solution: Solution) -> str:
    """The value with its error bound; if it is only a mean without a bound, three digits."""
    return f"about {float(solution.value):.3g}" if solution.is_mean else str(solution.value)


def strategy_tables(
    solution: Solution, move: str = "move", named: Mapping[Move, str] = MappingProxyType({})
) -> list[Table]:
    """Both strategies in one table with a column per move; one line if both players play the same.

    Players without a common move get a table each, and a player who only waits gets none. `named` maps moves to names.
    """
    row, col, seats = solution.row, solution.col, solution.game.seats
    players = {f"{seats['row']} plays": row, f"{seats['col']} plays": col}
    if row == col:
        players = {"plays it": row}
    shown = {who: mix for who, mix in players.items() if mix and [*map(str, mix)] != [str(WAIT)]}
    together = [shown] if set(row) & set(col) else [{who: mix} for who, mix in shown.items()]
    return [_strategy_table(mixes, move, named) for mixes in together if mixes]


def _strategy_table(shown: Mapping[str, Strategy], move: str, named: Mapping[Move, str]) -> Table:
    """A row per player; if a probability is a long fraction, a row per move instead."""
    moves = list(dict.fromkeys(one for mix in shown.values() for one in mix))
    if all(isinstance(one, int) or str(one).isdecimal() for one in moves):
        moves.sort(key=int)
    names = [named.get(one, str(one)) for one in moves]
    if any(
        isinstance(p, Fraction) and len(exact_text(p)) > LONGEST
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
    """A strategy on one line, without the moves that are never played."""
    if len(strategy) == 1:
        return "–"
    played = [(move, p) for move, p in strategy.items() if p > DUST]
    return ", ".join(str(move) if p >= 1 - DUST else f"{move} {percent(p)}" for move, p in played)


def _in_full(p: Number | None) -> str:
    """A probability as a percentage and, if it is exact and short enough, as a fraction."""
    if p is None or p == 0 or not isinstance(p, Fraction):
        return percent(p)
    text = exact_text(p)
    return f"{percent(float(p))} = {text}" if len(text) <= MOST_DIGITS else percent(float(p))


def _footer(solution: Solution) -> str:
    certain = "exact" if solution.value.is_exact else f"{'each ' * (solution.positions != 1)}certified"
    certain = "a mean, no bound" if solution.is_mean else certain
    positions = f"{solution.positions:,} position{'s' * (solution.positions != 1)}, {certain}"
    return f"{positions} · {solution.method} · {seconds_text(solution.seconds)}"


def seconds_text(seconds: float) -> str:
    """A time to two digits, never in scientific notation."""
    return f"{seconds:.2g} s" if seconds < 99 else f"{seconds:.0f} s"
