"""Ferguson and Shapley, Gleason's Game: the value, the play, the figures, the symmetric variant.

The claims about strategies of bounded memory (sections 1 and 2) are in `gleason_memory`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from zerosum.games.gleason import Gleason
from zerosum.papers.claims import Claim, Finding, Picture, number, question, statement
from zerosum.solution import Value
from zerosum.solvers.lagged import LaggedSolution, solve
from zerosum.solvers.lagged.operator import COL, ROW, Operator
from zerosum.solvers.lagged.scale import FLOATS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]

GRID = np.linspace(0, 1, 2001)


@cache
def solution() -> LaggedSolution:
    """The paper's game."""
    return solve(Gleason(), digits=13)


@cache
def variant(*nodes: int) -> LaggedSolution:
    """A ring of other payoffs."""
    return solve(Gleason(nodes=tuple(map(Fraction, nodes))), digits=13)


def _dave(move: int) -> float:
    """Dave's probability of cc at his move of that number after the first, alternating (cl, cl) and (cc, cc)."""
    q = 0.0
    for n in range(move):
        q = solution().next_cc(COL, 1, q)[1] if n % 2 == 0 else solution().next_cc(COL, 0, q)[0]
    return q


def _andy(which: int) -> float:
    """Andy's r(3, q) or s(3, q) at q = s(1, 0)."""
    return solution().next_cc(ROW, 2, solution().next_cc(ROW, 0, 0.0)[1])[which]


# --- section 3: the equations ---------------------------------------------------------------------------------


@cache
def _recursion_error() -> float:
    """How far equation (4) is from holding, with the maximum over r and s found on its own by a fine search."""
    W = [solution().function(ROW, k).values(GRID) for k in range(3)]
    V, a = float(solution().value), (1, 2, -3)
    worst = 0.0
    for k in range(3):
        for i in range(0, len(GRID), 400):
            q = GRID[i]
            paid = a[k] + q * a[k - 1] + (1 - q) * a[(k + 1) % 3]
            worst = max(worst, abs(2 * V + W[k][i] - paid - _max_min(W, k, q)))
    return float(worst)


def _max_min(W: list[np.ndarray], k: int, q: float) -> float:
    """max over r, s on the grid of min{q W(k+1, r) + p W(k, s), q W(k, r) + p W(k+2, s)}."""
    best = -np.inf
    for at in np.array_split(np.arange(len(GRID)), 20):
        cc = q * W[(k + 1) % 3][at, None] + (1 - q) * W[k][None, :]
        cl = q * W[k][at, None] + (1 - q) * W[(k + 2) % 3][None, :]
        best = max(best, float(np.minimum(cc, cl).max()))
    return best


@cache
def _expansion() -> tuple[float, float]:
    """How much V_β(k, q) - W(k, q) differs between states, at two β near 1."""
    found = []
    for beta in (Fraction(999, 1000), Fraction(9999, 10000)):
        discounted = solve(Gleason(), discount=beta, digits=8)
        rest = [
            discounted.function(ROW, k).values(GRID) - solution().function(ROW, k).values(GRID)
            for k in range(3)
        ]
        found.append(float(np.ptp(np.concatenate(rest))))
    return found[0], found[1]


def _payoffs_of_the_subgames() -> bool:
    """P(1, q) = 1 - 3q + 2p, P(2, q) = 2 + q - 3p, P(3, q) = -3 + 2q + p, from the board."""
    board = Gleason().layout()
    printed: tuple[Callable[[Fraction, Fraction], Fraction], ...] = (
        lambda q, p: 1 - 3 * q + 2 * p,
        lambda q, p: 2 + q - 3 * p,
        lambda q, p: -3 + 2 * q + p,
    )
    for k, formula in enumerate(printed):
        cc, cl = (board.payoffs[e] for e in board.exits[k])
        for q in (Fraction(0), Fraction(1, 3), Fraction(1)):
            if formula(q, 1 - q) != board.payoffs[k] + q * cc + (1 - q) * cl:
                return False
    return True


def _second_players_equations() -> str:
    """How far the column player's functions are from one move of the operator on the row player's."""
    operator = Operator(solution().board, solution().functions[ROW][0].scale)
    answer = operator.answer(solution().functions[ROW], COL)
    off = max(
        float(np.ptp(f.convert(FLOATS).values(GRID) - solution().function(COL, k).values(GRID)))
        for k, f in answer.items()
    )
    row, col = (Value(float(v.lower), float(v.upper)) for v in solution().formulations)
    return (
        "U(j, λ) = a(j) - V + max over r of [λ W(cc j, r) + (1-λ) W(cl j, r)] and W(k, q) = a(k) - V + min over λ "
        "of [q U(cc k, λ) + (1-q) U(cl k, λ)]: the two players' equations are the two halves of one recursion "
        f"(the functions agree to {off:.0e}), and give the values {row} and {col}."
    )


