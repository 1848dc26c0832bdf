"""Convert distributions of scipy.stats to the tables that kernels use for integration.

A density is interpolated on panels, which are halved until the integral of the interpolant agrees with scipy's cdf
at every node; if halving does not help (near a pole of the density), a sufficiently narrow panel becomes an atom.
An unbounded tail is covered by panels of doubling length until its contribution to the mean is negligible; the rest
becomes an atom at its own mean. The resulting errors are added up in `drift`, in Wasserstein's distance.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction
from zerosum.numerics.distribution_arrays import (
    CUMULATE,
    TABLE,
    WEIGHTS,
    Distribution,
    Tabulated,
    make_arrays,
    places,
)
from zerosum.numerics.distributions import discrete, exponential, from_samples, parse, uniform

TOLERANCE = 1e-15
"""Maximum drift that one panel may add, relative to the spread."""

DEEPEST = 60
"""Maximum number of times that a panel is halved."""

MAX_PANELS = 1000
"""Maximum number of panels of a density."""

MAX_ATOMS = 2**16
"""Maximum number of values of a discrete distribution that become atoms."""


def as_distribution(given: object) -> Distribution:
    """Return the distribution given as text, as a frozen scipy distribution, or as the numbers of a sample."""
    if isinstance(given, Distribution):
        return given
    if isinstance(given, str):
        return parse(given)
    if hasattr(given, "cdf"):
        return from_scipy(given)
    return from_samples(np.asarray(given, float).ravel().tolist())


def by_name(name: str, plain: list[Fraction], named: dict[str, Fraction], text: str) -> Distribution:
    """Return a scipy.stats distribution by the name in scipy's documentation."""
    stats = scipy_distributions()
    family = getattr(stats, name, None)
    if not isinstance(family, stats.rv_continuous | stats.rv_discrete):
        raise InputError(
            f"{text!r} is neither a file nor a known distribution; write uniform, exponential(2), point(1), "
            "values(1,2,3), or one of scipy.stats such as gamma(2)"
        )
    try:
        frozen = family(*map(float, plain), **{key: float(x) for key, x in named.items()})
        frozen.support()
    except (TypeError, ValueError):
        raise InputError(f"{text!r} has a missing, wrong or extra parameter") from None
    return from_scipy(frozen, text)


def scipy_distributions() -> Foreign:
    """Import scipy.stats when a distribution is not built into zerosum."""
    import scipy.stats  # slow to import

    return scipy.stats


def from_scipy(frozen: Foreign, text: str = "") -> Distribution:
    """Convert a frozen distribution of scipy.stats, continuous or discrete."""
    mean = float(frozen.mean())
    family: Foreign = getattr(frozen, "dist", frozen)
    text = text or _described(frozen, family)
    if math.isnan(mean) or math.isinf(mean):
        low, high = frozen.support()
        proper = not (math.isnan(low) or math.isnan(high))
        raise InputError(
            f"{text} has no finite mean, so the game has no value; use one with a finite mean"
            if proper
            else f"{text} has parameters that scipy.stats does not accept"
        )
    if hasattr(family, "xk"):
        chances = zip(family.xk.tolist(), family.pk.tolist(), strict=True)
        return discrete({as_fraction(x): as_fraction(p) for x, p in chances}, text)
    if hasattr(frozen, "pmf"):
        return _counted(frozen, mean, text)
    if family.name in ("uniform", "expon"):
        low, high = frozen.support()
        if family.name == "uniform":
            return uniform(low, high)
        return exponential(mean - low, low)
    return _continuous(frozen, mean, text)


def _described(frozen: Foreign, family: Foreign) -> str:
    """Return the name and arguments of a frozen distribution."""
    words = [f"{x:.10g}" for x in getattr(frozen, "args", ())]
    words += [f"{key}={x:.10g}" for key, x in getattr(frozen, "kwds", {}).items()]
    return f"{family.name}({','.join(words)})"


def _counted(frozen: Foreign, mean: float, text: str) -> Distribution:
    """Convert a discrete distribution on the integers; a distant tail becomes one atom at its mean."""
    first, last = frozen.support()
    if math.isinf(first):
        raise InputError(f"{text} has no smallest value; use one that is bounded below")
    # double the number of atoms until the tail is too small to matter, or there are too many
    size = 256
    while True:
        atoms = np.arange(first, min(last, first + size - 1) + 1)
        weights = frozen.pmf(atoms)
        settled = weights[-1] * size**2 <= 1e-18 and atoms[-1] > mean
        if atoms[-1] == last or settled or size >= MAX_ATOMS:
            break
        size *= 2
    # the tail beyond the last atom becomes one atom at its mean
    beyond = max(0.0, 1 - math.fsum(weights))
    left = max(0.0, mean - math.fsum(weights * atoms) - beyond * atoms[-1])
    if beyond > 1e-14 and atoms[-1] < last:
        atoms, weights = np.append(atoms, atoms[-1] + left / beyond), np.append(weights, beyond)
    weights = weights / math.fsum(weights)
    drift = 2 * left + 1e-15 * max(1.0, abs(mean))
    return Tabulated(
        text, make_arrays(TABLE, atoms=atoms, weights=weights), float(first), float(last), mean, drift
    )


