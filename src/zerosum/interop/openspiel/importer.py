"""Games of OpenSpiel as games of ours.

A game whose states are public becomes a staged game: chance that follows a move is part of its outcomes. Any other game
becomes a hidden game, whose information sets are named by OpenSpiel's `information_state_string`; where both move at
once there, OpenSpiel itself puts the moves in turn. A game with imperfect recall is refused
when it is solved.

Two states are one position if their keys are equal. OpenSpiel compares states by their texts, so that is the usual
key, together with the player to move and the points so far. A text that leaves out something that matters would merge
different positions; so whenever a position is met again, its moves must be the same.

OpenSpiel's numbers are floats. A float that is the nearest one to a fraction with a small denominator, as 1/3, is read
as that fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pyspiel

from zerosum.core.errors import GameError, InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import WAIT, Game, Move, option
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.staged.rules import Outcome, StagedGame

KEYS = ("state", "observation", "turn", "history")
"""What can identify a position; see `zerosum.interop.openspiel.load`."""

LARGEST_DENOMINATOR = 100_000
"""Floats are read as fractions with denominators up to this."""


def import_game(text: str, key: str) -> Game:
    """The game of OpenSpiel with this name, as a staged or a hidden game."""
    game = load_theirs(text)
    refuse(game, text)
    public = pyspiel.GameType.Information
    if game.get_type().information in (public.PERFECT_INFORMATION, public.ONE_SHOT):
        return OpenSpielStaged(text, key)
    return OpenSpielHidden(text)


def load_theirs(text: str) -> Foreign:
    """OpenSpiel's own game; an unknown name raises an InputError of one sentence."""
    try:
        return pyspiel.load_game(text)
    except pyspiel.SpielError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"OpenSpiel has no game {text!r}: {reason[:160]}") from None


def turn_based(game: Foreign) -> Foreign:
    """The same game with simultaneous moves in turns; no player learns more than before."""
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


def refuse(game: Foreign, text: str) -> None:
    """Raise an InputError with the reason if a game cannot be imported."""
    kind = game.get_type()
    utility, dynamics, chance = kind.utility.name, kind.dynamics.name, kind.chance_mode.name
    hidden = kind.information.name == "IMPERFECT_INFORMATION"
    reasons = {
        f"it has {game.num_players()} players, and games here have two": game.num_players() != 2,
        "its payoffs do not add up to one number": utility not in ("ZERO_SUM", "CONSTANT_SUM"),
        "it is a mean-field game": dynamics == "MEAN_FIELD",
        "it draws from chance without giving the probabilities": chance == "SAMPLED_STOCHASTIC",
        "it does not say what each player knows (no information_state_string)": hidden
        and not kind.provides_information_state_string,
    }
    for reason, holds in reasons.items():
        if holds:
            raise InputError(f"{text} of OpenSpiel cannot be solved here: {reason}")


def fraction(x: float) -> Fraction:
    """The fraction with a small denominator whose nearest float this is, or else the float itself."""
    near = simple_fraction(x, LARGEST_DENOMINATOR)
    return near if float(near) == x else Fraction(x)


def actions(state: Foreign, player: int) -> dict[str, int]:
    """OpenSpiel's numbers of a player's moves by their names; the number is added where names are not unique."""
    legal = state.legal_actions(player)
    names = [state.action_to_string(player, action) for action in legal]
    if len(set(names)) < len(names):
        names = [f"{name} ({action})" for name, action in zip(names, legal, strict=True)]
    return dict(zip(names, legal, strict=True))


class StatePosition:
    """A state as a position: two are equal if their keys are."""

    __slots__ = ("key", "state")

    def __init__(self, state: Foreign, key: Foreign) -> None:
        self.state, self.key = state, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StatePosition) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return " ".join(str(self.state).split())

    __repr__ = __str__


