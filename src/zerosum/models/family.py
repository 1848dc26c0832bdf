"""The families of all models, and what is asked of a game whatever its model is."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import GameError
from zerosum.core.family import Family
from zerosum.core.game import Game, stray_attributes
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Solution
from zerosum.core.workers import HERE, Workers

if TYPE_CHECKING:
    from zerosum.arena import Arena
    from zerosum.display.tree import DrawnTree

__all__ = ["arena_for", "families", "family_of", "game_tree", "solve", "workers_at"]


def families() -> list[Family[Any, Any]]:
    """All of them."""
    from zerosum.models.betting.family import BettingFamily
    from zerosum.models.drawing.family import DrawingFamily
    from zerosum.models.hidden.family import HiddenFamily
    from zerosum.models.lagged.family import LaggedFamily
    from zerosum.models.matrix_game.family import MatrixFamily
    from zerosum.models.phased.family import PhasedFamily
    from zerosum.models.river.family import RiverFamily
    from zerosum.models.staged.family import StagedFamily
    from zerosum.models.stochastic.family import StochasticFamily
    from zerosum.models.streets.family import StreetFamily
    from zerosum.models.subtraction.family import SubtractionFamily
    from zerosum.models.targets.family import TargetFamily
    from zerosum.models.tricks.family import TrickFamily
    from zerosum.models.wager.family import WagerFamily

    return [
        MatrixFamily(),
        StagedFamily(),
        SubtractionFamily(),
        TrickFamily(),
        TargetFamily(),
        StochasticFamily(),
        LaggedFamily(),
        BettingFamily(),
        WagerFamily(),
        DrawingFamily(),
        HiddenFamily(),
        PhasedFamily(),
        RiverFamily(),
        StreetFamily(),
    ]


def family_of(game: type[Game]) -> Family[Any, Any]:
    """The family of a game; a class that derives from no model is refused."""
    if not hasattr(game, "family"):
        raise GameError(
            f"{game.__name__} is not a game of any known model; derive it from zerosum.StagedGame or another"
        )
    family: Family[Any, Any] = game.family
    for name, value in stray_attributes(game).items():
        raise GameError(_stray(game, family, name, value))
    return family


def _stray(game: type[Game], family: Family[Any, Any], name: str, value: object) -> str:
    """What is wrong with a class attribute that nothing reads, and what to write instead."""
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
    """The tree of a solved game with its optimal strategies; refused where the game is not a finite tree."""
    from zerosum.models.hidden.tree import game_tree

    return game_tree(solution)


def arena_for(
    game: Game,
    solution: Callable[[], Solution] | None = None,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Arena[Game, Any]:
    """The arena of a game; its solution is found when it is first needed, by `solution` where that is given."""

    def found(asked: Game) -> Solution:
        return solution() if solution and asked is game else solve(asked, progress=progress)

    return family_of(type(game)).arena(game, found, progress, workers)


def workers_at(cluster: str | None) -> Workers:
    """The workers of a cluster, "local:4" or a scheduler's address; this process if none is named."""
    if cluster is None:
        return HERE
    from zerosum.models.tricks.engines.cluster import Cluster

    return Cluster(cluster)
