"""The formulas of Bellman and Blackwell's section 2, each in fractions, as printed and as they should be.

Checks run on laws for which every integral is known: uniform cards, powers of uniform cards, and small discrete
laws on which all strategies can be tried.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from zerosum.games.red_dog import RedDog
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.card_law import Discrete, card_law
from zerosum.models.wager.solve import solve
from zerosum.models.wager.win_chance import PowerLaw

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
LAWS = ("steps(5)", "values(0:1/4,1/2:1/4,1:1/2)", "values(1/10:1/3,1/4:1/6,3/5:1/2)")
"""Discrete laws on which all strategies can be tried."""


@cache
def red_dog(**parameters: object) -> WagerSolution:
    """Red Dog, solved once."""
    return solve(RedDog(**parameters))  # type: ignore[arg-type]


# one card


def law(text: str) -> Discrete:
    """A discrete law of cards."""
    found = card_law(text)
    assert isinstance(found, Discrete)
    return found


def points(cards: Discrete) -> list[tuple[Fraction, Fraction]]:
    """Ranks and their probabilities."""
    return list(zip(cards.ranks, cards.weights, strict=True))


def k(x: Fraction, y: Fraction) -> int:
    """The paper's K(x, y) of equation (2)."""
    return 1 if x >= y else -1


def pairs() -> list[tuple[Discrete, Discrete]]:
    """Every pair of F and G among the laws."""
    return [(law(f), law(g)) for f, g in product(LAWS, repeat=2)]


def best_by_trying(f: Discrete, g: Discrete, bets: tuple[int, ...], *, rising: bool) -> Fraction:
    """The best expectation (1) over all strategies, or over those whose bet rises with the card; 0 folds."""
    best = Fraction(-1)
    for bet in product((0, *bets), repeat=len(f.ranks)):
        if not rising or list(bet) == sorted(bet):
            best = max(best, expectation_1(f, g, bet))
    return best


def expectation_1(f: Discrete, g: Discrete, bet: tuple[int, ...]) -> Fraction:
    """Equation (1): the double sum over both cards, a bet of zero being a fold."""
    total = Fraction(0)
    for (x, p), b in zip(points(f), bet, strict=True):
        total += sum((p * q * (1 + b) * k(x, y) for y, q in points(g)), Fraction(0)) if b else -p
    return total


def expectation_3(f: Discrete, g: Discrete, bet: tuple[int, ...]) -> Fraction:
    """Equation (3): the single sum with 2G(x) - 1."""
    parts = zip(points(f), bet, strict=True)
    return sum((p * (1 + b) * (2 * Fraction(g.cdf(x)) - 1) if b else -p for (x, p), b in parts), Fraction(0))


def rising_is_best() -> bool:
    """Whether some best strategy bets more on better cards."""
    tried = [(best_by_trying(f, g, (1, 2, 4), rising=r) for r in (True, False)) for f, g in pairs()]
    return all(len(set(both)) == 1 for both in tried)


def third_equals_first() -> bool:
    """(3) against (1) for every strategy on every pair of laws."""
    return all(
        expectation_1(f, g, bet) == expectation_3(f, g, bet)
        for f, g in pairs()
        for bet in product((0, 1, 3), repeat=len(f.ranks))
    )


def printed_strategy_is_best() -> bool:
    """(7) to (9), with x_0 = inf{x: 2G(x) >= 1}, against trying all strategies."""
    for f, g in pairs():
        bet = tuple(0 if 4 * g.cdf(x) < 1 else 1 if 2 * g.cdf(x) < 1 else 4 for x in f.ranks)
        if expectation_1(f, g, bet) != best_by_trying(f, g, (1, 2, 4), rising=False):
            return False
    return True


def integral(degree_g: int, degree_f: int, a: Fraction, b: Fraction, scale: int, shift: int) -> Fraction:
    """The integral of scale * G + shift over [a, b] against dF, for F = x^degree_f and G = x^degree_g."""

    def power(n: int) -> Fraction:
        return Fraction(degree_f, n) * (b**n - a**n)

    return scale * power(degree_f + degree_g) + shift * power(degree_f)


def sixth_lines_agree() -> bool:
    """The two lines of (6), for any a_1 <= x_0 and powers of uniform cards."""
    cases = product((1, 2, 3), (1, 2, 3), (Fraction(1, 5), QUARTER), (HALF, Fraction(2, 3)), (1, 5))
    for m, n, a1, x0, bet in cases:
        high = (1 + bet) * integral(m, n, x0, Fraction(1), 2, -1)
        first = 2 * integral(m, n, a1, x0, 2, -1) + high - a1**n
        second = integral(m, n, a1, x0, 4, -1) + high - 1 + (1 - x0**n)
        if first != second:
            return False
    return True


# several suits: discrete cards, hands of two suits

WEIGHTS = (Fraction(1, 3), Fraction(2, 3))
BetRule = Callable[[tuple[Fraction, ...]], int]
"""The bet on a hand; zero folds."""


def hands(f: Discrete) -> list[tuple[tuple[Fraction, ...], Fraction]]:
    """Hands of two suits with their probabilities."""
    return [((x, y), p * q) for (x, p), (y, q) in product(points(f), repeat=2)]


