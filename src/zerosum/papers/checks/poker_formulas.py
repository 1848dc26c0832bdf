"""Bellman and Blackwell, sections 4 and 5: printed formulas, decided in fractions at the exact solutions of many bets.

A formula is a row of data; `at_relance`, `at_two_bets` and `at_raise` know its letters from the strategies.

Bellman and Blackwell on poker: what they say in words, and what they leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from zerosum.core.arrays import Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.formulas.regions import is_nonnegative
from zerosum.games.poker import Raise, Relance, TwoBets
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction, expanded
from zerosum.papers.checks.poker import (
    HIGHS,
    LOWS,
    SAMPLE,
    as_functions,
    bluffs,
    closed_value,
    duel,
    ends,
    fair,
    for_every_bet,
    function,
    hands,
    raise_expectation,
    raise_points,
    raised,
    relance,
    size,
    split,
    steps_of,
    thresholds,
    two_bet_functions,
    two_bets,
    value,
    with_limit,
    with_sizes,
)
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found
from zerosum.request.formula import lines_of

F = Fraction
LEAST = F("0.62")
"""The low bet from which on the solution is valid, as the paper says."""


def _decided(formula: str, cases: Iterable[tuple[str, Mapping[str, Scalar]]]) -> Found:
    """Whether a formula holds in every case; the first one where it fails is reported."""
    count = 0
    for name, letters in cases:
        if not holds(formula, letters):
            return Found(False, f"fails with {name}")
        count += 1
    return Found(True, f"in fractions, in {count} cases at the exact solutions of several bets")


def at_relance(formula: str) -> Found:
    """A formula of section 4 in a, b, C, the measures of the sets, and x = y at three hands."""
    found = _decided(
        formula, ((f"a = {a}, y = {y}", letters) for a in SAMPLE for y, letters in _relance_letters(a))
    )
    if not found.holds:
        return found
    piece, a = for_every_bet(Relance), RationalFunction.variable()
    (_, c), _ = steps_of(piece, "row", "")
    (_, b), _ = steps_of(piece, "col", "after bet")
    known = {"b": b, "C": c, "E": function(piece.value), "A_B": 1 - c, "B_S": 1 - b, "B_F": b}
    known |= {"I2_at_0": b - (a + 1) * (1 - b), "J2_at_0": (a + 1) * (1 - c)}
    for y in (b, (1 + b) / 2, RationalFunction.of(1)):
        at = {"bets_below": y - c, "sees_below": y - b, "J2": (a + 1) * (1 - 2 * y + c)}
        at |= {"I2": b + (a + 1) * (2 * y - b - 1)}
        found = as_functions(formula, "a", {**known, **at})
        if not found.holds:
            return found
    return found


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
    """A formula for the expectation E of betting above C against seeing above b, also away from the solution.

    For C <= b the expectation is a polynomial of degree 1 in a and of degree 2 in b and in C, so that a grid of 3
    values of each decides it.
    """
    grid = product(SAMPLE[:3], (F(1, 2), F(3, 4), F(1)), (F(0), F(1, 4), F(2, 5)))
    found = _decided(
        formula,
        (
            (f"a = {a}, b = {b}, C = {c}", {"a": a, "b": b, "C": c, "E": _expected(a, b, c)})
            for a, b, c in grid
        ),
    )
    if not found.holds:
        return found
    return Found(
        True,
        "as polynomials for C <= b: of degree at most 2 in each letter, and equal on a grid of 3 by 3 by 3",
    )


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
    found = _decided(formula, ((f"z_1 = {z1}, z_2 = {z2}", _two_letters(z1, z2)) for z1, z2 in pairs))
    if not found.holds:
        return found
    functions = two_bet_functions()
    if "<" in formula:
        above = functions["z2"] - functions["z1"]
        fine = holds(formula, functions, lambda f: is_nonnegative(f, [above], (LEAST, None), (None, None)))
        return Found(
            fine,
            f"for all z_2 >= z_1 >= {float(LEAST):g}: the signs of the functions, proved on the whole region"
            if fine
            else "not for all bets",
        )
    fine = holds(formula, functions)
    return Found(
        fine, "for all bets with which A folds, as an identity of functions" if fine else "not for every bet"
    )


def _two_letters(z1: Fraction, z2: Fraction) -> dict[str, Scalar]:
    solution, (b1, b2, b3), (m_l, m_h) = two_bets(z1, z2), thresholds(z1, z2), bluffs(z1, z2)
    low, high = (hands(solution, "start", f"bet {z}") for z in (z1, z2))
    below, above = split(high, b2)
    seen = {"A_L": size(low), "A_H": size(high), "I2": (z1 + 1) * size(low), "I3": (z2 + 1) * (above - below)}
    found = {"b1": b1, "b2": b2, "b3": b3, "m_L": m_l, "m_H": m_h, "E": value(solution)}
    return {"z1": z1, "z2": z2, "c1": 2 / (2 + z1), "c2": 2 / (2 + z2), **found, **seen}


def at_raise(formula: str) -> Found:
    """Decide a formula of the third model, in a, c1, c2, u, v, w, the value E and the two forms of (2)."""
    found = _decided(formula, ((f"a = {a}", _raise_letters(a)) for a in SAMPLE))
    if not found.holds or "with_" in formula:
        return found
    piece = for_every_bet(Raise)
    (_, v), (_, c1), (_, c2), _ = steps_of(piece, "col", "after bet")
    (_, u), _ = steps_of(piece, "row", "")
    (_, w), _ = steps_of(piece, "row", "after bet, raise")
    return as_functions(
        formula, "a", {"u": u, "v": v, "w": w, "c1": c1, "c2": c2, "E": function(piece.value)}
    )


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


def pure_solutions() -> Found:
    """Whether the solutions found for the three models, and with three raises, are pure."""
    found = (relance(F(1)), two_bets(F(1), F(2)), raised(F(1)), with_limit(3))
    return Found(
        all(s.is_pure for s in found), so="the solutions found for the three models, and with three raises"
    )


def conditions_are_independent() -> Found:
    """Whether (16) and (17), linear in u, w, c1, c2, v, have one solution for every bet, and it is the game's."""
    for a in SAMPLE:
        system = [
            [a + 2, -(3 * a + 2), 0, 0, 0],
            [a + 2, 0, -2 * (1 + a), 0, 0],
            [0, 1, 0, -2, 0],
            [0, 0, 3 * a + 2, a, -2 * a],
            [0, 0, 0, 0, a + 2],
        ]
        right = [-2 * a, -a, -1, 2 * a, a]
        found = np.linalg.solve(np.array(system, float), np.array(right, float))
        point = raise_points(a)
        if not np.allclose(found, [float(point[name]) for name in ("u", "w", "c1", "c2", "v")], atol=1e-12):
            return Found(False, f"another solution with a = {a}: {found}")
    return Found(
        True, f"the linear equations are independent for {len(SAMPLE)} bets, and theirs is the exact solution"
    )


