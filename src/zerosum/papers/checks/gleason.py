"""Ferguson and Shapley, Gleason's Game: the value, the equations, the play, the figures, the symmetric variant, the
authors' grid compared with the value that is known without one, and strategies of bounded memory (sections 1 and 2).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.sides import Side
from zerosum.core.solution import Value
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.arena.movers import OptimalMover, simulate
from zerosum.models.lagged.certificate import verify
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.memory import (
    best_response,
    bounded_memory,
    histories,
    prove_best,
    solve_response,
)
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.rules import ring
from zerosum.models.lagged.solve import solve
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.quotients import letters
from zerosum.papers.formulas import holds
from zerosum.papers.grid import Grid, hoffman_karp
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure


GRID = np.linspace(0, 1, 2001)
SIDES = {"andy": ROW, "dave": COL}


@cache
def solution(*nodes: int) -> LaggedSolution:
    """Solve the paper's game, or a ring with other payoffs."""
    return solve(Gleason(nodes=tuple(map(Fraction, nodes or (1, 2, -3)))), digits=13)


@cache
def discounted(beta: Fraction) -> LaggedSolution:
    """Solve the paper's game with a discount."""
    return solve(Gleason(), discount=beta, digits=8)


def value(nodes: Sequence[int] = ()) -> Value:
    """Return the value of a ring."""
    return solution(*nodes).value


def value_between(low: str, high: str) -> Found:
    """Check whether the value lies strictly between two numbers."""
    found = solution().value
    return Found(bool(Fraction(low) < found.lower and found.upper < Fraction(high)), str(found))


# sections 1 and 3: the rules and the equations


def first_moves() -> Found:
    """Check whether both players' first move is clockwise."""
    first = solution().first
    return Found(first == (0.0, 0.0), "cl with probability {:g} and {:g}".format(*(1 - q for q in first)))


def paid(path: Sequence[int], moves: int) -> int:
    """Return Dave's payment after `moves` moves along nodes of the ring: each pays the node that it leaves."""
    payoffs = Gleason().layout().payoffs
    return int(sum(payoffs[node - 1] for node in path[:moves]))


def paid_so_far(path: Sequence[int], total: int) -> Found:
    """Compare a total with the payments of the moves along a path; near if it equals the payments of all nodes of
    the path.
    """
    found, visited = paid(path, len(path) - 1), paid(path, len(path))
    text = f"the {len(path) - 1} moves have paid {found}, and with the next one, which leaves the last node, {visited}"
    return Found(found == total, text, near=visited == total)


def subgame(k: int, formula: str) -> Found:
    """Check whether P_β(k, q) is the payment of the first two moves from node k, as a function of q and β."""
    board, (q, b) = Gleason().layout(), letters("q", "b")
    cc, cl = (board.payoffs[e] for e in board.exits[k - 1])
    paid = board.payoffs[k - 1] + b * (q * cc + (1 - q) * cl)
    fine = holds(f"paid == {formula}", {"paid": paid, "q": q, "p": 1 - q, "b": b})
    return Found(fine, "as an identity of functions of q and β" if fine else "")


def transitions(after_cc: Sequence[int], after_cl: Sequence[int]) -> bool:
    """Check whether II's cc and cl lead from I's cc and I's cl out of node k to the nodes k + these."""
    exits = Gleason().layout().exits
    found = [
        {tuple((exits[exits[k][first]][second] - k) % 3 for first in (0, 1)) for k in range(3)}
        for second in (0, 1)
    ]
    return found == [{tuple(after_cc)}, {tuple(after_cl)}]


def discounted_total(first_power: int) -> Found:
    """Check whether (1) gives this total for a payoff of 1 at every stage, the first discounted by β to this power."""
    beta = RationalFunction.variable()
    total, by_equation = beta**first_power / (1 - beta), 1 / (1 - beta)
    text = f"payoffs of 1 total {total.text('β')}; V = 1 + βV gives {by_equation.text('β')}"
    return Found(total == by_equation, text)


