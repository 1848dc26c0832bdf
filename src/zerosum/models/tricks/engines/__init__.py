"""Where work is done: on threads of this machine, on a cluster, on a GPU.

A plan is a graph of blocks of values. Every engine runs the same plan and fills the same store with the same tiles
(`zerosum.models.tricks.tiles`), so that what one has begun another can go on with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.errors import InputError, unknown
from zerosum.core.workers import HERE, Workers

if TYPE_CHECKING:
    from zerosum.models.tricks.tiles import Engine

DEVICES = ("cpu", "gpu")


def workers_at(cluster: str | None) -> Workers:
    """The workers of a cluster, or this process if none is named."""
    if cluster is None:
        return HERE
    from zerosum.models.tricks.engines.cluster import Cluster

    return Cluster(cluster)


def choose(threads: int | None = None, device: str = "cpu", cluster: str | None = None) -> Engine:
    """The engine that a person asks for."""
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    if threads is not None and threads < 1:
        raise InputError(f"threads must be at least 1, not {threads}")
    if cluster is not None and (device != "cpu" or threads is not None):
        raise InputError("a cluster's workers have their own threads and no GPU; name only the cluster")
    if cluster is not None:
        from zerosum.models.tricks.engines.cluster import Cluster

        return Cluster(cluster)
    if device == "gpu":
        if threads is not None:
            raise InputError("a GPU has no use for threads; leave one of them out")
        from zerosum.models.tricks.engines.gpu import Gpu
        from zerosum.models.tricks.engines.gpu.device import open_device

        return Gpu(open_device())
    from zerosum.models.tricks.engines.threads import Threads

    return Threads(threads)
