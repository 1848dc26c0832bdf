"""Two-person zero-sum sequential games, solved with a certificate on every number.

    >>> import zerosum
    >>> zerosum.solve("jujitsu", cards=4).row

Modules that are slow to import are imported at their first use.
"""

from __future__ import annotations

TYPE_CHECKING = False  # for type checkers it is true; importing typing would take longer than all the rest
if TYPE_CHECKING:
    from zerosum import matrix
    from zerosum.api import exact_value, exploit, formula, formula_map, load, match, play, plot, solve, verify
    from zerosum.arena.players import weights
    from zerosum.certificates.saved import load_solution
    from zerosum.core.errors import GameError, InputError, Stopped, StoreError, TooLargeError, ZerosumError
    from zerosum.core.game import WAIT, Game, option
    from zerosum.core.solution import Solution, Value
    from zerosum.display import Table
    from zerosum.games import CATALOG
    from zerosum.models.continuum.engines.phased.rules import PhasedGame
    from zerosum.models.continuum.rules import BettingGame
    from zerosum.models.hidden.engines.river.rules import RiverGame
    from zerosum.models.hidden.engines.streets.rules import StreetGame
    from zerosum.models.hidden.rules import HiddenGame, choose, deal, end, tell
    from zerosum.models.lagged.rules import LaggedGame
    from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame
    from zerosum.models.matrix_game.rules import MatrixGame
    from zerosum.models.solo.engines.drawing.rules import DrawingGame
    from zerosum.models.solo.engines.wager.rules import WagerGame
    from zerosum.models.staged.engines.grundy.rules import SubtractionGame
    from zerosum.models.staged.engines.tricks.rules import TrickGame
    from zerosum.models.staged.rules import StagedGame
    from zerosum.models.stochastic.rules import StochasticGame
    from zerosum.models.targets.rules import TargetGame
    from zerosum.strategies import read_strategy, write_strategy
    from zerosum.sweeps import sweep
    from zerosum.testing import check_game

__version__ = "0.2.0"

__all__ = [
    "CATALOG",
    "WAIT",
    "AllocationGame",
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
    "exploit",
    "formula",
    "formula_map",
    "load",
    "load_solution",
    "match",
    "matrix",
    "option",
    "play",
    "plot",
    "read_strategy",
    "solve",
    "sweep",
    "tell",
    "verify",
    "weights",
    "write_strategy",
]

_PUBLIC_NAMES = {
    "core.errors": ("GameError", "InputError", "Stopped", "StoreError", "TooLargeError", "ZerosumError"),
    "arena.players": ("weights",),
    "api": (
        "exact_value",
        "exploit",
        "formula",
        "formula_map",
        "load",
        "match",
        "play",
        "plot",
        "solve",
        "verify",
    ),
    "games": ("CATALOG",),
    "models.continuum": ("BettingGame",),
    "models.solo.engines.drawing": ("DrawingGame",),
    "core.game": ("Game", "option"),
    "models.hidden": ("HiddenGame", "choose", "deal", "end", "tell"),
    "models.lagged": ("LaggedGame",),
    "models.matrix_game": ("MatrixGame",),
    "models.matrix_game.engines.allocation": ("AllocationGame",),
    "models.continuum.engines.phased": ("PhasedGame",),
    "models.hidden.engines.river": ("RiverGame",),
    "models.staged": ("WAIT", "StagedGame"),
    "models.stochastic": ("StochasticGame",),
    "models.hidden.engines.streets": ("StreetGame",),
    "models.staged.engines.grundy": ("SubtractionGame",),
    "models.targets": ("TargetGame",),
    "models.staged.engines.tricks": ("TrickGame",),
    "models.solo.engines.wager": ("WagerGame",),
    "display": ("Table",),
    "strategies": ("read_strategy", "write_strategy"),
    "sweeps": ("sweep",),
    "certificates.saved": ("load_solution",),
    "core.solution": ("Solution", "Value"),
    "testing": ("check_game",),
}


def __getattr__(name: str) -> object:
    import importlib

    if name == "matrix":
        return importlib.import_module("zerosum.matrix")
    for module, names in _PUBLIC_NAMES.items():
        if name in names:
            return getattr(importlib.import_module(f"zerosum.{module}"), name)
    raise AttributeError(f"module 'zerosum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
