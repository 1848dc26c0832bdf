"""Stochastic games at the table: the state, what its moves pay, and how long a round can be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from zerosum.arena.public import Solve, public_game
from zerosum.arena.stages import STAGES, Stage
from zerosum.models.stochastic import StochasticGame
from zerosum.rounds.course import simple_players
from zerosum.rounds.public import PublicDealer
from zerosum.sides import Side

__all__ = ["dealer"]

MOST_CELLS = 100
"""A larger table of payoffs is not shown."""


def dealer(game: StochasticGame, solution: Solve) -> PublicDealer:
    """Deals rounds of a stochastic game."""
    return PublicDealer(
        game.title, _rules(game), public_game(game, solution), partial(_state, game), simple_players(game)
    )


def _rules(game: StochasticGame) -> Sequence[str]:
    """What a round is."""
    return (
        "In each stage both choose a move at the same time; column pays row, and the state may change.",
        f"A round has at most {STAGES} stages{_stop(game)}, and pays the sum of its stages.",
    )


def _stop(game: StochasticGame) -> str:
    """How a round may end before."""
    if game.beta is None:
        return ""
    if game.beta == 1:
        return ", fewer where the rules stop it"
    return f", and after each one it stops with chance {1 - game.beta}"


def _state(game: StochasticGame, position: Stage, side: Side) -> Sequence[str]:
    """The state, the stage, and what each pair of moves pays to this side now."""
    state, left = position
    if not left:
        return ["the round is over"]
    here = f"state {state} · stage {STAGES - left + 1} of at most {STAGES}"
    return [here, *_payoffs(game, state, side)]


def _payoffs(game: StochasticGame, state: str, side: Side) -> Sequence[str]:
    """A table: the side's own moves down, the rival's across."""
    rows, cols = game.moves(state)
    if len(rows) * len(cols) > MOST_CELLS:
        return []
    if side == "row":
        mine, theirs = rows, cols
        cells = [[float(game.play(state, i, j)[0]) for j in cols] for i in rows]
    else:
        mine, theirs = cols, rows
        cells = [[-float(game.play(state, i, j)[0]) for i in rows] for j in cols]
    first = max(map(len, mine))
    widths = [max(len(name), 7) for name in theirs]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(theirs, widths, strict=True))
    lines = [
        f"{name:<{first}}  " + "  ".join(f"{paid + 0.0:>+{w}g}" for paid, w in zip(line, widths, strict=True))
        for name, line in zip(mine, cells, strict=True)
    ]
    return ["what you get now, your moves down and the rival's across:", f"{'':<{first}}  {head}", *lines]
