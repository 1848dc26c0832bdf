"""Work that would not fit is refused before it begins, with what it would need.

Whoever is about to do work whose size depends on what a person typed estimates its memory and its time, and asks
`afford`. Without further word memory may be most of what is free now, and time may be an hour. A person allows more
with `allow("64GB,5h")`, or with the same text in the environment variable `ZEROSUM_LIMIT`. Work whose size shows only
while it is done has a `Meter`.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import perf_counter, thread_time
from typing import NamedTuple

from zerosum.core.errors import InputError, TooLargeError

BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86_400}

SHARE = 0.75
"""The share of the free memory that may be used."""
HOUR = 3600.0
MINUTE = 60.0
"""Seconds allowed, unless the user sets a limit, for requests that look quick."""
LITTLE = 10**6
"""Number of bytes that are always assumed to be free."""
UNKNOWN = 4 * 10**9
"""Number of bytes assumed to be free if the system does not say."""
ABSURD = 10**17
"""More bytes than any machine has, and more seconds than anybody waits."""
VARIABLE = "ZEROSUM_LIMIT"
SECONDS_BETWEEN_LOOKS = 0.1


class Limits(NamedTuple):
    """How much work may be done without being asked for twice; None where nothing was said."""

    memory: float | None = None
    """In bytes."""
    seconds: float | None = None


class OverLimitError(TooLargeError):
    """The work would go over a limit that a person may raise."""

    def __init__(self, sentence: str, needed: str) -> None:
        super().__init__(sentence)
        self.needed = needed
        """What to allow, as `allow` takes it; empty where no machine has that much."""

    def __reduce__(self) -> tuple[type[OverLimitError], tuple[str, str]]:
        """How it comes back from another process."""
        return OverLimitError, (str(self), self.needed)


_given: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039 - a tuple never changes


def read_limits(text: str) -> Limits:
    """Limits as a person types them: "64GB", "5h", or both with a comma."""
    memory, seconds = None, None
    for part in text.split(","):
        typed = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*", part)
        unit = typed[2] if typed else ""
        if typed and unit.upper() in BYTES:
            memory = float(typed[1]) * BYTES[unit.upper()]
        elif typed and unit.lower() in SECONDS:
            seconds = float(typed[1]) * SECONDS[unit.lower()]
        else:
            raise InputError(f"a limit is typed as 64GB, 5h or 64GB,5h, not {text!r}")
    return Limits(memory, seconds)


def allow(limits: Limits | str) -> None:
    """Set the limits for what follows; a limit that is not given stays as it was."""
    new = read_limits(limits) if isinstance(limits, str) else limits
    pairs = zip(new, _given.get(), strict=True)
    _given.set(Limits(*(old if one is None else one for one, old in pairs)))


def allowed(held: float = 0, needed: float = math.inf, most: float = HOUR) -> tuple[float, float]:
    """How many more bytes and how many seconds may be used now, if `held` bytes are in use already.

    If little is needed, the system is not asked how much memory is free. If nobody set a limit, `most` seconds are
    allowed.
    """
    said = read_limits(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else Limits()
    memory, seconds = (one if one is not None else two for one, two in zip(_given.get(), said, strict=True))
    if memory is None:
        memory = LITTLE if needed <= LITTLE else SHARE * (_free() + held)
    return memory, most if seconds is None else seconds


def afford(what: str, *, memory: float = 0, seconds: float = 0, most: float = HOUR) -> None:
    """Refuse work that is estimated to take more bytes or more seconds than may be used."""
    _compare(what, "about", (memory, seconds), allowed(needed=memory, most=most))


_ends: ContextVar[tuple[str, float, float] | None] = ContextVar("ends", default=None)


@contextmanager
def within(what: str, most: float) -> Iterator[None]:
    """Let `tick` refuse to go on after `most` seconds of processor time, or after the limit that the user set."""
    seconds = allowed(needed=0, most=most)[1]
    token = _ends.set((what, thread_time() + seconds, seconds))
    try:
        yield
    finally:
        _ends.reset(token)


def tick() -> None:
    """Refuse to go on with work that has taken too long; called in loops whose steps may be long."""
    ends = _ends.get()
    if ends and thread_time() > ends[1]:
        what, _, seconds = ends
        _compare(what, "more than", (0, 1.01 * seconds), (math.inf, seconds))


class Meter:
    """Work whose size shows only while it is done: it is refused once it has taken more than may be used.

    Of memory what has been taken counts `times` over, for what is to be done with it afterwards.
    """

    def __init__(self, what: str, times: float = 1) -> None:
        self.what, self.times, self.began, self.held = what, times, perf_counter(), _memory_held()
        self.seen = self.began

    def check(self) -> None:
        """Refuse to go on where too much has been used; it may be called often."""
        now = perf_counter()
        if now - self.seen > SECONDS_BETWEEN_LOOKS:
            self.seen, grown = now, _memory_held() - self.held
            needed = self.times * grown, now - self.began
            _compare(self.what, "more than", needed, allowed(grown))


def _compare(what: str, about: str, needed: tuple[float, float], may: tuple[float, float]) -> None:
    kinds = (("of memory", BYTES), ("of work", SECONDS))
    for (kind, units), need, most in zip(kinds, needed, may, strict=True):
        if need > most:
            needs, limit = _rounded_up(need, units), _rounded_up(most, units)
            enough = _rounded_up(need if about == "about" else 10 * need, units).replace(" ", "")
            raise OverLimitError(
                f"{what} would need {about} {needs} {kind}, and {limit} may be used; try a smaller size",
                "" if need > ABSURD else enough,
            )


def _rounded_up(amount: float, units: dict[str, int]) -> str:
    """An amount in the unit that suits it, with at most one decimal; of a very large one the power of ten."""
    name = next((name for name, size in reversed(units.items()) if amount >= size), next(iter(units)))
    if amount > ABSURD * units[name]:
        return f"10^{math.floor(math.log10(int(amount)) - math.log10(units[name]))} {name}"
    tenths = math.ceil(amount * 10 / units[name])
    number = f"{tenths / 10:.1f}".removesuffix(".0") if tenths < 1000 else f"{tenths / 10:.0f}"
    return f"{number} {name}"


def _free() -> float:
    """The memory that is free now, in bytes: what the system says, within what a container may use."""
    found = [limit for limit in (_available(), _container()) if limit is not None]
    return float(min(found, default=UNKNOWN))


def _memory_held() -> int:
    """The memory that this process holds, or has held at most, in bytes; none where the system does not tell."""
    with suppress(OSError, ValueError, AttributeError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0


def _available() -> int | None:
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1])
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return None


def _container() -> int | None:
    with suppress(OSError, ValueError):
        most, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii"))
            for name in ("max", "current")
        )
        return most - used
    return None
