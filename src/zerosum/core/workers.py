"""Tasks that do not wait for each other, and who does them.

Sampled plays and the search through strategies of bounded memory are lists of such tasks. `Workers` do them, in this
process or on a cluster (`zerosum.models.tricks.engines`), and hand back the same results in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Workers(Protocol):
    """Anyone who can do tasks that do not wait for each other."""

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """What `work` makes of each task, in the order of the tasks, which may be endless."""


class ThisProcess:
    """This process does one task after another."""

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Each when it is asked for."""
        return map(work, tasks)


HERE: Workers = ThisProcess()
