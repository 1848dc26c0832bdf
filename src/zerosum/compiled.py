"""Functions on arrays that are compiled once there is enough to do.

To import the compiler takes longer than most small work, and to compile the first time takes longer still. So a
kernel is plain Python until it meets an array of more than `FEW` numbers; from then on it is compiled. Both do the
same in the same order. Compiled code may call kernels, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["FEW", "Kernel"]

FEW = 500
"""With no more numbers than this in any of its arrays, a kernel that is not compiled yet stays plain Python."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Kernel(Generic[Given, Found]):
    """A function that numba can compile, and Python can run."""

    def __init__(self, function: Callable[Given, Found]) -> None:
        update_wrapper(self, function)
        self.function = function

    @cached_property
    def compiled(self) -> Any:  # numba's dispatcher, which has no types
        """The function compiled, or rather ready to be: numba is imported here."""
        from numba import njit

        return njit(cache=True)(self.function)

    @property
    def _numba_type_(self) -> Any:
        """What compiled code sees of a kernel that it calls."""
        return self.compiled._numba_type_

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Found:
        if "compiled" in vars(self) or any(_size(one) > FEW for one in given):
            found: Found = self.compiled(*given, **named)
            return found
        return self.function(*given, **named)


def _size(given: object) -> int:
    """How many numbers an array, or the largest array of a tuple, has."""
    if isinstance(given, tuple):
        return max(map(_size, given), default=0)
    return int(getattr(given, "size", 0))
