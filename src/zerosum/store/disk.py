"""Stores: named arrays with a few facts about each, in memory or in a folder on disk.

A *disk store* is written atomically, checksummed, memory-mapped and resumable. On disk it is a folder:

    manifest.json     whose tables these are, and name -> file, offset, shape, type, checksum, facts
    00000001-….bin …  *segments*: arrays one after the other, each at a multiple of 64 bytes
    lock              held by the process that writes

Arrays wait in memory until they fill a segment (or a second has passed). Then the segment is written to a temporary
file, forced to the disk and renamed, and then the manifest is replaced in the same way. Whatever happens, the
manifest on disk names only segments that are complete: a killed writer loses at most its last second of work.
Reading maps a segment into memory and checks an array's checksum when it is first touched; one that is missing or
damaged reads as None, and its owner computes it again. Tables of another game or version are not used.

Checksums are SHA-256, in two levels: an array is cut into *parts* of `PART_BYTES`, the checksums of its parts lie
behind it in the segment, and the manifest has the checksum of those. So a reader of a few numbers in a large array
checks the parts that hold them, and nothing is read unchecked.


Another run may divide the arrays differently into segments, but the arrays are identical, bit for bit. If nothing
can be written, arrays stay in memory, and a remark reports it.

The end of the module lists and removes the stores in the user's cache directory.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import math
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar, NamedTuple, Protocol

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import DataMap, Json
from zerosum.core.errors import InputError, StoreError

try:
    import fcntl
except (
    ImportError
):  # pragma: no cover - without such locks two writers may do the same work twice, without harm
    fcntl = None  # type: ignore[assignment]

FORMAT = 3
"""Version of the manifest."""
PART_BYTES = 1 << 15
"""An array is checked in parts of this size, in bytes."""
ALIGN = 64
"""Arrays in a segment begin at a multiple of this, in bytes."""
SEGMENT_BYTES = 16 << 20
"""A segment is written when this many bytes wait."""
SEGMENT_SECONDS = 1.0
"""A segment is written when the first of its arrays has waited this long."""
POLL_SECONDS = 0.2
"""Time between two attempts to take a lock that another process holds."""

ManifestEntries = dict[str, Json]
"""The manifest's entries, by array."""


class Contents(NamedTuple):
    """The identity of the tables in a store: the game and the version."""

    about: str = ""
    """The game, for a person."""
    version: str = ""
    """The version of the rules and the solver that made the tables; tables of another version are not used."""


class Store(Protocol):
    """Named arrays with facts about them."""

    remarks: list[str]
    """Remarks for the user about this store, in sentences."""

    def put(self, name: str, array: Array, facts: DataMap | None = None) -> None:
        """Store an array under a name."""

    def get(self, name: str, part: int | None = None) -> Array | None:
        """Return the array of that name, or None if it is missing or damaged; with `part`, only that part of it is
        checked."""

    def facts(self, name: str) -> Json | None:
        """Return the facts kept with an array, or None if it is missing; the array itself is not read."""

    def flush(self) -> None:
        """Make sure that everything stored is saved."""

    def writing(self, waiting: Callable[[], None]) -> AbstractContextManager[None]:
        """Return a context in which this process is the only writer; while another one writes, call `waiting` now
        and then.
        """

    def describe(self) -> str:
        """Return the location of the arrays, for display."""


