"""A progress bar on standard error, for work that takes more than a second, and a line while kernels are compiled.

Numba compiles a kernel when it is first called and keeps it on disk. That happens once after installing, and can take a
minute in which no solver reports anything. Numba tells when it compiles, and only then; so a person is told too.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from types import TracebackType

from zerosum.core.foreign import Foreign

__all__ = ["Bar"]

PATIENCE = 1.0
"""Seconds before the bar shows itself."""


COMPILING = "compiling, once; this can take a minute"


class Bar:
    """Takes a solver's progress and shows it, if standard error is a terminal."""

    about: str
    """Which part of the work is being done, where it has several; shown before the unit."""

    def __init__(self) -> None:
        self.about = ""
        self._began = time.monotonic()
        self._shown: Foreign = None
        self._watched = sys.stderr.isatty()

    def __enter__(self) -> Bar:
        self._listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown is not None:
            self._shown.stop()

    def _listen(self) -> None:
        """Be told of compiling, as soon as numba is loaded; a game that needs no kernels does not load it."""
        if self._watched and "numba" in sys.modules:
            _tell_of_compiling()

    def __call__(self, done: int, total: int, unit: str) -> None:
        self._listen()
        if not self._watched or time.monotonic() - self._began < PATIENCE:
            return
        if self._shown is None:
            self._shown = _bar()
            self._shown.add_task("", total=total)
            self._shown.start()
        task, words = self._shown.tasks[0], f"{self.about} {unit}".strip()
        if words != task.description:
            self._shown.reset(task.id, description=words)
        self._shown.update(task.id, completed=done, total=total)


def _bar() -> Foreign:
    """A bar with what is done, how fast, and for how long still."""
    from rich.console import Console
    from rich.progress import (  # takes long to import
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        """Units per second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed else "", style="dim")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


@cache
def _tell_of_compiling() -> None:
    """Have numba say so, once, when it compiles."""
    from numba.core import event

    class Teller(event.Listener):
        """Prints a line at the first event."""

        told = False

        def on_start(self, event: object) -> None:
            if not self.told:
                self.told = True
                print(COMPILING, file=sys.stderr)  # noqa: T201

        def on_end(self, event: object) -> None:
            """Nothing to tell."""

    event.register("numba:compile", Teller())  # type: ignore[no-untyped-call]
