"""Bounds on the value of a game in two phases from step strategies alone, computed in fractions from the rules.

Let the opponent play step functions. Behind a way into the second phase, let D(s) be the probability that the
opponent comes there with a score of at most s. The square of the two numbers is cut into polygons on which the
opponent's first-phase actions are constant and the score is linear, so D is a quadratic polynomial between finitely
many knots. What a score s earns in the second phase is, for each action, a multiple of D and a constant there, and
the best action earns the largest of such functions, V(s). A first number x expects the mean of V over its scores, a
cubic polynomial between knots; it takes the best action of the first phase, and the mean over all x is what the best
reply earns.

The rules are asked for scores only, one pair of numbers at a time. A polynomial between two knots is found from its
values at four places. It is kept by its Bernstein coefficients, between whose least and largest it lies: where all
coefficients of a difference have one sign, the larger function is known. Elsewhere the interval is halved, until it
is so short that the larger function may be replaced by a constant more than either; so the result is never too low,
and too high by less than 1e-20 or so. Nothing here is shared with the solver's best reply (`response.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import lcm

from zerosum.core.data import Data
from zerosum.core.errors import Unavailable
from zerosum.core.outward import float_interval
from zerosum.core.sides import Side, other
from zerosum.core.value import Value
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.rules import Decision, Fold, Node, Showdown, walk
from zerosum.models.betting.verify import ActionsByTurn, ReplyTree, read_steps, turns_of
from zerosum.models.phased.rules import PhasedGame, Score

SHORTEST = Fraction(1, 2**40)
"""Length of an interval that is no longer halved in search of the place where two functions cross."""

NODES = (Fraction(1, 6), Fraction(1, 3), Fraction(2, 3), Fraction(5, 6))
"""Where in an interval a cubic polynomial is evaluated."""

FROM_NODES = ((10, -10, 5, -2), (-9, 19, -12, 5), (5, -12, 19, -9), (-2, 5, -10, 10))
"""Three times the matrix that turns the values there into Bernstein coefficients."""

PROBES = tuple((Fraction(x, 7), Fraction(y, 11)) for x in (1, 3, 6) for y in (1, 4, 5, 10))
"""Pairs of numbers at which the score is compared with a linear function."""

Cubic = tuple[Fraction, ...]
"""The four Bernstein coefficients of a cubic polynomial on an interval: their mean is its mean."""


def prove(game: PhasedGame, claimed: Value, data: Data) -> Value:
    """Best replies, in fractions."""
    return bounds(game, read_steps(data, turns_of_phases(game)))


def turns_of_phases(game: PhasedGame) -> ActionsByTurn:
    """The turns of both phases by their names, each with its actions."""
    turns = dict(turns_of(game.first()))
    for history, node in walk(game.first()):
        if isinstance(node, Showdown):
            turns |= turns_of(game.second(node.amount), history)
    return turns


def bounds(game: PhasedGame, steps: Mapping[str, StepStrategy]) -> Value:
    """What both players' strategies guarantee, rounded outward to floats."""
    return float_interval(guaranteed(game, steps, "row"), -guaranteed(game, steps, "col"))


def guaranteed(game: PhasedGame, steps: Mapping[str, StepStrategy], player: Side) -> Fraction:
    """What the player's strategy earns the player against the opponent's best reply, or less by a hair."""
    return -ReplyToSteps(game, steps, other(player)).earned()


@dataclass(frozen=True)
class Curve:
    """A function on [0, 1] that is a cubic polynomial between any two knots."""

    knots: list[Fraction]
    pieces: list[Cubic]

    @classmethod
    def through(cls, function: Callable[[Fraction], Fraction], knots: Iterable[Fraction]) -> Curve:
        """The curve of a function that is known to be a cubic polynomial between these knots, with 0 and 1."""
        ends = sorted({Fraction(0), Fraction(1), *(x for x in knots if 0 < x < 1)})
        pieces = []
        for low, high in pairwise(ends):
            values = [function(low + (high - low) * u) for u in NODES]
            pieces.append(
                tuple(_total(c * v for c, v in zip(line, values, strict=True)) / 3 for line in FROM_NODES)
            )
        return cls(ends, pieces)

    @classmethod
    def constant(cls, height: Fraction) -> Curve:
        """The same everywhere."""
        return cls([Fraction(0), Fraction(1)], [(height,) * 4])

    def on(self, knots: list[Fraction]) -> Curve:
        """The same function with more knots, this curve's own among them."""
        if len(knots) == len(self.knots):
            return self
        pieces, k = list[Cubic](), 0
        for low, high in pairwise(knots):
            k += low >= self.knots[k + 1]
            pieces.append(_part(self.pieces[k], self.knots[k], self.knots[k + 1], low, high))
        return Curve(knots, pieces)

    @cached_property
    def integrals(self) -> list[Fraction]:
        """The integral from 0 to each knot."""
        areas = [(high - low) * sum(c) / 4 for (low, high), c in self._each()]
        return [Fraction(0), *accumulate(areas)]

    def _each(self) -> Iterable[tuple[tuple[Fraction, Fraction], Cubic]]:
        return zip(pairwise(self.knots), self.pieces, strict=True)

    def at(self, x: Fraction) -> Fraction:
        """The value at a place; at a knot, that of the piece above it."""
        k = min(bisect_right(self.knots, x), len(self.pieces)) - 1
        low, high = self.knots[k], self.knots[k + 1]
        return _halves(self.pieces[k], (x - low) / (high - low))[0][-1]

    def integral(self, x: Fraction) -> Fraction:
        """The integral from 0 to a place."""
        k = min(bisect_right(self.knots, x), len(self.pieces)) - 1
        low, high = self.knots[k], self.knots[k + 1]
        return self.integrals[k] + (x - low) * sum(_halves(self.pieces[k], (x - low) / (high - low))[0]) / 4


