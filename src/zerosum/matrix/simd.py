"""Eight floats at a time: explicit vectors for kernels.

A compiler vectorises a loop over a row of thirteen numbers badly: thirteen is not a multiple of the vector length,
so most of the row is handled by the scalar remainder loop. Here kernels use vectors explicitly. In plain Python a
vector is an array of eight floats, a mask is an array of eight truth values, and a place is the rest of a flat
array from some element. An index counts the elements of a contiguous array of any shape as if it were flat, and is
not checked.

Each operation is a row of the table below: the kinds of its result and of its arguments, its definition in plain
Python, and its instructions. These work on any machine, since LLVM splits a vector that the processor cannot hold.
They are written by a builder of llvmlite's with the additions of `simd_code.Builder`. The kinds:

    v vector    m mask    p place    a array or place    i integer    f float    k constant integer    - nothing
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_double
from functools import cached_property
from typing import TypeVar, cast

import numpy as np

from zerosum.core.arrays import Floats, Scalar
from zerosum.core.compiled import Routine
from zerosum.core.foreign import Foreign

F = TypeVar("F", bound=Callable[..., object])

WIDTH = 8
ONES, LANES = np.ones(WIDTH), np.arange(WIDTH)

Vector = Scalar
Mask = Scalar
Place = Scalar
"""Values of operations: arrays in plain Python; registers and addresses, with known types, in compiled code."""


class Operation:
    """An operation on vectors: a function in plain Python, and the instructions for compiled code."""

    def __init__(self, kinds: str, plain: Callable[..., Scalar], code: Callable[..., Foreign]) -> None:
        self.kinds, self.plain, self.code = kinds, plain, code

    def __call__(self, *given: Scalar) -> Scalar:
        return self.plain(*given)

    @cached_property
    def _numba_type_(self) -> Foreign:
        from zerosum.matrix.simd_code import operation_type

        return operation_type(self.kinds, self.code)


def _store(a: Place, i: int, v: Vector) -> None:
    a.reshape(-1)[i : i + WIDTH] = v


def _put(where: Place, i: int, n: int) -> None:
    where[i] = n


def _folded(v: Vector, combine: Callable[[Vector, Vector], Vector]) -> Scalar:
    """Reduce eight numbers to one: combine the halves, three times."""
    for half in (4, 2, 1):
        v = combine(v[:half], v[half:])
    return v[0]


# fmt: off
load = Operation("vai", lambda a, i: a.reshape(-1)[i:i + WIDTH].copy(), lambda b, a, i: b.load(b.vector(a, i), align=8))
"""Return the vector a[i : i + 8]."""
store = Operation("-aiv", _store, lambda b, a, i, v: b.store(v, b.vector(a, i), align=8))
"""Write v to a[i : i + 8]."""
column = Operation("vaii", lambda a, i, stride: a.reshape(-1)[i:i + WIDTH * stride:stride].copy(),
                   lambda b, a, i, stride: b.gathered(
                       a, (b.add(i, b.mul(stride, b.constant(k))) for k in range(WIDTH))))
"""Return the vector of a[i], a[i + stride], ..., a[i + 7 stride]."""
place = Operation("pa", lambda a: a.reshape(-1), lambda b, a: a)
"""Return a pointer to a contiguous array."""
beyond = Operation("ppi", lambda where, i: where[i:], lambda b, where, i: b.gep(where, [i]))
"""Return a pointer to element i."""
fetch = Operation("-pi", lambda where, i: None, lambda b, where, i: b.prefetch(b.gep(where, [i])))
"""Prefetch the memory around float i of a place; no value changes."""
room = Operation("pk", lambda vectors: np.empty(WIDTH * vectors), lambda b, vectors: b.room(vectors))
"""Allocate this many vectors (a constant) that live until the function returns."""
whole = Operation("ipi", lambda where, i: int(where[i]), lambda b, where, i: b.load(b.integer(where, i)))
"""Return integer i of those at a place."""
put = Operation("-pii", _put, lambda b, where, i, n: b.store(n, b.integer(where, i)))
"""Write n as integer i at a place."""
number = Operation("ipi", lambda where, i: int(where[i]), lambda b, where, i: b.index(where, i))
"""Return 32-bit integer i of those at a place."""
float_at = Operation("fii", lambda address, i: c_double.from_address(int(address) + 8 * int(i)).value,
                     lambda b, address, i: b.load(b.gep(b.floats(address), [i]), align=8))
"""Return float i of those at an address."""
pick = Operation("vpipi", lambda where, start, numbers, i: where[start + numbers[i:i + WIDTH].astype(np.int64)],
                 lambda b, where, start, numbers, i: b.gathered(
                     b.gep(where, [start]), (b.index(numbers, b.add(i, b.constant(k))) for k in range(WIDTH))))
"""Gather the floats of a place with the indices start + numbers[i], ..., start + numbers[i + 7], of 32 bits each."""
splat = Operation("vf", lambda x: ONES * x, lambda b, x: b.spread(x))
"""Return eight copies of x."""
add = Operation("vvv", lambda v, w: v + w, lambda b, v, w: b.fadd(v, w))
"""Return v + w."""
subtract = Operation("vvv", lambda v, w: v - w, lambda b, v, w: b.fsub(v, w))
"""Return v - w."""
multiply = Operation("vvv", lambda v, w: v * w, lambda b, v, w: b.fmul(v, w))
"""Return v w."""
divide = Operation("vvv", lambda v, w: v / w, lambda b, v, w: b.fdiv(v, w))
"""Return v / w; a division by zero gives an infinity or no number, and no error."""
multiply_add = Operation("vvvv", lambda v, w, u: v * w + u, lambda b, v, w, u: b.known("llvm.fmuladd.v8f64", v, w, u))
"""Return v w + u; compiled code rounds once where the processor can."""
absolute = Operation("vv", np.abs, lambda b, v: b.known("llvm.fabs.v8f64", v))
"""Return the absolute values of v."""
minimum = Operation("vvv", lambda v, w: np.where(v < w, v, w), lambda b, v, w: b.smaller(v, w))
"""Return the smaller of v and w in each lane; w if either is not a number."""
maximum = Operation("vvv", lambda v, w: np.where(v > w, v, w), lambda b, v, w: b.larger(v, w))
"""Return the larger of v and w in each lane; w if either is not a number."""
least = Operation("fv", lambda v: _folded(v, minimum), lambda b, v: b.folded(v, b.smaller))
"""Return the least of the eight."""
greatest = Operation("fv", lambda v: _folded(v, maximum), lambda b, v: b.folded(v, b.larger))
"""Return the greatest of the eight."""
total = Operation("fv", lambda v: _folded(v, np.add), lambda b, v: b.folded(v, b.fadd))
"""Return the sum of the eight."""
below = Operation("mvv", lambda v, w: v < w, lambda b, v, w: b.fcmp_ordered("<", v, w))
"""Return the mask of the lanes where v < w."""
same = Operation("mvv", lambda v, w: v == w, lambda b, v, w: b.fcmp_ordered("==", v, w))
"""Return the mask of the lanes where v = w."""
lane = Operation("mi", lambda k: k == LANES, lambda b, k: b.icmp_signed("==", b.spread(k), b.lanes))
"""Return the mask of lane k alone; an empty mask if k is not one of the eight lanes."""
lanes_below = Operation("mi", lambda k: k > LANES, lambda b, k: b.icmp_signed(">", b.spread(k), b.lanes))
"""Return the mask of the lanes 0, ..., k - 1."""
choose = Operation("vmvv", np.where, lambda b, mask, v, w: b.select(mask, v, w))
"""Return v where the mask is true, w elsewhere."""
bits = Operation("im", lambda mask: int(np.packbits(mask, bitorder="little")[0]), lambda b, mask: b.bits(mask))
"""Return the mask as an integer: lane k counts 2^k."""
lowest_bit = Operation("ii", lambda n: (n & -n).bit_length() - 1, lambda b, n: b.known("llvm.cttz.i64", n, b.true))
"""Return the index of the lowest bit set in a number other than zero."""
# fmt: on


def inlined(function: F) -> F:
    """Mark a part of a kernel that is inlined into its caller, so that known sizes unroll its loops."""
    return cast(F, Routine(function, forceinline=True, error_model="numpy"))


@Routine
def aligned(vectors: int) -> Floats:
    """Return zeros that start at a cache line, so that reading a vector touches one line."""
    flat = np.zeros(WIDTH * (vectors + 1))
    first = (WIDTH - flat.ctypes.data // 8 % WIDTH) % WIDTH
    return flat[first : first + WIDTH * vectors]
