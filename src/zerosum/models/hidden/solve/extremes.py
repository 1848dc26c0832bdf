"""How much optimal strategies of a hidden game differ against a fixed rival: the worst and the best of them, proved.

A strategy x that guarantees the value v may earn more than it against a rival q who errs. To find the best of them the
program of the sequence form is given a small taste t for what sequences earn against q; for the worst, a distaste. A
basis that is optimal with a small enough taste is optimal without, and of the optimal ones it suits the taste best. It
is solved in fractions, and exact best replies show that its strategy is optimal. That no other does better is shown by
duality: an optimal x has x'Ay >= v for every y, so

    x'Aq <= (max over all x of x'A(y + tq) - v) / t,

which is a best reply, and the multipliers of the basis are a y for which both sides are equal. Tastes get smaller until
the two ends meet; where they do not, both are told. Of a value in doubt the lower bound stands for v, and the strategy
may fall short of the upper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

import numpy as np

from zerosum.core.answer import Extreme
from zerosum.core.solution import Value
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.solve.bilinear import Bilinear, Layout, Tree, bilinear
from zerosum.models.hidden.solve.program import Program, in_fractions
from zerosum.models.hidden.solve.rational import product
from zerosum.models.hidden.solve.reaches import flows, guaranteed, most_in_integers

__all__ = ["extremes", "extremes_of"]

TASTES = tuple(Fraction(1, 4**k) for k in range(4, 12))
"""The sizes that are tried."""

CLOSE = Fraction(1, 2**50)
"""Ends that are nearer to each other are not tried again."""

SHORT = 2**30
"""What is tasted of a rival with long fractions is rounded to multiples of the inverse; proofs are for q itself."""


def extremes(form: HiddenForm, value: Value, rival: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
    """The least and the most that row's optimal strategies earn against col's reaches; None if they are not found."""
    game = bilinear(form)
    return extremes_of(game, game.layout, value, rival) if game.exact else None


def extremes_of(
    game: Bilinear, layout: Layout, value: Value, rival: Sequence[Fraction]
) -> tuple[Extreme, Extreme] | None:
    """The same for arrays of integers; the layout is the game's own, or another with the same reaches and payoffs."""
    least, most = (_extreme(game, layout, value, rival, sign) for sign in (-1, 1))
    return None if least is None or most is None else (least, most)


def _extreme(
    game: Bilinear, layout: Layout, value: Value, rival: Sequence[Fraction], sign: int
) -> Extreme | None:
    """What the optimal strategy earns that suits the taste best, and a bound on what any earns."""
    unit = lcm(*(p.denominator for p in rival))
    against = [int(p * unit) for p in rival]
    met = product(game.integers, against)
    short = min(unit, SHORT)
    about = met if unit == short else product(game.integers, [round(p * short) for p in rival])
    likes = sign * about.astype(np.float64) / (short * game.scale)
    program = Program(layout, {"row": likes, "col": np.zeros(game.col.sequences)})
    found, floor = None, Fraction(value.lower)
    bound = sign * Fraction(most_in_integers(game.row, sign * met), unit * game.scale)
    for taste in TASTES:
        inverse = int(unit / taste)
        if max(int(short / taste), int(np.abs(about).max())) >= 2**62:
            break
        exact = in_fractions(layout, program.solve(float(taste)), (sign * about, int(short / taste)))
        assured = None if exact is None else guaranteed(game, exact.row)
        if exact is None or assured is None or assured < floor:
            continue
        earned = sum(x * gain for x, gain in zip(exact.row, met.tolist(), strict=True))
        col = exact.col if flows(game.col, exact.col) else _mended(game.col, exact.col)
        mixed = [y * inverse + sign * col[0] * q for y, q in zip(col, against, strict=True)]
        reply = most_in_integers(game.row, product(game.integers, mixed))
        near = Fraction(reply, col[0] * inverse * game.scale) - floor
        bound = sign * min(sign * bound, near / taste)
        shown = Fraction(earned, exact.row[0] * unit * game.scale)
        end = Extreme(shown, bound, Fraction(value.upper) - assured)
        found = end if found is None else min(found, end, key=lambda end: (end.short, -sign * end.earned))
        found = replace(found, bound=bound)
        if abs(found.earned - bound) < CLOSE:
            break
    return found


def _mended(tree: Tree, reach: Sequence[int]) -> list[int]:
    """Reaches next to some that are a little below 0, or do not add up: moves share anew what their parent has."""
    first, shares = tree.first.tolist(), [max(part, 0) for part in reach]
    whole = [SHORT**2] + [0] * (len(reach) - 1)
    for i, parent in enumerate(tree.parent.tolist()):
        own = range(first[i], first[i + 1])
        total = sum(shares[first[i] : first[i + 1]])
        for k in own:
            whole[k] = whole[parent] * shares[k] // total if total else 0
        whole[max(own, key=whole.__getitem__)] += whole[parent] - sum(whole[first[i] : first[i + 1]])
    return whole
