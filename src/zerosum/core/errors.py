"""What can go wrong, and whose business it is.

    ZerosumError
    ├── InputError       what a person typed or passed cannot be used; the message says what would be right
    │   ├── GameError    a game breaks the contract of its model
    │   └── Unavailable  what was asked cannot be had in this game; the message says why
    ├── TooLargeError    the work would not fit; the message says how much it would need
    ├── ClusterError     the machines of a cluster failed, or are not there
    ├── StoreError       the disk failed the table store (full, unreadable)
    └── Stopped          the person stopped the work; what was complete is kept

Every message is one sentence for a person: what is wrong, and what would be right. The command prints it
and exits with status 2; it never shows a traceback for one of these.
"""

from collections.abc import Iterable

__all__ = [
    "ClusterError",
    "GameError",
    "InputError",
    "Stopped",
    "StoreError",
    "TooLargeError",
    "Unavailable",
    "ZerosumError",
    "unknown",
]


class ZerosumError(Exception):
    """Base of all the errors that this package raises on purpose.

    Examples
    --------
    >>> issubclass(zerosum.GameError, zerosum.ZerosumError)
    True
    """


class InputError(ZerosumError, ValueError):
    """What a person typed or passed cannot be used.

    Examples
    --------
    >>> zerosum.solve("kun")
    Traceback (most recent call last):
        ...
    zerosum.core.errors.InputError: there is no game called 'kun'; did you mean 'kuhn'?
    """


class GameError(InputError):
    """A game breaks the contract of its model.

    Examples
    --------
    >>> zerosum.solve("rps", signs=1)
    Traceback (most recent call last):
        ...
    zerosum.core.errors.GameError: the number of signs must be from 2 to 1000, not 1
    """


class Unavailable(InputError):  # noqa: N818 - what is missing, not who erred
    """What was asked cannot be had in this game.

    Examples
    --------
    >>> from zerosum.core.errors import Unavailable
    >>> issubclass(Unavailable, zerosum.ZerosumError)
    True
    """


class TooLargeError(ZerosumError):
    """The work would not fit on this machine.

    Examples
    --------
    >>> issubclass(zerosum.TooLargeError, zerosum.ZerosumError)
    True
    """


class StoreError(ZerosumError):
    """Solved tables could not be kept on, or read from, the disk.

    Examples
    --------
    >>> issubclass(zerosum.StoreError, zerosum.ZerosumError)
    True
    """


class ClusterError(ZerosumError):
    """A cluster's scheduler or workers cannot do the work.

    Examples
    --------
    >>> from zerosum.core.errors import ClusterError
    >>> issubclass(ClusterError, zerosum.ZerosumError)
    True
    """


class Stopped(ZerosumError):  # noqa: N818 - a stop is not an error, though it travels as one
    """The person stopped the work.

    Examples
    --------
    >>> issubclass(zerosum.Stopped, Exception)
    True
    """


def unknown(kind: str, name: str, known: Iterable[str], *, cutoff: float = 0.6) -> InputError:
    """A hint for a name of a game, a paper, a player, … that does not exist: the nearest one, or all.

    Parameters
    ----------
    kind
        What it was to be: a game, a player.
    name
        What the person wrote.
    known
        What there is.
    cutoff
        How near a name must be to be proposed, from 0 to 1.

    Returns
    -------
    InputError
        The error to raise.

    Examples
    --------
    >>> from zerosum.core.errors import unknown
    >>> print(unknown("colour", "gren", ["red", "green"]))
    there is no colour called 'gren'; did you mean 'green'?
    """
    from difflib import get_close_matches

    known = list(known)
    close = get_close_matches(name.lower(), known, n=1, cutoff=cutoff)
    hint = f"did you mean {close[0]!r}?" if close else f"the {kind}s are {', '.join(known)}."
    return InputError(f"there is no {kind} called {name!r}; {hint}")
