"""Exact algebra by FLINT: fractions in, fractions out.

FLINT (through python-flint) solves systems of integers by p-adic lifting, reduces matrices, and factors
polynomials. Most of the package uses only `fractions.Fraction`; this module converts. Importing FLINT takes 40
milliseconds, so this module is imported only when fractions are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq, fmpq_mat, fmpq_mpoly_ctx, fmpq_poly, fmpz_mat, fmpz_mpoly

Matrix = Sequence[Sequence[Fraction]]


def as_rational(x: Fraction) -> fmpq:
    """Convert a fraction to a FLINT rational."""
    return fmpq(x.numerator, x.denominator)


def as_fractions(numbers: Iterable[fmpq]) -> list[Fraction]:
    """Convert FLINT rationals to fractions."""
    return [Fraction(int(x.p), int(x.q)) for x in numbers]


def as_polynomial(coefficients: Iterable[Fraction]) -> fmpq_poly:
    """Build the FLINT polynomial with these coefficients, constant first."""
    return fmpq_poly([as_rational(a) for a in coefficients])


def factors(p: fmpz_mpoly) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
    """Return an integer and irreducible polynomials in several letters with their powers, whose product is p.

    python-flint (0.9) sorts the factors by C integers, which fails if two have large leading coefficients. Factors
    with rational coefficients are sorted in another way.
    """
    try:
        number, found = p.factor()
        return int(number), [(factor, int(power)) for factor, power in found]
    except OverflowError:
        whole, context, size = [], p.context(), p.coefficient(0)
        fractions = fmpq_mpoly_ctx.get(context.names(), context.ordering())
        for factor, power in fractions.from_dict(p.to_dict()).factor()[1]:
            below = lcm(*(int(a.q) for a in factor.coeffs()))
            terms = {term: int((a * below).p) for term, a in factor.to_dict().items()}
            shared = gcd(*terms.values())
            exact = context.from_dict({term: a // shared for term, a in terms.items()})
            whole.append((exact, int(power)))
            size /= exact.coefficient(0) ** int(power)
        return int(size), whole


def whole_numbers(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return integer numerators over the least common denominator, and that denominator."""
    common = lcm(*(x.denominator for x in numbers))
    if common == 1:
        return [x.numerator for x in numbers], 1
    return [x.numerator * (common // x.denominator) for x in numbers], common


def solve_whole(matrix: fmpz_mat, right: Sequence[int]) -> tuple[fmpz_mat, int] | None:
    """Solve a square system of integers: numerators and their common denominator; None if it is singular."""
    try:
        found = fmpq_mat(matrix).solve(fmpq_mat(len(right), 1, right))
    except ZeroDivisionError:
        return None
    numerators, denominator = found.numer_denom()
    return numerators, int(denominator)


def solve_linear(table: Matrix) -> list[Fraction] | None:
    """Solve a square system with its right-hand side in the last column; return None if it is singular."""
    if not table:
        return []
    matrix, right = _rationals([line[:-1] for line in table]), _rationals([line[-1:] for line in table])
    try:
        return as_fractions(matrix.solve(right).entries())
    except ZeroDivisionError:
        return None


def determinant(matrix: Matrix) -> Fraction:
    """Return the determinant of a square matrix."""
    return as_fractions([_rationals(matrix).det()])[0] if matrix else Fraction(1)


def echelon_form(table: Matrix) -> tuple[dict[int, int], list[list[Fraction]]]:
    """Return the reduced row echelon form of a matrix, and the pivot row of each pivot column.

    A system with its right-hand side in the last column is inconsistent if and only if that column has a pivot.
    """
    if not table:
        return {}, []
    reduced, rank = _rationals(table).rref()
    lines = [as_fractions(line) for line in reduced.table()]
    return {next(j for j, x in enumerate(lines[i]) if x): i for i in range(rank)}, lines


def _rationals(matrix: Matrix) -> fmpq_mat:
    return fmpq_mat(len(matrix), len(matrix[0]), [as_rational(x) for line in matrix for x in line])
