"""The sequence form of a hidden game, as flat arrays; `zerosum.models.hidden.search` builds it from the rules.

A *sequence* of a player is one of the player's information sets with one of its moves; sequence 0 is the empty one.
With perfect recall only one sequence of the player leads to an information set, its *parent*. So a strategy is a
number for each sequence, its *reach*, and the reaches of a set's moves add up to the reach of its parent; reaches
with this property are called a realization plan. A history that ends the game is a pair of sequences with a *weight*:
the probability of its chance moves times the payoff. The row player's EV is the sum of x(row) · y(col) · weight,
which is bilinear in the reaches x and y.

Reference: D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized strategies in game trees,
STOC 1994; H. W. Kuhn, Extensive games and the problem of information, 1953.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeGuard

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints, Scalar
from zerosum.core.game import Move, as_typed, spelled
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.numerics.programs import MatrixEntries

CHANCE = "chance"
Event = tuple[str, Hashable]
"""The picker ("row", "col" or "chance"), and the pick."""

Known = tuple[Event, ...] | Hashable
"""A player's information: the events in order, or the name that the rules give to the information set."""

History = tuple[Move, ...]
"""All picks, in order."""

Reach = Scalar
"""The reach of each sequence: an array of floats, or a list of integers in units of the first one."""


class NamedSet(NamedTuple):
    """An information set named by the rules."""

    name: Hashable


class HistoryBlock(NamedTuple):
    """Histories with consecutive indices, starting at `first`; each extends another history by one choice."""

    first: int
    before: Array
    """The index of the history that each history extends."""
    place: Array
    """The index, in `picked`, of the last pick of each history."""
    picked: list[Hashable]


@dataclass
class InformationSets:
    """The information sets of one player, each after its parent, and the numbering of the player's sequences."""

    side: Side
    parent: array[int] = field(default_factory=lambda: array("i"))
    """The sequence that leads to each set."""
    first: array[int] = field(default_factory=lambda: array("i"))
    """The sequence of each set's first move; the sequences of its other moves follow."""
    moves: list[tuple[Hashable, ...]] = field(default_factory=list)
    keys: list[int | NamedSet] = field(default_factory=list)
    """The player's information at each set: an index into `HiddenForm.knowledge`, or the name that the rules give."""
    histories: array[int] = field(default_factory=lambda: array("i"))
    """The index of the first history found in each set."""
    sequences: int = 1
    """The number of sequences, including the empty one."""

    def __len__(self) -> int:
        return len(self.first)


