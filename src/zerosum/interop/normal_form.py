"""Matrix games and small finite games as nashpy's and QuantEcon's games: row's payoffs, and for col their negatives."""

from __future__ import annotations

import importlib

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game
from zerosum.core.solution import Solution
from zerosum.interop.strategic import strategic
from zerosum.matrix.inputs import as_fractions
from zerosum.models.matrix_game.rules import MatrixGame

__all__ = ["to_nashpy", "to_quantecon"]


def to_nashpy(game: object) -> Foreign:
    """A `nashpy.Game`, of a matrix, a matrix game, a small finite game (plan against plan), or a solution.

    Parameters
    ----------
    game
        What to hand over.

    Examples
    --------
    >>> from zerosum.interop.normal_form import to_nashpy
    >>> to_nashpy([[1, -1], [-1, 1]])[[0.5, 0.5], [0.5, 0.5]].tolist()
    [0.0, 0.0]
    """
    payoffs = _payoffs(game)
    return _package("nashpy", "nashpy").Game(payoffs, -payoffs)


def to_quantecon(game: object) -> Foreign:
    """A `quantecon.game_theory.NormalFormGame`, of whatever `to_nashpy` takes.

    Parameters
    ----------
    game
        What to hand over.

    Examples
    --------
    >>> from zerosum.interop.normal_form import to_quantecon
    >>> to_quantecon([[1, -1], [-1, 1]]).is_nash(([0.5, 0.5], [0.5, 0.5]))
    True
    """
    payoffs = _payoffs(game)
    players = _package("quantecon.game_theory", "quantecon")
    return players.NormalFormGame([players.Player(payoffs), players.Player(-payoffs.T)])


def _payoffs(game: object) -> Floats:
    """Row's payoffs in floats, the only numbers that these packages compute with."""
    given = game.game if isinstance(game, Solution) else game
    if isinstance(given, MatrixGame):
        if not given.payoffs:
            raise InputError("this answer has no payoffs; give the matrix itself")
        given = given.payoffs
    elif isinstance(given, Game):
        return strategic(given)
    return np.array(as_fractions(given), dtype=np.float64)


def _package(module: str, package: str) -> Foreign:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        raise InputError(f"{package} is not installed; install it with: pip install {package}") from None
