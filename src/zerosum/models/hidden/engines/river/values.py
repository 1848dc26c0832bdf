"""The EV of each hand at the nodes of the tree, from tables of all pairs of hands: for reports, plots and the arena.

On a turn there is a table of showdowns for each card that may be dealt. A hand that contains this card does not reach
the nodes after it; the EV of a node where the card is dealt is the sum over the cards, divided by the number of cards
that a pair of hands and the board leave.

Entry (i, j) of a table is about hand i of one player and hand j of the other: whether they share no card, and who
wins at a showdown. With R the reaches of the opponent's hands, the table times R is the vector of EVs at a leaf. This
takes hands² steps, where the solver takes hands; it is done only once, and the results are the same.

The numbers are floats, or fractions if the mixes are fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.river.rules import BLOCKED, BetNode, RiverGame


@dataclass(frozen=True)
class PairTable:
    """All pairs of hands of a river."""

    game: RiverGame
    exact: bool
    """Whether numbers are fractions."""

    @cached_property
    def _meet(self) -> Array:
        """[row's hand, col's hand]: whether they are disjoint."""
        row, col = (self.game.hands[side] for side in SIDES)
        found: Array = ~(row.cards[:, None, :, None] == col.cards[None, :, None, :]).any(axis=(2, 3))
        return found

    def _meets(self, side: Side) -> Array:
        """Return 1 if a side's hand is compatible with one of the opponent's, else 0."""
        return self._kept_meets[side]

    @cached_property
    def _kept_meets(self) -> dict[Side, Array]:
        return {side: self._numbers(self._meet if side == "row" else self._meet.T) for side in SIDES}

    @cached_property
    def _signs(self) -> dict[int | None, Array]:
        """The signs of row's showdowns for each card, as 8-bit integers."""
        return {}

    @cached_property
    def _kept_wins(self) -> dict[Side, Array]:
        """The signs of a river's showdowns as numbers."""
        return {}

    def wins(self, side: Side, card: int | None) -> Array:
        """Return the sign of the showdown for disjoint hands without the card that was dealt."""
        if card is None and side in self._kept_wins:
            return self._kept_wins[side]
        if card not in self._signs:
            row, col = (self.game.strengths(one, card) for one in SIDES)
            there = self._meet & (row != BLOCKED)[:, None] & (col != BLOCKED)[None, :]
            self._signs[card] = (np.sign(row[:, None] - col[None, :]) * there).astype(np.int8)
        found = self._numbers(self._signs[card] if side == "row" else -self._signs[card].T)
        if card is None:
            self._kept_wins[side] = found
        return found

    def _free(self, side: Side, card: int) -> Array:
        """Return 1 for the hands of a side without a card, else 0."""
        return self._numbers((self.game.hands[side].cards != card).all(axis=1))

    def _numbers(self, table: Array) -> Array:
        """Return a table of signs or truth values as numbers: integers if the arithmetic is exact."""
        return table.astype(int).astype(object) if self.exact else table.astype(float)

    @cached_property
    def weights(self) -> dict[Side, Array]:
        kind = object if self.exact else float
        return {side: np.array(self.game.hands[side].weights, kind) for side in SIDES}

    @cached_property
    def whole(self) -> Array:
        return self.weights["row"] @ self._meets("row") @ self.weights["col"]

    def chance(self, node: BetNode) -> Number:
        """Return the probability of the card that was dealt before a node, for a pair of hands without it."""
        share = self.game.card_chance if node.card is not None else Fraction(1)
        return share if self.exact else float(share)

    def reaches(self, side: Side, mixes: Array) -> Array:
        """Return the weight of each hand times the probability that its owner's moves lead to each node."""
        reach = np.empty(mixes.shape, object if self.exact else float)
        reach[:, 0] = self.weights[side]
        for n, node in enumerate(self.game.nodes):
            for k in node.children:
                card = self.game.nodes[k].card
                if node.is_deal and card is not None:
                    reach[:, k] = reach[:, n] * self._free(side, card)
                else:
                    reach[:, k] = reach[:, n] * mixes[:, k] if node.side == side else reach[:, n]
        return reach

    def foes(self, side: Side, foe_mixes: Array) -> Array:
        """Return [hand, node]: the weight of the opponent's hands that reach the node and are disjoint from the
        hand."""
        found: Array = self._meets(side) @ self.reaches(other(side), foe_mixes)
        for n, node in enumerate(self.game.nodes) if self.game.rivers else ():
            if node.card is not None:
                found[:, n] *= self._free(side, node.card)
        return found

    def foes_at(self, side: Side, number: int, foe_reach: Array) -> Array:
        """Return, for each hand, the weight of the opponent's disjoint hands that reach one node."""
        node = self.game.nodes[number]
        found: Array = self._meets(side) @ foe_reach
        return found if node.card is None else found * self._free(side, node.card)

    def worths(
        self, side: Side, foe_mixes: Array, mixes: Array | None = None, fixed: Array | None = None
    ) -> Array:
        """Return [hand, node]: a hand's EV at a node times the weight of opposing hands there; without mixes, the EV
        of a best response.

        `fixed` holds the probabilities of locked moves, and less than 0 for free moves. In a best response the
        probability that the locked moves leave goes to the best free move.
        """
        meet, nodes = self._meets(side), self.game.nodes
        reach = self.reaches(other(side), foe_mixes)
        worth = np.empty((len(meet), len(nodes)), meet.dtype)
        self._fill_ends(side, reach, worth)
        for n, node in reversed([*enumerate(nodes)]):
            after = node.after
            if node.is_deal:
                chance = self.game.card_chance if self.exact else float(self.game.card_chance)
                worth[:, n] = worth[:, after].sum(axis=1) * chance
            elif node.side == side:
                moves = worth[:, after]
                if mixes is not None:
                    worth[:, n] = (mixes[:, after] * moves).sum(axis=1)
                elif fixed is None:
                    worth[:, n] = moves.max(axis=1)
                else:
                    held = np.maximum(fixed[:, after], 0)
                    best = np.where(fixed[:, after] < 0, moves, -np.inf).max(axis=1)
                    left = (1 - held.sum(axis=1)) * (best > -np.inf)
                    worth[:, n] = (held * moves).sum(axis=1) + left * np.where(best > -np.inf, best, 0)
            elif node.side:
                worth[:, n] = worth[:, after].sum(axis=1)
        return worth

    @cached_property
    def _ends(self) -> dict[tuple[int | None, bool], list[int]]:
        """The leaves after each card, showdowns and folds separately."""
        found: dict[tuple[int | None, bool], list[int]] = {}
        for n, node in enumerate(self.game.nodes):
            if node.is_end:
                found.setdefault((node.card, bool(node.folded)), []).append(n)
        return found

    def _fill_ends(self, side: Side, reach: Array, worth: Array) -> None:
        nodes = self.game.nodes
        for (card, folds), ends in self._ends.items():
            signed = [-nodes[n].stake if nodes[n].folded == side else nodes[n].stake for n in ends]
            stakes = np.array(signed, object if self.exact else float)
            table = self._meets(side) if folds else self.wins(side, card)
            worth[:, ends] = (table @ reach[:, ends]) * stakes
            if card is not None and folds:
                worth[:, ends] *= self._free(side, card)[:, None]

    def outcomes(self, node: BetNode, rows: Array, cols: Array) -> tuple[Array, Array, Array]:
        """Return the probabilities that row wins the stake, splits and loses it, given both reaches."""
        whole = self.whole / self.chance(node)
        both, ahead = (
            rows @ self._meets("row") @ cols / whole,
            rows @ self.wins("row", node.card) @ cols / whole,
        )
        if node.folded:
            return (both, 0 * both, 0 * both) if node.folded == "col" else (0 * both, 0 * both, both)
        met = rows @ abs(self.wins("row", node.card)) @ cols / whole
        return (met + ahead) / 2, both - met, (met - ahead) / 2
