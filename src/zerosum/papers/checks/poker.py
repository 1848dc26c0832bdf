"""Bellman and Blackwell's three models of poker, solved exactly, and what is read off the solutions.

Strategies are sets of hands, that is lists of intervals; `size` is a set's measure and `duel` the double integral
of K(x, y) = sign(x - y) over two sets.

Two bets z1 < z2, with c1 = 2/(2 + z1), c2 = 2/(2 + z2) and G = c1 (2 - c1 + c2 (c1 - c2)/2): where G <= 1 the
paper's shape holds, A folds 1 - G of the hands and the value is G - 1; where G > 1 A never folds and
the value is 1 - 1/G. On the curve G = 1 between the two the game is fair.

Bellman and Blackwell, section 5, (4): the payoffs of each act as functions of the hand.

Pictures of Bellman and Blackwell's three models of poker.

Bellman and Blackwell's game with a raise: what all optimal strategies have in common, with proofs.

A rival whose winnings depend only on how many hands the other folds, bets, sees or raises with earns the same from two
strategies with the same measures. So if all optimal strategies earn alike against enough such rivals, they agree in
their measures. The range over all measurable optimal strategies is proved by `extreme_on_line`, in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.sides import Side
from zerosum.formulas.answer import FormulaPiece, Named, StepRule
from zerosum.formulas.line import GameLine
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.games.poker import Bets, Kuhn, Raise, Raises, Relance, TwoBets
from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.response import Mix
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.solve import solve
from zerosum.models.betting.solve.extremes import extreme_on_line
from zerosum.models.betting.solve.parametric import PlaneHands
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure

F = Fraction
HandIntervals = list[tuple[Fraction, Fraction]]

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
    """The exact solution with this number of raises of 1."""
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


def hands(solution: BettingSolution, turn: str, action: str) -> HandIntervals:
    """The hands that take an action."""
    steps = solution.steps[turn]
    return [(Fraction(step.low), Fraction(step.high)) for step in steps if action in step.mix]


def size(some: HandIntervals) -> Fraction:
    """The measure of a set."""
    return sum((high - low for low, high in some), F(0))


def duel(xs: HandIntervals, ys: HandIntervals) -> Fraction:
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


def split(some: HandIntervals, at: Fraction) -> tuple[Fraction, Fraction]:
    """How much of a set lies below a point, and how much above."""
    below = size([(low, min(high, at)) for low, high in some if low < at])
    return below, size(some) - below


def payoffs_move(functions: Sequence[str], rising: bool) -> Found:
    """Whether A's I_1, I_2, I_3, or B's J_1, J_2, J_3, move one way and one of them does move."""
    for a in SAMPLE:
        columns = [_payoffs(a)[name] for name in functions]
        steps = [(y - x) * (1 if rising else -1) for column in columns for x, y in pairwise(column)]
        if min(steps) < 0 or max(steps) == 0:
            return Found(
                False, f"a = {a}: {', '.join(functions)} {'is constant' if max(steps) == 0 else 'turns'}"
            )
    return Found(
        True, f"on {len(_payoffs(SAMPLE[0])['x'])} hands at the exact solutions of {len(SAMPLE)} bets"
    )


ACTS = {
    "A": {"fold": "I_1", "bet": "I_2", "see": "I_3"},
    "B": {"fold": "J_1", "see": "J_2", "raise": "J_3"},
}


def best_acts(player: str, intervals: Sequence[tuple[str, str, Sequence[str]]]) -> Found:
    """Whether exactly these acts are best with every hand of each interval, at the exact solutions of all bets."""
    pick = max if player == "A" else min
    for a in SAMPLE:
        table, points = _payoffs(a), {"0": F(0), "1": F(1), **raise_points(a)}
        for start, end, acts in intervals:
            for i, x in enumerate(table["x"]):
                if not points[start] < x < points[end]:
                    continue
                worth = {act: table[name][i] for act, name in ACTS[player].items()}
                best = {act for act, w in worth.items() if w == pick(worth.values())}
                if best != set(acts):
                    return Found(False, f"a = {a}: with the hand {x} best are {', '.join(sorted(best))}")
    return Found(True, f"in fractions, on 60 hands at the exact solutions of {len(SAMPLE)} bets")


def both_fold_first(excluded: bool) -> Found:
    """Whether no solution has A fold up to some c and B fold up to some d, and then act otherwise."""
    for a in SAMPLE:
        sets, point = _raise_sets(a), raise_points(a)
        if sets["A_F"] != [(F(0), point["u"])] or sets["B_F"] != [(F(0), point["v"])]:
            return Found(excluded, f"a = {a}: the solution found has another form")
    point = raise_points(F(1))
    text = (
        f"with a = 1 A folds up to {point['u']} and B up to {point['v']}, and best replies prove that optimal"
    )
    return Found(not excluded, text)


def ordered_at_zero(less: str, more: str) -> Found:
    """Whether one payoff is below another with the lowest hand."""
    pairs = [(_payoffs(a)[less][0], _payoffs(a)[more][0]) for a in SAMPLE]
    return Found(all(x < y for x, y in pairs), f"at the exact solutions of {len(SAMPLE)} bets")


def payoffs_constant(functions: Sequence[str], on: Sequence[str] = ()) -> Found:
    """Whether payoffs do not change with a hand, or not within the intervals of some of the rival's sets."""
    for a in SAMPLE:
        table, sets = _payoffs(a), _raise_sets(a)
        parts = [part for name in on for part in sets[name]] if on else [(F(0), F(1))]
        for name in functions:
            for low, high in parts:
                if len({v for x, v in zip(table["x"], table[name], strict=True) if low < x < high}) > 1:
                    return Found(False, f"a = {a}: {name} changes between {low} and {high}")
    return Found(True, f"at the exact solutions of {len(SAMPLE)} bets")