def _continuous(frozen: Foreign, mean: float, text: str) -> Distribution:
    """Build panels over the support, and atoms for poles and tails."""
    low, high = (float(end) for end in frozen.support())
    quarter, middle, most = (float(frozen.ppf(p)) for p in (0.25, 0.5, 0.75))
    spread = most - quarter
    if not spread > 0:
        raise InputError(f"the middle half of {text} is a single number in floats; use other parameters")
    # the middle, with edges that double away from it, and atoms for the tails that are cut off
    edges, atoms, drift = _tails(frozen, low, high, middle, spread)
    panels: list[tuple[float, float]] = []
    density: list[Floats] = []
    # halve panels until a polynomial fits the density on each; if none does, as at a pole, a small panel becomes an
    # atom
    todo = [(a, b, 0) for a, b in itertools.pairwise(edges)]
    while todo:
        a, b, depth = todo.pop()
        gained = _probability_from(frozen, a, b, middle)
        mass = float(gained[-1])
        values, error = _fit(frozen, a, b, gained)
        full = len(panels) + len(todo) > MAX_PANELS
        if error * (b - a) <= TOLERANCE * spread or (full and math.isfinite(error)):
            panels.append((a, b))
            density.append(values)
            drift += 2 * error * (b - a)
        elif full or depth == DEEPEST or mass * (b - a) <= 1e-3 * TOLERANCE * spread:
            atoms.append(((a + b) / 2, mass))
            drift += mass * (b - a)
        else:
            todo += [(a, (a + b) / 2, depth + 1), ((a + b) / 2, b, depth + 1)]
    return _assembled(text, (low, high), mean, spread, panels, density, atoms, drift)


def _assembled(
    text: str,
    support: tuple[float, float],
    mean: float,
    spread: float,
    panels: list[tuple[float, float]],
    density: list[Floats],
    atoms: list[tuple[float, float]],
    drift: float,
) -> Distribution:
    """Put the parts in order, scaled to total probability one."""
    order = sorted(range(len(panels)), key=panels.__getitem__)
    atoms = sorted((x, p) for x, p in atoms if p > 0)
    masses = [(b - a) / 2 * float(WEIGHTS @ density[i]) for i, (a, b) in enumerate(panels)]
    means = [(b - a) / 2 * float(WEIGHTS @ (density[i] * places(a, b))) for i, (a, b) in enumerate(panels)]
    total = math.fsum(masses) + math.fsum(p for _, p in atoms)
    missed = abs(math.fsum(means) + math.fsum(x * p for x, p in atoms) - mean * total)
    arrays = make_arrays(
        TABLE,
        atoms=[x for x, _ in atoms],
        weights=[p / total for _, p in atoms],
        edges=[panels[i] for i in order],
        density=[density[i] / total for i in order],
    )
    drift += abs(1 - total) * (abs(mean) + spread) + missed + 1e-15 * spread
    return Tabulated(text, arrays, *support, mean, drift)


def _probability_from(frozen: Foreign, a: float, b: float, middle: float) -> Floats:
    """Return the probability between a and each node of the panel, and b; computed from the more precise side."""
    x = np.append(places(a, b), b)
    if a >= middle:
        return np.asarray(float(frozen.sf(a)) - frozen.sf(x), float)
    return np.asarray(frozen.cdf(x) - float(frozen.cdf(a)), float)


def _fit(frozen: Foreign, a: float, b: float, gained: Floats) -> tuple[Floats, float]:
    """Return the density at a panel's nodes, scaled to the panel's mass, and its worst error in the cdf."""
    with np.errstate(all="ignore"):
        values = np.asarray(frozen.pdf(places(a, b)), float)
        mass = (b - a) / 2 * float(WEIGHTS @ values)
        values = values * (gained[-1] / mass if gained[-1] > 0 else 0.0)
    if not np.all(np.isfinite(values)):
        return values, math.inf
    return values, float(np.max(np.abs((b - a) / 2 * (CUMULATE @ values) - gained)))


def _tails(
    frozen: Foreign, low: float, high: float, middle: float, spread: float
) -> tuple[list[float], list[tuple[float, float]], float]:
    """Return edges at doubling distances from the middle, an atom for each tail cut off, and the resulting error."""
    edges, atoms, drift = [middle], [], 0.0
    for end, sign, beyond in ((low, -1, frozen.cdf), (high, 1, frozen.sf)):
        step, at = spread, middle
        while True:
            at = middle + sign * step
            if (at - end) * sign >= 0:
                edges.append(end)
                break
            edges.append(at)
            left = _tail_mean(beyond, at, sign)
            if left <= 1e-2 * TOLERANCE * spread or step > 1e40 * spread:
                mass = float(beyond(at))
                atoms.append((at + sign * left / mass if mass > 0 else at, mass))
                drift += 2 * left
                break
            step *= 2
    return sorted(edges), atoms, drift


def _tail_mean(beyond: Foreign, at: float, sign: int) -> float:
    """Integrate the tail's probability from `at` up: the tail's contribution to the mean.

    The variable runs on a scale that grows exponentially, so that slow tails are followed far.
    """
    size = max(1.0, abs(at))
    s = np.concatenate([places(i, i + 1) for i in range(60)])
    with np.errstate(all="ignore"):
        values = beyond(at + sign * size * np.expm1(s)) * size * np.exp(s)
    return float(np.sum(np.tile(WEIGHTS, 60) / 2 * np.nan_to_num(values, posinf=0.0)))
