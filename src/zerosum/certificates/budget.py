"""Limits on the nesting of a file and on the time of a check: that of an honest file of its length, plus a few seconds.

The author of a file chooses its numbers: parameters that make the game huge, or numbers with thousands of digits. A
check is rejected before it starts if the long numbers of the file alone would take too long. The whole check,
including the reading, is monitored, and stopped once it has taken too much time or memory. The person who checks
may allow more, as for all work (`core/limits.py`). Nothing here makes a claim hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.limits import allowed, require_budget, watched

FEW_SECONDS = 5.0
"""Seconds that any check may take."""
ANSWER_SECONDS = 2e-3
"""Further seconds for each answer of the certificate; honest certificates take a tenth of that or less."""
PACKED_SECONDS = 5e-6
"""Further seconds for each number of a packed strategy, which must have exactly as many as its game asks for."""
MAX_UNPACKED = 200
"""An upper bound on the numbers that zlib packs into one character of base 64; a larger claim gets no extra time."""
FEW_BYTES, CHARACTER_BYTES = 5e8, 200
"""Bytes that any check may use, and further bytes for each character of the file."""
MAX_DEPTH = 40
"""Maximum depth of lists and tables inside each other."""
LONG_NUMBER = re.compile("[0-9]{1000,}")
DIGITS_SECONDS = 4e-10
"""Approximate time that a check takes for the square of the number of digits of a long number."""


@contextmanager
def bounded(name: str, text: str) -> Iterator[Callable[[Data], None]]:
    """Limit the time and memory for all work with a file, from the reading of its text.

    Call the yielded function with the content once it is known. It lowers the limit to a time in proportion to the
    answers in it, and rejects long numbers that would take more.
    """
    what = f"computing with the numbers of {name}"
    most = FEW_SECONDS + ANSWER_SECONDS * (text.count('"') // 2)
    with watched(what, most, FEW_BYTES + CHARACTER_BYTES * len(text)) as watch:

        def allow_for(content: Data) -> None:
            seconds, squares = _deserved(content)
            require_budget(
                f"computing with the long numbers of {name}", seconds=DIGITS_SECONDS * squares, most=seconds
            )
            watch.seconds = allowed(needed=0, most=seconds)[1]

        yield allow_for


def _deserved(content: Data) -> tuple[float, int]:
    """Return the seconds allowed for a file's answers, and the sum of the squared lengths of its numbers."""
    answers, packed, squares, waiting = 0, 0, 0, [content]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict | list):
            waiting += item.values() if isinstance(item, dict) else item
            if isinstance(item, dict) and item.keys() == {"numbers", "text"} and type(item["numbers"]) is int:
                packed += max(0, min(item["numbers"], MAX_UNPACKED * len(str(item["text"]))))
        elif isinstance(item, str):
            answers += 1
            squares += sum(len(long.group()) ** 2 for long in LONG_NUMBER.finditer(item))
    return FEW_SECONDS + ANSWER_SECONDS * answers + PACKED_SECONDS * packed, squares


def check_depth(content: Data, name: str) -> None:
    """Reject a file whose lists and tables are nested too deeply."""
    level = [content]
    for _ in range(MAX_DEPTH):
        level = [
            part
            for item in level
            for part in (item.values() if isinstance(item, dict) else item)
            if isinstance(part, dict | list)
        ]
        if not level:
            return
    raise InputError(f"{name} is nested deeper than {MAX_DEPTH} levels")