def limiting_average(summed: bool) -> Found:
    """Check whether V is the limit of ΣZ_n / n, by a simulation, or of Z_n / n, which the payoffs bound."""
    n, value = 100_000, float(solution().value)
    movers = (OptimalMover(solution().next_moves[player], solution().first[player]) for player in (ROW, COL))
    mean, error, _ = simulate(Gleason().layout(), *movers, moves=n)
    off = abs(mean - value) if summed else abs(value) - 3 / n
    text = f"in {n:,} moves of optimal play ΣZ_n/n is {mean:.4f} ± {error:.4f}, and |Z_n/n| ≤ {3 / n:.0e}"
    return Found(off < 4 * error, f"{text}; V = {value:.4f}")


def equation(beta: str, tolerance: str = "1e-9") -> Found:
    """Compute the residual of (2), or of (4) for β = 1, with the maximum over r and s found here by duality."""
    b = Fraction(beta)
    solved = solution() if b == 1 else discounted(b)
    W = [solved.function(ROW, k) for k in range(3)]
    at = np.unique(np.concatenate([f.q for f in W]))
    tables = [f.values(at) for f in W]
    # the solver's function is known up to a constant: V_β - W with a discount, otherwise the value
    missing = float(solved.worth(ROW, 0, 0.0)) - float(W[0].values(np.array([0.0]))[0])
    drift = 2 * float(solved.value) if b == 1 else missing * float(1 - b**2)
    a, worst = (1, 2, -3), 0.0
    for k in range(3):
        for q in np.linspace(0, 1, 13):
            paid = a[k] + float(b) * (q * a[k - 1] + (1 - q) * a[(k + 1) % 3])
            left = drift + float(W[k].values(np.array([q]))[0])
            worst = max(worst, abs(left - paid - float(b) ** 2 * _max_min(tables, k, float(q))))
    return Found(worst < float(tolerance), f"off by {worst:.0e} at most, at 39 states")


def _max_min(W: list[Floats], k: int, q: float) -> float:
    """Return max over r, s of min{q W(k+1, r) + p W(k, s), q W(k, r) + p W(k+2, s)}, as a minimum over the weight of
    the two.

    For concave W it is min over w of q max_r [w W(k+1, r) + (1-w) W(k, r)] + p max_s [w W(k, s) + (1-w) W(k+2, s)],
    convex in w, and the inner maxima are at end points.
    """

    def upper(w: float) -> float:
        r = w * W[(k + 1) % 3] + (1 - w) * W[k]
        s = w * W[k] + (1 - w) * W[(k + 2) % 3]
        return float(q * r.max() + (1 - q) * s.max())

    low, high = 0.0, 1.0
    for _ in range(60):
        third = (high - low) / 3
        if upper(low + third) < upper(high - third):
            high -= third
        else:
            low += third
    return min(upper(low), upper(0.0), upper(1.0))


def expansion(little: bool) -> Found:
    """Check whether the remainder of (3) is o(1-β), or O(1-β), by its order as 1-β falls tenfold."""
    W, spread = [solution().function(ROW, k).values(GRID) for k in range(3)], []
    for beta in (Fraction(999, 1000), Fraction(9999, 10000)):
        rest = [discounted(beta).function(ROW, k).values(GRID) - W[k] for k in range(3)]
        spread.append(float(np.ptp(np.concatenate(rest))))
    order = math.log10(spread[0] / spread[1])
    text = "differs by {:.1e} at β = .999 and {:.1e} at .9999".format(*spread)
    return Found(order > 1.5 if little else order > 0.95, f"{text}: of order {order:.3f} in 1-β")


