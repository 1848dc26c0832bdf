"""Thirty digits of Gleason's value, proved once in fractions by code that shares nothing with the solver but a guess.

For any functions W(k, q), equation (4) of Ferguson and Shapley with the right-hand side TW gives

    min (TW - W) <= 2V <= max (TW - W),

and for concave W the maximum over r and s in TW is min over w of q R(w) + p S(w), with the convex functions
R(w) = max_r [w W(k+1, r) + (1-w) W(k, r)] and S(w) = max_s [w W(k, s) + (1-w) W(k+2, s)]. Both are upper envelopes of
straight lines, found here by going round their break points. Between two break points of W the difference TW - W is
concave: it is least at the break points, and greatest where its slope changes sign.
"""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from zerosum.games.gleason import Gleason
from zerosum.models.lagged.solve import solve

F = Fraction
PAYOFFS = (1, 2, -3)
BreakPoints = tuple[list[Fraction], list[Fraction]]
Lines = list[tuple[Fraction, Fraction]]
Over = Callable[[int, Fraction], Fraction]


def at(f: BreakPoints, x: Fraction) -> Fraction:
    """The piecewise linear function through the break points."""
    q, w = f
    i = min(max(bisect_right(q, x) - 1, 0), len(q) - 2)
    return w[i] + (w[i + 1] - w[i]) * (x - q[i]) / (q[i + 1] - q[i])


def envelope(one: BreakPoints, other: BreakPoints) -> tuple[list[Fraction], Lines]:
    """max over x of w one(x) + (1-w) other(x) on [0, 1]: where each line begins, and its heights at 0 and 1."""
    points = sorted({*one[0], *other[0]})
    lines = sorted(
        {(at(other, x), at(one, x)) for x in points}, key=lambda line: (line[1] - line[0], line[0])
    )
    starts: list[Fraction] = []
    kept: Lines = []
    for zero, end in lines:
        if kept and end - zero == kept[-1][1] - kept[-1][0]:
            kept.pop()
            starts.pop()
        while kept:
            a, b = kept[-1]
            cross = (a - zero) / ((end - zero) - (b - a))
            if cross > starts[-1]:
                break
            kept.pop()
            starts.pop()
        starts.append(cross if kept else F(0))
        kept.append((zero, end))
    inside = [i for i, start in enumerate(starts) if start <= 1]
    return [max(starts[i], F(0)) for i in inside], [kept[i] for i in inside]


def height(found: tuple[list[Fraction], Lines], w: Fraction) -> Fraction:
    starts, lines = found
    zero, end = lines[max(bisect_right(starts, w) - 1, 0)]
    return zero + w * (end - zero)


def best_weights(pairs: Lines, break_points: list[Fraction]) -> list[int]:
    """For every break point q, where among pairs (R(w), S(w)) in the order of w the least q R + p S stands."""
    found = []
    for q in break_points:
        low, high = 0, len(pairs) - 1
        while low < high:
            middle = (low + high) // 2
            here, there = (q * r + (1 - q) * s for r, s in pairs[middle : middle + 2])
            low, high = (low, middle) if here <= there else (middle + 1, high)
        found.append(low)
    return found


def drifts(W: list[BreakPoints], k: int) -> tuple[Fraction, Fraction]:
    """The least and the most of TW - W at node k."""
    q = W[k][0]
    R, S = envelope(W[(k + 1) % 3], W[k]), envelope(W[k], W[(k + 2) % 3])
    pairs = [(height(R, x), height(S, x)) for x in sorted({*R[0], *S[0], F(0), F(1)})]
    best = best_weights(pairs, q)

    def over(j: int, x: Fraction) -> Fraction:
        """The line of weight j above W at x."""
        paid = PAYOFFS[k] + x * PAYOFFS[k - 1] + (1 - x) * PAYOFFS[(k + 1) % 3]
        return paid + x * pairs[j][0] + (1 - x) * pairs[j][1] - at(W[k], x)

    break_points = [over(j, x) for j, x in zip(best, q, strict=True)]
    return min(break_points), max(
        break_points + [_summit(over, pairs, best[i : i + 2], q[i : i + 2]) for i in range(len(q) - 1)]
    )


def _summit(over: Over, pairs: Lines, best: list[int], ends: list[Fraction]) -> Fraction:
    """The most of a concave function between two break points, where the lines of the weights between theirs meet."""
    step = 1 if best[1] >= best[0] else -1
    order = list(range(best[0], best[1] + step, step))
    falls = [over(j, ends[1]) <= over(j, ends[0]) for j in order]
    first = falls.index(True) if True in falls else len(falls)
    if first in (0, len(falls)):
        return max(over(order[0], ends[0]), over(order[-1], ends[1]))
    (r, s), (u, v) = pairs[order[first - 1]], pairs[order[first]]
    meet = (v - s) / ((r - s) - (u - v))
    return over(order[first], min(max(meet, ends[0]), ends[1]))


def test_thirty_digits_are_proved_in_fractions() -> None:
    solution = solve(Gleason(), digits=30)
    W: list[BreakPoints] = []
    for k in range(3):
        f = solution.functions[0][k]
        W.append(([f.scale.fraction(x) for x in f.q], [f.scale.fraction(x) for x in f.w]))
    assert all(_is_concave(f) for f in W)
    bounds = [drifts(W, k) for k in range(3)]
    lower, upper = min(low for low, _ in bounds) / 2, max(high for _, high in bounds) / 2
    assert 0 <= upper - lower < F(1, 10**30)
    assert lower <= solution.value.upper
    assert solution.value.lower <= upper
    assert [round(-bound * 10**30) for bound in (lower, upper)] == [93335347417284201140506298132] * 2


def _is_concave(f: BreakPoints) -> bool:
    q, w = f
    slopes = [(w[i + 1] - w[i]) / (q[i + 1] - q[i]) for i in range(len(q) - 1)]
    return all(a >= b for a, b in pairwise(slopes))
