"""Bellman and Blackwell's models with one bet: hands on [0, 1], cut at thresholds that are functions of the bet a.

Between two neighbouring thresholds each player does one thing, so that what an act earns is a linear function of the
hand there. Its values at the thresholds are rational functions of a, and they determine it. A relation that is linear
in such functions holds for all hands if it holds at every threshold. That the thresholds keep their order, and every
sign, is proved for all a > 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from zerosum.core.sides import Side
from zerosum.formulas.answer import FormulaPiece, StepRule
from zerosum.games.poker import Raise, Relance
from zerosum.numerics.functions import RationalFunction
from zerosum.papers.checks.poker import for_every_bet, function, is_positive
from zerosum.papers.verdicts import Found

BET = RationalFunction.variable()
NOTHING, ALL = RationalFunction.of(0), RationalFunction.of(1)


@dataclass(frozen=True)
class CutHands:
    """The cells between thresholds, and the cells that sets of hands consist of."""

    points: tuple[RationalFunction, ...]
    """0, the thresholds and 1, rising for every bet."""
    sets: Mapping[str, frozenset[int]]

    def length(self, cell: int) -> RationalFunction:
        """How many hands a cell has."""
        return self.points[cell + 1] - self.points[cell]

    def size(self, name: str) -> RationalFunction:
        """The measure of a set."""
        return self.below(name, len(self.points) - 1)

    def below(self, name: str, point: int) -> RationalFunction:
        """How much of a set lies below a point."""
        return sum((self.length(cell) for cell in self.sets[name] if cell < point), NOTHING)

    def beats(self, name: str, point: int) -> RationalFunction:
        """The integral of K(x, y) over y in a set, x being a point: what lies below it less what lies above."""
        return 2 * self.below(name, point) - self.size(name)

    def duel(self, xs: str, ys: str) -> RationalFunction:
        """The double integral of K over x in one set and y in the other."""
        return sum(
            (
                self.length(x) * self.length(y) * ((x > y) - (x < y))
                for x in self.sets[xs]
                for y in self.sets[ys]
            ),
            NOTHING,
        )


Steps = Sequence[tuple[RationalFunction, RationalFunction, str]]


def _steps(piece: FormulaPiece, side: Side, place: str) -> Steps:
    """What a player does at a place: from where to where, and which action."""
    rule = piece.of(side)[place]
    assert isinstance(rule, StepRule)
    return [(function(low), function(high), action) for low, high, action in rule.steps]


def _cut(plans: Mapping[str, tuple[Steps, str]]) -> CutHands:
    """The hands cut at the ends of all plans; each set is what takes an action in its plan."""
    ends = {end for steps, _ in plans.values() for low, high, _ in steps for end in (low, high)}
    points = tuple(sorted(ends | {NOTHING, ALL}, key=lambda end: end(1)))
    assert all(is_positive(after - before) for before, after in pairwise(points))
    place = {point: k for k, point in enumerate(points)}
    return CutHands(
        points,
        {
            name: frozenset(
                cell
                for low, high, action in steps
                for cell in range(place[low], place[high])
                if action == wanted
            )
            for name, (steps, wanted) in plans.items()
        },
    )


@cache
def relance_hands() -> CutHands:
    """The model with one bet: A_B, B_F and B_S."""
    piece = for_every_bet(Relance)
    first, answer = _steps(piece, "row", ""), _steps(piece, "col", "after bet")
    return _cut({"A_B": (first, "bet"), "B_F": (answer, "fold"), "B_S": (answer, "see")})


@cache
def raise_hands() -> CutHands:
    """The model with a raise: the six sets of section 5's (1)."""
    piece = for_every_bet(Raise)
    first, answer = _steps(piece, "row", ""), _steps(piece, "col", "after bet")
    last = _steps(piece, "row", "after bet, raise")
    plans = {"A_F": (first, "fold"), "A_B": (last, "fold"), "A_S": (last, "see")}
    return _cut(plans | {f"B_{act[0].upper()}": (answer, act) for act in ("fold", "see", "raise")})


