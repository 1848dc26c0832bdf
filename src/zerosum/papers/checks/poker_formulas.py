"""Bellman and Blackwell, sections 4 and 5: printed formulas, decided as identities of functions of the bets.

A formula is a row of data; `at_relance`, `at_two_bets` and `at_raise` know its letters from the strategies, which
are proved for every bet. The sections' claims in words and their open questions follow.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from zerosum.core.numbers import simple_fraction
from zerosum.games.poker import Bets, Raise, Raises, Relance, TwoBets
from zerosum.numerics.plane import PlaneFunction, expanded
from zerosum.numerics.quotients import Quotient, letters
from zerosum.numerics.roots import roots
from zerosum.papers.checks.poker import (
    SAMPLE,
    as_functions,
    closed_value,
    duel,
    fair,
    for_every_bet,
    function,
    raise_points,
    solved,
    steps_of,
    two_bet_functions,
    value,
)
from zerosum.papers.checks.poker_hands import BET, raise_letters, relance_hands
from zerosum.papers.formulas import holds, is_nonnegative
from zerosum.papers.verdicts import Found
from zerosum.request.formula import lines_of

F = Fraction
MIN_LOW_BET = F("0.62")
"""The low bet from which on the solution is valid, as the paper says."""
PAIR = MIN_LOW_BET, F(3)
"""Bets at which a formula that fails is shown to fail."""


def at_relance(formula: str) -> Found:
    """Check a formula of section 4 in a, b, C, the measures of the sets, and x = y at every threshold."""
    piece, cut = for_every_bet(Relance), relance_hands()
    (_, c), _ = steps_of(piece, "row", "")
    (_, b), _ = steps_of(piece, "col", "after bet")
    known = {"b": b, "C": c, "E": function(piece.value), **{name: cut.size(name) for name in cut.sets}}
    earned = {
        "J2": [-(BET + 1) * cut.beats("A_B", y) for y in range(len(cut.points))],
        "I2": [cut.size("B_F") + (BET + 1) * cut.beats("B_S", x) for x in range(len(cut.points))],
    }
    known |= {f"{name}_at_0": values[0] for name, values in earned.items()}
    found = Found(None)
    for y in range(len(cut.points)):
        at = {"bets_below": cut.below("A_B", y), "sees_below": cut.below("B_S", y)}
        at |= {name: values[y] for name, values in earned.items()}
        found = as_functions(formula, "a", {**known, **at})
        if not found.holds:
            return found
    return found


def at_any_thresholds(formula: str) -> Found:
    """Check a formula for the expectation E of betting above C against calling above b, for any thresholds.

    For C <= b the expectation is a polynomial of degree 1 in a and of degree 2 in b and in C, so that a grid of 3
    values of each decides it.
    """
    grid = product(SAMPLE[:3], (F(1, 2), F(3, 4), F(1)), (F(0), F(1, 4), F(2, 5)))
    if not all(holds(formula, {"a": a, "b": b, "C": c, "E": _expected(a, b, c)}) for a, b, c in grid):
        return Found(False, "not for all a, b and C")
    text = "as polynomials for C <= b: of degree at most 2 in each letter, and equal on a grid of 3 by 3 by 3"
    return Found(True, text)


def _expected(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    """Return A's EV of betting above c if B sees above b."""
    return -c + b * (1 - c) + (a + 1) * duel([(c, F(1))], [(b, F(1))])


def maximal_under_15() -> Found:
    """Check whether b = a/(a+2) maximises (16) under (15)."""
    a, b = letters("a", "b")

    def expected(b: Quotient) -> Quotient:
        c = (2 * (a + 1) * b - a) / (a + 2)
        return -c + b * (1 - c) - (a + 1) * (b - c) * (1 - b)

    best = a / (a + 2)
    fine = expected(best) - expected(b) == (a + 1) * (b - best) ** 2
    return Found(fine, "any other b gets less by (a+1)(b - a/(a+2))², as an identity of functions")


def at_two_bets(formula: str) -> Found:
    """Check a formula of the second model in z1, z2, b1, b2, b3, the bluffs m_L, m_H, c1, c2, I2, I3 and E."""
    functions = two_bet_functions()
    above = functions["z2"] - functions["z1"]
    signs = "<" in formula
    where = f"for all z_2 >= z_1 >= {float(MIN_LOW_BET):g}: the signs of the functions, proved on the whole region"
    if holds(formula, functions, lambda f: is_nonnegative(f, [above], (MIN_LOW_BET, None), (None, None))):
        return Found(True, where if signs else "for all bets with which A folds, as an identity of functions")
    z1, z2 = PAIR
    at = holds(formula, {name: f(z1, z2) for name, f in functions.items()})
    return Found(False, "not for all bets" if at else f"fails with z_1 = {z1}, z_2 = {z2}")


