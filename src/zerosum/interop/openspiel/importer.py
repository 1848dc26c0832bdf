"""Games of OpenSpiel as games of ours.

A game whose states are public becomes a staged game: chance that follows a move is part of its outcomes. Any other
game becomes a hidden game, whose information sets are named by OpenSpiel's `information_state_string`; if both
players move simultaneously, OpenSpiel itself makes the moves sequential. A game with imperfect recall is rejected
when it is solved.

By default, two states are merged into one position only if they are proved to be equivalent: the same player moves,
the moves have the same names, and each move leads to the same position. So all histories are visited once, from the
leaves backwards. OpenSpiel itself compares states by their texts, but texts omit relevant facts: passes in Go, the
horizon in Oshi-Zumo. In a game with too many histories a user may choose a key that they know to be sufficient.
This is not proved; but if states with the same key have different moves, the game is rejected.

OpenSpiel's numbers are floats. A float that is the nearest one to a fraction with a small denominator, such as 1/3,
is read as that fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import pyspiel

from zerosum.core.errors import GameError, InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import WAIT, Game, Move, option
from zerosum.core.limits import Meter, check_deadline, within
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES
from zerosum.models.hidden.rules import HiddenGame, Turn, choose, deal, end
from zerosum.models.staged.rules import Outcome, StagedGame

KEYS = ("proved", "state", "observation", "turn", "history")
"""The keys that can identify a position; see `zerosum.interop.openspiel.load`."""

MAX_LENGTH = 600.0
"""Seconds of processor time allowed for visiting all histories, unless the user sets a limit."""

MAX_DENOMINATOR = 100_000
"""Floats are read as fractions with denominators up to this."""


def import_game(text: str, key: str) -> Game:
    """Return the OpenSpiel game with this name, as a staged or a hidden game."""
    game = load_theirs(text)
    reject(game, text)
    public = pyspiel.GameType.Information
    if game.get_type().information in (public.PERFECT_INFORMATION, public.ONE_SHOT):
        return OpenSpielStaged(text, key)
    return OpenSpielHidden(text)


def load_theirs(text: str) -> Foreign:
    """Return OpenSpiel's own game; raise an InputError if the name is unknown."""
    try:
        return pyspiel.load_game(text)
    except pyspiel.SpielError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"OpenSpiel has no game {text!r}: {reason[:160]}") from None


def turn_based(game: Foreign) -> Foreign:
    """Return the game with simultaneous moves made sequential; no player learns more than before."""
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous else game


def reject(game: Foreign, text: str) -> None:
    """Raise an InputError with the reason if a game cannot be imported."""
    kind = game.get_type()
    utility, dynamics, chance = kind.utility.name, kind.dynamics.name, kind.chance_mode.name
    hidden = kind.information.name == "IMPERFECT_INFORMATION"
    reasons = {
        f"it has {game.num_players()} players, but zerosum handles two": game.num_players() != 2,
        "the sum of its payoffs is not constant": utility not in ("ZERO_SUM", "CONSTANT_SUM"),
        "it is a mean-field game": dynamics == "MEAN_FIELD",
        "it does not give the probabilities of its chance moves": chance == "SAMPLED_STOCHASTIC",
        "it does not give the information states (no information_state_string)": hidden
        and not kind.provides_information_state_string,
    }
    for reason, holds in reasons.items():
        if holds:
            raise InputError(f"the OpenSpiel game {text} cannot be solved here: {reason}")


def fraction(x: float) -> Fraction:
    """Return the fraction with a small denominator whose nearest float this is, or else the float itself."""
    near = simple_fraction(x, MAX_DENOMINATOR)
    return near if float(near) == x else Fraction(x)


