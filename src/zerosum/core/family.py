"""Family: everything that can be done with the games of one model, as one typed class.

A game reaches its family as `game.family`. Each part is a property that imports its file when it is asked for, so
that nobody pays for pictures who wants a number. The properties hand out the functions themselves: their
signatures are where the flags of the command come from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, TypeVar

from zerosum.core.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.arena import Arena
    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Data, Json
    from zerosum.core.game import Game, Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.solution import Solution
    from zerosum.core.value import Value
    from zerosum.core.verdict import Sample
    from zerosum.core.workers import Workers
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.formulas.number import AlgebraicValue
    from zerosum.formulas.regions import PlaneLocal
    from zerosum.formulas.tracked import ParameterPath
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.numerics.plane import PlaneFunction

G = TypeVar("G", bound="Game")
A = TypeVar("A")


@dataclass(frozen=True)
class Certificate(Generic[G, A]):
    """How the strategies of one model become data, and how the data proves bounds."""

    write: Callable[[A], Data]
    """A solution in, what the proof needs of it out."""
    prove: Callable[[G, Value, Data], Value]
    """A game, the claimed value and that data in, the bounds that it proves out."""
    older: Callable[[G, Value, Data], Data] = lambda game, claimed, data: data
    """A game, the claimed value and the data of a file of version 0.2 in, today's data out. Nobody has to trust it."""


@dataclass(frozen=True)
class Sampling(Generic[G, A]):
    """How a solution with too many positions to check them all is checked at random ones."""

    check_size: Callable[[int], None]
    """Refuses a number of positions that cannot be drawn."""
    verify: Callable[[A, int, int], Sample]
    """A solution, the number of positions and a seed in, what they show out."""
    write: Callable[[A, int, int], Data]
    """The same in, what the proof needs out."""
    prove: Callable[[G, Value, Data], Sample]
    """A game, the claimed value and that data in, what the positions show out."""


class Family(ABC, Generic[G, A]):
    """Everything that can be done with the games of one model."""

    name: ClassVar[str]
    """The model's name, as JSON, files and pages have it."""
    formula_options: ClassVar[tuple[str, ...]] = ()
    """Options of the solver that a formula may depend on."""
    unlisted: ClassVar[str] = "the model keeps no list of decisions"
    """Why games of this model have no table of all decisions, if they have none."""

    @property
    @abstractmethod
    def answer(self) -> type[A]:
        """The class of its solutions."""

    @property
    @abstractmethod
    def solve(self) -> Callable[Concatenate[G, ...], A]:
        """A game and keyword options in, a solution out."""

    @property
    @abstractmethod
    def verify(self) -> Callable[[A], Value]:
        """A solution in, the bounds that its strategies alone guarantee out."""

    @property
    @abstractmethod
    def certificate(self) -> Certificate[G, A]:
        """How its proof is written to a file, and checked."""

    @property
    @abstractmethod
    def report(self) -> Callable[[A], Report]:
        """A solution in, what a person reads out."""

    @property
    @abstractmethod
    def plot(self) -> Callable[Concatenate[A, ...], Figure]:
        """A solution and keyword options in, a picture out."""

    @property
    @abstractmethod
    def arena(self) -> Callable[[G, Callable[[Game], A], Progress, Workers], Arena[G, Any]]:
        """A game, its solver, where progress is shown and who works in; its arena out."""

    def views(self, solution: Any) -> list[Json]:
        """A solution as data to draw, one mapping with a `kind` for each picture (`zerosum.display.views`)."""
        from zerosum.display.views import views

        return views(solution)

    def why(self, solution: Any) -> str:
        """Why the strategies are what they are, in a sentence; empty where that takes more."""
        from zerosum.display.views import why

        return why(solution)

    @property
    def sampling(self) -> Sampling[G, A]:
        """How its solutions are checked at random positions; most models have no need of it."""
        raise InputError("only solutions of trick games can be checked at random positions")

    @property
    def steps(self) -> Callable[[A], Worked]:
        """The function that works a solved game out as on a board; few models have one."""
        raise InputError(
            "steps exist for matrix games, small games in stages, and small games with hidden cards or moves, but not "
            "for this game; use solve without them"
        )

    @property
    def formula(self) -> Callable[Concatenate[GameLine[G], ...], Formula]:
        """The function that solves a game for every value of a parameter; refused by default."""
        raise InputError(
            "there are no formulas for this game; there are for matrix games, hidden games, betting games, "
            "stochastic games, target games and lagged games; use solve with numbers for all parameters"
        )

    def with_options(self, game: G, **options: Any) -> G:
        """The game with options of its solver (those in `formula_options`) as further parameters of a formula."""
        return game

    @property
    def plane_formula(self) -> Callable[[G, G, ParameterPath[PlaneFunction]], PlaneLocal | None]:
        """The function that finds the value around a point, in two parameters; refused by default.

        It takes the game at that point, and the same game with numbers that are followed.
        """
        raise InputError(
            "there are no maps of two parameters for this game; there are for hidden games and betting "
            "games; keep one parameter as a variable"
        )

    @property
    def exact_value(self) -> Callable[[G], AlgebraicValue]:
        """The function that finds the value as an algebraic number with its minimal polynomial; refused by default."""
        raise InputError(
            "a formula needs a parameter that is a range or a letter, as 0..4 or b; for one value use solve (exact "
            "values as algebraic numbers are for stochastic games)"
        )

    def lay_out(self, game: G) -> None:
        """Raise an error for mistakes in the rules that show only when a formula is asked for, and `Unavailable` if no
        value of the parameter will do; by default none."""

    def check(self, game: G, limit: int) -> CheckReport:
        """Whether a game keeps the contract of its model, at up to `limit` positions; by default it is solved, and
        its verifier must prove the answer."""
        from zerosum.core.checking import check_by_solving

        return check_by_solving(game)

    def earnings(self, solution: A) -> Sequence[DecisionEarnings]:
        """What each move earns at every decision; refused by default."""
        raise InputError(f"this game has no table of earnings: {self.unlisted}")

    def ranges(self, solution: A, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability over all optimal strategies; refused by default."""
        raise InputError(f"this game has no ranges of optimal strategies: {self.unlisted}")

    @property
    def range_proofs(self) -> Callable[[A], Data]:
        """What a certificate needs to prove the ranges; refused by default."""
        raise InputError(
            "a certificate of this game cannot hold ranges; those of matrix games, hidden games and betting games "
            "with a deck can"
        )

    def locked(self, game: G, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> Solution:
        """The solution where some decisions are fixed, with options of the solver; refused by default."""
        raise InputError(f"decisions of this game cannot be locked: {self.unlisted}")

    def is_lockable(self, game: G) -> bool:
        """Whether `views` draws what `locked` finds, so that the site can offer it; by default it does not."""
        return False

    def extensive(self, game: G) -> HiddenGame:
        """The game as a tree with information sets, for packages that know no other form; refused by default."""
        raise InputError(
            f"{game.called} is not a finite tree: this takes staged and hidden games, trick games, and betting games "
            "with a deck"
        )

    def mix_in_tree(self, solution: A, side: Side, position: Position, known: Hashable) -> Strategy:
        """The strategy of a side at a node of `extensive(game)`, where it knows what the tree told it."""
        raise InputError(f"{self.name} games are not finite trees")
