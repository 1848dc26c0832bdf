"""Bellman and Blackwell's models with one bet: hands on [0, 1], cut at thresholds that are functions of the bet a.

Between two neighbouring thresholds each player has one action, so the EV of an action is a linear function of the
hand there. Its values at the thresholds are rational functions of a, and they determine it. A relation that is
linear in such functions holds for all hands if it holds at every threshold. That the thresholds keep their order,
and every sign, is proved for all a > 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise, product
from typing import Any

from zerosum.core.sides import Side
from zerosum.formulas.answer import FormulaPiece, StepRule
from zerosum.games.poker import Raise, Relance, TwoBets
from zerosum.numerics.functions import RationalFunction
from zerosum.papers.checks.poker import (
    SAMPLE,
    for_every_bet,
    function,
    is_positive,
    solved,
    two_bet_functions,
)
from zerosum.papers.verdicts import Found

BET = RationalFunction.variable()
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
PAIRS = [(Fraction(low), Fraction(high)) for low, high in ((1, 2), (1, 3), (2, 5), ("0.62", 20))]
"""Bets of the model with two bets, in its region."""


@dataclass(frozen=True)
class CutHands:
    """The cells between thresholds, and the cells of each set of hands."""

    points: tuple[RationalFunction, ...]
    """0, the thresholds and 1, rising for every bet."""
    sets: Mapping[str, frozenset[int]]

    def length(self, cell: int) -> RationalFunction:
        """Return the measure of a cell's hands."""
        return self.points[cell + 1] - self.points[cell]

    def size(self, name: str) -> RationalFunction:
        """Return the measure of a set."""
        return self.below(name, len(self.points) - 1)

    def below(self, name: str, point: int) -> RationalFunction:
        """Return the measure of the part of a set below a point."""
        return sum((self.length(cell) for cell in self.sets[name] if cell < point), ZERO)

    def beats(self, name: str, point: int) -> RationalFunction:
        """Return the integral of K(x, y) over y in a set for a point x: the measure below it minus that above it."""
        return 2 * self.below(name, point) - self.size(name)

    def duel(self, xs: str, ys: str) -> RationalFunction:
        """Return the double integral of K over x in one set and y in the other."""
        pairs = product(self.sets[xs], self.sets[ys])
        return sum((self.length(x) * self.length(y) * ((x > y) - (x < y)) for x, y in pairs), ZERO)


Steps = Sequence[tuple[RationalFunction, RationalFunction, str]]


def _steps(piece: FormulaPiece, side: Side, place: str) -> Steps:
    """Return a player's steps at a decision: both ends, and the action."""
    rule = piece.of(side)[place]
    assert isinstance(rule, StepRule)
    return [(function(low), function(high), action) for low, high, action in rule.steps]


def _cut(plans: Mapping[str, tuple[Steps, str]]) -> CutHands:
    """Divide the hands at the ends of all plans; each set has the hands that take an action in its plan."""
    ends = {end for steps, _ in plans.values() for low, high, _ in steps for end in (low, high)}
    points = tuple(sorted(ends | {ZERO, ONE}, key=lambda end: end(1)))
    assert all(is_positive(after - before) for before, after in pairwise(points))
    place = {point: k for k, point in enumerate(points)}
    sets: dict[str, frozenset[int]] = {}
    for name, (steps, wanted) in plans.items():
        ranges = (range(place[low], place[high]) for low, high, action in steps if action == wanted)
        sets[name] = frozenset(chain.from_iterable(ranges))
    return CutHands(points, sets)


@cache
def relance_hands() -> CutHands:
    """Return the cells of the model with one bet: A_B, B_F and B_S."""
    piece = for_every_bet(Relance)
    first, answer = _steps(piece, "row", ""), _steps(piece, "col", "after bet")
    return _cut({"A_B": (first, "bet"), "B_F": (answer, "fold"), "B_S": (answer, "see")})


@cache
def raise_hands() -> CutHands:
    """Return the cells of the model with a raise: the six sets of section 5's (1)."""
    piece = for_every_bet(Raise)
    first, answer = _steps(piece, "row", ""), _steps(piece, "col", "after bet")
    last = _steps(piece, "row", "after bet, raise")
    plans = {"A_F": (first, "fold"), "A_B": (last, "fold"), "A_S": (last, "see")}
    return _cut(plans | {f"B_{act[0].upper()}": (answer, act) for act in ("fold", "see", "raise")})


