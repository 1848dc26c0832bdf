"""A cluster: workers of dask.distributed run tasks, on this machine ("local:4") or behind a scheduler's address.

Dask repeats the tasks of a worker that dies. The user's files are sent along with the work. A cluster whose workers
have other code than this machine is rejected, because every machine must compute the same results, bit for bit.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from zerosum.core.errors import ClusterError, InputError
from zerosum.core.extras import missing_extra
from zerosum.core.foreign import Foreign
from zerosum.core.workers import LOCAL, MAX_PROCESSES, Killed, Workers, send_user_files

SECONDS = 10
"""Time that a scheduler may take to answer, in seconds."""

AHEAD = 3
"""Number of concurrent tasks for each thread of the workers."""

NOT_KEPT = "run the same command again"

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Cluster(Workers):
    """The workers behind the address of a scheduler, or "local:4" for four worker processes on this machine."""

    address: str

    def __post_init__(self) -> None:
        kind, _, number = self.address.partition(":")
        whole = number.isdecimal() and 1 <= int(number) <= MAX_PROCESSES
        if f"{kind}:" == LOCAL and not whole:
            raise InputError(
                f"a cluster must be given as local:4 or a scheduler's address, not {self.address!r}"
            )

    @contextmanager
    def connected(self) -> Iterator[Foreign]:
        """Yield a client of the cluster; a local cluster ends with the context."""
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise missing_extra(
                "a cluster needs dask.distributed on this machine and on every worker", "cluster"
            ) from None
        send_user_files()
        # hide the log messages of Dask, and those of tornado about streams that a dead scheduler closed: failures
        # are reported in a sentence. Some of their loggers have their own level
        for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        if self.address.startswith(LOCAL):
            number = int(self.address.removeprefix(LOCAL))
            # the scheduler always serves a status page: use any free port, since another cluster may use 8787
            with (
                LocalCluster(
                    n_workers=number,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(self.address, timeout=SECONDS)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(
                f"no scheduler answers at {self.address} ({type(error).__name__}); start one with: dask scheduler"
            ) from error
        with client:
            self._check_workers(client)
            yield client

    def _check_workers(self, client: Foreign) -> None:
        """Reject a cluster without workers, or with workers whose code differs."""
        try:
            found = client.run(code_digest)
        except ImportError as error:
            raise ClusterError(f"the workers of {self.address} lack zerosum: {error}") from error
        if not found:
            raise ClusterError(
                f"the scheduler at {self.address} has no workers; start one with: dask worker {self.address}"
            )
        if any(one != code_digest() for one in found.values()):
            raise ClusterError(
                f"the workers of {self.address} have a different version of zerosum from this machine"
            )

    def as_done(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[int, R | Killed]]:
        """Request a few results ahead, and yield each as it arrives."""
        from distributed import KilledWorker, wait

        with self._in_a_sentence() as client:
            shared, ahead = _shared(client, work)
            waiting, asked = enumerate(tasks), dict[Foreign, int]()
            while True:
                for number, task in islice(waiting, ahead - len(asked)):
                    asked[client.submit(_apply, shared, task, pure=False)] = number
                if not asked:
                    return
                for future in wait(list(asked), return_when="FIRST_COMPLETED").done:
                    number = asked.pop(future)
                    try:
                        found = future.result()
                    except KilledWorker as error:
                        found = Killed(f"its workers were killed repeatedly: {error}")
                    yield number, found

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the result of `work` for each task, in order; there may be infinitely many tasks."""
        with self._in_a_sentence() as client:
            shared, ahead = _shared(client, work)
            waiting, asked = iter(tasks), deque[Foreign]()
            while True:
                some = islice(waiting, ahead - len(asked))
                asked.extend(client.submit(_apply, shared, task, pure=False) for task in some)
                if not asked:
                    return
                yield asked.popleft().result()

    @contextmanager
    def _in_a_sentence(self) -> Iterator[Foreign]:
        """Yield a client; report a failure of the cluster, as opposed to the work, in one sentence."""
        with self.connected() as client:
            from distributed import KilledWorker
            from distributed.comm import CommClosedError

            try:
                yield client
            except ImportError as error:
                raise ClusterError(f"the workers of {self.address} lack a module: {error}") from error
            except KilledWorker as error:
                raise ClusterError(f"workers kept dying; {NOT_KEPT}") from error
            except (CancelledError, OSError) as error:
                lost = isinstance(error, CancelledError | CommClosedError)
                if client.status == "running" and not lost:
                    raise  # an error of the work itself
                raise ClusterError(f"lost the scheduler or all of its workers; {NOT_KEPT}") from error


def _shared(client: Foreign, work: Callable[[T], R]) -> tuple[Foreign, int]:
    """Return the work, wrapped for the workers, and the number of tasks to request ahead."""
    return client.submit(together, work, pure=False), AHEAD * max(1, sum(client.nthreads().values()))


def together(*things: object) -> tuple[object, ...]:
    """Bundle the data shared by many tasks into one object, which workers send to each other."""
    return things


def _apply(shared: tuple[Callable[[T], R]], task: T) -> R:
    """Run a task on a worker."""
    return shared[0](task)


@cache
def code_digest() -> str:
    """Return a digest of the package's code, which must be the same for all workers."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package)} {path.stat().st_size}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