def edge_of(g: Discrete, hand: tuple[Fraction, ...]) -> Fraction:
    """The sum of p_i (2G(x_i) - 1)."""
    return sum((p * (2 * Fraction(g.cdf(x)) - 1) for p, x in zip(WEIGHTS, hand, strict=True)), Fraction(0))


def expectation_11(f: Discrete, g: Discrete, bets: BetRule) -> Fraction:
    """The first line of (11): the sum over the hand, the suit and the rival's card."""
    total = Fraction(0)
    for hand, chance in hands(f):
        bet = bets(hand)
        suits = zip(WEIGHTS, hand, strict=True)
        won = sum((p * q * k(x, z) for p, x in suits for z, q in points(g)), Fraction(0))
        total += chance * ((1 + bet) * won if bet else -1)
    return total


def eleventh_lines_agree() -> bool:
    """Both lines of (11), for some ways to bet."""
    ways: tuple[BetRule, ...] = (
        lambda hand: 1,
        lambda hand: 2 * (hand[0] > hand[1]),
        lambda hand: int(4 * hand[1]),
    )
    return all(
        expectation_11(f, g, way)
        == sum((c * ((1 + way(h)) * edge_of(g, h) if way(h) else -1) for h, c in hands(f)), Fraction(0))
        for f, g in pairs()
        for way in ways
    )


def _best_act(edge: Fraction) -> Fraction:
    """The better of folding and bets of 1, 2 and 4."""
    return max([Fraction(-1), *((1 + bet) * edge for bet in (1, 2, 4))])


def regions_are_best() -> bool:
    """(12) and (19): S where the edge is not negative, R where 2 edge + 1 < 0, against the best act on each hand."""
    for f, g in pairs():

        def bets(hand: tuple[Fraction, ...], g: Discrete = g) -> int:
            edge = edge_of(g, hand)
            return 0 if 2 * edge + 1 < 0 else 4 if edge >= 0 else 1

        best = sum((c * _best_act(edge_of(g, hand)) for hand, c in hands(f)), Fraction(0))
        if expectation_11(f, g, bets) != best:
            return False
    return True


def folding_beyond_the_middle_costs() -> bool:
    """Whether a_1 > x_0 can be bettered by decreasing a_1, for powers of uniform cards."""

    def earns(m: int, n: int, a1: Fraction) -> Fraction:
        return 6 * integral(m, n, a1, Fraction(1), 2, -1) - a1**n

    cuts = [Fraction(i, 20) for i in range(14, 21)]
    return all(earns(1, n, a) > earns(1, n, b) for n in (1, 2, 3) for a, b in pairwise(cuts))


# several suits: the law of W = sum of p_i G(x_i), uniform cards


def four_suits() -> PowerLaw:
    """The law of W for four equal suits."""
    exact = red_dog(deck="continuous").chance.exact
    assert exact is not None
    return exact


def edge_between(w: PowerLaw, a: Fraction, b: Fraction) -> Fraction:
    """The integral of 2W - 1 over a <= W < b."""

    def to(t: Fraction) -> Fraction:
        return 2 * (t * w.below(t) - w.shortfall(t)) - w.below(t)

    return to(b) - to(a)


def expectation_13(w: PowerLaw, fold_below: Fraction, bet: int = 5) -> Fraction:
    """Equation (13) with R = {W < t}, t at most 1/2."""
    high = (bet + 1) * edge_between(w, HALF, Fraction(2))
    return -w.below(fold_below) + high + 2 * edge_between(w, fold_below, HALF)


def fifteenth(extra: int) -> bool:
    """Whether (13) and the integral of (15) change alike with R, the bracket having `extra` added."""
    w = four_suits()

    def printed(t: Fraction) -> Fraction:
        return 2 * edge_between(w, t, HALF) + extra * (w.below(HALF) - w.below(t))

    cuts = [Fraction(i, 10) for i in range(1, 6)]
    return all(
        expectation_13(w, a) - expectation_13(w, b) == printed(a) - printed(b) for a in cuts for b in cuts
    )


def best_cut() -> Fraction:
    """Where R = {W < t} is best, among multiples of 1/40."""
    w = four_suits()
    return max((Fraction(i, 40) for i in range(21)), key=lambda t: expectation_13(w, t))


def folding_the_best_hands() -> Fraction:
    """The expectation if R is (17) as printed, that is W >= 3/4, with the best bets elsewhere."""
    w = four_suits()
    top = Fraction(3, 4)
    return -(1 - w.below(top)) + 6 * edge_between(w, HALF, top) + 2 * edge_between(w, Fraction(0), HALF)


def identity_18_19() -> bool:
    """The right sides of (18) and (19), on a grid of hands."""
    ranks = [Fraction(i, 3) for i in range(4)]
    for hand in product(ranks, repeat=4):
        edge = sum(QUARTER * (2 * x - 1) for x in hand)
        if 2 * sum(QUARTER * x for x in hand) - 1 != sum(hand) / 2 - 1 or 1 + 2 * edge != sum(hand) - 1:
            return False
    return True