@cache
def raise_letters() -> dict[str, RationalFunction]:
    """Return u, v, w, c1, c2, the value E, and section 5's (2) with each set of A in the integral over B_S."""
    piece, cut = for_every_bet(Raise), raise_hands()
    (_, v, _), (_, c1, _), (_, c2, _), _ = _steps(piece, "col", "after bet")
    (_, u, _), _ = _steps(piece, "row", "")
    (_, w, _), _ = _steps(piece, "row", "after bet, raise")
    shared = cut.size("B_F") * (cut.size("A_B") + cut.size("A_S")) - cut.size("A_F")
    shared += (2 * BET + 1) * cut.duel("A_S", "B_R") - (BET + 1) * cut.size("B_R") * cut.size("A_B")
    forms = {
        f"with_{first}": shared + (1 + BET) * (cut.duel(first, "B_S") + cut.duel("A_S", "B_S"))
        for first in ("A_S", "A_B")
    }
    return {"u": u, "v": v, "w": w, "c1": c1, "c2": c2, "E": function(piece.value), **forms}


@cache
def _payoffs() -> dict[str, list[RationalFunction]]:
    """Return section 5's I_1, I_2, I_3, I_3 - I_2 and J_1, J_2, J_3 at all thresholds."""
    cut, a = raise_hands(), BET
    at = range(len(cut.points))
    seen = [cut.size("B_F") + (1 + a) * cut.beats("B_S", x) for x in at]
    i2 = [earned - (1 + a) * cut.size("B_R") for earned in seen]
    i3 = [earned + (2 * a + 1) * cut.beats("B_R", x) for x, earned in zip(at, seen, strict=True)]
    j2 = [-(1 + a) * (cut.beats("A_B", y) + cut.beats("A_S", y)) for y in at]
    j3 = [-(2 * a + 1) * cut.beats("A_S", y) - (1 + a) * cut.size("A_B") for y in at]
    constants = {"I_1": [-ONE for _ in at], "J_1": [cut.size("A_B") + cut.size("A_S") for _ in at]}
    more = [q - p for p, q in zip(i2, i3, strict=True)]
    return {**constants, "I_2": i2, "I_3": i3, "I_3 - I_2": more, "J_2": j2, "J_3": j3}


def payoffs_move(functions: Sequence[str], rising: bool) -> Found:
    """Check whether A's I_1, I_2, I_3, or B's J_1, J_2, J_3, are monotone for every bet, and not all constant."""
    steps = [
        (after - before) * (1 if rising else -1)
        for name in functions
        for before, after in pairwise(_payoffs()[name])
    ]
    if not any(steps):
        return Found(False, f"{', '.join(functions)} is constant")
    fine = all(is_positive(step, or_zero=True) for step in steps)
    return Found(fine, "for every bet, from threshold to threshold" if fine else "not for every bet")


def payoffs_constant(functions: Sequence[str], on: Sequence[str] = ()) -> Found:
    """Check whether payoffs are constant in the hand, or not constant within some of the opponent's sets."""
    cut = raise_hands()
    cells = {cell for name in on for cell in cut.sets[name]} if on else range(len(cut.points) - 1)
    changing = [
        name for name in functions for cell in cells if _payoffs()[name][cell] != _payoffs()[name][cell + 1]
    ]
    if changing:
        return Found(False, f"{changing[0]} changes")
    return Found(True, "for every bet, as identities of functions")


def ordered_at_zero(less: str, more: str) -> Found:
    """Check whether one payoff is below another with the lowest hand."""
    fine = is_positive(_payoffs()[more][0] - _payoffs()[less][0])
    return Found(fine, "for every bet, by the sign of a function" if fine else "not for every bet")


ACTS = {
    "A": {"fold": "I_1", "bet": "I_2", "see": "I_3"},
    "B": {"fold": "J_1", "see": "J_2", "raise": "J_3"},
}


def best_acts(player: str, intervals: Sequence[tuple[str, str, Sequence[str]]]) -> Found:
    """Check whether exactly these actions are best with every hand inside each interval, for every bet."""
    cut, sign = raise_hands(), 1 if player == "A" else -1
    known, payoffs = {"0": ZERO, "1": ONE, **raise_letters()}, _payoffs()
    for start, end, acts in intervals:
        first, last = (cut.points.index(known[name]) for name in (start, end))
        best = payoffs[ACTS[player][acts[0]]]
        for act, name in ACTS[player].items():
            loss = [(best[k] - payoffs[name][k]) * sign for k in range(first, last + 1)]
            inside = [*loss[1:-1], sum(loss, ZERO)]
            worse = all(is_positive(x, or_zero=True) for x in loss) and all(map(is_positive, inside))
            if not (not any(loss) if act in acts else worse):
                return Found(False, f"between {start} and {end} it is otherwise with {act}, with some bet")
    return Found(True, "for every bet and every hand: identities and signs of functions")