def actions(state: Foreign, player: int) -> dict[str, int]:
    """Return OpenSpiel's numbers of a player's moves by name; a name that is not unique is followed by its number."""
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
    """An OpenSpiel game in which the players know the position."""

    spiel: str = option(help="the game, as OpenSpiel writes it")
    key: str = option("proved", "the string that identifies a position", choices=KEYS)

    @property
    def title(self) -> str:
        """OpenSpiel's name of the game, and the key that was taken on trust."""
        suffix = {"proved": "", "history": ""}.get(
            self.key, f" · states with equal {self.key} are taken to be the same"
        )
        return f"{self.spiel} of OpenSpiel{suffix}"

    @property
    def if_positions_repeat(self) -> str:  # type: ignore[override]
        """The key that distinguishes states, for games in which positions repeat."""
        better = {"state": "turn", "observation": "turn"}.get(self.key)
        return f'; load it with key="{better}", which counts the moves' if better else ""

    @cached_property
    def theirs(self) -> Foreign:
        """OpenSpiel's own game."""
        return load_theirs(self.spiel)

    @cached_property
    def _positions(self) -> dict[object, tuple[StatePosition, object]]:
        """The positions found so far, by their keys, with the moves there."""
        return {}

    @cached_property
    def _folded(self) -> FoldedGame:
        """All histories, with those of the same future merged into one position."""
        return FoldedGame(self.theirs, self.spiel)

    @property
    def start(self) -> StatePosition:
        """The first state; it may be a chance move."""
        return self.position_of(self.theirs.new_initial_state())

    def position_of(self, state: Foreign) -> StatePosition:
        """Return the position of a state."""
        if self.key == "proved":
            return self._folded.position_of(state)
        key = state.current_player(), tuple(state.returns()), self._text(state)
        allowed = tuple(tuple(state.legal_actions(player)) for player in range(2))
        position, before = self._positions.setdefault(key, (StatePosition(state, key), allowed))
        if before != allowed:
            raise GameError(
                f"two states of {self.spiel} have the same {self.key} and different moves; "
                f'load it with key="proved": {" ".join(str(key[2]).split())[:80]!r}'
            )
        return position

    def _text(self, state: Foreign) -> object:
        """Return the part of the key that describes the state."""
        match self.key:
            case "history":
                return tuple(state.history())
            case "observation" if not state.is_terminal():
                return state.observation_string(0), state.observation_string(1)
            case "turn":
                return str(state), state.move_number()
        return str(state)

    def moves(self, position: StatePosition) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the moves of both players; if only one moves, the other waits."""
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
        """Return the states that follow, after chance has moved."""
        if self.key == "proved":
            return self._folded.play(position, row, col)
        state = position.state.clone()
        if state.is_simultaneous_node():
            picked = (actions(state, player).get(move, 0) for player, move in enumerate((row, col)))
            state.apply_actions(list(picked))
        elif not state.is_chance_node():
            player = state.current_player()
            state.apply_action(actions(state, player)[(row, col)[player]])
        return [(chance, 0, self.position_of(after)) for chance, after in after_chance(state)]

    def payoff(self, position: StatePosition) -> Fraction:
        """Return OpenSpiel's payoff to its first player."""
        return fraction(position.state.returns()[0])


@dataclass(frozen=True)
class Future:
    """A continuation: everything that can happen after a history."""

    state: Foreign
    """The first state that was found to have this future."""
    position: StatePosition
    then: dict[tuple[int, ...], int]
    """The future after each move (of one player, of both, or of chance), by its number."""


