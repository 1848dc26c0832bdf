"""The command called in this process: Python need not start anew for every line that is tried."""

from __future__ import annotations

import contextlib
import contextvars
import io
import os
import sys
from collections.abc import Callable
from typing import NamedTuple
from unittest.mock import patch

from zerosum.cli import main


class Shown(NamedTuple):
    """What a command line led to."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: str, typed: str = "", main: Callable[[], None] = main) -> Shown:
    """The status, the output and the errors of a command line; the streams are no terminal."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        patch.object(sys, "argv", ["zerosum", *words]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        patch.dict(os.environ, {"COLUMNS": os.environ.get("COLUMNS", "80")}),
    ):
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                contextvars.copy_context().run(main)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return Shown(status, out.getvalue(), err.getvalue())
