"""A solution: the frozen result of every solver, with numbers keyed by the moves themselves.

A *value* is an interval that holds despite rounding. A *strategy* maps moves to probabilities. A *solution* is the
value and both strategies at one position, and the method that found them. Its model makes its report, its plot and
its proof on request.

The solutions of the models add these methods and attributes, as far as each applies to the model:

    at(...)                  the solution at another position, named in text and numbers, as a person would
    at_position(position)    the solution at a position of the rules
    value_at(position)       the value at a position
    strategies_at(position)  both strategies at a position
    answer_at(position)      value and strategies, if computing one gives the other
    values                   the value of every position, as a mapping
    solved                   the solver's raw result, from which the others are read
    data()                   additional data for the JSON: numbers under short, stable keys
    decisions                the decisions of its table, each with its mix, and with EVs if they are known already
    evs                      all decisions with the EVs of moves
    ranges                   the range of each move's probability over all optimal strategies
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_type_hints

from zerosum.core.data import Json, plain
from zerosum.core.errors import InputError, ZerosumError, unknown_name_error
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Strategy
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import SolvedDecision
from zerosum.core.sides import SIDES, Side
from zerosum.core.value import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from zerosum.core.questions import DecisionRanges
    from zerosum.core.verdict import Verdict
    from zerosum.display import Report, Table
    from zerosum.models.parts import Family

__all__ = ["Solution", "Strategy", "Value"]


def _by_name(at: Callable[..., Solution]) -> Callable[..., Solution]:
    """Wrap `at` so that an unknown keyword for a position's fact raises a helpful error."""
    options = inspect.signature(at).parameters.values()
    names = [option.name for option in options if option.kind is option.KEYWORD_ONLY]
    takes_any = any(option.kind is option.VAR_KEYWORD for option in options)

    @wraps(at)
    def named_at(self: Solution, *nameless: object, **position: object) -> Solution:
        strange = [name for name in position if name not in names and not takes_any]
        if (nameless or strange) and not names:
            raise InputError("this game has only one position")
        if nameless:
            raise InputError(
                f"specify a position by keyword, for example {names[0]}=...; keywords: {', '.join(names)}"
            )
        if strange:
            raise unknown_name_error("key", strange[0], names)
        try:
            return at(self, **position)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, ZerosumError) or not position:
                raise
            named = ", ".join(f"{name}={value!r:.40}" for name, value in position.items())
            hints = get_type_hints(at, include_extras=True)
            hints_given = [f"{name} is {hints[name].__metadata__[0]}" for name in position if name in names]
            raise InputError("; ".join([f"{named} is not a position", *hints_given])) from error

    return named_at


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The solution at one position: the value, both strategies, and the method.

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
    position_keys: Mapping[str, object] = field(default_factory=dict)
    """The arguments of `at` that name the position, and options that change the question; empty at the start."""
    value: Value
    """The value to the row player."""
    row: Strategy = field(default_factory=dict)
    """The row player's optimal strategy at this position."""
    col: Strategy = field(default_factory=dict)
    """The column player's optimal strategy at this position."""
    method: str
    """The method that found the solution, with its parameters."""
    positions: int
    """Number of positions solved."""
    seconds: float
    """Solving time in seconds."""

    @property
    def parameters(self) -> dict[str, object]:
        """The game's parameters, and the facts that name the position if it is not the start."""
        return {**self.game.parameters(), **self.position_keys}

    @property
    def family(self) -> Family[Any, Any]:
        """All operations on this solution; a game that two engines solve may have two kinds of solutions."""
        return self.game.family

    def __init_subclass__(cls) -> None:
        if "at" in vars(cls):
            cls.at = _by_name(cls.at)  # type: ignore[method-assign]

    def at(self) -> Solution:
        """Return the solution at another position; the arguments depend on the model."""
        return self

    def data(self) -> Mapping[str, object]:
        """Return additional data for the JSON; each model's solution adds its own numbers."""
        return {}

    @property
    def is_mean(self) -> bool:
        """Whether the value is only the average result of nearly optimal strategies, not a bound."""
        return False

    in_decimals: ClassVar[bool] = False
    """Whether tables show decimals and percentages even if fractions are short."""

    @property
    def ev_meaning(self) -> str:
        """The unit of the EVs of moves, if it needs a sentence."""
        return ""

    @property
    def shortfalls(self) -> Mapping[Side, float]:
        """For each side, a bound on how far its strategy falls short of the value."""
        return {}

    def json(self) -> Json:
        """Return the answer as data."""
        mean = (
            {"value_is": "the average result of nearly optimal strategies, not a bound"}
            if self.is_mean
            else {}
        )
        return {
            "game": self.game.slug,
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
    def evs(self) -> Sequence[SolvedDecision]:
        """Return all decisions with their reach, the EV of each move there, and the EV loss of each mistake."""
        found: Sequence[SolvedDecision] = self.family.evs(self)
        return found

    @cached_property
    def ranges(self) -> Sequence[DecisionRanges]:
        """Return the lowest and highest probability of each move at each decision over all optimal strategies."""
        return self.find_ranges()

    def find_ranges(self, progress: Progress = silent) -> Sequence[DecisionRanges]:
        """Compute the ranges with progress reports, once; later calls return them."""
        if "ranges" not in self.__dict__:
            self.__dict__["ranges"] = self.family.ranges(self, progress=progress)
        found: Sequence[DecisionRanges] = self.__dict__["ranges"]
        return found

    def report(self) -> Report:
        """Return the report: title, tables, notes."""
        report: Report = self.family.report(self)
        return report

    def plot(self, **options: object) -> Figure:
        """Plot this solution; the options are those of the model's plot."""
        from zerosum.display.style import plain_text

        figure: Figure = self.family.plot(self, **options)
        with plain_text(figure):
            return figure

    def verify(self) -> Verdict:
        """Return the value that the strategies alone guarantee, next to the claimed value."""
        from zerosum.core.verdict import Verdict

        return Verdict(self.value, self.family.verify(self), self.proved_otherwise)

    @property
    def proved_otherwise(self) -> str:
        """A proof of the value that does not use the strategies shown; by default None."""
        return ""

    def check_form(self) -> None:
        """Raise an error if the solution's tables do not fit the game; called when a saved solution is loaded."""

    def save(self, path: str | Path) -> None:
        """Write the solution to a file, which `zerosum.load_solution` reads without solving again."""
        from zerosum.certificates.saved import save

        save(self, path)

    @property
    def decisions(self) -> Sequence[SolvedDecision]:
        """The decisions of the table: those at this position, or all; with the EVs of moves if they are known
        already.
        """
        mixes = zip(SIDES, (self.row, self.col), strict=True)
        return [SolvedDecision.of(side, "", mix) for side, mix in mixes if mix]

    @property
    def table_note(self) -> str:
        """A remark on the rows that the table omits; empty if it is complete."""
        if not self.lists_one or self.positions == 1:
            return ""
        return f"One position of {self.positions:,}; use solution.at(...).table() for the others."

    lists_one: ClassVar[bool] = False
    """Whether the table is about one position of several."""

    def table(self) -> Table:
        """Return both strategies as one table: side, information, move, probability, EV of the move.

        Once `ranges` have been computed, also the least and the greatest probability over all optimal strategies.
        """
        from zerosum.display.table import Table

        columns = self.columns()
        return Table(
            self.table_note, tuple(columns), [list(row) for row in zip(*columns.values(), strict=True)]
        )

    def columns(self) -> dict[str, list[object]]:
        """Return the columns of the table of both strategies, by name."""
        lines = [(one, move, answer) for one in self.decisions for move, answer in one.moves.items()]
        columns: dict[str, list[object]] = {
            "side": [one.side for one, _, _ in lines],
            "information": [one.information for one, _, _ in lines],
            "move": [move for _, move, _ in lines],
            "probability": [answer.probability for _, _, answer in lines],
            "ev": [answer.ev for _, _, answer in lines],
        }
        if "ranges" in self.__dict__:
            known = {(one.side, one.information): one.moves for one in self.ranges}
            found = [known.get((one.side, one.information), {}).get(move) for one, move, _ in lines]
            columns["least"] = [None if one is None else one.least for one in found]
            columns["most"] = [None if one is None else one.most for one in found]
        return columns

    def to_frame(self) -> Foreign:
        """Return the same table as a data frame of pandas or polars, whichever is installed."""
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
