"""A cache bounded by the bytes of its values: a single large answer may take more memory than a thousand small ones."""

from __future__ import annotations

import gc
import sys
from collections import OrderedDict
from collections.abc import Hashable
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Generic, TypeVar

import numpy as np

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

OVERHEAD = 1_000
"""Bytes of an entry besides its value, with its key."""
SHARED = (type, ModuleType, BuiltinFunctionType, CodeType)
"""Kinds of objects that belong to the program and not to a value."""


class Cache(Generic[K, V]):
    """A cache of values by key with at most `most` bytes in all; the least recently used values are dropped
    first.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of a key, and mark it as used; None if there is none."""
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key][0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store a value of that many bytes, unless it is larger than the whole cache."""
        self.pop(key)
        if size + OVERHEAD > self.most:
            return
        self._entries[key] = value, size
        self.size += size + OVERHEAD
        while self.size > self.most:
            self.pop(next(iter(self._entries)))

    def pop(self, key: K) -> None:
        """Remove a key, if present."""
        found = self._entries.pop(key, None)
        if found is not None:
            self.size -= found[1] + OVERHEAD

    def __len__(self) -> int:
        return len(self._entries)


def size_of(value: object, *, without: tuple[type, ...] = ()) -> int:
    """Return the bytes of a value and of everything in it, except objects of the classes `without`.

    Memory allocated by a C library, such as FLINT for a matrix, is not counted.
    """
    seen: set[int] = set()
    total, left = 0, [value]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, SHARED + without):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        if isinstance(one, FunctionType):  # but not its module
            left += [one.__closure__, one.__defaults__]
        elif isinstance(one, np.ndarray):
            left += [one.base, *(one.flat if one.dtype == object else ())]
        else:
            left += gc.get_referents(one)
    return total
