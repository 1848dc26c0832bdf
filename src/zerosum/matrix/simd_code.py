"""The operations of `simd` in compiled code: a few machine instructions each.

That is so on any machine, since LLVM splits a vector that the processor cannot hold. `Vector` is eight floats and
`Mask` eight truth values. An index is not checked.
"""

from __future__ import annotations

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import make_intrinsic_template
from numba.extending import models, register_model

from zerosum.core.foreign import Foreign
from zerosum.matrix.simd import WIDTH

Code = Foreign
"""What numba and llvmlite call types, builders and values."""
CODE: dict[str, Code] = {}
"""What compiled code sees of each operation, by its name."""
_DOUBLE = ir.DoubleType()
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_VECTOR = ir.VectorType(_DOUBLE, WIDTH)
_BITS = ir.VectorType(ir.IntType(1), WIDTH)
_LANES = ir.Constant(ir.VectorType(_I64, WIDTH), list(range(WIDTH)))


def intrinsic(operation: Code) -> Code:
    """Enter an operation: a function from the types of its arguments to a signature and the code."""
    name = operation.__name__
    CODE[name] = types.Function(make_intrinsic_template(operation, operation, name))  # type: ignore[no-untyped-call]
    return operation


class Vector(types.Type):
    """Eight floats."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Vector")


class Mask(types.Type):
    """Eight truth values."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Mask")


class Place(types.Type):
    """Where an array lies in memory: unlike the array, without a count of references, and keeping nothing alive."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Place")


VECTOR, MASK, PLACE = Vector(), Mask(), Place()


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Code, kind: Code) -> None:
        super().__init__(manager, kind, _VECTOR)  # type: ignore[no-untyped-call]


@register_model(Mask)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager: Code, kind: Code) -> None:
        super().__init__(manager, kind, _BITS)  # type: ignore[no-untyped-call]


@register_model(Place)
class _PlaceModel(models.PrimitiveModel):
    def __init__(self, manager: Code, kind: Code) -> None:
        super().__init__(manager, kind, _DOUBLE.as_pointer())  # type: ignore[no-untyped-call]


def _data(context: Code, builder: Code, kind: Code, array: Code) -> Code:
    """The address of an array, or of what lies at a place."""
    return array if kind == PLACE else context.make_array(kind)(context, builder, array).data


def _pointer(context: Code, builder: Code, signature: Code, args: Code) -> Code:
    """The address of element args[1] of the array args[0], as a pointer to a vector."""
    data = _data(context, builder, signature.args[0], args[0])
    return builder.bitcast(builder.gep(data, [args[1]]), _VECTOR.as_pointer())


def _spread(builder: Code, x: Code) -> Code:
    """The vector of eight copies of x."""
    empty = ir.Constant(ir.VectorType(x.type, WIDTH), ir.Undefined)
    one = builder.insert_element(empty, x, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))


def _call(builder: Code, name: str, result: Code, args: list[Code]) -> Code:
    """Call an intrinsic function of LLVM."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]
    return builder.call(function, args)


@intrinsic
def load(typing: Code, a: Code, i: Code) -> Code:
    """The vector a[i : i + 8]."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.load(_pointer(context, builder, signature, args), align=8)

    return VECTOR(a, types.intp), code


@intrinsic
def store(typing: Code, a: Code, i: Code, v: Code) -> Code:
    """Write v to a[i : i + 8]."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        builder.store(args[2], _pointer(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return types.void(a, types.intp, VECTOR), code


@intrinsic
def column(typing: Code, a: Code, i: Code, stride: Code) -> Code:
    """The vector of a[i], a[i + stride], ..., a[i + 7 stride]."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        found, at = ir.Constant(_VECTOR, ir.Undefined), args[1]
        for k in range(WIDTH):
            element = builder.load(builder.gep(data, [at]))
            found = builder.insert_element(found, element, ir.Constant(_I32, k))
            at = builder.add(at, args[2])
        return found

    return VECTOR(a, types.intp, types.intp), code


@intrinsic
def place(typing: Code, a: Code) -> Code:
    """Where a contiguous array lies."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        data = _data(context, builder, signature.args[0], args[0])
        return builder.bitcast(data, _DOUBLE.as_pointer())

    return PLACE(a), code


