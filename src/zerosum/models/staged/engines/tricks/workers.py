"""The choice of an engine: threads of this machine, a cluster, or a GPU.

A plan is a graph of blocks of values. Every engine runs the same plan and fills the same store with the same tiles
(`zerosum.models.staged.engines.tricks.tiles`), so that an engine can continue the work of another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.errors import InputError, unknown_name_error

if TYPE_CHECKING:
    from zerosum.models.staged.engines.tricks.tiles import Engine

DEVICES = ("cpu", "gpu")


def choose(threads: int | None = None, device: str = "cpu", cluster: str | None = None) -> Engine:
    if device not in DEVICES:
        raise unknown_name_error("device", device, DEVICES)
    if threads is not None and threads < 1:
        raise InputError(f"threads must be at least 1, not {threads}")
    if cluster is not None and (device != "cpu" or threads is not None):
        raise InputError("a cluster's workers have their own threads and no GPU; give only the cluster")
    if cluster is not None:
        from zerosum.core.cluster import Cluster
        from zerosum.models.staged.engines.tricks.cluster import ClusterEngine

        return ClusterEngine(Cluster(cluster))
    if device == "gpu":
        if threads is not None:
            raise InputError("a GPU does not use threads; remove one of the options")
        from zerosum.models.staged.engines.tricks.gpu import Gpu
        from zerosum.models.staged.engines.tricks.gpu.device import open_device

        return Gpu(open_device())
    from zerosum.models.staged.engines.tricks.threads import Threads

    return Threads(threads)
