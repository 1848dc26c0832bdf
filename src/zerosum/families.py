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
class Part(Generic[T]):
    """Something named `module:name` as an entry point is, imported when it is first asked for."""

    where: str

    def __call__(self) -> T:
        module, name = self.where.split(":")
        part: T = getattr(import_module(module), name)
        return part


@dataclass(frozen=True)
class Family:
    """How the games of one model are solved, verified, drawn, played and reported.

    A record serves games and solutions of its own model only, and a call is written against that model's types:
    so the parts are typed by what they return, and their arguments are `...`.
    """

    solver: Part[Callable[..., Solution]]
    """A game and keyword options in, a solution out."""
    verifier: Part[Callable[..., Value]]
    """A game and its solution in, the bounds that the strategies alone give out."""
    drawer: Part[Callable[..., Figure]]
    """A solution and keyword options in, a picture out."""
    reporter: Part[Callable[..., Report]]
    """A solution in, what a person reads out."""
    arena: Part[Callable[..., Arena[Game, Answer]]]
    """A game, a function that solves it and others like it, where progress goes and who works in; its arena out."""


FAMILIES = {
    "matrix": Family(
        solver=Part("zerosum.solvers.matrix:solve"),
        verifier=Part("zerosum.verifiers.matrix:verify"),
        drawer=Part("zerosum.plots.matrix:draw"),
        reporter=Part("zerosum.reports.matrix:report"),
        arena=Part("zerosum.arena.matrix:MatrixArena"),
    ),
    "staged": Family(
        solver=Part("zerosum.solvers.staged:solve"),
        verifier=Part("zerosum.verifiers.staged:verify"),
        drawer=Part("zerosum.plots.staged:draw"),
        reporter=Part("zerosum.reports.staged:report"),
        arena=Part("zerosum.arena.staged:StagedArena"),
    ),
    "subtraction": Family(
        solver=Part("zerosum.solvers.subtraction:solve"),
        verifier=Part("zerosum.verifiers.subtraction:verify"),
        drawer=Part("zerosum.plots.subtraction:draw"),
        reporter=Part("zerosum.reports.subtraction:report"),
        arena=Part("zerosum.arena.subtraction:SubtractionArena"),
    ),
    "tricks": Family(
        solver=Part("zerosum.solvers.tricks:solve"),
        verifier=Part("zerosum.verifiers.tricks:verify"),
        drawer=Part("zerosum.plots.tricks:draw"),
        reporter=Part("zerosum.reports.tricks:report"),
        arena=Part("zerosum.arena.tricks:TrickArena"),
    ),
    "targets": Family(
        solver=Part("zerosum.solvers.targets:solve"),
        verifier=Part("zerosum.verifiers.targets:verify"),
        drawer=Part("zerosum.plots.targets:draw"),
        reporter=Part("zerosum.reports.targets:report"),
        arena=Part("zerosum.arena.targets:TargetArena"),
    ),
    "stochastic": Family(
        solver=Part("zerosum.solvers.stochastic:solve"),
        verifier=Part("zerosum.verifiers.stochastic:verify"),
        drawer=Part("zerosum.plots.stochastic:draw"),
        reporter=Part("zerosum.reports.stochastic:report"),
        arena=Part("zerosum.arena.stochastic:StochasticArena"),
    ),
    "lagged": Family(
        solver=Part("zerosum.solvers.lagged:solve"),
        verifier=Part("zerosum.verifiers.lagged:verify"),
        drawer=Part("zerosum.plots.lagged:draw"),
        reporter=Part("zerosum.reports.lagged:report"),
        arena=Part("zerosum.arena.lagged:LaggedArena"),
    ),
    "betting": Family(
        solver=Part("zerosum.solvers.betting:solve"),
        verifier=Part("zerosum.verifiers.betting:verify"),
        drawer=Part("zerosum.plots.betting:draw"),
        reporter=Part("zerosum.reports.betting:report"),
        arena=Part("zerosum.arena.betting:BettingArena"),
    ),
    "wager": Family(
        solver=Part("zerosum.solvers.wager:solve"),
        verifier=Part("zerosum.verifiers.wager:verify"),
        drawer=Part("zerosum.plots.wager:draw"),
        reporter=Part("zerosum.reports.wager:report"),
        arena=Part("zerosum.arena.wager:WagerArena"),
    ),
    "drawing": Family(
        solver=Part("zerosum.solvers.drawing:solve"),
        verifier=Part("zerosum.verifiers.drawing:verify"),
        drawer=Part("zerosum.plots.drawing:draw"),
        reporter=Part("zerosum.reports.drawing:report"),
        arena=Part("zerosum.arena.drawing:DrawingArena"),
    ),
    "hidden": Family(
        solver=Part("zerosum.solvers.hidden:solve"),
        verifier=Part("zerosum.verifiers.hidden:verify"),
        drawer=Part("zerosum.plots.hidden:draw"),
        reporter=Part("zerosum.reports.hidden:report"),
        arena=Part("zerosum.arena.hidden:HiddenArena"),
    ),
    "phased": Family(
        solver=Part("zerosum.solvers.phased:solve"),
        verifier=Part("zerosum.verifiers.phased:verify"),
        drawer=Part("zerosum.plots.phased:draw"),
        reporter=Part("zerosum.reports.phased:report"),
        arena=Part("zerosum.arena.phased:PhasedArena"),
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