# --- section 4: the figures -----------------------------------------------------------------------------------


def _is_monotone() -> bool:
    """Whether all twelve functions of the two figures are monotone, at every corner and on a fine grid."""
    for player in (ROW, COL):
        for plan in solution().next_moves[player].values():
            for x in plan.pair(np.union1d(plan.q, GRID)):
                steps = np.diff(x)
                if not ((steps >= -1e-9).all() or (steps <= 1e-9).all()):
                    return False
    return True


def _constant_from(node: int, which: int, *, downwards: bool) -> tuple[float, float]:
    """The end value of a function, and where it begins to have it."""
    plan = solution().next_moves[ROW][node]
    at = np.union1d(plan.q, GRID)
    x = plan.pair(at)[which]
    end = x[-1] if downwards else x[0]
    same = np.abs(x - end) < 1e-12
    return float(end), float(at[same].min() if downwards else at[same].max())


def _loss(q: float, shift: float) -> float:
    """What it costs in one round to use s(1, q) + shift at q, with the best r for it."""
    W = [solution().function(ROW, k) for k in range(3)]
    s = solution().next_cc(ROW, 0, q)[1] + shift
    r = np.union1d(np.linspace(0, 1, 200_001), np.concatenate([f.q for f in W]))

    def least(s: float) -> float:
        cc = q * W[1].values(r) + (1 - q) * W[0].values(np.array([s]))[0]
        cl = q * W[0].values(r) + (1 - q) * W[2].values(np.array([s]))[0]
        return float(np.minimum(cc, cl).max())

    return least(s - shift) - least(s)


def _oscillations() -> str:
    (s, since), (r, until) = _constant_from(0, 1, downwards=True), _constant_from(1, 0, downwards=False)
    low, high = solution().ranges(ROW, 0, 0.99)[1]
    return (
        f"They are monotone; the oscillations are the grid's. s(1, q) = {s:.6f} for all q from {since:.3f} to 1, and "
        f"r(2, q) = {r:.6f} for all q from 0 to {until:.3f}; nothing else is optimal there (at q = .99 the optimal s "
        f"run from {low:.9f} to {high:.9f}), but an error costs little: s(1, .99) off by .05 costs "
        f"{_loss(0.99, -0.05):.0e} in a round, below the width .00013 of the paper's own bounds. As q rises the "
        "opponent's worst mix moves one way, and so then do r and s, on every board."
        if _is_monotone()
        else "Some of the functions are not monotone."
    )


def _plays_no_role() -> bool:
    """s(1, 1) and r(2, 0) may be anything."""
    return solution().ranges(ROW, 0, 1.0)[1] == (0.0, 1.0) == solution().ranges(ROW, 1, 0.0)[0]


# --- section 5 ------------------------------------------------------------------------------------------------


def _never_the_same() -> bool:
    """Dave's positions along the paper's line all differ: both parts of the sequence rise strictly."""
    play = np.array([_dave(n) for n in range(1, 17)])
    return bool((np.diff(play[0::2]) > 0).all() and (np.diff(play[1::2]) > 0).all())


def _mirrored(node: int, other: int) -> float:
    """The largest |r(node, q) - (1 - s(other, 1 - q))| in the symmetric game, for both players."""
    inner = GRID[1:-1]
    gaps = [
        np.abs(plans[node].pair(inner)[0] - (1 - plans[other].pair(1 - inner)[1])).max()
        for plans in variant(0, 0, 1).next_moves
    ]
    return float(max(gaps))


def _identity(node: int, other: int) -> Callable[[], bool]:
    return lambda: _mirrored(node, other) < 1e-6


def _equivalent() -> bool:
    """V(1, 1, -2) = 1 - 3 V(0, 0, 1)."""
    one, two = variant(1, 1, -2).value, variant(0, 0, 1).value
    scaled = Value(1 - 3 * two.upper - 1e-14, 1 - 3 * two.lower + 1e-14)
    return bool(scaled.lower <= one.upper and one.lower <= scaled.upper)


def _bounds() -> Finding:
    value = solution().value
    return Finding(
        holds=bool(value.lower > -0.09336 and value.upper < -0.09323), computed=str(value), finer=True
    )


def _position(move: int, printed: str) -> Claim:
    says = f"Dave's positions: then {printed.lstrip('0')}"
    return number("section 5", says, printed, lambda: _dave(move))


