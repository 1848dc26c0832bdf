"""What a person writes: numbers, kept exactly, and files of text, TOML or JSON.

In a file, decimals stay the text that they are, so that `exact_number` reads 0.1 as 1/10.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from zerosum.errors import GameError, InputError

__all__ = ["exact_number", "read_document", "read_text"]

LARGEST_EXPONENT = 400
"""Beyond it a number fits no float, and far beyond it no memory."""


def exact_number(given: object) -> Fraction:
    """The fraction that a person means by a number or by a text: 2, 0.62 (which is 31/50), 1e-3, 1/3."""
    text = str(given).strip().lower().replace("−", "-")
    try:
        if abs(int(text.partition("e")[2] or 0)) <= LARGEST_EXPONENT:
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{given!r} is not a number; write it as 2, 0.62 or 31/50") from None
    raise InputError(f"{given} is too large or too small a number")


def read_text(path: Path) -> str:
    """The text in a file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror
    except UnicodeDecodeError:
        reason = "it is not a text file"
    raise GameError(f"the file {str(path)!r} cannot be read: {reason}")


def read_document(path: Path) -> Mapping[str, Any]:
    """The tables in a TOML file, or in a JSON file if its name ends so."""
    kind, loads = ("JSON", json.loads) if path.suffix == ".json" else ("TOML", tomllib.loads)
    text = read_text(path)
    try:
        document = loads(text, parse_float=str)
    except ValueError as error:
        raise GameError(f"{str(path)!r} is not proper {kind}: {error}") from None
    if not isinstance(document, Mapping):
        raise GameError(f"{str(path)!r} holds no table")
    return document