def both_fold_first() -> Found:
    """Check that no solution has A fold up to some c and B fold up to some d, and then take other actions.

    It is near if neither player is forced to fold: below c_1 another action is as good as folding, for A and for B.
    """
    cut, point = raise_hands(), raise_letters()
    for name, end in (("A_F", "u"), ("B_F", "v")):
        if cut.sets[name] != frozenset(range(cut.points.index(point[end]))):
            return Found(True, "the solution found has another form")
    text = "for every bet A folds up to u and B up to v in the solution (15), which is proved optimal"
    free = all(
        best_acts(player, [("0", "c1", ["fold", other])]).holds
        for player, other in (("A", "bet"), ("B", "raise"))
    )
    also = "; below c_1 betting, or raising, is as good as folding" * free
    return Found(False, text + also, near=free)


def at_the_end(what: str) -> Found:
    """Check whether A_B or A_S may be moved to the end of [c_1, c_2], where the solution bets.

    Between c_1 and c_2 B calls, so J_2 must nowhere exceed J_3. Both are linear on A_B and on A_S, and the order of
    these sets does not matter outside: it is enough to check the point where one set ends and the other begins.
    """
    cut, point, a = raise_hands(), raise_letters(), BET
    payoffs, last = _payoffs(), cut.points.index(point["c2"])
    length = point["w"] - point["c1"] if what == "A_B" else point["c2"] - point["w"]
    j2 = payoffs["J_2"][last] + 2 * (1 + a) * length
    j3 = payoffs["J_3"][last] + 2 * (2 * a + 1) * length * (what == "A_S")
    fine = is_positive(j3 - j2, or_zero=True)
    as_printed = "as in (15)" if fine == (last - 1 in cut.sets[what]) else "unlike (15)"
    if fine:
        return Found(True, f"for every bet seeing is best for B throughout [c_1, c_2], {as_printed}")
    worse = "raising would be better for B than seeing just below c_2"
    return Found(False, worse if is_positive(j2 - j3) else "not for every bet")


CELLS = 8
"""Number of equal intervals of hands on which all strategies are tried."""


def seeing_is_a_threshold(two_bets: bool = False) -> Found:
    """Check for all strategies of A on a grid that calling concedes less with a higher hand, while folding always
    concedes the same.

    The exact solutions must have one threshold for each bet: b, or b_1 < b_2.
    """
    for bets in product((0, 1), repeat=CELLS):
        # J_2 at the points of the grid, in units of the stake and of a cell: bets above the hand minus bets below it
        seeing = [sum(bets[y:]) - sum(bets[:y]) for y in range(CELLS + 1)]
        if any(after > before for before, after in pairwise(seeing)):
            return Found(False, f"not if A bets with the cells {bets}")
    text = (
        f"for all {2**CELLS} sets of intervals of length 1/{CELLS} with which A may bet, whatever the stake"
    )
    if not two_bets:
        cut = relance_hands()
        folds = cut.sets["B_F"] == frozenset(range(len(cut.sets["B_F"])))
        return Found(folds, f"{text}; and in the solution, for every bet" if folds else "not in the solution")
    for low, high in PAIRS:
        ends = []
        for steps in list(solved(TwoBets(low=low, high=high)).steps.values())[1:]:
            plan = [(next(iter(step.mix)), step.low, step.high) for step in steps]
            if [action for action, _, _ in plan] != ["fold", "see"]:
                return Found(False, f"not with the bets {low} and {high}")
            ends.append(plan[0][2])
        if not ends[0] < ends[1]:
            return Found(False, f"b_2 is not above b_1 with the bets {low} and {high}")
    return Found(True, f"{text}; and in the exact solutions for {len(PAIRS)} pairs of bets b_1 < b_2")


def betting_stays() -> Found:
    """Check for all strategies of B on a grid that A's payoff of betting never falls with the hand."""
    cells = CELLS - 2
    for bet, acts in product(SAMPLE, product(("fold", "see", "raise"), repeat=cells)):
        shares = {act: Fraction(acts.count(act), cells) for act in ("fold", "raise")}
        betting = []
        for x in range(cells + 1):
            beats = acts[:x].count("see") - acts[x:].count("see")
            betting.append(shares["fold"] + (1 + bet) * Fraction(beats, cells) - (1 + bet) * shares["raise"])
        if any(after < before for before, after in pairwise(betting)):
            return Found(False, f"not with the bet {bet} if B's acts are {', '.join(acts)}")
    text = f"for all {3**cells} strategies of B on {cells} equal intervals, and {len(SAMPLE)} bets"
    return Found(True, text)