class MemoryStore:
    """A store that lasts as long as the program."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._kept: dict[str, tuple[Array, Json]] = {}

    def put(self, name: str, array: Array, facts: DataMap | None = None) -> None:
        """Store an array under a name."""
        self._kept[name] = np.ascontiguousarray(array), dict(facts or {})

    def get(self, name: str, part: int | None = None) -> Array | None:
        """Return the array of that name, or None."""
        return self._kept[name][0] if name in self._kept else None

    def facts(self, name: str) -> Json | None:
        """Return the facts kept with an array, or None."""
        return self._kept[name][1] if name in self._kept else None

    def flush(self) -> None:
        """Do nothing."""

    def writing(self, waiting: Callable[[], None]) -> AbstractContextManager[None]:
        """Return an empty context, since no other process can write here."""
        return nullcontext()

    def describe(self) -> str:
        """Return the location of the arrays."""
        return "kept in memory"


class DiskStore:
    """A store in a folder, which is created when the first array is stored."""

    has_written: ClassVar[bool] = False
    """Whether this process has written any table; a message says so to a person who stops it."""

    def __init__(self, folder: Path | str, contents: Contents | None = None) -> None:
        self.folder = Path(folder)
        self.contents = contents or Contents()
        self.remarks: list[str] = []
        self._entries: ManifestEntries = {}
        self._waiting: dict[str, tuple[Array, Json]] = {}
        self._waiting_since = 0.0
        self._maps: dict[str, Array | None] = {}
        self._checked: set[str] = set()
        self._checked_parts: set[tuple[str, int, int | None]] = set()
        self._sums: dict[tuple[str, int], bytes] = {}
        self._damaged: set[tuple[str, int]] = set()
        self._in_memory = False
        self._read()

    def put(self, name: str, array: Array, facts: DataMap | None = None) -> None:
        """Store an array under a name; it is on disk after a second, or after `flush`."""
        if not self._waiting:
            self._waiting_since = time.monotonic()
        self._waiting[name] = np.ascontiguousarray(array), dict(facts or {})
        size = sum(waiting.nbytes for waiting, _ in self._waiting.values())
        if size >= SEGMENT_BYTES or time.monotonic() - self._waiting_since >= SEGMENT_SECONDS:
            self.flush()

    def get(self, name: str, part: int | None = None) -> Array | None:
        """Return the array of that name, mapped into memory; None if it is missing or its checksum is wrong.

        With `part`, only the `PART_BYTES` bytes from `part * PART_BYTES` are checked.
        """
        if name in self._waiting:
            return self._waiting[name][0]
        entry = self._entries.get(name)
        if entry is None:
            return None
        found = self._map(entry)
        if not _size(entry):
            part = None
        place = (entry["file"], entry["sums"], part)
        if name in self._checked or place in self._checked_parts:
            return found
        if found is None or not self._is_whole(entry, found, part):
            del self._entries[name]
            self._damaged.add((entry["file"], entry["offset"]))
            self._remark(f"a table in {self.folder} was damaged and has been solved again")
            return None
        if part is None:
            self._checked.add(name)
        else:
            self._checked_parts.add(place)
        return found

    def _is_whole(self, entry: DataMap, found: Array, part: int | None) -> bool:
        """Return whether an array, or a part of it, has the checksum in the manifest."""
        sums = self._sums.get((entry["file"], entry["sums"]))
        if sums is None:
            listed = self._map(
                {
                    "file": entry["file"],
                    "offset": entry["sums"],
                    "shape": [entry["parts"] * SUM_BYTES],
                    "type": "|u1",
                }
            )
            sums = b"" if listed is None else listed.tobytes()
            if hashlib.sha256(sums).hexdigest() != entry["sum"]:
                return False
            self._sums[entry["file"], entry["sums"]] = sums
        if part is None:
            return sums == part_sums(found)
        data = memoryview(_bytes(found))[part * PART_BYTES : (part + 1) * PART_BYTES]
        return hashlib.sha256(data).digest() == sums[part * SUM_BYTES : (part + 1) * SUM_BYTES]

    def facts(self, name: str) -> Json | None:
        """Return the facts kept with an array, or None if it or its file was missing."""
        if name in self._waiting:
            return self._waiting[name][1]
        entry = self._entries.get(name)
        return None if entry is None else dict(entry["facts"])

    def flush(self) -> None:
        """Write pending arrays as one segment, then the manifest; each appears whole or not at all."""
        if not self._waiting or self._in_memory:
            return
        size = sum(array.nbytes for array, _ in self._waiting.values())
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            used = [int(path.stem[:8]) for path in self.folder.glob("*.bin") if path.stem[:8].isdigit()]
            number = max(used, default=0) + 1  # the random digits make the file name unique
            entries = self._write_segment(f"{number:08d}-{secrets.token_hex(4)}.bin")
            self._read()
            self._entries |= entries
            self._write_manifest(self._entries)
        except OSError as error:
            kept = "completed parts are saved; solve again to resume from there"
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                full = f"the disk with {self.folder} is full ({show_size(size)} more needed)"
                raise StoreError(f"{full}; {kept}") from error
            raise StoreError(
                f"{self.folder} cannot be written ({error.strerror or error}); {kept}"
            ) from error
        self._checked.update(entries)
        self._waiting = {}

    @contextmanager
    def writing(self, waiting: Callable[[], None]) -> Iterator[None]:
        """Return a context in which this process is the only writer: read everything that others have written, and
        remove leftovers of killed writers.
        """

        def catch_up() -> None:
            self._read()
            waiting()

        with contextlib.ExitStack() as held:
            try:
                held.enter_context(only_writer(self.folder, catch_up))
            except OSError as error:
                self._in_memory = True
                self._remark(
                    f"{self.folder} cannot be written ({error.strerror or error}), "
                    "so this result is not saved"
                )
            else:
                self._read()
                named = {entry["file"] for entry in self._entries.values()}
                for path in self.folder.iterdir():  # left by killed writers, or missing from the manifest
                    if path.suffix == ".tmp" or (path.suffix == ".bin" and path.name not in named):
                        with contextlib.suppress(OSError):
                            path.unlink()
            yield

    def describe(self) -> str:
        """Return the location of the arrays."""
        return "kept in memory" if self._in_memory else f"kept in {self.folder}"

    @property
    def begun(self) -> bool:
        """Whether it holds any arrays."""
        return bool(self._entries)

    def free_space(self) -> int:
        """Return the number of free bytes on the folder's disk; unlimited if the system does not report them."""
        there = self.folder
        while not there.exists() and there != there.parent:
            there = there.parent
        usage = shutil.disk_usage(there)
        return usage.free if usage.total else sys.maxsize

    def _read(self) -> None:
        """Read the manifest again, and forget entries whose segments are missing or damaged."""
        self._maps = {file: segment for file, segment in self._maps.items() if segment is not None}
        listed, sizes = {**self._entries, **self._listed()}, dict[str, int]()
        with contextlib.suppress(OSError), os.scandir(self.folder) as files:
            sizes = {file.name: file.stat().st_size for file in files if file.name.endswith(".bin")}
        self._entries = {
            name: entry
            for name, entry in listed.items()
            if (entry["file"], entry["offset"]) not in self._damaged
            and (_size(entry) == 0 or sizes.get(entry["file"], 0) >= entry["offset"] + _size(entry))
        }

    def _listed(self) -> ManifestEntries:
        """Return the entries of the manifest; no entries if it is missing, damaged, or of another game or version."""
        manifest = _read_manifest(self.folder)
        if manifest is None:
            if (self.folder / "manifest.json").exists():
                self._remark(
                    f"the tables in {self.folder} had a list that was damaged or of an older version"
                )
            return {}
        about, version = manifest["contents"]
        if version != self.contents.version:
            another = "" if about == self.contents.about else f"of {about}, "
            self._remark(
                f"the tables in {self.folder} were {another}for other rules or another version of the "
                f"solver; they were ignored"
            )
            return {}
        return dict(manifest["arrays"])

    def _write_segment(self, file: str) -> ManifestEntries:
        """Write pending arrays, and return their entries."""
        entries: ManifestEntries = {}
        chunks: list[memoryview | bytes] = []
        offset = 0
        for name, (array, facts) in self._waiting.items():
            sums, padding = part_sums(array), -array.nbytes % ALIGN
            after = -len(sums) % ALIGN
            entries[name] = {
                "file": file,
                "offset": offset,
                "shape": list(array.shape),
                "type": array.dtype.str,
                "sums": offset + array.nbytes + padding,
                "parts": len(sums) // SUM_BYTES,
                "sum": hashlib.sha256(sums).hexdigest(),
                "facts": facts,
            }
            chunks += [_bytes(array), bytes(padding), sums, bytes(after)]
            offset += array.nbytes + padding + len(sums) + after
        write_atomically(self.folder / file, chunks)
        return entries

    def _write_manifest(self, entries: ManifestEntries) -> None:
        manifest = {"format": FORMAT, "contents": list(self.contents), "arrays": entries}
        text = json.dumps({"sum": _json_sum(manifest), **manifest}, indent=0).encode()
        write_atomically(self.folder / "manifest.json", [text])

    def _remark(self, sentence: str) -> None:
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def _map(self, entry: DataMap) -> Array | None:
        """Return an array in its mapped segment, or None if the file is missing or too short."""
        DiskStore.has_written = True
        file = entry["file"]
        kind, shape, size = np.dtype(entry["type"]), tuple(entry["shape"]), _size(entry)
        if size == 0:
            return np.empty(shape, kind)
        if file not in self._maps:
            self._maps[file] = _mapped(self.folder / file)
        segment = self._maps[file]
        if segment is None or segment.size < entry["offset"] + size:
            return None
        part: Array = segment[entry["offset"] : entry["offset"] + size].view(np.ndarray)
        array: Array = part.view(kind).reshape(shape)
        return array


