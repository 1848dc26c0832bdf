"""Two-person zero-sum sequential games, solved with a certificate on every number.

    >>> import zerosum
    >>> zerosum.solve(zerosum.load("jujitsu")(cards=4))

Heavy parts are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from zerosum.errors import GameError, InputError, Stopped, StoreError, TooLargeError, ZerosumError
    from zerosum.families import solve
    from zerosum.games import CATALOG, load
    from zerosum.models.betting import BettingGame
    from zerosum.models.drawing import DrawingGame
    from zerosum.models.game import Game, option
    from zerosum.models.hidden import HiddenGame, choose, deal, end, tell
    from zerosum.models.lagged import LaggedGame
    from zerosum.models.staged import WAIT, StagedGame
    from zerosum.models.stochastic import StochasticGame
    from zerosum.models.subtraction import SubtractionGame
    from zerosum.models.targets import TargetGame
    from zerosum.models.tricks import TrickGame
    from zerosum.models.wager import WagerGame
    from zerosum.reports import Table
    from zerosum.solution import Solution, Value
    from zerosum.testing import check_game

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
    "option",
    "solve",
    "tell",
]

_WHERE = {
    "errors": ("GameError", "InputError", "Stopped", "StoreError", "TooLargeError", "ZerosumError"),
    "games": ("CATALOG", "load"),
    "models.betting": ("BettingGame",),
    "models.drawing": ("DrawingGame",),
    "models.game": ("Game", "option"),
    "models.hidden": ("HiddenGame", "choose", "deal", "end", "tell"),
    "models.lagged": ("LaggedGame",),
    "models.staged": ("WAIT", "StagedGame"),
    "models.stochastic": ("StochasticGame",),
    "models.subtraction": ("SubtractionGame",),
    "models.targets": ("TargetGame",),
    "models.tricks": ("TrickGame",),
    "models.wager": ("WagerGame",),
    "reports": ("Table",),
    "solution": ("Solution", "Value"),
    "families": ("solve",),
    "testing": ("check_game",),
}


def __getattr__(name: str) -> Any:
    for module, names in _WHERE.items():
        if name in names:
            return getattr(importlib.import_module(f"zerosum.{module}"), name)
    raise AttributeError(f"module 'zerosum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
