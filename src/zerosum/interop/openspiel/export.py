"""Our games as games of OpenSpiel, in its Python API, and our solutions as its policies.

An action is the index of a move at its decision. A player's information is a string that lists all observed events,
so OpenSpiel's tabular algorithms work (counterfactual regret, best responses), but algorithms that need a tensor do
not. A game of another model is first turned into a tree with information sets (`Family.extensive`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

import pyspiel
from open_spiel.python import policy

from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Position
from zerosum.core.sides import SIDES
from zerosum.core.solution import Solution
from zerosum.interop.openspiel.importer import OpenSpielHidden, OpenSpielStaged, actions, turn_based
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Knowledge, Turn, knowledge_after
from zerosum.models.staged.answer import StagedSolution

MAX_POSITIONS = 2_000_000
"""Maximum number of positions: OpenSpiel needs the length of the longest play, so all positions are visited."""


def export_game(game: Game, name: str) -> Foreign:
    """Return a game of ours as an OpenSpiel game."""
    return _game_class(game, name)()


def register(game: Game, name: str) -> None:
    """Register a game of ours in OpenSpiel under a name."""
    if name in pyspiel.registered_names():
        raise InputError(f"OpenSpiel already has a game {name!r}; choose another name")
    kind = _game_class(game, name)
    pyspiel.register_game(kind.kind, kind)


def _game_class(game: Game, name: str) -> Foreign:
    """Return the class from which OpenSpiel makes the game."""
    tree = game.family.extensive(game)
    size = measure(tree)
    kinds = pyspiel.GameType
    chance_mode = kinds.ChanceMode.EXPLICIT_STOCHASTIC if size.outcomes else kinds.ChanceMode.DETERMINISTIC
    game_type = kinds(
        short_name=name,
        long_name=tree.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    about = pyspiel.GameInfo(
        num_distinct_actions=size.moves,
        max_chance_outcomes=size.outcomes,
        num_players=2,
        min_utility=size.least,
        max_utility=size.greatest,
        utility_sum=0.0,
        max_game_length=size.longest,
    )

    class ZerosumGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        """A zerosum game in OpenSpiel."""

        kind = game_type

        def __init__(self, params: object = None) -> None:
            super().__init__(self.kind, about, params or {})

        def new_initial_state(self) -> ZerosumState:
            return ZerosumState(self, tree)

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> TextObserver:
            return TextObserver()

    return ZerosumGame


class GameSize(NamedTuple):
    """The facts that OpenSpiel needs about a game before it is played."""

    moves: int = 1
    """The maximum number of moves at one decision."""
    outcomes: int = 0
    """The maximum number of outcomes of one chance event."""
    longest: int = 0
    """Maximum number of decisions in a play."""
    least: float = 0.0
    """The lowest payoff to row."""
    greatest: float = 0.0
    """The highest payoff to row."""


def measure(tree: HiddenGame) -> GameSize:
    """Return the size of a game, found by visiting all its positions."""
    size, count = GameSize(), 0
    stack: list[tuple[Position, int]] = [(tree.start, 0)]
    while stack:
        position, depth = stack.pop()
        turn, count = tree.turn(position), count + 1
        if count > MAX_POSITIONS:
            raise TooLargeError(f"the game has more than {MAX_POSITIONS:,} positions, too many for OpenSpiel")
        if isinstance(turn, End):
            pays = float(turn.payoff)
            least, greatest = min(size.least, pays), max(size.greatest, pays)
            size = size._replace(longest=max(size.longest, depth), least=least, greatest=greatest)
        elif isinstance(turn, Deal):
            size = size._replace(outcomes=max(size.outcomes, len(turn.outcomes)))
            stack += [(tree.after(position, outcome), depth) for outcome, _ in turn.outcomes]
        else:
            size = size._replace(moves=max(size.moves, len(turn.moves)))
            stack += [(tree.after(position, move), depth + 1) for move in turn.moves]
    return size


class ZerosumState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, with what each player has observed and done on the way."""

    def __init__(self, game: object, tree: HiddenGame) -> None:
        super().__init__(game)
        self.rules = SharedRules(tree)
        self.position: Position = tree.start
        self.turn: Turn = tree.turn(tree.start)
        self.knowledge: Knowledge = ((), ())

    def known_to(self, player: int) -> Foreign:
        """Return a player's information: the name that the rules give to it, or all events."""
        turn = self.turn
        if isinstance(turn, Choice) and turn.knows is not None and turn.side == SIDES[player]:
            return turn.knows
        return self.knowledge[player]

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
        self.knowledge = knowledge_after(self.turn, picked, self.knowledge)
        self.position = self.rules.tree.after(self.position, picked)
        self.turn = self.rules.tree.turn(self.position)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._picked(action))

    def is_terminal(self) -> bool:
        return isinstance(self.turn, End)

    def returns(self) -> list[float]:
        pays = float(self.turn.payoff) if isinstance(self.turn, End) else 0.0
        return [pays, -pays]

    def __str__(self) -> str:
        return str(self.position)


class SharedRules:
    """Rules shared by all states: OpenSpiel copies everything in a state, so this object returns itself when copied."""

    def __init__(self, tree: HiddenGame) -> None:
        self.tree = tree

    def __deepcopy__(self, memory: object) -> SharedRules:
        return self


class TextObserver:
    """An observer that gives OpenSpiel a player's information as text."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, Foreign]()

    def set_from(self, state: ZerosumState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: ZerosumState, player: int) -> str:
        """Return everything that the player has observed and done."""
        known = state.known_to(player)
        if isinstance(state.turn, Choice) and state.turn.knows is not None:
            return str(known)
        return f"{SIDES[player]}: " + ", ".join(f"{who} {picked}" for who, picked in known)


Mixes = Callable[[Foreign, int], Mapping[int, float]]
"""A function from a state and a player to the probability of each action."""


class SolvedPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """The strategies of a solution, looked up when OpenSpiel asks for them."""

    def __init__(self, game: object, mixes: Mixes) -> None:
        super().__init__(game, list(range(2)))
        self._mixes = mixes

    def action_probabilities(self, state: Foreign, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each action of the player to move."""
        return dict(self._mixes(state, state.current_player() if player_id is None else player_id))


def to_policy(solution: Solution) -> SolvedPolicy:
    """Return the policy of a solution, for an OpenSpiel game or one that can be exported there."""
    game = solution.game
    if isinstance(game, OpenSpielHidden):
        hidden = cast(HiddenSolution, solution)

        def by_information(state: Foreign, player: int) -> Mapping[int, float]:
            mix = hidden.mix(SIDES[player], state.information_state_string(player))
            return {action: float(mix[name]) for name, action in actions(state, player).items()}

        return SolvedPolicy(game.theirs, by_information)
    if isinstance(game, OpenSpielStaged):
        staged, rules = cast(StagedSolution, solution), game

        def by_state(state: Foreign, player: int) -> Mapping[int, float]:
            if isinstance(state, pyspiel.TurnBasedSimultaneousState):
                state = state.simultaneous_game_state()
            mix = staged.strategies_at(rules.position_of(state.clone()))[player]
            return {action: float(mix[name]) for name, action in actions(state, player).items()}

        return SolvedPolicy(turn_based(game.theirs), by_state)

    def by_tree(state: Foreign, player: int) -> Mapping[int, float]:
        mix = solution.family.mix_in_tree(solution, SIDES[player], state.position, state.known_to(player))
        return {index: float(mix.get(move, 0)) for index, move in enumerate(state.turn.moves)}

    return SolvedPolicy(export_game(game, "zerosum_game"), by_tree)
