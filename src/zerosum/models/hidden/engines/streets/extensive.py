"""Strategies at the nodes of a street game as a tree; the game is already a tree."""

from __future__ import annotations

from collections.abc import Hashable

from zerosum.core.game import Position, Strategy
from zerosum.core.sides import Side
from zerosum.models.hidden.engines.streets.answer import StreetSolution


def mix_in_tree(solution: StreetSolution, side: Side, position: Position, known: Hashable) -> Strategy:
    return solution.mix(side, known)
