"""The recursion of a lagged game: from one player's functions to the other's, with rigorous bounds.

Let W(k, q) be the row player's value when the counter is on node k and the row player has announced the probability q
of cc (the *generalized subgame* of Scarf and Shapley), and let U(j, λ) be the value when the column player announces
λ on node j. Neither player loses by announcing, so

    U(j, λ) = a(j) + β max over r of [λ W(cc j, r) + (1 - λ) W(cl j, r)]
    W(k, q) = a(k) + β min over λ of [q U(cc k, λ) + (1 - q) U(cl k, λ)]

with β = 1, and V subtracted on each line, for the average payoff. Putting the first line into the second gives the
paper's equation (4) for the row player; the second into the first gives the equation for the column player, which the
paper leaves out. So the two formulations are two halves of one recursion. W is concave in q, since a player can hide
the result of a lottery, and U is convex in λ; with X = -U, the column player's own view, both lines are the same
rule: constant minus the fold of two concave functions.

**Bounds from any functions W, in spite of rounding.** Let T be two moves of the operator. If TW - W lies between lo
and hi everywhere, then the average payoff per move lies between lo/2 and hi/2: with the best moves in TW the row
player gets at least lo in every two moves, with W as a bank account, and the announced game gives the row player no
more than hi. With a discount β, W + lo/(1 - β²) and W + hi/(1 - β²) enclose the true function.

So it is enough to bound TW - W for one W, however it was found. Here W is considered exact: its break points and
values are the given numbers, and break points that violate concavity, or nearly do, are dropped, so that W is
certainly concave. TW is then computed, and a bound on its rounding error is added. Let u bound the error of an
operation on numbers up to 1 (in fixed point one unit; for floats eight roundings, since slopes and turning points
come after a few operations), and let M bound the payoffs, the values and the slopes. A turning point λ errs by less
than u, so at λ the two ends of its segment differ by less than (2M + 3) u instead of 0; the values and lines of a
fold then err by less than (2M + 8) u, and the factor β and the payoff by (M + 2) u more. The effect of dropping break
points after the first move is measured. T is nonexpansive, so its two moves together err by less than (6M + 20) u
plus the measured effect. TW is concave, hence TW - W is least at a break point of W, greatest at one of TW.

Fixed point makes u arbitrarily small; floats are faster for functions with very many pieces.

**Units.** A board is solved with payoffs of a size from 1 to 16, exactly. Whether a gap is small, or a piece flat,
depends on the size of the payoffs. So the payoffs are divided by a power of 16, which is exact in floats and in fixed
point; and if they hardly differ from each other, their common part is subtracted first, which only shifts an average.
A value, a function or a drift in these units is converted back exactly (functions of floats up to underflow), so that
all results are in the units of the given board.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.solution import Value
from zerosum.models.lagged.functions import Concave, Scale, fold, hull
from zerosum.models.lagged.rules import Board

ROW, COL = 0, 1
"""The two players."""

Functions = Mapping[int, Concave]
"""One player's functions, by node, each in that player's own view: more is better for him."""


@dataclass(frozen=True)
class Operator:
    """The value recursion on one board, in one arithmetic."""

    board: Board
    scale: Scale
    discount: Fraction = Fraction(1)

    @property
    def leap_after(self) -> int:
        """Number of rounds before the first leap, by which most boards are done; 0 means no leaps, since leaps need
        floats.
        """
        return 0 if self.scale.bits else 64

    def payoff(self, player: int, node: int) -> Scalar:
        """Return the player's payoff when the counter leaves the node."""
        a = self.board.payoffs[node]
        return self.scale.number(a if player == ROW else -a)

    def nodes(self, player: int) -> tuple[int, ...]:
        """Return the nodes at which the player may have to move."""
        return self.board.turns()[player]

    def targets(self, player: int, node: int) -> tuple[int, int]:
        """Return the targets of cc and cl from the player's node."""
        return self.board.exits[node]

    def forced(self, player: int, node: int) -> int | None:
        """Return the q that the opponent must announce after this node of the player; None if any q is allowed."""
        return None

    def branches(self, other: Functions, player: int, node: int) -> tuple[Concave, Concave]:
        """Return the opponent's functions after the two exits of the player's node."""
        cc, cl = (other[place] for place in self.targets(player, node))
        q = self.forced(player, node)
        if q is None:
            return cc, cl
        at = self.scale.array([q * self.scale.one])
        return Concave.flat(cc.values(at)[0], self.scale), Concave.flat(cl.values(at)[0], self.scale)

    def zero(self, player: int) -> dict[int, Concave]:
        """Return zero functions."""
        return {node: Concave.zero(self.scale) for node in self.nodes(player)}

    def step_back(self, other: Functions, player: int) -> dict[int, Concave]:
        """Return the player's functions one move before the given functions of the other player."""
        factor = self.scale.number(self.discount)
        return {
            node: fold(*self.branches(other, player, node), self.payoff(player, node), factor)
            for node in self.nodes(player)
        }