def _raise_sets(a: Fraction) -> dict[str, HandIntervals]:
    """A_F, A_B, A_S, B_F, B_S, B_R."""
    solution, w = raised(a), raise_points(a)["w"]
    bets = hands(solution, "start", "bet")
    mine = {"A_F": hands(solution, "start", "fold"), "A_S": [(w, F(1))]}
    theirs = {f"B_{action[0].upper()}": hands(solution, "bet", action) for action in ("fold", "see", "raise")}
    return {**mine, "A_B": [(low, min(high, w)) for low, high in bets], **theirs}


@cache
def _payoffs(a: Fraction) -> dict[str, list[Fraction]]:
    """I_1, I_2, I_3, I_3 - I_2 and J_1, J_2, J_3 at many hands."""
    s = _raise_sets(a)
    at = [F(0), *(F(2 * i + 1, 120) for i in range(60))]

    def over(name: str, x: Fraction, sign: int) -> Fraction:
        below, above = split(s[name], x)
        return sign * (below - above)

    i2 = [size(s["B_F"]) + (1 + a) * over("B_S", x, 1) - (1 + a) * size(s["B_R"]) for x in at]
    i3 = [size(s["B_F"]) + (1 + a) * over("B_S", x, 1) + (2 * a + 1) * over("B_R", x, 1) for x in at]
    j2 = [(1 + a) * (over("A_B", y, -1) + over("A_S", y, -1)) for y in at]
    j3 = [(2 * a + 1) * over("A_S", y, -1) - (1 + a) * size(s["A_B"]) for y in at]
    constants = {"I_1": [F(-1)] * len(at), "J_1": [size(s["A_B"]) + size(s["A_S"])] * len(at)}
    return {
        "x": at,
        **constants,
        "I_2": i2,
        "I_3": i3,
        "I_3 - I_2": [q - p for p, q in zip(i2, i3, strict=True)],
        "J_2": j2,
        "J_3": j3,
    }


def draw_raise() -> Figure:
    """Who does what with which hand in section 5."""
    from zerosum.models.betting.plot import draw

    return draw(raised(F(1)))


def draw_two_bets() -> Figure:
    """Who does what with bets of 1 and 2."""
    from zerosum.models.betting.plot import draw

    return draw(two_bets(F(1), F(2)))