def _mapped(place: Path) -> Array | None:
    """Return the bytes of a file, mapped into memory; None if there is no such file, or a pipe instead of one."""
    try:
        return np.memmap(place, dtype=np.uint8, mode="r") if place.is_file() else None
    except (OSError, ValueError):
        return None


def read_contents(folder: Path) -> Contents | None:
    """Read which game and version a folder's tables belong to; return None if its manifest is unreadable."""
    manifest = _read_manifest(folder)
    return Contents(*manifest["contents"]) if manifest else None


def _read_manifest(folder: Path) -> Json | None:
    """Return a folder's manifest; None if it is missing, unreadable, changed or of another format."""
    place = folder / "manifest.json"
    try:
        manifest = json.loads(place.read_text() if place.is_file() else "")
        if manifest["format"] == FORMAT and manifest.pop("sum") == _json_sum(manifest):
            return dict(manifest)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def _size(entry: DataMap) -> int:
    """Return the number of bytes of an array."""
    return int(np.dtype(entry["type"]).itemsize * math.prod(entry["shape"]))


def _bytes(array: Array) -> memoryview | bytes:
    return array.data.cast("B") if array.size else b""


SUM_BYTES = hashlib.sha256().digest_size


def part_sums(array: Array) -> bytes:
    """Return the checksums of an array's parts, concatenated."""
    data = memoryview(_bytes(array))
    parts = range(0, len(data), PART_BYTES)
    return b"".join(hashlib.sha256(data[at : at + PART_BYTES]).digest() for at in parts)


