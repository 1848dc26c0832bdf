"""How a solver tells a front end how far it is, without knowing which front end that is.

A solver calls `progress(done, total, unit)` now and then; the front end draws a bar, or nothing.
To stop the work, the front end raises `Stopped` (or KeyboardInterrupt) from inside that call.
"""

from typing import Protocol


class Progress(Protocol):
    """Takes how much is done of how much, in which unit ("positions", "claims", ...)."""

    def __call__(self, done: int, total: int, unit: str) -> None: ...


def silent(done: int, total: int, unit: str) -> None:
    """The progress of one who does not watch."""
