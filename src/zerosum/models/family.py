"""The families of all models, and functions for games of any model."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import GameError
from zerosum.core.game import Game, stray_attributes
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution
from zerosum.core.workers import HERE, Workers
from zerosum.models.parts import Family

if TYPE_CHECKING:
    from zerosum.arena import Arena
    from zerosum.display.tree import DrawnTree

__all__ = ["arena_for", "families", "family_of", "game_tree", "solve"]


def families() -> list[Family[Any, Any]]:
    """Return the families of all models and engines, that is, of all folders with rules."""
    here = Path(__file__).parent
    folders = [path.parent.relative_to(here).parts for path in sorted(here.rglob("rules.py"))]
    rules = [import_module(f"zerosum.models.{'.'.join(folder)}.rules") for folder in folders]
    return [
        part()
        for module in rules
        for part in vars(module).values()
        if isinstance(part, type) and issubclass(part, Family) and part.__module__ == module.__name__
    ]


def family_of(game: type[Game]) -> Family[Any, Any]:
    """Return the family of a game; raise an error for a class that derives from no model."""
    if not hasattr(game, "family"):
        raise GameError(
            f"{game.__name__} is not a game of any known model; derive it from zerosum.StagedGame or another"
        )
    family: Family[Any, Any] = game.family
    for name, value in stray_attributes(game).items():
        raise GameError(_stray(game, family, name, value))
    return family


def _stray(game: type[Game], family: Family[Any, Any], name: str, value: object) -> str:
    """Return the error for a class attribute that nothing reads, with a suggested correction."""
    from difflib import get_close_matches

    found = f"{game.__name__} has {name} = {value!r:.40}, which no rule reads"
    if name in inspect.signature(family.solve).parameters:
        return f"{found}: {name} is an option of solve, as in solve({game.__name__}(), {name}={value!r:.40})"
    model = next(kind for kind in game.__mro__ if kind.__module__.startswith("zerosum."))
    close = get_close_matches(name, [word for word in dir(model) if not word.startswith("_")], n=1)
    hint = (
        f"did you mean {close[0]}?"
        if close
        else f"make it a parameter ({name}: type = option(...)) or delete it"
    )
    return f"{found}; {hint}"


def solve(game: Game, **options: object) -> Solution:
    """Solve a game of any model; the options are those of the model's solver."""
    found: Solution = family_of(type(game)).solve(game, **options)
    return found


def game_tree(solution: Solution) -> DrawnTree:
    """Return the tree of a solved game with its optimal strategies; raise an error unless the game is a
    finite tree.
    """
    from zerosum.models.hidden.tree import game_tree

    return game_tree(solution)


def arena_for(
    game: Game,
    solution: Callable[[], Solution] | None = None,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Arena[Game, Any]:
    """Return the arena of a game, with `solution` if given; otherwise the game is solved when its solution is
    first needed.
    """

    def found(asked: Game) -> Solution:
        return solution() if solution and asked is game else solve(asked, progress=progress)

    return family_of(type(game)).arena(game, found, progress, workers)