def rules_counter_bluffs() -> Found:
    """Check that B responds to bets by fixed rules in all three models, so that the EV of a bluff equals that
    of a fold.

    A fixed rule folds only below one hand and never mixes.
    """
    one, raising, two = relance_hands(), raise_hands(), two_bet_functions()
    rules = one.sets["B_F"] == frozenset(range(len(one.sets["B_F"])))
    rules &= raising.sets["B_F"] == frozenset(range(len(raising.sets["B_F"])))
    rules &= bool(seeing_is_a_threshold(two_bets=True).holds)
    lowest: list[Any] = [one.size("B_F") - (BET + 1) * one.size("B_S"), _payoffs()["I_2"][0]]
    lowest += [two[b] - (two[z] + 1) * (1 - two[b]) for b, z in (("b1", "z1"), ("b2", "z2"))]
    fine = rules and not any(earned + 1 for earned in lowest)
    text = "in all three models B folds below one hand and never above it, without mixing, and a bluff with 0 earns -1"
    return Found(fine, f"{text}, as folding does" if fine else "")


def conditions_are_independent() -> Found:
    """Check whether (16) and (17), linear in u, w, c1, c2, v, have only the game's solution, for every bet."""
    a, no, point = BET, ZERO, raise_letters()
    system = [
        [a + 2, -(3 * a + 2), no, no, no],
        [a + 2, no, -2 * (1 + a), no, no],
        [no, ONE, no, -2 * ONE, no],
        [no, no, 3 * a + 2, a, -2 * a],
        [no, no, no, no, a + 2],
    ]
    right = [-2 * a, -a, -ONE, 2 * a, a]
    size = _determinant(system)
    fine = _solves(system, [point[name] for name in ("u", "w", "c1", "c2", "v")], right)
    fine &= is_positive(size) or is_positive(-size)
    text = "for every bet the determinant of the linear equations is not 0, and their solution is the game's"
    return Found(fine, text if fine else "not for every bet")


def low_bets_between() -> Found:
    """Check that between b_1 and b_2 a low bet has a higher EV than folding, and a high bet does not."""
    known = two_bet_functions()
    z1, z2, b1, b2 = (known[name] for name in ("z1", "z2", "b1", "b2"))
    # J_2 and J_3 are linear between b_1 and b_2, where B sees low bets below the hand and no high ones
    low = [b1 + (z1 + 1) * (2 * x - b1 - 1) for x in (b1, b2)]
    high = b2 - (z2 + 1) * (1 - b2)
    fine = not (low[0] + 1) and not (high + 1) and ((low[1] + 1) / (z2 - z1)).has_no_minus
    text = "for all bets with which A folds J_2 rises from -1 at b_1, while J_3, as J_1, is -1 up to b_2"
    return Found(fine, text if fine else "not for all bets")


def five_equations() -> Found:
    """Check that (11), linear in b_1, b_2, b_3, m_L and m_H, has only the game's solution, for all bets."""
    known = two_bet_functions()
    z1, z2 = known["z1"], known["z2"]
    no = 0 * z1
    system = [
        [z1 + 2, no, no, no, no],  # a: J_1 = J_2 at 0
        [no, z2 + 2, no, no, no],  # a: J_1 = J_3 at 0
        [z1, no, -z1, z1 + 2, no],  # b: I_1 = I_2 at b_1
        [no, no, z2, no, z2 + 2],  # c: I_3 = I_4 at b_2
        [-z1, z2, 2 * (z1 - z2), no, no],  # d: J_2 = J_3 at b_3
    ]
    right = [z1, z2, no, z2, z1 - z2]
    size = _determinant(system) / (z1 - z2)
    fine = _solves(system, [known[name] for name in ("b1", "b2", "b3", "m_L", "m_H")], right)
    fine &= bool(size) and (size.has_no_minus or (-size).has_no_minus)
    text = (
        "the determinant of the linear equations is not 0 for any two bets, and their solution is the game's"
    )
    return Found(fine, text if fine else "not for all bets")


def _solves(rows: Sequence[Sequence[Any]], unknowns: Sequence[Any], right: Sequence[Any]) -> bool:
    """Check whether these functions solve a system of linear equations."""
    no = 0 * unknowns[0]
    sums = (sum((x * y for x, y in zip(row, unknowns, strict=True)), no) for row in rows)
    return all(one == two for one, two in zip(sums, right, strict=True))


def _determinant(rows: Sequence[Sequence[Any]]) -> Any:
    """Return the determinant of a matrix of functions, by its first column."""
    if not rows:
        return 1
    total = 0 * rows[0][0]
    for k, row in enumerate(rows):
        if row[0]:
            others = [other[1:] for i, other in enumerate(rows) if i != k]
            total += row[0] * (-1) ** k * _determinant(others)
    return total