def rise(before: Functions, after: Functions) -> tuple[Scalar, Scalar]:
    """Return the minimum and the maximum of after - before, up to rounding, at the break points of both."""
    least = min((after[node].values(f.q) - f.w).min() for node, f in before.items())
    return least, max((f.w - before[node].values(f.q)).max() for node, f in after.items())


@dataclass(frozen=True)
class Drift:
    """The difference TW - W: rigorous bounds over all nodes and all q."""

    least: Fraction
    most: Fraction

    @property
    def gap(self) -> Fraction:
        """The width."""
        return self.most - self.least


def drift(operator: Operator, functions: Functions, player: int) -> Drift:
    """Return bounds on TW - W for the player's functions, in the operator's arithmetic."""
    w = make_concave(functions, operator.scale)
    middle = operator.step_back(w, 1 - player)
    hulls = make_concave(middle, operator.scale)
    after = operator.step_back(hulls, player)
    least, most = rise(w, after)
    changed = max(abs(hulls[node].values(f.q) - f.w).max() for node, f in middle.items())
    exact = operator.scale.fraction
    error = slack(operator, [*w.values(), *hulls.values()]) + exact(changed)
    return Drift(exact(least) - error, exact(most) + error)


def make_concave(functions: Functions, scale: Scale) -> dict[int, Concave]:
    """Return the functions in the given arithmetic, each certainly concave."""
    finer = {node: f.convert(scale) for node, f in functions.items()}
    return {node: hull(f.q, f.w, scale) for node, f in finer.items()}


def slack(operator: Operator, functions: list[Concave]) -> Fraction:
    """Return a bound on the rounding error of TW - W."""
    exact = operator.scale.fraction
    sizes = [abs(a) for a in operator.board.payoffs]
    sizes += [exact(size) for f in functions for size in (abs(f.w).max(), abs(f.slope).max())]
    return 16 * (4 + max(sizes)) * operator.scale.unit


def start_value(operator: Operator, functions: Functions, player: int, bounds: Drift) -> Drift:
    """Return bounds on the discounted value at the start, to the row player, from either player's functions."""
    rest = 1 - operator.discount**2
    w = make_concave(functions, operator.scale)
    start = operator.board.start
    if player == ROW:
        middle = operator.scale.fraction(w[start].top())
        return Drift(middle + bounds.least / rest, middle + bounds.most / rest)
    first = operator.step_back(w, ROW)[start]
    error = slack(operator, [*w.values(), first])
    middle = operator.scale.fraction(first.top())
    low = middle - operator.discount * bounds.most / rest - error
    return Drift(low, middle - operator.discount * bounds.least / rest + error)


STEP = 4
"""Units are powers of 2**STEP."""
ALIKE = 16
"""The common part of the payoffs is subtracted if they are larger than their spread by this factor."""


@dataclass(frozen=True)
class Units:
    """A payoff a is shift + 2**exponent times a payoff of size from 1 to 16."""

    shift: Fraction = Fraction(0)
    exponent: int = 0

    @classmethod
    def of(cls, board: Board, discount: Fraction) -> Units:
        """Return the units for a board; a discounted sum is not shifted."""
        most, least = max(board.payoffs), min(board.payoffs)
        alike = max(abs(most), abs(least)) > ALIKE * (most - least)
        shift = (most + least) / 2 if discount == 1 and alike else Fraction(0)
        return cls(shift, _exponent(max(abs(most - shift), abs(least - shift))))

    @property
    def unit(self) -> Fraction:
        """The size of the unit."""
        return Fraction(2) ** self.exponent

    def board(self, given: Board) -> Board:
        """Return the board in these units."""
        payoffs = tuple((a - self.shift) / self.unit for a in given.payoffs)
        return dataclasses.replace(given, payoffs=payoffs)

    def value(self, found: Value) -> Value:
        """Return an average or a discounted sum in the payoffs of the given board."""
        lower, upper = (self.unit * Fraction(end) + self.shift for end in (found.lower, found.upper))
        return Value(lower, upper)

    def drift(self, found: Drift, player: int) -> Drift:
        """Return the drift of a player's functions in the payoffs of the given board."""
        twice = 2 * self.shift * (1 if player == ROW else -1)
        return Drift(self.unit * found.least + twice, self.unit * found.most + twice)

    def functions(self, found: Functions) -> dict[int, Concave]:
        """Return a player's functions for the given board."""
        return {node: f.times_power_of_two(self.exponent) for node, f in found.items()}


def _exponent(size: Fraction) -> int:
    """Return the exponent of the largest unit that is not larger than a size; 0 for the size 0."""
    if size == 0:
        return 0
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    return exponent // STEP * STEP
