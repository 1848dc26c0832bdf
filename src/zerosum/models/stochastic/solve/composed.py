"""Proofs in the limit of games that reachability decides in part.

Let a side win some states limit-surely, so that its best payoff w is their value, and let the opponent win others,
whose value is the least payoff m. Replace all of these states by ends: the remaining game is smaller, and often has a
proof u by monomial strategies (`zerosum.models.stochastic.solve.monomial`) where the whole game needs probabilities
too small for these. In the whole game the states that the side wins have the values w - (w - m) (t - t^b) of
`zerosum.models.stochastic.solve.reach`, less than w by up to c = (w - m) t. So u - c is guaranteed elsewhere: if the
next states guarantee u - c instead of u, a stage guarantees at least u - (1 - t^N) c.

Both proofs must be for the same discount. The first holds for every power N of t above its own, so t is replaced by
t^j in the second, with a j that makes its power large enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side
from zerosum.models.stochastic.answer import LimitProof, Polynomial
from zerosum.models.stochastic.solve.decided import Decided
from zerosum.models.stochastic.solve.monomial import limit_proofs
from zerosum.models.stochastic.solve.reach import in_the_limit
from zerosum.models.stochastic.table import with_ends

MAX_STATES = 12
"""Maximum number of states for which strategies as functions of the discount are sought."""


def whole_proofs(decided: Decided, sides: Sequence[Side]) -> Mapping[Side, LimitProof]:
    """Return the limit proofs of a game with few states, whichever states are decided."""
    return limit_proofs(decided.table, sides) if decided.table.size <= MAX_STATES else {}


def composed_proofs(decided: Decided, sides: Sequence[Side]) -> Mapping[Side, LimitProof]:
    """Return the proofs in the limit of a game without many undecided states, from those of its parts."""
    found = {side: _composed_proof(decided, side) for side in sides}
    return {side: proof for side, proof in found.items() if proof is not None}


def _composed_proof(decided: Decided, side: Side) -> LimitProof | None:
    """Return a side's proof in the limit for the decided states and the others together; None if there is none."""
    table, (lower, upper) = decided.table, decided.bounds
    paid = {s: lower[s] for s in range(table.size) if lower[s] == upper[s]}
    if side not in decided.reaches or table.size - len(paid) > MAX_STATES:
        return None
    rest = limit_proofs(with_ends(table, paid), [side]).get(side)
    if rest is None:
        return None
    reach = decided.reaches[side]
    won, first = reach.won["limit sure"].rank, in_the_limit(table, reach)
    stretch = -(-first.power // rest.power)
    over = _stretched(rest.over, stretch)
    worst = (min if side == "row" else max)(as_fraction(payoff) for payoff, _ in table.cells)
    less = _product({1: worst - reach.payoff}, over)
    values, mixes = dict[object, Polynomial](), dict[object, Mapping[object, Polynomial]]()
    for s, state in enumerate(table.states):
        values[state] = (
            _product(first.values[state], over)
            if s in won
            else _sum(_stretched(rest.values[state], stretch), less)
        )
        mixes[state] = (
            first.mixes[state]
            if s in paid
            else {move: _stretched(p, stretch) for move, p in rest.mixes[state].items()}
        )
    return LimitProof(rest.power * stretch, over, values, mixes)


def _stretched(p: Polynomial, factor: int) -> Polynomial:
    """Return the polynomial with t replaced by a power of t."""
    return {power * factor: c for power, c in p.items()}


def _sum(p: Polynomial, q: Polynomial) -> Polynomial:
    return {power: p.get(power, Fraction(0)) + q.get(power, Fraction(0)) for power in {**p, **q}}


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    total = dict[int, Fraction]()
    for a, c in p.items():
        for b, d in q.items():
            total[a + b] = total.get(a + b, Fraction(0)) + c * d
    return total