def at_raise(formula: str) -> Found:
    """Decide a formula of the third model, in a, c1, c2, u, v, w, the value E and the two forms of (2)."""
    return as_functions(formula, "a", raise_letters())


def raise_point(bet: int, name: str) -> Fraction:
    """Return c1, c2, u, v or w with this bet."""
    return raise_points(F(bet))[name]


def from_rounded_c1(name: str, prints: str) -> Found:
    """Compute the row a = 5 by (16) and (17), with c1 rounded to a denominator of at most 4."""
    a, exact = F(5), raise_points(F(5))
    c1 = simple_fraction(exact["c1"], 4)
    u = (2 * (1 + a) * c1 - a) / (a + 2)
    w = ((a + 2) * u + 2 * a) / (3 * a + 2)
    found = {"c1": c1, "c2": (w + 1) / 2, "u": u, "v": a / (a + 2), "w": w}[name]
    text = f"{found} from c1 = {c1} by (17); exactly {exact[name]} = {float(exact[name]):.4f}"
    return Found(found == F(prints), text)


def pure_solutions() -> Found:
    """Check whether the solutions found for the three models, and with three raises, are pure."""
    found = map(solved, (Relance(), TwoBets(), Raise(), Raises(raises=3)))
    return Found(
        all(s.is_pure for s in found), so="the solutions found for the three models, and with three raises"
    )


def mixed_by_pure() -> Found:
    """Compute how closely pure strategies with finer and finer teeth approach betting half the time below 1/2, at a
    = 1.
    """
    opponents = [F(i, 24) for i in range(25)]

    def expected(bets: list[tuple[Fraction, Fraction, Fraction]], b: Fraction) -> Fraction:
        """Return the first model's expectation of betting with probability p on each (low, high, p)."""
        share = sum(((high - low) * p for low, high, p in bets), F(0))
        meets = sum((p * duel([(low, high)], [(b, F(1))]) for low, high, p in bets), F(0))
        return -(1 - share) + share * b + 2 * meets

    mixed = [(F(0), F(1, 2), F(1, 2)), (F(1, 2), F(1), F(1))]
    off = []
    for n in (4, 16, 64):
        comb = [(F(i, 2 * n), F(2 * i + 1, 4 * n), F(1)) for i in range(n)] + [mixed[1]]
        off.append(max(abs(expected(comb, b) - expected(mixed, b)) for b in opponents))
    text = ", ".join(f"{float(x):.5f} with {n} teeth" for n, x in zip((4, 16, 64), off, strict=True))
    return Found(all(y <= x / 2 for x, y in pairwise(off)), f"the expectation is off by at most {text}")


def b_at_the_ends() -> Found:
    """Check whether B folds almost nothing to a small bet and almost all to a large one."""
    _, (b, _) = steps_of(for_every_bet(Relance), "col", "after bet")
    text = "b, a function of a that holds for every a > 0, goes to 0 and to 1"
    return Found(b(0) == 0 and b.limit() == 1, text)


def lines_cross_once() -> Found:
    """Check whether the gain of betting high rather than low is linear above b_2, from a loss to a gain."""
    known = two_bet_functions()
    z1, z2, b1, b2 = (known[name] for name in ("z1", "z2", "b1", "b2"))

    def more(x: PlaneFunction | int) -> PlaneFunction:
        """Return the additional EV of betting high over betting low with the hand x >= b_2."""
        return b2 + (z2 + 1) * (2 * x - b2 - 1) - b1 - (z1 + 1) * (2 * x - b1 - 1)

    fine = (-more(b2) / (z2 - z1)).has_no_minus and (more(1) / (z2 - z1)).has_no_minus
    text = "for all bets with which A folds J_3 - J_2, which is linear, is negative at b_2 and positive at 1"
    return Found(fine, text if fine else "not for all bets")


def b_is_determined(yes: bool) -> Found:
    """Check whether (12), the measure of B's folding hands, already determines b."""
    given = bool(at_relance("B_F == b and b == a/(a+2)").holds)
    return Found(given == yes, "b = a/(a+2) already by (12)" if given else "")


def value_of_relance(formula: str) -> Found:
    """Check whether a formula is the value of the first model for every bet tried."""
    found = at_relance(f"E == {formula}")
    text = f"{formula.replace('**', '^')} for every a: all bets together break even"
    return Found(found.holds, found.text, text)