def mixed_by_pure() -> Found:
    """How near a comb of ever finer teeth comes to betting half the time below 1/2, whatever B sees with, at a = 1."""
    rivals = [F(i, 24) for i in range(25)]

    def expected(bets: list[tuple[Fraction, Fraction, Fraction]], b: Fraction) -> Fraction:
        """The first model's expectation of betting with probability p on each (low, high, p)."""
        share = sum(((high - low) * p for low, high, p in bets), F(0))
        meets = sum((p * duel([(low, high)], [(b, F(1))]) for low, high, p in bets), F(0))
        return -(1 - share) + share * b + 2 * meets

    mixed = [(F(0), F(1, 2), F(1, 2)), (F(1, 2), F(1), F(1))]
    off = []
    for n in (4, 16, 64):
        comb = [(F(i, 2 * n), F(2 * i + 1, 4 * n), F(1)) for i in range(n)] + [mixed[1]]
        off.append(max(abs(expected(comb, b) - expected(mixed, b)) for b in rivals))
    text = ", ".join(f"{float(x):.5f} with {n} teeth" for n, x in zip((4, 16, 64), off, strict=True))
    return Found(all(y <= x / 2 for x, y in pairwise(off)), f"the expectation is off by at most {text}")


def b_at_the_ends(bets: tuple[str, str]) -> Found:
    """Whether B folds next to nothing to a small bet and nearly all to a large one."""
    small, large = (ends(relance(F(a)), "bet")[0] for a in bets)
    return Found(
        small <= F(bets[0]) and 1 - large <= 2 / F(bets[1]),
        f"b = {small} at a = {bets[0]}, {large} at a = {bets[1]}",
    )


