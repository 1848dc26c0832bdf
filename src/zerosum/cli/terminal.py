"""The terminal: which characters reach it, and a progress bar for work that takes more than a second.

Escape sequences in names and titles are dropped, and characters that the terminal cannot show are replaced.

Numba compiles a kernel when it is first called and keeps it on disk. That happens once after installing, and can take a
minute in which no solver reports anything. Numba says when it compiles; a line on standard error passes that on.
"""

from __future__ import annotations

import io
import os
import sys
import time
from functools import cache
from types import TracebackType

from rich import control
from rich.console import Console

from zerosum.core.foreign import Foreign

PATIENCE = 1.0
"""Seconds before the bar shows itself."""
COMPILING = "compiling, once; this can take a minute"
CONTROLS = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"]
"""The control characters that are dropped."""


def prepare_streams() -> None:
    """Let rich drop all control characters of texts, and streams replace characters that their encoding lacks.

    A closed stream is replaced by one to nowhere, so that no file that is opened later takes its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    Console.on_broken_pipe = _broken_pipe  # type: ignore[method-assign, assignment]
    control._CONTROL_STRIP_TRANSLATE.update(dict.fromkeys(CONTROLS))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _broken_pipe(console: Console) -> None:
    """Nobody reads the output any more; the command ends quietly then (`zerosum.cli.main`)."""
    raise BrokenPipeError


def printable(text: str) -> str:
    """A text without control characters."""
    return text.translate(dict.fromkeys(CONTROLS))


class Bar:
    """Takes a solver's progress and shows it, if standard error is a terminal."""

    about: str
    """Which part of the work is being done, where it has several; shown before the unit."""

    def __init__(self) -> None:
        self.about = ""
        self._began = time.monotonic()
        self._shown: Foreign = None
        self._work_options = sys.stderr.isatty()

    def __enter__(self) -> Bar:
        self._listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown is not None:
            self._shown.stop()

    def _listen(self) -> None:
        """Announce compiling, once numba is loaded; a game that needs no kernels does not load it."""
        if self._work_options and "numba" in sys.modules:
            _announce_compiling()

    def __call__(self, done: int, total: int, unit: str) -> None:
        self._listen()
        if not self._work_options or time.monotonic() - self._began < PATIENCE:
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
    """A bar with how much is done, how fast, and the time left."""
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
def _announce_compiling() -> None:
    """Print a line when numba first compiles something."""
    from numba.core import event

    class Announcer(event.Listener):
        """Prints a line at the first event."""

        announced = False

        def on_start(self, event: object) -> None:
            if not self.announced:
                self.announced = True
                print(COMPILING, file=sys.stderr)  # noqa: T201

        def on_end(self, event: object) -> None:
            """Nothing to announce."""

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]
