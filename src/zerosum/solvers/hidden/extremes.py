"""How much optimal strategies of a hidden game differ against a fixed rival: the worst and the best of them.

A strategy that guarantees the value may earn more than it against one who errs. To find the best of them the program of
the sequence form is given a small taste for what sequences earn against the rival; for the worst, a distaste. A basis
that is optimal with a small enough taste is optimal without, and of the optimal ones it suits the taste best. It is
solved in fractions, and exact best replies show that its strategy is optimal; tastes get smaller until two agree. That
no optimal strategy earns less, or more, rests on this agreement, and is not proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from zerosum.models.hidden_form import HiddenForm
from zerosum.solvers.hidden.bilinear import Bilinear, bilinear
from zerosum.solvers.hidden.plan import proved
from zerosum.solvers.hidden.program import Program, in_fractions
from zerosum.solvers.hidden.rational import product

__all__ = ["extremes"]

TASTES = tuple(4.0**-k for k in range(4, 12))
"""The sizes that are tried."""


def extremes(form: HiddenForm, rival: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
    """The least and the most that row's optimal strategies earn against col's reaches; None if they are not found."""
    game = bilinear(form)
    least, most = (_extreme(game, rival, sign) for sign in (-1, 1)) if game.exact else (None, None)
    return None if least is None or most is None else (least, most)


def _extreme(game: Bilinear, rival: Sequence[Fraction], sign: int) -> Fraction | None:
    """What the optimal strategy earns that suits the taste best."""
    about = np.array([float(p) for p in rival])
    likes = sign * game.gains("row", about) / game.scale
    program = Program(game, {"row": likes, "col": np.zeros(game.col.sequences)})
    before = None
    for taste in TASTES:
        found = in_fractions(game, program.solve(taste))
        optimal = found is not None and proved(game, *found) is not None
        earned = _earned(game, found[0], rival) if found is not None and optimal else None
        if earned is not None and earned == before:
            return earned
        before = earned
    return None


def _earned(game: Bilinear, own: Sequence[int], rival: Sequence[Fraction]) -> Fraction:
    """What reaches of row, as integers, earn against those of col."""
    unit = lcm(*(p.denominator for p in rival))
    gains = product(game.matrix.astype(np.int64), [int(p * unit) for p in rival]).tolist()
    return Fraction(sum(x * gain for x, gain in zip(own, gains, strict=True)), own[0] * unit * game.scale)
