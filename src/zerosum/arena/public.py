"""How the older contests ask for a solution; goes with the last of them."""

from collections.abc import Callable
from typing import Any

__all__ = ["Solve"]

Solve = Callable[[], Any]
"""Gives the solution of the game at hand, finding it at the first call."""
