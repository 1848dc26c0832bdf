"""Bellman and Blackwell's three models of poker, solved exactly, and properties of the solutions.

Strategies are sets of hands, that is lists of intervals; `size` is a set's measure and `duel` the double integral
of K(x, y) = sign(x - y) over two sets.

Two bets z1 < z2, with c1 = 2/(2 + z1), c2 = 2/(2 + z2) and G = c1 (2 - c1 + c2 (c1 - c2)/2). If G <= 1, the paper's
form holds, A folds a fraction 1 - G of the hands, and the value is G - 1; if G > 1, A never folds, and the value is
1 - 1/G. On the curve G = 1 between the two the game is fair.

In the game with a raise, consider an opponent whose payoff depends only on the measures of the hands with which a
strategy folds, bets, calls or raises. Two strategies with the same measures have the same EV against this opponent.
So if all optimal strategies have equal EVs against enough such opponents, they agree in their measures. The range
over all measurable optimal strategies is proved by `extreme_on_line`, in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.sides import Side
from zerosum.formulas.answer import FormulaPiece, Named, StepRule
from zerosum.formulas.line import GameLine
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.games.poker import Raise, Relance, TwoBets
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.response import Mix
from zerosum.models.continuum.rules import BettingGame
from zerosum.models.continuum.solve import solve
from zerosum.models.continuum.solve.extremes import extreme_on_line
from zerosum.models.continuum.solve.parametric import PlaneHands
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure

F = Fraction
HandIntervals = list[tuple[Fraction, Fraction]]

SAMPLE = (F(1, 5), F(1, 2), F(1), F(2), F(5), F(20))
"""Bets that are searched for one at which a formula fails."""


@cache
def solved(game: BettingGame) -> BettingSolution:
    """Solve a game exactly, once."""
    return solve(game)


def value(game: BettingGame) -> Fraction:
    """Return the exact value; if it was not found, a bound on it, which equals no formula."""
    return Fraction(solved(game).value.lower)


def ends(solution: BettingSolution, turn: str = "start") -> list[Fraction]:
    """Return the thresholds of a decision."""
    return [Fraction(x) for x in solution.steps[turn].ends[1:-1]]


def hands(solution: BettingSolution, turn: str, action: str) -> HandIntervals:
    """Return the hands that take an action."""
    steps = solution.steps[turn]
    return [(Fraction(step.low), Fraction(step.high)) for step in steps if action in step.mix]


def size(some: HandIntervals) -> Fraction:
    """Return the measure of a set."""
    return sum((high - low for low, high in some), F(0))


def duel(xs: HandIntervals, ys: HandIntervals) -> Fraction:
    """Return the double integral of K over x in one set and y in the other."""
    return sum((_below(x, y) - _below(y, x) for x in xs for y in ys), F(0))


def _below(x: tuple[Fraction, Fraction], y: tuple[Fraction, Fraction]) -> Fraction:
    """Return the measure of the pairs with y below x: the integral over x of the part of y's interval below it."""
    inside = max(F(0), min(x[1], y[1]) - max(x[0], y[0]))
    start = max(x[0], y[0]) - y[0]
    return inside * start + inside**2 / 2 + max(F(0), x[1] - max(x[0], y[1])) * (y[1] - y[0])


def raise_points(bet: Fraction) -> dict[str, Fraction]:
    """Return c1, c2, u, v and w of the game with a raise."""
    solution = solved(Raise(bet=bet))
    v, c1, c2 = ends(solution, "bet")
    return {"c1": c1, "c2": c2, "u": ends(solution)[0], "v": v, "w": ends(solution, "bet, raise")[0]}


def fair(z1: Fraction, z2: Fraction) -> Fraction:
    """Return G of two bets."""
    c1, c2 = 2 / (2 + z1), 2 / (2 + z2)
    return c1 * (2 - c1 + c2 * (c1 - c2) / 2)


def closed_value(z1: Fraction, z2: Fraction) -> Fraction:
    """Return the value of two bets by its closed form."""
    g = fair(z1, z2)
    return g - 1 if g <= 1 else 1 - 1 / g


