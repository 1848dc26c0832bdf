"""What nodes of the tree are worth to each hand, by tables of all pairs of hands: for reports, pictures and the arena.

Entry (i, j) of a table is about hand i of one player and hand j of the other: whether they share no card, and who
wins at a showdown. With R the reaches of the other's hands, the table times R is what an end is worth. That takes
hands² steps, where the solver takes hands; it is done once, and both come to the same.

The numbers are floats; or fractions where the mixes are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.river.rules import BetNode, RiverGame


@dataclass(frozen=True)
class PairTable:
    """All pairs of hands of a river."""

    game: RiverGame
    exact: bool
    """Whether numbers are fractions."""

    @cached_property
    def _tables(self) -> dict[Side, tuple[Array, Array]]:
        """For each side: 1 where hands can meet, and the sign of the showdown there."""
        row, col = (self.game.hands[side] for side in SIDES)
        shared = (row.cards[:, None, :, None] == col.cards[None, :, None, :]).any(axis=(2, 3))
        sign = np.sign(row.strength[:, None] - col.strength[None, :]) * ~shared
        kind = object if self.exact else float
        meet, wins = (~shared).astype(int).astype(kind), sign.astype(int).astype(kind)
        return {"row": (meet, wins), "col": (meet.T, -wins.T)}

    @cached_property
    def weights(self) -> dict[Side, Array]:
        """The weights of the hands."""
        kind = object if self.exact else float
        return {side: np.array(self.game.hands[side].weights, kind) for side in SIDES}

    @cached_property
    def whole(self) -> Array:
        """The weight of all pairs."""
        return self.weights["row"] @ self._tables["row"][0] @ self.weights["col"]

    def reaches(self, side: Side, mixes: Array) -> Array:
        """The weight of each hand times the probability with which its owner lets the game come to each node."""
        reach = np.empty_like(mixes)
        reach[:, 0] = self.weights[side]
        for n, node in enumerate(self.game.nodes):
            for k in range(node.first, node.first + len(node.moves)):
                reach[:, k] = reach[:, n] * mixes[:, k] if node.side == side else reach[:, n]
        return reach

    def foes(self, side: Side, foe_mixes: Array) -> Array:
        """[hand, node]: the weight of the opponent's hands that reach the node and share no card with the hand."""
        found: Array = self._tables[side][0] @ self.reaches(other(side), foe_mixes)
        return found

    def worths(self, side: Side, foe_mixes: Array, mixes: Array | None = None) -> Array:
        """[hand, node]: what a node is worth to a hand, times the weight of the foes there; without mixes, at best."""
        meet, wins = self._tables[side]
        reach = self.reaches(other(side), foe_mixes)
        worth = np.empty((len(meet), len(self.game.nodes)), meet.dtype)
        for n, node in reversed([*enumerate(self.game.nodes)]):
            after = slice(node.first, node.first + len(node.moves))
            if node.side is None:
                stake = node.stake if self.exact else float(node.stake)
                table, sign = (wins, 1) if node.folded is None else (meet, -1 if node.folded == side else 1)
                worth[:, n] = sign * stake * (table @ reach[:, n])
            elif node.side != side:
                worth[:, n] = worth[:, after].sum(axis=1)
            else:
                moves = worth[:, after]
                worth[:, n] = moves.max(axis=1) if mixes is None else (mixes[:, after] * moves).sum(axis=1)
        return worth

    def outcomes(self, node: BetNode, rows: Array, cols: Array) -> tuple[Array, Array, Array]:
        """At an end, by the reaches of both sides: the probability that row wins the stake, splits and loses it."""
        meet, wins = self._tables["row"]
        both, ahead = rows @ meet @ cols / self.whole, rows @ wins @ cols / self.whole
        if node.folded:
            return (both, 0 * both, 0 * both) if node.folded == "col" else (0 * both, 0 * both, both)
        met = rows @ abs(wins) @ cols / self.whole
        return (met + ahead) / 2, both - met, (met - ahead) / 2
