"""Everything that can be done with drawing games; each part is imported when it is first used."""

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
    from zerosum.models.drawing.answer import DrawingSolution
    from zerosum.models.drawing.arena import DrawingArena
    from zerosum.models.drawing.rules import DrawingGame


class DrawingFamily(Family["DrawingGame", "DrawingSolution"]):
    """Drawing games."""

    name: ClassVar[str] = "drawing"
    unlisted: ClassVar[str] = "only one player decides, and the report lists the best move with every hand"

    @property
    def answer(self) -> type[DrawingSolution]:
        """What the solver returns."""
        from zerosum.models.drawing.answer import DrawingSolution

        return DrawingSolution

    @property
    def solve(self) -> Callable[Concatenate[DrawingGame, ...], DrawingSolution]:
        """The solver."""
        from zerosum.models.drawing.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[DrawingSolution], Value]:
        """The verifier."""
        from zerosum.models.drawing.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[DrawingGame, DrawingSolution]:
        """How the proof is written and read."""
        from zerosum.models.drawing.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[DrawingSolution], Report]:
        """The report."""
        from zerosum.models.drawing.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[DrawingSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.drawing.plot import draw

        return draw

    def views(self, solution: DrawingSolution) -> list[Json]:
        """The charts of first acts and of pulling and sticking."""
        from zerosum.models.drawing.views import views

        return views(solution)

    def why(self, solution: DrawingSolution) -> str:
        """Where pulling gives way to sticking, and the risk of going over there."""
        from zerosum.models.drawing.views import why

        return why(solution)

    @property
    def arena(self) -> type[DrawingArena]:
        """The arena."""
        from zerosum.models.drawing.arena import DrawingArena

        return DrawingArena
