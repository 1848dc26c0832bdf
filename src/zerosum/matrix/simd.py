"""Eight floats at a time: explicit vectors for compiled kernels.

A compiler vectorises a loop over a row of thirteen numbers badly: its vectors do not divide thirteen, and
most of the row falls to the scalar remainder. Here kernels say themselves what a vector is. `Vector` is eight
floats and `Mask` eight truth values; the functions below work on them inside compiled code only, and become
a few machine instructions each (on any machine: LLVM splits a vector that the processor cannot hold). An
index counts the elements of a contiguous array of any shape as if it were flat, and is not checked.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core import cgutils
from numba.extending import models, register_model

__all__ = [
    "MASK",
    "VECTOR",
    "WIDTH",
    "absolute",
    "add",
    "below",
    "bits",
    "choose",
    "column",
    "divide",
    "greatest",
    "lane",
    "lanes_below",
    "least",
    "load",
    "lowest_bit",
    "maximum",
    "minimum",
    "multiply",
    "multiply_add",
    "same",
    "splat",
    "store",
    "subtract",
    "total",
]

WIDTH = 8
intrinsic: Any = extending.intrinsic
_DOUBLE = ir.DoubleType()
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_VECTOR = ir.VectorType(_DOUBLE, WIDTH)
_BITS = ir.VectorType(ir.IntType(1), WIDTH)
_LANES = ir.Constant(ir.VectorType(_I64, WIDTH), list(range(WIDTH)))


class Vector(types.Type):
    """Eight floats."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Vector")


class Mask(types.Type):
    """Eight truth values."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Mask")


VECTOR, MASK = Vector(), Mask()


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


@register_model(Mask)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _BITS)  # type: ignore[no-untyped-call]


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The address of element args[1] of the array args[0], as a pointer to a vector."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(builder.gep(array.data, [args[1]]), _VECTOR.as_pointer())


def _spread(builder: Any, x: Any) -> Any:
    """The vector of eight copies of x."""
    empty = ir.Constant(ir.VectorType(x.type, WIDTH), ir.Undefined)
    one = builder.insert_element(empty, x, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))


def _call(builder: Any, name: str, result: Any, args: list[Any]) -> Any:
    """Call an intrinsic function of LLVM."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, args)


@intrinsic
def load(typing: Any, a: Any, i: Any) -> Any:
    """The vector a[i : i + 8]."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, args), align=8)

    return VECTOR(a, types.intp), code


@intrinsic
def store(typing: Any, a: Any, i: Any, v: Any) -> Any:
    """Write v to a[i : i + 8]."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.void(a, types.intp, VECTOR), code


@intrinsic
def column(typing: Any, a: Any, i: Any, stride: Any) -> Any:
    """The vector of a[i], a[i + stride], ..., a[i + 7 stride]."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        found, at = ir.Constant(_VECTOR, ir.Undefined), args[1]
        for k in range(WIDTH):
            element = builder.load(builder.gep(data, [at]))
            found = builder.insert_element(found, element, ir.Constant(_I32, k))
            at = builder.add(at, args[2])
        return found

    return VECTOR(a, types.intp, types.intp), code


@intrinsic
def splat(typing: Any, x: Any) -> Any:
    """Eight copies of x."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _spread(builder, args[0])

    return VECTOR(types.float64), code


@intrinsic
def add(typing: Any, v: Any, w: Any) -> Any:
    """v + w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fadd(*args)


@intrinsic
def subtract(typing: Any, v: Any, w: Any) -> Any:
    """v - w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fsub(*args)


@intrinsic
def multiply(typing: Any, v: Any, w: Any) -> Any:
    """v w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fmul(*args)


@intrinsic
def divide(typing: Any, v: Any, w: Any) -> Any:
    """v / w; a division by zero gives an infinity or no number, and no error."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fdiv(*args)


@intrinsic
def multiply_add(typing: Any, v: Any, w: Any, u: Any) -> Any:
    """v w + u, rounded once where the processor can."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "llvm.fmuladd.v8f64", _VECTOR, list(args))

    return VECTOR(VECTOR, VECTOR, VECTOR), code


@intrinsic
def absolute(typing: Any, v: Any) -> Any:
    """The sizes of v."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "llvm.fabs.v8f64", _VECTOR, list(args))

    return VECTOR(VECTOR), code


@intrinsic
def minimum(typing: Any, v: Any, w: Any) -> Any:
    """The lesser of v and w in each lane; w where either is no number."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered("<", *args), *args)

    return VECTOR(VECTOR, VECTOR), code


@intrinsic
def maximum(typing: Any, v: Any, w: Any) -> Any:
    """The greater of v and w in each lane; w where either is no number."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return VECTOR(VECTOR, VECTOR), code


def _folded(builder: Any, v: Any, combine: Any) -> Any:
    """One number from eight: combine the halves, three times."""
    for half in (4, 2, 1):
        places, empty = ir.VectorType(_I32, half), ir.Constant(v.type, ir.Undefined)
        low = builder.shuffle_vector(v, empty, ir.Constant(places, list(range(half))))
        high = builder.shuffle_vector(v, empty, ir.Constant(places, list(range(half, 2 * half))))
        v = combine(low, high)
    return builder.extract_element(v, ir.Constant(_I32, 0))


@intrinsic
def least(typing: Any, v: Any) -> Any:
    """The least of the eight."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _folded(builder, args[0], lambda a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b))

    return types.float64(VECTOR), code


@intrinsic
def greatest(typing: Any, v: Any) -> Any:
    """The greatest of the eight."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _folded(builder, args[0], lambda a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b))

    return types.float64(VECTOR), code


@intrinsic
def total(typing: Any, v: Any) -> Any:
    """The sum of the eight."""
    return types.float64(VECTOR), lambda context, builder, signature, args: _folded(
        builder, args[0], builder.fadd
    )


@intrinsic
def below(typing: Any, v: Any, w: Any) -> Any:
    """Where v < w."""
    return MASK(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fcmp_ordered("<", *args)


@intrinsic
def same(typing: Any, v: Any, w: Any) -> Any:
    """Where v = w."""
    return MASK(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fcmp_ordered("==", *args)


@intrinsic
def lane(typing: Any, k: Any) -> Any:
    """The mask of lane k alone; of none if k is not among the eight."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.icmp_signed("==", _spread(builder, args[0]), _LANES)

    return MASK(types.int64), code


@intrinsic
def lanes_below(typing: Any, k: Any) -> Any:
    """The mask of the lanes 0, ..., k - 1."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.icmp_signed(">", _spread(builder, args[0]), _LANES)

    return MASK(types.int64), code


@intrinsic
def choose(typing: Any, mask: Any, v: Any, w: Any) -> Any:
    """v where the mask is true, w elsewhere."""
    return VECTOR(MASK, VECTOR, VECTOR), lambda context, builder, signature, args: builder.select(*args)


@intrinsic
def bits(typing: Any, mask: Any) -> Any:
    """The mask as a number: lane k is worth 2^k."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.zext(builder.bitcast(args[0], ir.IntType(WIDTH)), _I64)

    return types.int64(MASK), code


@intrinsic
def lowest_bit(typing: Any, number: Any) -> Any:
    """Which is the lowest bit set in a number other than zero."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "llvm.cttz.i64", _I64, [args[0], ir.Constant(ir.IntType(1), 1)])

    return types.int64(types.int64), code
