"""Everything that can be done with subtraction games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.errors import InputError
from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.models.staged.answer import StagedSolution
    from zerosum.models.staged.lock import LockedStagedSolution
    from zerosum.models.subtraction.answer import SubtractionSolution
    from zerosum.models.subtraction.arena import SubtractionArena
    from zerosum.models.subtraction.rules import SubtractionGame


class SubtractionFamily(Family["SubtractionGame", "SubtractionSolution"]):
    """Subtraction games."""

    name: ClassVar[str] = "subtraction"

    @property
    def answer(self) -> type[SubtractionSolution]:
        """What the solver returns."""
        from zerosum.models.subtraction.answer import SubtractionSolution

        return SubtractionSolution

    @property
    def solve(self) -> Callable[Concatenate[SubtractionGame, ...], SubtractionSolution]:
        """The solver."""
        from zerosum.models.subtraction.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[SubtractionSolution], Value]:
        """The verifier."""
        from zerosum.models.subtraction.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[SubtractionGame, SubtractionSolution]:
        """How the proof is written and read."""
        from zerosum.models.subtraction.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[SubtractionSolution], Report]:
        """The report."""
        from zerosum.models.subtraction.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[SubtractionSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.subtraction.plot import draw

        return draw

    def views(self, solution: SubtractionSolution) -> list[Json]:
        """At which numbers the player to move wins."""
        from zerosum.models.subtraction.views import views

        return views(solution)

    def why(self, solution: SubtractionSolution) -> str:
        """The rule behind the losing positions."""
        from zerosum.models.subtraction.report import report

        return next(iter(report(solution).notes), "")

    def earnings(self, solution: SubtractionSolution) -> Sequence[DecisionEarnings]:
        """What each move earns at every position."""
        from zerosum.models.staged.questions import earnings

        return earnings(self._staged(solution))

    def ranges(self, solution: SubtractionSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability, over strategies that are optimal from every position on."""
        from zerosum.models.staged.questions import ranges

        return ranges(self._staged(solution), progress)

    def _staged(self, solution: SubtractionSolution) -> StagedSolution:
        """The same game solved as a staged one."""
        from zerosum.models.staged.solve import solve

        if solution.where:
            raise InputError("this is about the whole game: leave out the position")
        return solve(solution.game, exact=True)

    def locked(
        self, game: SubtractionGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedStagedSolution:
        """The solution where some positions are fixed, in fractions."""
        from zerosum.models.staged.lock import solve_locked

        return solve_locked(game, game, locks, progress=progress)

    @property
    def arena(self) -> type[SubtractionArena]:
        """The arena."""
        from zerosum.models.subtraction.arena import SubtractionArena

        return SubtractionArena

    def check(self, game: SubtractionGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of the model, at up to `limit` positions."""
        from zerosum.models.staged.check import check

        return check(game, limit)
