"""Bounds on the value of a game in two phases from step strategies alone, computed in fractions from the rules.

Let the opponent play step functions. For a gate to the second phase, let D(s) be the probability that the opponent
passes it with a score of at most s. The square of the two numbers is cut into polygons on which the opponent's
first-phase actions are constant and the score is linear, so D is a quadratic polynomial between finitely many knots.
In the second phase the EV of an action with score s is a multiple of D(s) plus a constant, and the EV of the best
action is the maximum V(s) of these functions. The EV of a first number x is the mean of V over its scores, a cubic
polynomial between knots; x takes the best action of the first phase, and the mean over all x is the EV of the best
response.

The proof uses the rules only to get scores, one pair of numbers at a time. A polynomial between two knots is found
from its values at four points. It lies between the smallest and the largest of its Bernstein coefficients: if all
coefficients of a difference have one sign, the larger function is known. Otherwise the interval is halved, until it
is so short that a constant above both functions can replace the larger one. So the result is never too low, and too
high by less than about 1e-20. Nothing here is shared with the solver's best response (`response.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import prod

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.foreign import Foreign
from zerosum.core.game import spelled
from zerosum.core.outward import float_interval
from zerosum.core.rationals import bernstein, fraction, polynomial, rational
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.continuum.engines.phased.rules import PhasedGame, check_linear
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import Decision, Fold, Node, Showdown, walk
from zerosum.models.continuum.verify import ActionsByTurn, History, ResponseTree, read_steps, turns_of

MIN_LENGTH = Fraction(1, 2**40)
"""Length below which an interval is no longer halved in the search for the point where two functions cross."""

NODES = (Fraction(1, 6), Fraction(1, 3), Fraction(2, 3), Fraction(5, 6))
"""Relative positions in an interval at which a cubic polynomial is evaluated."""


def prove(game: PhasedGame, claimed: Value, data: Data) -> Value:
    """Prove the value by best responses, in fractions."""
    return bounds(game, read_steps(data, turns_of_phases(game)))


def turns_of_phases(game: PhasedGame) -> ActionsByTurn:
    """Return the turns of both phases by their names, each with its actions."""
    turns = dict(turns_of(game.first()))
    for history, node in walk(game.first()):
        if isinstance(node, Showdown):
            turns |= turns_of(game.second(node.amount), history)
    return turns


def bounds(game: PhasedGame, steps: Mapping[str, StepStrategy]) -> Value:
    """Return the guarantees of both players' strategies, rounded outward to floats."""
    return float_interval(guaranteed(game, steps, "row"), -guaranteed(game, steps, "col"))


def guaranteed(game: PhasedGame, steps: Mapping[str, StepStrategy], player: Side) -> Fraction:
    """Return the EV that the player's strategy guarantees, or slightly less."""
    return -ResponseToSteps(game, steps, other(player)).ev()


@dataclass(frozen=True)
class Curve:
    """A function on [0, 1] that is a cubic polynomial between any two knots."""

    knots: list[Fraction]
    pieces: list[Foreign]

    @classmethod
    def through(cls, function: Callable[[Fraction], Fraction], knots: Iterable[Fraction]) -> Curve:
        """Return a function that is known to be a cubic polynomial between any two of these knots, 0 and 1."""
        ends, pieces = sorted({Fraction(0), Fraction(1), *(x for x in knots if 0 < x < 1)}), []
        for low, high in pairwise(ends):
            places = [low + (high - low) * u for u in NODES]
            piece = polynomial([])
            for x in places:  # Lagrange's interpolation
                others = [polynomial([y / (y - x), 1 / (x - y)]) for y in places if y != x]
                piece += prod(others, start=polynomial([function(x)]))
            pieces.append(piece)
        return cls(ends, pieces)

    @cached_property
    def integral(self) -> Curve:
        return Curve(self.knots, [piece.integral() for piece in self.pieces]).joined()

    def joined(self) -> Curve:
        """Return the curve with its pieces shifted so that it starts at 0 and is continuous."""
        end, pieces = rational(0), list[Foreign]()
        for piece, (low, high) in zip(self.pieces, pairwise(map(rational, self.knots)), strict=True):
            pieces.append(end + piece - piece(low))
            end = pieces[-1](high)
        return Curve(self.knots, pieces)

    def _piece(self, x: Fraction) -> Foreign:
        """Return the polynomial at a point; at a knot, the one of the interval above."""
        return self.pieces[min(bisect_right(self.knots, x), len(self.pieces)) - 1]

    def at(self, x: Fraction) -> Fraction:
        return fraction(self._piece(x)(rational(x)))


def _together(curves: Sequence[Curve]) -> tuple[list[Fraction], list[tuple[Foreign, ...]]]:
    """Return the knots of all curves, and the pieces of each curve between neighbouring knots."""
    knots = sorted({x for curve in curves for x in curve.knots})
    return knots, [tuple(curve._piece(low) for curve in curves) for low in knots[:-1]]


def _sum(curves: Sequence[Curve]) -> Curve:
    knots, pieces = _together(curves)
    return Curve(knots, [sum(parts, polynomial([])) for parts in pieces])


