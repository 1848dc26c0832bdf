"""The operator of a lagged game: from one player's functions to the other's.

Let W(k, q) be what the row player can hope for when the counter is on node k and he has announced that he goes
cc with probability q (the *generalized subgame* of Scarf and Shapley), and U(j, λ) the same for the column
player on node j. Neither player loses by announcing, so

    U(j, λ) = a(j) + β max over r of [λ W(cc j, r) + (1 - λ) W(cl j, r)]
    W(k, q) = a(k) + β min over λ of [q U(cc k, λ) + (1 - q) U(cl k, λ)]

with β = 1, and V subtracted on each line, for the average payoff. Putting the first line into the second gives
the paper's equation (4) for the row player; the second into the first gives the equation for the column player,
which the paper leaves out. So the two formulations are two halves of one recursion. W is concave in q, since a
player can hide a lottery, and U is convex in λ; with X = -U, the column player's own view, both lines are one
rule: constant minus the fold of two concave functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.concave import Concave, fold
from zerosum.models.lagged.solve.scale import Scale

__all__ = ["COL", "ROW", "Functions", "Operator", "rise"]

ROW, COL = 0, 1
"""The two players."""

Functions = Mapping[int, Concave]
"""One player's functions, by node, each in that player's own view: he wants much."""


@dataclass(frozen=True)
class Operator:
    """The recursion on one board, in one arithmetic."""

    board: Board
    scale: Scale
    discount: Fraction = Fraction(1)

    @property
    def leap_after(self) -> int:
        """After how many rounds a leap is tried first, most boards being done by then; 0 if never: it needs floats."""
        return 0 if self.scale.bits else 64

    def payoff(self, player: int, node: int) -> Scalar:
        """What the player gets when the counter leaves the node."""
        a = self.board.payoffs[node]
        return self.scale.number(a if player == ROW else -a)

    def nodes(self, player: int) -> tuple[int, ...]:
        """The nodes on which the player may have to move."""
        return self.board.turns()[player]

    def places(self, player: int, node: int) -> tuple[int, int]:
        """Where the player's cc and cl lead from his node."""
        return self.board.exits[node]

    def forced(self, player: int, node: int) -> int | None:
        """The q that the other player must announce after this node of the player's; None if any will do."""
        return None

    def branches(self, other: Functions, player: int, node: int) -> tuple[Concave, Concave]:
        """The other player's functions behind the two exits of the player's node."""
        cc, cl = (other[place] for place in self.places(player, node))
        q = self.forced(player, node)
        if q is None:
            return cc, cl
        at = self.scale.array([q * self.scale.one])
        return Concave.flat(cc.values(at)[0], self.scale), Concave.flat(cl.values(at)[0], self.scale)

    def zero(self, player: int) -> dict[int, Concave]:
        """The functions that are 0."""
        return {node: Concave.zero(self.scale) for node in self.nodes(player)}

    def answer(self, other: Functions, player: int) -> dict[int, Concave]:
        """The player's functions one move before the other player's."""
        factor = self.scale.number(self.discount)
        return {
            node: fold(*self.branches(other, player, node), self.payoff(player, node), factor)
            for node in self.nodes(player)
        }


def rise(before: Functions, after: Functions) -> tuple[Scalar, Scalar]:
    """The least and the most of after - before, up to rounding: at a corner of `before`, and at one of `after`."""
    least = min((after[node].values(f.q) - f.w).min() for node, f in before.items())
    return least, max((f.w - before[node].values(f.q)).max() for node, f in after.items())