def second_players_equations() -> Found:
    """Check whether the column player's functions are one move of the operator on the row player's."""
    operator = Operator(solution().board, solution().functions[ROW][0].scale)
    answer = operator.step_back(solution().functions[ROW], COL)
    off = max(
        float(np.ptp(f.convert(FLOATS).values(GRID) - solution().function(COL, k).values(GRID)))
        for k, f in answer.items()
    )
    row, col = (Value(float(v.lower), float(v.upper)) for v in solution().formulations)
    text = (
        "U(j, λ) = a(j) - V + max over r of [λ W(cc j, r) + (1-λ) W(cl j, r)] and W(k, q) = a(k) - V + min over λ "
        f"of [q U(cc k, λ) + (1-q) U(cl k, λ)]: the two players' functions so found agree to {off:.0e}, "
        f"and give the values {row} and {col}"
    )
    return Found(off < 1e-12 and bool(row.lower <= col.upper and col.lower <= row.upper), text)


def two_states_and_a_parameter() -> Found:
    """Check whether strategies that depend on the last node, on q and on the counter's exit from there guarantee
    the value.
    """
    proved = verify(solution())
    text = (
        "both players' strategies r(k, q), s(k, q) look at the node k left before, at where the counter went from "
        f"there, and at q, the probability with which it was sent; alone they prove the value {proved}"
    )
    return Found(proved.gap < 1e-12, text)


# section 4: the figures


def _constant_from(node: int, which: int, *, downwards: bool) -> tuple[float, float]:
    """Return the end value of a function, and the point from which it has this value."""
    plan = solution().next_moves[ROW][node]
    at = np.union1d(plan.q, GRID)
    x = plan.pair(at)[which]
    end = x[-1] if downwards else x[0]
    same = np.abs(x - end) < 1e-12
    return float(end), float(at[same].min() if downwards else at[same].max())


def _loss(q: float, shift: float) -> float:
    """Return the loss in one round of using s(1, q) + shift at q, with the best r for it."""
    W = [solution().function(ROW, k) for k in range(3)]
    s = solution().next_cc(ROW, 0, q)[1] + shift
    r = np.union1d(np.linspace(0, 1, 200_001), np.concatenate([f.q for f in W]))

    def least(s: float) -> float:
        cc = q * W[1].values(r) + (1 - q) * W[0].values(np.array([s]))[0]
        cl = q * W[0].values(r) + (1 - q) * W[2].values(np.array([s]))[0]
        return float(np.minimum(cc, cl).max())

    return least(s - shift) - least(s)


def oscillations(width: str) -> Found:
    """Check whether the functions are monotone, on which intervals two of them are constant, and the cost of an
    error there.
    """
    (s, since), (r, until) = _constant_from(0, 1, downwards=True), _constant_from(1, 0, downwards=False)
    low, high = solution().optimal_exits(ROW, 0, 0.99)[1]
    cost = _loss(0.99, -0.05)
    text = (
        f"They are monotone: s(1, q) = {s:.6f} for all q from {since:.3f} to 1, and r(2, q) = {r:.6f} for all q from 0 "
        f"to {until:.3f}. At q = .99 the optimal s run from {low:.9f} to {high:.9f}; s(1, .99) off by .05 costs "
        f"{cost:.0e} in a round, {'below' if cost < float(width) else 'above'} the width {width} of the paper's bounds."
    )
    # all twelve functions of the two figures, at every break point and on a fine grid
    plans = [plan for player in (ROW, COL) for plan in solution().next_moves[player].values()]
    steps = [np.diff(x) for plan in plans for x in plan.pair(np.union1d(plan.q, GRID))]
    return Found(all((d >= -1e-9).all() or (d <= 1e-9).all() for d in steps), so=text)


def plays_no_role() -> bool:
    """Check whether s(1, 1) and r(2, 0) are arbitrary."""
    return solution().optimal_exits(ROW, 0, 1.0)[1] == (0.0, 1.0) == solution().optimal_exits(ROW, 1, 0.0)[0]


# section 5


def play(who: str, path: Sequence[str]) -> float:
    """Return a player's probability of cc after steps such as "s2", "r1" through both functions, from q = 0."""
    q = 0.0
    for step in path:
        q = solution().next_cc(SIDES[who], int(step[1]) - 1, q)["rs".index(step[0])]
    return q


