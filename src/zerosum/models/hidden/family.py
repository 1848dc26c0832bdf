"""Everything that can be done with hidden games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from fractions import Fraction
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Data
    from zerosum.core.family import Certificate
    from zerosum.core.game import Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.value import Extreme, Value
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.formulas.regions import PlaneLocal
    from zerosum.formulas.tracked import ParameterPath
    from zerosum.models.hidden.answer import HiddenSolution
    from zerosum.models.hidden.arena import HiddenArena
    from zerosum.models.hidden.form import HiddenForm
    from zerosum.models.hidden.lock import LockedSolution
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.numerics.plane import PlaneFunction


class HiddenFamily(Family["HiddenGame", "HiddenSolution"]):
    """Hidden games."""

    name: ClassVar[str] = "hidden"

    @property
    def answer(self) -> type[HiddenSolution]:
        """What the solver returns."""
        from zerosum.models.hidden.answer import HiddenSolution

        return HiddenSolution

    @property
    def solve(self) -> Callable[Concatenate[HiddenGame, ...], HiddenSolution]:
        """The solver."""
        from zerosum.models.hidden.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[HiddenSolution], Value]:
        """The verifier."""
        from zerosum.models.hidden.certificate import verify

        return verify

    @property
    def extremes(
        self,
    ) -> Callable[[HiddenForm, Value, Sequence[Fraction]], tuple[Extreme, Extreme] | None]:
        """The range over row's optimal strategies against a fixed rival."""
        from zerosum.models.hidden.solve.optimal import extremes

        return extremes

    @property
    def certificate(self) -> Certificate[HiddenGame, HiddenSolution]:
        """How the proof is written and read."""
        from zerosum.models.hidden.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[HiddenSolution], Report]:
        """The report."""
        from zerosum.models.hidden.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[HiddenSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.hidden.plot import draw

        return draw

    @property
    def formula(self) -> Callable[Concatenate[GameLine[HiddenGame], ...], Formula]:
        """The value as a formula in a parameter."""
        from zerosum.models.hidden.formula import formula

        return formula

    @property
    def plane_formula(
        self,
    ) -> Callable[[HiddenGame, HiddenGame, ParameterPath[PlaneFunction]], PlaneLocal | None]:
        """The value around a point, in two parameters."""
        from zerosum.models.hidden.formula import plane_formula

        return plane_formula

    @property
    def arena(self) -> type[HiddenArena]:
        """The arena."""
        from zerosum.models.hidden.arena import HiddenArena

        return HiddenArena

    def check(self, game: HiddenGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of the model, at up to `limit` positions."""
        from zerosum.models.hidden.check import check

        return check(game, limit)

    def earnings(self, solution: HiddenSolution) -> Sequence[DecisionEarnings]:
        """What each move earns at every information set."""
        from zerosum.models.hidden.earnings import tree_earnings
        from zerosum.models.hidden.form import read_alike, words

        lines = tree_earnings(solution.game, solution.form, solution.mix_at, lambda side, known: words(known))
        seen = solution.where.get("seen")
        return lines if seen is None else [line for line in lines if read_alike(line.information, str(seen))]

    @property
    def steps(self) -> Callable[[HiddenSolution], Worked]:
        """The indifference equations of every hand."""
        from zerosum.models.hidden.steps import worked_steps

        return worked_steps

    def ranges(self, solution: HiddenSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability over all optimal strategies."""
        from zerosum.models.hidden.solve.ranges import find_ranges

        return find_ranges(solution, progress)

    @property
    def range_proofs(self) -> Callable[[HiddenSolution], Data]:
        """What a certificate needs to prove the ranges."""
        from zerosum.models.hidden.solve.ranges import range_proofs

        return range_proofs

    def is_lockable(self, game: HiddenGame) -> bool:
        """Always."""
        return True

    def locked(
        self, game: HiddenGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedSolution:
        """The solution where some information sets are fixed."""
        from zerosum.models.hidden.lock import solve_locked

        free = self.solve(game, progress=progress, **options)
        return solve_locked(
            game,
            game,
            free,
            locks,
            solve=lambda tree: self.solve(tree, progress=progress, **options),
            free_mix=lambda form, side, index: free.mix_at(side, index),
        )

    def extensive(self, game: HiddenGame) -> HiddenGame:
        """The game as a tree with information sets."""
        return game

    def mix_in_tree(
        self, solution: HiddenSolution, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        return solution.mix(side, known)