class FoldedGame:
    """An OpenSpiel game whose histories are visited once; those with the same future are one position."""

    def __init__(self, game: Foreign, name: str) -> None:
        self.futures: list[Future] = []
        self.known: dict[object, int] = {}
        advice = (
            'if you know that states with equal strings are the same, load it with key="state", or with key="turn", '
            "which also counts moves; this is then assumed, not proved"
        )
        what = f"proving which states of {name} are the same ({advice})"
        self.meter = Meter(what)
        with within(what, MAX_LENGTH):
            self.root = self._visit(game.new_initial_state())

    def _visit(self, root: Foreign) -> int:
        """Return the number of a state's future; everything that follows is visited first."""
        found: list[int] = []
        stack: list[tuple[Foreign, list[tuple[int, ...]], int]] = [(root, _picks(root), 0)]
        while stack:
            state, picks, done = stack.pop()
            if done < len(picks):
                stack.append((state, picks, done + 1))
                after = _after(state, picks[done])
                stack.append((after, _picks(after), 0))
                continue
            check_deadline()
            self.meter.check()
            children = found[len(found) - len(picks) :]
            del found[len(found) - len(picks) :]
            found.append(self._number(state, dict(zip(picks, children, strict=True))))
        return found[0]

    def _number(self, state: Foreign, then: dict[tuple[int, ...], int]) -> int:
        """Return the number of a future."""
        if state.is_terminal():
            says: object = tuple(state.returns())
        elif state.is_chance_node():
            says = tuple(state.chance_outcomes())
        else:
            says = tuple(tuple(actions(state, player)) for player in _movers(state))
        key = state.current_player(), says, tuple(then.items())
        number = self.known.setdefault(key, len(self.futures))
        if number == len(self.futures):
            self.futures.append(Future(state, StatePosition(state, number), then))
        return number

    def position_of(self, state: Foreign) -> StatePosition:
        """Return the position of a state, by its history."""
        here, made = self.futures[self.root], iter(state.history())
        for action in made:
            pick = (action, next(made)) if here.state.is_simultaneous_node() else (action,)
            here = self.futures[here.then[pick]]
        return here.position

    def play(self, position: StatePosition, row: Move, col: Move) -> list[Outcome]:
        """Return the positions that follow, after chance has moved."""
        here = self.futures[position.key]
        if here.state.is_chance_node():
            return [(p, 0, self.futures[k].position) for p, k in self._after_chance(position.key)]
        moves = (row, col)
        pick = tuple(actions(here.state, player).get(moves[player], 0) for player in _movers(here.state))
        return [(p, 0, self.futures[k].position) for p, k in self._after_chance(here.then[pick])]

    def _after_chance(self, number: int) -> Iterator[tuple[Fraction, int]]:
        """Yield the next futures that do not begin with chance, with their probabilities."""
        here = self.futures[number]
        if not here.state.is_chance_node():
            yield Fraction(1), number
            return
        for outcome, probability in here.state.chance_outcomes():
            for chance, after in self._after_chance(here.then[outcome,]):
                yield fraction(probability) * chance, after


def _movers(state: Foreign) -> tuple[int, ...]:
    """Return the players who move at a state."""
    return (0, 1) if state.is_simultaneous_node() else (state.current_player(),)


def _picks(state: Foreign) -> list[tuple[int, ...]]:
    """Return all choices at a state: an action, or a pair of actions if both players move."""
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return [(action,) for action, _ in state.chance_outcomes()]
    return list(product(*(state.legal_actions(player) or [0] for player in _movers(state))))


def _after(state: Foreign, pick: tuple[int, ...]) -> Foreign:
    """Return the state after a choice."""
    if len(pick) == 1:
        return state.child(pick[0])
    after = state.clone()
    after.apply_actions(list(pick))
    return after


def after_chance(state: Foreign) -> Iterator[tuple[Fraction, Foreign]]:
    """Yield the next states at which chance does not move, with their probabilities."""
    if not state.is_chance_node():
        yield Fraction(1), state
        return
    for outcome, probability in state.chance_outcomes():
        for chance, after in after_chance(state.child(outcome)):
            yield fraction(probability) * chance, after


@dataclass(frozen=True)
class OpenSpielHidden(HiddenGame):
    """An OpenSpiel game with hidden information."""

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
        """Return OpenSpiel's turn; chance moves are hidden, as information states say what each player knows."""
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
        """Return the state that follows."""
        action = actions(position.state, position.state.current_player())[picked]
        return StatePosition(position.state.child(action), (*position.key, action))
