"""What belongs to a model: one record each of how its games are solved, verified, drawn, played and reported.

Every part is imported when it is first asked for. A new model is one record here, its files in the rooms, and its
name in the `model` of its base class; `tests/core/test_families.py` walks them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from zerosum.errors import GameError
from zerosum.models.answer import Answer
from zerosum.models.game import Game
from zerosum.progress import Progress, silent
from zerosum.solution import Solution, Value
from zerosum.workers import HERE, Workers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.arena import Arena
    from zerosum.reports import Report

__all__ = ["FAMILIES", "Family", "arena_for", "family_of", "solve"]

T = TypeVar("T")


@dataclass(frozen=True)
class Lazy(Generic[T]):
    """Something named `module:name` as an entry point is, imported when it is first asked for."""

    where: str

    def __call__(self) -> T:
        module, name = self.where.split(":")
        found: T = getattr(import_module(module), name)
        return found


@dataclass(frozen=True)
class Family:
    """How the games of one model are solved, verified, drawn, played and reported.

    A record serves games and solutions of its own model only, and a call is written against that model's types:
    so the parts are typed by what they return, and their arguments are `...`.
    """

    solver: Lazy[Callable[..., Solution]]
    """A game and keyword options in, a solution out."""
    verifier: Lazy[Callable[..., Value]]
    """A game and its solution in, the bounds that the strategies alone give out."""
    drawer: Lazy[Callable[..., Figure]]
    """A solution and keyword options in, a picture out."""
    reporter: Lazy[Callable[..., Report]]
    """A solution in, what a person reads out."""
    arena: Lazy[Callable[..., Arena[Game, Answer]]]
    """A game, a function that solves it and others like it, where progress goes and who works in; its arena out."""


FAMILIES = {
    "matrix": Family(
        solver=Lazy("zerosum.solvers.matrix:solve"),
        verifier=Lazy("zerosum.verifiers.matrix:verify"),
        drawer=Lazy("zerosum.plots.matrix:draw"),
        reporter=Lazy("zerosum.reports.matrix:report"),
        arena=Lazy("zerosum.arena.matrix:MatrixArena"),
    ),
    "staged": Family(
        solver=Lazy("zerosum.solvers.staged:solve"),
        verifier=Lazy("zerosum.verifiers.staged:verify"),
        drawer=Lazy("zerosum.plots.staged:draw"),
        reporter=Lazy("zerosum.reports.staged:report"),
        arena=Lazy("zerosum.arena.staged:StagedArena"),
    ),
    "subtraction": Family(
        solver=Lazy("zerosum.solvers.subtraction:solve"),
        verifier=Lazy("zerosum.verifiers.subtraction:verify"),
        drawer=Lazy("zerosum.plots.subtraction:draw"),
        reporter=Lazy("zerosum.reports.subtraction:report"),
        arena=Lazy("zerosum.arena.subtraction:SubtractionArena"),
    ),
    "tricks": Family(
        solver=Lazy("zerosum.solvers.tricks:solve"),
        verifier=Lazy("zerosum.verifiers.tricks:verify"),
        drawer=Lazy("zerosum.plots.tricks:draw"),
        reporter=Lazy("zerosum.reports.tricks:report"),
        arena=Lazy("zerosum.arena.tricks:TrickArena"),
    ),
    "targets": Family(
        solver=Lazy("zerosum.solvers.targets:solve"),
        verifier=Lazy("zerosum.verifiers.targets:verify"),
        drawer=Lazy("zerosum.plots.targets:draw"),
        reporter=Lazy("zerosum.reports.targets:report"),
        arena=Lazy("zerosum.arena.targets:TargetArena"),
    ),
    "stochastic": Family(
        solver=Lazy("zerosum.solvers.stochastic:solve"),
        verifier=Lazy("zerosum.verifiers.stochastic:verify"),
        drawer=Lazy("zerosum.plots.stochastic:draw"),
        reporter=Lazy("zerosum.reports.stochastic:report"),
        arena=Lazy("zerosum.arena.stochastic:StochasticArena"),
    ),
    "lagged": Family(
        solver=Lazy("zerosum.solvers.lagged:solve"),
        verifier=Lazy("zerosum.verifiers.lagged:verify"),
        drawer=Lazy("zerosum.plots.lagged:draw"),
        reporter=Lazy("zerosum.reports.lagged:report"),
        arena=Lazy("zerosum.arena.lagged:LaggedArena"),
    ),
    "betting": Family(
        solver=Lazy("zerosum.solvers.betting:solve"),
        verifier=Lazy("zerosum.verifiers.betting:verify"),
        drawer=Lazy("zerosum.plots.betting:draw"),
        reporter=Lazy("zerosum.reports.betting:report"),
        arena=Lazy("zerosum.arena.betting:BettingArena"),
    ),
    "wager": Family(
        solver=Lazy("zerosum.solvers.wager:solve"),
        verifier=Lazy("zerosum.verifiers.wager:verify"),
        drawer=Lazy("zerosum.plots.wager:draw"),
        reporter=Lazy("zerosum.reports.wager:report"),
        arena=Lazy("zerosum.arena.wager:WagerArena"),
    ),
    "drawing": Family(
        solver=Lazy("zerosum.solvers.drawing:solve"),
        verifier=Lazy("zerosum.verifiers.drawing:verify"),
        drawer=Lazy("zerosum.plots.drawing:draw"),
        reporter=Lazy("zerosum.reports.drawing:report"),
        arena=Lazy("zerosum.arena.drawing:DrawingArena"),
    ),
    "hidden": Family(
        solver=Lazy("zerosum.solvers.hidden:solve"),
        verifier=Lazy("zerosum.verifiers.hidden:verify"),
        drawer=Lazy("zerosum.plots.hidden:draw"),
        reporter=Lazy("zerosum.reports.hidden:report"),
        arena=Lazy("zerosum.arena.hidden:HiddenArena"),
    ),
    "phased": Family(
        solver=Lazy("zerosum.solvers.phased:solve"),
        verifier=Lazy("zerosum.verifiers.phased:verify"),
        drawer=Lazy("zerosum.plots.phased:draw"),
        reporter=Lazy("zerosum.reports.phased:report"),
        arena=Lazy("zerosum.arena.phased:PhasedArena"),
    ),
}
"""The models by name."""


def family_of(game: type[Game]) -> Family:
    """What belongs to the model of a game."""
    if game.model not in FAMILIES:
        raise GameError(
            f"{game.__name__} is not a game of any known model; derive it from zerosum.StagedGame or another"
        )
    return FAMILIES[game.model]


def solve(game: Game, **options: object) -> Solution:
    """Solve a game of any model; the options are those of the model's solver."""
    return family_of(type(game)).solver()(game, **options)


def arena_for(
    game: Game,
    solution: Callable[[], Solution] | None = None,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Arena[Game, Answer]:
    """The arena of a game; its solution is found when it is first needed, by `solution` where that is given."""

    def found(asked: Game) -> Solution:
        return solution() if solution and asked is game else solve(asked, progress=progress)

    return family_of(type(game)).arena()(game, found, progress, workers)
