"""A bridge to OpenSpiel: its games as ours, our games as its games, and solutions as policies for its algorithms.

load("leduc_poker")           a two-player zero-sum game of OpenSpiel, to be solved here
to_policy(solution)           the strategies as a policy, for `exploitability` and the other algorithms there
to_openspiel(game)            a finite game of ours as an OpenSpiel game
register(game, "my_game")     the game under a name, for `pyspiel.load_game`

read_policy(arena, policy)     the mixes of a policy, as a table; `zerosum.read_strategy` makes a player of it
read_dump, to_dump            tabular policies as plain data, by information states

importer    their games as ours
export      our games as theirs, and our solutions as policies
policies    their policies as our strategies, and back
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution

if TYPE_CHECKING:
    from zerosum.arena import Arena, Player
    from zerosum.arena.strategies import StrategyTable

__all__ = ["load", "read_dump", "read_policy", "register", "to_dump", "to_openspiel", "to_policy"]


def load(text: str, *, key: str = "proved") -> Game:
    """Return the game that OpenSpiel calls `text`, for example "goofspiel(num_cards=4)": staged if everything is
    public, otherwise hidden.

    In a staged game two states are one position if their keys are equal; `key` is one of

        proved        the same moves lead to the same positions: always right; all histories are visited once
        history       the whole history: always right, and large
        state         OpenSpiel's own notion: states with equal texts are equal
        turn          the text and the number of moves made, for games in which a text recurs
        observation   the observations of both players, which omit more: for games whose text is the whole history

    The last three are taken on trust. Texts omit passes in Go and the horizon of Oshi-Zumo, so values can be wrong;
    the title of the game names the key that was taken on trust.

    Parameters
    ----------
    text
        OpenSpiel's name of the game, with its parameters in brackets.
    key
        What identifies a position, if the game is staged.

    Examples
    --------
    >>> from zerosum.interop.openspiel import load
    >>> load("kuhn_poker").model
    'hidden'
    """
    return _part("importer").import_game(text, key)  # type: ignore[no-any-return]


def to_policy(solution: Solution) -> Foreign:
    """Return the strategies of a solution as an OpenSpiel policy; its `game` is the game that it plays.

    Simultaneous moves become sequential, because OpenSpiel computes exploitability only for sequential games.

    Parameters
    ----------
    solution
        A solution of a game of OpenSpiel, or of a game that can be exported there.

    Examples
    --------
    >>> from zerosum.interop.openspiel import load, to_policy
    >>> from open_spiel.python.algorithms.exploitability import exploitability
    >>> policy = to_policy(zerosum.solve(load("kuhn_poker")))
    >>> exploitability(policy.game, policy) < 1e-12
    True
    """
    return _part("export").to_policy(solution)


def to_openspiel(game: Game) -> Foreign:
    """Return a finite game of ours as a `pyspiel.Game`, on which OpenSpiel's tabular algorithms can train.

    Staged and hidden games, trick games, and betting games with a deck can be converted.

    Parameters
    ----------
    game
        The game; one that is not a finite tree is rejected.

    Examples
    --------
    >>> from zerosum.interop.openspiel import to_openspiel
    >>> to_openspiel(zerosum.load("kuhn")()).num_distinct_actions()
    2
    """
    return _part("export").export_game(game, f"zerosum_{game.slug.replace('-', '_').lower()}")


def read_policy(arena: Arena[Any, Any], policy: Foreign, name: str) -> StrategyTable:
    """Return the mixes of an OpenSpiel policy, by side and information set.

    Parameters
    ----------
    arena
        The arena of the game, which is one of OpenSpiel or can be exported there.
    policy
        An object with `action_probabilities`, such as a `TabularPolicy`.
    name
        The name of the policy in errors.

    Examples
    --------
    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> from zerosum.interop.openspiel import load, read_policy
    >>> from zerosum.models.family import arena_for
    >>> game = load("kuhn_poker")
    >>> read_policy(arena_for(game), UniformRandomPolicy(game.theirs), "uniform")["row", "0"]
    {'Pass': 0.5, 'Bet': 0.5}
    """
    table: StrategyTable = _part("policies").read_policy(arena, policy, name)
    return table


def read_dump(arena: Arena[Any, Any], dump: Mapping[str, Mapping[int, Number]], name: str) -> StrategyTable:
    """Return the mixes of a tabular policy, by side and information set.

    Parameters
    ----------
    arena
        The arena of the game, which is one of OpenSpiel or can be exported there.
    dump
        For each information state the probability of each action by its number; states may be missing.
    name
        The name of the policy in errors.

    Examples
    --------
    >>> from zerosum.interop.openspiel import load, read_dump
    >>> from zerosum.models.family import arena_for
    >>> read_dump(arena_for(load("kuhn_poker")), {"0": {0: 0.75, 1: 0.25}}, "mine")
    {('row', '0'): {'Pass': 0.75, 'Bet': 0.25}}
    """
    table: StrategyTable = _part("policies").read_dump(arena, dump, name)
    return table


def to_dump(
    arena: Arena[Any, Any], player: Player, sides: Sequence[Side] = SIDES
) -> Mapping[str, Mapping[str, float]]:
    """Return a player as a tabular policy: by information state, and then by action.

    Parameters
    ----------
    arena
        The arena of the game, which is one of OpenSpiel or can be exported there.
    player
        The player.
    sides
        The sides to write down.

    Examples
    --------
    >>> from zerosum.interop.openspiel import load, to_dump
    >>> from zerosum.models.family import arena_for
    >>> arena = arena_for(load("kuhn_poker"))
    >>> to_dump(arena, arena.equilibrium)["2b"]
    {'0': 0.0, '1': 1.0}
    """
    dump: Mapping[str, Mapping[str, float]] = _part("policies").write_dump(arena, player, sides)
    return dump


def register(game: Game, name: str) -> None:
    """Make `pyspiel.load_game(name)` return this game.

    Parameters
    ----------
    game
        The game.
    name
        A name that OpenSpiel does not have yet.

    Examples
    --------
    >>> import pyspiel
    >>> from zerosum.interop.openspiel import register
    >>> register(zerosum.load("rps")(), "zerosum_rps")
    >>> pyspiel.load_game("zerosum_rps").num_players()
    2
    """
    _part("export").register(game, name)


def _part(name: str) -> Foreign:
    """Return a module of this package; its import needs OpenSpiel."""
    try:
        importlib.import_module("pyspiel")
    except ModuleNotFoundError:
        raise InputError("OpenSpiel is not installed; install it with: pip install open_spiel") from None
    return importlib.import_module(f"{__name__}.{name}")
