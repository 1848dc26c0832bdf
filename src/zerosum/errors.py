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

import difflib
from collections.abc import Iterable

__all__ = [
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
    """Base of all the errors that this package raises on purpose."""


class InputError(ZerosumError, ValueError):
    """What a person typed or passed cannot be used."""


class GameError(InputError):
    """A game breaks the contract of its model."""


class Unavailable(InputError):  # noqa: N818 - what is missing, not who erred
    """What was asked cannot be had in this game."""


class TooLargeError(ZerosumError):
    """The work would not fit on this machine."""


class StoreError(ZerosumError):
    """Solved tables could not be kept on, or read from, the disk."""


class ClusterError(ZerosumError):
    """A cluster's scheduler or workers cannot do the work."""


class Stopped(ZerosumError):  # noqa: N818 - a stop is not an error, though it travels as one
    """The person stopped the work."""


def unknown(kind: str, name: str, known: Iterable[str], *, cutoff: float = 0.6) -> InputError:
    """What to tell a person who names a game, a paper, a player, … that there is not: the nearest one, or all."""
    known = list(known)
    close = difflib.get_close_matches(name.lower(), known, n=1, cutoff=cutoff)
    hint = f"did you mean {close[0]!r}?" if close else f"the {kind}s are {', '.join(known)}."
    return InputError(f"there is no {kind} called {name!r}; {hint}")
