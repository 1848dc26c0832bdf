"""Clean text from an untrusted source before it is displayed.

A title in a file may hold line breaks, codes that move a terminal's cursor or hide text, marks that reverse the
direction of reading, and millions of letters. Each front end cleans what it shows, at its edge: the terminal in
`cli/terminal.py`, notebooks and pages in `display/html.py`, Markdown, LaTeX and TikZ in `display/document.py`,
plots in `display/style.py`, the site in `web/pages.py`.
"""

from __future__ import annotations

MAX_LENGTH = 200
"""Maximum number of characters of a title or a name in a sentence; the rest is cut off."""

CONTROLS = (
    *(code for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"),
    *(0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070)),
    *(0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)),
    *range(0xD800, 0xE000),
)
"""Characters that are dropped: control characters, marks of direction, characters without width, halves of pairs."""
BLANKS = (0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0)
"""Letters and signs that look like blanks but that Python does not count as blanks."""

_DROPPED: dict[int, str | None] = dict.fromkeys(CONTROLS)
_BLANKED: dict[int, str | None] = dict.fromkeys(BLANKS, " ")


def printable(text: str) -> str:
    """Drop characters that could change the display of other text; keep line breaks and tabs."""
    return text if text.isascii() and text.isprintable() else text.translate(_DROPPED)


def one_line(text: str, length: int = MAX_LENGTH) -> str:
    """Put a title or a name on one line of at most `length` characters."""
    line = " ".join(printable(text[: 10 * length].translate(_BLANKED)).split())
    return line if len(line) <= length else f"{line[: length - 1]}…"
