"""Printed formulas as data: "c1 == (8*a**2 + 6*a)/(20*a**2 + 8)" evaluated where its letters are known.

Only arithmetic, comparisons, `and`, and the functions that a check lends can occur. Integers and decimals are
fractions, so that a formula in fractions is decided exactly; floats are equal within 1e-12. Letters may also be
rational functions of a parameter: then a formula is decided as an identity, for every positive value of the parameter.
Functions of two parameters are compared for being equal, or where the check knows a region, by their signs there.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.errors import InputError
from zerosum.formulas.map_answer import Ends, PlaneLocal
from zerosum.formulas.regions import formula_map
from zerosum.numerics.plane import PlaneFunction

EQUAL_TOLERANCE = 1e-12
OPERATORS: dict[type, Callable[[Scalar, Scalar], Scalar]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def _slack(a: Scalar, b: Scalar) -> float:
    return EQUAL_TOLERANCE * max(1.0, abs(a), abs(b)) if isinstance(a, float) or isinstance(b, float) else 0.0


RELATIONS: dict[type, Callable[[Scalar, Scalar], bool]] = {
    ast.Eq: lambda a, b: bool(abs(a - b) <= _slack(a, b)),
    ast.LtE: lambda a, b: bool(a <= b + _slack(a, b)),
    ast.GtE: lambda a, b: bool(a >= b - _slack(a, b)),
    ast.Lt: lambda a, b: bool(a < b),
    ast.Gt: lambda a, b: bool(a > b),
}


Decide = Callable[[Scalar], bool]
"""A test whether a function is nowhere negative."""


def _relation_holds(relation: type, a: Scalar, b: Scalar, decide: Decide | None) -> bool:
    """Return whether a relation holds; between functions of a parameter, for every positive value of it."""
    if not any(hasattr(side, "bottom") for side in (a, b)):
        return RELATIONS[relation](a, b)
    more = b - a if relation in (ast.LtE, ast.Lt) else a - b
    if relation is ast.Eq:
        return not more
    if decide is not None and relation in (ast.LtE, ast.GtE):
        return decide(more)
    return bool(more.is_positive_above(Fraction(0), or_zero=relation in (ast.LtE, ast.GtE)))


def holds(formula: str, letters: Mapping[str, Scalar], decide: Decide | None = None) -> bool:
    """Return whether a relation holds with these letters; `decide` tests whether a function is nowhere negative."""
    return bool(value_of(formula, letters, decide))


def value_of(
    formula: str, letters: Mapping[str, Scalar], decide: Decide | None = None
) -> Scalar:  # Scalar: a fraction, a float or a truth
    """Evaluate a formula with these letters."""
    try:
        return _value(ast.parse(formula, mode="eval").body, letters, formula, decide)
    except SyntaxError:
        raise InputError(f"{formula!r} is not a formula") from None


def _value(node: ast.expr, letters: Mapping[str, Scalar], formula: str, decide: Decide | None) -> Scalar:
    match node:
        case ast.Constant(value=int() | float()):
            return Fraction(ast.get_source_segment(formula, node) or "0")
        case ast.Name(id=name) if name in letters:
            return letters[name]
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, letters, formula, decide)
        case ast.BinOp() if type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](
                _value(node.left, letters, formula, decide), _value(node.right, letters, formula, decide)
            )
        case ast.BoolOp(op=ast.And()):
            return all(_value(part, letters, formula, decide) for part in node.values)
        case ast.Compare() if all(type(op) in RELATIONS for op in node.ops):
            sides = [_value(side, letters, formula, decide) for side in (node.left, *node.comparators)]
            return all(
                _relation_holds(type(op), a, b, decide)
                for op, a, b in zip(node.ops, sides, sides[1:], strict=False)
            )
        case ast.Call(func=ast.Name(id=name), keywords=[]) if callable(letters.get(name)):
            return letters[name](*(_value(part, letters, formula, decide) for part in node.args))
    raise InputError(f"{ast.unparse(node)!r} in {formula!r} has no meaning here")


def is_nonnegative(function: PlaneFunction, inside: Iterable[PlaneFunction], x: Ends, y: Ends) -> bool:
    """Return whether a function is nowhere negative in a rectangle in which some others are positive.

    The plane is cut by the curves of all of them, and the signs in every cell are those at a point of it.
    """
    conditions, negative = list(inside), False

    def local(u: Fraction, v: Fraction) -> PlaneLocal | None:
        nonlocal negative
        for condition in conditions:
            if condition(u, v) <= 0:
                return PlaneLocal("outside", [-condition]) if condition(u, v) < 0 else None
        if not function:
            return PlaneLocal(function, conditions)
        if function(u, v) == 0:
            return None
        negative |= function(u, v) < 0
        return PlaneLocal(function, [function if function(u, v) > 0 else -function, *conditions])

    formula_map("", ("x", "y"), ("x", "y"), x, y, local)
    return not negative
