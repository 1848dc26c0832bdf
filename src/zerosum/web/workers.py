"""Processes that do the site's work, so that the site itself never waits.

A *worker* is a process that does one job after another; a job is a function's name and its arguments, all plain
data. If the system can, workers are forked from a process that has imported everything, so that a new one starts
immediately.

A *pool* has slots for quick jobs and for long jobs. Every job begins in a quick slot. After `PATIENCE` seconds, or
sooner if others wait, it must leave: it continues in a long slot if one is free; otherwise its process is ended,
and it starts again once a slot is free. So long work never delays quick work. A long job ends at a limit: then its
process is ended, and the visitor sees the command to run instead.

A job that has not been requested for `GONE` seconds is ended, since its visitor has gone. Requests wait a little
for an answer, but at most `MAX_WAITING` at a time, and only a few of one visitor; the others get the job's number
immediately and ask again. A worker can also do a job in a *copy* of its process, which has all of the worker's
data, and may be ended at any time.

Among waiting jobs, the visitor with the fewest slots comes first. One visitor holds at most `LONG_OF_ONE` of the
long slots and has at most `MAX_OF_ONE` jobs. If too many jobs wait, the site reports that it is busy. Work that is
known to take more time, or more than a process's share of the memory, is rejected before it begins.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import pickle
import signal
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLong
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from multiprocessing import reduction, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import NamedTuple

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import InputError, TooLargeError, ZerosumError
from zerosum.core.limits import LITTLE, Limits, OverLimitError, allowed, set_limits
from zerosum.core.progress import Progress, silent
from zerosum.request.flags import FlagError
from zerosum.web.cache import Cache

PATIENCE = 2.0
"""Seconds after which a job counts as long."""
GIVE_WAY = 0.5
"""Seconds after which a job leaves its quick slot if others wait for one."""
LIMIT = 60.0
"""Seconds after which a job is ended."""
MAX_LONG = 3
"""Largest number of long jobs at a time."""
LONG_OF_ONE = 2
"""Largest number of long jobs of one visitor at a time."""
SHARES = 8
"""A new job may use the memory available to a command, minus the memory reserved for other jobs, divided by this
number. So all jobs together never use more than the available memory; memory held by rooms is not available.
"""

FAILURE_KEPT = 10.0
"""Seconds for which a failed job is remembered; asking again during that time repeats the error."""
MAX_RUNNING = 120
"""Maximum number of jobs, running or waiting."""
MAX_OF_ONE = 48
"""Largest number of them from one visitor; a page of the gallery requests more than thirty plots."""
GONE = 30.0
"""Seconds without a request after which a job is ended."""
MAX_WAITING = 24
"""Largest number of requests that wait a little for an answer; others get the number of the job at once."""
WAITING_OF_ONE = 6
"""Largest number of them from one visitor."""
NICE = 10
"""The niceness of long work, which gives priority to moves when the processors are busy."""
MAX_ANSWER_BYTES = 2**26
"""Maximum size in bytes of the cached answers."""

Jobs = Mapping[str, Callable[..., Data]]

CONTEXT: ForkServerContext | SpawnContext = multiprocessing.get_context("spawn")
if "forkserver" in multiprocessing.get_all_start_methods():
    CONTEXT = multiprocessing.get_context("forkserver")
    CONTEXT.set_forkserver_preload(["zerosum.web.preloaded"])


ASKED_FROM: ContextVar[str] = ContextVar("asked_from", default="")
"""The address from which the current request comes; it distinguishes visitors."""


class Busy(ZerosumError):  # noqa: N818 - a state of the site, not a mistake
    """An error: too many long jobs are in progress."""


class JobPending(Exception):  # noqa: N818 - not an error: the answer is on its way
    """An error: the answer takes longer; `job` has its progress."""

    def __init__(self, job: Job) -> None:
        self.job = job


def _work(jobs: Callable[[], Jobs], pipe: Connection, limit: float, nice: int) -> None:
    """Run the loop of a worker process: take a job, do it, send the result or the error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice:
        with suppress(AttributeError):
            os.nice(nice)
    set_limits(Limits(seconds=min(limit, allowed()[1])))
    known = jobs()
    last = 0.0

    def progress(done: int, total: int, unit: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 0.2:
            last = now
            pipe.send(("progress", (done, total, unit)))

    with suppress(EOFError, OSError):  # the site has ended, so the worker ends
        pipe.send(("ready", None))
        while True:
            name, arguments, memory, copy = pipe.recv()
            set_limits(Limits(memory))
            if copy is None:
                pipe.send(_done(known, progress, name, arguments))
            else:
                pipe.send(("result", _copied(known, pipe, copy, name, arguments)))


class CopyOrder(NamedTuple):
    """The data that a worker needs to do a job in a copy of its process."""

    limit: float
    """Seconds after which the system ends the copy."""
    ended: Sequence[int]
    """Finished copies, whose process numbers may be reused."""


def _copied(jobs: Jobs, pipe: Connection, order: CopyOrder, name: str, arguments: DataMap) -> int:
    """Do a job in a copy of this process, which answers through its own pipe; return the copy's number."""
    for ended in order.ended:
        with suppress(ChildProcessError):
            os.waitpid(ended, 0)
    handle = reduction.recv_handle(pipe)
    copy = os.fork()
    if copy:
        os.close(handle)
        return copy
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # works even if a kernel never checks Python's signals
        signal.setitimer(signal.ITIMER_REAL, order.limit)
        os.nice(NICE)
        pipe.close()
        answers = Connection(handle)
        answers.send(_done(jobs, silent, name, arguments))
        answers.close()
    finally:
        os._exit(0)


class WorkerCopy:
    """A copy of a worker's process, which does one job."""

    def __init__(self, worker: Worker, number: int, pipe: Connection) -> None:
        self.worker, self.number, self.pipe = worker, number, pipe
        self.ending = threading.Lock()
        self.is_ended = False

    def end(self) -> None:
        """End the process, whatever it is doing; two threads may do so at once."""
        with self.ending:
            if not self.is_ended:
                self.is_ended = True
                with suppress(OSError):
                    os.kill(
                        self.number, signal.SIGKILL
                    )  # it keeps its number until the worker has waited for it
                self.pipe.close()
                self.worker.ended_copies.append(self.number)


def _done(jobs: Jobs, progress: Progress, name: str, arguments: DataMap) -> tuple[str, Data]:
    """Return the pickled result of a job, or the error; a worker survives any error in a job."""
    try:
        return "result", pickle.dumps(jobs[name](progress, **arguments))
    except OverLimitError as error:
        return "over", error
    except TooLargeError as error:
        return "large", str(error)
    except FlagError as error:
        return "wrong", error.on_form()
    except ZerosumError as error:
        return "wrong", str(error)
    except (MemoryError, OverflowError):
        return "large", "this needs more memory or larger numbers than the site can handle"
    except (EOFError, OSError):
        raise
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start a process that ignores Ctrl-C, even while it imports; the site ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - no such masks on this system
        yield
        return
    resource_tracker.ensure_running()  # which would reset the mask if it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


PROMISES: list[float] = []
"""The bytes that each job under way may use."""
PROMISING = threading.Lock()


@contextmanager
def promised() -> Iterator[float]:
    """Yield the number of bytes that a new job may use: a share of the unreserved memory, and always a
    minimum.
    """
    with PROMISING:
        share = max(0.0, allowed()[0] - sum(PROMISES)) / SHARES
        PROMISES.append(share)
    try:
        yield max(LITTLE, share)
    finally:
        with PROMISING:
            PROMISES.remove(share)


class Worker:
    """A process that does one job after another; raises `Busy` if the system starts no more processes."""

    def __init__(self, jobs: Callable[[], Jobs], limit: float, *, nice: int = 0) -> None:
        try:
            self.pipe, theirs = CONTEXT.Pipe()
            self.process = CONTEXT.Process(target=_work, args=(jobs, theirs, limit, nice), daemon=True)
            with _without_interrupts():
                self.process.start()
        except (OSError, EOFError) as error:
            raise Busy(
                f"the site cannot start another process now ({error}); try again in a minute"
            ) from None
        theirs.close()
        self.ending = threading.Lock()
        self.used = False
        """Whether it has been asked for something; until then it may still be importing."""
        self.ended_copies: list[int] = []

    def call(
        self,
        name: str,
        arguments: DataMap,
        *,
        limit: float,
        report: Callable[[Data], None] = lambda _: None,
        begun: Callable[[], None] = lambda: None,
    ) -> bytes:
        """Return the pickled result of a job; `report` gets its progress. Past the limit the process is ended.

        A fresh process first has to import the package; `begun` is called when the job itself begins.
        """
        with promised() as memory:
            self.pipe.send((name, dict(arguments), memory, None))
            if self.used:
                begun()
            self.used = True
            result: bytes = self._receive(time.monotonic() + limit, limit, report, begun)
            return result

    def copy(self, name: str, arguments: DataMap, *, limit: float) -> WorkerCopy:
        """Begin a job in a copy of the process; `result_of` waits for its result."""
        mine, theirs = CONTEXT.Pipe()
        ended, self.ended_copies = self.ended_copies, []
        with promised() as memory:
            try:
                self.pipe.send((name, dict(arguments), memory, CopyOrder(limit + PATIENCE, ended)))
                reduction.send_handle(self.pipe, theirs.fileno(), self.process.pid)
            finally:
                theirs.close()
            number = self._receive(time.monotonic() + limit, limit, lambda _: None, lambda: None)
        return WorkerCopy(self, int(number), mine)

    def _receive(
        self, end: float, limit: float, report: Callable[[Data], None], begun: Callable[[], None]
    ) -> Data:
        """Read the output of the process, until the result or until the limit."""
        return _received(self, end, limit, report, begun)

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self.process.is_alive()

    def end(self) -> None:
        """End the process, whatever it is doing; two threads may do so at once."""
        with self.ending:
            self.process.kill()
            self.process.join()
            self.pipe.close()


def _received(
    process: Worker | WorkerCopy,
    end: float,
    limit: float,
    report: Callable[[Data], None],
    begun: Callable[[], None],
) -> Data:
    """Read the output of a process, until the result or until the limit, after which the process is ended."""
    while True:
        try:
            if not process.pipe.poll(max(0.0, end - time.monotonic())):
                process.end()
                raise TooLargeError(f"this takes longer than the {limit:g} seconds allowed on this site")
            kind, what = process.pipe.recv()
        except (EOFError, OSError):
            process.end()
            raise TooLargeError("this ran out of memory and was stopped") from None
        if kind == "ready":
            begun()
        elif kind == "progress":
            report(what)
        elif kind == "result":
            return what
        elif kind == "wrong":
            raise InputError(what)
        elif kind == "over":
            raise what
        elif kind == "large":
            raise TooLargeError(what)
        else:
            raise RuntimeError(what)


def result_of(copy: WorkerCopy, *, limit: float) -> bytes:
    """Wait for the pickled result of a job in a copy, which is then ended."""
    try:
        result: bytes = _received(copy, time.monotonic() + limit, limit, lambda _: None, lambda: None)
        return result
    finally:
        copy.end()


class WaitingRoom:
    """The requests that wait briefly for an answer: at most `MAX_WAITING`, and `WAITING_OF_ONE` from one visitor."""

    def __init__(self) -> None:
        self.waiting: Counter[str] = Counter()
        self.lock = threading.Lock()

    @contextmanager
    def seat(self) -> Iterator[bool]:
        """Yield whether there is a seat for this request."""
        visitor = ASKED_FROM.get()
        with self.lock:
            has_seat = self.waiting.total() < MAX_WAITING and self.waiting[visitor] < WAITING_OF_ONE
            self.waiting[visitor] += has_seat
        try:
            yield has_seat
        finally:
            with self.lock:
                self.waiting[visitor] -= has_seat
                self.waiting += Counter()  # drops jobs that have been abandoned


WAITING_ROOM = WaitingRoom()


@dataclass
class Job:
    """A job in progress, and its result when it is done.

    The result is pickled: as objects it would take several times the memory for as long as it is kept.
    """

    number: int = field(default_factory=itertools.count(1).__next__)
    result: Future[bytes] = field(default_factory=Future)
    progress: tuple[int, int, str] | None = None
    visitor: str = field(default_factory=ASKED_FROM.get)
    must_leave: bool = False
    """Whether its process was ended to free the quick slot for others."""
    asked: float = field(default_factory=time.monotonic)
    """The time of the last request for it."""
    waited_for: int = 0
    """Number of requests that wait for it now."""
    is_left: bool = False
    """Whether it is ended because it was abandoned, or because the site ends."""
    stop: Callable[[], None] = lambda: None
    """A function that ends the process that works on it."""

    def note_progress(self, progress: tuple[int, int, str]) -> None:
        """Record the progress."""
        self.progress = progress

    def wait(self, seconds: float) -> Data:
        """Return the result, or `JobPending` if it takes longer, or if too many wait already."""
        self.asked = time.monotonic()
        with WAITING_ROOM.seat() as has_seat:
            self.waited_for += 1
            try:
                result = self.result.result(seconds if has_seat else 0)
            except TooLong:
                raise JobPending(self) from None
            finally:
                self.waited_for -= 1
                self.asked = time.monotonic()
        return pickle.loads(result)  # raised by a process of this site

    @property
    def is_abandoned(self) -> bool:
        """Whether it has not been requested for a while."""
        return not self.waited_for and time.monotonic() > self.asked + GONE

    def leave(self) -> None:
        """Stop the work on the job."""
        self.is_left = True
        self.stop()


class _MustLeave(Exception):  # noqa: N818 - not an error: the job begins again elsewhere
    """An exception: a job must leave its quick slot, since others wait for it."""


class Places:
    """Slots for jobs, the jobs that hold them, and the jobs that wait for them."""

    def __init__(self, number: int, of_one: int) -> None:
        self.number, self.of_one = number, of_one
        self.taken: list[Job] = []
        self.waiting: list[Job] = []

    def held_by(self, visitor: str) -> int:
        """Return the number of slots that a visitor holds."""
        return sum(job.visitor == visitor for job in self.taken)

    def has_place(self, job: Job) -> bool:
        """Return whether there is a slot for this job now."""
        return len(self.taken) < self.number and self.held_by(job.visitor) < self.of_one

    def next_job(self) -> Job | None:
        """Return the next job to get a slot: the oldest job of the visitors who hold the fewest slots."""
        able = [job for job in self.waiting if self.has_place(job)]
        return min(able, key=lambda job: self.held_by(job.visitor), default=None)


class WorkerPool:
    """Workers for answers, of which some are reserved for quick jobs."""

    def __init__(self, jobs: Callable[[], Jobs], size: int) -> None:
        self.jobs, self.size = jobs, size
        self.idle: list[Worker] = []
        self.running: dict[int, Job] = {}
        self.kept = Cache[Data, Job](MAX_ANSWER_BYTES)
        self.lock = threading.Condition()
        self.quick, self.long = Places(size, size), Places(MAX_LONG, LONG_OF_ONE)
        self.is_ended = False
        threading.Thread(target=_watch_for_abandoned, args=(weakref.ref(self),), daemon=True).start()

    def end_abandoned(self) -> None:
        """End the jobs that no visitor requests any more."""
        with self.lock:
            left = [job for job in self.running.values() if job.is_abandoned and not job.is_left]
            for job in left:
                job.is_left = True
            self.lock.notify_all()
        for job in left:
            job.stop()

    def ask(self, name: str, arguments: DataMap, key: Data = None) -> Job:
        """Return the job for this question: the previous one, or a new one."""
        with self.lock:
            kept = None if key is None else self.kept.get(key)
            if kept is not None and not kept.is_left:
                return kept
            job = Job()
            if self.is_ended:
                raise Busy("the site is shutting down")
            if len(self.running) >= MAX_RUNNING:
                raise Busy("the site is busy; try again in a minute")
            if sum(one.visitor == job.visitor for one in self.running.values()) >= MAX_OF_ONE:
                raise Busy("you have too many requests in progress; try again in a minute")
            self.running[job.number] = job
            if key is not None:
                self.kept.put(key, job, 0)
        threading.Thread(target=self._run, args=(job, name, arguments, key), daemon=True).start()
        return job

    def _run(self, job: Job, name: str, arguments: DataMap, key: Data) -> None:
        try:
            try:
                result = self._work(job, self.quick, name, arguments)
            except _MustLeave:
                result = self._work(job, self.long, name, arguments)
        except BaseException as error:
            self._end(job)
            job.result.set_exception(Busy("this was stopped; try again") if job.is_left else error)
            forgetting = threading.Timer(FAILURE_KEPT, self._forget, (key, job))
            forgetting.daemon = True
            forgetting.start()
        else:
            self._end(job)
            job.result.set_result(result)
            with self.lock:
                if key is not None:
                    self.kept.put(key, job, len(result))

    def _end(self, job: Job) -> None:
        with self.lock:
            del self.running[job.number]

    def _forget(self, key: Data, job: Job) -> None:
        """Remove a failed job, so that the same question is tried again."""
        with self.lock:
            if self.kept.get(key) is job:
                self.kept.pop(key)

    def _work(self, job: Job, places: Places, name: str, arguments: DataMap) -> bytes:
        """Run a job as soon as a slot is free, and return its result."""
        done = threading.Event()
        with self._placed(job, places) as worker:
            job.stop = worker.process.kill
            if job.is_left:  # it was abandoned meanwhile
                raise Busy("this was stopped; try again")

            def begun() -> None:
                if places is self.quick:
                    threading.Thread(target=self._watch, args=(job, worker, done), daemon=True).start()

            try:
                return worker.call(name, arguments, limit=LIMIT, report=job.note_progress, begun=begun)
            except TooLargeError:
                if places is self.quick and job.must_leave:
                    raise _MustLeave from None
                raise
            finally:
                done.set()

    @contextmanager
    def _place(self, job: Job, places: Places) -> Iterator[None]:
        """Wait for a slot."""
        with self.lock:
            places.waiting.append(job)
            while places.next_job() is not job and not job.is_left:
                self.lock.wait()
            places.waiting.remove(job)
            if job.is_left:
                self.lock.notify_all()
                raise Busy("this was stopped; try again")
            places.taken.append(job)
            self.lock.notify_all()  # there may be a slot for another job as well
        try:
            yield
        finally:
            with self.lock:
                (places if job in places.taken else self.long).taken.remove(job)
                self.lock.notify_all()

    @contextmanager
    def _placed(self, job: Job, places: Places) -> Iterator[Worker]:
        """Wait for a slot, and for a worker."""
        worker = None
        with self._place(job, places):
            with self.lock:
                while worker is None and self.idle:
                    one = self.idle.pop()
                    worker = one if one.alive else None
            try:
                worker = worker or Worker(self.jobs, LIMIT, nice=NICE)
                yield worker
            finally:
                if worker is not None:
                    with self.lock:
                        self._keep(worker)

    def _keep(self, worker: Worker) -> None:
        """Keep a worker for the next job; if there are too many, end those first that have done nothing yet."""
        if self.is_ended:
            worker.end()
        elif worker.alive:
            self.idle.append(worker)
        self.idle.sort(key=lambda one: one.used)
        while len(self.idle) > self.size:
            self.idle.pop(0).end()

    def _watch(self, job: Job, worker: Worker, done: threading.Event) -> None:
        """Make a job leave its quick slot in time."""
        end = time.monotonic() + PATIENCE
        while not done.wait(min(GIVE_WAY, PATIENCE)):
            with self.lock:
                if not self.quick.waiting and time.monotonic() < end:
                    continue
                if done.is_set():
                    return
                job.progress = job.progress or (0, 0, "")
                if self.long.has_place(job):
                    self.quick.taken.remove(job)
                    self.long.taken.append(job)
                    self.lock.notify_all()
                else:
                    job.must_leave = True
                    worker.process.kill()
            with suppress(Busy):  # so that the next quick job finds a ready process
                fresh = Worker(self.jobs, LIMIT, nice=NICE)
                with self.lock:
                    self._keep(fresh)
            return

    def find(self, number: int) -> Job | None:
        """Return a job in progress, by its number, and record that somebody has asked for it."""
        job = self.running.get(number)
        if job is not None:
            job.asked = time.monotonic()
        return job

    def end(self) -> None:
        """End all processes, those that work and those that wait."""
        with self.lock:
            self.is_ended = True
            running = list(self.running.values())
            for job in running:
                job.is_left = True
            idle, self.idle = self.idle, []
            self.lock.notify_all()
        for job in running:
            job.stop()
        for worker in idle:
            worker.end()


def _watch_for_abandoned(pool: weakref.ref[WorkerPool]) -> None:
    """End abandoned jobs, as long as the pool exists."""
    while True:
        time.sleep(1.0)
        found = pool()
        if found is None or found.is_ended:
            return
        found.end_abandoned()
        del found
