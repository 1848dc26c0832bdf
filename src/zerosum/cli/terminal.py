"""Output to the terminal, without unsafe characters, and a progress bar for work that takes more than a second.

All output goes through `write`, `write_json` or rich, which drop escape sequences and marks of direction in names and
titles. Characters that the terminal cannot show are replaced.

Numba compiles a kernel when it is first called and keeps it on disk. This happens once after installation and can
take a minute, during which no solver reports progress. Numba announces when it compiles; a line on standard error
tells the user.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from rich import control
from rich.console import Console

from zerosum.core.printable import CONTROLS, printable

if TYPE_CHECKING:
    from zerosum.core.data import Data
    from zerosum.core.foreign import Foreign

PATIENCE = 1.0
"""Seconds before the bar is shown."""
UNSHOWN = re.compile(f"[{''.join(map(chr, CONTROLS))}]")
COMPILING = "compiling (first run only; this can take a minute)"


def prepare_streams() -> None:
    """Make rich drop the characters that `printable` drops, and make streams replace characters that they
    cannot encode.

    A closed stream is replaced by the null device, so that no file opened later gets its descriptor.
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
    """Record that nothing reads the output any longer, so that the command ends quietly (`zerosum.cli.main`)."""
    raise BrokenPipeError


def write(text: str, file: TextIO | None = None) -> None:
    """Print plain text without characters that could change its display."""
    print(printable(text), file=file)


def write_json(data: Data) -> None:
    """Print one JSON object; escape the characters that must not reach a terminal."""
    text = json.dumps(data, ensure_ascii=False)
    write(text if text.isascii() else UNSHOWN.sub(lambda found: json.dumps(found[0])[1:-1], text))


class Bar:
    """A progress bar, shown if standard error is a terminal."""

    about: str
    """The current part of the work, if it has several; shown before the unit."""

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
        """Announce compiling, once numba is loaded; a game without kernels does not load it."""
        if self._work_options and "numba" in sys.modules:
            _announce_compiling()

    def __call__(self, done: int, total: int, unit: str) -> None:
        self._listen()
        if not self._work_options or time.monotonic() - self._began < PATIENCE:
            return
        if self._shown is None:
            self._shown = _bar()
            self._shown.add_task("", total=total or None)
            self._shown.start()
        task, words = self._shown.tasks[0], f"{self.about} {unit}".strip()
        if words != task.description:
            self._shown.reset(task.id, description=words)
        task.total = total or None  # 0 means an unknown total; `update` would keep the last total then
        self._shown.update(task.id, completed=done)


def _bar() -> Foreign:
    """Return a progress bar with the percentage done, the speed and the time left."""
    from rich.console import Console
    from rich.progress import (  # slow to import
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
        """The speed in units per second."""

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
        """A listener that prints a line at the first event."""

        announced = False

        def on_start(self, event: object) -> None:
            if not self.announced:
                self.announced = True
                write(COMPILING, sys.stderr)

        def on_end(self, event: object) -> None:
            """Do nothing at the end of an event."""

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]
