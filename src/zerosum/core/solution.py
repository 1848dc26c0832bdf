"""A solution: what every solver returns, frozen. Numbers only, keyed by the moves themselves.

A *value* is an interval that holds whatever rounding did. A *strategy* maps moves to probabilities. A *solution* is the
value and both strategies at one position, and the method that found them. What a person reads of it, its
`report()`, is made when it is asked for, by its model; so is its picture, and its proof.

The solutions of the models add to it under the same names, each as far as its model has the thing:

    at(...)                  the solution at another position, named as a person would: text and numbers
    at_position(position)    the same, for a position as the rules have it
    value_at(position)       its value alone
    strategies_at(position)  both strategies alone
    answer_at(position)      value and strategies at once, where finding one finds the other
    values                   the value of every position, as a mapping
    solved                   what the solver left, from which the others are read
    data()                   what else JSON holds: numbers under short, stable keys
    earnings                 what each move earns at every decision
    ranges                   the range of each move's probability over all optimal strategies
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_type_hints

from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, ZerosumError, unknown
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Move, Strategy
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from zerosum.core.questions import DecisionEarnings, DecisionRanges
    from zerosum.core.verdict import Verdict
    from zerosum.display import Report, Table

__all__ = ["Solution", "Strategy", "StrategyLine", "Value"]


class StrategyLine(NamedTuple):
    """One line of a strategy."""

    side: Side
    information: str
    """What the side knows when it moves; empty where both see everything."""
    move: Move
    probability: Number
    earns: Number | None = None
    """What the move earns the side against the other's strategy, if the best follows; None where it is not computed."""


