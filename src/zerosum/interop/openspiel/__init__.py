"""OpenSpiel, both ways: its games as ours, our games as its own, and solutions as policies for its algorithms.

load("leduc_poker")           a two-player zero-sum game of OpenSpiel, to be solved here
to_policy(solution)           the strategies as a policy, for `exploitability` and the other algorithms there
to_openspiel(game)            a finite game of ours as an OpenSpiel game
register(game, "my_game")     the same under a name, for `pyspiel.load_game`

importer    their games as ours
export      our games as theirs, and our solutions as policies
"""

from __future__ import annotations

import importlib

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game
from zerosum.core.solution import Solution

__all__ = ["load", "register", "to_openspiel", "to_policy"]


def load(text: str, *, key: str = "state") -> Game:
    """The game that OpenSpiel calls `text`, as in "goofspiel(num_cards=4)": staged where all is public, else hidden.

    In a staged game two states are one position if their keys are equal; `key` is one of

        state         OpenSpiel's own notion: states are equal if their texts are
        observation   what both players observe, which forgets more: for games that write their whole history
        turn          the text and the number of moves made, for games in which a text comes back
        history       everything that happened: always right, and large

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
    """The strategies of a solution as a policy of OpenSpiel; its `game` is the game that it plays.

    Games with simultaneous moves become games in turns, because OpenSpiel computes exploitability only for those.

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
    """A finite game of ours as a `pyspiel.Game`, which OpenSpiel's tabular algorithms train on.

    Staged and hidden games, trick games, and betting games with a deck.

    Parameters
    ----------
    game
        The game; one that is not a finite tree is refused.

    Examples
    --------
    >>> from zerosum.interop.openspiel import to_openspiel
    >>> to_openspiel(zerosum.load("kuhn")()).num_distinct_actions()
    2
    """
    return _part("export").export_game(game, f"zerosum_{game.called.replace('-', '_').lower()}")


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
    """A module of this package; importing it needs OpenSpiel."""
    try:
        importlib.import_module("pyspiel")
    except ModuleNotFoundError:
        raise InputError("OpenSpiel is not installed; install it with: pip install open_spiel") from None
    return importlib.import_module(f"{__name__}.{name}")
