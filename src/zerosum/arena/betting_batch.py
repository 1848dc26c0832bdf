"""Many plays of a betting game side by side.

All hands of a batch are dealt at once, as arrays, and the batch walks down the tree: at a decision each play draws its
action from the mix of its hand's cell, and the plays part, until each is paid at a leaf.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zerosum.arrays import Array
from zerosum.models.betting import BettingGame, Decision, Deck, Fold, Node, Showdown
from zerosum.models.betting_form import BettingForm, Turn

__all__ = ["Batch"]


@dataclass
class Batch:
    """Many plays side by side."""

    game: BettingGame
    form: BettingForm
    edges: Array
    """The grid of hands on which the mixes are constant; a cell for each card of a deck."""
    chances: list[Array]
    """For each turn, the running sums of its actions' probabilities in each cell, without the last."""
    random: np.random.Generator
    paid: Array
    """What each play pays to row."""

    def played(self) -> Array:
        """Deal a pair of hands for each play, and tell what was paid."""
        plays = len(self.paid)
        row, col = self._continuous(plays) if self.game.deck is None else self._dealt(self.game.deck, plays)
        top = len(self.edges) - 2
        cells = {
            side: np.minimum(np.searchsorted(self.edges, hands, side="right") - 1, top)
            for side, hands in (("row", row), ("col", col))
        }
        self._walk(self.game.tree(), (), np.arange(plays), cells, np.sign(row - col))
        return self.paid

    def _walk(
        self,
        node: Node,
        history: tuple[str, ...],
        plays: Array,
        cells: Mapping[str, Array],
        ahead: Array,
        actor: str = "row",
    ) -> None:
        """Let the plays that have come to a node go on; `ahead` is who holds the better hand."""
        if not isinstance(node, Decision):
            self._pay(node, plays, ahead, actor)
            return
        turn = self._turns[history]
        sums = self.chances[turn.index][cells[turn.player][plays]]
        drawn = (self.random.random(len(plays))[:, None] >= sums).sum(axis=1)
        for k, (action, child) in enumerate(node.actions.items()):
            self._walk(child, (*history, action), plays[drawn == k], cells, ahead, turn.player)

    def _pay(self, leaf: Fold | Showdown, plays: Array, ahead: Array, actor: str) -> None:
        """What the plays that have come to a leaf are paid."""
        amount = float(leaf.amount)
        if isinstance(leaf, Fold):
            self.paid[plays] = -amount if actor == "row" else amount
        else:
            self.paid[plays] = ahead[plays] * amount

    @cached_property
    def _turns(self) -> dict[tuple[str, ...], Turn]:
        return {turn.history: turn for turn in self.form.turns}

    def _continuous(self, plays: int) -> tuple[Array, Array]:
        """Independent points of [0, 1]."""
        row, col = self.random.random((2, plays))
        return row, col

    def _dealt(self, deck: Deck, plays: int) -> tuple[Array, Array]:
        """Two cards of a deck, each as the middle of its rank's cell; the second card skips the first."""
        cards = deck.ranks * deck.copies
        first = self.random.integers(cards, size=plays)
        second = self.random.integers(cards if deck.replace else cards - 1, size=plays)
        if not deck.replace:
            second += second >= first
        row, col = ((card // deck.copies + 0.5) / deck.ranks for card in (first, second))
        return row, col
