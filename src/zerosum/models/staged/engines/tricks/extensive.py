"""A trick game as a hidden game: a tree with information sets."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from zerosum.core.game import Position, Strategy
from zerosum.core.sides import Side
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.extensive import StagedTree

if TYPE_CHECKING:
    from zerosum.models.staged.engines.tricks.answer import TrickSolution


def extensive(game: TrickGame) -> HiddenGame:
    return StagedTree(game.as_staged())


def mix_in_tree(solution: TrickSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    """Return the strategy of a side at a node of that tree."""
    _, row, col = solution.answer_at(*position.at)
    return row if side == "row" else col
