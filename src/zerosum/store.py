"""Solved tables on disk: written atomically, checksummed, memory-mapped, resumable.

A *store* keeps named arrays, each with a few facts about it. On disk it is a folder:

    manifest.json     name -> file, offset, shape, type, checksum, facts
    00000001-….bin …  *segments*: arrays one after the other, each at a multiple of 64 bytes

Arrays wait in memory until there is a segment's worth of them (or a second has passed). Then the segment is written to
a temporary file, forced to the disk and renamed, and after it the manifest in the same way. Whatever happens,
the manifest on disk names only segments that are complete: a killed writer loses at most its last second of
work. Reading maps a segment into memory and checks an array's checksum when it is first touched; one that is
missing or damaged reads as None, and its owner computes it anew.

Segments may be cut at other places in another run, but the arrays in them are the same, bit for bit.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import StoreError

__all__ = ["DiskStore", "MemoryStore", "Store", "cache_directory", "cache_store", "show_size"]

FORMAT = 1
ALIGN = 64
SEGMENT_BYTES = 16 << 20
SEGMENT_SECONDS = 1.0

Array = NDArray[Any]


class Store(Protocol):
    """Named arrays with facts about them."""

    def put(self, name: str, array: Array, facts: Mapping[str, Any] | None = None) -> None:
        """Keep an array under a name."""

    def get(self, name: str) -> Array | None:
        """The array of that name, or None if it is missing or damaged."""

    def facts(self, name: str) -> dict[str, Any] | None:
        """The facts kept with an array, or None if it is missing; the array itself is not read."""

    def flush(self) -> None:
        """Make sure that all that was put is kept."""

    def describe(self) -> str:
        """Where the arrays are, for a person."""


class MemoryStore:
    """A store that lasts as long as the program."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Array, dict[str, Any]]] = {}

    def put(self, name: str, array: Array, facts: Mapping[str, Any] | None = None) -> None:
        """Keep an array under a name."""
        self._kept[name] = np.ascontiguousarray(array), dict(facts or {})

    def get(self, name: str) -> Array | None:
        """The array of that name, or None."""
        return self._kept[name][0] if name in self._kept else None

    def facts(self, name: str) -> dict[str, Any] | None:
        """The facts kept with an array, or None."""
        return self._kept[name][1] if name in self._kept else None

    def flush(self) -> None:
        """Nothing to do."""

    def describe(self) -> str:
        """Where the arrays are."""
        return "kept in memory"