def below_the_limit() -> Found:
    """Check whether the map of both bets has the two closed forms and, between them, the fair curve."""
    drawn = lines_of(TwoBets, {"low": "x", "high": "y"}).plane().map(100)
    z1, z2 = PlaneFunction.variable(0), PlaneFunction.variable(1)
    c1, c2 = 2 / (2 + z1), 2 / (2 + z2)
    fold = c1 * (2 - c1 + c2 * (c1 - c2) / 2)
    right = set(drawn.formulas) == {fold - 1, 1 - 1 / fold}
    right &= f"{expanded((1 - fold).top, drawn.letters)} = 0" in drawn.curves
    pairs = [(F(1, 4), F(1)), (F(1, 10), F(7)), (F(1, 2), F(3)), (F(3, 10), F(31, 10)), (F(1, 20), F(1, 2))]
    games = {(low, high): TwoBets(low=low, high=high) for low, high in pairs}
    right &= all(value(game) == closed_value(*pair) == drawn(*pair) for pair, game in games.items())
    never = all((solved(game).row["fold"] == 0) == (fair(*pair) >= 1) for pair, game in games.items())
    text = (
        "with c_i = 2/(2+z_i) and G = c_1(2 - c_1 + c_2(c_1 - c_2)/2), the paper's shape holds exactly where G <= 1; "
        "there A folds 1 - G of the hands and the value is G - 1; where G > 1 A never folds, "
        "and the value is 1 - 1/G > 0; on the curve G = 1 the game is fair; "
        "proved for all bets by the map of both"
    )
    return Found(right and never, so=text)


def limit_of_the_shape() -> float:
    """Return 2/c - 2 at the smallest root c of the printed cubic."""
    return _bets_of_the_cubic()[0]


def _bets_of_the_cubic() -> list[float]:
    """Return 2/c - 2 at the roots c of the printed cubic, in increasing order of c."""
    return [2 / float(c) - 2 for c in roots((F(-2), F(4), F(-2), F(1, 4)))]


def smallest_root() -> Found:
    """Check whether only the smallest of the cubic's roots gives a bet: the others give negative numbers."""
    smallest, *others = _bets_of_the_cubic()
    shown = ", ".join(f"{x:.5f}" for x in (smallest, *others))
    text = f"the roots give {shown}; only the first is a bet, and (√5 - 1)/2 is {(5**0.5 - 1) / 2:.5f}"
    return Found(smallest > 0 > max(others), text)


def cubic_of_the_limit(mended: bool) -> Found:
    """Check whether (17), with the bluffs of (18) as printed or corrected, becomes the cubic at the worst z_2."""

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
    """Check whether A folds for all bets above this low bet, and not for all above a lower one."""
    letters = two_bet_functions()
    folds, above = letters["b1"] - letters["m_L"] - letters["m_H"], letters["z2"] - letters["z1"]

    def valid(least: str) -> bool:
        return is_nonnegative(folds, [above], (F(least), None), (None, None))

    text = f"b_1 - m_L - m_H >= 0 for all z_2 >= z_1 >= {limit}, proved on the whole region; not from {fails_below} on"
    return Found(valid(limit) and not valid(fails_below), so=text)


def more_raises() -> Found:
    """Compute the values with 0 to 5 raises, and whether they converge."""
    values = [value(Raises(raises=n)) for n in range(6)]
    steps = [y - x for x, y in pairwise(values)]
    swings = all(x * y < 0 and abs(y) < abs(x) for x, y in pairwise(steps))
    shown = ", ".join(f"{float(v):.7f}" for v in values)
    last = f"the last step is {float(abs(steps[-1] / steps[-2])):.2f} times the one before"
    text = f"with 0 to 5 raises of 1 the value is {shown}; {last}"
    return Found(swings, text, "it swings by turns, by less each time")


def more_sizes() -> Found:
    """Compute the values with bets 1, 2, 4, …, and whether each size adds less."""
    values = [value(Bets(sizes=tuple(F(2) ** k for k in range(n)))) for n in range(1, 6)]
    steps = [y - x for x, y in pairwise(values)]
    fewer = all(0 < y < x for x, y in pairwise(steps))
    shown = ", ".join(f"{v} ≈ {float(v):.6f}" for v in values)
    return Found(
        fewer, f"with bets 1; 1, 2; …; 1, 2, 4, 8, 16 the value is {shown}", "each size helps A less"
    )
