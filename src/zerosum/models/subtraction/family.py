"""Everything that can be done with subtraction games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.value import Value
    from zerosum.display import Report
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

    @property
    def arena(self) -> type[SubtractionArena]:
        """The arena."""
        from zerosum.models.subtraction.arena import SubtractionArena

        return SubtractionArena

    def check(self, game: SubtractionGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of the model, at up to `limit` positions."""
        from zerosum.models.staged.check import check

        return check(game, limit)
