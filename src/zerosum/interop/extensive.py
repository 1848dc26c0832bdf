"""Games as trees with information sets, for packages that know nothing else.

Hidden games are such trees. Staged games, and trick games with their hands in the open, are put in turns (`Unfolded`);
in betting games with a finite deck chance deals first (`Dealt`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.core.sides import Side
from zerosum.models.betting.rules import BettingGame, Decision, Fold, Node
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.hidden.unfolded import Unfolded
from zerosum.models.staged.rules import StagedGame
from zerosum.models.tricks.rules import TrickGame

__all__ = ["Dealt", "extensive"]


def extensive(game: Game) -> HiddenGame:
    """The game as a hidden one: the same value, the same choices."""
    match game.model, game:
        case "hidden", HiddenGame():
            return game
        case "staged", StagedGame():
            return Unfolded(game)
        case "tricks", TrickGame():
            return Unfolded(game.as_staged())
        case "betting", BettingGame() if game.deck is not None:
            return Dealt(game)
    raise InputError(
        f"{game.called} is no finite tree: this takes staged and hidden games, trick games, and betting games "
        "with a deck"
    )


@dataclass(frozen=True)
class Dealt(HiddenGame):
    """A betting game with a deck: a card for each, of which only its owner is told, and then the tree of bets."""

    betting: BettingGame = field(repr=False)

    @property
    def title(self) -> str:
        """That of the betting game."""
        return self.betting.title

    def turn(self, position: tuple[int | str, ...]) -> Turn:
        """Row's card, col's card, and then the bets."""
        if len(position) < 2:
            return deal(self._cards(position), to="col" if position else "row")
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

    def _cards(self, dealt: tuple[int | str, ...]) -> dict[int, Fraction]:
        """How many cards of each rank are left."""
        deck = self.betting.deck
        assert deck is not None
        ranks = range(1, deck.ranks + 1)
        return {rank: Fraction(deck.copies - (rank in dealt and not deck.replace)) for rank in ranks}
