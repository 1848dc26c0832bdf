"""Strategies near the discount 1 as monomials, and the discounted values that they guarantee as functions.

The optimal strategies of the discounts 1 - t are series in roots of t, for small t. Their first terms c t^e are read
off two very small t, and every probability but the largest of a mix is replaced by its first term (Frederiksen and
Miltersen, Monomial strategies for concurrent reachability games and other stochastic games, 2013). With s^q = t for a
common denominator q of the powers, all probabilities are polynomials in s. Against such a strategy the other player
has a decision process whose numbers are also polynomials. It is solved by policy iteration over their quotients,
where f > 0 means that the lowest coefficient of f is positive: one policy is best for every small enough s. Its
payoffs are the proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_poly

from zerosum.core.foreign import Foreign
from zerosum.core.limits import check_deadline
from zerosum.core.rationals import fraction, rational
from zerosum.core.sides import Side
from zerosum.models.stochastic.answer import LimitProof, Polynomial
from zerosum.models.stochastic.solve.decided import response_process
from zerosum.models.stochastic.solve.patient import DiscountedPlay, discounted_plays
from zerosum.models.stochastic.table import StateTable

DIGITS = 40
"""The smallest t has this many digits."""
MAX_ROOT = 4
"""Largest denominator of a power of t."""
UNCLEAR = 0.02
"""A power with a larger distance from such a fraction is not trusted."""
SIMPLE, SAME = 10_000, 1e-10
"""A coefficient is replaced by a fraction with at most the first denominator if their difference is at most the
second number.
"""

Term = tuple[Fraction, Fraction]
"""A coefficient, and a power of t."""
Reply = tuple[Foreign, Mapping[int, Foreign]]
"""The payoff of a move to the player who makes it, and its next states, as polynomials."""


def limit_proofs(table: StateTable, sides: Iterable[Side]) -> dict[Side, LimitProof]:
    """Return the proofs by monomial strategies of these sides, if there are any."""
    *_, before, last = discounted_plays(table, DIGITS)
    proofs = {side: limit_proof(table, side, before, last) for side in sides}
    return {side: proof for side, proof in proofs.items() if proof is not None}


def limit_proof(
    table: StateTable, side: Side, before: DiscountedPlay, last: DiscountedPlay
) -> LimitProof | None:
    """Return the proof by a side's monomial strategies; None if the powers of t are unclear."""
    mixes = (before.row, last.row) if side == "row" else (before.col, last.col)
    terms = []
    for earlier, later in zip(*mixes, strict=True):
        found = [_term(p, q, before.t, last.t) for p, q in zip(earlier, later, strict=True)]
        if None in found:
            return None
        terms.append([one for one in found if one is not None])
    root = math.lcm(*(power.denominator for mix in terms for _, power in mix))
    strategy = [
        _monomials(mix, max(range(len(later)), key=later.__getitem__), root)
        for mix, later in zip(terms, mixes[1], strict=True)
    ]
    below, values = _best_replies(table, side, strategy, root)
    low = _valuation(below)
    if any(u and _valuation(u) < low for u in values):
        return None
    names, moves = table.states, table.rows if side == "row" else table.cols
    return LimitProof(
        root,
        _coefficients(below, low),
        {name: _coefficients(u, low) for name, u in zip(names, values, strict=True)},
        {
            name: {move: _coefficients(p, 0) for move, p in zip(own, mix, strict=True)}
            for name, own, mix in zip(names, moves, strategy, strict=True)
        },
    )


def _term(earlier: Fraction, later: Fraction, t: Fraction, smaller: Fraction) -> Term | None:
    """Return the leading term of a probability from its values at two t; None if its power is unclear."""
    if not earlier or not later:
        return Fraction(0), Fraction(0)
    power = (_log(earlier) - _log(later)) / (_log(t) - _log(smaller))
    simple = Fraction(power).limit_denominator(MAX_ROOT)
    if abs(power - simple) > UNCLEAR or simple < 0:
        return None
    c = math.exp(_log(later) - float(simple) * _log(smaller))
    near = Fraction(c).limit_denominator(SIMPLE)
    return (near if abs(near - Fraction(c)) <= SAME * c else Fraction(c)), simple


def _log(x: Fraction) -> float:
    """Return the logarithm of a fraction that may be too small for a float."""
    return math.log(x.numerator) - math.log(x.denominator)


def _monomials(mix: Sequence[Term], largest: int, root: int) -> list[Foreign]:
    """Return the probabilities as polynomials; the largest takes the remainder."""
    found = []
    for coefficient, power in mix:
        place = int(power * root)
        found.append(fmpq_poly([fmpq(0)] * place + [rational(coefficient)]))
    found[largest] = 1 - sum((p for k, p in enumerate(found) if k != largest), fmpq_poly([0]))
    return found


def _best_replies(
    table: StateTable, side: Side, strategy: list[list[Foreign]], root: int
) -> tuple[Foreign, list[Foreign]]:
    """Return the discounted payoffs that a strategy guarantees: the common denominator, and numerators by state."""
    process: Sequence[Sequence[Reply]] = response_process(table, side, strategy, exact=rational)
    interest = fmpq_poly([0] * root + [1])
    policy = [0] * len(process)
    while True:
        check_deadline()
        below, values = _evaluated([replies[k] for replies, k in zip(process, policy, strict=True)], interest)
        better = list(policy)
        for s, replies in enumerate(process):
            for k, (paid, to) in enumerate(replies):
                later = sum((p * values[t] for t, p in to.items()), fmpq_poly([0]))
                if _lowest(interest * paid * below + (1 - interest) * later - values[s]) > 0:
                    better[s] = k
        if better == policy:
            return below, [-u for u in values] if side == "row" else values
        policy = better


def _evaluated(chain: Sequence[Reply], interest: Foreign) -> tuple[Foreign, list[Foreign]]:
    """Return the discounted payoffs of a chain, by elimination without fractions (Bareiss 1968)."""
    size = len(chain)
    lines = []
    for s, (paid, to) in enumerate(chain):
        line = [fmpq_poly([int(s == t)]) - (1 - interest) * to.get(t, fmpq_poly([0])) for t in range(size)]
        lines.append([*line, interest * paid])
    before = fmpq_poly([1])
    for k in range(size):
        pivot = next(i for i in range(k, size) if lines[i][k])  # a discount makes the equations nonsingular
        lines[k], lines[pivot] = lines[pivot], lines[k]
        own = lines[k]
        for i in range(size):
            if i != k:
                factor = lines[i][k]
                lines[i] = [(own[k] * a - factor * b) // before for a, b in zip(lines[i], own, strict=True)]
        before = own[k]
    sign = 1 if _lowest(before) > 0 else -1
    return sign * before, [sign * line[-1] for line in lines]


def _lowest(p: Foreign) -> Foreign:
    """Return the lowest coefficient of a polynomial that is not 0."""
    return next((c for c in p.coeffs() if c), fmpq(0))


def _valuation(p: Foreign) -> int:
    """Return the lowest power in a polynomial."""
    return next((k for k, c in enumerate(p.coeffs()) if c), 0)


def _coefficients(p: Foreign, low: int) -> Polynomial:
    """Return the coefficients by their powers, divided by a power of s."""
    return {k - low: fraction(c) for k, c in enumerate(p.coeffs()) if c} or {0: Fraction(0)}
