"""The journal of a sweep: every finished row is written to the disk as a line, before the next row is awaited.

The first line has the digest of the sweep, so that only the same sweep continues it. Each line begins with a
checksum of its text. The first incomplete or damaged line and all lines after it are dropped, and their rows are
solved again. A file that is not the journal of this sweep is not changed. Only one process writes at a time.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from zerosum.core.data import Json
from zerosum.core.errors import InputError, StoreError
from zerosum.store import cache_directory
from zerosum.sweeps.rows import Outcome, outcome_of

FORMAT = 2


class Journal:
    """The finished rows of a sweep, in a file."""

    def __init__(self, path: Path, digest: str) -> None:
        self.path = path
        self.finished: dict[int, Outcome] = {}
        """The rows in the file when it was opened."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read(_line({"sweep": digest, "format": FORMAT}))
        except BlockingIOError:
            self.close()
            raise StoreError(
                f"another process is writing {path}; wait for it, or choose another journal"
            ) from None
        except BaseException:
            self.close()
            raise

    def _read(self, head: bytes) -> None:
        """Read the lines up to the first incomplete one, and delete the rest."""
        with self.path.open("rb") as lines:
            first = lines.readline(len(head))
            if first != head and (not head.startswith(first) or lines.read(1)):
                raise InputError(f"{self.path} is not the journal of this sweep; choose another file")
            whole = len(head) if first == head else 0
            for line in lines:
                try:
                    data = _data(line)
                    self.finished[data["row"]] = outcome_of(data["found"])
                except ValueError:
                    break
                whole += len(line)
        os.ftruncate(self._file, whole)
        if not whole:
            self._write(head)

    def add(self, rows: Iterable[tuple[int, Outcome]]) -> None:
        """Write rows to the disk."""
        self._write(b"".join(_line({"row": row, "found": outcome.json()}) for row, outcome in rows))

    def _write(self, text: bytes) -> None:
        before = os.fstat(self._file).st_size
        try:
            while text:
                text = text[os.write(self._file, text) :]
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, before)
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            reason = "the disk is full" if full else f"{self.path} cannot be written: {error.strerror}"
            raise StoreError(f"{reason}; finished rows are saved; run the same command to resume") from error

    def close(self) -> None:
        """Release the journal to other writers."""
        os.close(self._file)

    def remove(self) -> None:
        """Delete the file, since the table is complete."""
        self.path.unlink(missing_ok=True)


def _line(data: object) -> bytes:
    """Return data as a line that begins with a checksum of the rest."""
    text = json.dumps(data).encode()
    return b"%08x %s\n" % (crc32(text), text)


def _data(line: bytes) -> Json:
    """Return the data of a line; raise a ValueError if it is damaged or cut off."""
    check, _, text = line.partition(b" ")
    if not text.endswith(b"\n") or check != b"%08x" % crc32(text[:-1]):
        raise ValueError("the checksum does not match")
    found: Json = json.loads(text)
    return found


def journal_of(digest: str, path: Path | None) -> Journal | None:
    """Return the journal in this file, or in the cache; None if it cannot be written."""
    if path is not None:
        is_file = path.is_file() or not path.exists()  # reading a device or a pipe may never end
        if not is_file or not path.absolute().parent.is_dir():
            raise InputError(f"a journal must be a file in an existing folder, not {str(path)!r}")
        return Journal(path, digest)
    kept = cache_directory() / "sweeps" / f"{digest[:32]}.jsonl"
    try:
        return Journal(kept, digest)
    except InputError:  # a file with this name in the cache can only be a damaged journal
        kept.unlink()
        return Journal(kept, digest)
    except OSError:
        return None