def dave(move: int) -> float:
    """Return Dave's probability of cc at his move of that number after the first, alternating (cl, cl) and (cc, cc)."""
    return play("dave", ["s2", "r1"] * (move // 2) + ["s2"] * (move % 2))


def positions_differ() -> Found:
    """Check whether Dave's positions along the line differ: both parts of the sequence increase strictly."""
    play = np.array([dave(n) for n in range(1, 17)])
    rises = bool((np.diff(play[0::2]) > 0).all() and (np.diff(play[1::2]) > 0).all())
    return Found(rises, "16 positions", f"both parts rise, towards {dave(59):.6f} and {dave(60):.6f}")


def mirrored(node: int, other: int) -> Found:
    """Check whether r(node, q) = 1 - s(other, 1 - q) in the symmetric game, for both players."""
    inner = GRID[1:-1]
    gaps = [
        np.abs(plans[node - 1].pair(inner)[0] - (1 - plans[other - 1].pair(1 - inner)[1])).max()
        for plans in solution(0, 0, 1).next_moves
    ]
    off = float(max(gaps))
    return Found(off < 1e-6, f"the two sides differ by up to {off:.2g}")


def equivalent() -> Found:
    """Check whether V(1, 1, -2) = 1 - 3 V(0, 0, 1)."""
    one, two = solution(1, 1, -2).value, solution(0, 0, 1).value
    scaled = Value(1 - 3 * two.upper - 1e-14, 1 - 3 * two.lower + 1e-14)
    text = f"V(1, 1, -2) = {one}, and 1 - 3 V(0, 0, 1) = {scaled}; the scale is negative: the players change places"
    return Found(bool(scaled.lower <= one.upper and one.lower <= scaled.upper), text)


def grid_variables(n: int) -> int:
    """Return the number of I's probabilities on a grid of mesh 1/n: r and s, three nodes, n + 1 points."""
    return 2 * 3 * (n + 1)


# figures


@cache
def on_grid(n: int) -> Grid:
    """Solve the paper's board by the paper's method."""
    return hoffman_karp(Gleason().layout(), n)


def grid_bounds(n: int) -> Found:
    """Check whether the grid's bounds enclose the value that is known without a grid."""
    grid, value = on_grid(n), float(solution().value)
    text = f"on a grid of 1/{n}, after {grid.rounds} rounds, {grid.lower:.5f} <= V <= {grid.upper:.5f}; V = {value:.7f}"
    return Found(grid.lower <= value <= grid.upper, text)


def grid_bound(n: int, side: Literal["lower", "upper"]) -> float:
    """Return V_lower or V_upper of a grid."""
    grid = on_grid(n)
    return grid.lower if side == "lower" else grid.upper


BOARD = ring((Fraction(1), Fraction(2), Fraction(-3)))


@cache
def best(player: Side, memory: int) -> MemorySolution:
    """Return the best strategy found with this memory."""
    return bounded_memory(BOARD, player, memory)


def strategy_worth(at_start: str = "", after_one: str = "", after_two: str = "") -> Value:
    """Return the guarantee of II's strategy: cl at +1, cc at +2, and at -3 cc with one probability or with one that
    depends on the previous node.
    """
    if at_start:
        return best_response(histories(BOARD, "col", 1), [0, 1, Fraction(at_start)]).value
    seen = histories(BOARD, "col", 2)
    mixed: dict[tuple[int, ...], Fraction] = {(0, 2): Fraction(after_one), (1, 2): Fraction(after_two)}
    return best_response(seen, [mixed.get(key, Fraction(int(key[-1] == 1))) for key in seen.keys]).value


def best_worth(player: Side, memory: int) -> Value:
    """Return the guarantee of the best strategy found with this memory."""
    return best(player, memory).value


def best_probability(player: Side, memory: int, after: Sequence[int]) -> float:
    """Return the probability of cc after nodes with these payoffs in the best strategy found."""
    names = {int(payoff): name for name, payoff in zip(BOARD.names, BOARD.payoffs, strict=True)}
    return float(best(player, memory).strategy[tuple(names[payoff] for payoff in after)])


def shape_of_two() -> Found:
    """Check whether going cl at +1 and cc at +2 loses nothing against II's best strategy with two known states."""
    at = [str(best_probability("col", 2, (before, -3))) for before in (1, 2)]
    shaped, free = strategy_worth(after_one=at[0], after_two=at[1]), best("col", 2).value
    text = f"{shaped} so, and {free} with all six probabilities free"
    return Found(float(shaped.upper - free.lower) < 1e-9, text)


def best_hundredths(after_one: int, after_two: int) -> Found:
    """Check whether these are the best probabilities in hundredths for the strategy of section 2, by trying
    all pairs.
    """
    seen = histories(BOARD, "col", 2)

    def worth(pair: tuple[int, int]) -> float:
        mixed: dict[tuple[int, ...], float] = {(0, 2): pair[0] / 100, (1, 2): pair[1] / 100}
        return solve_response(seen, np.array([mixed.get(key, float(key[-1] == 1)) for key in seen.keys]))[2]

    found = min(itertools.product(range(101), range(101)), key=worth)
    text = f"of 101 x 101 pairs the best is .{found[0]:02} and .{found[1]:02}"
    return Found(found == (after_one, after_two), text)


def no_better(player: Side, memory: int, within: str) -> Found:
    """Check whether no strategy with this memory does better than the best found by more than `within`."""
    seen = histories(BOARD, player, memory)
    found = best(player, memory).value
    proved = prove_best(seen, seen.sign * float(found) - float(within)) > 0
    share = float(within) / abs(float(found)) if abs(float(found)) > float(within) else 0.0
    so = f"branch and bound proves that none is better by {within}"
    so += f", {100 * share:.1f}% of that" * bool(share)
    return Found(proved, f"the best found has {float(found):.7f}", so)


def worth_formula(formula: str) -> Found:
    """Check a formula for I's guarantee with one known state."""
    found = best_worth("row", 1)
    return Found(holds(f"v == {formula}", {"v": float(found), "sqrt": math.sqrt}), str(found))


def more_memory_helps() -> Found:
    """Check whether II can hold I below zero by knowing the last two states."""
    found = best_worth("col", 2)
    return Found(found.upper < 0, f"with the last two states II holds I to {found}")


def bound(number: str, side: Literal["upper", "lower"]) -> Found:
    """Check whether a number bounds the value from above, or below."""
    low, high = best("row", 1).value.lower, best("col", 2).value.upper
    text = f"{float(low):.5f} <= V <= {float(high):.5f}"
    return Found(bool(Fraction(number) >= high if side == "upper" else Fraction(number) <= low), text)


def parameters(formula: str) -> Found:
    """Check whether a formula gives the number of parameters for memories of one to five nodes."""
    found = [len(histories(BOARD, "col", k).keys) for k in range(1, 6)]
    right = all(holds(f"n == {formula}", {"n": n, "k": k}) for k, n in enumerate(found, 1))
    return Found(right, f"{', '.join(map(str, found))} parameters for k = 1 to 5")


def how_far(player: Side, memory: int) -> Found:
    """Compute the guarantee of the best strategy found with this memory, certified by the best response to it."""
    found, payoff = best(player, memory), dict(zip(BOARD.names, BOARD.payoffs, strict=True))
    mixes = (f"{' '.join(str(payoff[k]) for k in key)}: {float(p):.4f}" for key, p in found.strategy.items())
    return Found(found.value.gap < 1e-9, f"{float(found.value):.8f} with cc after {', '.join(mixes)}")


def draw_memory() -> Figure:
    """Draw the guarantee of each player with one, two and three known states, and the value."""
    from zerosum.display.drawing import line_chart

    memories, value = (1, 2, 3), float(solve(Gleason()).value)
    names = {"col": "col holds row to", "row": "row guarantees"}
    lines = {
        name: [(float(memory), float(best(player, memory).value)) for memory in memories]
        for player, name in names.items()
    }
    lines[f"value {value:.5f}"] = [(float(memory), value) for memory in memories]
    return line_chart(lines, across="number of nodes remembered", up="average payoff to row")
