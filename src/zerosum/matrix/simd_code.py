"""The compiled form of the operations of `simd`: the types of their values, and a builder for their instructions.

Types are declared through numba's public interface. It has no interface for an object that names its compiled form
only once numba is imported, so `make_intrinsic_template` makes this form.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core.typing.templates import make_intrinsic_template
from numba.extending import models, register_model

from zerosum.core.foreign import Foreign
from zerosum.matrix.simd import WIDTH

Code = Foreign
"""Types, builders and values of numba and llvmlite."""
_DOUBLE, _I1, _I8, _I32, _I64 = ir.DoubleType(), *(ir.IntType(size) for size in (1, 8, 32, 64))
_VECTOR, _BITS = ir.VectorType(_DOUBLE, WIDTH), ir.VectorType(_I1, WIDTH)


class Vector(types.Type):
    """The type of eight floats."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Vector")


class Mask(types.Type):
    """The type of eight truth values."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Mask")


class Place(types.Type):
    """The type of a pointer to an array: unlike an array, it counts no references and keeps nothing alive."""

    def __init__(self) -> None:
        super().__init__(name="zerosum.Place")


def _model(kind: Code) -> type:
    """Return the model of types that are a single LLVM value."""

    class Model(models.PrimitiveModel):
        def __init__(self, manager: Code, own: Code) -> None:
            super().__init__(manager, own, kind)  # type: ignore[no-untyped-call]

    return Model


for _type, _kind in ((Vector, _VECTOR), (Mask, _BITS), (Place, _DOUBLE.as_pointer())):
    register_model(_type)(_model(_kind))

KINDS = {"v": Vector(), "m": Mask(), "p": Place(), "i": types.int64, "f": types.float64, "-": types.void}
"""The types by kind; arrays and constants have types of their own."""


def operation_type(kinds: str, code: Callable[..., Code]) -> Code:
    """Return the type of an operation in compiled code."""

    def define(typing: Code, *given: Code) -> tuple[Code, Code] | None:
        wanted = [KINDS.get(kind, one) for kind, one in zip(kinds[1:], given, strict=True)]
        if "k" in kinds and not any(isinstance(one, types.IntegerLiteral) for one in wanted):
            return None  # numba asks again with the constant

        def write(context: Code, builder: Code, signature: Code, args: Code) -> Code:
            values = list(args)
            for k, (kind, one) in enumerate(zip(kinds[1:], signature.args, strict=True)):
                if kind == "a":
                    values[k] = _address(context, builder, one, args[k])
                elif kind == "k":
                    values[k] = one.literal_value
            found = code(Builder(builder), *values)
            return context.get_dummy_value() if kinds[0] == "-" else found

        return KINDS[kinds[0]](*wanted), write

    define.__signature__ = inspect.signature(code)  # type: ignore[attr-defined]
    return types.Function(make_intrinsic_template(define, define, "operation"))  # type: ignore[no-untyped-call]


def _address(context: Code, builder: Code, kind: Code, array: Code) -> Code:
    """Return the address of an array, or of the data at a place."""
    data = array if isinstance(kind, Place) else context.make_array(kind)(context, builder, array).data
    return builder.bitcast(data, _DOUBLE.as_pointer())


class Builder:
    """An llvmlite builder with methods for vectors."""

    true = ir.Constant(_I1, 1)
    lanes = ir.Constant(ir.VectorType(_I64, WIDTH), list(range(WIDTH)))

    def __init__(self, builder: Code) -> None:
        self.builder = builder

    def __getattr__(self, name: str) -> Code:
        return getattr(self.builder, name)

    def constant(self, k: int) -> Code:
        """Return a constant."""
        return ir.Constant(_I64, k)

    def floats(self, address: Code) -> Code:
        """Return a pointer to the floats at an address."""
        return self.inttoptr(address, _DOUBLE.as_pointer())

    def vector(self, where: Code, i: Code) -> Code:
        """Return a pointer to the vector that begins with float i."""
        return self.bitcast(self.gep(where, [i]), _VECTOR.as_pointer())

    def integer(self, where: Code, i: Code) -> Code:
        """Return a pointer to integer i."""
        return self.gep(self.bitcast(where, _I64.as_pointer()), [i])

    def index(self, where: Code, i: Code) -> Code:
        """Return a 32-bit integer i as a 64-bit one."""
        return self.zext(self.load(self.gep(self.bitcast(where, _I32.as_pointer()), [i])), _I64)

    def gathered(self, where: Code, places: Iterable[Code]) -> Code:
        """Return the vector of the floats with eight indices."""
        found = ir.Constant(_VECTOR, ir.Undefined)
        for k, at in enumerate(places):
            found = self.insert_element(found, self.load(self.gep(where, [at])), ir.Constant(_I32, k))
        return found

    def room(self, vectors: int) -> Code:
        """Allocate this many vectors on the stack, and return a pointer to them."""
        with self.goto_entry_block():
            made = self.alloca(_VECTOR, size=vectors)
        return self.bitcast(made, _DOUBLE.as_pointer())

    def spread(self, x: Code) -> Code:
        """Return eight copies of x."""
        empty = ir.Constant(ir.VectorType(x.type, WIDTH), ir.Undefined)
        one = self.insert_element(empty, x, ir.Constant(_I32, 0))
        return self.shuffle_vector(one, empty, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))

    def smaller(self, v: Code, w: Code) -> Code:
        """Return v if v < w, otherwise w."""
        return self.select(self.fcmp_ordered("<", v, w), v, w)

    def larger(self, v: Code, w: Code) -> Code:
        """Return v if v > w, otherwise w."""
        return self.select(self.fcmp_ordered(">", v, w), v, w)

    def folded(self, v: Code, combine: Callable[[Code, Code], Code]) -> Code:
        """Reduce eight numbers to one: combine the halves, three times."""
        for half in (4, 2, 1):
            places, empty = ir.VectorType(_I32, half), ir.Constant(v.type, ir.Undefined)
            low = self.shuffle_vector(v, empty, ir.Constant(places, list(range(half))))
            high = self.shuffle_vector(v, empty, ir.Constant(places, list(range(half, 2 * half))))
            v = combine(low, high)
        return self.extract_element(v, ir.Constant(_I32, 0))

    def bits(self, mask: Code) -> Code:
        """Return a mask as an integer."""
        return self.zext(self.bitcast(mask, ir.IntType(WIDTH)), _I64)

    def prefetch(self, where: Code) -> None:
        """Prefetch the memory at an address as data."""
        kinds = [ir.Constant(_I32, number) for number in (0, 3, 1)]
        self.known("llvm.prefetch.p0", self.bitcast(where, _I8.as_pointer()), *kinds, result=ir.VoidType())

    def known(self, name: str, *args: Code, result: Code | None = None) -> Code:
        """Call a function known to LLVM; its result has the type of its first argument unless given."""
        module, kind = self.module, ir.FunctionType(result or args[0].type, [arg.type for arg in args])
        function = module.globals.get(name) or ir.Function(module, kind, name)
        return self.call(function, args)
