"""The games of the catalogue for long tests: all but the first of each model are left to `make long`."""

import pytest

from zerosum import games
from zerosum.request import load_game

__all__ = ["ONE_OF_EACH"]

FIRST = {load_game(name).family.name: name for name in reversed(games.CATALOG)}
"""The first game of each model."""

ONE_OF_EACH = [
    pytest.param(name, marks=() if name in FIRST.values() else pytest.mark.long) for name in games.CATALOG
]
"""All games, as parameters of a test."""
