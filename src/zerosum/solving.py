"""The modules of the models whose arenas are not yet one; goes when the last of them has moved."""

from __future__ import annotations

import importlib
from typing import Any

from zerosum.models.game import Game

__all__ = ["room"]


def room(game: type[Game], name: str) -> Any:
    """The module that the model of a game has in a room, or None if it has none there."""
    where = f"zerosum.{name}.{game.model}"
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as missing:
        if missing.name != where:
            raise
        return None