CLAIMS: tuple[Claim, ...] = (
    statement(
        "section 1",
        "Andy's first move should be clockwise, from +1 to +2, and then Dave's too, to -3",
        lambda: solution().first == (0.0, 0.0),
        computed=lambda: "cl with probability 1 and 1",
    ),
    statement(
        "section 1",
        "if Dave goes cc. suspecting that Andy went to +1 when he went to +2, Dave loses three in those two moves",
        lambda: (
            Gleason().layout().payoffs[1] + Gleason().layout().payoffs[Gleason().layout().exits[1][0]] == 3
        ),
    ),
    statement("section 1", "V < 0: the game favors Player II", lambda: solution().value.upper < 0),
    statement("section 3", "the immediate payoffs P(k, q) of the subgames", _payoffs_of_the_subgames),
    statement(
        "equation (3)",
        "V_β(k, q) = V / (1 - β) + W(k, q) + o(1), up to the constant in W",
        lambda: _expansion()[1] < 0.2 * _expansion()[0] < 0.02,
        computed=lambda: "largest difference {:.1e} at β = .999 and {:.1e} at .9999".format(*_expansion()),
    ),
    statement(
        "equation (4)",
        "2V + W(k, q) = P(k, q) + max over r, s of min{q W(k+1, r) + p W(k, s), q W(k, r) + p W(k+2, s)}",
        lambda: _recursion_error() < 2e-3,
        computed=lambda: f"holds to {_recursion_error():.0e} with r and s on a grid of 1/2000",
    ),
    question(
        "section 3",
        "to find II's optimal strategy we must derive and solve the corresponding set of equations (not given)",
        _second_players_equations,
    ),
    number("section 4", "V = -.0933 approximately", "-0.0933", lambda: solution().value),
    Claim(where="section 4", says="-.09336 < V < -.09323", recompute=_bounds),
    statement("section 4", "s(1, 1) and r(2, 0) play no role at all", _plays_no_role),
    question(
        "section 4, figure 1",
        "how s(1, q) near q = 1 and r(2, q) near q = 0 behave; we suspect the true function is still monotone there",
        _oscillations,
    ),
    number("section 5", "Andy: s(1, 0) = .562", "0.562", lambda: solution().next_cc(ROW, 0, 0.0)[1]),
    number("section 5", "Andy: s(3, .562) = .648", "0.648", lambda: _andy(1)),
    number("section 5", "Andy: r(3, .562) = .510", "0.510", lambda: _andy(0)),
    number("section 5", "Dave: s(2, 0) = .369", "0.369", lambda: _dave(1)),
    number("section 5", "Dave: r(1, .369) = .129", "0.129", lambda: _dave(2)),
    _position(3, "0.421"),
    _position(4, "0.173"),
    number(
        "section 5",
        "Dave's positions: then .442",
        "0.442",
        lambda: _dave(5),
        why="the last digit is the grid's: s(2, .17278) is .44137, and the next of its points is 707/1600 = .441875",
        expected_to_hold=False,
    ),
    _position(6, "0.188"),
    _position(7, "0.449"),
    _position(8, "0.193"),
    _position(9, "0.452"),
    statement(
        "section 5",
        "the positions of this line all differ, so no strategy of bounded memory is optimal",
        _never_the_same,
        computed=lambda: f"both parts rise strictly, towards {_dave(59):.6f} and {_dave(60):.6f}",
    ),
    statement(
        "section 5",
        "+1, +1, -2 and 0, 0, +1 are equivalent by location and scale",
        _equivalent,
        computed=lambda: (
            f"V(1, 1, -2) = {variant(1, 1, -2).value} = 1 - 3 V(0, 0, 1); the scale is negative, so the players change "
            "places, which does not matter to the average"
        ),
    ),
    statement("section 5", "r(1, q) = 1 - s(2, 1 - q)", _identity(0, 1)),
    statement(
        "section 5",
        "r(2, q) = 1 - s(2, 1 - q)",
        _identity(1, 1),
        computed=lambda: f"fails by up to {_mirrored(1, 1):.3f}",
        corrected=("r(2, q) = 1 - s(1, 1 - q)", _identity(1, 0)),
        why="the symmetry exchanges nodes 1 and 2, so r(2, .) goes with s(1, .)",
        expected_to_hold=False,
    ),
    statement("section 5", "r(3, q) = 1 - s(3, 1 - q)", _identity(2, 2)),
    number(
        "section 5",
        "the value of 0, 0, 1 is .35575 ± .000014",
        "0.35575",
        lambda: variant(0, 0, 1).value,
        tolerance=0.000014,
    ),
)


def _draw(figure: Literal["row", "col", "W"]) -> Callable[[], Figure]:
    def draw() -> Figure:
        from zerosum.plots.lagged import draw

        return draw(solution(), figure=figure)

    return draw


PICTURES: tuple[Picture, ...] = (
    Picture(
        name="gleason-1", caption="Figure 1 redrawn: Andy's optimal play, without a grid.", draw=_draw("row")
    ),
    Picture(name="gleason-2", caption="Figure 2 redrawn: Dave's optimal play.", draw=_draw("col")),
    Picture(name="gleason-w", caption="W(k, q) of both players: concave and convex.", draw=_draw("W")),
)