@intrinsic
def beyond(typing: Code, where: Code, i: Code) -> Code:
    """The place of element i."""
    return PLACE(PLACE, types.intp), lambda context, builder, signature, args: builder.gep(args[0], [args[1]])


@intrinsic
def fetch(typing: Code, where: Code, i: Code) -> Code:
    """Have the memory around float i of a place brought near the processor."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        kinds = [ir.Constant(_I32, number) for number in (0, 3, 1)]  # to be read, soon, as data
        address = builder.bitcast(builder.gep(args[0], [args[1]]), ir.IntType(8).as_pointer())
        _call(builder, "llvm.prefetch.p0", ir.VoidType(), [address, *kinds])
        return context.get_dummy_value()

    return types.void(PLACE, types.intp), code


@intrinsic
def room(typing: Code, vectors: Code) -> Code:
    """A new place for this many vectors (a constant) that lasts until the function returns."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        made = cgutils.alloca_once(builder, _VECTOR, size=vectors.literal_value)  # type: ignore[no-untyped-call]
        return builder.bitcast(made, _DOUBLE.as_pointer())

    return (PLACE(vectors), code) if isinstance(vectors, types.IntegerLiteral) else None


@intrinsic
def whole(typing: Code, where: Code, i: Code) -> Code:
    """Number i of the whole numbers at a place."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.load(builder.gep(builder.bitcast(args[0], _I64.as_pointer()), [args[1]]))

    return types.int64(PLACE, types.intp), code


@intrinsic
def put(typing: Code, where: Code, i: Code, n: Code) -> Code:
    """Write n as number i of the whole numbers at a place."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        builder.store(args[2], builder.gep(builder.bitcast(args[0], _I64.as_pointer()), [args[1]]))
        return context.get_dummy_value()

    return types.void(PLACE, types.intp, types.int64), code


@intrinsic
def number(typing: Code, where: Code, i: Code) -> Code:
    """Number i of the whole numbers of 32 bits at a place."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.zext(
            builder.load(builder.gep(builder.bitcast(args[0], _I32.as_pointer()), [args[1]])), _I64
        )

    return types.int64(PLACE, types.intp), code


@intrinsic
def float_at(typing: Code, address: Code, i: Code) -> Code:
    """Float i of those that lie at an address of memory."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        place = builder.gep(builder.inttoptr(args[0], _DOUBLE.as_pointer()), [args[1]])
        return builder.load(place, align=8)

    return types.float64(types.int64, types.int64), code


@intrinsic
def pick(typing: Code, where: Code, start: Code, numbers: Code, i: Code) -> Code:
    """The eight floats of a place with the numbers start + numbers[i], ..., start + numbers[i + 7], of 32 bits each."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        origin = builder.gep(args[0], [args[1]])
        numbers, found = builder.bitcast(args[2], _I32.as_pointer()), ir.Constant(_VECTOR, ir.Undefined)
        for k in range(WIDTH):
            number = builder.load(builder.gep(numbers, [builder.add(args[3], ir.Constant(_I64, k))]))
            element = builder.load(builder.gep(origin, [builder.zext(number, _I64)]))
            found = builder.insert_element(found, element, ir.Constant(_I32, k))
        return found

    return VECTOR(PLACE, types.intp, PLACE, types.intp), code


@intrinsic
def splat(typing: Code, x: Code) -> Code:
    """Eight copies of x."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _spread(builder, args[0])

    return VECTOR(types.float64), code


@intrinsic
def add(typing: Code, v: Code, w: Code) -> Code:
    """v + w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fadd(*args)


@intrinsic
def subtract(typing: Code, v: Code, w: Code) -> Code:
    """v - w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fsub(*args)


