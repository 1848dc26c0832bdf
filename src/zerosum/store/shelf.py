"""The user's cache directory: where solved tables are kept, what is there, and removing it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from zerosum.core.errors import InputError, StoreError
from zerosum.store.disk import DiskStore, read_contents
from zerosum.store.files import only_writer, show_size
from zerosum.store.memory import Contents

__all__ = ["Kept", "cache_directory", "cache_store", "kept", "remove"]


def cache_directory() -> Path:
    """Where solved tables are kept: $ZEROSUM_CACHE, or zerosum below the user's cache directory."""
    own = os.environ.get("ZEROSUM_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")
    if not shared and home == "~":
        return (
            Path(os.devnull) / "zerosum"
        )  # a user without a home: nothing can be kept, and the store says so
    return (Path(shared) if shared else Path(home) / ".cache") / "zerosum"


def cache_store(name: str, contents: Contents | None = None) -> DiskStore:
    """The store of that name in the cache directory."""
    return DiskStore(cache_directory() / name, contents)


@dataclass(frozen=True)
class Kept:
    """One store of the cache directory."""

    name: str
    """Its folder's name, by which it can be removed."""
    about: str
    """The game; empty if its manifest cannot be read."""
    size: int
    """Bytes on disk."""
    changed: float
    """When it was last written, in seconds since 1970."""
    folder: Path

    def __str__(self) -> str:
        return f"{self.about or 'unreadable'} ({self.name}, {show_size(self.size)})"


def kept() -> list[Kept]:
    """What the cache directory holds, by game and size."""
    folders = {path.parent for pattern in ("*/*/lock", "*/*/manifest.json") for path in _found(pattern)}
    return sorted((_survey(folder) for folder in folders), key=lambda one: (one.about, one.size, one.name))


def _found(pattern: str) -> list[Path]:
    return list(cache_directory().glob(pattern))


def _survey(folder: Path) -> Kept:
    files = [path.stat() for path in folder.iterdir() if path.is_file()]
    contents = read_contents(folder)
    return Kept(
        folder.name,
        contents.about if contents else "",
        sum(file.st_size for file in files),
        max((file.st_mtime for file in files), default=0.0),
        folder,
    )


def remove(asked: str) -> list[Kept]:
    """Remove what is named: a folder's name or its beginning, words of a game's title, or "all"."""
    chosen = [one for one in kept() if _is_meant(one, asked)]
    if not chosen and asked != "all":
        raise InputError(f"nothing that is kept is called {asked!r}; zerosum store lists what there is")
    for one in chosen:
        _discard(one)
    return chosen


def _is_meant(one: Kept, asked: str) -> bool:
    words = asked.lower()
    return words == "all" or one.name.startswith(words) or (bool(words) and words in one.about.lower())


def _discard(one: Kept) -> None:
    """Remove a folder, unless somebody writes to it."""

    def busy() -> None:
        raise StoreError(f"{one} is being written by another process; remove it when that is done")

    try:
        with only_writer(one.folder, busy):
            shutil.rmtree(one.folder)
    except OSError as error:
        raise StoreError(f"{one.folder} cannot be removed ({error.strerror or error})") from error