@cache
def raise_letters() -> dict[str, RationalFunction]:
    """u, v, w, c1, c2, the value E, and section 5's (2), with A's hands that take `first` in the integral over B_S."""
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
    """Section 5's I_1, I_2, I_3, I_3 - I_2 and J_1, J_2, J_3 at all thresholds."""
    cut, a = raise_hands(), BET
    at = range(len(cut.points))
    seen = [cut.size("B_F") + (1 + a) * cut.beats("B_S", x) for x in at]
    i2 = [earned - (1 + a) * cut.size("B_R") for earned in seen]
    i3 = [earned + (2 * a + 1) * cut.beats("B_R", x) for x, earned in zip(at, seen, strict=True)]
    j2 = [-(1 + a) * (cut.beats("A_B", y) + cut.beats("A_S", y)) for y in at]
    j3 = [-(2 * a + 1) * cut.beats("A_S", y) - (1 + a) * cut.size("A_B") for y in at]
    constants = {"I_1": [-ALL for _ in at], "J_1": [cut.size("A_B") + cut.size("A_S") for _ in at]}
    return {
        **constants,
        "I_2": i2,
        "I_3": i3,
        "I_3 - I_2": [q - p for p, q in zip(i2, i3, strict=True)],
        "J_2": j2,
        "J_3": j3,
    }


def payoffs_move(functions: Sequence[str], rising: bool) -> Found:
    """Whether A's I_1, I_2, I_3, or B's J_1, J_2, J_3, move one way for every bet, and one of them does move."""
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
    """Whether payoffs do not change with a hand, or not within some of the rival's sets."""
    cut = raise_hands()
    cells = {cell for name in on for cell in cut.sets[name]} if on else range(len(cut.points) - 1)
    changing = [
        name for name in functions for cell in cells if _payoffs()[name][cell] != _payoffs()[name][cell + 1]
    ]
    if changing:
        return Found(False, f"{changing[0]} changes")
    return Found(True, "for every bet, as identities of functions")


def ordered_at_zero(less: str, more: str) -> Found:
    """Whether one payoff is below another with the lowest hand."""
    fine = is_positive(_payoffs()[more][0] - _payoffs()[less][0])
    return Found(fine, "for every bet, by the sign of a function" if fine else "not for every bet")


ACTS = {
    "A": {"fold": "I_1", "bet": "I_2", "see": "I_3"},
    "B": {"fold": "J_1", "see": "J_2", "raise": "J_3"},
}


def best_acts(player: str, intervals: Sequence[tuple[str, str, Sequence[str]]]) -> Found:
    """Whether exactly these acts are best with every hand inside each interval, for every bet."""
    cut, sign = raise_hands(), 1 if player == "A" else -1
    known = {"0": NOTHING, "1": ALL, **raise_letters()}
    for start, end, acts in intervals:
        first, last = (cut.points.index(known[name]) for name in (start, end))
        best = _payoffs()[ACTS[player][acts[0]]]
        for act, name in ACTS[player].items():
            loss = [(best[k] - _payoffs()[name][k]) * sign for k in range(first, last + 1)]
            inside = [*loss[1:-1], sum(loss, NOTHING)]
            worse = all(is_positive(x, or_zero=True) for x in loss) and all(map(is_positive, inside))
            if not (not any(loss) if act in acts else worse):
                return Found(False, f"between {start} and {end} it is otherwise with {act}, with some bet")
    return Found(True, "for every bet and every hand: identities and signs of functions")


def both_fold_first(excluded: bool) -> Found:
    """Whether no solution has A fold up to some c and B fold up to some d, and then act otherwise."""
    cut, point = raise_hands(), raise_letters()
    for name, end in (("A_F", "u"), ("B_F", "v")):
        if cut.sets[name] != frozenset(range(cut.points.index(point[end]))):
            return Found(excluded, "the solution found has another form")
    text = "for every bet A folds up to u and B up to v in the solution (15), which is proved optimal"
    return Found(not excluded, text)


def conditions_are_independent() -> Found:
    """Whether (16) and (17), linear in u, w, c1, c2, v, have one solution for every bet, and it is the game's."""
    a, no, point = BET, NOTHING, raise_letters()
    system = [
        [a + 2, -(3 * a + 2), no, no, no],
        [a + 2, no, -2 * (1 + a), no, no],
        [no, ALL, no, -2 * ALL, no],
        [no, no, 3 * a + 2, a, -2 * a],
        [no, no, no, no, a + 2],
    ]
    right = [-2 * a, -a, -ALL, 2 * a, a]
    found = [point[name] for name in ("u", "w", "c1", "c2", "v")]
    sums = [sum((x * y for x, y in zip(row, found, strict=True)), no) for row in system]
    size = _determinant(system)
    fine = sums == right and (is_positive(size) or is_positive(-size))
    text = "for every bet the determinant of the linear equations is not 0, and their solution is the game's"
    return Found(fine, text if fine else "not for every bet")


def _determinant(rows: Sequence[Sequence[RationalFunction]]) -> RationalFunction:
    """By the first column."""
    if not rows:
        return ALL
    total = NOTHING
    for k, row in enumerate(rows):
        if row[0]:
            others = [other[1:] for i, other in enumerate(rows) if i != k]
            total += row[0] * (-1) ** k * _determinant(others)
    return total