def _json_sum(manifest: DataMap) -> str:
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()


def write_atomically(place: Path, chunks: Iterable[memoryview | bytes]) -> None:
    """Write a file so that it appears whole or not at all: under a temporary name, flushed to disk, then renamed."""
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
    with contextlib.suppress(OSError):  # force the renaming to the disk too, where the system can
        handle = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def only_writer(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the folder's lock, which the system releases if the process dies; call `waiting` until it is free.

    The folder is created if necessary; raise OSError if it is not writable.
    """
    place = folder / "lock"
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        if place.exists() and not place.is_file():  # opening a pipe would wait forever
            raise OSError(errno.EINVAL, "its lock is not a file")
        with open(place, "ab") as lock:
            while not _take(lock):
                waiting()
                time.sleep(POLL_SECONDS)
            try:  # the folder may have been removed meanwhile, and with it the file that we have locked
                is_there = os.path.samestat(os.fstat(lock.fileno()), place.stat())
            except FileNotFoundError:
                is_there = False
            if is_there:
                yield
                return


def _take(lock: IO[bytes]) -> bool:
    """Return whether the lock is now held; on systems without such locks, always true."""
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
    """Return a readable number of bytes."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} PB"


def cache_directory() -> Path:
    """Return the directory of solved tables: $ZEROSUM_CACHE, or zerosum in the user's cache directory."""
    own = os.environ.get("ZEROSUM_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")
    if (
        not shared and not Path(home).is_dir()
    ):  # a user without a home directory: nothing can be cached, and the store reports it
        return Path(os.devnull) / "zerosum"
    return (Path(shared) if shared else Path(home) / ".cache") / "zerosum"


def cache_store(name: str, contents: Contents | None = None) -> DiskStore:
    """Return the store of that name in the cache directory."""
    return DiskStore(cache_directory() / name, contents)


@dataclass(frozen=True)
class StoredTables:
    """One store of the cache directory."""

    name: str
    """The name of its folder, by which it can be removed."""
    about: str
    """The game; empty if the manifest cannot be read."""
    size: int
    """Bytes on disk."""
    changed: float
    """When it was last written, in seconds since 1970."""
    folder: Path

    def __str__(self) -> str:
        return f"{self.about or 'unreadable'} ({self.name}, {show_size(self.size)})"


def stored_tables() -> list[StoredTables]:
    """Return the stores of the cache directory, sorted by game and size."""
    found = []
    patterns = ("*/*/lock", "*/*/manifest.json")
    for folder in {path.parent for pattern in patterns for path in cache_directory().glob(pattern)}:
        files = [path.stat() for path in folder.iterdir() if path.is_file()]
        contents = read_contents(folder)
        size = sum(file.st_size for file in files)
        changed = max((file.st_mtime for file in files), default=0.0)
        found.append(StoredTables(folder.name, contents.about if contents else "", size, changed, folder))
    return sorted(found, key=lambda one: (one.about, one.size, one.name))


def remove(which: str) -> list[StoredTables]:
    """Remove tables by the beginning of a folder's name, by words of a game's title, or "all" of them."""
    words = which.lower()
    chosen = [
        one
        for one in stored_tables()
        if words == "all" or one.name.startswith(words) or (words and words in one.about.lower())
    ]
    if not chosen and which != "all":
        raise InputError(f"there are no cached tables called {which!r}; run zerosum store to list them")
    for one in chosen:
        _remove_folder(one)
    return chosen


def _remove_folder(tables: StoredTables) -> None:
    """Remove a folder, unless another process is writing to it."""

    def reject() -> None:
        raise StoreError(f"{tables} is being written by another process; wait until it has finished")

    try:
        with only_writer(tables.folder, reject):
            shutil.rmtree(tables.folder)
    except OSError as error:
        raise StoreError(f"{tables.folder} cannot be removed ({error.strerror or error})") from error
