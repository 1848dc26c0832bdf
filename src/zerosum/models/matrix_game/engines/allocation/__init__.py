"""Allocation games: two armies are divided among fields at the same time, and each field is won separately."""

from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame

__all__ = ["AllocationGame"]
