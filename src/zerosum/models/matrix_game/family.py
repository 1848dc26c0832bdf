"""Everything that can be done with matrix games; each part is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zerosum.core.family import Family

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from pathlib import Path
    from typing import Concatenate

    from matplotlib.figure import Figure

    from zerosum.core.data import Data
    from zerosum.core.family import Certificate
    from zerosum.core.progress import Progress
    from zerosum.core.questions import DecisionEarnings, DecisionRanges, Lock
    from zerosum.core.value import Value
    from zerosum.display import Report
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.line import GameLine
    from zerosum.models.hidden.lock import LockedSolution
    from zerosum.models.matrix_game.answer import MatrixSolution
    from zerosum.models.matrix_game.arena import MatrixArena
    from zerosum.models.matrix_game.rules import MatrixGame
    from zerosum.models.matrix_game.steps import WorkedMatrix


class MatrixFamily(Family["MatrixGame", "MatrixSolution"]):
    """Matrix games."""

    name: ClassVar[str] = "matrix"

    @property
    def answer(self) -> type[MatrixSolution]:
        """What the solver returns."""
        from zerosum.models.matrix_game.answer import MatrixSolution

        return MatrixSolution

    @property
    def solve(self) -> Callable[Concatenate[MatrixGame, ...], MatrixSolution]:
        """The solver."""
        from zerosum.models.matrix_game.solve import solve

        return solve

    @property
    def verify(self) -> Callable[[MatrixSolution], Value]:
        """The verifier."""
        from zerosum.models.matrix_game.certificate import verify

        return verify

    @property
    def certificate(self) -> Certificate[MatrixGame, MatrixSolution]:
        """How the proof is written and read."""
        from zerosum.models.matrix_game.certificate import CERTIFICATE

        return CERTIFICATE

    @property
    def report(self) -> Callable[[MatrixSolution], Report]:
        """The report."""
        from zerosum.models.matrix_game.report import report

        return report

    @property
    def plot(self) -> Callable[Concatenate[MatrixSolution, ...], Figure]:
        """The picture."""
        from zerosum.models.matrix_game.plot import draw

        return draw

    @property
    def formula(self) -> Callable[Concatenate[GameLine[MatrixGame], ...], Formula]:
        """The value as a formula in a parameter."""
        from zerosum.models.matrix_game.formula import formula

        return formula

    @property
    def arena(self) -> type[MatrixArena]:
        """The arena."""
        from zerosum.models.matrix_game.arena import MatrixArena

        return MatrixArena

    def earnings(self, solution: MatrixSolution) -> Sequence[DecisionEarnings]:
        """What each move earns against the other's strategy."""
        from zerosum.models.matrix_game.questions import earnings

        return earnings(solution)

    def ranges(self, solution: MatrixSolution, *, progress: Progress) -> Sequence[DecisionRanges]:
        """The range of each move's probability over all optimal strategies."""
        from zerosum.models.matrix_game.questions import ranges

        return ranges(solution, progress)

    @property
    def range_proofs(self) -> Callable[[MatrixSolution], Data]:
        """What a certificate needs to prove the ranges, in the words of the game as a tree."""
        from zerosum.models.hidden.solve import solve
        from zerosum.models.hidden.solve.ranges import range_proofs
        from zerosum.models.matrix_game.extensive import MatrixTree

        return lambda solution: range_proofs(solve(MatrixTree(solution.game)))

    def is_lockable(self, game: MatrixGame) -> bool:
        """Always."""
        return True

    def locked(
        self, game: MatrixGame, locks: Sequence[Lock], *, progress: Progress, **options: Any
    ) -> LockedSolution:
        """The solution where moves have fixed probabilities."""
        from zerosum.models.hidden.lock import solve_locked
        from zerosum.models.hidden.solve import solve
        from zerosum.models.matrix_game.extensive import MatrixTree

        free = self.solve(game, progress=progress, **{**options, "exact": True})
        return solve_locked(
            game,
            MatrixTree(game),
            free,
            locks,
            solve=lambda tree: solve(tree, progress=progress),
            free_mix=lambda form, side, index: free.row if side == "row" else free.col,
        )

    @property
    def read(self) -> Callable[[str | Path], MatrixGame]:
        """Read a game from a file, from standard input ("-") or from a line of text."""
        from zerosum.models.matrix_game.files import read_matrix

        return read_matrix

    @property
    def lettered(self) -> Callable[[Sequence[Sequence[object]], str], Callable[[Fraction], MatrixGame]]:
        """Rows of entries with a letter in them and the letter in, the game for each value of the letter out."""
        from zerosum.models.matrix_game.formula import lettered_matrix

        return lettered_matrix

    @property
    def write_nfg(self) -> Callable[[MatrixGame], str]:
        """Write a game as a Gambit file."""
        from zerosum.models.matrix_game.files import write_nfg

        return write_nfg

    @property
    def latex(self) -> Callable[[MatrixSolution], str]:
        """Write a game and its solution as LaTeX."""
        from zerosum.models.matrix_game.report import latex

        return latex

    @property
    def markdown(self) -> Callable[[MatrixSolution], str]:
        """Write a game and its solution as a Markdown table."""
        from zerosum.models.matrix_game.report import markdown

        return markdown

    @property
    def steps(self) -> Callable[[MatrixSolution], WorkedMatrix]:
        """Work a game out step by step, as on a board."""
        from zerosum.models.matrix_game.steps import worked_steps

        return worked_steps
