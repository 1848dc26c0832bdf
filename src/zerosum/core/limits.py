"""Reject work that would exceed the limits before it begins, with an estimate of the resources it needs.

Code that is about to do work whose size depends on user input estimates its memory and its time, and calls
`require_budget`. By default the limits are most of the memory that is free now, and one hour. A user allows more
with `set_limits("64GB,5h")`, or with the same text in the environment variable `ZEROSUM_LIMIT`. Work whose size is
unknown in advance uses a `Meter`.
"""

from __future__ import annotations

import math
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import perf_counter, thread_time
from typing import NamedTuple, NoReturn

from zerosum.core.errors import InputError, TooLargeError

BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86_400}

SHARE = 0.75
"""The fraction of the free memory that may be used."""
HOUR = 3600.0
MINUTE = 60.0
"""Seconds allowed, unless the user sets a limit, for requests that look quick."""
LITTLE = 10**6
"""Number of bytes that are assumed to be free in any case."""
UNKNOWN = 4 * 10**9
"""Number of bytes assumed to be free if the system does not report it."""
ABSURD = 10**17
"""More bytes than any machine has, and more seconds than anyone would wait."""
VARIABLE = "ZEROSUM_LIMIT"
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_FORESEE = 5.0
"""Seconds of work after which the remaining time is estimated."""
SECONDS_TO_STOP = 1.0
"""Seconds between stopping work and stopping it again if it has not ended."""


class Limits(NamedTuple):
    """Limits on the work that may be done without asking; None if not set."""

    memory: float | None = None
    """Maximum memory in bytes."""
    seconds: float | None = None


class OverLimitError(TooLargeError):
    """An error about work that would exceed a limit, which the user may raise."""

    def __init__(self, work: str, needs: str, limit: str, needed: str) -> None:
        super().__init__(work, needs, limit, needed)
        self.work = work
        """The work, as the subject of a sentence."""
        self.needs = needs
        """The estimated memory or time, for example "about 12 GB of memory"."""
        self.limit = limit
        """The memory or the time that may be used."""
        self.needed = needed
        """The limit to allow, as `allow` takes it; empty if no machine has that much."""

    def __str__(self) -> str:
        return f"{self.work} would need {self.needs}, but the limit is {self.limit}; try a smaller size"


_given: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039 - a tuple never changes


def read_limits(text: str) -> Limits:
    """Parse limits such as "64GB", "5h" or "64GB,5h"."""
    memory, seconds = None, None
    for part in text.split(","):
        typed = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*", part)
        unit = typed[2] if typed else ""
        if typed and unit.upper() in BYTES:
            memory = float(typed[1]) * BYTES[unit.upper()]
        elif typed and unit.lower() in SECONDS:
            seconds = float(typed[1]) * SECONDS[unit.lower()]
        else:
            raise InputError(f"write a limit as 64GB, 5h or 64GB,5h, not {text!r}")
    return Limits(memory, seconds)


def set_limits(limits: Limits | str) -> None:
    """Set the limits for the work that follows; a limit that is not given stays unchanged."""
    new = read_limits(limits) if isinstance(limits, str) else limits
    pairs = zip(new, _given.get(), strict=True)
    _given.set(Limits(*(old if one is None else one for one, old in pairs)))


def allowed(held: float = 0, needed: float = math.inf, most: float = HOUR) -> tuple[float, float]:
    """Return the number of bytes and seconds that may still be used, if `held` bytes are already in use.

    If little is needed, the system is not asked how much memory is free. If nobody set a limit, `most` seconds are
    allowed.
    """
    memory, seconds = _said()
    if memory is None:
        memory = LITTLE if needed <= LITTLE else SHARE * (_free() + held)
    return memory, most if seconds is None else seconds


