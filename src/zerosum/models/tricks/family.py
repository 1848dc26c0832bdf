"""Everything that can be done with trick games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.errors import InputError
from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.checking import CheckReport
    from zerosum.core.data import Json
    from zerosum.core.family import Certificate, Sampling
    from zerosum.core.game import Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.display.document import Worked
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.models.staged.lock import LockedStagedSolution
    from zerosum.models.tricks.answer import TrickSolution
    from zerosum.models.tricks.arena import TrickArena
    from zerosum.models.tricks.rules import TrickGame


class TrickFamily(Family["TrickGame", "TrickSolution"]):
    """Trick games."""

    name: ClassVar[str] = "tricks"

    @property
    def answer(self) -> type[TrickSolution]:
        """What the solver returns."""
        from zerosum.models.tricks.answer import TrickSolution

        return TrickSolution

    @property
    def solve(self) -> Callable[Concatenate[TrickGame, ...], TrickSolution]:
        """The solver."""
        from zerosum.models.tricks.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[TrickSolution], Value]:
        """The verifier."""
        from zerosum.models.tricks.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[TrickGame, TrickSolution]:
        """How the proof is written and read."""
        from zerosum.models.tricks.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def sampling(self) -> Sampling[TrickGame, TrickSolution]:
        """How a large game's solution is checked at random positions."""
        from zerosum.models.tricks.certificate import SAMPLING

        return SAMPLING

    @property
    def report(self) -> Callable[[TrickSolution], Report]:
        """The report."""
        from zerosum.models.tricks.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[TrickSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.tricks.plot import draw

        return draw

    def views(self, solution: TrickSolution) -> list[Json]:
        """Both mixes here, or those after each outcome of chance."""
        from zerosum.models.tricks.views import views

        return views(solution)

    def why(self, solution: TrickSolution) -> str:
        """Every card that is played earns the same, at any position."""
        from zerosum.models.tricks.views import why

        return why(solution)

    @property
    def arena(self) -> type[TrickArena]:
        """The arena."""
        from zerosum.models.tricks.arena import TrickArena

        return TrickArena

    def check(self, game: TrickGame, limit: int) -> CheckReport:
        """Whether the rules keep the contract of the model, at up to `limit` positions."""
        from zerosum.models.staged.check import check

        return check(game.as_staged(), limit)

    @property
    def steps(self) -> Callable[[TrickSolution], Worked]:
        """Backward induction, table by table, on the game as a staged one."""
        from zerosum.models.staged.solve import solve
        from zerosum.models.staged.steps import worked_steps

        return lambda solution: worked_steps(
            solve(solution.game.as_staged(), exact=True), solution.game.title
        )

    def earnings(self, solution: TrickSolution) -> Sequence[DecisionEarnings]:
        """What each card earns at this position."""
        from zerosum.models.tricks.answer import earnings

        return earnings(solution)

    def ranges(self, solution: TrickSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each card's probability, over strategies that are optimal from every position on."""
        from zerosum.models.staged.questions import ranges
        from zerosum.models.staged.solve import solve

        if solution.where:
            raise InputError("ranges of trick games are about the whole game: leave out the position")
        return ranges(solve(solution.game.as_staged(), exact=True, progress=progress), progress)

    def locked(
        self, game: TrickGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedStagedSolution:
        """The solution where some positions are fixed, in fractions."""
        from zerosum.models.staged.lock import solve_locked

        return solve_locked(game, game.as_staged(), locks, progress=progress)

    def extensive(self, game: TrickGame) -> HiddenGame:
        """The game as a tree with information sets."""
        from zerosum.models.staged.extensive import StagedTree

        return StagedTree(game.as_staged())

    def mix_in_tree(
        self, solution: TrickSolution, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        _, row, col = solution.answer_at(*position.at)
        return row if side == "row" else col
