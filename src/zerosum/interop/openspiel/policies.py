"""Solutions as policies of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import cast

import pyspiel
from open_spiel.python import policy

from zerosum.core.foreign import Foreign
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution
from zerosum.interop.openspiel.given import given
from zerosum.interop.openspiel.taken import OpenSpielHidden, OpenSpielStaged, Spot, actions, in_turns
from zerosum.models.betting.protocol import BettingAnswer
from zerosum.models.hidden.form import HiddenAnswer
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.tricks.rules import TrickAnswer

__all__ = ["to_policy"]

Mixes = Callable[[Foreign, int], Mapping[int, float]]


class SolvedPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """The strategies of a solution, looked up when they are asked for."""

    def __init__(self, game: object, mixes: Mixes) -> None:
        super().__init__(game, list(range(2)))
        self._mixes = mixes

    def action_probabilities(self, state: Foreign, player_id: int | None = None) -> dict[int, float]:
        """The probability of each action of the player to move."""
        return dict(self._mixes(state, state.current_player() if player_id is None else player_id))


def to_policy(solution: Solution) -> SolvedPolicy:
    """The policy of a solution, whose game is OpenSpiel's or one that OpenSpiel can have."""
    game = solution.game
    match game:
        case OpenSpielHidden():
            return SolvedPolicy(game.theirs, _knowing(cast(HiddenAnswer, solution)))
        case OpenSpielStaged():
            return SolvedPolicy(in_turns(game.theirs), _standing(cast(StagedSolution, solution)))
    return SolvedPolicy(given(game, "zerosum_game"), _ours(solution))


def _knowing(solution: HiddenAnswer) -> Mixes:
    """The mixes of OpenSpiel's hidden games, by information state."""

    def mixes(state: Foreign, player: int) -> Mapping[int, float]:
        mix = solution.mix(SIDES[player], state.information_state_string(player))
        return {action: float(mix[name]) for name, action in actions(state, player).items()}

    return mixes


def _standing(solution: StagedSolution) -> Mixes:
    """The mixes of OpenSpiel's public games, by state."""
    game = solution.game
    assert isinstance(game, OpenSpielStaged)

    def mixes(state: Foreign, player: int) -> Mapping[int, float]:
        if isinstance(state, pyspiel.TurnBasedSimultaneousState):
            state = state.simultaneous_game_state()
        spot: Spot = game.spot(state.clone())
        mix = solution.strategies_at(spot)[player]
        return {action: float(mix[name]) for name, action in actions(state, player).items()}

    return mixes


def _ours(solution: Solution) -> Mixes:
    """The mixes of games of ours, whose actions are the places of the moves."""

    def mixes(state: Foreign, player: int) -> Mapping[int, float]:
        mix = _mix(solution, state, player)
        return {place: float(mix.get(move, 0)) for place, move in enumerate(state.turn.moves)}

    return mixes


def _mix(solution: Solution, state: Foreign, player: int) -> Mapping[Move, Number]:
    """The mix of a player at a state of `zerosum.interop.extensive`."""
    at = state.position
    match solution.game.model:
        case "staged":
            return cast(StagedSolution, solution).strategies_at(at.at)[player]
        case "tricks":
            _, *mixes = cast(TrickAnswer, solution).answer_at(*at.at)
            return mixes[player]
        case "betting":
            return cast(BettingAnswer, solution).choices(at[2:], Fraction(at[player]))[0]
    return cast(HiddenAnswer, solution).mix(SIDES[player], state.seen(player))
