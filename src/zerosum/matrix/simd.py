"""Eight floats at a time: explicit vectors for kernels.

A compiler vectorises a loop over a row of thirteen numbers badly: its vectors do not divide thirteen, and
most of the row falls to the scalar remainder. Here kernels say themselves what a vector is. In plain Python a vector
is an array of eight floats, a mask one of eight truth values, and a place the rest of a flat array; what the same
operations are in compiled code, `simd_code` says. An index counts the elements of a contiguous array of any shape as
if it were flat.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_double
from functools import update_wrapper
from typing import TypeVar, cast

import numpy as np

from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.compiled import Routine
from zerosum.core.foreign import Foreign

F = TypeVar("F", bound=Callable[..., object])

WIDTH = 8
ONES, LANES = np.ones(WIDTH), np.arange(WIDTH)

Vector = Scalar
Mask = Scalar
Place = Scalar
"""Arrays here, registers and addresses in compiled code, which knows their types."""


class Operation:
    """An operation on vectors: the function here in plain Python, and `simd_code` has what it is in compiled code."""

    def __init__(self, function: Callable[..., Vector]) -> None:
        update_wrapper(self, function)
        self.function = function

    def __call__(self, *given: Vector) -> Vector:
        return self.function(*given)

    @property
    def _numba_type_(self) -> Foreign:
        from zerosum.matrix.simd_code import CODE

        return CODE[self.function.__name__]


@Operation
def load(a: Place, i: int) -> Vector:
    """The vector a[i : i + 8]."""
    return a.reshape(-1)[i : i + WIDTH].copy()


@Operation
def store(a: Place, i: int, v: Vector) -> None:
    """Write v to a[i : i + 8]."""
    a.reshape(-1)[i : i + WIDTH] = v


@Operation
def column(a: Place, i: int, stride: int) -> Vector:
    """The vector of a[i], a[i + stride], ..., a[i + 7 stride]."""
    return a.reshape(-1)[i : i + WIDTH * stride : stride].copy()


@Operation
def place(a: Array) -> Place:
    """Where a contiguous array lies."""
    return a.reshape(-1)


@Operation
def beyond(where: Place, i: int) -> Place:
    """The place of element i."""
    return where[i:]


@Operation
def fetch(where: Place, i: int) -> None:
    """Have the memory around float i of a place brought near the processor; it changes no value."""


@Operation
def room(vectors: int) -> Place:
    """A new place for this many vectors (a constant) that lasts until the function returns."""
    return np.empty(WIDTH * vectors)


@Operation
def whole(where: Place, i: int) -> int:
    """Number i of the whole numbers at a place."""
    return int(where[i])


@Operation
def put(where: Place, i: int, n: int) -> None:
    """Write n as number i of the whole numbers at a place."""
    where[i] = n


@Operation
def number(where: Place, i: int) -> int:
    """Number i of the whole numbers of 32 bits at a place."""
    return int(where[i])


@Operation
def float_at(address: int, i: int) -> float:
    """Float i of those that lie at an address of memory."""
    return c_double.from_address(int(address) + 8 * int(i)).value


@Operation
def pick(where: Place, start: int, numbers: Place, i: int) -> Vector:
    """The eight floats of a place with the numbers start + numbers[i], ..., start + numbers[i + 7], of 32 bits each."""
    return where[start + numbers[i : i + WIDTH].astype(np.int64)]


@Operation
def splat(x: float) -> Vector:
    """Eight copies of x."""
    return ONES * x


@Operation
def add(v: Vector, w: Vector) -> Vector:
    """v + w."""
    return v + w


@Operation
def subtract(v: Vector, w: Vector) -> Vector:
    """v - w."""
    return v - w


@Operation
def multiply(v: Vector, w: Vector) -> Vector:
    """v w."""
    return v * w


@Operation
def divide(v: Vector, w: Vector) -> Vector:
    """v / w; a division by zero gives an infinity or no number, and no error."""
    return v / w


@Operation
def multiply_add(v: Vector, w: Vector, u: Vector) -> Vector:
    """v w + u; compiled code rounds once where the processor can."""
    return v * w + u


@Operation
def absolute(v: Vector) -> Vector:
    """The sizes of v."""
    return np.abs(v)


@Operation
def minimum(v: Vector, w: Vector) -> Vector:
    """The smaller of v and w in each lane; w if either is not a number."""
    return np.where(v < w, v, w)


@Operation
def maximum(v: Vector, w: Vector) -> Vector:
    """The larger of v and w in each lane; w if either is not a number."""
    return np.where(v > w, v, w)


def _folded(v: Vector, combine: Callable[[Vector, Vector], Vector]) -> Scalar:
    """One number from eight: combine the halves, three times."""
    for half in (4, 2, 1):
        v = combine(v[:half], v[half:])
    return v[0]


@Operation
def least(v: Vector) -> float:
    """The least of the eight."""
    found: float = _folded(v, minimum.function)
    return found


@Operation
def greatest(v: Vector) -> float:
    """The greatest of the eight."""
    found: float = _folded(v, maximum.function)
    return found


@Operation
def total(v: Vector) -> float:
    """The sum of the eight."""
    found: float = _folded(v, np.add)
    return found


@Operation
def below(v: Vector, w: Vector) -> Mask:
    """Where v < w."""
    return v < w


@Operation
def same(v: Vector, w: Vector) -> Mask:
    """Where v = w."""
    return v == w


@Operation
def lane(k: int) -> Mask:
    """The mask of lane k alone; of none if k is not among the eight."""
    return k == LANES


@Operation
def lanes_below(k: int) -> Mask:
    """The mask of the lanes 0, ..., k - 1."""
    return k > LANES


@Operation
def choose(mask: Mask, v: Vector, w: Vector) -> Vector:
    """v where the mask is true, w elsewhere."""
    return np.where(mask, v, w)


@Operation
def bits(mask: Mask) -> int:
    """The mask as a number: lane k is worth 2^k."""
    return int(np.packbits(mask, bitorder="little")[0])


@Operation
def lowest_bit(number: int) -> int:
    """Which is the lowest bit set in a number other than zero."""
    return (number & -number).bit_length() - 1


def inlined(function: F) -> F:
    """For parts of a kernel: compiled into their caller, where sizes known to it unroll their loops."""
    return cast(F, Routine(function, forceinline=True, error_model="numpy"))


@Routine
def aligned(vectors: int) -> Floats:
    """Zeros that start where a line of memory does, so that reading a vector touches one line."""
    flat = np.zeros(WIDTH * (vectors + 1))
    first = (WIDTH - flat.ctypes.data // 8 % WIDTH) % WIDTH
    return flat[first : first + WIDTH * vectors]
