"""A leap to where the recursion would end if both players kept to their present play.

At a corner q of W(k, ·) the recursion picks a mixture λ of the opponent, and behind it the r and s that leave him
indifferent (`strategy`). Kept fixed, these choices make a Markov chain on the corners of all functions: from (k, q) the
counter goes to two nodes further on, and the player has announced r or s there, which lies between two corners. The
chain's relative values are the next W; with a discount, its values are. This is Newton's step, as Pollatschek and
Avi-Itzhak take it in stochastic games, since the chain is the derivative of T at W: few steps where plain iteration
needs many because the counter seldom goes from one part of the board to another.

From afar a leap can miss, and it keeps the corners where they are: so it is tried now and then, followed by a
few plain moves, and taken only if the gap has shrunk. Nothing here needs to be rigorous.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from zerosum.core.arrays import Array
from zerosum.models.lagged.solve.concave import Concave, hull
from zerosum.models.lagged.solve.operator import Functions, Operator
from zerosum.models.lagged.solve.scale import FLOATS
from zerosum.models.lagged.solve.strategy import optimal_moves

if TYPE_CHECKING:
    import scipy.sparse as sp

__all__ = ["Corners", "bordered", "leap", "process", "solved"]

Corners = Mapping[int, Array]
"""Some q of each node."""
DENSE = 300
"""Up to this size systems are solved in full, which spares the time to import a sparse solver."""


class Way(NamedTuple):
    """One of the opponent's exits after one of the player's, from all announcements on a node."""

    exit: int
    """The opponent's: 0 for cc, 1 for cl."""
    here: Array
    """The places of the announcements."""
    target: int
    """The node to which the two moves lead."""
    announced: Array
    """What the player announces there."""
    chance: Array
    """How likely the player went this way."""


@dataclass(frozen=True)
class Process:
    """A player's announcements with his next moves fixed: what two moves pay, and where either reply leads."""

    corners: Corners
    payoff: Array
    """The payoff of two moves from each announcement."""
    ways: Sequence[Way]
    """Where two moves may lead."""
    mix: Array
    """The opponent's probability of cc that is worst for the player."""
    first: Mapping[int, int]
    """The place of each node's first announcement."""

    @cached_property
    def after(self) -> tuple[sp.csr_matrix, sp.csr_matrix]:
        """The chances of the announcements to come, if the opponent goes cc and if he goes cl."""
        return self._after(0), self._after(1)

    def _after(self, exit: int) -> sp.csr_matrix:
        import scipy.sparse as sp  # takes long to import

        size = self.payoff.size
        parts = [
            (way.here, self.first[way.target] + corner, way.chance * share)
            for way in self.ways
            if way.exit == exit
            for corner, share in between(self.corners[way.target], way.announced)
        ]
        rows, cols, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
        return sp.csr_matrix((chances, (rows, cols)), shape=(size, size))

    def chain(self, reply: Array) -> sp.csr_matrix:
        """The chain that is left if the opponent goes cc with these probabilities."""
        import scipy.sparse as sp  # takes long to import

        return (sp.diags(reply) @ self.after[0] + sp.diags(1 - reply) @ self.after[1]).tocsr()

    def by_node(self, values: Array) -> dict[int, Array]:
        """The values of each node's announcements."""
        return {n: values[self.first[n] : self.first[n] + len(q)] for n, q in self.corners.items()}


def process(
    operator: Operator, functions: Functions, corners: Corners, player: int, end: int | None = None
) -> Process:
    """The process on these announcements, the player's moves being the best with respect to the functions.

    With an `end` he does not leave the opponent indifferent but announces that end of what is best beside λ.
    """
    places = np.cumsum([0, *map(len, corners.values())]).tolist()
    first, size = dict(zip(corners, places[:-1], strict=True)), places[-1]
    moves = optimal_moves(operator, functions, player)
    payoff, mix, beta, ways = np.zeros(size), np.zeros(size), float(operator.discount), list[Way]()
    for node, q in corners.items():
        here = first[node] + np.arange(len(q))
        here_moves, piece = moves[node], moves[node].piece_of(q)
        must = operator.forced(player, node)
        payoff[here], mix[here] = (
            operator.payoff(player, node),
            here_moves.mix[piece] if must is None else must,
        )
        pair = here_moves.pair(q) if end is None else (here_moves.r[piece, end], here_moves.s[piece, end])
        for place, went, announced in zip(operator.places(player, node), (q, 1 - q), pair, strict=True):
            payoff[here] += beta * went * operator.payoff(player, place)
            forced = operator.forced(1 - player, place)
            next_q = announced if forced is None else np.full_like(q, forced)
            exits = enumerate(operator.places(1 - player, place))
            ways += [Way(exit, here, target, next_q, went) for exit, target in exits]
    return Process(corners, payoff, ways, mix, first)


def leap(
    operator: Operator, functions: Functions, player: int, end: int | None = None
) -> dict[int, Concave] | None:
    """The values of the chain that the players' present play leaves, as functions; None if it has none to offer."""
    import scipy.sparse as sp  # takes long to import

    corners = {node: f.q for node, f in functions.items()}
    here = process(operator, functions, corners, player, end)
    chain, beta = here.chain(here.mix), float(operator.discount)
    values = (
        _relative(here.payoff, chain)
        if beta == 1
        else solved(sp.eye(here.payoff.size) - beta**2 * chain, here.payoff)
    )
    if values is None:
        return None
    return {node: hull(corners[node], w, FLOATS) for node, w in here.by_node(values).items()}


def between(corners: Array, q: Array) -> Sequence[tuple[Array, Array]]:
    """The corners on both sides of each q, and their shares in it."""
    piece = np.clip(np.searchsorted(corners, q, side="right") - 1, 0, len(corners) - 2)
    width = corners[piece + 1] - corners[piece]
    share = np.clip((q - corners[piece]) / np.where(width > 0, width, 1.0), 0.0, 1.0)
    return (piece, 1 - share), (piece + 1, share)


def _relative(payoff: Array, chain: sp.csr_matrix) -> Array | None:
    """The h with h + g = payoff + chain h for some g, and 0 at the first corner, if the chain settles in one place."""
    size = len(payoff)
    chain.eliminate_zeros()
    from scipy.sparse.csgraph import connected_components  # takes long to import

    count, place = connected_components(chain, directed=True, connection="strong")
    start, end = place[np.repeat(np.arange(size), np.diff(chain.indptr))], place[chain.indices]
    if count - len(np.unique(start[start != end])) > 1:
        return None
    found = solved(bordered(chain), np.append(payoff, 0.0))
    return None if found is None else found[:-1]


def bordered(chain: sp.csr_matrix) -> sp.csr_matrix:
    """The equations h + g = payoff + chain h for h and g, h being 0 at the first corner."""
    import scipy.sparse as sp  # takes long to import

    size = chain.shape[0]
    pin = sp.csr_matrix(([1.0], ([0], [0])), shape=(1, size))
    return sp.bmat([[sp.eye(size) - chain, np.ones((size, 1))], [pin, None]], format="csr")


def solved(matrix: sp.spmatrix, right: Array) -> Array | None:
    """The solution of a linear system, if it has one."""
    from scipy.sparse.linalg import MatrixRankWarning, spsolve  # takes long to import

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatrixRankWarning)
        try:
            found: Array = (
                np.linalg.solve(matrix.toarray(), right)
                if right.size <= DENSE
                else spsolve(matrix.tocsc(), right)
            )
        except (np.linalg.LinAlgError, RuntimeError):
            return None
    return found if np.isfinite(found).all() else None
