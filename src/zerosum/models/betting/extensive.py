"""A betting game with a deck as a hidden game: chance deals a card to each player, and the tree of bets follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.betting.rules import BettingGame, Decision, Fold, Node
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end


@dataclass(frozen=True)
class BettingTree(HiddenGame):
    """A betting game with a deck: a card for each player, shown only to its owner, and then the tree of bets."""

    betting: BettingGame = field(repr=False)

    @property
    def title(self) -> str:
        """The title of the betting game."""
        return self.betting.title

    def named(self, position: tuple[int | str, ...], picked: Move) -> str:
        """A card by its name, an action as it is."""
        return self.betting.hand(Fraction(picked)) if len(position) < 2 else str(picked)

    def turn(self, position: tuple[int | str, ...]) -> Turn:
        """Row's card, col's card, and then the bets."""
        deck = self.betting.deck
        assert deck is not None
        if len(position) < 2:
            ranks = range(1, deck.ranks + 1)
            left = {rank: Fraction(deck.copies - (rank in position and not deck.replace)) for rank in ranks}
            return deal(left, to="col" if position else "row")
        node: Node = self.betting.tree()
        bettor: Side = "row"
        for action in position[2:]:
            assert isinstance(node, Decision)
            bettor, node = node.player, node.actions[str(action)]
        if isinstance(node, Decision):
            return choose(node.player, node.actions)
        if isinstance(node, Fold):
            return end(-node.amount if bettor == "row" else node.amount)
        row, col = map(int, position[:2])
        return end(((row > col) - (row < col)) * node.amount)
