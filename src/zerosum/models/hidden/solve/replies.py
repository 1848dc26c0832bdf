"""Games at which the linear program fails, in fractions: pure strategies are added until none does better.

Where payoffs span more magnitudes than floats have digits, HiGHS finds no vertex. Then the game is solved on a few pure
strategies of each player, as an exact matrix game, and the exact best reply to either solution is added, until neither
earns more than the value. Each step adds a strategy that was missing, so it ends; small games need few.

Reference: H. B. McMahan, G. J. Gordon and A. Blum, Planning in the presence of cost functions controlled by an
adversary, ICML 2003 (the double oracle method).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from zerosum.core.limits import Meter
from zerosum.core.value import Value
from zerosum.models.hidden.form import HiddenForm, SequenceTree
from zerosum.models.hidden.solve.bilinear import tree_of
from zerosum.models.hidden.solve.guarantees import reply_worth

PurePlan = list[int]
"""The reach of each sequence: 0 or 1."""
ReplyLeaves = Sequence[tuple[int, int, int]]
"""For each end: a player's sequence, the opponent's, and what the player is paid."""


def solve_by_replies(form: HiddenForm) -> tuple[Value, list[int], list[int]]:
    """The exact value, and optimal reaches of row and col as integers over their first entry."""
    scale = lcm(*(weight.denominator for weight in form.weights))
    paid = [int(weight * scale) for weight in form.weights]
    ends = [(i, j, paid[k]) for i, j, k in zip(*(part.tolist() for part in form.ends), strict=True)]
    return solve_trees_by_replies(tree_of(form.row), tree_of(form.col), ends, scale)


def solve_trees_by_replies(
    own: SequenceTree, theirs: SequenceTree, ends: ReplyLeaves, scale: int
) -> tuple[Value, list[int], list[int]]:
    """The same for row's and col's trees, and ends whose payments are multiplied by `scale`."""
    from zerosum.matrix import solve_exact  # few games need it

    meter = Meter("solving this game in fractions")
    turned = [(j, i, -amount) for i, j, amount in ends]
    rows = [_best_reply(own, ends, [0] * theirs.sequences)[1]]
    cols = [_best_reply(theirs, turned, rows[0])[1]]
    while True:
        meter.check()
        found = solve_exact(
            [[sum(x[i] * y[j] * amount for i, j, amount in ends) for y in cols] for x in rows]
        )
        value = Fraction(found.value.lower)
        row, col = (
            _mixed(plans, [Fraction(p) for p in mix]) for plans, mix in ((rows, found.row), (cols, found.col))
        )
        most, new_row = _best_reply(own, ends, col)
        least, new_col = _best_reply(theirs, turned, row)
        if most == value * col[0] and least == -value * row[0]:
            return Value.exactly(value / scale), row, col
        if most > value * col[0]:
            rows.append(new_row)
        if least > -value * row[0]:
            cols.append(new_col)


def _best_reply(tree: SequenceTree, ends: ReplyLeaves, foe: Sequence[int]) -> tuple[int, PurePlan]:
    """What the best reply to the opponent's reaches earns, and the reply; ends name the player's own sequence first."""
    gains = [0] * tree.sequences
    for own, other, amount in ends:
        gains[own] += foe[other] * amount
    worth, first = reply_worth(tree, gains), tree.first.tolist()
    plan = [1] + [0] * (tree.sequences - 1)
    for i, parent in enumerate(tree.parent.tolist()):
        plan[max(range(first[i], first[i + 1]), key=worth.__getitem__)] = plan[parent]
    return int(worth[0]), plan


def _mixed(plans: Sequence[PurePlan], chances: Sequence[Fraction]) -> list[int]:
    """The reaches of a mixture of pure strategies."""
    unit = lcm(*(p.denominator for p in chances))
    weights = [int(p * unit) for p in chances]
    return [sum(w * x for w, x in zip(weights, column, strict=True)) for column in zip(*plans, strict=True)]
