"""The user's cache directory: where solved tables are kept, what is there, and removing it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from zerosum.core.errors import InputError, StoreError
from zerosum.store.disk import Contents, DiskStore, only_writer, read_contents, show_size


def cache_directory() -> Path:
    """Where solved tables are kept: $ZEROSUM_CACHE, or zerosum below the user's cache directory."""
    own = os.environ.get("ZEROSUM_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")
    if not shared and home == "~":  # a user without a home: nothing can be kept, and the store says so
        return Path(os.devnull) / "zerosum"
    return (Path(shared) if shared else Path(home) / ".cache") / "zerosum"


def cache_store(name: str, contents: Contents | None = None) -> DiskStore:
    """The store of that name in the cache directory."""
    return DiskStore(cache_directory() / name, contents)


@dataclass(frozen=True)
class StoredTables:
    """One store of the cache directory."""

    name: str
    """Its folder's name, by which it can be removed."""
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
    """What the cache directory holds, by game and size."""
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
        raise InputError(f"no stored tables are called {which!r}; zerosum store lists what there is")
    for one in chosen:
        _remove_folder(one)
    return chosen


def _remove_folder(tables: StoredTables) -> None:
    """Remove a folder, unless another process writes to it."""

    def refuse() -> None:
        raise StoreError(f"{tables} is being written by another process; remove it when that is done")

    try:
        with only_writer(tables.folder, refuse):
            shutil.rmtree(tables.folder)
    except OSError as error:
        raise StoreError(f"{tables.folder} cannot be removed ({error.strerror or error})") from error
