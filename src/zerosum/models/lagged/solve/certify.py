"""Bounds that hold whatever rounding did, from any functions W.

Let T be two moves of the operator. If TW - W lies between lo and hi everywhere, then the average payoff per move
lies between lo/2 and hi/2: the row player who does what is best in TW gets at least lo in every two moves, with W
as his bank account, and the announced game gives him no more than hi. With a discount β, W + lo/(1 - β²) and
W + hi/(1 - β²) enclose the true function.

So it is enough to bound TW - W for one W, however it was found. Here W is taken as exact: its corners and values
are the numbers at hand, and corners that break concavity, or nearly, are dropped, so that W is concave without
doubt. TW is then computed, and what rounding can have done to it is added. Let u bound the error of an operation
on numbers up to 1 (in fixed point one unit; for floats eight roundings, since slopes and turning points come
after a few operations), and let M bound the payoffs, the values and the slopes. A turning point λ errs by less
than u, so at λ the two ends of its segment differ by less than (2M + 3) u instead of 0; the values and lines of a
fold then err by less than (2M + 8) u, and the factor β and the payoff by (M + 2) u more. What the dropping of
corners changes after the first move is measured. T is not expansive, so its two moves together err by less than
(6M + 20) u and what was measured. TW is concave, hence TW - W is least at a corner of W, greatest at one of TW.

Fixed point makes u as small as one likes; floats are faster, for functions with very many pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zerosum.models.lagged.solve.concave import Concave, hull
from zerosum.models.lagged.solve.operator import ROW, Functions, Operator, rise
from zerosum.models.lagged.solve.scale import Scale

__all__ = ["Drift", "drift", "slack", "start_value"]


@dataclass(frozen=True)
class Drift:
    """How much TW exceeds W: exact bounds over all nodes and all q."""

    least: Fraction
    most: Fraction

    @property
    def gap(self) -> Fraction:
        """The width."""
        return self.most - self.least


def drift(operator: Operator, functions: Functions, player: int) -> Drift:
    """Bounds on TW - W for the player's functions, in the operator's arithmetic."""
    w = certain(functions, operator.scale)
    middle = operator.answer(w, 1 - player)
    hulls = certain(middle, operator.scale)
    after = operator.answer(hulls, player)
    least, most = rise(w, after)
    changed = max(abs(hulls[node].values(f.q) - f.w).max() for node, f in middle.items())
    exact = operator.scale.fraction
    error = slack(operator, [*w.values(), *hulls.values()]) + exact(changed)
    return Drift(exact(least) - error, exact(most) + error)


def certain(functions: Functions, scale: Scale) -> dict[int, Concave]:
    """The functions in the given arithmetic, each concave without doubt."""
    finer = {node: f.convert(scale) for node, f in functions.items()}
    return {node: hull(f.q, f.w, scale) for node, f in finer.items()}


def slack(operator: Operator, functions: list[Concave]) -> Fraction:
    """How far rounding can have moved TW - W."""
    exact = operator.scale.fraction
    sizes = [abs(a) for a in operator.board.payoffs]
    sizes += [exact(size) for f in functions for size in (abs(f.w).max(), abs(f.slope).max())]
    return 16 * (4 + max(sizes)) * operator.scale.unit


def start_value(operator: Operator, functions: Functions, player: int, bounds: Drift) -> Drift:
    """Bounds on the discounted value at the start, to the row player, from either player's functions."""
    rest = 1 - operator.discount**2
    w = certain(functions, operator.scale)
    start = operator.board.start
    if player == ROW:
        middle = operator.scale.fraction(w[start].top())
        return Drift(middle + bounds.least / rest, middle + bounds.most / rest)
    first = operator.answer(w, ROW)[start]
    error = slack(operator, [*w.values(), first])
    middle = operator.scale.fraction(first.top())
    low = middle - operator.discount * bounds.most / rest - error
    return Drift(low, middle - operator.discount * bounds.least / rest + error)
