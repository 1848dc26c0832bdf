"""The file of a certificate, which is also the file of a saved solution: JSON in one exact form, with a checksum.

    format        "zerosum certificate 4"
    version       the version of zerosum that wrote it
    game          name, parameters as typed, files verbatim, model, engine
    method        the method that found the solution
    value         lower and upper, the claim
    strategies    the proof of the claim, in the form of the model (`models/<model>/certificate.py`)
    solution      of a saved solution: the whole of it, as records (`zerosum.core.records`)
    sha256        the checksum of everything above

A certificate has no `solution`; a saved solution of another position than the start, or one that is too large to be
written out, has no `strategies`. The file must equal the output of this module, byte for byte, so no change goes
unnoticed, not even a space. The checksum guards against accidents, not against forgery: the claim is proved from
the strategies and the rules of the game.
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

FORMAT = "zerosum certificate 4"
KEYS = {"format", "version", "game", "method", "value", "strategies", "solution", "sha256"}
"""The fields that a file may have."""

MAX_CHARACTERS = 200_000_000
"""Maximum length of a file, in characters."""


def digest(content: Json) -> str:
    """Return the SHA-256 digest of the content in its canonical form, without the checksum itself."""
    bare = {key: item for key, item in content.items() if key != "sha256"}
    return hashlib.sha256(render(bare).encode()).hexdigest()


def render(content: Json) -> str:
    """Return the canonical text of the content."""
    return json.dumps(content, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def read(path: Path) -> Json:
    """Return the content of a file, if no bit of it has changed."""
    return parse(read_text(path), str(path))


def parse(text: str, name: str) -> Json:
    """Return the content of a text; error messages refer to it as `name`."""
    if not text.lstrip().startswith("{"):
        raise InputError(f"{name} is not a certificate or a saved solution")
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{name} is longer than the maximum of {MAX_CHARACTERS:,} characters")
    try:
        content: Json = json.loads(text, object_pairs_hook=_table)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise InputError(
                f"{name} is not a certificate, or is from another version: its format is not {FORMAT!r}"
            )
        whole = render(content) == text and content["sha256"] == digest(content)
    except InputError:
        raise
    except (ValueError, KeyError, RecursionError):
        whole = False
    if not whole:
        raise InputError(f"{name} is damaged or not a certificate: its checksum does not match")
    if strange := content.keys() - KEYS:
        raise InputError(f"{name} contains {min(strange)[:40]!r}, which is not part of a certificate")
    check_depth(content, name)
    return content


def _table(pairs: list[tuple[str, Data]]) -> Json:
    """Return a table of a file; reject a repeated key, whose value would be ambiguous."""
    table = dict(pairs)
    if len(table) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise InputError(f"this file contains the key {twice[:40]!r} twice in one table")
    return table
