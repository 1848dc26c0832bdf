"""A leap to where the recursion would end if both players kept to their present play.

At a corner q of W(k, ·) the recursion picks a mixture λ of the opponent, and behind it the best r on either node
to which the counter may have gone. Kept fixed, these choices make a Markov chain on the corners of all functions:
from (k, q) the counter goes to two nodes further on, and the player has announced r there, which lies between two
corners. The chain's relative values are the next W; with a discount, its values are. This is Newton's step, as
Pollatschek and Avi-Itzhak take it in stochastic games: few steps where plain iteration needs many, and a single
one where the gap of plain iteration shrinks only like a power of the rounds because the corners creep towards an
end that they never reach.

From afar a leap can miss, and it keeps the corners where they are: so it is tried now and then, followed by a
few plain moves, and taken only if the gap has shrunk. Nothing here needs to be rigorous.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from zerosum.arrays import Array
from zerosum.solvers.lagged.concave import Concave
from zerosum.solvers.lagged.operator import Functions, Operator
from zerosum.solvers.lagged.scale import FLOATS

if TYPE_CHECKING:
    import scipy.sparse as sp

__all__ = ["TIES", "Tie", "between", "leap", "least_concave", "solved"]

Tie = Literal["left", "right"]
TIES: tuple[Tie, Tie] = ("right", "left")
"""Which of two pieces that meet is taken."""

DENSE = 300
"""Up to this size systems are solved in full, which spares the time to import a sparse solver."""


def leap(operator: Operator, functions: Functions, player: int, tie: Tie) -> dict[int, Concave] | None:
    """The values of the chain that the players' present play leaves, as functions; None if it has none to offer.

    At a corner two choices are equally good; `tie` says which is taken.
    """
    import scipy.sparse as sp  # takes long to import

    order = list(functions)
    first = dict(zip(order, np.cumsum([0, *(len(functions[k].q) for k in order)])[:-1], strict=True))
    payoff, chain = _chain(operator, functions, first, player, tie)
    beta = float(operator.discount)
    values = _relative(payoff, chain) if beta == 1 else solved(sp.eye(len(payoff)) - beta**2 * chain, payoff)
    if values is None:
        return None
    parts = {k: values[first[k] : first[k] + len(functions[k].q)] for k in order}
    return {k: least_concave(functions[k].q, parts[k]) for k in order}


def _chain(
    operator: Operator, functions: Functions, first: dict[int, int], player: int, tie: Tie
) -> tuple[Array, sp.csr_matrix]:
    """For each corner the payoff of the two moves from there, and the chances of the corners to come."""
    middle = operator.answer(functions, 1 - player)
    after = operator.answer(middle, player)
    size = sum(len(f.q) for f in functions.values())
    payoff, beta = np.zeros(size), float(operator.discount)
    entries: list[tuple[Array, Array, Array]] = []
    for node, f in functions.items():
        here = first[node] + np.arange(len(f.q))
        mix = _choice(after[node], f.q, tie)
        payoff[here] = operator.payoff(player, node)
        for place, went in zip(operator.places(player, node), (f.q, 1 - f.q), strict=True):
            payoff[here] += beta * went * operator.payoff(player, place)
            forced = operator.forced(1 - player, place)
            announced = _choice(middle[place], mix, tie) if forced is None else np.full_like(mix, forced)
            for target, goes in zip(operator.board.exits[place], (mix, 1 - mix), strict=True):
                for corner, share in between(functions[target].q, announced):
                    entries.append((here, first[target] + corner, went * goes * share))
    rows, cols, chances = (np.concatenate(part) for part in zip(*entries, strict=True))
    import scipy.sparse as sp  # takes long to import

    return payoff, sp.csr_matrix((chances, (rows, cols)), shape=(size, size))


def _choice(f: Concave, q: Array, tie: Tie) -> Array:
    """The maximiser behind the piece of a fold that holds each q, or of the two that meet there."""
    piece = np.searchsorted(f.q, q, side=tie) - 1
    return f.best[np.clip(piece, 0, f.pieces - 1)]


def between(corners: Array, q: Array) -> Sequence[tuple[Array, Array]]:
    """The corners on both sides of each q, and their shares in it."""
    piece = np.clip(np.searchsorted(corners, q, side="right") - 1, 0, len(corners) - 2)
    share = np.clip((q - corners[piece]) / (corners[piece + 1] - corners[piece]), 0.0, 1.0)
    return (piece, 1 - share), (piece + 1, share)


def _relative(payoff: Array, chain: sp.csr_matrix) -> Array | None:
    """The h with h + g = payoff + chain h for some g, and 0 at the first corner, if the chain settles in one place."""
    size = len(payoff)
    chain.eliminate_zeros()
    import scipy.sparse as sp  # takes long to import
    from scipy.sparse.csgraph import connected_components  # takes long to import

    count, place = connected_components(chain, directed=True, connection="strong")
    start, end = place[np.repeat(np.arange(size), np.diff(chain.indptr))], place[chain.indices]
    if count - len(np.unique(start[start != end])) > 1:
        return None
    pin = sp.csr_matrix(([1.0], ([0], [0])), shape=(1, size))
    whole = sp.bmat([[sp.eye(size) - chain, np.ones((size, 1))], [pin, None]])
    found = solved(whole, np.append(payoff, 0.0))
    return None if found is None else found[:-1]


def solved(matrix: sp.spmatrix, right: Array) -> Array | None:
    """The solution of a linear system, if it has one."""
    if right.size <= DENSE:
        try:
            return np.asarray(np.linalg.solve(matrix.toarray(), right))
        except np.linalg.LinAlgError:
            return None
    from scipy.sparse.linalg import MatrixRankWarning, spsolve  # takes long to import

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatrixRankWarning)
        found: Array = spsolve(matrix.tocsc(), right)
    return found if np.isfinite(found).all() else None


def least_concave(q: Array, w: Array) -> Concave:
    """The least concave function above the points."""
    kept: list[int] = []
    for i in range(len(q)):
        while len(kept) > 1 and _sags(q, w, kept[-2], kept[-1], i):
            kept.pop()
        kept.append(i)
    q, w = q[kept], w[kept]
    return Concave(q, w, np.diff(w) / np.diff(q), q[:0], FLOATS)


def _sags(q: Array, w: Array, a: int, b: int, c: int) -> bool:
    """Whether point b lies on or below the line from a to c."""
    return bool((w[b] - w[a]) * (q[c] - q[a]) <= (w[c] - w[a]) * (q[b] - q[a]))
