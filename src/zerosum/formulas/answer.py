"""A formula: the value and both strategies as functions of a parameter, piece by piece.

    >>> f = zerosum.formula("kuhn", bet="b")
    >>> print(f.pieces[0].value)
    -b^2/(6(b + 2))
    >>> f(2)
    Fraction(0, 1)

Each piece is proved on its whole interval (`zerosum.numerics.trace`), and so are the payoffs as functions of the
parameter (`zerosum.formulas.reading`), unless the formula says that they are not (`proved`). The values of neighbours
agree at their common end. Between rational functions that is checked exactly: their difference is divisible by the
end's minimal polynomial; between roots of polynomials it is checked in floats.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeVar

from zerosum.core.data import Json
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.display.document import escape_latex
from zerosum.formulas.line import G, GameLine
from zerosum.formulas.text import COLUMNS, formula_text, minimal_polynomial, minimal_text
from zerosum.numerics.roots import Algebraic, Point, compare
from zerosum.numerics.trace import Stretch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

T = TypeVar("T")


class ParameterFunction(Protocol):
    """A function of the parameter: rational or algebraic."""

    def __call__(self, t: Fraction | int, /) -> Point:
        """Return the exact value at a fraction."""

    def about(self, t: float, /) -> float:
        """Return the value near a float."""

    def text(self, letter: str, /) -> str:
        """Return the function in the notation used for typing."""

    @property
    def shape(self) -> str:
        """Return the degrees of the function as text."""

    def latex(self, letter: str, /) -> str:
        """Return LaTeX for the function."""

    def to_sympy(self, letter: str, /) -> Foreign:
        """Return an expression of sympy."""

    def agrees(self, other: object, point: Point, /) -> bool:
        """Return whether two functions have the same value at a point, decided exactly."""

    def has_pole(self, point: Point, /) -> bool:
        """Return whether the function has a pole at a point."""

    @property
    def constant(self) -> Fraction | None:
        """The number that the function equals for every t, if there is one."""


@dataclass(frozen=True)
class Named:
    """A function with the letter of its parameter; called and compared like the function."""

    function: ParameterFunction
    letter: str

    def __call__(self, t: object) -> Point:
        """Return the exact value at a number."""
        return self.function(as_fraction(t))

    def to_sympy(self) -> Foreign:
        """Return an expression of sympy."""
        return self.function.to_sympy(self.letter)

    @property
    def latex(self) -> str:
        """The function in LaTeX."""
        return self.function.latex(self.letter)

    @property
    def constant(self) -> Fraction | None:
        """The number that the function equals for every value of the parameter, if there is one."""
        return self.function.constant

    def has_pole(self, point: Point | float) -> bool:
        """Return whether the function has a pole at an end of an interval."""
        return not isinstance(point, float) and self.function.has_pole(point)

    def about(self, t: float) -> float:
        """Return the value near a float."""
        return self.function.about(t)

    @cached_property
    def _text(self) -> str:
        return self.function.text(self.letter)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return str(self)


def _at_place(place: str, what: str) -> str:
    """Return the label of a curve at a decision, preceded by the decision's name unless there is only one."""
    return f"{place}: {what}" if place else what


@dataclass(frozen=True)
class MixRule:
    """A player's mix at one decision: a probability for each move, as a function of the parameter."""

    side: Side
    place: str
    moves: Mapping[str, Named]
    """The mix, without moves of probability zero."""

    def lines(self, show: Callable[[Named], str] = str) -> list[str]:
        """Return the lines of the report."""
        if len(self.moves) == 1:
            return [next(iter(self.moves))]
        return [f"{move} {show(p)}" for move, p in self.moves.items()]

    def functions(self) -> list[Named]:
        """Return all functions in the rule."""
        return list(self.moves.values())

    def curves(self) -> dict[str, Named]:
        """Return the curves to plot: probabilities that are not always 0 or 1; of two moves, only the last."""
        if len(self.moves) < 2:
            return {}
        listed = list(self.moves.items())
        shown = listed[-1:] if len(listed) == 2 else listed
        return {_at_place(self.place, move): p for move, p in shown}

    def latex(self) -> str:
        """Return LaTeX for the rule."""
        if len(self.moves) == 1:
            return escape_latex(next(iter(self.moves)))
        return ", ".join(f"{escape_latex(move)} ${p.latex}$" for move, p in self.moves.items())

    def json(self) -> Json:
        """Return the rule as data."""
        return {
            "side": self.side,
            "at": self.place,
            "moves": {move: str(p) for move, p in self.moves.items()},
        }


