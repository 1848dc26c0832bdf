"""The file of a certificate, which is also the file of a saved solution: JSON in one exact form, with a checksum.

    format        "zerosum certificate 2"
    version       the version of zerosum that wrote it
    game          name, parameters as a person types them, files word for word, title, model
    method        what found the solution
    value         lower and upper, the claim
    strategies    what proves the claim, in the form of the model (`models/<model>/certificate.py`)
    solution      of a saved solution: the whole of it, as records (`zerosum.core.records`)
    sha256        the checksum of everything above

A certificate has no `solution`; a saved solution that is about another position than the start, or that is too large to
be written out, has no `strategies`. The file must be, byte for byte, what this module writes, so no bit of it can
change unnoticed, neither in a number nor in a blank. The checksum guards against accidents, not against forgers: what a
file claims is proved from its strategies and the rules of the game.

Files of version 0.2, "zerosum certificate 1" and "zerosum solution 2", are read too.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

from zerosum.certificates.budget import check_depth
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.core.reading import read_text

FORMAT = "zerosum certificate 2"
KEYS = {"format", "version", "game", "method", "value", "strategies", "solution", "sha256"}
"""What a file may hold."""
OLDER = ("zerosum certificate 1", "zerosum solution 2")

MOST_CHARACTERS = 200_000_000
"""Maximum length of a file, in characters."""


def digest(content: Json) -> str:
    """The SHA-256 of the content in its exact form, the checksum itself left out."""
    bare = {key: item for key, item in content.items() if key != "sha256"}
    return hashlib.sha256(render(bare).encode()).hexdigest()


def render(content: Json) -> str:
    """The one form in which content is written."""
    return json.dumps(content, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def read(path: Path) -> Json:
    """The content of a file, if not a bit of it has changed."""
    return parse(read_text(path), str(path))


def parse(text: str, name: str) -> Json:
    """The content of a text; `name` is what error messages call it."""
    if not text.lstrip().startswith("{"):
        raise InputError(f"{name} is not a certificate or a saved solution")
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"{name} is longer than {MOST_CHARACTERS:,} characters, the most that is read")
    try:
        content: Json = json.loads(text, object_pairs_hook=_table)
        if not isinstance(content, dict) or content.get("format") not in (FORMAT, *OLDER):
            raise InputError(
                f"{name} is not a certificate, or is one of another version: its format is not {FORMAT!r}"
            )
        whole = render(content) == text and content["sha256"] == digest(content)
    except InputError:
        raise
    except (ValueError, KeyError, RecursionError):
        whole = False
    if not whole:
        raise InputError(f"{name} is damaged, or is not a certificate: its checksum does not hold")
    if content["format"] == FORMAT and (strange := content.keys() - KEYS):
        raise InputError(f"{name} holds {min(strange)[:40]!r}, which does not belong in a certificate")
    check_depth(content, name)
    return content


def _table(pairs: list[tuple[str, Data]]) -> Json:
    """A table of a file; a key that comes twice would let two readers see two different files."""
    table = dict(pairs)
    if len(table) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise InputError(f"this file has the key {twice[:40]!r} twice in one table")
    return table
