"""What belongs to a model: one record each of how its games are solved, verified, drawn, played and reported.

Every part is imported when it is first asked for. A new model is one record here, its files in the rooms, and its
name in the `model` of its base class; `tests/core/test_families.py` walks them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

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

# A record serves games and solutions of its own model only, and a call is written against that model's types:
# so the parts are typed by what they return, and their arguments are `...`.
Solver = Callable[..., Solution]
Verifier = Callable[..., Value]
Drawer = Callable[..., "Figure"]
Reporter = Callable[..., "Report"]
ArenaMaker = Callable[..., "Arena[Game, Answer]"]


class Family(ABC):
    """How the games of one model are solved, verified, drawn, played and reported."""

    @abstractmethod
    def solver(self) -> Solver:
        """A game and keyword options in, a solution out."""

    @abstractmethod
    def verifier(self) -> Verifier:
        """A game and its solution in, the bounds that the strategies alone give out."""

    @abstractmethod
    def drawer(self) -> Drawer:
        """A solution and keyword options in, a picture out."""

    @abstractmethod
    def reporter(self) -> Reporter:
        """A solution in, what a person reads out."""

    @abstractmethod
    def arena(self) -> ArenaMaker:
        """A game, a function that finds its solution, and where progress goes in; its arena out."""


class Staged(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.staged import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.staged import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.staged import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.staged import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.staged import StagedArena

        return StagedArena


class Subtraction(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.subtraction import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.subtraction import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.subtraction import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.subtraction import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.subtraction import SubtractionArena

        return SubtractionArena


class Tricks(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.tricks import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.tricks import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.tricks import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.tricks import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.tricks import TrickArena

        return TrickArena


class Targets(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.targets import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.targets import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.targets import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.targets import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.targets import TargetArena

        return TargetArena


class Stochastic(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.stochastic import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.stochastic import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.stochastic import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.stochastic import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.stochastic import StochasticArena

        return StochasticArena


class Lagged(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.lagged import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.lagged import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.lagged import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.lagged import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.lagged import LaggedArena

        return LaggedArena


class Betting(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.betting import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.betting import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.betting import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.betting import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.betting import BettingArena

        return BettingArena


class Wager(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.wager import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.wager import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.wager import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.wager import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.wager import WagerArena

        return WagerArena


class Drawing(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.drawing import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.drawing import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.drawing import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.drawing import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.drawing import DrawingArena

        return DrawingArena


class Hidden(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.hidden import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.hidden import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.hidden import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.hidden import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.hidden import HiddenArena

        return HiddenArena


class Phased(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.phased import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.phased import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.phased import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.phased import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.phased import PhasedArena

        return PhasedArena


class Matrix(Family):
    def solver(self) -> Solver:
        from zerosum.solvers.matrix import solve

        return solve

    def verifier(self) -> Verifier:
        from zerosum.verifiers.matrix import verify

        return verify

    def drawer(self) -> Drawer:
        from zerosum.plots.matrix import draw

        return draw

    def reporter(self) -> Reporter:
        from zerosum.reports.matrix import report

        return report

    def arena(self) -> ArenaMaker:
        from zerosum.arena.matrix import MatrixArena

        return MatrixArena


FAMILIES: dict[str, Family] = {
    "matrix": Matrix(),
    "staged": Staged(),
    "subtraction": Subtraction(),
    "tricks": Tricks(),
    "targets": Targets(),
    "stochastic": Stochastic(),
    "lagged": Lagged(),
    "betting": Betting(),
    "wager": Wager(),
    "drawing": Drawing(),
    "hidden": Hidden(),
    "phased": Phased(),
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
    make = family_of(type(game)).arena()
    return make(game, solution or (lambda: solve(game, progress=progress)), progress, workers)