@dataclass
class HiddenForm:
    """Both players' information sets, and all leaves of the game."""

    row: InformationSets = field(default_factory=lambda: InformationSets("row"))
    col: InformationSets = field(default_factory=lambda: InformationSets("col"))
    ends: tuple[Ints, ...] = field(default_factory=lambda: 3 * (np.zeros(0, np.int64),))
    """For each leaf: row's sequence, col's sequence, and the index of its weight."""
    weights: list[Fraction] = field(default_factory=list)
    """The distinct weights."""
    knowledge: list[tuple[int, Event]] = field(default_factory=lambda: [(-1, ("", ""))])
    """The possible information of players: the index of an earlier entry, and one more event."""
    past: list[HistoryBlock] = field(default_factory=list)
    """All histories that have not ended; the empty history has index 0."""
    positions: int = 0
    """The number of histories, including those that have ended."""

    def of(self, side: Side) -> InformationSets:
        return self.row if side == "row" else self.col

    def seen(self, side: Side, index: int) -> Known:
        key = self.of(side).keys[index]
        if isinstance(key, NamedSet):
            return key.name
        events: list[Event] = []
        while key > 0:
            key, event = self.knowledge[key]
            events.append(event)
        return tuple(reversed(events))

    @cached_property
    def names(self) -> Mapping[Side, Sequence[str]]:
        """For each player, the displayed name of each information set: its information, made unique.

        Sets whose names would be equal, for example for the card 1 and the card "1", are written in Python's
        notation.
        """
        return {side: distinct([self.seen(side, i) for i in range(len(self.of(side)))]) for side in SIDES}

    def reading(self, side: Side, text: str) -> list[int]:
        """Return a player's information sets with this name or, if there are none, those with a similar name."""
        names = self.names[side]
        exact = [i for i, name in enumerate(names) if name == text]
        return exact or [
            i
            for i, name in enumerate(names)
            if read_alike(name, text) or read_alike(words(self.seen(side, i)), text)
        ]

    def by_first_event(self, side: Side) -> list[int]:
        """Return a player's information sets by the first event, in card games the own card as it is dealt."""
        order: dict[Hashable, int] = {}

        def first(one: Side, index: int) -> Hashable:
            known = self.seen(one, index)
            if not isinstance(known, tuple) or not known:
                return None
            event: Hashable = known[0]
            is_named = isinstance(self.of(one).keys[index], NamedSet)
            return event[1] if isinstance(event, tuple) and not is_named else event

        for one in SIDES:
            for i in range(len(self.of(one))):
                order.setdefault(first(one, i), len(order))
        return sorted(range(len(self.of(side))), key=lambda i: order[first(side, i)])

    def history(self, number: int) -> History:
        """Return all choices of a history, in order."""
        picked = []
        while number:
            number, last = self.last_step(number)
            picked.append(last)
        return tuple(reversed(picked))

    def last_step(self, number: int) -> tuple[int, Hashable]:
        """Return the history before the last choice of a history, and that choice."""
        block = self.past[bisect_right(self._firsts, number) - 1]
        place = number - block.first
        return int(block.before[place]), block.picked[block.place[place]]

    @cached_property
    def _firsts(self) -> list[int]:
        return [block.first for block in self.past]


@dataclass(frozen=True)
class SequenceTree:
    """The information sets of one player as arrays, each set after its parent."""

    parent: Ints
    """The sequence that leads to each set."""
    first: Ints
    """The first sequence of each set, followed by the number of sequences."""

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def sequences(self) -> int:
        """The number of sequences, including the empty one."""
        return int(self.first[-1])

    @cached_property
    def moves(self) -> Ints:
        """The number of moves at each set."""
        return np.diff(self.first)

    @cached_property
    def owner(self) -> Ints:
        """The set of each sequence; -1 for the empty one."""
        return np.repeat(np.arange(-1, len(self)), np.concatenate([[1], self.moves]))

    @cached_property
    def levels(self) -> list[Ints]:
        """The sets, grouped by the number of earlier sets of the player."""
        depth = np.zeros(len(self), np.int64)
        above = self.owner[self.parent]
        while (above >= 0).any():
            depth += above >= 0
            above = np.where(above >= 0, self.owner[self.parent[above]], -1)
        order = np.argsort(depth, kind="stable")
        return (
            np.split(order, np.searchsorted(depth[order], np.arange(1, depth.max() + 1))) if len(self) else []
        )

    @cached_property
    def level_of_sequence(self) -> Array:
        """The level of the set of each sequence; -1 for the empty one. Short integers sort faster."""
        level = np.full(len(self) + 1, -1, np.int16 if len(self.levels) < 1 << 15 else np.int64)
        for depth, sets in enumerate(self.levels):
            level[sets] = depth
        return level[self.owner]

    @cached_property
    def sequences_of_level(self) -> list[Ints]:
        """The sequences of the sets, grouped by level."""
        order = np.argsort(self.level_of_sequence, kind="stable")
        return np.split(order, np.cumsum([1, *(self.moves[sets].sum() for sets in self.levels)])[:-1])[1:]

    @cached_property
    def before(self) -> Ints:
        """The sequence that leads to the set of each sequence; 0 for the empty one."""
        return np.append(self.parent, 0)[self.owner]

    @cached_property
    def uniform(self) -> Floats:
        """The reaches of a player who picks every move with equal probability."""
        reach = np.ones(self.sequences)
        for sequences in self.sequences_of_level:
            reach[sequences] = reach[self.before[sequences]] / self.moves[self.owner[sequences]]
        return reach

    @cached_property
    def flow(self) -> MatrixEntries:
        """The equations of the reaches: x(0) = 1, and moves add up to their parent."""
        n = len(self)
        sets = np.concatenate([[0], np.arange(1, n + 1), 1 + self.owner[1:]])
        sequences = np.concatenate([[0], self.parent, np.arange(1, self.sequences)])
        signs = np.concatenate([[1.0], -np.ones(n), np.ones(self.sequences - 1)])
        return MatrixEntries(signs, sets, sequences)


