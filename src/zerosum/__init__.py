"""Two-person zero-sum sequential games, solved with a certificate on every number.

    >>> import zerosum
    >>> zerosum.solve("jujitsu", cards=4).row

Heavy parts are imported when they are first used.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # for type checkers it is true; importing typing would take longer than all the rest
if TYPE_CHECKING:
    from zerosum import matrix
    from zerosum.api import exact_value, formula, formula_map, load, match, play, plot, solve, verify
    from zerosum.arena.players import weights
    from zerosum.certificates.saved import load_solution
    from zerosum.core.errors import GameError, InputError, Stopped, StoreError, TooLargeError, ZerosumError
    from zerosum.core.game import WAIT, Game, option
    from zerosum.core.solution import Solution, Value
    from zerosum.display import Table
    from zerosum.games import CATALOG
    from zerosum.models.betting.rules import BettingGame
    from zerosum.models.drawing.rules import DrawingGame
    from zerosum.models.hidden.rules import HiddenGame, choose, deal, end, tell
    from zerosum.models.lagged.rules import LaggedGame
    from zerosum.models.matrix_game.rules import MatrixGame
    from zerosum.models.phased.rules import PhasedGame
    from zerosum.models.river.rules import RiverGame
    from zerosum.models.staged.rules import StagedGame
    from zerosum.models.stochastic.rules import StochasticGame
    from zerosum.models.streets.rules import StreetGame
    from zerosum.models.subtraction.rules import SubtractionGame
    from zerosum.models.targets.rules import TargetGame
    from zerosum.models.tricks.rules import TrickGame
    from zerosum.models.wager.rules import WagerGame
    from zerosum.testing import check_game

__version__ = "0.2.0"

__all__ = [
    "CATALOG",
    "WAIT",
    "BettingGame",
    "DrawingGame",
    "Game",
    "GameError",
    "HiddenGame",
    "InputError",
    "LaggedGame",
    "MatrixGame",
    "PhasedGame",
    "RiverGame",
    "Solution",
    "StagedGame",
    "StochasticGame",
    "Stopped",
    "StoreError",
    "StreetGame",
    "SubtractionGame",
    "Table",
    "TargetGame",
    "TooLargeError",
    "TrickGame",
    "Value",
    "WagerGame",
    "ZerosumError",
    "__version__",
    "check_game",
    "choose",
    "deal",
    "end",
    "exact_value",
    "formula",
    "formula_map",
    "load",
    "load_solution",
    "match",
    "matrix",
    "option",
    "play",
    "plot",
    "solve",
    "tell",
    "verify",
    "weights",
]

_WHERE = {
    "core.errors": ("GameError", "InputError", "Stopped", "StoreError", "TooLargeError", "ZerosumError"),
    "arena.players": ("weights",),
    "api": ("exact_value", "formula", "formula_map", "load", "match", "play", "plot", "solve", "verify"),
    "games": ("CATALOG",),
    "models.betting": ("BettingGame",),
    "models.drawing": ("DrawingGame",),
    "core.game": ("Game", "option"),
    "models.hidden": ("HiddenGame", "choose", "deal", "end", "tell"),
    "models.lagged": ("LaggedGame",),
    "models.matrix_game": ("MatrixGame",),
    "models.phased": ("PhasedGame",),
    "models.river": ("RiverGame",),
    "models.staged": ("WAIT", "StagedGame"),
    "models.stochastic": ("StochasticGame",),
    "models.streets": ("StreetGame",),
    "models.subtraction": ("SubtractionGame",),
    "models.targets": ("TargetGame",),
    "models.tricks": ("TrickGame",),
    "models.wager": ("WagerGame",),
    "display": ("Table",),
    "certificates.saved": ("load_solution",),
    "core.solution": ("Solution", "Value"),
    "testing": ("check_game",),
}


def __getattr__(name: str) -> object:
    import importlib

    if name == "matrix":
        return importlib.import_module("zerosum.matrix")
    for module, names in _WHERE.items():
        if name in names:
            return getattr(importlib.import_module(f"zerosum.{module}"), name)
    raise AttributeError(f"module 'zerosum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


class _Moved:
    """Finds modules by the names that they had in version 0.2."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        if not name.startswith("zerosum."):
            return None
        from zerosum.core.moved import spec_of

        return spec_of(name)


sys.meta_path.append(_Moved)  # type: ignore[arg-type]