def lines_cross_once() -> Found:
    """Whether betting high gains on betting low in proportion to the hand from b_2 on, from a loss to a gain."""
    for z1, z2 in ((low, high) for low, high in product(LOWS, HIGHS) if low < high):
        b1, b2, _ = thresholds(z1, z2)
        loss, half, gain = (_bet_pays(x, b2, z2) - _bet_pays(x, b1, z1) for x in (b2, (b2 + 1) / 2, F(1)))
        if half - loss != gain - half or not loss < 0 < gain:
            return Found(False, f"not with z_1 = {z1}, z_2 = {z2}")
    return Found(True, "in fractions, at the exact b_1 and b_2 of several pairs of bets")


def _bet_pays(x: Fraction, b: Fraction, z: Fraction) -> Fraction:
    """What a bet of z earns with the hand x >= b, seen from b on."""
    return b + (z + 1) * (2 * x - b - 1)


def b_is_determined(yes: bool) -> Found:
    """Whether (12), the measure of B's folding hands, already gives b."""
    given = all(
        size(hands(relance(a), "bet", "fold")) == ends(relance(a), "bet")[0] == a / (a + 2) for a in SAMPLE
    )
    return Found(given == yes, "b = a/(a+2) already by (12)" if given else "")


def value_of_relance(formula: str) -> Found:
    """Whether a formula is the value of the first model for every bet tried."""
    found = at_relance(f"E == {formula}")
    text = f"{formula.replace('**', '^')} for every a: all bets together break even"
    return Found(found.holds, found.text, text)


def below_the_limit() -> Found:
    """Whether the map of both bets has the two closed forms, and between them the curve on which the game is fair."""
    drawn = lines_of(TwoBets, {"low": "x", "high": "y"}).map(100)
    z1, z2 = PlaneFunction.variable(0), PlaneFunction.variable(1)
    c1, c2 = 2 / (2 + z1), 2 / (2 + z2)
    fold = c1 * (2 - c1 + c2 * (c1 - c2) / 2)
    right = set(drawn.formulas) == {fold - 1, 1 - 1 / fold}
    right &= f"{expanded((1 - fold).top, drawn.letters)} = 0" in drawn.curves
    pairs = [(F(1, 4), F(1)), (F(1, 10), F(7)), (F(1, 2), F(3)), (F(3, 10), F(31, 10)), (F(1, 20), F(1, 2))]
    right &= all(value(two_bets(*pair)) == closed_value(*pair) == drawn(*pair) for pair in pairs)
    never = all((two_bets(*pair).row["fold"] == 0) == (fair(*pair) >= 1) for pair in pairs)
    text = (
        "with c_i = 2/(2+z_i) and G = c_1(2 - c_1 + c_2(c_1 - c_2)/2), the paper's shape holds exactly where G <= 1; "
        "there A folds 1 - G of the hands and the value is G - 1; where G > 1 A never folds, "
        "and the value is 1 - 1/G > 0; on the curve G = 1 the game is fair; "
        "proved for all bets by the map of both"
    )
    return Found(right and never, so=text)


