"""The formulas of Bellman and Blackwell's section 2, as printed and as they should be.

Formulas for the expectation are compared as functions of letters: bets, probabilities, and integrals over the
distributions. Optimality of a strategy is checked in fractions on distributions for which every integral is known:
uniform cards, powers of uniform cards, and small discrete distributions on which all strategies can be tried.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from zerosum.core.arrays import Scalar
from zerosum.games.red_dog import RedDog
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.card_distribution import Discrete, card_distribution
from zerosum.models.solo.engines.wager.solve import solve
from zerosum.models.solo.engines.wager.win_chance import ExactDistribution
from zerosum.numerics.quotients import Quotient, letters
from zerosum.papers.verdicts import Found

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
DISTRIBUTIONS = ("steps(5)", "values(0:1/4,1/2:1/4,1:1/2)", "values(1/10:1/3,1/4:1/6,3/5:1/2)")
"""Discrete distributions on which all strategies can be tried."""
LINEAR = "for all distributions: both sides are linear in each, and"
Bet = int | Quotient
"""A bet, or the letter that stands for it."""


@cache
def red_dog(**parameters: object) -> WagerSolution:
    """Solve Red Dog, once."""
    return solve(RedDog(**parameters))  # type: ignore[arg-type]


# one card


def distribution(text: str) -> Discrete:
    """Return a discrete distribution of cards."""
    found = card_distribution(text)
    assert isinstance(found, Discrete)
    return found


def points(cards: Discrete) -> list[tuple[Fraction, Fraction]]:
    """Return ranks and their probabilities."""
    return list(zip(cards.ranks, cards.weights, strict=True))


def k(x: Fraction, y: Fraction) -> int:
    """Return the paper's K(x, y) of equation (2)."""
    return 1 if x >= y else -1


def pairs() -> list[tuple[Discrete, Discrete]]:
    """Return every pair of F and G among the distributions."""
    return [(distribution(f), distribution(g)) for f, g in product(DISTRIBUTIONS, repeat=2)]


def best_by_trying(f: Discrete, g: Discrete, bets: tuple[int, ...], *, rising: bool) -> Fraction:
    """Return the best expectation (1) over all strategies, or over those whose bet increases with the card; 0 folds."""
    best = Fraction(-1)
    for bet in product((0, *bets), repeat=len(f.ranks)):
        if not rising or list(bet) == sorted(bet):
            best = max(best, expectation_1(f, g, bet))
    return best


def expectation_1(f: Discrete, g: Discrete, bet: tuple[Bet, ...]) -> Scalar:
    """Return equation (1): the double sum over both cards, with a bet of zero as a fold."""
    total: Scalar = Fraction(0)
    for (x, p), b in zip(points(f), bet, strict=True):
        total += sum((p * q * (1 + b) * k(x, y) for y, q in points(g)), Fraction(0)) if b else -p
    return total


def expectation_3(f: Discrete, g: Discrete, bet: tuple[Bet, ...]) -> Scalar:
    """Return equation (3): the single sum with 2G(x) - 1."""
    parts = zip(points(f), bet, strict=True)
    return sum((p * (1 + b) * (2 * Fraction(g.cdf(x)) - 1) if b else -p for (x, p), b in parts), Fraction(0))


def rising_is_best() -> bool:
    """Check whether some best strategy bets more on better cards."""
    tried = [(best_by_trying(f, g, (1, 2, 4), rising=r) for r in (True, False)) for f, g in pairs()]
    return all(len(set(both)) == 1 for both in tried)


RANKS = (QUARTER, HALF, 3 * QUARTER)
"""Below 1/2, equal to it, and above."""


def third_equals_first() -> Found:
    """Compare (3) with (1): both are linear in F and in G, so that single cards suffice, in each order."""
    (bet,) = letters("f")
    middle, pairs = distribution("values(1/2:1)"), [distribution(f"values({x}:1)") for x in RANKS]
    fine = all(expectation_1(f, middle, (bet,)) == expectation_3(f, middle, (bet,)) for f in pairs)
    return Found(fine, f"{LINEAR} with single cards they are the same function of f")


def printed_strategy_is_best() -> bool:
    """Compare (7) to (9), with x_0 = inf{x: 2G(x) >= 1}, with the best of all strategies."""
    for f, g in pairs():
        bet = tuple(0 if 4 * g.cdf(x) < 1 else 1 if 2 * g.cdf(x) < 1 else 4 for x in f.ranks)
        if expectation_1(f, g, bet) != best_by_trying(f, g, (1, 2, 4), rising=False):
            return False
    return True


def integral(degree_g: int, degree_f: int, a: Fraction, b: Fraction, scale: int, shift: int) -> Fraction:
    """Return the integral of scale * G + shift over [a, b] against dF, for F = x^degree_f and G = x^degree_g."""

    def power(n: int) -> Fraction:
        return Fraction(degree_f, n) * (b**n - a**n)

    return scale * power(degree_f + degree_g) + shift * power(degree_f)


def sixth_lines_agree() -> Found:
    """Compare the two lines of (6), in F(a_1), F(x_0) and the integrals of G dF from a_1 to x_0 and of 2G - 1 above."""
    a1, x0, low, high, most = letters("F(a_1)", "F(x_0)", "low", "high", "M")
    first = 2 * (2 * low - (x0 - a1)) + (1 + most) * high - a1
    second = (4 * low - (x0 - a1)) + (most + 1) * high - 1 + (1 - x0)
    text = "for all distributions and all a_1 <= x_0, as an identity in F(a_1), F(x_0) and the integrals"
    return Found(first == second, text)


# several suits: discrete cards, hands of two suits

