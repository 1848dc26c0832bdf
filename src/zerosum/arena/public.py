"""Games with open positions, whatever their model, as staged games with a solution at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zerosum.arena.players import Equilibrium, Mix, Player
from zerosum.arena.stages import Staged
from zerosum.arena.unfold import Hands, Unfolded
from zerosum.errors import InputError
from zerosum.models.game import Game
from zerosum.models.staged import StagedGame
from zerosum.models.stochastic import StochasticGame
from zerosum.models.tricks import TrickGame

__all__ = ["PublicGame", "Solve", "is_public", "public_game"]

Solve = Callable[[], Any]
"""Gives the solution of the game at hand, finding it at the first call."""


@dataclass(frozen=True)
class PublicGame:
    """A staged game, both strategies at any of its positions, and the value there."""

    game: StagedGame
    strategies: Callable[[Any], tuple[Mix, Mix]]
    value: Callable[[Any], float] | None
    """The value at a position; None where positions have no value of their own, as in average-payoff games."""

    @property
    def equilibrium(self) -> Player:
        """The player that follows the solution."""
        return Equilibrium(self.strategies)

    def worth(self, position: Any, i: Any, j: Any) -> float:
        """What a pair of moves is worth to row, with optimal play to follow."""
        assert self.value is not None
        outcomes = self.game.play(position, i, j)
        return float(sum(float(p) * (float(reward) + self.value(after)) for p, reward, after in outcomes))


def is_public(game: Game) -> bool:
    """Whether both players always know the position."""
    return isinstance(game, StagedGame | TrickGame | StochasticGame)


def public_game(game: Game, solution: Solve, *, by_order: bool = False) -> PublicGame:
    """The staged form of a game; `solution` is called whenever a strategy is asked for, and remembers.

    `by_order` relabels the cards of a trick game by their order, which makes far fewer positions.
    """
    if isinstance(game, TrickGame):
        unfolded = Unfolded(game, by_order=by_order)
        return PublicGame(
            unfolded,
            lambda hands: _dealt(hands, solution),
            lambda hands: _value(game, hands, solution),
        )
    if isinstance(game, StochasticGame):
        return PublicGame(
            Staged(game),
            lambda at: (solution().rows[at.state], solution().cols[at.state]),
            None if game.beta is None else lambda at: float(solution().values[at.state]) if at.left else 0.0,
        )
    if isinstance(game, StagedGame):
        return PublicGame(
            game, lambda at: solution().strategies_at(at), lambda at: float(solution().value_at(at))
        )
    raise InputError(f"{game.title} has hidden hands or moves, so its positions are not open to both players")


def _dealt(hands: Hands | str, solution: Solve) -> tuple[Mix, Mix]:
    """The strategies of a trick game at two hands; before the deal there is nothing to choose."""
    if isinstance(hands, str):
        return {}, {}
    answer = solution().answer_at(*hands)
    return answer.row, answer.col


def _value(game: TrickGame, hands: Hands | str, solution: Solve) -> float:
    """The value of a trick game at two hands; what is settled when they are empty."""
    if isinstance(hands, str):
        return float(solution().value)
    return float(solution().answer_at(*hands).value) if hands.row else float(game.settle(hands.context))
