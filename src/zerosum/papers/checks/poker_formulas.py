"""Bellman and Blackwell, sections 4 and 5: printed formulas, decided in fractions at the exact solutions of many bets.

A formula is a row of data; `at_relance`, `at_two_bets` and `at_raise` know its letters from the strategies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from zerosum.core.arrays import Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.papers.checks.poker import (
    HIGHS,
    LOWS,
    SAMPLE,
    bluffs,
    duel,
    ends,
    hands,
    raise_expectation,
    raise_points,
    raised,
    relance,
    size,
    split,
    thresholds,
    two_bets,
    value,
)
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

F = Fraction


def _decided(formula: str, cases: Iterable[tuple[str, Mapping[str, Scalar]]]) -> Found:
    """Whether a formula holds in every case; the first one where it fails is told."""
    count = 0
    for name, letters in cases:
        if not holds(formula, letters):
            return Found(False, f"fails with {name}")
        count += 1
    return Found(True, f"in fractions, in {count} cases at the exact solutions of several bets")


def at_relance(formula: str) -> Found:
    """A formula of section 4 in a, b, C, the measures of the sets, and x = y at three hands."""
    return _decided(
        formula, ((f"a = {a}, y = {y}", letters) for a in SAMPLE for y, letters in _relance_letters(a))
    )


def _relance_letters(a: Fraction) -> list[tuple[Fraction, dict[str, Scalar]]]:
    solution = relance(a)
    bets, sees = hands(solution, "start", "bet"), hands(solution, "bet", "see")
    b = ends(solution, "bet")[0]
    known = {
        "a": a,
        "b": b,
        "C": ends(solution)[0],
        "E": value(solution),
        "A_B": size(bets),
        "B_S": size(sees),
    }
    known |= {"B_F": size(hands(solution, "bet", "fold"))}
    known |= {"I2_at_0": known["B_F"] - (a + 1) * size(sees), "J2_at_0": (a + 1) * split(bets, F(0))[1]}
    cases = []
    for y in (b, (1 + b) / 2, F(1)):
        (bet_below, bet_above), (see_below, see_above) = split(bets, y), split(sees, y)
        at = {"bets_below": bet_below, "sees_below": see_below}
        at |= {
            "J2": (a + 1) * (bet_above - bet_below),
            "I2": known["B_F"] + (a + 1) * (see_below - see_above),
        }
        cases.append((y, {**known, **at}))
    return cases


def at_any_thresholds(formula: str) -> Found:
    """A formula for the expectation E of betting above C against seeing above b, also away from the solution."""
    thresholds = [(F(1, 9), F(1, 3)), (F(1, 5), F(3, 5)), (F(1, 4), F(1, 4))]
    cases = (
        (f"a = {a}, b = {b}, C = {c}", {"a": a, "b": b, "C": c, "E": _expected(a, b, c)})
        for a in SAMPLE
        for c, b in thresholds
    )
    return _decided(formula, cases)


def _expected(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    """What A earns who bets above c, B seeing above b."""
    return -c + b * (1 - c) + (a + 1) * duel([(c, F(1))], [(b, F(1))])


def both_fold(solves: bool) -> Found:
    """Whether A, with B folding every hand, can do no better than fold every hand too."""
    folding, betting = (_expected(F(1), F(1), c) for c in (F(1), F(0)))
    text = f"to a B who always folds, A loses {-folding} by folding and wins {betting} by betting every hand"
    return Found((folding >= betting) == solves, text)


def maximal_under_15() -> bool:
    """Whether b = a/(a+2) maximises (16) under (15), beside four other b."""

    def expected(a: Fraction, b: Fraction) -> Fraction:
        c = (2 * (a + 1) * b - a) / (a + 2)
        return -c + b * (1 - c) - (a + 1) * (b - c) * (1 - b)

    shifts = (F(-1, 50), F(-1, 500), F(1, 500), F(1, 50))
    return all(expected(a, a / (a + 2)) > expected(a, a / (a + 2) + d) for a in SAMPLE for d in shifts)


def at_two_bets(formula: str) -> Found:
    """A formula of the second model in z1, z2, b1, b2, b3, the bluffs m_L, m_H, c1, c2, I2, I3 and the value E."""
    pairs = [(low, high) for low in LOWS for high in HIGHS if low < high]
    return _decided(formula, ((f"z_1 = {z1}, z_2 = {z2}", _two_letters(z1, z2)) for z1, z2 in pairs))


def _two_letters(z1: Fraction, z2: Fraction) -> dict[str, Scalar]:
    solution, (b1, b2, b3), (m_l, m_h) = two_bets(z1, z2), thresholds(z1, z2), bluffs(z1, z2)
    low, high = (hands(solution, "start", f"bet {z}") for z in (z1, z2))
    below, above = split(high, b2)
    seen = {"A_L": size(low), "A_H": size(high), "I2": (z1 + 1) * size(low), "I3": (z2 + 1) * (above - below)}
    found = {"b1": b1, "b2": b2, "b3": b3, "m_L": m_l, "m_H": m_h, "E": value(solution)}
    return {"z1": z1, "z2": z2, "c1": 2 / (2 + z1), "c2": 2 / (2 + z2), **found, **seen}


def at_raise(formula: str) -> Found:
    """A formula of the third model in a, c1, c2, u, v, w, the value E, and the second form of (2) with A_S or A_B."""
    return _decided(formula, ((f"a = {a}", _raise_letters(a)) for a in SAMPLE))


def _raise_letters(a: Fraction) -> dict[str, Scalar]:
    forms = {f"with_{first}": raise_expectation(a, first) for first in ("A_S", "A_B")}
    return {"a": a, "E": value(raised(a)), **raise_points(a), **forms}


def raise_point(bet: int, name: str) -> Fraction:
    """c1, c2, u, v or w with this bet."""
    return raise_points(F(bet))[name]


def from_rounded_c1(name: str, prints: str) -> Found:
    """The row a = 5 by (16) and (17), c1 being the nearest fraction with a denominator of at most 4."""
    a, exact = F(5), raise_points(F(5))
    c1 = simple_fraction(exact["c1"], 4)
    u = (2 * (1 + a) * c1 - a) / (a + 2)
    w = ((a + 2) * u + 2 * a) / (3 * a + 2)
    found = {"c1": c1, "c2": (w + 1) / 2, "u": u, "v": a / (a + 2), "w": w}[name]
    text = f"{found} from c1 = {c1} by (17); exactly {exact[name]} = {float(exact[name]):.4f}"
    return Found(found == F(prints), text)
