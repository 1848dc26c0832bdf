"""A client of a cluster: of one that runs already, or of worker processes on this machine for as long as it is used."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from zerosum.core.errors import ClusterError, InputError
from zerosum.core.foreign import Foreign
from zerosum.core.reading import OWN_FILE
from zerosum.models.tricks.solve.tiles import VERSION

__all__ = ["connected"]

SECONDS = 10
"""How long a scheduler may take to answer."""


@contextmanager
def connected(address: str) -> Iterator[Foreign]:
    """A client of the cluster at an address, or of one on this machine that lasts as long."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError(
            "a cluster needs dask.distributed: pip install 'zerosum[cluster]', here and on every worker"
        ) from None
    _carry_own_files()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what fails is told in a sentence
    kind, _, number = address.partition(":")
    if kind == "local":
        with (
            LocalCluster(n_workers=int(number), threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no scheduler answers at {address} ({type(error).__name__}); start one with: dask scheduler"
        ) from error
    with client:
        _check_workers(client, address)
        yield client


def _versions() -> tuple[str, int]:
    """What a worker must agree on."""
    from zerosum import __version__

    return __version__, VERSION


def _check_workers(client: Foreign, address: str) -> None:
    """Refuse a cluster without workers, or whose workers solve by another version."""
    try:
        found = client.run(_versions)
    except ImportError as error:
        raise ClusterError(f"the workers of {address} lack zerosum: {error}") from error
    if not found:
        raise ClusterError(
            f"the scheduler at {address} has no workers; start some with: dask worker {address}"
        )
    if any(tuple(one) != _versions() for one in found.values()):
        raise ClusterError(f"the workers of {address} have another version of zerosum than this machine")


def _carry_own_files() -> None:
    """Send what a person's own files define as it is: other machines lack the files."""
    from cloudpickle import register_pickle_by_value

    for name, module in list(sys.modules.items()):
        if name.startswith(OWN_FILE):
            register_pickle_by_value(module)
