"""The syntax of Gambit's files, .efg and .nfg: tokens, and quoted strings, which are in ASCII."""

from __future__ import annotations

import re
from itertools import islice

LIKENESS = str.maketrans({"·": "-", "–": "-", "−": "-", "×": "x", "…": "...", "’": "'", "→": "->"})
"""Signs with a similar character in ASCII."""

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s,{}"]+')
"""A quoted string, a brace, or a word; commas separate tokens just like spaces."""

ESCAPED = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def tokens(text: str) -> list[str]:
    """Split a file into its tokens; strings keep their quotes."""
    found: list[str] = TOKEN.findall(text)
    return found


def line_of_token(text: str, place: int) -> int:
    """Return the line of a file on which a token begins, counted from 1; for a token beyond the end, return the
    last line.
    """
    found = next(islice(TOKEN.finditer(text), max(place, 0), None), None)
    return text.count("\n", 0, found.start() if found else len(text.rstrip())) + 1


def quoted(text: object) -> str:
    """Return the text as a quoted string."""
    escaped = to_ascii(str(text)).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(token: str) -> str:
    """Return the text that a token represents."""
    return from_ascii(re.sub(r"\\(.)", r"\1", token[1:-1])) if token.startswith('"') else token


def to_ascii(text: str) -> str:
    """Return a text in ASCII: symbols become similar characters, and other letters their code, for example \\u{434}."""
    return "".join(c if c.isascii() else f"\\u{{{ord(c):x}}}" for c in text.translate(LIKENESS))


def from_ascii(text: str) -> str:
    """Return a text with its original letters."""
    return ESCAPED.sub(lambda found: _letter(found[1], found[0]), text)


def _letter(number: str, text: str) -> str:
    point = int(number, 16)
    return chr(point) if point < 0x110000 and chr(point).isprintable() else text
