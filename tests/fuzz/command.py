"""The command called in this process, and what counts as a crash: any exception that `main` lets through."""

from __future__ import annotations

import contextlib
import contextvars
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings

from zerosum import limits
from zerosum.cli import main

CASES = int(os.environ.get("ZEROSUM_FUZZ", "1000"))
"""How many cases all tests of this folder have together; `make fuzz` takes twenty thousand."""

HANG = 900
"""Seconds after which a case counts as one that hangs: no estimate of work allows a tenth of it."""

SMALL_WORK = "1GB,3s"


def share(percent: int) -> Any:
    """Settings for so many of all cases; the same thousand every time, other ones in the long run."""
    return settings(
        max_examples=max(1, CASES * percent // 100),
        derandomize=CASES <= 1000,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def run(words: Sequence[str], typed: str = "") -> tuple[int, str, str]:
    """The status, the output and the errors of a command line; whatever is neither an answer nor a sentence fails."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        _watched(),
        patch.object(sys, "argv", ["zerosum", *words]),
        patch.object(sys, "stdin", io.StringIO(typed)),
    ):
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                contextvars.copy_context().run(_main)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
    assert status in (0, 1, 2), (words, status, err.getvalue())
    if status == 2:
        assert err.getvalue().count("zerosum: ") >= 1, words
        assert "Traceback" not in err.getvalue()
    assert "\x1b" not in out.getvalue() + err.getvalue(), words
    return status, out.getvalue(), err.getvalue()


def _main() -> None:
    limits.allow(SMALL_WORK)
    main()


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    def hang(*_: object) -> None:
        raise AssertionError(f"no answer in {HANG} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(HANG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
