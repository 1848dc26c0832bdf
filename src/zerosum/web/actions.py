"""One colour per action, everywhere on the site: the CSS class of a move by its name, as in static/actions.js."""

from __future__ import annotations

import re
from collections.abc import Iterable

VERBS = {
    "fold": "fold",
    "check": "check",
    "pass": "check",
    "call": "call",
    "see": "call",
    "bet": "bet",
    "raise": "raise",
    "shove": "allin",
    "all-in": "allin",
    "liar": "liar",
}
"""The CSS class of a move by its first word."""
WORDS = {
    "heads": 1,
    "tails": 2,
    "rock": 1,
    "paper": 2,
    "scissors": 3,
    "stand": 1,
    "hit": 2,
    "keep": 1,
    "swap": 2,
    "draw": 2,
    "fire": 1,
    "wait": 2,
    "inspect": 1,
    "violate": 2,
    "counterclockwise": 1,
    "clockwise": 2,
}
"""The classes of moves outside poker with a fixed colour, the same alone and in any list."""
OTHERS = 6
"""Number of colours for other moves."""
BREAK = re.compile(r"[\s:,!]+")


def action_classes(names: Iterable[str]) -> dict[str, str]:
    """Return the class of each of some moves, in their order."""
    listed = list(dict.fromkeys(names))
    bets = [name for name in listed if _verb(name) == "bet"]
    free = [k for k in range(1, OTHERS + 1) if k not in {WORDS.get(name) for name in listed}]
    found, others = {}, 0
    for name in listed:
        verb = _verb(name)
        if verb:
            found[name] = "a-bet2" if name in bets[1:] else f"a-{verb}"
        elif name in WORDS:
            found[name] = f"a-m{WORDS[name]}"
        else:
            found[name] = f"a-m{free[others % len(free)]}"
            others += 1
    return found


def is_known(name: str) -> bool:
    """Return whether a move has the same colour in every list."""
    return name in WORDS or bool(_verb(name))


def _verb(name: str) -> str:
    words = BREAK.split(name.lower())
    return "allin" if "all-in" in words else VERBS.get(words[0], "")
