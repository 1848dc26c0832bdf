"""Files that a person writes: text, TOML or JSON.

Only the user of the command or of Python may name files. What strangers send (a certificate, a transcript, a request to
the site) is handled inside `only_files_in(folders)`: there every attempt to read a file outside of these folders is
refused, however its name is spelled. All files that a game, a law or a player names are read through this module.

Decimals stay the text that they are, so that `zerosum.core.numbers.as_fraction` reads 0.1 as 1/10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from zerosum.core.data import DataMap
from zerosum.core.errors import GameError
from zerosum.core.limits import afford, allowed

OWN_FILE = "_zerosum_file_"
"""So begin the names of the modules that a person's own files are."""


CHARACTER_BYTES = 20
"""What a character may take while it is read and understood."""


MOST_STREAMED = 2**26
"""Largest number of characters that are read from a device or a pipe, which need not end."""


_folders: ContextVar[tuple[Path, ...] | None] = ContextVar("folders", default=None)
"""The folders from which files may be read; None for all of them."""


@contextmanager
def only_files_in(*folders: Path) -> Iterator[None]:
    """Inside, files are read from these folders only."""
    token = _folders.set(tuple(folder.resolve() for folder in folders))
    try:
        yield
    finally:
        _folders.reset(token)


def check_readable(path: Path) -> None:
    """Refuse to read a file that a stranger has named."""
    folders = _folders.get()
    if folders is not None and not any(path.resolve().is_relative_to(folder) for folder in folders):
        _refuse(str(path))


def check_importable(module: str) -> None:
    """Refuse to import a module that a stranger has named, wherever it lies."""
    if _folders.get() is not None:
        _refuse(module)


def _refuse(name: str) -> None:
    raise GameError(f"{name!r} names a file, and only the user of this machine may name files here")


def is_file(text: str) -> bool:
    """Whether there is a file of that name; some texts are too long for one, or hold what no name may."""
    try:
        found = Path(text).is_file()
    except (OSError, ValueError):
        return False
    if found:
        check_readable(Path(text))
    return found


def read_text(path: Path) -> str:
    """The text in a file, which may be one without an end, such as /dev/zero."""
    check_readable(path)
    most = int(allowed()[0] / CHARACTER_BYTES) + 1
    is_stream = not path.is_file()
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(min(most, MOST_STREAMED) if is_stream else most)
        if is_stream and len(text) >= MOST_STREAMED:
            raise GameError(f"{path} has no end, or is too long to be read from a stream")
        afford(f"reading {path}", memory=CHARACTER_BYTES * len(text))
        return text
    except OSError as error:
        reason = error.strerror
    except UnicodeDecodeError:
        reason = "it is not a text file"
    raise GameError(f"the file {str(path)!r} cannot be read: {reason}")


def read_document(path: Path) -> DataMap:
    """The tables in a TOML file, or in a JSON file if its name ends so."""
    import json  # they take long to import
    import tomllib

    kind, loads = ("JSON", json.loads) if path.suffix == ".json" else ("TOML", tomllib.loads)
    text = read_text(path)
    try:
        document = loads(text, parse_float=str)
    except ValueError as error:
        raise GameError(f"{str(path)!r} is not proper {kind}: {error}") from None
    except RecursionError:
        raise GameError(f"{str(path)!r} is nested too deeply") from None
    if not isinstance(document, Mapping):
        raise GameError(f"{str(path)!r} does not contain a table")
    return document
