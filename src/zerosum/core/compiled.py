"""Functions on arrays that are compiled once there is enough to do.

To import the compiler takes longer than most small work, and to compile the first time takes longer still. So a
kernel is plain Python until it meets an array of more than `FEW` numbers, or has met `ENOUGH` in all; from then on it
is compiled. One that takes long to compile has more patience (`Patient`). Both forms do the same in the same order, and
differ by rounding at most. Kernels call each other in either form; what has a form of its own in compiled code, such as
the vectors of `matrix.simd`, says so by `_numba_type_`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
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
    """What this thread is doing."""

    plain = False
    """Whether it is inside of a kernel that runs as plain Python, so that all that this calls does."""


_HERE = _ThreadState()


class Kernel(Generic[P, R]):
    """A function that numba can compile, and Python can run."""

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
        """The function compiled, or rather ready to be: numba is imported here."""
        from numba import njit

        return njit(**self.options)(self.function)

    @property
    def _numba_type_(self) -> Foreign:
        """What compiled code sees of a kernel that it calls."""
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
        """Whether the work of a call is enough for the compiled form, or is with that of all calls before."""
        if "compiled" in vars(self):
            return True
        numbers = self.work(*given)
        self.met += numbers
        few = FEW if self.few is None else self.few
        return numbers > few or self.met > ENOUGH * max(1, few // max(1, FEW))


class Patient(Kernel[P, R]):
    """A kernel that takes long to compile: plain Python does more, unless an earlier run left it compiled on disk.

    The form depends on the work of a call and on what is on disk, not on what else a process did, so that tables end up
    the same to the bit however often their work was stopped and resumed. Tables of middle size may differ by
    rounding between a machine that never compiled it and one that did.
    """

    def __init__(
        self, function: Callable[P, R], work: Callable[..., int], patience: int, **options: Foreign
    ) -> None:
        super().__init__(function, work, **options)
        self.patience = patience
        """How many times as much is done in plain Python as elsewhere."""

    def is_worth_compiling(self, *given: object) -> bool:
        """Whether the work of a call is enough, or little more than that of loading what an earlier run compiled."""
        numbers = self.work(*given)
        if numbers <= FEW:
            return False
        return numbers > self.patience * FEW or "compiled" in vars(self) or self._was_on_disk

    @cached_property
    def _was_on_disk(self) -> bool:
        """Whether an earlier run compiled it, so that it is only loaded: no older than the source, by numba's index."""
        from numba import njit

        function: Foreign = self.function
        folder, source = njit(**self.options)(function).stats.cache_path, Path(function.__code__.co_filename)
        if folder is None or not source.is_file():
            return False
        name = f"{source.stem}.{function.__qualname__}-{function.__code__.co_firstlineno}"
        return any(
            index.stat().st_mtime >= source.stat().st_mtime for index in Path(folder).glob(f"{name}.*.nbi")
        )


class Routine(Kernel[P, R]):
    """A piece of kernels: in plain Python it is just the function, on whatever numbers there are."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        return self.function(*given, **named)


def kernel(
    work: Callable[..., int] | None = None, *, few: int | None = None, **options: Foreign
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """A kernel with options of numba's; `work` counts what a call has to do where that is not its largest array, and
    `few` is how much of it plain Python does quickly, `FEW` by default."""
    return lambda function: Kernel(function, work, few=few, **options)


def patient(
    work: Callable[..., int], patience: int, **options: Foreign
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """A kernel that is compiled only where a call has `patience` times as much to do as elsewhere."""
    return lambda function: Patient(function, work, patience, **options)


def threads() -> int:
    """Number of threads that compiled code may use: numba's setting, or one per core."""
    if sys.modules.get("numba"):
        from numba import get_num_threads

        count: int = get_num_threads()
        return count
    if os.environ.get("NUMBA_NUM_THREADS", "").isdecimal():
        return int(os.environ["NUMBA_NUM_THREADS"])
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _most(*given: object) -> int:
    """How many numbers the largest of these arrays, or of these tuples of arrays, has; at least one."""
    return max(map(_size, given), default=1)


def _size(given: object) -> int:
    return _most(*given) if isinstance(given, tuple) else int(getattr(given, "size", 1))
