"""Games of ours as games of OpenSpiel, in its Python API.

An action is the place of a move among the moves of its turn. What a player knows is told as text, event by event: so
the tabular algorithms there work (counterfactual regret, best responses), and those that want a tensor do not. What is
no tree with information sets becomes one first (`zerosum.interop.extensive`).
"""

from __future__ import annotations

from typing import NamedTuple

import pyspiel

from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.interop.extensive import extensive
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Told, Turn, heard

__all__ = ["given", "register"]

MOST_POSITIONS = 2_000_000
"""OpenSpiel wants to know the longest play, for which all positions are visited."""


class Size(NamedTuple):
    """What OpenSpiel wants to know of a game before it is played."""

    moves: int = 1
    outcomes: int = 0
    longest: int = 0
    """Decisions in the longest play."""
    least: float = 0.0
    greatest: float = 0.0


def given(game: Game, name: str) -> Foreign:
    """OpenSpiel's game."""
    return _class(game, name)()


def register(game: Game, name: str) -> None:
    """Tell OpenSpiel of the game under a name."""
    if name in pyspiel.registered_names():
        raise InputError(f"OpenSpiel has a game {name!r} already; take another name")
    kind = _class(game, name)
    pyspiel.register_game(kind.kind, kind)


def _class(game: Game, name: str) -> Foreign:
    """The class that OpenSpiel makes the game of."""
    rules = extensive(game)
    size = measured(rules)
    about = pyspiel.GameInfo(
        num_distinct_actions=size.moves,
        max_chance_outcomes=size.outcomes,
        num_players=2,
        min_utility=size.least,
        max_utility=size.greatest,
        utility_sum=0.0,
        max_game_length=size.longest,
    )

    class Given(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        """A game of ours."""

        kind = game_type(name, rules.title, size.outcomes > 0)

        def __init__(self, params: object = None) -> None:
            super().__init__(self.kind, about, params or {})

        def new_initial_state(self) -> State:
            return State(self, rules)

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
            return Observer()

    return Given


def game_type(name: str, title: str, chance: bool) -> Foreign:
    """What OpenSpiel calls the type of a game."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )


def measured(rules: HiddenGame) -> Size:
    """The size of a game, by a visit of all its positions."""
    size, count = Size(), 0
    stack: list[tuple[Position, int]] = [(rules.start, 0)]
    while stack:
        position, depth = stack.pop()
        turn, count = rules.turn(position), count + 1
        if count > MOST_POSITIONS:
            raise TooLargeError(
                f"the game has more than {MOST_POSITIONS:,} positions, too many for OpenSpiel"
            )
        if isinstance(turn, End):
            pays = float(turn.payoff)
            least, greatest = min(size.least, pays), max(size.greatest, pays)
            size = size._replace(longest=max(size.longest, depth), least=least, greatest=greatest)
        elif isinstance(turn, Deal):
            size = size._replace(outcomes=max(size.outcomes, len(turn.outcomes)))
            stack += [(rules.after(position, outcome), depth) for outcome, _ in turn.outcomes]
        else:
            size = size._replace(moves=max(size.moves, len(turn.moves)))
            stack += [(rules.after(position, move), depth + 1) for move in turn.moves]
    return size


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, and what each player was told and did on the way."""

    def __init__(self, game: object, rules: HiddenGame) -> None:
        super().__init__(game)
        self.rules = Fixed(rules)
        self.position: Position = rules.start
        self.turn: Turn = rules.turn(rules.start)
        self.told: Told = ((), ())

    def seen(self, player: int) -> Foreign:
        """What a player knows: the name that the rules give, or all events."""
        turn = self.turn
        if isinstance(turn, Choice) and turn.knows is not None and turn.side == SIDES[player]:
            return turn.knows
        return self.told[player]

    def current_player(self) -> int:
        if isinstance(self.turn, End):
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if isinstance(self.turn, Deal) else SIDES.index(self.turn.side)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.turn.moves))) if isinstance(self.turn, Choice) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.turn, Deal)
        return [(k, float(p)) for k, (_, p) in enumerate(self.turn.outcomes)]

    def _picked(self, action: int) -> Foreign:
        assert not isinstance(self.turn, End)
        return self.turn.outcomes[action][0] if isinstance(self.turn, Deal) else self.turn.moves[action]

    def _apply_action(self, action: int) -> None:
        picked = self._picked(action)
        self.told = heard(self.turn, picked, self.told)
        self.position = self.rules.it.after(self.position, picked)
        self.turn = self.rules.it.turn(self.position)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._picked(action))

    def is_terminal(self) -> bool:
        return isinstance(self.turn, End)

    def returns(self) -> list[float]:
        pays = float(self.turn.payoff) if isinstance(self.turn, End) else 0.0
        return [pays, -pays]

    def __str__(self) -> str:
        return str(self.position)


class Fixed:
    """Rules, which OpenSpiel copies with every state unless they say that they need no copy."""

    def __init__(self, it: HiddenGame) -> None:
        self.it = it

    def __deepcopy__(self, memory: object) -> Fixed:
        return self


class Observer:
    """Tells OpenSpiel what a player knows."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, Foreign]()

    def set_from(self, state: State, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: State, player: int) -> str:
        """All that the player was told and did."""
        seen = state.seen(player)
        if isinstance(state.turn, Choice) and state.turn.knows is not None:
            return str(seen)
        return f"{SIDES[player]}: " + ", ".join(f"{who} {picked}" for who, picked in seen)
