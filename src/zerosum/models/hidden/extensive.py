"""Games of other models as hidden games: trees with information sets, for packages that know no other form.

Moves that a staged game has both players make at once are put in turns: row moves, col moves without having seen it,
and then both learn what happened. Positions that a staged game reaches in several ways are separate nodes here, because
each player remembers everything that happened; so this is meant for small games. In a betting game with a deck chance
deals a card to each player, and the tree of bets follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount
from zerosum.core.sides import Side
from zerosum.models.betting.rules import BettingGame, Decision, Fold, Node
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.staged.rules import StagedGame

LONGEST_NAME = 16
"""Maximum number of characters of a position that names an outcome of chance."""


class StagedNode(NamedTuple):
    """A position of the staged game, and the moves chosen there so far, by their indices."""

    at: Position
    paid: Amount = 0
    """What row was paid on the way."""
    chosen: tuple[int, ...] = ()


class StageOutcome(NamedTuple):
    """What both players learn at the end of a stage: the moves, and which of their outcomes happened."""

    row: Move
    col: Move
    outcome: int

    def __str__(self) -> str:
        return f"{self.row} against {self.col}" + (f" ({self.outcome + 1})" if self.outcome else "")


@dataclass(frozen=True)
class StagedTree(HiddenGame):
    """A staged game with its moves in turns."""

    staged: StagedGame = field(repr=False)

    @property
    def title(self) -> str:
        """The title of the staged game."""
        return self.staged.title

    @property
    def start(self) -> StagedNode:
        """The first position, with nothing chosen yet."""
        return self._skip_forced(StagedNode(self.staged.start))

    def turn(self, position: StagedNode) -> Turn:
        """Row's move, col's move, then chance."""
        moves = self.staged.moves(position.at)
        if not moves[0]:
            return end(position.paid + self.staged.payoff(position.at))
        if len(position.chosen) < 2:
            return choose("col" if position.chosen else "row", moves[len(position.chosen)], hidden=True)
        row, col = (side[index] for side, index in zip(moves, position.chosen, strict=True))
        chances = [p for p, _, _ in self.staged.play(position.at, row, col)]
        return deal({StageOutcome(row, col, k): p for k, p in enumerate(chances)})

    def after(self, position: StagedNode, picked: Move) -> StagedNode:
        """The node after a move, or the next position of the staged game."""
        if isinstance(picked, StageOutcome) and len(position.chosen) == 2:
            outcomes = list(self.staged.play(position.at, picked.row, picked.col))
            _, reward, then = outcomes[picked.outcome]
            return self._skip_forced(StagedNode(then, position.paid + reward))
        moves = list(self.staged.moves(position.at)[len(position.chosen)])
        return self._skip_forced(position._replace(chosen=(*position.chosen, moves.index(picked))))

    def named(self, position: StagedNode, picked: Move) -> str:
        """A move as it is; an outcome of chance by the position that it leads to, if that has a short name."""
        if not isinstance(picked, StageOutcome):
            return str(picked)
        outcomes = list(self.staged.play(position.at, picked.row, picked.col))
        then = str(outcomes[picked.outcome][2])
        return then if len(then) <= LONGEST_NAME else f"outcome {picked.outcome + 1}"

    def _skip_forced(self, position: StagedNode) -> StagedNode:
        """The next node at which somebody has a real choice: a player with a single move makes it."""
        moves = self.staged.moves(position.at)
        while len(position.chosen) < 2 and len(moves[len(position.chosen)]) == 1:
            position = position._replace(chosen=(*position.chosen, 0))
        return position


@dataclass(frozen=True)
class MatrixTree(HiddenGame):
    """A matrix game in turns: row's move is hidden from col."""

    matrix: MatrixGame = field(repr=False)

    @property
    def title(self) -> str:
        """The title of the matrix game."""
        return self.matrix.title

    def turn(self, position: tuple[Move, ...]) -> Turn:
        """Row's move, then col's."""
        rows, cols = self.matrix.moves()
        if not position:
            return choose("row", rows, hidden=True)
        line = self.matrix.payoffs[rows.index(position[0])]
        return choose("col", cols) if len(position) == 1 else end(line[cols.index(position[1])])


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
