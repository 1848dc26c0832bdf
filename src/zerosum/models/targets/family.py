"""Everything that can be done with targets games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.game import Position
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.models.targets.answer import StateValues, TargetSolution
    from zerosum.models.targets.arena import TargetArena
    from zerosum.models.targets.rules import TargetGame
    from zerosum.numerics.forms import Form
    from zerosum.numerics.piecewise import Piece


class TargetFamily(Family["TargetGame", "TargetSolution"]):
    """Targets games."""

    name: ClassVar[str] = "targets"
    unlisted: ClassVar[str] = (
        "a decision is made with a target from a continuum, and a strategy is a function of it"
    )

    @property
    def answer(self) -> type[TargetSolution]:
        """What the solver returns."""
        from zerosum.models.targets.answer import TargetSolution

        return TargetSolution

    @property
    def solve(self) -> Callable[Concatenate[TargetGame, ...], TargetSolution]:
        """The solver."""
        from zerosum.models.targets.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[TargetSolution], Value]:
        """The verifier."""
        from zerosum.models.targets.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[TargetGame, TargetSolution]:
        """How the proof is written and read."""
        from zerosum.models.targets.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[TargetSolution], Report]:
        """The report."""
        from zerosum.models.targets.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[TargetSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.targets.plot import draw

        return draw

    def views(self, solution: TargetSolution) -> list[Json]:
        """What each side does, by the value of the target."""
        from zerosum.models.targets.views import views

        return views(solution)

    def why(self, solution: TargetSolution) -> str:
        """Where the sides mix, and what that keeps even."""
        from zerosum.models.targets.views import why

        return why(solution)

    @property
    def formula(self) -> Callable[Concatenate[GameLine[TargetGame], ...], Formula]:
        """The value as a formula in a parameter of the law."""
        from zerosum.models.targets.formula import formula

        return formula

    def lay_out(self, game: TargetGame) -> None:
        """Refuse a law that has no formula."""
        from zerosum.models.targets.formula import refuse_law

        refuse_law(game)

    @property
    def arena(self) -> type[TargetArena]:
        """The arena."""
        from zerosum.models.targets.arena import TargetArena

        return TargetArena

    @property
    def pieces(self) -> Callable[[StateValues, int, int], list[Piece]]:
        """The values of all states, a layer and a place in it; value and strategies there as functions of x out."""
        from zerosum.models.targets.solve import pieces_at

        return pieces_at

    @property
    def closed_form(self) -> Callable[[TargetGame, Position], Form | None]:
        """A game and a state in; the value as a formula out, where one is known."""
        from zerosum.models.targets.solve import closed_form

        return closed_form
