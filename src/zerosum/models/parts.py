"""Families: everything that can be done with the games of one model, found by name in the model's folder.

A model is a folder of files with fixed names: its report is `report` in `report.py`, its solver `solve` in
`solve.py`. `game.family.report` finds that function when it is asked for, so that a user who only wants a number does
not import the plots. It returns the function itself, whose keyword arguments are the flags of a command. `Family`
lists all parts with their types, and `tests/core/test_families.py` compares the functions of every model with them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, TypeVar

from zerosum.core.checking import check_by_solving
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.progress import Progress
from zerosum.core.solution import Solution
from zerosum.core.workers import Workers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.arena import Arena
    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Data, Json
    from zerosum.core.game import Position, Strategy
    from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
    from zerosum.core.sides import Side
    from zerosum.core.value import Value
    from zerosum.core.verdict import Sample
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.formulas.map_answer import PlaneLocal
    from zerosum.formulas.number import AlgebraicValue
    from zerosum.formulas.tracked import ParameterPath
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.numerics.plane import PlaneFunction


G = TypeVar("G", bound=Game)
A = TypeVar("A")
T = TypeVar("T")


@cache
def _module(folder: str, file: str) -> ModuleType | None:
    """Import a file from a model's folder and return the module; None if the folder has no such file."""
    name = f"{folder}.{file}"
    return import_module(name) if find_spec(name) else None


class Part(Generic[T]):
    """The object "file.name" of a model's folder; for a model without it, a default or an error with the
    reason.

    In the name, `{kind}` stands for the kind of the family: Trick for TrickFamily. A reason may contain
    `{unavailable_reason}`, which says why games of the model have no table of decisions.
    """

    def __init__(self, where: str, otherwise: str | T = "") -> None:
        self.file, _, self.name = where.rpartition(".")
        self.otherwise = otherwise

    def __get__(self, family: Family[Any, Any] | None, owner: type[Family[Any, Any]]) -> T:
        name = self.name.format(kind=owner.__name__.removesuffix("Family"))
        for folder in (owner.__module__.removesuffix(".rules"), *owner.also):
            found: T | None = getattr(_module(folder, self.file), name, None)
            if found is not None:
                return found
        if isinstance(self.otherwise, str):
            raise InputError(self.otherwise.format(unavailable_reason=owner.unavailable_reason))
        return self.otherwise


@dataclass(frozen=True)
class Sampling(Generic[G, A]):
    """The checks of a solution at random positions, for solutions with too many positions to check them all."""

    check_size: Callable[[int], None]
    """Raise an error for a number of positions that cannot be drawn."""
    verify: Callable[[A, int, int], Sample]
    """Check a solution at a number of positions, drawn with a seed."""
    write: Callable[[A, int, int], Data]
    """Write the data that the proof needs for these positions."""
    prove: Callable[[G, Value, Data], Sample]
    """Prove the statements of a certificate about its positions, given the game and the claimed value."""


def _views(solution: Any) -> list[Json]:
    from zerosum.display.views import views

    return views(solution)


def _explain(solution: Any) -> str:
    from zerosum.display.views import explain

    return explain(solution)