class DiskStore:
    """A store in a folder, which is made when the first array is put."""

    def __init__(self, folder: Path | str, about: str = "") -> None:
        self.folder = Path(folder)
        self.about = about
        self._entries: dict[str, dict[str, Any]] = self._read_manifest()
        self._waiting: list[tuple[str, Array, dict[str, Any]]] = []
        self._waiting_since = 0.0
        self._maps: dict[str, Array | None] = {}
        self._checked: set[str] = set()

    def put(self, name: str, array: Array, facts: Mapping[str, Any] | None = None) -> None:
        """Keep an array under a name; it is on disk after a second, or after `flush`."""
        if not self._waiting:
            self._waiting_since = time.monotonic()
        self._waiting.append((name, np.ascontiguousarray(array), dict(facts or {})))
        size = sum(waiting.nbytes for _, waiting, _ in self._waiting)
        if size >= SEGMENT_BYTES or time.monotonic() - self._waiting_since >= SEGMENT_SECONDS:
            self.flush()

    def get(self, name: str) -> Array | None:
        """The array of that name, mapped into memory; None if it is missing or its checksum is wrong."""
        for waiting, array, _ in self._waiting:
            if waiting == name:
                return array
        entry = self._entries.get(name)
        if entry is None:
            return None
        found = self._map(entry)
        if name not in self._checked and (found is None or _checksum(found) != entry["sum"]):
            del self._entries[name]
            return None
        self._checked.add(name)
        return found

    def facts(self, name: str) -> dict[str, Any] | None:
        """The facts kept with an array, or None if it or its file is missing."""
        for waiting, _, facts in self._waiting:
            if waiting == name:
                return facts
        entry = self._entries.get(name)
        if entry is None or self._map(entry) is None:
            return None
        return dict(entry["facts"])

    def flush(self) -> None:
        """Write what waits as one segment, then the manifest; both appear whole or not at all."""
        if not self._waiting:
            return
        entries: dict[str, dict[str, Any]] = {}
        chunks: list[memoryview | bytes] = []
        offset = 0
        file = f"{self._next_number():08d}-{os.getpid()}.bin"
        for name, array, facts in self._waiting:
            entries[name] = {
                "file": file,
                "offset": offset,
                "shape": list(array.shape),
                "type": array.dtype.str,
                "sum": _checksum(array),
                "facts": facts,
            }
            padding = -array.nbytes % ALIGN
            chunks += [_bytes(array), bytes(padding)]
            offset += array.nbytes + padding
        self._write(file, chunks, offset)
        self._entries = {**self._read_manifest(), **self._entries, **entries}
        self._write_manifest(self._entries)
        self._checked.update(entries)
        self._waiting = []

    def describe(self) -> str:
        """Where the arrays are."""
        return f"kept in {self.folder}"

    @property
    def begun(self) -> bool:
        """Whether there is anything in it."""
        return bool(self._entries)

    def free_space(self) -> int:
        """Bytes free where the folder is, or will be."""
        there = self.folder
        while not there.exists() and there != there.parent:
            there = there.parent
        return shutil.disk_usage(there).free

    def _read_manifest(self) -> dict[str, dict[str, Any]]:
        """What the manifest lists; nothing if it is missing, unreadable or of another format."""
        try:
            manifest = json.loads((self.folder / "manifest.json").read_text())
            if manifest["format"] == FORMAT and manifest["sum"] == _json_sum(manifest["arrays"]):
                return dict(manifest["arrays"])
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return {}

    def _write_manifest(self, entries: dict[str, dict[str, Any]]) -> None:
        manifest = {"format": FORMAT, "about": self.about, "sum": _json_sum(entries), "arrays": entries}
        text = json.dumps(manifest, indent=0).encode()
        self._write("manifest.json", [text], len(text))

    def _next_number(self) -> int:
        """A segment number that no file has yet."""
        used = [int(path.stem[:8]) for path in self.folder.glob("*.bin") if path.stem[:8].isdigit()]
        return max(used, default=0) + 1

    def _write(self, file: str, chunks: list[memoryview | bytes], size: int) -> None:
        """Write a file beside its place, force it to the disk, and put it in place; on failure leave no trace."""
        temporary = self.folder / f"{file}.{os.getpid()}.tmp"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with open(temporary, "wb") as out:
                for chunk in chunks:
                    out.write(chunk)
                out.flush()
                os.fsync(out.fileno())
            os.replace(temporary, self.folder / file)
            self._sync_folder()
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise self._failure(error, size) from error

    def _sync_folder(self) -> None:
        """Force the renaming to the disk, where the system can."""
        with contextlib.suppress(OSError):
            handle = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def _failure(self, error: OSError, size: int) -> StoreError:
        kept = "what was complete is kept, and solving again goes on from there"
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return StoreError(
                f"the disk of {self.folder} is full ({show_size(size)} more would not fit); {kept}"
            )
        return StoreError(f"{self.folder} cannot be written ({error.strerror or error}); {kept}")

    def _map(self, entry: Mapping[str, Any]) -> Array | None:
        """An array in its mapped segment, or None if the file is missing or too short."""
        file = entry["file"]
        if file not in self._maps:
            try:
                self._maps[file] = np.memmap(self.folder / file, dtype=np.uint8, mode="r")
            except (OSError, ValueError):
                self._maps[file] = None
        segment = self._maps[file]
        kind, shape = np.dtype(entry["type"]), tuple(entry["shape"])
        size = kind.itemsize * int(np.prod(shape, dtype=np.int64))
        if size == 0:
            return np.empty(shape, kind)
        if segment is None or segment.size < entry["offset"] + size:
            return None
        part: Array = segment[entry["offset"] : entry["offset"] + size].view(np.ndarray)
        array: Array = part.view(kind).reshape(shape)
        return array


def cache_directory() -> Path:
    """Where solved tables are kept: $ZEROSUM_CACHE, or zerosum below the user's cache directory."""
    own = os.environ.get("ZEROSUM_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "zerosum"


def cache_store(name: str, about: str = "") -> DiskStore:
    """The store of that name in the cache directory."""
    return DiskStore(cache_directory() / name, about)


def show_size(count: float) -> str:
    """Bytes as a person reads them."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} PB"


def _bytes(array: Array) -> memoryview | bytes:
    return array.data.cast("B") if array.size else b""


def _checksum(array: Array) -> str:
    return hashlib.sha256(_bytes(array)).hexdigest()


def _json_sum(entries: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()
