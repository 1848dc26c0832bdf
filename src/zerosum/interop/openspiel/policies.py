"""Convert OpenSpiel policies, and dumps of its tabular policies, to our strategies, by walking through its game.

A dump maps each `information_state_string` to the probability of each action by its number, as in a
`TabularPolicy`. Three kinds of games are supported: OpenSpiel games with hidden information, OpenSpiel games with
public positions (made sequential, as its exploitability requires), and our games exported to OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyspiel

from zerosum.arena import Arena, Observation, Player
from zerosum.arena.strategies import named_moves
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game, Move
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.interop.openspiel.export import MAX_POSITIONS, export_game
from zerosum.interop.openspiel.importer import OpenSpielHidden, OpenSpielStaged, actions, turn_based
from zerosum.models.hidden.form import View

Table = dict[tuple[Side, str], dict[str, Number]]


class PolicyState(NamedTuple):
    """An OpenSpiel state at which a player has a choice, with its counterpart here."""

    state: Foreign
    key: str
    """The player's information in OpenSpiel."""
    seen: Observation
    numbers: Mapping[Move, int]
    """OpenSpiel's number of each move."""


def decision_states(arena: Arena[Any, Any]) -> Iterator[PolicyState]:
    """Yield the first state at each information set of OpenSpiel's game."""
    game = arena.game
    met: set[tuple[int, str]] = set()
    waiting = [_game_of(game).new_initial_state()]
    visited = 0
    while waiting:
        state = waiting.pop()
        visited += 1
        if visited > MAX_POSITIONS:
            raise TooLargeError(
                f"OpenSpiel's game has more than {MAX_POSITIONS:,} states, too many to walk through"
            )
        if state.is_terminal():
            continue
        if state.is_chance_node():
            waiting += [state.child(outcome) for outcome, _ in reversed(state.chance_outcomes())]
            continue
        player = state.current_player()
        key = state.information_state_string(player)
        if (player, key) not in met:
            met.add((player, key))
            yield _at(arena, state, player, key)
        waiting += [state.child(action) for action in reversed(state.legal_actions())]


def _game_of(game: Game) -> Foreign:
    """Return OpenSpiel's form of a game, with sequential moves."""
    if isinstance(game, OpenSpielHidden):
        return game.theirs
    if isinstance(game, OpenSpielStaged):
        return turn_based(game.theirs)
    return export_game(game, "zerosum_game")


def _at(arena: Arena[Any, Any], state: Foreign, player: int, key: str) -> PolicyState:
    """Return the counterpart of a state here."""
    game, side = arena.game, SIDES[player]
    if isinstance(game, OpenSpielHidden):
        numbers: Mapping[Move, int] = actions(state, player)
        return PolicyState(state, key, Observation(side, View(side, key), tuple(numbers)), numbers)
    if isinstance(game, OpenSpielStaged):
        whole = (
            state.simultaneous_game_state()
            if isinstance(state, pyspiel.TurnBasedSimultaneousState)
            else state
        )
        numbers = actions(whole, player)
        position = game.position_of(whole.clone())
        return PolicyState(state, key, Observation(side, position, tuple(numbers)), numbers)
    moves = state.turn.moves
    seen = arena.seen_in_tree(side, state.position, state.known_to(player), moves)
    return PolicyState(state, key, seen, {move: k for k, move in enumerate(moves)})


def read_policy(arena: Arena[Any, Any], policy: Foreign, name: str) -> Table:
    """Return the strategy table of an OpenSpiel `Policy` object, for OpenSpiel's own game or for our exported one."""

    def mix(here: PolicyState) -> Mapping[int, Number]:
        try:
            found: Mapping[int, Number] = policy.action_probabilities(here.state)
        except (KeyError, IndexError, ValueError) as error:
            raise InputError(
                f"{name} has no entry for the information state {here.key!r:.80} of this game; check that "
                f"it is a policy of this game (for simultaneous moves, of the turn-based version)"
            ) from error
        return found

    return _table(arena, mix, name)


def read_dump(arena: Arena[Any, Any], dump: Mapping[str, Mapping[int, Number]], name: str) -> Table:
    """Return the table of a dump: information states and actions in OpenSpiel's notation."""
    used: set[str] = set()

    def mix(here: PolicyState) -> Mapping[int, Number] | None:
        used.add(here.key)
        return dump.get(here.key)

    table = _table(arena, mix, name)
    strange = [key for key in dump if key not in used]
    if strange:
        listed = "; ".join(f"{key!r:.60}" for key in strange[:3])
        raise InputError(
            f"{name} has {len(strange):,} information states that this game does not have: {listed}; "
            f"check that it is a policy of this game, with these parameters"
        )
    return table


def _table(
    arena: Arena[Any, Any], mix_at: Callable[[PolicyState], Mapping[int, Number] | None], name: str
) -> Table:
    """Return the table of the mixes at each information state."""
    information = {
        (side, arena.known(one.seen)): one.information
        for side in arena.sides
        for one in arena.decisions(side)
    }
    table: Table = {}
    for here in decision_states(arena):
        given = mix_at(here)
        if given is None:
            continue
        side, numbers = here.seen.side, here.numbers
        strange = [action for action, p in given.items() if p and action not in numbers.values()]
        if strange:
            raise InputError(
                f"{name} plays action {strange[0]} at {here.key!r:.60}, but the possible actions are "
                f"{', '.join(map(str, numbers.values()))}"
            )
        texts = named_moves(list(numbers))
        mix = {text: _plain(given.get(numbers[move], 0)) for text, move in texts.items()}
        key = side, information[side, arena.known(here.seen)]
        if table.setdefault(key, mix) != mix:
            raise InputError(
                f"{name} plays in two ways at {key[1]!r:.60}, which is one position here: histories that lead to one "
                'position are not distinguished. Load the game with key="history", which distinguishes them'
            )
    return table


def _plain(p: Foreign) -> Number:
    """Return a numpy number as a Python number."""
    found: Number = p.item() if hasattr(p, "item") else p
    return found


def write_dump(arena: Arena[Any, Any], player: Player, sides: Sequence[Side]) -> dict[str, dict[str, float]]:
    """Return the dump of a player: for each information state the probability of each action by its number."""
    found: dict[str, dict[str, float]] = {}
    for here in decision_states(arena):
        if here.seen.side in sides:
            mix = player.mix(here.seen)
            given = {str(action): float(mix.get(move, 0)) for move, action in here.numbers.items()}
            if found.setdefault(here.key, given) != given:
                raise InputError(
                    f"OpenSpiel calls two information sets {here.key!r:.60}, but this strategy has different mixes "
                    "at them; a tabular policy has only one mix for both"
                )
    return found
