"""A betting game with a deck as a hidden game: chance deals a card to each player, and the tree of bets follows."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position, Strategy
from zerosum.core.sides import Side
from zerosum.models.continuum.rules import BettingGame, Decision, Fold, Node
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end

if TYPE_CHECKING:
    from zerosum.models.continuum.answer import BettingSolution


@dataclass(frozen=True)
class BettingTree(HiddenGame):
    """A betting game with a deck: a card for each player, shown only to its owner, and then the betting tree."""

    betting: BettingGame = field(repr=False)

    @property
    def title(self) -> str:
        return self.betting.title

    def named(self, position: tuple[int | str, ...], picked: Move) -> str:
        return self.betting.hand(Fraction(picked)) if len(position) < 2 else str(picked)

    def turn(self, position: tuple[int | str, ...]) -> Turn:
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


def extensive(game: BettingGame) -> HiddenGame:
    """Return the game as a tree with information sets."""
    if game.deck is None:
        raise InputError(
            f"{game.slug} is not a finite tree; trees are available for staged games, hidden games, trick "
            f"games and betting games with a deck"
        )
    return BettingTree(game)


def mix_in_tree(solution: BettingSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    card = Fraction(position[0 if side == "row" else 1])
    return solution.choices(position[2:], card)[0]
