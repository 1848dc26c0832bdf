"""Bellman and Blackwell, section 5, (4): the payoffs of each act as functions of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from zerosum.papers.checks.poker import SAMPLE, Hands, hands, raise_points, raised, size, split
from zerosum.papers.verdicts import Found

F = Fraction


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


def _raise_sets(a: Fraction) -> dict[str, Hands]:
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
