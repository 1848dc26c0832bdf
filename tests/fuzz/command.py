"""The command called in this process, and what counts as a crash: any exception that `main` lets through."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from tests import command

from zerosum.cli import main
from zerosum.core import limits

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
    with _watched():
        status, out, err = command.run(*words, typed=typed, main=_main)
    assert status in (0, 1, 2), (words, status, err)
    if status == 2:
        assert err.count("zerosum: ") >= 1, words
        assert "Traceback" not in err
    assert "\x1b" not in out + err, words
    return status, out, err


def _main() -> None:
    limits.set_limits(SMALL_WORK)
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
