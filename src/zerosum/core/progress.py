"""How a solver tells a front end how far it is, without knowing which front end that is.

A solver calls `progress(done, total, unit)` now and then; the front end draws a bar, or nothing.
To stop the work, the front end raises `Stopped` (or KeyboardInterrupt) from inside that call.
"""

import math
import time
from typing import Protocol

from zerosum.core.errors import Stopped


class Progress(Protocol):
    """Takes how much is done of how much, in which unit ("positions", "claims", ...)."""

    def __call__(self, done: int, total: int, unit: str) -> None: ...


def silent(done: int, total: int, unit: str) -> None:
    """The progress of one who does not watch."""


class Deadline:
    """Progress that stops the work at a time, if one is set."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.end = progress, math.inf

    def __call__(self, done: int, total: int, unit: str) -> None:
        """Pass it on, unless it is too late."""
        if time.monotonic() > self.end:
            raise Stopped("this takes longer")
        self.progress(done, total, unit)
