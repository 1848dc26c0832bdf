"""Functions on arrays that are compiled once there is enough work.

Importing the compiler takes longer than most small work, and the first compilation takes longer still. So a kernel
runs as plain Python until it gets an array of more than `FEW` numbers, or has got `ENOUGH` numbers in all calls;
then it is compiled. A kernel that takes long to compile waits for more work (`Patient`). The plain and the compiled
form do the same operations in the same order, and their results differ at most by rounding. Kernels call each other
in either form; objects with another form in compiled code, such as the vectors of `matrix.simd`, define
`_numba_type_`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

import numpy as np

from zerosum.core.foreign import Foreign

FEW = 500
"""With no more numbers than this in any of its arrays, a kernel that is not compiled yet stays plain Python."""

ENOUGH = 10_000
"""A kernel whose calls met more numbers than this in all is compiled."""

P = ParamSpec("P")
R = TypeVar("R")


class _ThreadState(threading.local):
    """The state of this thread."""

    plain = False
    """Whether the thread is inside a kernel that runs as plain Python, so that all kernels called there do the same."""


_HERE = _ThreadState()


class _FormChoice:
    """The rule by which kernels choose between compiled code and Python."""

    by_work_alone = False


@contextmanager
def by_work_alone() -> Iterator[None]:
    """Make kernels choose between Python and compiled code by the work of a call, regardless of earlier calls.

    Python and compiled code differ at most by rounding. Within this context, results are identical bit for bit,
    whatever was computed earlier.
    """
    before, _FormChoice.by_work_alone = _FormChoice.by_work_alone, True
    try:
        yield
    finally:
        _FormChoice.by_work_alone = before


class Kernel(Generic[P, R]):
    """A function that numba can compile and Python can run."""

    def __init__(
        self,
        function: Callable[P, R],
        work: Callable[..., int] | None = None,
        *,
        few: int | None = None,
        **options: Foreign,
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.options: dict[str, Foreign] = {"cache": True, **options}
        self.work, self.few = work or _most, few
        self.met = 0
        """Numbers in all calls so far."""

    @cached_property
    def compiled(self) -> Foreign:
        """The compiled function, ready to be called; numba is imported here."""
        from numba import njit

        ready = njit(**self.options)(self.function)
        # numba reads an index before it compares dates, and fails if a class in it has been renamed since
        for index, is_current in self._indexes_on_disk(ready):
            if not is_current:
                index.unlink(missing_ok=True)
        return ready

    def _indexes_on_disk(self, ready: Foreign) -> list[tuple[Path, bool]]:
        """List numba's index files of earlier runs, and whether each is at least as new as the source."""
        folder, source = ready.stats.cache_path, Path(self.function.__code__.co_filename)
        if folder is None or not source.is_file():
            return []
        name = f"{source.stem}.{self.function.__qualname__}-{self.function.__code__.co_firstlineno}"
        changed = source.stat().st_mtime
        return [(index, index.stat().st_mtime >= changed) for index in Path(folder).glob(f"{name}.*.nbi")]

    @property
    def _numba_type_(self) -> Foreign:
        """The type that compiled code sees when it calls a kernel."""
        from numba import typeof

        return typeof(self.compiled)  # type: ignore[no-untyped-call]

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        if _HERE.plain:
            return self.function(*given, **named)
        if self.is_worth_compiling(*given):
            found: R = self.compiled(*given, **named)
            return found
        _HERE.plain = True
        try:
            with np.errstate(all="ignore"):
                return self.function(*given, **named)
        finally:
            _HERE.plain = False

    def is_worth_compiling(self, *given: object) -> bool:
        """Return whether the work of a call, alone or with all earlier calls, justifies compiling."""
        few = FEW if self.few is None else self.few
        if _FormChoice.by_work_alone:
            return self.work(*given) > few
        if "compiled" in vars(self):
            return True
        numbers = self.work(*given)
        self.met += numbers
        return numbers > few or self.met > ENOUGH * max(1, few // max(1, FEW))


class Patient(Kernel[P, R]):
    """A kernel that takes long to compile: Python does more of the work, unless compiled code is already on disk.

    The choice depends on the work of a call and on what is on disk, not on other work of the process, so that
    tables are identical bit for bit however often their computation was stopped and resumed. Tables of medium size
    may differ by rounding between a machine that never compiled the kernel and one that did.
    """

    def __init__(
        self, function: Callable[P, R], work: Callable[..., int], patience: int, **options: Foreign
    ) -> None:
        super().__init__(function, work, **options)
        self.patience = patience
        """The factor by which the limit `FEW` is multiplied."""

    def is_worth_compiling(self, *given: object) -> bool:
        """Return whether a call's work justifies compiling, or at least loading what an earlier run compiled."""
        numbers = self.work(*given)
        if numbers <= FEW or _FormChoice.by_work_alone:
            return numbers > FEW
        return numbers > self.patience * FEW or "compiled" in vars(self) or self._was_on_disk

    @cached_property
    def _was_on_disk(self) -> bool:
        """Return whether an earlier run compiled the kernel, so that it only needs loading."""
        from numba import njit

        return any(is_current for _, is_current in self._indexes_on_disk(njit(**self.options)(self.function)))


class Routine(Kernel[P, R]):
    """A building block of kernels; in plain Python it is just the function, for any type of number."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        return self.function(*given, **named)


def kernel(
    work: Callable[..., int] | None = None, *, few: int | None = None, **options: Foreign
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Return a kernel; `work` is the amount of work of a call, by default its largest array, `few` the amount that
    runs as plain Python.
    """
    return lambda function: Kernel(function, work, few=few, **options)


def patient(
    work: Callable[..., int], patience: int, **options: Foreign
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Return a kernel that is compiled only for calls with `patience` times as much work as usual."""
    return lambda function: Patient(function, work, patience, **options)


def threads() -> int:
    """Return the number of threads that compiled code may use: numba's setting, or one per core."""
    if sys.modules.get("numba"):
        from numba import get_num_threads

        count: int = get_num_threads()
        return count
    if os.environ.get("NUMBA_NUM_THREADS", "").isdecimal():
        return int(os.environ["NUMBA_NUM_THREADS"])
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _most(*given: object) -> int:
    """Return the size of the largest of these arrays or tuples of arrays; at least one."""
    return max(map(_size, given), default=1)


def _size(given: object) -> int:
    return _most(*given) if isinstance(given, tuple) else int(getattr(given, "size", 1))