WEIGHTS = (Fraction(1, 3), Fraction(2, 3))
BetRule = Callable[[tuple[Fraction, ...]], int]
"""The bet on a hand; zero folds."""


def hands(f: Discrete) -> list[tuple[tuple[Fraction, ...], Fraction]]:
    """Return hands of two suits with their probabilities."""
    return [((x, y), p * q) for (x, p), (y, q) in product(points(f), repeat=2)]


def edge_of(g: Discrete, hand: tuple[Fraction, ...]) -> Fraction:
    """Return the sum of p_i (2G(x_i) - 1)."""
    return sum((p * (2 * Fraction(g.cdf(x)) - 1) for p, x in zip(WEIGHTS, hand, strict=True)), Fraction(0))


def expectation_11(f: Discrete, g: Discrete, bets: BetRule) -> Fraction:
    """Return the first line of (11): the sum over the hand, the suit and the opponent's card."""
    total = Fraction(0)
    for hand, chance in hands(f):
        bet = bets(hand)
        suits = zip(WEIGHTS, hand, strict=True)
        won = sum((p * q * k(x, z) for p, x in suits for z, q in points(g)), Fraction(0))
        total += chance * ((1 + bet) * won if bet else -1)
    return total


def eleventh_lines_agree() -> Found:
    """Compare both lines of (11), which are linear in the distributions, for single cards of two suits."""
    p, q, bet = letters("p_1", "p_2", "f")
    z, known = HALF, distribution("values(1/2:1)")
    fine = all(
        (1 + bet) * (p * k(x, z) + q * k(y, z))
        == (1 + bet) * (p * (2 * Fraction(known.cdf(x)) - 1) + q * (2 * Fraction(known.cdf(y)) - 1))
        for x, y in product(RANKS, repeat=2)
    )
    return Found(fine, f"{LINEAR} with single cards they are the same function of f, p_1 and p_2")


def regions_are_best() -> bool:
    """Compare (12) and (19), S where edge >= 0 and R where 2 edge + 1 < 0, with each hand's best action."""
    for f, g in pairs():

        def bets(hand: tuple[Fraction, ...], g: Discrete = g) -> int:
            edge = edge_of(g, hand)
            return 0 if 2 * edge + 1 < 0 else 4 if edge >= 0 else 1

        edges = [(edge_of(g, hand), chance) for hand, chance in hands(f)]
        best = sum(
            (c * max(Fraction(-1), *((1 + bet) * edge for bet in (1, 2, 4))) for edge, c in edges),
            Fraction(0),
        )
        if expectation_11(f, g, bets) != best:
            return False
    return True


def folding_beyond_the_middle_costs() -> bool:
    """Check whether decreasing an a_1 > x_0 increases the expectation, for powers of uniform cards."""

    def ev(m: int, n: int, a1: Fraction) -> Fraction:
        return 6 * integral(m, n, a1, Fraction(1), 2, -1) - a1**n

    cuts = [Fraction(i, 20) for i in range(14, 21)]
    return all(ev(1, n, a) > ev(1, n, b) for n in (1, 2, 3) for a, b in pairwise(cuts))


# several suits: the distribution of W = sum of p_i G(x_i), uniform cards


def four_suits() -> ExactDistribution:
    """Return the distribution of W for four equal suits."""
    exact = red_dog(deck="continuous").chance.exact
    assert exact is not None
    return exact


def edge_between(w: ExactDistribution, a: Fraction, b: Fraction) -> Fraction:
    """Return the integral of 2W - 1 over a <= W < b."""

    def to(t: Fraction) -> Fraction:
        return 2 * (t * w.below(t) - w.shortfall(t)) - w.below(t)

    return to(b) - to(a)


def expectation_13(w: ExactDistribution, fold_below: Fraction, bet: int = 5) -> Fraction:
    """Return equation (13) with R = {W < t}, t at most 1/2."""
    high = (bet + 1) * edge_between(w, HALF, Fraction(2))
    return -w.below(fold_below) + high + 2 * edge_between(w, fold_below, HALF)


def fifteenth(extra: int) -> Found:
    """Check whether (13) and (15) differ by terms independent of R, with `extra` added to the bracket of
    (15).

    The letters: the measures of I - S and of its part outside R, the integral of Σ p_i (2G(x_i) - 1) over that part,
    and the rest, which is independent of R. R lies in I - S, so that its measure is the difference of the two.
    """
    whole, outside, edge, rest = letters("I-S", "outside", "edge", "rest")
    thirteenth = -(whole - outside) + rest + 2 * edge
    fine = thirteenth - (2 * edge + extra * outside) == rest - whole
    return Found(fine, "for all distributions, as an identity in the measures and the integral" * fine)


def best_cut() -> Fraction:
    """Return the best t for R = {W < t}, among multiples of 1/40."""
    w = four_suits()
    return max((Fraction(i, 40) for i in range(21)), key=lambda t: expectation_13(w, t))


def folding_the_best_hands() -> Fraction:
    """Return the expectation if R is (17) as printed, that is W >= 3/4, with the best bets elsewhere."""
    w = four_suits()
    top = Fraction(3, 4)
    return -(1 - w.below(top)) + 6 * edge_between(w, HALF, top) + 2 * edge_between(w, Fraction(0), HALF)


def identity_18_19() -> bool:
    """Check the right sides of (18) and (19), for all hands."""
    hand = letters("x_1", "x_2", "x_3", "x_4")
    total = hand[0] + hand[1] + hand[2] + hand[3]
    edge = sum((QUARTER * (2 * x - 1) for x in hand), 0 * total)
    return 2 * QUARTER * total - 1 == total / 2 - 1 and 1 + 2 * edge == total - 1
