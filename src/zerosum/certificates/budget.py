"""How deep a file may be nested, and how long a check may take: as an honest one of its length, plus a few seconds.

The author of a file chooses its numbers, and numbers with thousands of digits take long. A check is refused before it
starts if the long numbers of the file alone would take too long, and while it runs once it has taken too long. The
person who checks may allow more time, as for any other work (`core/limits.py`). Nothing here makes a claim hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.limits import afford, within

FEW_SECONDS = 5.0
"""Seconds that any check may take."""
ANSWER_SECONDS = 2e-3
"""Further seconds for each answer of the certificate; honest certificates take a tenth of that or less."""
PACKED_SECONDS = 5e-6
"""Further seconds for each number of a packed strategy, which must have exactly as many as its game asks for."""
MOST_UNPACKED = 200
"""More numbers than zlib packs into one character of base 64; who claims more gets no time for it."""
MOST_DEPTH = 40
"""Maximum depth of lists and tables inside each other."""
LONG_NUMBER = re.compile("[0-9]{1000,}")
DIGITS_SECONDS = 4e-10
"""Approximate time that a check takes for the square of the number of digits of a long number."""


@contextmanager
def bounded(name: str, content: Data) -> Iterator[None]:
    """Limit the time of computations with the content of a file: they are refused if they take too long."""
    answers, packed, squares, waiting = 0, 0, 0, [content]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict | list):
            waiting += item.values() if isinstance(item, dict) else item
            if isinstance(item, dict) and item.keys() == {"numbers", "text"} and type(item["numbers"]) is int:
                packed += max(0, min(item["numbers"], MOST_UNPACKED * len(str(item["text"]))))
        elif isinstance(item, str):
            answers += 1
            squares += sum(len(long.group()) ** 2 for long in LONG_NUMBER.finditer(item))
    most = FEW_SECONDS + ANSWER_SECONDS * answers + PACKED_SECONDS * packed
    afford(f"computing with the long numbers of {name}", seconds=DIGITS_SECONDS * squares, most=most)
    with within(f"computing with the numbers of {name}", most):
        yield


def check_depth(content: Data, name: str) -> None:
    """Refuse a file whose lists and tables are nested too deeply."""
    level = [content]
    for _ in range(MOST_DEPTH):
        level = [
            part
            for item in level
            for part in (item.values() if isinstance(item, dict) else item)
            if isinstance(part, dict | list)
        ]
        if not level:
            return
    raise InputError(f"{name} is nested deeper than {MOST_DEPTH} levels")