def draw_values() -> Figure:
    """Draw the values as the bet grows."""
    from zerosum.display.drawing import line_chart

    bets = [F(k, 4) for k in range(1, 41, 3)]
    games: dict[str, Callable[..., BettingGame]] = {"one bet": Relance, "bet and raise": Raise}
    lines = {name: [(float(a), float(value(kind(bet=a)))) for a in bets] for name, kind in games.items()}
    return line_chart(lines, across="bet a", up="value to A", title="The value as the bet grows")


def draw_region() -> Figure:
    """Draw the value to A by both bets, and the fair curve."""
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.6), layout="constrained")
    axis = figure.subplots()
    low, high = np.meshgrid(np.geomspace(0.02, 4, 300), np.geomspace(0.02, 40, 300))
    c1, c2 = 2 / (2 + low), 2 / (2 + high)
    g = np.where(high > low, c1 * (2 - c1 + c2 * (c1 - c2) / 2), np.nan)
    worth = np.where(g <= 1, g - 1, 1 - 1 / g)
    levels = np.array([-0.5, -0.4, -0.3, -0.2, -0.15, -0.1, -0.05, 0.0, 0.025, 0.05, 0.075, 0.1, 0.125])
    centred = TwoSlopeNorm(0.0, -0.5, 0.2)
    shown = axis.contourf(low, high, worth, levels=levels, cmap="RdBu", norm=centred, extend="both")
    axis.contour(low, high, g, levels=[1.0], colors="black", linewidths=2)
    axis.axvline((5**0.5 - 1) / 2, color="black", linestyle="--", linewidth=1)
    axis.text(0.13, 1.1, "A never folds", fontsize=10, ha="center")
    axis.text(1.55, 10, "A folds", fontsize=10, ha="center")
    axis.text(0.64, 0.03, ".618", fontsize=9)
    axis.set(
        xscale="log", yscale="log", xlabel="low bet z1", ylabel="high bet z2", title="Two bets: value to A"
    )
    figure.colorbar(shown, ax=axis, spacing="uniform", ticks=levels)
    return figure


Rule = Mapping[str, Callable[[Fraction], str]]
"""The opponent's action with each hand, at some decisions."""


def unique_apart_from_locations(bets: list[int]) -> Found:
    """Check whether A_F, A_S, B_F, B_R have the same measures in all optimal strategies, but not locations."""
    alike, free = True, True
    for bet in bets:
        solution = solved(Raise(bet=F(bet)))
        top = (max(F(x) for x in solution.steps["bet"].ends[:-1]) + 1) / 2
        alike &= all(_width(solution, side, plan, top) == 0 for side, plan in _measuring(top))
        free &= _width(solution, "row", {"bet": lambda y: "see"}, top) > 0
    text = (
        "over all measurable optimal strategies, the measures of A_F and A_S, of B_F and B_R have one value each, "
        f"proved in fractions for a = {', '.join(map(str, bets))}; against a B who always sees they differ, by location"
    )
    return Found(alike and free, so=text)