def draw_values() -> Figure:
    """The values as the bet grows."""
    from zerosum.models.betting.plot import curve

    bets = [F(k, 4) for k in range(1, 41, 3)]
    lines = {
        "one bet": [float(value(relance(a))) for a in bets],
        "bet and raise": [float(value(raised(a))) for a in bets],
    }
    return curve(
        [float(a) for a in bets], lines, across="bet a", up="value to A", title="The value as the bet grows"
    )


def draw_region() -> Figure:
    """The value to A by both bets, and the fair curve."""
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
"""At some turns, what a rival does with a hand."""


def unique_apart_from_locations(bets: list[int]) -> Found:
    """Whether the measures of A_F, A_S, B_F and B_R are the same in all optimal strategies, and locations are not."""
    alike, free = True, True
    for bet in bets:
        solution = raised(F(bet))
        top = (max(F(x) for x in solution.steps["bet"].ends[:-1]) + 1) / 2
        alike &= all(_width(solution, side, plan, top) == 0 for side, plan in _measuring(top))
        free &= _width(solution, "row", {"bet": lambda y: "see"}, top) > 0
    text = (
        "over all measurable optimal strategies, the measures of A_F and A_S, of B_F and B_R have one value each, "
        f"proved in fractions for a = {', '.join(map(str, bets))}; against a B who always sees they differ, by location"
    )
    return Found(alike and free, so=text)


def _measuring(top: Fraction) -> list[tuple[Side, Rule]]:
    """Rivals whose winnings depend on measures alone: the cards above `top`, where all play alike, beat the others."""
    return [
        ("row", {"bet": lambda y: "fold"}),
        ("row", {"bet": lambda y: "raise" if y > top else "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "see"}),
    ]


def _width(solution: BettingSolution, side: Side, plan: Rule, top: Fraction) -> Fraction:
    """By how much optimal strategies of a side can differ against a rival, at most."""
    ends = {F(x) for steps in solution.steps.values() for x in steps.ends}
    edges = np.array(sorted(ends | {top}), object)
    rival, optimal = _table(solution, edges, plan), _table(solution, edges, {})
    most, least = (
        extreme_on_line(solution.form, side, rival, optimal, edges, solution.value, most=most)
        for most in (True, False)
    )
    return most.bound - least.bound


def _table(solution: BettingSolution, edges: Array, plan: Rule) -> Mix:
    """What the rival does in every cell, and the solution at all other turns."""
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    table = []
    for turn in solution.form.turns:
        steps = solution.steps[turn.name]
        taken = plan.get(turn.name, lambda hand, steps=steps: next(iter(steps.at(hand))))
        table.append(np.array([[F(int(act == taken(x))) for act in turn.actions] for x in middles], object))
    return table


@cache
def for_every_bet(kind: type[BettingGame]) -> FormulaPiece:
    """The formula of a game in its bet, for every positive bet; it must have one piece."""
    line: GameLine[BettingGame] = GameLine(lambda t: kind(bet=t), "bet", "a", F(0), None)  # type: ignore[call-arg]
    (piece,) = BettingGame.family.formula(line).pieces
    return piece


def steps_of(piece: FormulaPiece, side: Side, place: str) -> list[tuple[RationalFunction, RationalFunction]]:
    """Where the steps of a player at a place begin and end."""
    rule = piece.of(side)[place]
    assert isinstance(rule, StepRule)
    return [(function(low), function(high)) for low, high, _ in rule.steps]


def function(named: Named) -> RationalFunction:
    """A function without its letter."""
    assert isinstance(named.function, RationalFunction)
    return named.function


def as_functions(formula: str, letter: str, letters: Mapping[str, Scalar]) -> Found:
    """Whether a formula is an identity between functions of the bet, which all letters are."""
    fine = holds(formula, {letter: RationalFunction.variable(), **letters})
    return Found(fine, "for every bet, as an identity of functions" if fine else "not for every bet")


@cache
def two_bet_functions() -> dict[str, PlaneFunction]:
    """The letters of the model with two bets as functions of both, where A folds: around z_1 = 1, z_2 = 3."""
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
        """The number of A's hands between two places that take an action."""
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
