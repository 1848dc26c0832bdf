"""Where work is done: on threads of this machine, on a cluster, on a GPU.

A plan is a graph of blocks of values. Every engine runs the same plan and fills the same store with the same tiles
(`zerosum.solvers.tricks.tiles`), so that what one has begun another can go on with.

Sampled plays and the search through strategies of bounded memory are lists of tasks that do not wait for each other.
`Workers` do them, in this process or on a cluster, and hand back the same results in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from zerosum.errors import InputError, unknown
from zerosum.progress import Progress

if TYPE_CHECKING:
    from zerosum.solvers.tricks.plan import Plan
    from zerosum.store import Store

__all__ = ["DEVICES", "HERE", "Engine", "Workers", "choose", "workers_at"]

DEVICES = ("cpu", "gpu")

T = TypeVar("T")
R = TypeVar("R")


class Workers(Protocol):
    """Anyone who can do tasks that do not wait for each other."""

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """What `work` makes of each task, in the order of the tasks, which may be endless."""


class Here:
    """This process does one task after another."""

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Each when it is asked for."""
        return map(work, tasks)


HERE: Workers = Here()


def workers_at(cluster: str | None) -> Workers:
    """The workers of a cluster, or this process where none is named."""
    if cluster is None:
        return HERE
    from zerosum.engines.cluster import Cluster

    return Cluster(cluster)


class Engine(Protocol):
    """Anything that can run a plan."""

    def fill(self, plan: Plan, store: Store, progress: Progress) -> bool:
        """Put every tile that the store lacks, with its facts, and flush; return whether any was lacking.

        What is complete is kept even if this is stopped.
        """


def choose(threads: int | None = None, device: str = "cpu", cluster: str | None = None) -> Engine:
    """The engine that a person asks for."""
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    if threads is not None and threads < 1:
        raise InputError(f"threads must be at least 1, not {threads}")
    if cluster is not None and (device != "cpu" or threads is not None):
        raise InputError("a cluster's workers have their own threads and no GPU; name only the cluster")
    if cluster is not None:
        from zerosum.engines.cluster import Cluster

        return Cluster(cluster)
    if device == "gpu":
        if threads is not None:
            raise InputError("a GPU has no use for threads; leave one of them out")
        from zerosum.engines.gpu import Gpu
        from zerosum.engines.gpu.device import open_device

        return Gpu(open_device())
    from zerosum.engines.threads import Threads

    return Threads(threads)
