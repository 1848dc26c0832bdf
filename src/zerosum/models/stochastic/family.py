"""Everything that can be done with stochastic games; each part is imported when it is first used."""

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
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.formulas.number import AlgebraicValue
    from zerosum.models.stochastic.answer import StochasticSolution
    from zerosum.models.stochastic.arena import StochasticArena
    from zerosum.models.stochastic.rules import StochasticGame


class StochasticFamily(Family["StochasticGame", "StochasticSolution"]):
    """Stochastic games."""

    name: ClassVar[str] = "stochastic"
    unlisted: ClassVar[str] = (
        "play comes back to its states and may go on for ever; the report has both strategies at every state"
    )

    @property
    def answer(self) -> type[StochasticSolution]:
        """What the solver returns."""
        from zerosum.models.stochastic.answer import StochasticSolution

        return StochasticSolution

    @property
    def solve(self) -> Callable[Concatenate[StochasticGame, ...], StochasticSolution]:
        """The solver."""
        from zerosum.models.stochastic.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[StochasticSolution], Value]:
        """The verifier."""
        from zerosum.models.stochastic.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[StochasticGame, StochasticSolution]:
        """How the proof is written and read."""
        from zerosum.models.stochastic.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[StochasticSolution], Report]:
        """The report."""
        from zerosum.models.stochastic.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[StochasticSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.stochastic.plot import draw

        return draw

    def views(self, solution: StochasticSolution) -> list[Json]:
        """Both mixes here."""
        from zerosum.display.views import mix_views

        return mix_views(solution)

    def why(self, solution: StochasticSolution) -> str:
        """Every move that is played earns the same, what follows included; or no fixed mix is enough."""
        from zerosum.models.stochastic.views import why

        return why(solution)

    @property
    def formula(self) -> Callable[Concatenate[GameLine[StochasticGame], ...], Formula]:
        """The value as a formula in a parameter."""
        from zerosum.models.stochastic.formula import formula

        return formula

    @property
    def exact_value(self) -> Callable[[StochasticGame], AlgebraicValue]:
        """The value as an algebraic number with its minimal polynomial."""
        from zerosum.models.stochastic.formula import exact_value

        return exact_value

    @property
    def arena(self) -> type[StochasticArena]:
        """The arena."""
        from zerosum.models.stochastic.arena import StochasticArena

        return StochasticArena
