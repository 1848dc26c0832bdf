"""One door for all games: a game's model decides which solver, verifier and picture belong to it.

The rooms are named alike: a game of the model `zerosum.models.tricks` is solved by `zerosum.solvers.tricks`,
verified by `zerosum.verify.tricks` and drawn by `zerosum.plots.tricks`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from zerosum.errors import GameError, InputError
from zerosum.models.game import Game
from zerosum.solution import Solution

__all__ = ["drawer_of", "model_of", "room", "solve", "solver_of", "verifier_of"]

MODELS = "zerosum.models."


def model_of(game: type[Game]) -> str:
    """The name of a game's model: that of its nearest base among the models."""
    for base in game.__mro__:
        if base.__module__.startswith(MODELS) and base is not Game:
            return base.__module__.removeprefix(MODELS)
    raise GameError(
        f"{game.__name__} is not a game of any known model; derive it from zerosum.StagedGame or another"
    )


def solver_of(game: type[Game]) -> Callable[..., Solution]:
    """The function that solves games of this class: a game and keyword options in, a solution out."""
    solver: Callable[..., Solution] = _room(game, "solvers").solve
    return solver


def verifier_of(game: type[Game]) -> Callable[..., Any]:
    """The function that recomputes a solution's value from its strategies alone."""
    verifier: Callable[..., Any] = _room(game, "verify").verify
    return verifier


def drawer_of(game: type[Game]) -> Callable[..., Any]:
    """The function that draws a solution of such a game."""
    drawer: Callable[..., Any] = _room(game, "plots").draw
    return drawer


def solve(game: Game, **options: Any) -> Solution:
    """Solve a game of any model; the options are those of the model's solver."""
    return solver_of(type(game))(game, **options)


def room(game: type[Game], name: str) -> Any:
    """The module that the model of a game has in a room, or None if it has none there."""
    where = f"zerosum.{name}.{model_of(game)}"
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as missing:
        if missing.name != where:
            raise
        return None


def _room(game: type[Game], name: str) -> Any:
    found = room(game, name)
    if found is None:
        raise InputError(f"games of the model {model_of(game)!r} have no {name} yet")
    return found