def _measuring(top: Fraction) -> list[tuple[Side, Rule]]:
    """Return opponents whose payoff depends only on the measures; all play the same with the cards above `top`."""
    return [
        ("row", {"bet": lambda y: "fold"}),
        ("row", {"bet": lambda y: "raise" if y > top else "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "see"}),
    ]


def _width(solution: BettingSolution, side: Side, plan: Rule, top: Fraction) -> Fraction:
    """Return the largest difference between optimal strategies of a side against an opponent."""
    ends = {F(x) for steps in solution.steps.values() for x in steps.ends}
    edges = np.array(sorted(ends | {top}), object)
    opponent, optimal = _table(solution, edges, plan), _table(solution, edges, {})
    most, least = (
        extreme_on_line(solution.form, side, opponent, optimal, edges, solution.value, most=most)
        for most in (True, False)
    )
    return most.bound - least.bound


def _table(solution: BettingSolution, edges: Array, plan: Rule) -> Mix:
    """Return the opponent's mix in every cell, and the solution at all other decisions."""
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    table = []
    for turn in solution.form.turns:
        steps = solution.steps[turn.name]
        taken = plan.get(turn.name, lambda hand, steps=steps: next(iter(steps.at(hand))))
        table.append(np.array([[F(int(act == taken(x))) for act in turn.actions] for x in middles], object))
    return table


@cache
def for_every_bet(kind: Callable[..., BettingGame]) -> FormulaPiece:
    """Return the formula of a game in its bet, for every positive bet; it must have one piece."""
    line: GameLine[BettingGame] = GameLine(lambda t: kind(bet=t), "bet", "a", F(0), None)
    (piece,) = BettingGame.family.formula(line).pieces
    return piece


def steps_of(piece: FormulaPiece, side: Side, place: str) -> list[tuple[RationalFunction, RationalFunction]]:
    """Return the end points of a player's steps at a decision."""
    rule = piece.of(side)[place]
    assert isinstance(rule, StepRule)
    return [(function(low), function(high)) for low, high, _ in rule.steps]


def function(named: Named) -> RationalFunction:
    """Return a named function without the letter of its parameter."""
    assert isinstance(named.function, RationalFunction)
    return named.function


def is_positive(f: RationalFunction, *, or_zero: bool = False) -> bool:
    """Check whether a function is positive, or zero, for every positive bet."""
    return f.is_positive_above(F(0), or_zero=or_zero)


def as_functions(formula: str, letter: str, letters: Mapping[str, RationalFunction]) -> Found:
    """Check whether a formula holds between functions of the bet, since all letters are functions."""
    known = {letter: RationalFunction.variable(), **letters}
    if holds(formula, known):
        how = "as an identity of functions" if "==" in formula else "by the signs of functions"
        return Found(True, f"for every bet, {how}")
    failing = (bet for bet in SAMPLE if not holds(formula, {name: f(bet) for name, f in known.items()}))
    bet = next(failing, None)
    return Found(False, "not for every bet" if bet is None else f"fails with {letter} = {bet}")


@cache
def two_bet_functions() -> dict[str, PlaneFunction]:
    """Return the letters of the model with two bets as functions of both, where A folds: around z_1 = 1, z_2 = 3."""
    low, high = F(1), F(3)
    path: ParameterPath[PlaneFunction] = ParameterPath(PlaneFunction.of)
    z1, z2 = (path.variable(t, PlaneFunction.variable(k)) for k, t in enumerate((low, high)))
    form = TwoBets(low=low, high=high).form
    leaves = TwoBets(low=z1, high=z2).form.leaves
    numbers = [function_of(amount, path) for leaf in leaves for amount in (leaf.constant, leaf.stake)]
    found = PlaneHands(form, numbers).around(form, lambda f: int((at := f(low, high)) > 0) - int(at < 0))
    assert found is not None
    steps: Any = [found.answer.steps[turn.index] for turn in form.turns]
    start, after_low, after_high = steps
    b1, b2, b3 = after_low[0][1], after_high[0][1], start[-1][0]
    nothing = PlaneFunction.of(0)

    def hands_of(action: int, least: Fraction, most: Fraction) -> PlaneFunction:
        """Return the measure of A's hands between two points that take an action."""
        inside = [
            (begin, end)
            for begin, end, k in start
            if k == action and least <= begin(low, high) and end(low, high) <= most
        ]
        return sum((end - begin for begin, end in inside), nothing)

    first, second = z1.function, z2.function
    below = b1(low, high)
    return {
        "z1": first,
        "z2": second,
        "c1": 2 / (2 + first),
        "c2": 2 / (2 + second),
        "b1": b1,
        "b2": b2,
        "b3": b3,
        "m_L": hands_of(1, F(0), below),
        "m_H": hands_of(2, F(0), below),
        "A_L": hands_of(1, F(0), F(1)),
        "A_H": hands_of(2, F(0), F(1)),
        "I2": (first + 1) * hands_of(1, F(0), F(1)),
        "I3": (second + 1) * (hands_of(2, b2(low, high), F(1)) - hands_of(2, F(0), b2(low, high))),
        "E": found.answer.value,
    }
