"""A hidden game as a tree with information sets; the game is already in this form."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from zerosum.core.game import Position, Strategy
from zerosum.core.sides import Side
from zerosum.models.hidden.rules import HiddenGame

if TYPE_CHECKING:
    from zerosum.models.hidden.answer import HiddenSolution


def extensive(game: HiddenGame) -> HiddenGame:
    """Return the game itself, if it is small enough to be laid out."""
    game.require_budget_for_tree()
    return game


def mix_in_tree(solution: HiddenSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    return solution.mix(side, known)