def _by_name(at: Callable[..., Solution]) -> Callable[..., Solution]:
    """The same `at`, with a helpful error if a position is named by keys that it does not take."""
    options = inspect.signature(at).parameters.values()
    names = [option.name for option in options if option.kind is option.KEYWORD_ONLY]
    takes_any = any(option.kind is option.VAR_KEYWORD for option in options)

    @wraps(at)
    def named_at(self: Solution, *nameless: object, **position: object) -> Solution:
        strange = [name for name in position if name not in names and not takes_any]
        if (nameless or strange) and not names:
            raise InputError("this solution has only one position, so no other can be named")
        if nameless:
            raise InputError(f"a position is named with its keys, as {names[0]}=...: {', '.join(names)}")
        if strange:
            raise unknown("key", strange[0], names)
        try:
            return at(self, **position)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, ZerosumError) or not position:
                raise
            named = ", ".join(f"{name}={value!r:.40}" for name, value in position.items())
            hints = get_type_hints(at, include_extras=True)
            told = [f"{name} is {hints[name].__metadata__[0]}" for name in position if name in names]
            raise InputError("; ".join([f"{named} does not name a position", *told])) from error

    return named_at


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The answer at one position: value, both strategies, and how they were found.

    Examples
    --------
    >>> solution = zerosum.solve("kuhn")
    >>> print(solution.value)
    -0.0555555… = -1/18
    >>> solution.verify().holds
    True
    >>> solution.json()["positions"]
    4
    """

    game: Game = field(repr=False)
    """The game itself."""
    where: Mapping[str, object] = field(default_factory=dict)
    """How the position is named to `at`, and options that change the question; empty at the start."""
    value: Value
    """The value to the row player."""
    row: Strategy = field(default_factory=dict)
    """The row player's optimal strategy at this position."""
    col: Strategy = field(default_factory=dict)
    """The column player's optimal strategy at this position."""
    method: str
    """What found it, with its parameters."""
    positions: int
    """How many positions were solved."""
    seconds: float
    """How long that took."""

    @property
    def parameters(self) -> dict[str, object]:
        """The game's parameters, and what names the position if it is not the start."""
        return {**self.game.parameters(), **self.where}

    def __init_subclass__(cls) -> None:
        if "at" in vars(cls):
            cls.at = _by_name(cls.at)  # type: ignore[method-assign]

    def at(self) -> Solution:
        """The solution at another position; each model's solution says by its arguments how one is named."""
        return self

    def data(self) -> Mapping[str, object]:
        """What else JSON holds; each model's solution adds its own numbers."""
        return {}

    @property
    def is_mean(self) -> bool:
        """Whether the value is only what nearly optimal strategies earn on average, and no bound."""
        return False

    @property
    def shortfalls(self) -> Mapping[Side, float]:
        """By how much a side's strategy is known to miss the value, if it does; where none reaches it."""
        return {}

    def json(self) -> Json:
        """The answer as data."""
        mean = {"value_is": "the mean of nearly optimal strategies, not a bound"} if self.is_mean else {}
        return {
            "game": self.game.called,
            "parameters": plain(self.parameters),
            "value": self.value.json(),
            **mean,
            "strategies": {"row": plain(self.row), "col": plain(self.col)},
            "method": self.method,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
            **plain(self.data()),
        }

    @cached_property
    def earnings(self) -> Sequence[DecisionEarnings]:
        """How often each decision is reached, what each move earns there, and what a wrong one costs."""
        found: Sequence[DecisionEarnings] = self.game.family.earnings(self)
        return found

    @cached_property
    def ranges(self) -> Sequence[DecisionRanges]:
        """At each decision the least and the greatest probability of each move over all optimal strategies."""
        return self.find_ranges()

    def find_ranges(self, progress: Progress = silent) -> Sequence[DecisionRanges]:
        """The same, with progress; the second time it is looked up."""
        if "ranges" not in self.__dict__:
            self.__dict__["ranges"] = self.game.family.ranges(self, progress=progress)
        found: Sequence[DecisionRanges] = self.__dict__["ranges"]
        return found

    def report(self) -> Report:
        """What a person reads: title, tables, notes."""
        report: Report = self.game.family.report(self)
        return report

    def plot(self, **options: object) -> Figure:
        """The picture of this solution; the options are those of the model's picture."""
        figure: Figure = self.game.family.plot(self, **options)
        return figure

    def verify(self) -> Verdict:
        """What the strategies alone guarantee, beside the value that is claimed."""
        from zerosum.core.verdict import Verdict

        return Verdict(self.value, self.game.family.verify(self), self.proved_otherwise)

    @property
    def proved_otherwise(self) -> str:
        """What proves the value where the strategies shown need not; as a rule nothing does."""
        return ""

    def check_form(self) -> None:
        """Refuse tables that do not fit the game; a saved solution is asked this when it is loaded."""

    def save(self, path: str | Path) -> None:
        """Write the solution into a file, which `zerosum.load_solution` reads without solving anything again."""
        from zerosum.certificates.saved import save

        save(self, path)

    def strategy_lines(self) -> Iterator[StrategyLine]:
        """Both strategies, move by move: at this position, or wherever a side may have to move and sees only a part."""
        for side, mix in zip(SIDES, (self.row, self.col), strict=True):
            earned = self.moves_earn(side)
            for move in earned or mix:
                yield StrategyLine(side, "", move, mix.get(move, 0), earned.get(move))

    @staticmethod
    def _lines_of(decisions: Sequence[DecisionEarnings]) -> Iterator[StrategyLine]:
        """The lines of a table of earnings."""
        for one in decisions:
            for move, earned in one.moves.items():
                yield StrategyLine(one.side, one.information, move, earned.probability, earned.earns)

    def moves_earn(self, side: Side) -> Mapping[Move, Number]:
        """What each move of a side earns it here against the other's strategy, if the best follows; empty if not
        computed."""
        return {}

    def table(self) -> Table:
        """Both strategies as one table: side, what the side knows, move, probability, what the move earns the side.

        Once `ranges` have been asked for, also the least and the most probability over all optimal strategies.
        """
        from zerosum.display.table import Table

        columns = self.columns()
        return Table("", tuple(columns), [list(row) for row in zip(*columns.values(), strict=True)])

    def columns(self) -> dict[str, list[object]]:
        """The columns of that table, by name."""
        lines = list(self.strategy_lines())
        columns: dict[str, list[object]] = {
            name: [getattr(line, name) for line in lines] for name in StrategyLine._fields
        }
        if "ranges" in self.__dict__:
            known = {(one.side, one.information): one.moves for one in self.ranges}
            found = [known.get((line.side, line.information), {}).get(line.move) for line in lines]
            columns["least"] = [None if one is None else one.least for one in found]
            columns["most"] = [None if one is None else one.most for one in found]
        return columns

    def to_frame(self) -> Foreign:
        """The same table for pandas or polars, whichever is installed."""
        from zerosum.interop.frames import strategies_frame

        return strategies_frame(self)

    def __str__(self) -> str:
        return str(self.report())

    def __rich__(self) -> RenderableType:
        return self.report().__rich__()

    def _repr_html_(self) -> str:
        from zerosum.display.html import html_figure

        report = self.report()
        try:
            drawn = html_figure(self.plot(), report.title)
        except ZerosumError:
            drawn = ""
        return report.html(drawn)


Solution.at = _by_name(Solution.at)  # type: ignore[method-assign]