def limit_of_the_shape() -> float:
    """2/c - 2 at the smallest root c of the printed cubic."""
    return 2 / _roots()[0] - 2


def _roots() -> list[float]:
    return sorted(float(r.real) for r in np.roots([1 / 4, -2, 4, -2]) if abs(r.imag) < 1e-9)


def smallest_root() -> Found:
    """Whether of the cubic's roots it is the smallest that gives the bet at which A stops folding at z2 = 2 z1 + 2."""
    low, high = F(1, 2), F(3, 4)
    for _ in range(9):
        z = (low + high) / 2
        low, high = (low, z) if two_bets(z, 2 * z + 2).row["fold"] > 0 else (z, high)
    limits = [2 / c - 2 for c in _roots()]
    near = [abs(limit - float(high)) < 1e-3 for limit in limits]
    text = f"exact solutions turn at z_1 = {float(high):.4f}; the roots give {', '.join(f'{x:.5f}' for x in limits)}"
    return Found(near[0] and not any(near[1:]), f"{text}; (√5 - 1)/2 is {(5**0.5 - 1) / 2:.5f}")


def cubic_of_the_limit(mended: bool) -> Found:
    """Whether (17), with the bluffs of (18) as printed or mended, becomes the printed cubic at the worst z_2."""

    c1, c2 = PlaneFunction.variable(0), PlaneFunction.variable(1)
    b1, b3 = 1 - c1, 1 - c1 * c2 / 2
    shares = (1 - c1, 1 - c2) if mended else (1 - c1 / 2, 1 - c2 / 2)
    excess = (b3 - b1) * shares[0] + (1 - b3) * shares[1] - b1  # m_L + m_H - b_1, by (12), (16) and (18)
    cubic = c1**3 / 4 - 2 * c1**2 + 4 * c1 - 2
    if excess != cubic / 2 - c1 / 2 * (c2 - c1 / 2) ** 2:
        return Found(False, "the greatest over z_2 is another function of c")
    text = "m_L + m_H - b_1 is half the cubic less c_1 (c_2 - c_1/2)²/2, so half the cubic at the worst z_2"
    return Found(True, f"{text}, as an identity of functions")


def valid_from(limit: str, fails_below: str) -> Found:
    """Whether A folds, by the exact formulas, for all bets from this low bet on, and not for all from a lower one."""
    letters = two_bet_functions()
    folds, above = letters["b1"] - letters["m_L"] - letters["m_H"], letters["z2"] - letters["z1"]

    def valid(least: str) -> bool:
        return is_nonnegative(folds, [above], (F(least), None), (None, None))

    told = f"b_1 - m_L - m_H >= 0 for all z_2 >= z_1 >= {limit}, proved on the whole region; not from {fails_below} on"
    return Found(valid(limit) and not valid(fails_below), so=told)


def more_raises() -> Found:
    """The values with 0 to 5 raises, and whether they settle."""
    values = [value(with_limit(n)) for n in range(6)]
    steps = [y - x for x, y in pairwise(values)]
    swings = all(x * y < 0 and abs(y) < abs(x) for x, y in pairwise(steps))
    shown = ", ".join(f"{float(v):.7f}" for v in values)
    last = f"the last step is {float(abs(steps[-1] / steps[-2])):.2f} times the one before"
    text = f"with 0 to 5 raises of 1 the value is {shown}; {last}"
    return Found(swings, text, "it swings by turns, by less each time")


def more_sizes() -> Found:
    """The values with bets 1, 2, 4, …, and whether each size adds less."""
    values = [value(with_sizes(k)) for k in range(1, 6)]
    steps = [y - x for x, y in pairwise(values)]
    fewer = all(0 < y < x for x, y in pairwise(steps))
    shown = ", ".join(f"{v} ≈ {float(v):.6f}" for v in values)
    return Found(
        fewer, f"with bets 1; 1, 2; …; 1, 2, 4, 8, 16 the value is {shown}", "each size helps A less"
    )
