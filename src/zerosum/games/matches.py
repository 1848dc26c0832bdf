"""Bricker's game of matches, and with it Nim and all subtraction games.

D. L. Bricker, A Game of Matches (1997): 30 matches lie on a table; each player in turn picks up 1, 2 or 3;
the player who picks up the last one loses and pays $1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.models.staged.engines.grundy.rules import Heaps, SubtractionGame

__all__ = ["Matches"]

MATCHES = 30
"""Bricker's number of matches."""


def parse_takes(text: str) -> Heaps | None:
    """Return numbers separated by commas, or "any"."""
    if text.strip() == "any":
        return None
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise GameError(f"takes must be whole numbers such as 1,2,3, or the word any, not {text!r}") from None


@dataclass(frozen=True)
class Matches(SubtractionGame):
    """Take some matches from one heap; the player who takes the last one loses, or wins."""

    name: ClassVar[str] = "matches"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "take 1, 2 or 3 matches; the player who takes the last one loses"
    paper: ClassVar[str] = "Bricker 1997"
    tagline: ClassVar[str] = (
        "The player who takes the last match pays. Can you tell from the start who that will be?"
    )
    demo_parameters: ClassVar[Mapping[str, str]] = {"matches": "9"}

    matches: int = option(MATCHES, "matches on the table, in one heap")
    takes: tuple[int, ...] | None = option(
        (1, 2, 3),
        "numbers of matches that may be taken in one move: for example 1,2,3, or any",
        parse=parse_takes,
    )
    last: str = option("loses", "whether taking the last match loses or wins", choices=("loses", "wins"))
    heaps: tuple[int, ...] = option((), "several heaps instead of one, for example 3,4,5")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.takes is not None and (not self.takes or min(self.takes) < 1):
            typed = f", not {_typed(self.takes)}" if self.takes else ""
            raise GameError(f"takes must be one or more numbers from 1 up, such as 1,2,3{typed}")
        if self.heaps and self.matches != MATCHES:
            raise GameError(f"give either matches {self.matches} or heaps {_typed(self.heaps)}, not both")
        if min(self.sizes) < 1:
            raise GameError(f"every heap needs at least 1 match, not {min(self.sizes)}")
        if self.takes is not None:
            object.__setattr__(self, "takes", tuple(sorted(set(self.takes))))

    @property
    def sizes(self) -> Heaps:
        """Return the heaps as given."""
        return tuple(self.heaps) or (self.matches,)

    @property
    def allowed(self) -> Heaps | None:
        """The allowed takes, sorted."""
        return self.takes

    @property
    def last_wins(self) -> bool:
        """Whether the last take wins (normal play) or loses (misère)."""
        return self.last == "wins"

    def parameters(self) -> dict[str, object]:
        """Return either the matches of one heap, or the heaps."""
        unused = "matches" if self.heaps else "heaps"
        given = {key: item for key, item in super().parameters().items() if key != unused}
        return {**given, "takes": "any"} if self.takes is None else given

    @property
    def title(self) -> str:
        """The title, for example: Matches · 30 · take 1, 2 or 3 · the last one loses."""
        heaps = (
            "heaps of " + ", ".join(f"{heap:,}" for heap in self.heaps) if self.heaps else f"{self.matches:,}"
        )
        return f"Matches · {heaps} · take {_or(self.takes)} · the last one {self.last}"


def _typed(numbers: Heaps) -> str:
    """Return numbers as typed."""
    return ",".join(map(str, numbers))


def _or(takes: Heaps | None) -> str:
    """Return the takes in words."""
    if takes is None:
        return "any number"
    *most, last = map(str, takes)
    return f"{', '.join(most)} or {last}" if most else last
