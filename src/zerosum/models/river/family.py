"""Everything that can be done with rivers and turns; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from zerosum.core.errors import InputError
from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Any, Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Json
    from zerosum.core.family import Certificate
    from zerosum.core.game import Position, Strategy
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.sides import Side
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.models.hidden.lock import LockedSolution
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.models.river.answer import RiverSolution
    from zerosum.models.river.arena import RiverArena
    from zerosum.models.river.rules import RiverGame


class RiverFamily(Family["RiverGame", "RiverSolution"]):
    """Rivers and turns of poker."""

    name: ClassVar[str] = "river"

    @property
    def answer(self) -> type[RiverSolution]:
        """What the solver returns."""
        from zerosum.models.river.answer import RiverSolution

        return RiverSolution

    @property
    def solve(self) -> Callable[Concatenate[RiverGame, ...], RiverSolution]:
        """The solver."""
        from zerosum.models.river.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[RiverSolution], Value]:
        """The verifier."""
        from zerosum.models.river.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[RiverGame, RiverSolution]:
        """How the proof is written and read."""
        from zerosum.models.river.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[RiverSolution], Report]:
        """The report."""
        from zerosum.models.river.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[RiverSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.river.plot import draw

        return draw

    @property
    def arena(self) -> type[RiverArena]:
        """The arena."""
        from zerosum.models.river.arena import RiverArena

        return RiverArena

    def views(self, solution: RiverSolution) -> list[Json]:
        """Decision by decision, the hands as a grid."""
        from zerosum.models.river.views import river_views

        return river_views(solution)

    def why(self, solution: RiverSolution) -> str:
        """A hand that mixes, and the hand of the other that it keeps undecided."""
        from zerosum.models.river.views import why

        return why(solution)

    def earnings(self, solution: RiverSolution) -> Sequence[DecisionEarnings]:
        """What each move of each hand earns at every decision."""
        from zerosum.models.river.earnings import earnings

        return earnings(solution)

    def ranges(self, solution: RiverSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability over all optimal strategies, with small ranges of hands."""
        from zerosum.models.hidden.solve import solve

        tree = self._small_tree(solution.game)
        return tree.family.ranges(solve(tree, progress=progress), progress=progress)

    def is_lockable(self, game: RiverGame) -> bool:
        """With small ranges of hands."""
        from zerosum.models.river.solve import is_small

        return is_small(game)

    def locked(
        self, game: RiverGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedSolution:
        """The solution where some decisions of some hands are fixed, with small ranges of hands."""
        from zerosum.models.hidden.lock import solve_locked
        from zerosum.models.hidden.solve import solve

        tree = self._small_tree(game)
        free = self.solve(game, progress=progress, **options)
        return solve_locked(
            game,
            tree,
            free,
            locks,
            solve=lambda tree: solve(tree, progress=progress, numeric=options.get("numeric", False)),
            free_mix=lambda form, side, index: self.mix_in_tree(free, side, None, form.seen(side, index)),
        )

    def _small_tree(self, game: RiverGame) -> HiddenGame:
        """The game as a tree; refused if there are too many pairs of hands to deal each."""
        if not self.is_lockable(game):
            pairs = len(game.hands["row"]) * len(game.hands["col"])
            few = "three hands a side and one size of bet" if game.rivers else "50 hands a side"
            raise InputError(
                f"this needs a tree of all {pairs:,} pairs of hands; give smaller ranges, of about {few}"
            )
        return self.extensive(game)

    def extensive(self, game: RiverGame) -> HiddenGame:
        """The game as a tree in which each pair of hands is dealt."""
        from zerosum.models.river.extensive import DealtRiver

        return DealtRiver(game)

    def mix_in_tree(
        self, solution: RiverSolution, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        from zerosum.models.river.extensive import mix_in_tree

        return mix_in_tree(solution, side, known)
