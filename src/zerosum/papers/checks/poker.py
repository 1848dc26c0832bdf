"""Bellman and Blackwell's three models of poker, solved exactly, and what is read off the solutions.

Strategies are sets of hands, that is lists of intervals; `size` is a set's measure and `duel` the double integral
of K(x, y) = sign(x - y) over two sets.

Two bets z1 < z2, with c1 = 2/(2 + z1), c2 = 2/(2 + z2) and G = c1 (2 - c1 + c2 (c1 - c2)/2): where G <= 1 the
paper's shape holds, A folds 1 - G of the hands and the value is G - 1; where G > 1 A never folds and
the value is 1 - 1/G. On the curve G = 1 between the two the game is fair.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets
from zerosum.models.betting.solve import BettingSolution, solve

F = Fraction
Hands = list[tuple[Fraction, Fraction]]

SAMPLE = (F(1, 5), F(1, 2), F(1), F(2), F(5), F(20))
"""Bets at which formulas in a are checked."""

LOWS, HIGHS = (F(31, 50), F(1), F(2), F(7, 2)), (F(3), F(5), F(40))
"""Low and high bets at which formulas in z1 and z2 are checked, all in the paper's region."""


@cache
def relance(bet: Fraction) -> BettingSolution:
    """The exact solution of the first model."""
    return solve(Relance(bet=bet))


@cache
def two_bets(low: Fraction, high: Fraction) -> BettingSolution:
    """The exact solution of the second model."""
    return solve(TwoBets(low=low, high=high))


@cache
def raised(bet: Fraction) -> BettingSolution:
    """The exact solution of the third model."""
    return solve(Raise(bet=bet))


@cache
def with_limit(limit: int) -> BettingSolution:
    """The exact solution with so many raises of 1."""
    return solve(Raises(raises=limit))


@cache
def with_sizes(count: int) -> BettingSolution:
    """The exact solution with bets of 1, 2, 4, …"""
    return solve(Bets(sizes=tuple(F(2) ** k for k in range(count))))


@cache
def kuhn(cards: int) -> BettingSolution:
    """The exact solution of Kuhn's poker."""
    return solve(Kuhn(cards=cards))


def value(solution: BettingSolution) -> Fraction:
    """The exact value; a bound on it, which equals no formula, where none was found."""
    return Fraction(solution.value.lower)


def ends(solution: BettingSolution, turn: str = "start") -> list[Fraction]:
    """The thresholds of a turn."""
    return [Fraction(x) for x in solution.steps[turn].ends[1:-1]]


def hands(solution: BettingSolution, turn: str, action: str) -> Hands:
    """The hands that take an action."""
    steps = solution.steps[turn]
    return [(Fraction(step.low), Fraction(step.high)) for step in steps if action in step.mix]


def size(some: Hands) -> Fraction:
    """The measure of a set."""
    return sum((high - low for low, high in some), F(0))


def duel(xs: Hands, ys: Hands) -> Fraction:
    """The double integral of K over x in one set and y in the other."""
    return sum((_below(x, y) - _below(y, x) for x in xs for y in ys), F(0))


def _below(x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction]) -> Fraction:
    """The measure of the pairs with y below x: the integral over x of how much of y's interval lies below it."""
    inside = max(F(0), min(x[1], y[1]) - max(x[0], y[0]))
    start = max(x[0], y[0]) - y[0]
    return inside * start + inside**2 / 2 + max(F(0), x[1] - max(x[0], y[1])) * (y[1] - y[0])


def thresholds(z1: Fraction, z2: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """b1, b2 and b3 of two bets, read off the exact solution."""
    solution = two_bets(z1, z2)
    return (
        ends(solution, f"bet {z1}")[0],
        ends(solution, f"bet {z2}")[0],
        hands(solution, "start", f"bet {z2}")[-1][0],
    )


def bluffs(z1: Fraction, z2: Fraction) -> tuple[Fraction, Fraction]:
    """m_L and m_H: how many hands below b1 bet low and high."""
    b1 = thresholds(z1, z2)[0]
    low, high = (hands(two_bets(z1, z2), "start", f"bet {z}") for z in (z1, z2))
    return tuple(sum((max(F(0), min(y, b1) - x) for x, y in some), F(0)) for some in (low, high))  # type: ignore[return-value]


def raise_points(bet: Fraction) -> dict[str, Fraction]:
    """c1, c2, u, v and w of the game with a raise."""
    solution = raised(bet)
    v, c1, c2 = ends(solution, "bet")
    return {"c1": c1, "c2": c2, "u": ends(solution)[0], "v": v, "w": ends(solution, "bet, raise")[0]}


def fair(z1: Fraction, z2: Fraction) -> Fraction:
    """G of two bets."""
    c1, c2 = 2 / (2 + z1), 2 / (2 + z2)
    return c1 * (2 - c1 + c2 * (c1 - c2) / 2)


def closed_value(z1: Fraction, z2: Fraction) -> Fraction:
    """The value of two bets by its closed form."""
    g = fair(z1, z2)
    return g - 1 if g <= 1 else 1 - 1 / g


def raise_expectation(bet: Fraction, first: str) -> Fraction:
    """The second form of section 5's (2), with A's hands that take `first` in the first integral over B_S."""
    solution = raised(bet)
    a_f, a_bet = hands(solution, "start", "fold"), hands(solution, "start", "bet")
    point = raise_points(bet)
    a_s = [(point["w"], F(1))]
    a_b = [(low, min(high, point["w"])) for low, high in a_bet]
    b_f, b_s, b_r = (hands(solution, "bet", action) for action in ("fold", "see", "raise"))
    seen = {"A_S": a_s, "A_B": a_b}[first]
    return (
        size(b_f) * (size(a_b) + size(a_s))
        - size(a_f)
        + (1 + bet) * (duel(seen, b_s) + duel(a_s, b_s))
        + (2 * bet + 1) * duel(a_s, b_r)
        - (bet + 1) * size(b_r) * size(a_b)
    )


def split(some: Hands, at: Fraction) -> tuple[Fraction, Fraction]:
    """How much of a set lies below a point, and how much above."""
    below = size([(low, min(high, at)) for low, high in some if low < at])
    return below, size(some) - below
