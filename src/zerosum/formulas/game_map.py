"""The map of a game over two parameters: running the rules around a point, and the title with two letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game
from zerosum.core.progress import Progress, silent
from zerosum.formulas.line import GameLine, domain, lettered_text, unusual
from zerosum.formulas.map_answer import Ends, FormulaMap, PlaneLocal
from zerosum.formulas.regions import formula_map
from zerosum.formulas.tracked import ParameterPath
from zerosum.numerics.plane import PlaneFunction
from zerosum.numerics.roots import between


@dataclass(frozen=True)
class GamePlane:
    """A game for all values of two parameters."""

    make: Callable[[Fraction, Fraction], Game]
    """A function that returns the game at a point, or raises an error if there is none."""
    parameters: tuple[str, str]
    """Names of the parameters in the game."""
    letters: tuple[str, str]
    """Letters of the parameters in formulas."""
    ends: tuple[Ends, Ends]
    """The range of each parameter."""
    usual: tuple[Fraction, ...]
    """The first point at which the game is tried."""

    def map(self, pieces: int, progress: Progress = silent) -> FormulaMap:
        """Return the regions of the plane, each with its formula."""
        found = formula_map(
            "", self.parameters, self.letters, *self.ends, self.around, most=pieces, progress=progress
        )
        return replace(found, title=self._title(found))

    def has_formula(self) -> bool:
        """Return whether there is a formula in both parameters around the usual point."""
        try:
            found = self.around(*self.usual)
        except ZerosumError:
            return False
        return found is not None and not isinstance(found.value, str)

    def around(self, x: Fraction, y: Fraction) -> PlaneLocal | None:
        """Return the formula and its conditions around a point, or the reason why there is no game; None on a
        boundary.
        """
        path: ParameterPath[PlaneFunction] = ParameterPath(PlaneFunction.of)
        at = [path.variable(t, PlaneFunction.variable(k)) for k, t in enumerate((x, y))]
        try:
            followed = self.make(*at)
            followed.family.lay_out(followed)
        except ZerosumError as problem:
            path.separate()
            self._reject_lost(path)
            return PlaneLocal(str(problem), path.conditions, path.strict)
        found = followed.family.plane_formula(self.make(x, y), followed, path)
        path.separate()
        self._reject_lost(path)
        if found is None:
            return None
        return PlaneLocal(found.value, [*path.conditions, *found.conditions], path.strict)

    @staticmethod
    def _reject_lost(path: ParameterPath[PlaneFunction]) -> None:
        if path.lost:
            raise InputError(
                "the rules of this game round a parameter or make it a float, so a map cannot be proved; "
                "keep only one parameter as a variable"
            )

    def _title(self, found: FormulaMap) -> str:
        """Return the title of the game, with letters in place of both parameters."""
        inside = next(band for band in found.bands if any(piece.value is not None for piece in band.pieces))
        above = inside.inside + 1
        if inside.high is not None:
            above = between(inside.inside, inside.high)
        # a value unlikely to equal another number of the title
        y = next(unusual(inside.inside, min(above, inside.inside + 1)))
        line: GameLine[Game] = GameLine(
            lambda x: self.make(x, y), "", self.letters[0], *self._defined(y, found)
        )
        [text] = line.named(lambda game: [game.title])
        return lettered_text(text, y, self.letters[1])

    def _defined(self, y: Fraction, found: FormulaMap) -> Ends:
        """Return the interval of x on a line on which the game is defined."""

        def exists(x: Fraction) -> None:
            made = self.make(x, y)
            made.family.lay_out(made)

        low, high = found.x
        middle = None if low is None or high is None else (low + high) / 2
        starts = [x for x in (middle, low and low + 1, high and high - 1, y + 1, y / 2) if x]
        return domain(exists, starts)