@dataclass(frozen=True)
class RealizationPlan:
    """A strategy: the reach of every sequence, and a move for each unreached information set."""

    tree: SequenceTree
    reach: Reach
    spare: Ints
    """The index of the move at each set, for sets to which the player's own moves do not lead."""

    @property
    def exact(self) -> bool:
        return not isinstance(self.reach, np.ndarray)

    def mix(self, index: int) -> list[Number]:
        parts = self.reach[int(self.tree.first[index]) : int(self.tree.first[index + 1])]
        total = sum(parts)
        if not total:
            pure: list[Number] = [Fraction(0) if self.exact else 0.0 for _ in parts]
            pure[int(self.spare[index])] += 1
            return pure
        return [Fraction(int(p), int(total)) if self.exact else float(p / total) for p in parts]


@dataclass(frozen=True)
class View:
    """A player's information at a decision."""

    side: Side
    seen: Known
    """Everything that it learned and did, as pairs (who, what), or the name that the rules give to this information."""

    def __str__(self) -> str:
        return words(self.seen)


@dataclass(frozen=True)
class BehaviourPlan(RealizationPlan):
    """A strategy that also mixes at information sets that it never reaches."""

    mixes: tuple[tuple[Fraction, ...], ...]
    """The probabilities of the moves at each set."""

    def mix(self, index: int) -> list[Number]:
        return list(self.mixes[index])


def distinct(known: Sequence[Known]) -> list[str]:
    """Return distinct names for all information sets, in Python's notation or numbered if two names would be equal."""
    names = list(map(words, known))
    for again in (repr, lambda one: f"{one!r} ({known.index(one) + 1})"):
        counts = Counter(names)
        names = [name if counts[name] == 1 else again(one) for name, one in zip(names, known, strict=True)]
    return names


def is_events(known: Known) -> TypeGuard[tuple[Event, ...]]:
    """Return whether information is a list of events, not the game's own name."""
    return isinstance(known, tuple) and all(isinstance(event, tuple) and len(event) == 2 for event in known)


def words(known: Known, card: Callable[[Move], object] = lambda what: what) -> str:
    """Return a player's information as text; `card` formats an outcome of chance."""
    if is_events(known):
        return spelled(card(what) if who == CHANCE else what for who, what in known)
    return str(known)


class Knowledge(NamedTuple):
    """A player's information in two parts: the outcomes of chance, and the moves that the player made or saw."""

    hand: tuple[str, ...]
    history: tuple[str, ...]

    @classmethod
    def of(cls, known: Known, card: Callable[[Move], object] = str) -> Knowledge:
        """Separate the events of chance from moves; if the game names the information, its name is the hand."""
        if not is_events(known):
            return cls((str(known),), ())
        return cls(
            tuple(str(card(what)) for who, what in known if who == CHANCE),
            tuple(str(what) for who, what in known if who != CHANCE),
        )


def read_alike(one: str, other: str) -> bool:
    """Return whether two strings are equal apart from spelling variants and spaces."""
    return as_typed(one).replace(" ", "") == as_typed(other).replace(" ", "")
