"""Everything that can be done with lagged games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.value import Value
    from zerosum.core.workers import Workers
    from zerosum.display import Report
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
    from zerosum.models.lagged.arena import LaggedArena
    from zerosum.models.lagged.rules import LaggedGame


class LaggedFamily(Family["LaggedGame", "LaggedSolution"]):
    """Lagged games."""

    name: ClassVar[str] = "lagged"
    formula_options: ClassVar[tuple[str, ...]] = ("discount",)
    unlisted: ClassVar[str] = "a strategy is a function of a belief, which takes infinitely many values"

    @property
    def answer(self) -> type[LaggedSolution]:
        """What the solver returns."""
        from zerosum.models.lagged.answer import LaggedSolution

        return LaggedSolution

    @property
    def solve(self) -> Callable[Concatenate[LaggedGame, ...], LaggedSolution]:
        """The solver."""
        from zerosum.models.lagged.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[LaggedSolution], Value]:
        """The verifier."""
        from zerosum.models.lagged.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[LaggedGame, LaggedSolution]:
        """How the proof is written and read."""
        from zerosum.models.lagged.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[LaggedSolution], Report]:
        """The report."""
        from zerosum.models.lagged.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[LaggedSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.lagged.plot import draw

        return draw

    def views(self, solution: LaggedSolution | MemorySolution) -> list[Json]:
        """What each side does next, by the probability of its hidden move."""
        from zerosum.models.lagged.views import views

        return views(solution)

    def why(self, solution: LaggedSolution | MemorySolution) -> str:
        """Which mix keeps the other's two exits even."""
        from zerosum.models.lagged.views import why

        return why(solution)

    @property
    def formula(self) -> Callable[Concatenate[GameLine[LaggedGame], ...], Formula]:
        """The value as a function of the discount."""
        from zerosum.models.lagged.formula import formula

        return formula

    def with_options(self, game: LaggedGame, **options: Any) -> LaggedGame:
        """The game with a discount."""
        from zerosum.models.lagged.rules import DiscountedGame

        return DiscountedGame(game, options["discount"])

    @property
    def arena(self) -> type[LaggedArena]:
        """The arena."""
        from zerosum.models.lagged.arena import LaggedArena

        return LaggedArena

    @property
    def bounded_memory(self) -> Callable[..., MemorySolution]:
        """The solver for strategies that remember a fixed number of nodes."""
        from zerosum.models.lagged.memory import bounded_memory

        return bounded_memory

    @property
    def workers_at(self) -> Callable[[str | None], Workers]:
        """The workers of a cluster, on which strategies of bounded memory are searched for and proved best."""
        from zerosum.models.tricks.engines import workers_at

        return workers_at