@intrinsic
def multiply(typing: Code, v: Code, w: Code) -> Code:
    """v w."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fmul(*args)


@intrinsic
def divide(typing: Code, v: Code, w: Code) -> Code:
    """v / w; a division by zero gives an infinity or no number, and no error."""
    return VECTOR(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fdiv(*args)


@intrinsic
def multiply_add(typing: Code, v: Code, w: Code, u: Code) -> Code:
    """v w + u, rounded once where the processor can."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _call(builder, "llvm.fmuladd.v8f64", _VECTOR, list(args))

    return VECTOR(VECTOR, VECTOR, VECTOR), code


@intrinsic
def absolute(typing: Code, v: Code) -> Code:
    """The sizes of v."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _call(builder, "llvm.fabs.v8f64", _VECTOR, list(args))

    return VECTOR(VECTOR), code


@intrinsic
def minimum(typing: Code, v: Code, w: Code) -> Code:
    """The smaller of v and w in each lane; w if either is not a number."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.select(builder.fcmp_ordered("<", *args), *args)

    return VECTOR(VECTOR, VECTOR), code


@intrinsic
def maximum(typing: Code, v: Code, w: Code) -> Code:
    """The larger of v and w in each lane; w if either is not a number."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return VECTOR(VECTOR, VECTOR), code


def _folded(builder: Code, v: Code, combine: Code) -> Code:
    """One number from eight: combine the halves, three times."""
    for half in (4, 2, 1):
        places, empty = ir.VectorType(_I32, half), ir.Constant(v.type, ir.Undefined)
        low = builder.shuffle_vector(v, empty, ir.Constant(places, list(range(half))))
        high = builder.shuffle_vector(v, empty, ir.Constant(places, list(range(half, 2 * half))))
        v = combine(low, high)
    return builder.extract_element(v, ir.Constant(_I32, 0))


@intrinsic
def least(typing: Code, v: Code) -> Code:
    """The least of the eight."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _folded(builder, args[0], lambda a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b))

    return types.float64(VECTOR), code


@intrinsic
def greatest(typing: Code, v: Code) -> Code:
    """The greatest of the eight."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _folded(builder, args[0], lambda a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b))

    return types.float64(VECTOR), code


@intrinsic
def total(typing: Code, v: Code) -> Code:
    """The sum of the eight."""
    return types.float64(VECTOR), lambda context, builder, signature, args: _folded(
        builder, args[0], builder.fadd
    )


@intrinsic
def below(typing: Code, v: Code, w: Code) -> Code:
    """Where v < w."""
    return MASK(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fcmp_ordered("<", *args)


@intrinsic
def same(typing: Code, v: Code, w: Code) -> Code:
    """Where v = w."""
    return MASK(VECTOR, VECTOR), lambda context, builder, signature, args: builder.fcmp_ordered("==", *args)


@intrinsic
def lane(typing: Code, k: Code) -> Code:
    """The mask of lane k alone; of none if k is not among the eight."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.icmp_signed("==", _spread(builder, args[0]), _LANES)

    return MASK(types.int64), code


@intrinsic
def lanes_below(typing: Code, k: Code) -> Code:
    """The mask of the lanes 0, ..., k - 1."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.icmp_signed(">", _spread(builder, args[0]), _LANES)

    return MASK(types.int64), code


@intrinsic
def choose(typing: Code, mask: Code, v: Code, w: Code) -> Code:
    """v where the mask is true, w elsewhere."""
    return VECTOR(MASK, VECTOR, VECTOR), lambda context, builder, signature, args: builder.select(*args)


@intrinsic
def bits(typing: Code, mask: Code) -> Code:
    """The mask as a number: lane k is worth 2^k."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return builder.zext(builder.bitcast(args[0], ir.IntType(WIDTH)), _I64)

    return types.int64(MASK), code


@intrinsic
def lowest_bit(typing: Code, number: Code) -> Code:
    """Which is the lowest bit set in a number other than zero."""

    def code(context: Code, builder: Code, signature: Code, args: Code) -> Code:
        return _call(builder, "llvm.cttz.i64", _I64, [args[0], ir.Constant(ir.IntType(1), 1)])

    return types.int64(types.int64), code
