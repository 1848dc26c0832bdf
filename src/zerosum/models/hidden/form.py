"""The sequence form of a hidden game, as flat arrays; `zerosum.models.hidden.search` makes it of the rules.

A *sequence* of a player is one of the player's information sets with one of its moves; sequence 0 is the empty one.
With perfect recall a player comes to an information set by one sequence only, its *parent*; so a strategy is a
probability of each sequence, its *reach*, where the reaches of a set's moves add up to the reach of its parent. A
history that ends the game is a pair of sequences with a *weight*: the probability of its chance moves times the
payoff. The row player expects the sum of x(row) · y(col) · weight, which is bilinear in the reaches x and y.

Reference: D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized strategies in game trees,
STOC 1994; H. W. Kuhn, Extensive games and the problem of information, 1953.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from zerosum.core.answer import Answer, Extreme
from zerosum.core.arrays import Array, Ints
from zerosum.core.game import Move, as_typed
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.hidden.rules import HiddenGame

__all__ = ["Event", "HiddenAnswer", "HiddenForm", "History", "Named", "Past", "Sets", "read_alike", "words"]

Event = tuple[str, Hashable]
"""Who picked ("row", "col" or "chance"), and what."""

History = tuple[Move, ...]
"""What was picked, in order."""


class Named(NamedTuple):
    """What a player knows, by the name that the rules give."""

    name: Hashable


class Past(NamedTuple):
    """Histories with the numbers from `first` on: each follows another by one thing more that was picked."""

    first: int
    before: Array
    """The number of the history that each follows."""
    place: Array
    """The place, in `picked`, of what each picked last."""
    picked: list[Hashable]


@dataclass
class Sets:
    """The information sets of one player, each after its parent, and the numbering of the player's sequences."""

    side: Side
    parent: array[int] = field(default_factory=lambda: array("i"))
    """The sequence that leads to each set."""
    first: array[int] = field(default_factory=lambda: array("i"))
    """The sequence of each set's first move; the others follow."""
    moves: list[tuple[Hashable, ...]] = field(default_factory=list)
    keys: list[int | Named] = field(default_factory=list)
    """What the player knows at each set: a number of `HiddenForm.told`, or the name that the rules give."""
    histories: array[int] = field(default_factory=lambda: array("i"))
    """The number of the first history found in each set."""
    sequences: int = 1
    """How many sequences there are, the empty one included."""

    def __len__(self) -> int:
        return len(self.first)


@dataclass
class HiddenForm:
    """Both players' information sets, and all ends of the game."""

    row: Sets = field(default_factory=lambda: Sets("row"))
    col: Sets = field(default_factory=lambda: Sets("col"))
    ends: tuple[Ints, ...] = field(default_factory=lambda: 3 * (np.zeros(0, np.int64),))
    """Of each end: row's sequence, col's sequence, the number of its weight."""
    weights: list[Fraction] = field(default_factory=list)
    """The different weights."""
    told: list[tuple[int, Event]] = field(default_factory=lambda: [(-1, ("", ""))])
    """What a player knows: all that number so-and-so knows, and one event more."""
    past: list[Past] = field(default_factory=list)
    """All histories that have not ended; the empty one is number 0."""
    positions: int = 0

    def of(self, side: Side) -> Sets:
        """The information sets of a player."""
        return self.row if side == "row" else self.col

    def seen(self, side: Side, index: int) -> tuple[Event, ...] | Hashable:
        """What the player knows at an information set: the events in order, or the name that the rules give."""
        key = self.of(side).keys[index]
        if isinstance(key, Named):
            return key.name
        events: list[Event] = []
        while key > 0:
            key, event = self.told[key]
            events.append(event)
        return tuple(reversed(events))

    def history(self, number: int) -> History:
        """What was picked, in order, in a history."""
        picked = []
        while number:
            past = self.past[bisect_right(self.past, number, key=lambda past: past.first) - 1]
            picked.append(past.picked[past.place[number - past.first]])
            number = int(past.before[number - past.first])
        return tuple(reversed(picked))


class HiddenAnswer(Answer, Protocol):
    """What a solution of a hidden game answers."""

    @property
    def game(self) -> HiddenGame:
        """The game itself."""

    @property
    def form(self) -> HiddenForm:
        """Its information sets."""

    @property
    def pure(self) -> Mapping[Side, tuple[Number, Number]]:
        """What a pure strategy of each player was found to guarantee, and what none can better; empty if not asked."""

    def mix(self, side: Side, seen: tuple[Event, ...] | Hashable) -> Mapping[Hashable, Number]:
        """The probability of each move of a player who knows this."""

    def mix_at(self, side: Side, index: int) -> Mapping[Hashable, Number]:
        """The same for an information set by its number."""

    def comes_to(self, side: Side, index: int) -> bool:
        """Whether the player's own moves ever lead to an information set."""

    def extremes(self, rival: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
        """The least and the most that row's optimal strategies earn against col's reaches; None if not found."""


def read_alike(one: str, other: str) -> bool:
    """Whether two texts say the same, however they are typed and with whatever blanks."""
    return as_typed(one).replace(" ", "") == as_typed(other).replace(" ", "")


def words(seen: tuple[Event, ...] | Hashable) -> str:
    """What a player knows, as a person reads it."""
    if isinstance(seen, tuple) and all(isinstance(event, tuple) and len(event) == 2 for event in seen):
        return ", ".join(str(picked) for _, picked in seen) or "start"
    return str(seen)
