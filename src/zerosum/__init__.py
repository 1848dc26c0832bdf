"""Two-person zero-sum sequential games, solved with a certificate on every number.

    >>> import zerosum
    >>> zerosum.solve("jujitsu", cards=4).row

Heavy parts are imported when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # for type checkers it is true; importing typing would take longer than all the rest
if TYPE_CHECKING:
    from zerosum import matrix
    from zerosum.api import load, match, play, plot, solve, verify
    from zerosum.errors import GameError, InputError, Stopped, StoreError, TooLargeError, ZerosumError
    from zerosum.games import CATALOG
    from zerosum.models.betting import BettingGame
    from zerosum.models.drawing import DrawingGame
    from zerosum.models.game import Game, option
    from zerosum.models.hidden import HiddenGame, choose, deal, end, tell
    from zerosum.models.lagged import LaggedGame
    from zerosum.models.matrix import MatrixGame
    from zerosum.models.phased import PhasedGame
    from zerosum.models.staged import WAIT, StagedGame
    from zerosum.models.stochastic import StochasticGame
    from zerosum.models.subtraction import SubtractionGame
    from zerosum.models.targets import TargetGame
    from zerosum.models.tricks import TrickGame
    from zerosum.models.wager import WagerGame
    from zerosum.reports import Table
    from zerosum.saved import load_solution
    from zerosum.solution import Solution, Value
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
    "Solution",
    "StagedGame",
    "StochasticGame",
    "Stopped",
    "StoreError",
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
]

_WHERE = {
    "errors": ("GameError", "InputError", "Stopped", "StoreError", "TooLargeError", "ZerosumError"),
    "api": ("load", "match", "play", "plot", "solve", "verify"),
    "games": ("CATALOG",),
    "models.betting": ("BettingGame",),
    "models.drawing": ("DrawingGame",),
    "models.game": ("Game", "option"),
    "models.hidden": ("HiddenGame", "choose", "deal", "end", "tell"),
    "models.lagged": ("LaggedGame",),
    "models.matrix": ("MatrixGame",),
    "models.phased": ("PhasedGame",),
    "models.staged": ("WAIT", "StagedGame"),
    "models.stochastic": ("StochasticGame",),
    "models.subtraction": ("SubtractionGame",),
    "models.targets": ("TargetGame",),
    "models.tricks": ("TrickGame",),
    "models.wager": ("WagerGame",),
    "reports": ("Table",),
    "saved": ("load_solution",),
    "solution": ("Solution", "Value"),
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
