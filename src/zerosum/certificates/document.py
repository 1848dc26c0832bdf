"""The file of a certificate: JSON in one exact form, with a checksum over all of it.

The file must be, byte for byte, what this module writes of what it says; so no bit of it can change unnoticed, neither
in a number nor in a blank.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.reading import read_text

__all__ = ["FORMAT", "digest", "parse", "read", "render", "sealed"]

FORMAT = "zerosum certificate 1"


def sealed(content: Json) -> Json:
    """The content with its form and its checksum."""
    content = {"format": FORMAT, **content}
    return {**content, "sha256": digest(content)}


def digest(content: Json) -> str:
    """The SHA-256 of the content in its exact form, the checksum itself left out."""
    bare = {key: item for key, item in content.items() if key != "sha256"}
    return hashlib.sha256(render(bare).encode()).hexdigest()


def render(content: Json) -> str:
    """The one form of a certificate."""
    return json.dumps(content, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def read(path: Path) -> Json:
    """The certificate in a file, if not a bit of it has changed."""
    return parse(read_text(path), str(path))


def parse(said: str, name: str) -> Json:
    """The certificate that a text says."""
    if not said.lstrip().startswith("{"):
        raise InputError(f"{name} is no certificate")
    try:
        content: Json = json.loads(said)
        if isinstance(content, dict) and content.get("format") != FORMAT:
            raise InputError(f"{name} is no certificate, or one of another version: it is not {FORMAT!r}")
        whole = isinstance(content, dict) and render(content) == said and content["sha256"] == digest(content)
    except InputError:
        raise
    except (ValueError, KeyError, RecursionError):
        whole = False
    if not whole:
        raise InputError(f"{name} is damaged, or is no certificate: its checksum does not hold")
    return content
