"""Everything that can be done with betting games; each part is imported when it is first used."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import Concatenate

    from matplotlib.figure import Figure

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
    from zerosum.models.betting.answer import BettingSolution, Corners
    from zerosum.models.betting.arena import BettingArena
    from zerosum.models.betting.form import BettingForm
    from zerosum.models.betting.rules import BettingGame, Deck
    from zerosum.models.hidden.form import Known
    from zerosum.models.hidden.lock import LockedSolution
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.numerics.plane import PlaneFunction


class BettingFamily(Family["BettingGame", "BettingSolution"]):
    """Betting games."""

    name: ClassVar[str] = "betting"
    unlisted: ClassVar[str] = (
        "hands come from [0, 1], and what one hand of infinitely many does never matters; with a deck it can be asked"
    )

    @property
    def answer(self) -> type[BettingSolution]:
        """What the solver returns."""
        from zerosum.models.betting.answer import BettingSolution

        return BettingSolution

    @property
    def solve(self) -> Callable[Concatenate[BettingGame, ...], BettingSolution]:
        """The solver."""
        from zerosum.models.betting.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[BettingSolution], Value]:
        """The verifier."""
        from zerosum.models.betting.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[BettingGame, BettingSolution]:
        """How the proof is written and read."""
        from zerosum.models.betting.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[BettingSolution], Report]:
        """The report."""
        from zerosum.models.betting.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[BettingSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.betting.plot import draw

        return draw

    @property
    def formula(self) -> Callable[Concatenate[GameLine[BettingGame], ...], Formula]:
        """The value as a formula in a parameter."""
        from zerosum.models.betting.formula import formula

        return formula

    @property
    def plane_formula(
        self,
    ) -> Callable[[BettingGame, BettingGame, ParameterPath[PlaneFunction]], PlaneLocal | None]:
        """The value around a point, in two parameters."""
        from zerosum.models.betting.formula import plane_formula

        return plane_formula

    @property
    def arena(self) -> type[BettingArena]:
        """The arena."""
        from zerosum.models.betting.arena import BettingArena

        return BettingArena

    def earnings(self, solution: BettingSolution) -> Sequence[DecisionEarnings]:
        """What each action earns with every card, or over every interval of hands."""
        from zerosum.models.betting.earnings import earnings

        return earnings(solution)

    @property
    def steps(self) -> Callable[[BettingSolution], Worked]:
        """The indifference equations of every hand."""
        from zerosum.models.hidden.steps import worked_steps

        return worked_steps

    def ranges(self, solution: BettingSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each action's probability, with every card, over all optimal strategies."""
        if solution.game.deck is None:
            return super().ranges(solution, progress=progress)
        from zerosum.models.betting.solve.ranges import find_ranges

        return find_ranges(solution, progress)

    def lay_out(self, game: BettingGame) -> None:
        """Check the tree."""
        _ = game.form

    @property
    def range_proofs(self) -> Callable[[BettingSolution], Data]:
        """What a certificate needs to prove the ranges, in the words of the game as a tree."""
        from zerosum.models.hidden.solve import solve
        from zerosum.models.hidden.solve.ranges import range_proofs

        return lambda solution: range_proofs(solve(self.extensive(solution.game)))

    def is_lockable(self, game: BettingGame) -> bool:
        """With a deck."""
        return game.deck is not None

    def locked(
        self, game: BettingGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedSolution:
        """The solution where some turns are fixed with some cards."""
        from zerosum.models.hidden.earnings import position_of
        from zerosum.models.hidden.form import words
        from zerosum.models.hidden.lock import solve_locked
        from zerosum.models.hidden.solve import solve

        if game.deck is None:
            super().locked(game, locks, progress=progress)
        tree = self.extensive(game)
        free = self.solve(game, progress=progress, **options)

        def name(side: Side, known: Known) -> str:
            card, *rest = words(known).split(", ")
            return ", ".join([game.hand(Fraction(card)), *rest])

        return solve_locked(
            game,
            tree,
            free,
            locks,
            solve=lambda tree: solve(
                tree, progress=progress, **{k: options[k] for k in ("numeric", "refine") if k in options}
            ),
            name=name,
            free_mix=lambda form, side, index: self.mix_in_tree(
                free, side, position_of(tree, form, side, index), None
            ),
        )

    def extensive(self, game: BettingGame) -> HiddenGame:
        """The game as a tree with information sets."""
        if game.deck is None:
            return super().extensive(game)
        from zerosum.models.betting.extensive import BettingTree

        return BettingTree(game)

    def mix_in_tree(
        self, solution: BettingSolution, side: Side, position: Position, known: Hashable
    ) -> Strategy:
        """The strategy of a side at a node of that tree."""
        card = Fraction(position[0 if side == "row" else 1])
        return solution.choices(position[2:], card)[0]

    @property
    def corners(self) -> Callable[[BettingForm, Deck], Mapping[Side, Corners]]:
        """The search for all optimal strategies with a deck."""
        from zerosum.models.betting.solve.corners import find_corners

        return find_corners

    @property
    def extremes(self) -> Callable[Concatenate[BettingSolution, ...], tuple[Extreme, Extreme] | None]:
        """What optimal strategies earn at least and at most against a rival."""
        from zerosum.models.betting.solve.extremes import find_extremes

        return find_extremes
