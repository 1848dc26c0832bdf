"""Solutions as policies of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel
from open_spiel.python import policy

from zerosum.errors import InputError
from zerosum.interop.openspiel.given import given
from zerosum.interop.openspiel.taken import OpenSpielHidden, OpenSpielStaged, Spot, actions, in_turns
from zerosum.models.hidden_form import HiddenAnswer
from zerosum.models.staged import StagedAnswer
from zerosum.sides import SIDES

__all__ = ["SolvedPolicy", "to_policy"]

State = Any  # pyspiel has no types
Mixes = Callable[[State, int], Mapping[int, float]]


class SolvedPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """The strategies of a solution, looked up when they are asked for."""

    def __init__(self, game: Any, mixes: Mixes) -> None:
        super().__init__(game, list(range(2)))
        self._mixes = mixes

    def action_probabilities(self, state: State, player_id: int | None = None) -> dict[int, float]:
        """The probability of each action of the player to move."""
        return dict(self._mixes(state, state.current_player() if player_id is None else player_id))


def to_policy(solution: Any) -> SolvedPolicy:
    """The policy of a solution of a staged or hidden game, of ours or of OpenSpiel."""
    game = solution.game
    match game.model, game:
        case "hidden", OpenSpielHidden():
            return SolvedPolicy(game.theirs, _knowing(solution))
        case "staged", OpenSpielStaged():
            return SolvedPolicy(in_turns(game.theirs), _standing(solution))
        case (("hidden" | "staged"), _):
            return SolvedPolicy(given(game, "zerosum_game"), _ours(solution))
    raise InputError(f"OpenSpiel has no games like {game.called}; policies are for staged and hidden games")


def _knowing(solution: HiddenAnswer) -> Mixes:
    """The mixes of OpenSpiel's hidden games, by information state."""

    def mixes(state: State, player: int) -> Mapping[int, float]:
        mix = solution.mix(SIDES[player], state.information_state_string(player))
        return {action: float(mix[name]) for name, action in actions(state, player).items()}

    return mixes


def _standing(solution: StagedAnswer) -> Mixes:
    """The mixes of OpenSpiel's public games, by state."""
    game = solution.game
    assert isinstance(game, OpenSpielStaged)

    def mixes(state: State, player: int) -> Mapping[int, float]:
        if isinstance(state, pyspiel.TurnBasedSimultaneousState):
            state = state.simultaneous_game_state()
        spot: Spot = game.spot(state.clone())
        mix = solution.strategies_at(spot)[player]
        return {action: float(mix[name]) for name, action in actions(state, player).items()}

    return mixes


def _ours(solution: Any) -> Mixes:
    """The mixes of games of ours, whose actions are the places of the moves."""

    def mixes(state: State, player: int) -> Mapping[int, float]:
        if solution.game.model == "hidden":
            mix = solution.mix(SIDES[player], state.seen(player))
        else:
            mix = solution.strategies_at(state.position.at)[player]
        return {place: float(mix[move]) for place, move in enumerate(state.turn.moves)}

    return mixes
