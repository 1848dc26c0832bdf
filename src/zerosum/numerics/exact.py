"""Exact linear algebra by FLINT: fractions come in, fractions go out.

FLINT (through python-flint) solves systems of integers by p-adic lifting, and its matrices have determinants and
reduced forms. The rest of the package knows `fractions.Fraction` only; the conversion is here. Importing FLINT takes
40 milliseconds, so this module is imported where fractions are asked for and not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from flint import fmpq, fmpq_mat, fmpz_mat

__all__ = ["as_fractions", "as_rational", "solve_whole", "whole_numbers"]


def as_rational(x: Fraction) -> fmpq:
    """A fraction as FLINT's rational number."""
    return fmpq(x.numerator, x.denominator)


def as_fractions(numbers: Iterable[fmpq]) -> list[Fraction]:
    """FLINT's rational numbers as fractions."""
    return [Fraction(int(x.p), int(x.q)) for x in numbers]


def whole_numbers(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Numerators over the least common denominator, and that denominator."""
    common = lcm(*(x.denominator for x in numbers))
    if common == 1:
        return [x.numerator for x in numbers], 1
    return [x.numerator * (common // x.denominator) for x in numbers], common


def solve_whole(matrix: fmpz_mat, right: Sequence[int]) -> tuple[fmpz_mat, int] | None:
    """The solution of a square system of integers: numerators, and their common denominator; None if singular."""
    try:
        found = fmpq_mat(matrix).solve(fmpq_mat(len(right), 1, right))
    except ZeroDivisionError:
        return None
    numerators, denominator = found.numer_denom()
    return numerators, int(denominator)
