"""Exact numbers built from fractions by +, -, ×, reciprocals and logarithms: the closed forms of small games.

A `Form` is a polynomial with rational coefficients in *atoms*; an atom is a logarithm log(f) or a reciprocal 1/f of
another form. Logarithms of rational numbers are split into those of primes, so that equal numbers have equal forms
in all cases that occur here. A form can be printed, and evaluated to any number of digits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

Monomial = tuple[tuple["Atom", int], ...]


@dataclass(frozen=True)
class Atom:
    """An atom of a closed form: log(of) or 1/of."""

    kind: str
    of: Form

    @property
    def key(self) -> tuple[str, str]:
        """Return the key to sort by."""
        return self.kind, str(self.of)

    def __str__(self) -> str:
        return f"log({self.of})" if self.kind == "log" else f"1/({self.of})"

    def value(self, digits: int) -> Decimal:
        """Return the value of the atom to the given number of digits."""
        inner = self.of.value(digits)
        return inner.ln() if self.kind == "log" else 1 / inner


@dataclass(frozen=True)
class Form:
    """A closed form: a sum of rational multiples of products of atoms."""

    terms: tuple[tuple[Monomial, Fraction], ...]

    @classmethod
    def of(cls, number: Fraction | int) -> Form:
        """Return a rational number as a form."""
        return cls((((), Fraction(number)),)) if number else cls(())

    @property
    def rational(self) -> Fraction | None:
        """The number itself, if it is rational."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    def __add__(self, other: Form) -> Form:
        total = dict(self.terms)
        for monomial, coefficient in other.terms:
            total[monomial] = total.get(monomial, Fraction(0)) + coefficient
        return _form(total)

    def __neg__(self) -> Form:
        return Form(tuple((monomial, -coefficient) for monomial, coefficient in self.terms))

    def __sub__(self, other: Form) -> Form:
        return self + -other

    def __mul__(self, other: Form) -> Form:
        total: dict[Monomial, Fraction] = {}
        for left, a in self.terms:
            for right, b in other.terms:
                powers = dict(left)
                for atom, power in right:
                    powers[atom] = powers.get(atom, 0) + power
                monomial = tuple(sorted(powers.items(), key=lambda item: item[0].key))
                total[monomial] = total.get(monomial, Fraction(0)) + a * b
        return _form(total)

    def __truediv__(self, other: Form) -> Form:
        known = other.rational
        if known is not None:
            return self * Form.of(1 / known)
        content, plain = _content(other)
        return self * Form((((((Atom("1/", plain), 1)),), 1 / content),))

    def value(self, digits: int = 30) -> Decimal:
        """Return the value to about the given number of digits."""
        with localcontext() as context:
            context.prec = digits + 10
            total = Decimal(0)
            for monomial, coefficient in self.terms:
                product = Decimal(coefficient.numerator) / Decimal(coefficient.denominator)
                for atom, power in monomial:
                    product *= atom.value(digits) ** power
                total += product
            return total

    def __float__(self) -> float:
        return float(self.value())

    def __str__(self) -> str:
        """Return the form over one denominator: (2 - log(3))/4."""
        if not self.terms:
            return "0"
        below = math.lcm(*(coefficient.denominator for _, coefficient in self.terms))
        ordered = sorted(self.terms, key=lambda term: (len(term[0]), [atom.key for atom, _ in term[0]]))
        parts = [_term(monomial, int(coefficient * below)) for monomial, coefficient in ordered]
        joined = " ".join(parts).removeprefix("+ ")
        joined = "-" + joined[2:] if joined.startswith("- ") else joined
        if below == 1:
            return joined
        return f"({joined})/{below}" if len(parts) > 1 else f"{joined}/{below}"


def _form(terms: dict[Monomial, Fraction]) -> Form:
    kept = [(monomial, coefficient) for monomial, coefficient in terms.items() if coefficient]
    return Form(tuple(sorted(kept, key=lambda term: [(atom.key, power) for atom, power in term[0]])))


def _term(monomial: Monomial, coefficient: int) -> str:
    """Write one term with its sign."""
    factors = [str(atom) if power == 1 else f"{atom}^{power}" for atom, power in monomial]
    size = abs(coefficient)
    shown = [str(size)] if size != 1 or not factors else []
    return f"{'-' if coefficient < 0 else '+'} {' '.join([*shown, *factors])}"


def _content(form: Form) -> tuple[Fraction, Form]:
    """Split off a rational factor; the rest has coprime integer coefficients, the first positive."""
    below = math.lcm(*(coefficient.denominator for _, coefficient in form.terms))
    factor = Fraction(math.gcd(*(int(coefficient * below) for _, coefficient in form.terms)), below)
    factor = factor if form.value() > 0 else -factor
    return factor, form * Form.of(1 / factor)


def log(form: Form) -> Form:
    """Return the logarithm of a positive form."""
    known = form.rational
    if known is not None:
        return _log_of_whole(known.numerator) - _log_of_whole(known.denominator)
    if len(form.terms) == 1 and form.terms[0][0][0][0].kind == "1/" and len(form.terms[0][0]) == 1:
        ((atom, power),), coefficient = form.terms[0]
        return log(Form.of(coefficient)) - log(atom.of) * Form.of(power)
    content, plain = _content(form)
    return log(Form.of(content)) + Form(((((Atom("log", plain), 1),), Fraction(1)),))


def _log_of_whole(n: int) -> Form:
    """Return log n as a sum of the logarithms of its primes."""
    total, p = Form(()), 2
    while n > 1:
        p = p if n % p == 0 else next((q for q in range(p, math.isqrt(n) + 1) if n % q == 0), n)
        total += Form(((((Atom("log", Form.of(p)), 1),), Fraction(1)),))
        n //= p
    return total