def _said() -> Limits:
    """Return the limits set by the user, by a flag or in the environment."""
    said = read_limits(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else Limits()
    return Limits(*(two if one is None else one for one, two in zip(_given.get(), said, strict=True)))


def require_budget(what: str, *, memory: float = 0, seconds: float = 0, most: float = HOUR) -> None:
    """Raise an error if the estimated memory or time exceeds the limits."""
    _compare(what, "about", (memory, seconds), allowed(needed=memory, most=most))


_ends: ContextVar[tuple[str, float, float] | None] = ContextVar("ends", default=None)


@contextmanager
def within(what: str, most: float) -> Iterator[None]:
    """Make `check_deadline` stop work after `most` seconds of processor time or the user's limit."""
    seconds = allowed(needed=0, most=most)[1]
    token = _ends.set((what, thread_time() + seconds, seconds))
    try:
        yield
    finally:
        _ends.reset(token)


def check_deadline() -> None:
    """Stop work that has taken too long; called in loops whose steps may be long."""
    ends = _ends.get()
    if ends and thread_time() > ends[1]:
        what, _, seconds = ends
        _compare(what, "more than", (0, 1.01 * seconds), (math.inf, seconds))


class Expired(BaseException):
    """The error that a watch raises in the thread it watches, between two Python instructions."""


class Watch:
    """A watch that stops the work of a thread once it has taken more seconds or memory than allowed.

    The author of a file chooses its numbers, and each of them may control a loop of the rules. So another thread
    monitors the resources used, and raises `Expired` in the working thread; a running call of compiled code ends
    first. Time is processor time if the system reports it.
    """

    def __init__(self, what: str, seconds: float, memory: float) -> None:
        import ctypes

        self.what, self.seconds, self.memory = what, seconds, memory
        self._thread, self._raise = threading.get_ident(), ctypes.pythonapi.PyThreadState_SetAsyncExc
        self._number, self._error = ctypes.c_ulong(self._thread), ctypes.py_object(Expired)
        self._began, self._held, self._used = self._clock(), _memory_held(), (0.0, 0.0)
        self._over, self._lock = threading.Event(), threading.Lock()

    def begin(self) -> None:
        """Start watching."""
        threading.Thread(target=self._look, daemon=True).start()

    def _clock(self) -> float:
        if hasattr(time, "pthread_getcpuclockid"):
            return time.clock_gettime(time.pthread_getcpuclockid(self._thread))
        return perf_counter()

    def _look(self) -> None:
        pause = SECONDS_BETWEEN_LOOKS
        while not self._over.wait(pause):
            used = _memory_held() - self._held, self._clock() - self._began
            if used[0] > self.memory or used[1] > self.seconds:
                with self._lock:
                    if not self._over.is_set():
                        self._used = used
                        self._raise(self._number, self._error)
                pause = max(SECONDS_TO_STOP, 2 * pause)

    def end(self) -> None:
        """Stop watching. An error that is still pending is raised here, since `set` is a Python function."""
        while not self._over.is_set():
            with suppress(Expired), self._lock:
                self._over.set()

    def reject(self) -> NoReturn:
        """Raise an error with the resources that the work would need."""
        _compare(self.what, "more than", self._used, (self.memory, self.seconds))
        raise TooLargeError(f"{self.what} would need too much memory")


@contextmanager
def watched(what: str, seconds: float, memory: float) -> Iterator[Watch]:
    """Stop the enclosed work once it uses more seconds or bytes than given here or allowed by the user."""
    said = _said()
    seconds, memory = (
        usual if one is None else one for usual, one in ((seconds, said.seconds), (memory, said.memory))
    )
    watch = Watch(what, seconds, memory)
    try:
        try:
            watch.begin()
            yield watch
        finally:
            watch.end()
    except (Expired, MemoryError):
        watch.end()
        watch.reject()


class Meter:
    """A meter for work of unknown size, which stops it once it exceeds the budget.

    Memory in use is counted `times` times, to allow for later work on the result.
    """

    def __init__(self, what: str, times: float = 1) -> None:
        self.what, self.times, self.began, self.held = what, times, perf_counter(), _memory_held()
        self.seen, self.worked = self.began, thread_time()

    def check(self) -> None:
        """Stop the work if the budget is spent; fast enough to be called often."""
        now = perf_counter()
        if now - self.seen > SECONDS_BETWEEN_LOOKS:
            self.seen, grown = now, _memory_held() - self.held
            needed = self.times * grown, now - self.began
            _compare(self.what, "more than", needed, allowed(grown))

    def foresee(self, share: float, most: float) -> None:
        """Stop the work if it would take more than `most` seconds, or than the user allows, at the current rate."""
        spent = thread_time() - self.worked
        if spent > SECONDS_TO_FORESEE and share > 0:
            _compare(self.what, "about", (0, spent / share), allowed(needed=0, most=most))


def _compare(what: str, about: str, needed: tuple[float, float], may: tuple[float, float]) -> None:
    kinds = (("of memory", BYTES), ("of work", SECONDS))
    for (kind, units), need, most in zip(kinds, needed, may, strict=True):
        if need > most:
            needs, limit = _rounded_up(need, units), _rounded_up(most, units)
            enough = _rounded_up(need if about == "about" else 10 * need, units).replace(" ", "")
            raise OverLimitError(what, f"{about} {needs} {kind}", limit, "" if need > ABSURD else enough)


def _rounded_up(amount: float, units: dict[str, int]) -> str:
    """Return an amount in a suitable unit with at most one decimal, or as a power of ten if it is very large."""
    name = next((name for name, size in reversed(units.items()) if amount >= size), next(iter(units)))
    if amount > ABSURD * units[name]:
        return f"10^{math.floor(math.log10(int(amount)) - math.log10(units[name]))} {name}"
    tenths = math.ceil(amount * 10 / units[name])
    number = f"{tenths / 10:.1f}".removesuffix(".0") if tenths < 1000 else f"{tenths / 10:.0f}"
    return f"{number} {name}"


def _free() -> float:
    """Return the free memory in bytes, as the system reports it, within the container's limit."""
    found = UNKNOWN
    with suppress(AttributeError, OSError, ValueError):
        found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = 1024 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1])
    with suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        most, used = (
            int((group / f"memory.{name}").read_text(encoding="ascii")) for name in ("max", "current")
        )
        found = min(found, most - used)
    return float(found)


def _memory_held() -> int:
    """Return the memory that this process uses, or its peak, in bytes; None if the system does not report it."""
    with suppress(OSError, ValueError, AttributeError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0
