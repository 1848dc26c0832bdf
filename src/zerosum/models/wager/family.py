"""Everything that can be done with wager games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.models.wager.answer import WagerSolution
    from zerosum.models.wager.arena import WagerArena
    from zerosum.models.wager.rules import WagerGame


class WagerFamily(Family["WagerGame", "WagerSolution"]):
    """Wager games."""

    name: ClassVar[str] = "wager"
    unlisted: ClassVar[str] = (
        "each hand has one decision, and the report lists its best bet and what that earns"
    )

    @property
    def answer(self) -> type[WagerSolution]:
        """What the solver returns."""
        from zerosum.models.wager.answer import WagerSolution

        return WagerSolution

    @property
    def solve(self) -> Callable[Concatenate[WagerGame, ...], WagerSolution]:
        """The solver."""
        from zerosum.models.wager.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[WagerSolution], Value]:
        """The verifier."""
        from zerosum.models.wager.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[WagerGame, WagerSolution]:
        """How the proof is written and read."""
        from zerosum.models.wager.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[WagerSolution], Report]:
        """The report."""
        from zerosum.models.wager.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[WagerSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.wager.plot import draw

        return draw

    def views(self, solution: WagerSolution) -> list[Json]:
        """What hands there are, and what each act earns with them."""
        from zerosum.models.wager.views import views

        return views(solution)

    def why(self, solution: WagerSolution) -> str:
        """At which hands two acts earn the same."""
        from zerosum.models.wager.views import why

        return why(solution)

    @property
    def arena(self) -> type[WagerArena]:
        """The arena."""
        from zerosum.models.wager.arena import WagerArena

        return WagerArena
