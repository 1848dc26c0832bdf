"""Matrix games and small finite games as games of nashpy and QuantEcon: row's payoffs, and their negatives for col.

A finite game becomes one matrix with a row for every plan of the row player and a column for every plan of the col
player. A plan is a move at each information set. A leaf of the tree is reached by the plans with all moves on the
path to it, so it adds its payoff, times its probability, to the entries for a product of two sets of plans.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable
from fractions import Fraction
from math import prod

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution
from zerosum.matrix.value import as_fractions
from zerosum.models.hidden.rules import Deal, End, Knowledge, amount_of, knowledge_after
from zerosum.models.matrix_game.rules import MatrixGame

__all__ = ["to_nashpy", "to_quantecon"]

MAX_ENTRIES = 4_000_000
"""Maximum number of entries in the matrix of a finite game."""

MovesTaken = tuple[dict[Hashable, int], dict[Hashable, int]]
"""For each side, the index of the move made at each information set on the path."""


def to_nashpy(game: object) -> Foreign:
    """Return a `nashpy.Game` for a matrix, a matrix game, a small finite game (pure strategy against pure
    strategy), or a solution.

    Parameters
    ----------
    game
        The game to convert.

    Examples
    --------
    >>> from zerosum.interop.normal_form import to_nashpy
    >>> to_nashpy([[1, -1], [-1, 1]])[[0.5, 0.5], [0.5, 0.5]].tolist()
    [0.0, 0.0]
    """
    payoffs = _payoffs(game)
    return _package("nashpy", "nashpy").Game(payoffs, -payoffs)


def to_quantecon(game: object) -> Foreign:
    """Return a `quantecon.game_theory.NormalFormGame` for anything that `to_nashpy` takes.

    Parameters
    ----------
    game
        The game to convert.

    Examples
    --------
    >>> from zerosum.interop.normal_form import to_quantecon
    >>> to_quantecon([[1, -1], [-1, 1]]).is_nash(([0.5, 0.5], [0.5, 0.5]))
    True
    """
    payoffs = _payoffs(game)
    players = _package("quantecon.game_theory", "quantecon")
    return players.NormalFormGame([players.Player(payoffs), players.Player(-payoffs.T)])


def _package(module: str, package: str) -> Foreign:
    """Return a module of another package; raise an error that says how to install it if it is missing."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError:
        raise InputError(f"{package} is not installed; install it with: pip install {package}") from None


def _payoffs(game: object) -> Floats:
    """Return row's payoffs as floats, the only numbers that these packages support."""
    given = game.game if isinstance(game, Solution) else game
    if isinstance(given, MatrixGame):
        if not given.payoffs:
            raise InputError("this solution has no payoffs; pass the matrix itself")
        given = given.payoffs
    elif isinstance(given, Game):
        return plan_payoffs(given)
    return np.array(as_fractions(given), dtype=np.float64)


def plan_payoffs(game: Game) -> Floats:
    """Return row's mean payoffs in a finite game, for each pair of pure strategies."""
    tree = game.family.extensive(game)
    sets: MovesTaken = ({}, {})  # here, the number of moves at each information set
    leaves: list[tuple[Fraction, MovesTaken]] = []
    start: tuple[Position, Knowledge, Fraction, MovesTaken] = (tree.start, ((), ()), Fraction(1), ({}, {}))
    stack = [start]
    while stack:
        position, known, chance, taken = stack.pop()
        turn = tree.turn(position)
        if isinstance(turn, End):
            leaves.append((chance * amount_of(turn.payoff, "a payoff"), taken))
        elif isinstance(turn, Deal):
            for outcome, p in turn.outcomes:
                after = tree.after(position, outcome)
                stack.append((after, knowledge_after(turn, outcome, known), chance * p, taken))
        else:
            side = SIDES.index(turn.side)
            key = ("named", turn.knows) if turn.knows is not None else ("observed", known[side])
            sets[side][key] = len(turn.moves)
            for index, move in enumerate(turn.moves):
                mine = {**taken[side], key: index}
                then = (mine, taken[1]) if side == 0 else (taken[0], mine)
                stack.append((tree.after(position, move), knowledge_after(turn, move, known), chance, then))
    rows, cols = (prod(own.values()) for own in sets)
    if rows * cols > MAX_ENTRIES:
        raise TooLargeError(
            f"{game.slug} has {rows:,} × {cols:,} pairs of pure strategies, too many for one payoff matrix"
        )
    payoffs: Floats = np.zeros((rows, cols))
    for weight, taken in leaves:
        row, col = (_plans_taking(own, moves) for own, moves in zip(sets, taken, strict=True))
        payoffs += float(weight) * np.outer(row, col)
    return payoffs


def _plans_taking(own: dict[Hashable, int], taken: dict[Hashable, int]) -> Floats:
    """Return the pure strategies of a player that make these moves, as a vector of zeros and ones."""
    plans: Floats = np.zeros(tuple(own.values()))
    plans[tuple(taken.get(key, slice(None)) for key in own)] = 1.0
    return plans.ravel()
