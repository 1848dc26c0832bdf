"""Distributions of a random number, given as text, samples, or numbers with probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import is_file, read_text
from zerosum.numerics.distribution_arrays import (
    EXPONENTIAL,
    TABLE,
    UNIFORM,
    Distribution,
    Exponential,
    Tabulated,
    Uniform,
    make_arrays,
)

MAX_SIZE = 10**100
"""Maximum absolute value of a number in a distribution."""


def uniform(low: Fraction | float = 0, high: Fraction | float = 1) -> Distribution:
    """Return the uniform distribution on [low, high]."""
    a, b = as_fraction(low), as_fraction(high)
    if not a < b:
        raise InputError(f"uniform(a,b) needs a < b, not {a} and {b}")
    text = "uniform" if a == 0 and b == 1 else f"uniform({a},{b})"
    arrays = make_arrays(UNIFORM, ends=[float(a), float(b)])
    drift = float(abs(Fraction(float(a)) - a) + abs(Fraction(float(b)) - b))
    return Uniform(text, arrays, float(a), float(b), float((a + b) / 2), drift, ends=(a, b))


def exponential(mean: Fraction | float = 1, start: Fraction | float = 0) -> Distribution:
    """Return the exponential distribution with the given mean, shifted to begin at `start`."""
    if not 0 < mean < math.inf:
        raise InputError(f"exponential(mean) needs a mean above zero, not {mean}")
    rate, begin = 1 / as_fraction(mean), as_fraction(start)
    arrays = make_arrays(EXPONENTIAL, ends=[float(start), float(rate)])
    drift = float(abs(Fraction(float(rate)) - rate) / rate**2) + abs(float(Fraction(float(begin)) - begin))
    text = (
        f"exponential({_short(mean)})" if start == 0 else f"exponential({_short(mean)}) from {_short(start)}"
    )
    return Exponential(text, arrays, float(start), math.inf, float(start) + float(mean), drift)


def point(at: Fraction | float) -> Distribution:
    """Return the distribution concentrated on one number."""
    return discrete({as_fraction(at): Fraction(1)}, f"point({_short(at)})")


def discrete(chances: Mapping[Fraction, Fraction], text: str = "") -> Distribution:
    """Return a discrete distribution: finitely many numbers with probabilities, which are scaled to sum to one."""
    negative = next((x for x, p in chances.items() if p < 0), None)
    if negative is not None:
        raise InputError(f"a probability cannot be negative, but that of {negative} is {chances[negative]}")
    total = sum(chances.values(), Fraction(0))
    if total == 0:
        raise InputError("a discrete distribution needs at least one value with a positive probability")
    exact = tuple(sorted((as_fraction(x), as_fraction(p) / total) for x, p in chances.items() if p))
    atoms = np.array([float(x) for x, _ in exact])
    weights = np.array([float(p) for _, p in exact])
    mean = sum((x * p for x, p in exact), Fraction(0))
    moved = sum(
        (abs(Fraction(float(x)) - x) * p + abs(x * (Fraction(float(p)) - p)) for x, p in exact), Fraction(0)
    )
    drift = float(moved) * (1 + 2.0**-50)
    text = text or "values(" + ",".join(f"{x}:{p}" for x, p in exact) + ")"
    return Tabulated(
        text, make_arrays(TABLE, atoms=atoms, weights=weights), atoms[0], atoms[-1], float(mean), drift, exact
    )


def from_samples(samples: Iterable[Fraction | float], text: str = "") -> Distribution:
    """Return the empirical distribution of a sample: each observation has the same weight."""
    counts = Counter(as_fraction(x) for x in samples)
    if not counts:
        raise InputError("a sample needs at least one number")
    chances = {x: Fraction(count) for x, count in counts.items()}
    return discrete(chances, text or f"sample of {counts.total()}")


def parse(text: str) -> Distribution:
    """Parse a distribution from typed text.

    "uniform", "uniform(0,2)", "exponential(2)" (with mean 2), "exponential(rate=2)", "point(1)", "values(1,2,3)",
    "values(1:1/2,5:1/2)" with probabilities, any of scipy.stats by name, "gamma(2,scale=3)", or the name of a file
    of samples.
    """
    text = text.strip()
    name, paren, rest = text.partition("(")
    if is_file(text):  # numbers, separated by spaces, commas or line breaks
        file = Path(text)
        numbers = [number(word, file.name) for word in read_text(file).replace(",", " ").split()]
        return from_samples(numbers, f"sample {file.name}")
    if paren and not rest.endswith(")"):
        raise InputError(f"the distribution {text!r} lacks a closing parenthesis")
    words = [word.strip() for word in rest[:-1].split(",") if word.strip()] if paren else []
    if name == "values":
        return _values(words, text)
    plain, named = _arguments(words, text)
    builders: dict[str, Callable[..., Distribution]] = {
        "uniform": uniform,
        "exponential": exponential,
        "point": point,
    }
    try:
        if name == "exponential" and "rate" in named:
            named["mean"] = 1 / named.pop("rate")
        if name in builders:
            return builders[name](*plain, **named)
    except (TypeError, ZeroDivisionError):
        raise InputError(
            f"{text!r} is not a distribution; write uniform(a,b), exponential(mean) or point(value)"
        ) from None
    from zerosum.numerics.distributions_scipy import by_name

    return by_name(name, plain, named, text)


def _values(words: list[str], text: str) -> Distribution:
    """Parse values(1,2,3), all equally likely, or values(1:1/2,5:1/2), with these probabilities."""
    if not words:
        raise InputError("values(...) needs at least one number, as in values(1,2,3)")
    chances: dict[Fraction, Fraction] = {}
    for word in words:
        at, _, chance = word.partition(":")
        x = number(at, text)
        chances[x] = chances.get(x, Fraction(0)) + (number(chance, text) if chance else 1)
    return discrete(chances, text)


def _arguments(words: list[str], text: str) -> tuple[list[Fraction], dict[str, Fraction]]:
    """Return the positional and named numbers of "gamma(2,scale=3)"."""
    plain, named = [], {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            named[key.strip()] = number(value, text)
        else:
            plain.append(number(word, text))
    return plain, named


def number(word: str, text: str) -> Fraction:
    """Read a number as typed: 2, 0.5, 1/3, 1e-3."""
    try:
        found = as_fraction(word)
    except InputError:
        raise InputError(f"{word.strip()!r} in {text!r} is not a number") from None
    if abs(found) > MAX_SIZE:
        raise InputError(
            f"{word.strip()!r} in {text!r} is too large; the limit for numbers of a distribution is 1e100"
        )
    return found


def _short(x: Fraction | float) -> str:
    """Write a number in the form in which it would be typed."""
    exact = as_fraction(x)
    return str(exact) if exact.denominator < 1000 else f"{float(x):.10g}"
