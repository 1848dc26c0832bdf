"""Independent tasks, run by this process, by worker processes, or by a cluster.

Simulated plays, the rows of a sweep, the claims of a paper and the search through strategies of bounded memory are
lists of such tasks. All `Workers` return the same results. `workers_at` reads the user's choice.

A worker process is a fresh interpreter. It gets the work once and then tasks over a socket, and ends when this
process ends, for whatever reason. A task whose process was killed is given to another process; after `ATTEMPTS`
such deaths its result is a `Killed`, which `as_done` yields and `each` raises.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from zerosum.core.errors import ClusterError, InputError
from zerosum.core.reading import OWN_FILE

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 3
"""Maximum number of processes that may die while they run the same task."""
QUICK = 0.1
"""Seconds. A process that does a task in less time gets the next task in advance, so that it never waits."""
MAX_PROCESSES = 256
LOCAL = "local:"
"""Prefix of the address of a cluster on this machine."""


class Killed(ClusterError):  # noqa: N818 - what happened to a task
    """The result of a task whose processes were killed repeatedly."""


class Workers(ABC):
    """Workers for independent tasks."""

    @abstractmethod
    def as_done(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[int, R | Killed]]:
        """Yield the number of each task and the result of `work`, as soon as it is known."""

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield the result of `work` for each task, in order."""
        early: dict[int, R] = {}
        following = 0
        for number, found in self.as_done(work, tasks):
            if isinstance(found, Killed):
                raise found
            early[number] = found
            while following in early:
                yield early.pop(following)
                following += 1


class ThisProcess(Workers):
    """A worker in this process, which does one task after another on demand; there may be infinitely many tasks."""

    def as_done(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[int, R | Killed]]:
        """Yield the result of each task in order."""
        return enumerate(map(work, tasks))


HERE: Workers = ThisProcess()


@dataclass
class _WorkerProcess(Generic[T]):
    """A worker process and its tasks, the current one first."""

    process: subprocess.Popen[bytes]
    connection: Connection
    tasks: deque[tuple[int, T, int]] = field(default_factory=deque)
    """The number of the task, the task, and the number of processes that died while they ran it."""
    began: float = 0.0
    """The time when the first of them began."""
    room: int = 1
    """Number of tasks that the process may have at once."""

    def finish(self) -> None:
        """Note that the first of its tasks is done."""
        now = time.monotonic()
        self.tasks.popleft()
        self.began, self.room = now, 2 if now - self.began < QUICK else 1

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


@dataclass(frozen=True)
class Processes(Workers):
    """Several processes of this machine."""

    number: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MAX_PROCESSES:
            raise InputError(f"the number of workers must be from 1 to {MAX_PROCESSES}, not {self.number}")

    def as_done(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[int, R | Killed]]:
        """Hand out tasks to idle processes, and yield the results."""
        order, again = enumerate(tasks), deque[tuple[int, T, int]]()
        program = _dumped(work)
        pool: list[_WorkerProcess[T]] = []
        try:
            while True:
                # give each process its tasks; start one more process only for a task that no other process has room for
                while len(pool) < self.number or any(len(one.tasks) < one.room for one in pool):
                    task = again.popleft() if again else next(((k, one, 0) for k, one in order), None)
                    if task is None:
                        break
                    if len(pool) < self.number and all(one.tasks for one in pool):
                        pool.append(self._start(program))
                    _send(min(pool, key=lambda one: len(one.tasks)), task)
                if not any(one.tasks for one in pool):
                    return
                for connection in wait([one.connection for one in pool]):
                    one = next(one for one in pool if one.connection is connection)
                    try:
                        number, failed, found = pickle.loads(one.connection.recv_bytes())
                    except (EOFError, OSError):
                        pool.remove(one)
                        one.end()
                        yield from _after_death(one, again)
                        continue
                    one.finish()
                    if failed:
                        raise found
                    yield number, found
        finally:
            for one in pool:
                one.end()

    def _start(self, program: bytes) -> _WorkerProcess[T]:
        """Start a fresh interpreter that ignores Ctrl-C, since this process ends it."""
        mine, theirs = socket.socketpair()
        code = f"from zerosum.core.workers import serve; serve({theirs.fileno()})"
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        share = {"NUMBA_NUM_THREADS": str(max(1, cores // self.number))}
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-c", code],
                pass_fds=[theirs.fileno()],
                env={**share, **os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        found = _WorkerProcess[T](process, Connection(mine.detach()))
        found.connection.send_bytes(program)
        return found


def _send(to: _WorkerProcess[T], task: tuple[int, T, int]) -> None:
    """Send a task to a process; a dead process is noticed when its results are read."""
    if not to.tasks:
        to.began = time.monotonic()
    to.tasks.append(task)
    try:
        to.connection.send_bytes(_dumped(task[:2]))
    except OSError:
        return


def _after_death(died: _WorkerProcess[T], again: deque[tuple[int, T, int]]) -> Iterator[tuple[int, Killed]]:
    """Give the tasks of a dead process to others; its current task may have been the cause."""
    for place, (number, task, deaths) in enumerate(died.tasks):
        if place == 0 and deaths + 1 >= ATTEMPTS:
            yield number, Killed(f"its process was killed {ATTEMPTS} times; it may need more memory")
        else:
            again.append((number, task, deaths + (place == 0)))


def _dumped(thing: object) -> bytes:
    """Pickle an object for another process, including functions and classes that only this one knows."""
    from cloudpickle import dumps

    send_user_files()
    found: bytes = dumps(thing)
    return found


def send_user_files() -> None:
    """Pickle definitions from a user's own files by value, since other processes lack these modules."""
    from cloudpickle import register_pickle_by_value

    for name, module in list(sys.modules.items()):
        if name.startswith(OWN_FILE):
            register_pickle_by_value(module)


def serve(descriptor: int) -> None:
    """Do tasks that come over a socket until it is closed; the main function of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection = Connection(descriptor)
    waiting = queue.SimpleQueue[bytes]()

    def listen() -> None:
        """Queue incoming messages; exit immediately when the other end closes."""
        try:
            while True:
                waiting.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    work = pickle.loads(waiting.get())
    while True:
        number, task = pickle.loads(waiting.get())
        try:
            answer = _dumped((number, False, work(task)))
        except Exception as error:
            answer = _dumped((number, True, error))
        try:
            connection.send_bytes(answer)
        except OSError:
            os._exit(1)


def workers_at(cluster: str | None, number: int | None = None) -> Workers:
    """Return the workers of a cluster ("local:4" or a scheduler's address), several processes, or this process."""
    if cluster is not None:
        if number is not None:
            raise InputError(
                "a cluster has its own workers; give the cluster or a number of workers, not both"
            )
        from zerosum.core.cluster import Cluster

        return Cluster(cluster)
    return HERE if number is None else Processes(number)
