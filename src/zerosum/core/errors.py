"""The errors this package raises.

    ZerosumError
    ├── InputError       the input cannot be used; the message says what would be valid
    │   ├── GameError    a game violates the contract of its model
    │   └── Unavailable  not available for this game; the message says why
    ├── TooLargeError    the computation exceeds the limits; the message gives an estimate
    ├── ClusterError     the cluster failed or cannot be reached
    ├── StoreError       the cache on disk failed (full, unreadable)
    └── Stopped          the user interrupted the computation; completed parts are saved

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
    "unknown_name_error",
]


class ZerosumError(Exception):
    """Base class of all errors that this package raises on purpose.

    Examples
    --------
    >>> issubclass(zerosum.GameError, zerosum.ZerosumError)
    True
    """


class InputError(ZerosumError, ValueError):
    """The user's input cannot be used.

    Examples
    --------
    >>> zerosum.solve("kun")
    Traceback (most recent call last):
        ...
    zerosum.core.errors.InputError: there is no game called 'kun'; did you mean 'kuhn'?
    """


class GameError(InputError):
    """The rules of a game violate the contract of its model.

    Examples
    --------
    >>> zerosum.solve("rps", signs=1)
    Traceback (most recent call last):
        ...
    zerosum.core.errors.GameError: the number of signs must be from 2 to 1000, not 1
    """

    table: str = ""
    """The table of a file that the error is about, if any."""
    line: int = 0
    """The line of the file at which the error was found, counted from 1; 0 if unknown."""


class Unavailable(InputError):  # noqa: N818 - what is missing, not who erred
    """The question cannot be answered for this game.

    Examples
    --------
    >>> from zerosum.core.errors import Unavailable
    >>> issubclass(Unavailable, zerosum.ZerosumError)
    True
    """


class TooLargeError(ZerosumError):
    """A computation exceeds the limits of this machine.

    Examples
    --------
    >>> issubclass(zerosum.TooLargeError, zerosum.ZerosumError)
    True
    """


class StoreError(ZerosumError):
    """Solved tables could not be written to the disk or read from it.

    Examples
    --------
    >>> issubclass(zerosum.StoreError, zerosum.ZerosumError)
    True
    """


class ClusterError(ZerosumError):
    """The scheduler or the workers of a cluster cannot do the work.

    Examples
    --------
    >>> from zerosum.core.errors import ClusterError
    >>> issubclass(ClusterError, zerosum.ZerosumError)
    True
    """


class Stopped(ZerosumError):  # noqa: N818 - a stop is not an error, though it travels as one
    """The user stopped the work.

    Examples
    --------
    >>> issubclass(zerosum.Stopped, Exception)
    True
    """


def unknown_name_error(kind: str, name: str, known: Iterable[str], *, cutoff: float = 0.6) -> InputError:
    """Return a hint about an unknown name of a game, paper, player and so on: the nearest name, or all names.

    Parameters
    ----------
    kind
        The kind of thing: a game, a player.
    name
        The name that was given.
    known
        The known names.
    cutoff
        How near a name must be to be proposed, from 0 to 1.

    Returns
    -------
    InputError
        The error to raise.

    Examples
    --------
    >>> from zerosum.core.errors import unknown_name_error
    >>> print(unknown_name_error("colour", "gren", ["red", "green"]))
    there is no colour called 'gren'; did you mean 'green'?
    """
    from difflib import get_close_matches

    known = list(known)
    close = get_close_matches(name.lower(), known, n=1, cutoff=cutoff)
    hint = f"did you mean {close[0]!r}?" if close else f"choose from: {', '.join(known)}"
    return InputError(f"there is no {kind} called {name!r}; {hint}")