@dataclass(frozen=True)
class OpenSpielStaged(StagedGame):
    """A game of OpenSpiel in which the players know the position."""

    spiel: str = option(help="the game, as OpenSpiel writes it")
    key: str = option("state", "what identifies a position", choices=KEYS)

    @property
    def title(self) -> str:
        """OpenSpiel's name of the game."""
        return f"{self.spiel} of OpenSpiel"

    @cached_property
    def theirs(self) -> Foreign:
        """OpenSpiel's own game."""
        return load_theirs(self.spiel)

    @cached_property
    def _positions(self) -> dict[object, tuple[StatePosition, object]]:
        """The positions found so far, by their keys, with the moves there."""
        return {}

    @property
    def start(self) -> StatePosition:
        """The first state; chance may move there."""
        return self.position_of(self.theirs.new_initial_state())

    def position_of(self, state: Foreign) -> StatePosition:
        """The position of a state."""
        key = state.current_player(), tuple(state.returns()), self._text(state)
        allowed = tuple(tuple(state.legal_actions(player)) for player in range(2))
        position, before = self._positions.setdefault(key, (StatePosition(state, key), allowed))
        if before != allowed:
            raise GameError(
                f"two states of {self.spiel} have the key {' '.join(str(key[2]).split())!r} and different moves; "
                'load it with key="history"'
            )
        return position

    def _text(self, state: Foreign) -> object:
        """The part of the key that describes the state."""
        match self.key:
            case "history":
                return tuple(state.history())
            case "observation" if not state.is_terminal():
                return state.observation_string(0), state.observation_string(1)
            case "turn":
                return str(state), state.move_number()
        return str(state)

    def moves(self, position: StatePosition) -> tuple[Sequence[Move], Sequence[Move]]:
        """The moves of both players; where only one moves, the other waits."""
        state = position.state
        if state.is_terminal():
            return (), ()
        if state.is_chance_node():
            return WAIT, WAIT
        if state.is_simultaneous_node():
            row, col = (tuple(actions(state, player)) or WAIT for player in range(2))
            return row, col
        mine = tuple(actions(state, state.current_player()))
        return (mine, WAIT) if state.current_player() == 0 else (WAIT, mine)

    def play(self, position: StatePosition, row: Move, col: Move) -> list[Outcome]:
        """The states that follow, after chance has moved."""
        state = position.state.clone()
        if state.is_simultaneous_node():
            picked = (actions(state, player).get(move, 0) for player, move in enumerate((row, col)))
            state.apply_actions(list(picked))
        elif not state.is_chance_node():
            player = state.current_player()
            state.apply_action(actions(state, player)[(row, col)[player]])
        return [(chance, 0, self.position_of(after)) for chance, after in after_chance(state)]

    def payoff(self, position: StatePosition) -> Fraction:
        """What OpenSpiel pays its first player."""
        return fraction(position.state.returns()[0])


def after_chance(state: Foreign) -> Iterator[tuple[Fraction, Foreign]]:
    """The next states at which chance does not move, with their probabilities."""
    if not state.is_chance_node():
        yield Fraction(1), state
        return
    for outcome, probability in state.chance_outcomes():
        for chance, after in after_chance(state.child(outcome)):
            yield fraction(probability) * chance, after


@dataclass(frozen=True)
class OpenSpielHidden(HiddenGame):
    """A game of OpenSpiel with hidden information."""

    spiel: str = option(help="the game, as OpenSpiel writes it")

    @property
    def title(self) -> str:
        """OpenSpiel's name of the game."""
        return f"{self.spiel} of OpenSpiel"

    @cached_property
    def theirs(self) -> Foreign:
        """OpenSpiel's own game, in turns."""
        return turn_based(load_theirs(self.spiel))

    @property
    def start(self) -> StatePosition:
        """The first state."""
        return StatePosition(self.theirs.new_initial_state(), ())

    def turn(self, position: StatePosition) -> Turn:
        """OpenSpiel's turn; chance tells nobody, because information states say what each player knows."""
        state = position.state
        if state.is_terminal():
            return end(fraction(state.returns()[0]))
        player = state.current_player()
        if state.is_chance_node():
            chances = dict(state.chance_outcomes())
            named = actions(state, player)
            return deal({name: fraction(chances[action]) for name, action in named.items()}, to="nobody")
        known = state.information_state_string(player)
        return choose(SIDES[player], actions(state, player), hidden=True, knows=known)

    def after(self, position: StatePosition, picked: str) -> StatePosition:
        """The state that follows."""
        action = actions(position.state, position.state.current_player())[picked]
        return StatePosition(position.state.child(action), (*position.key, action))