class Family(Generic[G, A]):
    """The operations on the games of one model; the model's `rules.py` defines a subclass.

    The names of the folders of that file are the names of model and engine in JSON, files and pages.
    """

    model: ClassVar[str]
    """The name of the model."""
    engine: ClassVar[str]
    """The name of an engine with its own rules; empty for the model itself."""
    also: ClassVar[tuple[str, ...]] = ()
    """Packages whose parts are used if the folder with its rules has none."""
    unavailable_reason: ClassVar[str] = "its model does not list decisions"
    """The reason why games of this model have no table of all decisions, if they have none."""

    records: ClassVar[tuple[str, ...]] = ()
    """Classes of the records in saved solutions, by their paths in `models`; a file cannot name other classes."""

    answer: Part[type[A]] = Part("answer.{kind}Solution")
    """The class of its solutions."""
    solve: Part[Callable[Concatenate[G, ...], A]] = Part("solve.solve")
    """Solve a game; keyword arguments are the solver's options."""
    report: Part[Callable[[A], Report]] = Part("report.report")
    """Write a solution for a person."""
    plot: Part[Callable[Concatenate[A, ...], Figure]] = Part("plot.draw")
    """Draw a solution; keyword arguments are the plot's options."""
    arena: Part[Callable[[G, Callable[[Game], A], Progress, Workers], Arena[Any, Any]]] = Part(
        "arena.{kind}Arena"
    )
    """Open the arena of a game, given its solver, the display of progress, and the workers."""
    views: Part[Callable[[A], list[Json]]] = Part("views.views", _views)
    """List a solution's figures as data: for each figure a mapping with a `kind` (`zerosum.display.views`)."""
    explain: Part[Callable[[A], str]] = Part("views.explain", _explain)
    """Explain in a sentence why the strategies are optimal; empty if one sentence is not enough."""
    check: Part[Callable[[G, int], CheckReport]] = Part("check.check", check_by_solving)
    """Check that a game keeps the contract of its model, at no more than a given number of positions."""

    verify: Part[Callable[[A], Value]] = Part("certificate.verify")
    """Prove bounds from the strategies of a solution alone."""
    write: Part[Callable[[A], Data]] = Part("certificate.write")
    """Write the data about a solution that the proof needs."""
    prove: Part[Callable[[G, Value, Data], Value]] = Part("verify.prove")
    """Prove bounds from the data of `write`, given the game and the claimed value."""
    sampling: Part[Sampling[G, A]] = Part(
        "certificate.SAMPLING", "only trick games can be checked at random positions"
    )
    """How its solutions are checked at random positions; most models do not need it."""

    steps: Part[Callable[[A], Worked]] = Part(
        "steps.worked_steps",
        "worked steps are not available for this game, only for matrix games, small staged games, "
        "subtraction games and small hidden games; solve it without steps",
    )
    """Work out a solved game step by step, as on a blackboard."""
    evs: Part[Callable[[A], Sequence[SolvedDecision]]] = Part(
        "questions.evs", "EVs are not available for this game: {unavailable_reason}"
    )
    """List the EV of each move at every decision."""
    ranges: Part[Callable[Concatenate[A, ...], Sequence[DecisionRanges]]] = Part(
        "questions.ranges",
        "ranges of optimal strategies are not available for this game: {unavailable_reason}",
    )
    """List the range of each move's probability over all optimal strategies."""
    range_proofs: Part[Callable[[A], Data]] = Part(
        "questions.range_proofs",
        "a certificate of this game cannot contain ranges; ranges can be certified for matrix games, "
        "hidden games and betting games with a deck",
    )
    """Write the data that a certificate needs to prove the ranges."""
    locked: Part[Callable[Concatenate[G, Sequence[Lock], ...], Solution]] = Part(
        "questions.locked", "decisions cannot be locked in this game: {unavailable_reason}"
    )
    """Solve a game in which some decisions are fixed; keyword arguments are the solver's options."""
    is_lockable: Part[Callable[[G], bool]] = Part("questions.is_lockable", lambda game: False)
    """Return whether `views` draws the solutions of `locked`, so that the site can offer them."""

    formula: Part[Callable[Concatenate[GameLine[G], ...], Formula]] = Part(
        "formula.formula",
        "formulas are not available for this game, only for matrix games, hidden games, betting games, "
        "stochastic games and target games; use solve with numbers for all parameters",
    )
    """Solve a game for every value of a parameter."""
    plane_formula: Part[Callable[[G, G, ParameterPath[PlaneFunction]], PlaneLocal | None]] = Part(
        "formula.plane_formula",
        "maps of two parameters are not available for this game, only for hidden games and betting games; "
        "keep only one parameter as a variable",
    )
    """Find the value around a point in two parameters, given the game at the point and the game with tracked numbers.
    """
    exact_value: Part[Callable[[G], AlgebraicValue]] = Part(
        "formula.exact_value",
        "a formula needs a parameter that is a range or a letter, for example 0..4 or b; for a single "
        "value, use solve (exact algebraic values are available only for stochastic games)",
    )
    """Find the value as an algebraic number with its minimal polynomial."""
    lay_out: Part[Callable[[G], None]] = Part("formula.lay_out", lambda game: None)
    """Raise an error for mistakes in the rules that only a formula reveals, and `Unavailable` if no value of the
    parameter is possible.
    """

    extensive: Part[Callable[[G], HiddenGame]] = Part(
        "extensive.extensive",
        "this game is not a finite tree; trees are available for staged games, hidden games, trick games "
        "and betting games with a deck",
    )
    """Return the game as a tree with information sets, for packages that know no other form."""
    mix_in_tree: Part[Callable[[A, Side, Position, Hashable], Strategy]] = Part(
        "extensive.mix_in_tree", "this game is not a finite tree"
    )
    """Return the strategy of a side at a node of `extensive(game)`, given its information there."""

    def __init_subclass__(cls) -> None:
        _, _, cls.model, *rest, _ = cls.__module__.split(".")
        cls.engine = rest[-1] if rest else ""

    @property
    def name(self) -> str:
        """The name of the engine, or of the model itself; its page in the documentation has the same name."""
        return self.engine or self.model

    def record_kinds(self) -> list[type]:
        """Return the classes of records that a saved solution may contain."""
        places = [where.rpartition(".") for where in self.records]
        return [getattr(import_module(f"zerosum.models.{file}"), name) for file, _, name in places]
