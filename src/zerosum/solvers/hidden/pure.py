"""The best that pure strategies guarantee in a hidden game: the sequence form's program with reaches 0 or 1.

A player has an optimal pure strategy if this is the value. The integer program is solved by HiGHS, which bounds what
any pure strategy guarantees; where that bound falls short of the value, every optimal strategy of the player mixes.
Dominated moves may be left out, since whoever makes one does no worse by the pure move that dominates it.
"""

from __future__ import annotations

import numpy as np

from zerosum.errors import ZerosumError
from zerosum.sides import Side
from zerosum.solvers.hidden.bilinear import Bilinear
from zerosum.solvers.hidden.program import lines_of

__all__ = ["best_pure"]

SLACK = 1e-9
"""How far from optimal HiGHS may stop."""


def best_pure(game: Bilinear, side: Side, *, seconds: float = 60.0) -> tuple[float, float]:
    """What a pure strategy of a player was found to guarantee, and what none can better; both paid to row."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # takes long to import

    mine = game if side == "row" else _turned(game)
    width, sets = mine.row.sequences, len(mine.col) + 1
    lines = lines_of(mine, 1.0 / mine.scale)
    one, most = np.zeros(len(mine.row) + 1), np.zeros(mine.col.sequences)
    one[0] = 1.0
    cost = np.zeros(width + sets)
    cost[width] = -1.0
    whole = np.concatenate([np.ones(width), np.zeros(sets)])
    bounds = Bounds(
        np.concatenate([np.zeros(width), np.full(sets, -np.inf)]),
        np.concatenate([np.ones(width), np.full(sets, np.inf)]),
    )
    held = LinearConstraint(lines, np.concatenate([one, most - np.inf]), np.concatenate([one, most]))
    options = {"time_limit": seconds, "mip_rel_gap": SLACK}
    answer = milp(cost, integrality=whole, bounds=bounds, constraints=held, options=options)
    if answer.x is None:
        raise ZerosumError(f"the search for pure strategies failed: {answer.message}")
    sign = 1.0 if side == "row" else -1.0
    return -sign * float(answer.fun), -sign * float(answer.mip_dual_bound)


def _turned(game: Bilinear) -> Bilinear:
    """The game with the sides exchanged."""
    return Bilinear(game.col, game.row, -game.transpose, game.size.T.tocsr(), game.scale, game.exact)
