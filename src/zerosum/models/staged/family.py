"""Everything that can be done with staged games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.game import Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.models.staged.answer import StagedSolution
    from zerosum.models.staged.arena import StagedArena
    from zerosum.models.staged.lock import LockedStagedSolution
    from zerosum.models.staged.rules import StagedGame


class StagedFamily(Family["StagedGame", "StagedSolution"]):
    """Staged games."""

    name: ClassVar[str] = "staged"

    @property
    def answer(self) -> type[StagedSolution]:
        """What the solver returns."""
        from zerosum.models.staged.answer import StagedSolution

        return StagedSolution

    @property
    def solve(self) -> Callable[Concatenate[StagedGame, ...], StagedSolution]:
        """The solver."""
        from zerosum.models.staged.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[StagedSolution], Value]:
        """The verifier."""
        from zerosum.models.staged.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[StagedGame, StagedSolution]:
        """How the proof is written and read."""
        from zerosum.models.staged.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[StagedSolution], Report]:
        """The report."""
        from zerosum.models.staged.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[StagedSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.staged.plot import draw

        return draw

    def views(self, solution: StagedSolution) -> list[Json]:
        """Both mixes here, or those after each outcome of chance."""
        from zerosum.models.staged.views import views

        return views(solution)

    def why(self, solution: StagedSolution) -> str:
        """Why both mix here, or where each move begins."""
        from zerosum.models.staged.views import why

        return why(solution)

    @property
    def arena(self) -> type[StagedArena[Any]]:
        """The arena."""
        from zerosum.models.staged.arena import StagedArena

        return StagedArena

    @property
    def steps(self) -> Callable[[StagedSolution], Worked]:
        """Backward induction, table by table."""
        from zerosum.models.staged.steps import worked_steps

        return worked_steps

    def check(self, game: StagedGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of the model, at up to `limit` positions."""
        from zerosum.models.staged.check import check

        return check(game, limit)

    def earnings(self, solution: StagedSolution) -> Sequence[DecisionEarnings]:
        """What each move earns at every position that play can reach."""
        from zerosum.models.staged.questions import earnings

        return earnings(solution)

    def ranges(self, solution: StagedSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability, over strategies that are optimal from every position on."""
        from zerosum.models.staged.questions import ranges

        return ranges(solution, progress)

    def locked(
        self, game: StagedGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedStagedSolution:
        """The solution where some positions are fixed."""
        from zerosum.models.staged.lock import solve_locked

        return solve_locked(game, game, locks, progress=progress, **options)

    def extensive(self, game: StagedGame) -> HiddenGame:
        """The game as a tree with information sets."""
        from zerosum.models.staged.extensive import StagedTree

        return StagedTree(game)

    def mix_in_tree(
        self, solution: StagedSolution, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        row, col = solution.strategies_at(position.at)
        return row if side == "row" else col
