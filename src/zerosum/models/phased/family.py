"""Everything that can be done with phased games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.questions import DecisionEarnings
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.models.phased.answer import PhasedSolution
    from zerosum.models.phased.arena import PhasedArena
    from zerosum.models.phased.rules import PhasedGame


class PhasedFamily(Family["PhasedGame", "PhasedSolution"]):
    """Phased games."""

    name: ClassVar[str] = "phased"
    unlisted: ClassVar[str] = (
        "numbers come from [0, 1], and what one number of infinitely many does never matters"
    )

    @property
    def answer(self) -> type[PhasedSolution]:
        """What the solver returns."""
        from zerosum.models.phased.answer import PhasedSolution

        return PhasedSolution

    @property
    def solve(self) -> Callable[Concatenate[PhasedGame, ...], PhasedSolution]:
        """The solver."""
        from zerosum.models.phased.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[PhasedSolution], Value]:
        """The verifier."""
        from zerosum.models.phased.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[PhasedGame, PhasedSolution]:
        """How the proof is written and read."""
        from zerosum.models.phased.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[PhasedSolution], Report]:
        """The report."""
        from zerosum.models.phased.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[PhasedSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.phased.plot import draw

        return draw

    def views(self, solution: PhasedSolution) -> list[Json]:
        """Turn by turn what each number does, and then each score."""
        from zerosum.models.phased.views import views

        return views(solution)

    def why(self, solution: PhasedSolution) -> str:
        """Which number is kept undecided."""
        from zerosum.models.phased.views import why

        return why(solution)

    def earnings(self, solution: PhasedSolution) -> Sequence[DecisionEarnings]:
        """What each action earns over every interval of numbers or scores."""
        from zerosum.models.phased.earnings import earnings

        return earnings(solution)

    @property
    def arena(self) -> type[PhasedArena]:
        """The arena."""
        from zerosum.models.phased.arena import PhasedArena

        return PhasedArena