@dataclass(frozen=True)
class StepRule:
    """A player's actions at a decision for hands in [0, 1], interval by interval."""

    side: Side
    place: str
    steps: tuple[tuple[Named, Named, str], ...]
    """The ends of each interval and the action there, from the lowest hands."""

    def lines(self, show: Callable[[Named], str] = str) -> list[str]:
        """Return the lines of the report."""
        return [f"{action} from {show(low)} to {show(high)}" for low, high, action in self.steps]

    def functions(self) -> list[Named]:
        """Return all functions in the rule."""
        return [end for low, high, _ in self.steps for end in (low, high)]

    def curves(self) -> dict[str, Named]:
        """Return the curves to plot: the end points of the intervals."""
        return {
            _at_place(self.place, f"{before} | {after}"): end
            for (_, end, before), (start, _, after) in pairwise(self.steps)
            if end == start
        }

    def latex(self) -> str:
        """Return LaTeX for the rule."""
        return ", ".join(
            f"{escape_latex(action)} from ${low.latex}$ to ${high.latex}$" for low, high, action in self.steps
        )

    def json(self) -> Json:
        """Return the rule as data."""
        return {
            "side": self.side,
            "at": self.place,
            "steps": [
                {"from": str(low), "to": str(high), "action": action} for low, high, action in self.steps
            ],
        }


Rule = MixRule | StepRule


@dataclass(frozen=True)
class FormulaPiece:
    """An interval of the parameter on which one formula gives the value and both strategies.

    Examples
    --------
    >>> piece = zerosum.formula("kuhn", bet="b").pieces[0]
    >>> piece.high, piece.value, piece.of("row")["with J"].moves["bet"]
    (Fraction(1, 1), -b^2/(6(b + 2)), b/(b + 2))
    """

    low: Point | float
    """The lower end of the interval, possibly minus infinity."""
    high: Point | float
    value: Named
    rules: tuple[Rule, ...] = ()
    """Both players' strategies, decision by decision, without decisions that the player's own moves do not reach."""
    search: Callable[[Point | float, Point | float], OptimalExtremePoints] | None = field(
        default=None, compare=False, repr=False
    )
    """A function that returns the extreme points of both players' sets of optimal strategies between two points."""

    @cached_property
    def family(self) -> OptimalExtremePoints:
        """Extreme points of each side's set of optimal strategies, each proved optimal on the whole piece.

        Every mixture of a side's extreme points, as mixtures of whole strategies, is optimal. There may be further
        extreme points. Only games with hidden cards or moves, and with few decisions, have them.
        """
        return {} if self.search is None else self.search(self.low, self.high)

    def of(self, side: Side) -> dict[str, Rule]:
        """Return a player's rules, by decision."""
        return {rule.place: rule for rule in self.rules if rule.side == side}

    def contains(self, t: Point) -> bool:
        """Return whether a value of the parameter lies in the interval, ends included."""
        return not (_is_below(t, self.low) or _is_below(self.high, t))


OptimalExtremePoints = Mapping[Side, Sequence[tuple[Rule, ...]]]
"""For each side, the extreme points of its set of optimal strategies."""


def _is_below(a: Point | float, b: Point | float) -> bool:
    """Return whether a < b, for points that may be floats if they are infinite."""
    if isinstance(a, float) or isinstance(b, float):
        return (a == -math.inf and b != -math.inf) or (b == math.inf and a != math.inf)
    return compare(a, b) < 0


