"""Processes that do the site's work, so that the site itself never waits.

A *worker* is a process that does one job after another; a job is a function's name and its arguments, all plain data.
If the system can, workers are forked from a process that has imported everything, so that a new one starts at once.

A *crew* has places for quick jobs and others for long ones. Every job begins in a quick place. After `PATIENCE`
seconds, or sooner where others wait, it must leave: it goes on in a long place if one is free, and otherwise its
process is ended and it begins again once one is. So long work never holds up quick work. A long job ends at a limit:
then its process is ended, and the visitor is told which command to run instead.

Of the jobs that wait, the next is that of the visitor who holds the fewest places. One visitor holds at most
`LONG_OF_ONE` of the long places and has at most `MOST_OF_ONE` jobs. Where too many wait, the site says that it is busy.
Work that is known to take more time, or more than a process's share of the memory, is refused before it begins.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLong
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import InputError, TooLargeError, ZerosumError
from zerosum.core.limits import LITTLE, Limits, allow, allowed
from zerosum.core.progress import Progress

PATIENCE = 2.0
"""Seconds after which a job counts as long."""
GIVE_WAY = 0.5
"""Seconds after which a job leaves its quick place to others that wait for one."""
LIMIT = 60.0
"""Seconds after which a job is ended."""
MOST_LONG = 3
"""Largest number of long jobs at a time."""
LONG_OF_ONE = 2
"""Largest number of long jobs of one visitor at a time."""
SHARES = 8
"""A job that begins may use one part in this many of the memory that a command might use, less what other jobs were
promised. So all jobs together never use more than there is; memory that rooms hold is not free, and not shared out."""
FAILURE_KEPT = 10.0
"""Seconds for which a failed job is remembered; asking again during that time repeats the error."""
MOST_RUNNING = 120
"""Largest number of jobs under way or waiting."""
MOST_OF_ONE = 48
"""Largest number of them from one visitor; a page of the gallery asks for more than thirty pictures."""
MOST_KEPT = 512
"""Number of answers that are kept, for the same question asked again."""

Jobs = Mapping[str, Callable[..., Data]]

CONTEXT: ForkServerContext | SpawnContext = multiprocessing.get_context("spawn")
if "forkserver" in multiprocessing.get_all_start_methods():
    CONTEXT = multiprocessing.get_context("forkserver")
    CONTEXT.set_forkserver_preload(["zerosum.web.preloaded"])


ASKED_FROM: ContextVar[str] = ContextVar("asked_from", default="")
"""The address from which the present request comes: this is how visitors are told apart."""


class Busy(ZerosumError):  # noqa: N818 - a state of the site, not a mistake
    """Too many long jobs are under way."""


class Underway(Exception):  # noqa: N818 - not an error: the answer is on its way
    """The answer takes longer; `job` says how far it is."""

    def __init__(self, job: Job) -> None:
        self.job = job


def _work(jobs: Callable[[], Jobs], pipe: Connection, limit: float) -> None:
    """The loop of a worker process: take a job, do it, send the result or the error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow(Limits(seconds=min(limit, allowed()[1])))
    known = jobs()
    last = 0.0

    def progress(done: int, total: int, unit: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 0.2:
            last = now
            pipe.send(("progress", (done, total, unit)))

    with suppress(EOFError, OSError):  # the site has gone, and so does the worker
        pipe.send(("ready", None))
        while True:
            name, arguments, memory = pipe.recv()
            allow(Limits(memory))
            pipe.send(_done(known, progress, name, arguments))


def _done(jobs: Jobs, progress: Progress, name: str, arguments: DataMap) -> tuple[str, Data]:
    """The result of a job, or the error; a worker survives any mistake in a job."""
    try:
        return "result", jobs[name](progress, **arguments)
    except TooLargeError as error:
        return "large", str(error)
    except ZerosumError as error:
        return "wrong", str(error)
    except (MemoryError, OverflowError):
        return "large", "this takes more memory, or larger numbers, than the site has"
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
    resource_tracker.ensure_running()  # which would lift the mask again, did it start later
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
    """The bytes that a job that begins now may use: a share of what no other was promised, and always a little."""
    with PROMISING:
        share = max(0.0, allowed()[0] - sum(PROMISES)) / SHARES
        PROMISES.append(share)
    try:
        yield max(LITTLE, share)
    finally:
        with PROMISING:
            PROMISES.remove(share)


class Worker:
    """One process, which does one job after another; `Busy` where the system starts no more processes."""

    def __init__(self, jobs: Callable[[], Jobs], limit: float) -> None:
        try:
            self.pipe, theirs = CONTEXT.Pipe()
            self.process = CONTEXT.Process(target=_work, args=(jobs, theirs, limit), daemon=True)
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

    def call(
        self,
        name: str,
        arguments: DataMap,
        *,
        limit: float,
        report: Callable[[Data], None] = lambda _: None,
        begun: Callable[[], None] = lambda: None,
    ) -> Data:
        """The result of a job; `report` gets its progress. Past the limit the process is ended.

        A fresh process first has to import the package; `begun` is called when the job itself begins.
        """
        with promised() as memory:
            self.pipe.send((name, dict(arguments), memory))
            if self.used:
                begun()
            self.used = True
            return self._receive(time.monotonic() + limit, limit, report, begun)

    def _receive(
        self, end: float, limit: float, report: Callable[[Data], None], begun: Callable[[], None]
    ) -> Data:
        """Read what the process sends, until the result or until the limit."""
        while True:
            if not self.pipe.poll(max(0.0, end - time.monotonic())):
                self.end()
                raise TooLargeError(f"this takes longer than the {limit:g} seconds that the site allows")
            try:
                kind, what = self.pipe.recv()
            except (EOFError, OSError):
                self.end()
                raise TooLargeError("this took more memory than there is, and was stopped") from None
            if kind == "ready":
                begun()
            elif kind == "progress":
                report(what)
            elif kind == "result":
                return what
            elif kind == "wrong":
                raise InputError(what)
            elif kind == "large":
                raise TooLargeError(what)
            else:
                raise RuntimeError(what)

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self.process.is_alive()

    def end(self) -> None:
        """End the process, whatever it is doing; two threads may do so at once."""
        with self.ending:
            self.process.kill()
            self.process.join()
            self.pipe.close()


@dataclass
class Job:
    """A job under way: how far it is, and its result when it has one."""

    number: int = field(default_factory=itertools.count(1).__next__)
    result: Future[Data] = field(default_factory=Future)
    progress: tuple[int, int, str] | None = None
    visitor: str = field(default_factory=ASKED_FROM.get)
    must_leave: bool = False
    """Whether its process was ended so that others get the quick place."""

    def note_progress(self, progress: tuple[int, int, str]) -> None:
        """Note how far it is."""
        self.progress = progress

    def wait(self, seconds: float) -> Data:
        """The result, or `Underway` if it takes longer."""
        try:
            return self.result.result(seconds)
        except TooLong:
            raise Underway(self) from None


class _MustLeave(Exception):  # noqa: N818 - not an error: the job begins again elsewhere
    """A job was ended in its quick place, since others wait for it."""


class Places:
    """Some places for jobs, the jobs that have them and those that wait for them."""

    def __init__(self, number: int, of_one: int) -> None:
        self.number, self.of_one = number, of_one
        self.taken: list[Job] = []
        self.waiting: list[Job] = []

    def held_by(self, visitor: str) -> int:
        """How many of the places a visitor has."""
        return sum(job.visitor == visitor for job in self.taken)

    def has_place(self, job: Job) -> bool:
        """Whether there is a place for this job now."""
        return len(self.taken) < self.number and self.held_by(job.visitor) < self.of_one

    def next_job(self) -> Job | None:
        """The job that gets a place now: the oldest job of the visitors who hold the fewest places."""
        able = [job for job in self.waiting if self.has_place(job)]
        return min(able, key=lambda job: self.held_by(job.visitor), default=None)


class Crew:
    """Workers for answers: quick jobs never wait for long ones."""

    def __init__(self, jobs: Callable[[], Jobs], size: int) -> None:
        self.jobs, self.size = jobs, size
        self.idle: list[Worker] = []
        self.running: dict[int, Job] = {}
        self.kept: OrderedDict[Data, Job] = OrderedDict()
        self.lock = threading.Condition()
        self.quick, self.long = Places(size, size), Places(MOST_LONG, LONG_OF_ONE)

    def ask(self, name: str, arguments: DataMap, key: Data = None) -> Job:
        """A job for this question: the one that was asked before, or a new one."""
        with self.lock:
            if key is not None and key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
            job = Job()
            if len(self.running) >= MOST_RUNNING:
                raise Busy("the site is busy with long work; try again in a minute")
            if sum(one.visitor == job.visitor for one in self.running.values()) >= MOST_OF_ONE:
                raise Busy("too many questions of yours are being worked on; try again in a minute")
            self.running[job.number] = job
            if key is not None:
                self.kept[key] = job
                while len(self.kept) > MOST_KEPT:
                    self.kept.popitem(last=False)
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
            job.result.set_exception(error)
            forgetting = threading.Timer(FAILURE_KEPT, self._forget, (key, job))
            forgetting.daemon = True
            forgetting.start()
        else:
            self._end(job)
            job.result.set_result(result)

    def _end(self, job: Job) -> None:
        with self.lock:
            del self.running[job.number]

    def _forget(self, key: Data, job: Job) -> None:
        """Forget a failed job, so that the same question is tried again."""
        with self.lock:
            if self.kept.get(key) is job:
                del self.kept[key]

    def _work(self, job: Job, places: Places, name: str, arguments: DataMap) -> Data:
        """The result of a job, once it has one of the places."""
        done = threading.Event()
        with self._placed(job, places) as worker:

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
    def _placed(self, job: Job, places: Places) -> Iterator[Worker]:
        """Wait for a place, and for a worker there."""
        worker = None
        with self.lock:
            places.waiting.append(job)
            while places.next_job() is not job:
                self.lock.wait()
            places.waiting.remove(job)
            places.taken.append(job)
            self.lock.notify_all()  # there may be a place for another too
            while worker is None and self.idle:
                one = self.idle.pop()
                worker = one if one.alive else None
        try:
            worker = worker or Worker(self.jobs, LIMIT)
            yield worker
        finally:
            with self.lock:
                (places if job in places.taken else self.long).taken.remove(job)
                if worker is not None:
                    self._keep(worker)
                self.lock.notify_all()

    def _keep(self, worker: Worker) -> None:
        """Keep a worker for the next job; of too many, those go first that have done nothing yet."""
        if worker.alive:
            self.idle.append(worker)
        self.idle.sort(key=lambda one: one.used)
        while len(self.idle) > self.size:
            self.idle.pop(0).end()

    def _watch(self, job: Job, worker: Worker, done: threading.Event) -> None:
        """Make a job leave its quick place in time."""
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
            with suppress(Busy):  # the next quick job finds a process that is ready
                fresh = Worker(self.jobs, LIMIT)
                with self.lock:
                    self._keep(fresh)
            return

    def find(self, number: int) -> Job | None:
        """A job under way, by its number."""
        return self.running.get(number)

    def end(self) -> None:
        """End all processes that wait."""
        with self.lock:
            for worker in self.idle:
                worker.end()
            self.idle.clear()
