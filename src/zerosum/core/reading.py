"""Files that a person writes: text, TOML or JSON.

Only the user of the command or of Python may name files. Untrusted input (a certificate, a transcript, a request to
the site) is handled inside `only_files_in(folders)`: there every attempt to read a file outside of these folders is
rejected, however its name is spelled. All files that a game, a distribution or a player names are read through this
module.

Decimals stay text, so that `zerosum.core.numbers.as_fraction` reads 0.1 as 1/10.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from weakref import WeakValueDictionary

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import GameError
from zerosum.core.limits import allowed, require_budget

OWN_FILE = "_zerosum_file_"
"""Prefix of the module names of a user's own files."""


CHARACTER_BYTES = 20
"""Memory in bytes for each character while a file is read and parsed."""


MAX_NAME = 200
"""Maximum length of a name in a file, in characters."""


MAX_PATH = 150
"""Maximum depth of a file's tables along one play; each is read within the one before."""


MAX_STREAMED = 2**26
"""Largest number of characters that are read from a device or a pipe, which need not end."""


_folders: ContextVar[tuple[Path, ...] | None] = ContextVar("folders", default=None)
"""The folders from which files may be read; None for all of them."""


@contextmanager
def only_files_in(*folders: Path) -> Iterator[None]:
    """Allow reading files from these folders only, within the context."""
    token = _folders.set(tuple(folder.resolve() for folder in folders))
    try:
        yield
    finally:
        _folders.reset(token)


HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which JSON can encode but no file can contain."""


FILES = ("path", "board")
"""The parameters of a game that may name a file."""


STRATEGY_FILES = (".csv", ".json", ".ne", ".txt")
"""Extensions of strategy files."""


class EnclosedFile(str):
    """The name of a file whose text is enclosed in another file; reading it opens nothing.

    The name contains the digest of the text, and can be read as long as an object refers to it.
    """

    text: str

    def __new__(cls, name: str, text: str) -> EnclosedFile:
        """Return the name under which the text can be read from now on; `name` is a file name without a folder."""
        place = Path(hashlib.sha256(text.encode()).hexdigest(), Path(name).name)
        made = _enclosed.get(place)
        if made is None:
            made = _enclosed[place] = super().__new__(cls, place)
            made.text = text
        return made

    def __reduce__(self) -> tuple[type[EnclosedFile], tuple[str, str]]:
        """Return the state to send to another process."""
        return EnclosedFile, (Path(self).name, self.text)


_enclosed: WeakValueDictionary[Path, EnclosedFile] = WeakValueDictionary()


def check_readable(path: Path) -> None:
    """Raise an error if untrusted input names a file."""
    folders = _folders.get()
    if folders is not None and not any(path.resolve().is_relative_to(folder) for folder in folders):
        _reject(str(path))


def check_importable(module: str) -> None:
    """Raise an error if untrusted input names a module to import."""
    if _folders.get() is not None:
        _reject(module)


def _reject(name: str) -> None:
    raise GameError(f"{name!r} is a file name, but file names are not allowed here")


@contextmanager
def in_table(name: str) -> Iterator[None]:
    """Mention a table of a file in errors raised within the context, unless an inner context mentions its own table."""
    try:
        yield
    except GameError as error:
        error.table = error.table or name
        raise


def is_file(text: str) -> bool:
    """Return whether a file of that name exists; return False for a text that cannot be a file name."""
    try:
        found = Path(text).is_file()
    except (OSError, ValueError):
        return False
    if found:
        check_readable(Path(text))
    return found


def read_text(path: Path) -> str:
    """Read the text of a file, limited in size, since files such as /dev/zero never end."""
    if (enclosed := _enclosed.get(path)) is not None:
        return enclosed.text
    check_readable(path)
    most = int(allowed()[0] / CHARACTER_BYTES) + 1
    is_stream = not path.is_file()
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(min(most, MAX_STREAMED) if is_stream else most)
        if is_stream and len(text) >= MAX_STREAMED:
            raise GameError(f"{path} is endless, or too long to be read from a stream")
        require_budget(f"reading {path}", memory=CHARACTER_BYTES * len(text))
        return text
    except OSError as error:
        reason = error.strerror
    except UnicodeDecodeError:
        reason = "it is not a text file"
    raise GameError(f"the file {str(path)!r} cannot be read: {reason}")


def read_document(path: Path) -> DataMap:
    """Read the tables of a TOML file, or of a JSON file if its name ends in .json."""
    import json  # slow to import
    import tomllib

    is_json = path.suffix == ".json"
    text = read_text(path)
    try:
        document = (
            json.loads(text, parse_float=str, object_pairs_hook=without_repeats)
            if is_json
            else tomllib.loads(text, parse_float=str)
        )
    except ValueError as error:
        raise GameError(f"{str(path)!r} is not valid {'JSON' if is_json else 'TOML'}: {error}") from None
    except RecursionError:
        raise GameError(f"{str(path)!r} is nested too deeply") from None
    if not isinstance(document, Mapping):
        raise GameError(f"{str(path)!r} does not contain a table")
    _check_names(document)
    return document


def without_repeats(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    """Return a JSON object; reject a repeated key, which a reader of the file could overlook."""
    found: dict[str, Data] = {}
    for key, value in pairs:
        if key in found:
            raise GameError(f"the key {key!r:.60} occurs twice in one object of the file")
        found[key] = value
    return found


def _check_names(document: DataMap) -> None:
    """Reject names of positions and moves that cannot be displayed or could be mistaken for something else."""
    waiting: list[Data] = [document]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting += item
        elif isinstance(item, str) and HALF.search(item):
            raise GameError("the file has half a character (a lone surrogate), which cannot be written")
        elif isinstance(item, Mapping):
            waiting += item.values()
            for name in item:
                if not name.isprintable() or len(name) > MAX_NAME:
                    raise GameError(
                        f"a name must have at most {MAX_NAME} characters, all of them printable, not "
                        f"{name[:MAX_NAME]!a}"
                    )
