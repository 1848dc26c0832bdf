"""Progress reports from a solver to any front end.

A solver calls `progress(done, total, unit)` now and then; the front end draws a bar, or nothing. The total is 0 if
it is unknown. To stop the work, the front end raises `Stopped` (or KeyboardInterrupt) from inside that call.
"""

import math
import time
from typing import Protocol

from zerosum.core.errors import Stopped


class Progress(Protocol):
    """A callback that takes the amount done, the total, and the unit ("positions", "claims", ...)."""

    def __call__(self, done: int, total: int, unit: str) -> None: ...


def silent(done: int, total: int, unit: str) -> None:
    """Report nothing."""


class Deadline:
    """A progress callback that stops the work at a given time, if there is one."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.end = progress, math.inf

    def __call__(self, done: int, total: int, unit: str) -> None:
        """Report the progress; stop the work if time is up."""
        self.check()
        self.progress(done, total, unit)

    def check(self) -> None:
        """Stop the work if time is up."""
        if time.monotonic() > self.end:
            raise Stopped("this takes longer")