def _total(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


def _halves(cubic: Cubic, u: Fraction) -> tuple[Cubic, Cubic]:
    """A polynomial below and above a place u of its interval, itself counted from 0 to 1 (de Casteljau)."""
    below, above, line = [cubic[0]], [cubic[-1]], cubic
    while len(line) > 1:
        line = tuple(a + u * (b - a) for a, b in pairwise(line))
        below.append(line[0])
        above.append(line[-1])
    return tuple(below), tuple(above[::-1])


def _part(cubic: Cubic, low: Fraction, high: Fraction, start: Fraction, stop: Fraction) -> Cubic:
    """A polynomial on the interval from `low` to `high`, on a part of it."""
    if stop < high:
        cubic = _halves(cubic, (stop - low) / (high - low))[0]
    return _halves(cubic, (start - low) / (stop - low))[1] if start > low else cubic


def _together(curves: Sequence[Curve]) -> list[Curve]:
    """The curves with the knots of all."""
    knots = sorted({x for curve in curves for x in curve.knots})
    return [curve.on(knots) for curve in curves]


def _sum(curves: Sequence[Curve]) -> Curve:
    """The sum of several curves."""
    curves = _together(curves)
    pieces = zip(*(curve.pieces for curve in curves), strict=True)
    return Curve(curves[0].knots, [tuple(_total(cs) for cs in zip(*parts, strict=True)) for parts in pieces])


def largest(curves: Sequence[Curve]) -> Curve:
    """No less than the largest of several curves, and more by a hair next to the places where they cross."""
    curves = _together(curves)
    knots, pieces = [Fraction(0)], list[Cubic]()
    for k, (low, high) in enumerate(pairwise(curves[0].knots)):
        whole, runs = [curve.pieces[k] for curve in curves], list[tuple[Fraction, int, Fraction]]()
        unit = lcm(*(c.denominator for cubic in whole for c in cubic))
        integers = [tuple(int(c * unit) for c in cubic) for cubic in whole]
        for end, best, more in _winners(integers, unit, low, high):
            if runs and not more and runs[-1][1:] == (best, more):
                runs.pop()
            runs.append((end, best, more))
        for end, best, more in runs:
            pieces.append(tuple(c + more for c in _part(whole[best], low, high, knots[-1], end)))
            knots.append(end)
    return Curve(knots, pieces)


def _winners(
    parts: Sequence[tuple[int, ...]], unit: int, low: Fraction, high: Fraction
) -> list[tuple[Fraction, int, Fraction]]:
    """Which of several polynomials is the largest up to which place, and how much to add where that is open.

    Their coefficients are integers over one denominator, `unit`, which grows eightfold with every halving.
    """
    best = max(range(len(parts)), key=lambda k: sum(parts[k]))
    more = max(theirs - mine for part in parts for theirs, mine in zip(part, parts[best], strict=True))
    if not more or high - low <= SHORTEST:
        return [(high, best, Fraction(more, unit))]
    middle = (low + high) / 2
    below = [(8 * a, 4 * (a + b), 2 * (a + 2 * b + c), a + 3 * (b + c) + d) for a, b, c, d in parts]
    above = [(a + 3 * (b + c) + d, 2 * (b + 2 * c + d), 4 * (c + d), 8 * d) for a, b, c, d in parts]
    return [*_winners(below, 8 * unit, low, middle), *_winners(above, 8 * unit, middle, high)]


class ReplyToSteps:
    """The best reply of one player to the other's step strategies."""

    def __init__(self, game: PhasedGame, steps: Mapping[str, StepStrategy], replier: Side) -> None:
        self.game, self.steps, self.replier, self.score = game, steps, replier, game.score
        _check_linear(self.score)

    def earned(self) -> Fraction:
        """What it earns, or more by a hair."""
        root = self.game.first()
        cuts = sorted({Fraction(0), Fraction(1), *self._ends(root, ())})

        def leaf(
            node: Fold | Showdown, history: tuple[str, ...], actor: Side, reach: list[Fraction]
        ) -> Curve:
            if isinstance(node, Showdown):
                return self._second_phase(node.amount, history, actor, cuts, reach)
            mass = sum(r * (high - low) for r, (low, high) in zip(reach, pairwise(cuts), strict=True))
            return Curve.constant(self._fold(node, actor) * mass)

        tree = ReplyTree(self.replier, self.steps, leaf, largest, _sum)
        return tree.after(root, (), self.replier, cuts, [Fraction(1)] * (len(cuts) - 1)).integrals[-1]

    def _ends(self, root: Node, history: tuple[str, ...]) -> Iterable[Fraction]:
        """Where the opponent's strategy changes, within one phase."""
        for before, node in walk(root, history):
            if isinstance(node, Decision) and node.player != self.replier:
                yield from (Fraction(end) for end in self.steps[", ".join(before) or "start"].ends)

    def _fold(self, node: Fold, actor: Side) -> Fraction:
        return -node.amount if actor == self.replier else node.amount

    def _second_phase(
        self,
        amount: Fraction,
        history: tuple[str, ...],
        actor: Side,
        cuts: list[Fraction],
        first: list[Fraction],
    ) -> Curve:
        """What a first number expects of the second phase, given the opponent's reach of it by first number."""
        root, of = self.game.second(amount), self.score.of
        corners = (of(y, v) for y in cuts for v in (Fraction(0), y, Fraction(1)))
        knots = [*corners, *self._ends(root, history)]
        below = Curve.through(lambda s: self._mass_below(s, cuts, first), knots)
        if any(one[-1] != two[0] for one, two in pairwise(below.pieces)) or below.pieces[0][0]:
            raise Unavailable("only games in which no score has a positive probability are verified")

        def leaf(node: Fold | Showdown, _: tuple[str, ...], actor: Side, reach: list[Fraction]) -> Curve:
            met, pieces = Fraction(0), list[Cubic]()
            for r, piece in zip(
                reach, below.pieces, strict=True
            ):  # the mass with lower scores that comes here
                pieces.append(tuple(met + r * (c - piece[0]) for c in piece))
                met = pieces[-1][-1]
            if isinstance(node, Fold):
                return Curve.constant(self._fold(node, actor) * met)
            return Curve(below.knots, [tuple(node.amount * (2 * c - met) for c in piece) for piece in pieces])

        tree = ReplyTree(self.replier, self.steps, leaf, largest, _sum)
        worth = tree.after(root, history, actor, below.knots, [Fraction(1)] * len(below.pieces))

        def mean(x: Fraction) -> Fraction:
            """The mean worth of the score, with this first number."""
            total = Fraction(0)
            for low, high in ((Fraction(0), x), (x, Fraction(1))):
                start, stop = of(x, low), of(x, high)
                each = (
                    (worth.integral(stop) - worth.integral(start)) / (stop - start)
                    if stop != start
                    else worth.at(start)
                )
                total += (high - low) * each
            return total

        return Curve.through(mean, [x for s in worth.knots for x in self._first_numbers(s)])

    def _mass_below(self, score: Fraction, cuts: list[Fraction], first: list[Fraction]) -> Fraction:
        """The probability that the opponent comes to the second phase with a score of at most this.

        Given the first number y, it is the length of the second numbers v up to and beyond y, where the score is linear
        in v. It is linear in y between the knots, so its value in the middle is its mean.
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
        """The first numbers with which the second number 0, 1 or the same one gives exactly this score."""
        zero, one, of = Fraction(0), Fraction(1), self.score.of
        for low, high in (
            (of(zero, zero), of(one, zero)),
            (of(zero, zero), of(one, one)),
            (of(zero, one), of(one, one)),
        ):
            if low != high and 0 < (score - low) / (high - low) < 1:
                yield (score - low) / (high - low)


def _check_linear(score: Score) -> None:
    """Refuse a score that is not linear on both sides of the diagonal of the square of both numbers."""
    zero, one, of = Fraction(0), Fraction(1), score.of
    for x, y in PROBES:
        corner = of(one, zero) if x > y else of(zero, one)
        low, high = min(x, y), max(x, y)
        if of(x, y) != (1 - high) * of(zero, zero) + (high - low) * corner + low * of(one, one):
            raise Unavailable(
                "only scores that are linear for smaller and for larger second numbers are verified"
            )
