"""Everything that can be done with street games; small ones are solved as hidden games, which have a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.errors import InputError
from zerosum.core.family import Family
from zerosum.models.hidden.family import HiddenFamily

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.arena import Arena
    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Data
    from zerosum.core.family import Certificate
    from zerosum.core.game import Game, Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.value import Value
    from zerosum.core.workers import Workers
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.models.hidden.answer import HiddenSolution
    from zerosum.models.hidden.lock import LockedSolution
    from zerosum.models.streets.answer import StreetAnswer
    from zerosum.models.streets.rules import StreetGame

TREES = HiddenFamily()


class StreetFamily(Family["StreetGame", "StreetAnswer"]):
    """Street games."""

    name: ClassVar[str] = "streets"

    @property
    def answer(self) -> type[HiddenSolution]:
        """What the solver returns for small games."""
        return TREES.answer

    @property
    def solve(self) -> Callable[Concatenate[StreetGame, ...], StreetAnswer]:
        """The solver."""
        from zerosum.models.streets.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[StreetAnswer], Value]:
        """The verifier."""
        from zerosum.models.streets.certificate import verify

        return verify

    @property
    def extremes(self) -> Any:
        """The range over row's optimal strategies against a fixed rival, in small games."""
        return TREES.extremes

    @property
    def certificate(self) -> Certificate[StreetGame, StreetAnswer]:
        """How the proof is written and read."""
        from zerosum.models.streets.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[StreetAnswer], Report]:
        """The report."""
        from zerosum.models.streets.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[StreetAnswer, ...], Figure]:
        """The picture."""
        from zerosum.models.streets.plot import draw

        return draw

    @property
    def arena(self) -> Callable[[StreetGame, Callable[[Game], Any], Progress, Workers], Arena[Any, Any]]:
        """The arena."""
        from zerosum.models.streets.arena import StreetArena

        return StreetArena

    @property
    def steps(self) -> Callable[[Any], Worked]:
        """The indifference equations of every hand, in small games."""

        def steps(solution: StreetAnswer) -> Worked:
            return TREES.steps(_as_tree(solution))

        return steps

    @property
    def formula(self) -> Callable[Concatenate[GameLine[Any], ...], Formula]:
        """The value as a formula in a parameter, in small games."""
        return TREES.formula

    def check(self, game: StreetGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of hidden games, at up to `limit` positions."""
        return TREES.check(game, limit)

    def earnings(self, solution: StreetAnswer) -> Sequence[DecisionEarnings]:
        """What each move earns at every information set; in a large game, those of the first round."""
        from zerosum.models.hidden.answer import HiddenSolution
        from zerosum.models.streets.earnings import earnings

        return TREES.earnings(solution) if isinstance(solution, HiddenSolution) else earnings(solution)

    def ranges(self, solution: StreetAnswer, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability over all optimal strategies of a small game."""
        return TREES.ranges(_as_tree(solution), progress=progress)

    @property
    def range_proofs(self) -> Callable[[Any], Data]:
        """What a certificate needs to prove the ranges of a small game."""
        return TREES.range_proofs

    def is_lockable(self, game: StreetGame) -> bool:
        """If it is small."""
        from zerosum.models.streets.solve import MOST_IN_A_TREE

        return game.tree_size <= MOST_IN_A_TREE

    def locked(
        self, game: StreetGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedSolution:
        """The solution of a small game where some information sets are fixed."""
        if not self.is_lockable(game):
            raise InputError(
                "decisions can be locked in small games only; ask for a smaller deck or fewer raises"
            )
        return TREES.locked(game, locks, progress=progress, **options)

    def extensive(self, game: StreetGame) -> StreetGame:
        """The game as a tree with information sets."""
        game.afford_tree()
        return game

    def mix_in_tree(
        self, solution: StreetAnswer, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        return solution.mix(side, known)


def _as_tree(solution: StreetAnswer) -> HiddenSolution:
    """A solution that has a tree of information sets."""
    if not isinstance(solution, TREES.answer):
        raise InputError(
            "this takes a tree of all positions, and the game was solved without one; ask for a smaller deck or "
            "fewer raises"
        )
    return solution