@dataclass(frozen=True)
class Formula:
    """The value of a game for every value of a parameter.

    Examples
    --------
    >>> f = zerosum.formula("relance", bet="b")
    >>> f(1), f.breaks
    (Fraction(-1, 9), ())
    """

    title: str
    parameter: str
    letter: str
    pieces: tuple[FormulaPiece, ...]
    seats: Mapping[Side, str]
    seconds: float = 0.0
    proved: bool = True
    """Whether the rules were followed for every value of the parameter; otherwise they were run at several values."""
    note: str = ""
    """Remarks on values of the parameter outside of the pieces."""

    def __post_init__(self) -> None:
        for before, after in pairwise(self.pieces):
            end = before.high
            if isinstance(end, float) or not before.value.function.agrees(after.value.function, end):
                raise ZerosumError(f"the formulas on both sides of {self.letter} = {end} do not agree there")

    def __call__(self, t: object) -> Point:
        """Return the value at one value of the parameter, exactly."""
        try:
            return self.piece_at(t).value(t)
        except ZeroDivisionError:
            raise InputError(f"the value grows without bound towards {self.letter} = {t}") from None

    def piece_at(self, t: object) -> FormulaPiece:
        """Return the piece that contains a value of the parameter; at a break point, the first of two."""
        at = as_fraction(t)
        for piece in self.pieces:
            if piece.contains(at):
                return piece
        first, last = self.pieces[0].low, self.pieces[-1].high
        raise InputError(
            f"the formula holds for {self.letter} from {first} to {last}; {t} is outside that range"
        )

    @cached_property
    def breaks(self) -> tuple[Point, ...]:
        """The break points between formulas."""
        return tuple(piece.low for piece in self.pieces[1:] if not isinstance(piece.low, float))

    @cached_property
    def values(self) -> tuple[tuple[Point | float, Point | float, Named], ...]:
        """The pieces of the value alone; neighbouring pieces with equal values are merged."""
        found: list[tuple[Point | float, Point | float, Named]] = []
        for piece in self.pieces:
            if found and found[-1][2].function == piece.value.function:
                found[-1] = (found[-1][0], piece.high, piece.value)
            else:
                found.append((piece.low, piece.high, piece.value))
        return tuple(found)

    def plot(self, **options: object) -> Figure:
        """Plot the value and strategies against the parameter, with the break points."""
        from zerosum.formulas.plot import draw

        return draw(self, **options)  # type: ignore[arg-type]

    def to_sympy(self) -> Foreign:
        """Return the value as sympy's Piecewise."""
        import sympy

        x, parts = sympy.Symbol(self.letter, real=True), []
        for _, high, value in self.values:
            holds = True if high == math.inf else x <= _sympy_point(high)
            parts.append((value.to_sympy(), holds))
        return sympy.Piecewise(*parts)

    def json(self) -> Json:
        """Return the data: formulas as texts, ends as fractions or as a polynomial and an interval."""
        return {
            "game": self.title,
            "parameter": self.parameter,
            "letter": self.letter,
            "pieces": [
                {
                    "from": json_point(piece.low),
                    "to": json_point(piece.high),
                    "value": str(piece.value),
                    "strategies": [rule.json() for rule in piece.rules],
                }
                for piece in self.pieces
            ],
            "proved": self.proved,
            **({"note": self.note} if self.note else {}),
            "seconds": round(self.seconds, 3),
        }

    def text(self, *, strategies: bool = True, family: bool = False, width: int = COLUMNS) -> str:
        """Return the report, including the extreme points of all optimal strategies if asked for."""
        return formula_text(self, strategies=strategies, family=family, width=width)

    def latex(self, *, strategies: bool = True) -> str:
        """Return LaTeX, for a document with amsmath."""
        cases = [
            (value.latex.replace(r"\frac", r"\dfrac"), _latex_range(low, high, value))
            for low, high, value in self.values
        ]
        if len(cases) == 1:
            lines = [rf"\[ v({self.letter}) = {cases[0][0]} \qquad ({cases[0][1]}) \]"]
        else:
            listed = "\\\\[2ex]\n".join(f"  {value} & {where}" for value, where in cases)
            lines = [rf"\[ v({self.letter}) = \begin{{cases}}", listed, r"\end{cases} \]"]
        if roots := [point for point in self.breaks if isinstance(point, Algebraic)]:
            parts = [
                rf"${_latex_point(point)}$ is a root of ${minimal_text(point, self.letter, latex=True)}$"
                for point in roots
            ]
            lines.append(f"Here {', '.join(parts)}.")
        if strategies and any(piece.rules for piece in self.pieces):
            lines.append(r"\begin{description}")
            for piece in self.pieces:
                lines.append(rf"\item[${_latex_range(piece.low, piece.high, piece.value)}$] \hfill\\")
                rules = [
                    f"  {escape_latex(f'{self.seats[rule.side]} {rule.place}'.strip())}: {rule.latex()}"
                    for rule in piece.rules
                ]
                lines.append("\\\\\n".join(rules))
            lines.append(r"\end{description}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text(strategies=False)


def json_point(point: Point | float) -> object:
    """Return an end of an interval as data."""
    if isinstance(point, float):
        return None
    if isinstance(point, Fraction):
        return str(point)
    return {
        "root of": list(minimal_polynomial(point)),
        "between": [str(point.low), str(point.high)],
        "about": float(point),
    }


def _latex_point(point: Point | float) -> str:
    """Return an end of an interval as LaTeX."""
    if isinstance(point, Fraction) and point.denominator != 1:
        return rf"{'-' * (point < 0)}\tfrac{{{abs(point.numerator)}}}{{{point.denominator}}}"
    return str(point) if isinstance(point, Fraction) else rf"{float(point):.6g}\ldots"


def latex_range(
    low: Point | float, high: Point | float, letter: str, below: str = r"\le", above: str = r"\le"
) -> str:
    """Return an interval as LaTeX, without infinite ends."""
    left = "" if low == -math.inf else f"{_latex_point(low)} {below} "
    right = "" if high == math.inf else f" {above} {_latex_point(high)}"
    return f"{left}{letter}{right}"


def _latex_range(low: Point | float, high: Point | float, value: Named) -> str:
    """Return the range of a piece of the value, without a pole at its end."""
    below, above = ("<" if value.has_pole(point) else r"\le" for point in (low, high))
    return latex_range(low, high, value.letter, below, above)


def _sympy_point(point: Point | float) -> Foreign:
    """Return a break point for sympy."""
    import sympy

    if isinstance(point, Fraction):
        return sympy.Rational(point.numerator, point.denominator)
    assert isinstance(point, Algebraic)
    x = sympy.Symbol("x")
    p = sympy.Poly(sum(a * x**i for i, a in enumerate(minimal_polynomial(point))), x)
    below = sum(
        1 for root in sympy.real_roots(p) if root < sympy.Rational(point.low.numerator, point.low.denominator)
    )
    return sympy.real_roots(p)[below]


def joined(pieces: Sequence[FormulaPiece]) -> tuple[FormulaPiece, ...]:
    """Merge neighbouring pieces with the same formulas."""
    found: list[FormulaPiece] = []
    for piece in pieces:
        if found and found[-1].value == piece.value and found[-1].rules == piece.rules:
            found[-1] = FormulaPiece(found[-1].low, piece.high, piece.value, piece.rules, piece.search)
        else:
            found.append(piece)
    return tuple(found)


def assemble(
    line: GameLine[G],
    stretches: Sequence[Stretch[T]],
    answer: Callable[[T], tuple[ParameterFunction, tuple[Rule, ...]]],
    began: float,
    *,
    proved: bool = True,
    note: str = "",
    family: Callable[[Fraction, Point | float, Point | float], OptimalExtremePoints] | None = None,
) -> Formula:
    """Build the formula of a game from the intervals that cover its range, each with the formulas of its basis."""
    pieces = []
    for stretch in stretches:
        value, rules = answer(stretch.answer)
        low, high = stretch.low, stretch.high
        pieces.append(
            FormulaPiece(
                -math.inf if low is None else low,
                math.inf if high is None else high,
                Named(value, line.letter),
                rules,
                None if family is None else partial(family, stretch.sample),
            )
        )
    return Formula(
        line.named(lambda game: [game.title])[0],
        line.parameter,
        line.letter,
        joined(pieces),
        line.make(line.points(4)[1]).seats,
        time.perf_counter() - began,
        proved,
        note,
    )