def largest(curves: Sequence[Curve]) -> Curve:
    """Return an upper bound on the maximum of several curves, slightly above it only near crossings."""
    knots, pieces = [Fraction(0)], list[Foreign]()
    together = _together(curves)
    for (low, high), parts in zip(pairwise(together[0]), together[1], strict=True):
        first = len(pieces)
        waiting = [(low, high)]
        while waiting:
            start, stop = waiting.pop()
            middle = (start + stop) / 2
            best = max(parts, key=lambda part: part(rational(middle)))
            ends = rational(start), rational(stop)
            more = max(max(bernstein(part - best, *ends)) for part in parts)
            if more and stop - start > MIN_LENGTH:
                waiting += [(middle, stop), (start, middle)]
                continue
            if len(pieces) > first and not more and pieces[-1] == best:
                knots.pop()
                pieces.pop()
            knots.append(stop)
            pieces.append(best + more)
    return Curve(knots, pieces)


class ResponseToSteps:
    """The best response of one player to the other's step strategies."""

    def __init__(self, game: PhasedGame, steps: Mapping[str, StepStrategy], responder: Side) -> None:
        self.game, self.steps, self.responder, self.score = game, steps, responder, game.score
        check_linear(self.score)

    def ev(self) -> Fraction:
        """Return the EV of the best response, or slightly more."""
        root = self.game.first()
        cuts = sorted({Fraction(0), Fraction(1), *self._ends(root, ())})

        def leaf(node: Fold | Showdown, history: History, actor: Side, reach: list[Fraction]) -> Curve:
            if isinstance(node, Showdown):
                return self._second_phase(node.amount, history, actor, cuts, reach)
            masses = (r * (high - low) for r, (low, high) in zip(reach, pairwise(cuts), strict=True))
            return self._fold(node, actor, sum(masses, Fraction(0)))

        tree = ResponseTree(self.responder, self.steps, leaf, largest, _sum)
        return tree.after(root, (), self.responder, cuts, [Fraction(1)] * (len(cuts) - 1)).integral.at(
            Fraction(1)
        )

    def _ends(self, root: Node, history: History) -> Iterable[Fraction]:
        """Yield the points at which the opponent's strategy changes, within one phase."""
        for before, node in walk(root, history):
            if isinstance(node, Decision) and node.player != self.responder:
                yield from (Fraction(end) for end in self.steps[spelled(before)].ends)

    def _fold(self, node: Fold, actor: Side, mass: Fraction) -> Curve:
        """Return the EV of a fold, which is the same for every hand, given the mass of the opponent's hands there."""
        amount = -node.amount if actor == self.responder else node.amount
        return Curve([Fraction(0), Fraction(1)], [polynomial([amount * mass])])

    def _second_phase(
        self, amount: Fraction, history: History, actor: Side, cuts: list[Fraction], first: list[Fraction]
    ) -> Curve:
        """Return the expected payoff of a first number in the second phase, given the opponent's reach of it by first
        number."""
        root, of = self.game.second(amount), self.score.of
        corners = (of(y, v) for y in cuts for v in (Fraction(0), y, Fraction(1)))
        knots = [*corners, *self._ends(root, history)]
        below = Curve.through(lambda s: self._mass_below(s, cuts, first), knots)
        if below.joined() != below:
            raise Unavailable("only games in which no score has a positive probability are verified")

        def leaf(node: Fold | Showdown, _: History, actor: Side, reach: list[Fraction]) -> Curve:
            here = zip(map(rational, reach), below.pieces, strict=True)
            met = Curve(below.knots, [r * piece for r, piece in here]).joined()  # with lower scores
            total = met.pieces[-1](1)
            if isinstance(node, Fold):
                return self._fold(node, actor, fraction(total))
            return Curve(below.knots, [rational(node.amount) * (2 * piece - total) for piece in met.pieces])

        tree = ResponseTree(self.responder, self.steps, leaf, largest, _sum)
        worth = tree.after(root, history, actor, below.knots, [Fraction(1)] * len(below.pieces))

        def mean(x: Fraction) -> Fraction:
            """Return the mean EV of the score, given this first number."""
            total = Fraction(0)
            for low, high in ((Fraction(0), x), (x, Fraction(1))):
                start, stop = of(x, low), of(x, high)
                area = worth.integral.at(stop) - worth.integral.at(start)
                total += (high - low) * (area / (stop - start) if stop != start else worth.at(start))
            return total

        return Curve.through(mean, [x for s in worth.knots for x in self._first_numbers(s)])

    def _mass_below(self, score: Fraction, cuts: list[Fraction], first: list[Fraction]) -> Fraction:
        """Return the probability that the opponent enters the second phase with a score of at most this.

        Given the first number y, this is the total length of second numbers v with such a score, below y and above y,
        since the score is linear in v on either side. The length is linear in y between the knots, so its value at
        the midpoint is its mean.
        """
        places, total = sorted({*cuts, *self._first_numbers(score)}), Fraction(0)
        for start, stop in pairwise(places):
            y, length = (start + stop) / 2, Fraction(0)
            for low, high in ((Fraction(0), y), (y, Fraction(1))):
                one, two = sorted((self.score.of(y, low), self.score.of(y, high)))
                share = Fraction(one <= score) if one == two else (score - one) / (two - one)
                length += (high - low) * min(max(share, Fraction(0)), Fraction(1))
            total += first[bisect_right(cuts, y) - 1] * length * (stop - start)
        return total

    def _first_numbers(self, score: Fraction) -> Iterable[Fraction]:
        """Yield the first numbers with which the second number 0, 1 or the same one gives exactly this score."""
        zero, one, of = Fraction(0), Fraction(1), self.score.of
        for first, last in ((zero, zero), (zero, one), (one, one)):
            low, high = of(zero, first), of(one, last)
            if low != high and 0 < (score - low) / (high - low) < 1:
                yield (score - low) / (high - low)
