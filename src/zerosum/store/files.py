"""A file put in its place whole or not at all, and one writer at a time."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except (
    ImportError
):  # pragma: no cover - no such locks on this system: two writers then do work twice, no harm
    fcntl = None  # type: ignore[assignment]

__all__ = ["only_writer", "show_size", "write_whole"]

POLL_SECONDS = 0.2


def write_whole(place: Path, chunks: Iterable[memoryview | bytes]) -> None:
    """Write a file beside its place, force it to the disk, and put it in place; on failure leave no trace."""
    temporary = place.with_name(f"{place.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "wb") as out:
            for chunk in chunks:
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, place)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync(place.parent)


def _sync(folder: Path) -> None:
    """Force a renaming to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def only_writer(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the folder's lock, which the system gives up for a process that dies; call `waiting` until it is free.

    The folder is made if need be; OSError if nothing can be written there.
    """
    place = folder / "lock"
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        with open(place, "ab") as lock:
            while not _locked(lock):
                waiting()
                time.sleep(POLL_SECONDS)
            if _is_at(lock, place):
                yield
                return


def _is_at(lock: IO[bytes], place: Path) -> bool:
    """Whether the open file is still the one at its place; the folder may have been removed meanwhile."""
    try:
        return os.path.samestat(os.fstat(lock.fileno()), place.stat())
    except FileNotFoundError:
        return False


def _locked(lock: IO[bytes]) -> bool:
    """Whether the lock is ours now; without such locks two writers may do the same work twice, which does no harm."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # pragma: no cover - a file system without locks
        return True
    return True


def show_size(count: float) -> str:
    """Bytes as a person reads them."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} PB"
