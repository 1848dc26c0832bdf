"""One door for all games: `solve(game)` finds the solver of the game's model and calls it."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

from zerosum.errors import GameError
from zerosum.models.game import Game
from zerosum.solution import Solution

__all__ = ["Solver", "solve", "solver_of"]

SOLVERS = {
    "zerosum.models.staged:StagedGame": "zerosum.solvers.staged:solve",
    "zerosum.models.tricks:TrickGame": "zerosum.solvers.tricks:solve",
    "zerosum.models.targets:TargetGame": "zerosum.solvers.targets:solve",
    "zerosum.models.stochastic:StochasticGame": "zerosum.solvers.stochastic:solve",
    "zerosum.models.lagged:LaggedGame": "zerosum.solvers.lagged:solve",
    "zerosum.models.betting:BettingGame": "zerosum.solvers.betting:solve",
    "zerosum.models.subtraction:SubtractionGame": "zerosum.solvers.subtraction:solve",
    "zerosum.models.wager:WagerGame": "zerosum.solvers.wager:solve",
}
"""Each model, and the function that solves its games; the nearest base of a game's class decides."""


class Solver(Protocol):
    """A solver takes a game and its own keyword options, and returns a solution.

    Its options are the command's flags; `progress` and `store` are given by the front end.
    """

    def __call__(self, game: Any, /, **options: Any) -> Solution: ...


def solver_of(game: type[Game]) -> Solver:
    """The solver for a class of games."""
    for base in game.__mro__:
        where = SOLVERS.get(f"{base.__module__}:{base.__qualname__}")
        if where is not None:
            module, _, name = where.partition(":")
            return cast(Solver, getattr(importlib.import_module(module), name))
    models = ", ".join(sorted(model.partition(":")[2] for model in SOLVERS))
    raise GameError(f"{game.__name__} is not a game of any known model; derive it from one of {models}")


def solve(game: Game, **options: Any) -> Solution:
    """Solve a game of any model; the options are those of the model's solver."""
    return solver_of(type(game))(game, **options)
