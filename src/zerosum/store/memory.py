"""What a store is: named arrays, each with a few facts about it; and a store that lasts as long as the program."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, Protocol

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.data import Document, Json

__all__ = ["Contents", "MemoryStore", "Store"]


class Contents(NamedTuple):
    """Whose tables a store keeps."""

    about: str = ""
    """The game, for a person."""
    version: str = ""
    """The rules and the solver that the tables follow from; tables of another version are not believed."""


class Store(Protocol):
    """Named arrays with facts about them."""

    remarks: list[str]
    """What a person should know about this store, in sentences."""

    def put(self, name: str, array: Array, facts: Document | None = None) -> None:
        """Keep an array under a name."""

    def get(self, name: str) -> Array | None:
        """The array of that name, or None if it is missing or damaged."""

    def facts(self, name: str) -> Json | None:
        """The facts kept with an array, or None if it is missing; the array itself is not read."""

    def flush(self) -> None:
        """Make sure that all that was put is kept."""

    def writing(self, waiting: Callable[[], None]) -> AbstractContextManager[None]:
        """Be the only one who writes; while another does, `waiting` is called now and then."""

    def describe(self) -> str:
        """Where the arrays are, for a person."""


class MemoryStore:
    """A store that lasts as long as the program."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self._kept: dict[str, tuple[Array, Json]] = {}

    def put(self, name: str, array: Array, facts: Document | None = None) -> None:
        """Keep an array under a name."""
        self._kept[name] = np.ascontiguousarray(array), dict(facts or {})

    def get(self, name: str) -> Array | None:
        """The array of that name, or None."""
        return self._kept[name][0] if name in self._kept else None

    def facts(self, name: str) -> Json | None:
        """The facts kept with an array, or None."""
        return self._kept[name][1] if name in self._kept else None

    def flush(self) -> None:
        """Nothing to do."""

    def writing(self, waiting: Callable[[], None]) -> AbstractContextManager[None]:
        """Nobody else can write here."""
        return nullcontext()

    def describe(self) -> str:
        """Where the arrays are."""
        return "kept in memory"
