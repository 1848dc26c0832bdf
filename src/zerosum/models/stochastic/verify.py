"""Check a stochastic game's strategies: what each guarantees against every reply, proved in fractions.

One player's stationary strategy leaves the other a Markov decision process. Inequalities that hold for
every state s and action a bound what the replier, who maximises there, can get:

* discounted: v(s) + c >= r + beta P v and w(s) >= 1 + beta P w: then the best total is at most v + c w;
* average: G(s) >= P G, and G(s) + c + W(s) >= r + P W for those actions that have G(s) = P G: then the best average
  from s is at most G(s) + c. With G = 0 it is at most c from every start.

v, w, G and W may come from anywhere, the certificate or `guesses.py`: the inequalities are evaluated in fractions, with
the strategies taken exactly as they are written, so the bound is a proof. An action with G(s) > P G needs no second
inequality: with W + M G for W and a large M it has that one, too, and the others keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import GameError, InputError
from zerosum.core.numbers import numbers
from zerosum.core.proofs import fields, read_mix
from zerosum.core.value import Value
from zerosum.models.stochastic.guesses import DecisionProcess, Vector, best_average, best_totals
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.table import tabulate


def prove(game: StochasticGame, claimed: Value, data: Data, state: str | None = None) -> Value:
    """What either strategy guarantees against every reply, in fractions, from a state or else from the first one."""
    *sides, relative = fields(data, "row", "col", "relative")
    states = list(game.states)
    mixes = [
        [
            list(read_mix(mix, game.moves(state)[at], f"in state {state!r}").values())
            for state, mix in zip(states, fields(said, *states, where="the states"), strict=True)
        ]
        for at, said in enumerate(sides)
    ]
    averages = game.discount is None
    if not isinstance(relative, list) or [len(one) for one in relative] != [len(states)] * 2 * averages:
        raise InputError(
            "with the average payoff, and only then, each player needs a relative value of every state"
        )
    processes = process_of(game, mixes[1], of_row=True), process_of(game, mixes[0], of_row=False)
    s = states.index(game.first_state if state is None else state)
    if not averages:
        upper, lower = (_most_discounted(process)[s] for process in processes)
    else:
        vectors = [[Fraction(w) for w in numbers(values)] for values in relative]
        zero = [Fraction(0)] * len(states)
        upper, lower = (_most_average(one, zero, W)[s] for one, W in zip(processes, vectors, strict=True))
        if -lower < claimed.lower or upper > claimed.upper:  # one number does not serve every start
            pairs = zip(processes, vectors, strict=True)
            upper, lower = (_most_average(one, *best_average(one, W))[s] for one, W in pairs)
    return Value(min(-lower, upper), upper)


def process_of(game: StochasticGame, mixes: Sequence[Vector], *, of_row: bool) -> DecisionProcess:
    """The process that row faces (payoffs to row) or col (payoffs to col), given the other's mix in each state."""
    table = tabulate(game)
    cells = table.exact_cells()
    number = {state: s for s, state in enumerate(table.states)}
    beta = Fraction(1) if table.discount is None else Fraction(table.discount)
    process: DecisionProcess = []
    for s, mix in enumerate(mixes):
        process.append([])
        for a in range(len(table.rows[s] if of_row else table.cols[s])):
            payoff, to = Fraction(0), dict[int, Fraction]()
            for b, p in enumerate(mix):
                i, j = (a, b) if of_row else (b, a)
                r, chances = cells[int(table.first[s]) + i * len(table.cols[s]) + j]
                payoff += p * (r if of_row else -r)
                for name, chance in chances.items():
                    if p:
                        to[number[name]] = to.get(number[name], Fraction(0)) + beta * p * chance
            process[s].append((payoff, to))
    return process


def _most_discounted(process: DecisionProcess) -> Vector:
    """An upper bound on the largest total from each state: v + c w."""
    v, w = best_totals(process)
    room = min(w[s] - _next(to, w) for s, actions in enumerate(process) for _, to in actions)
    if room <= 0:
        raise GameError("the play need not stop under these strategies, so a total payoff proves nothing")
    excess = max(r + _next(to, v) - v[s] for s, actions in enumerate(process) for r, to in actions)
    return [v[s] + max(excess, Fraction(0)) * w[s] / room for s in range(len(process))]


def _most_average(process: DecisionProcess, G: Vector, W: Vector) -> Vector:
    """An upper bound on the largest average from each state: G + c."""
    actions = [(s, r, to, _next(to, G)) for s, own in enumerate(process) for r, to in own]
    if any(later > G[s] for s, _, _, later in actions):
        raise ArithmeticError("the average payoff is not bounded by these strategies")
    c = max(r + _next(to, W) - W[s] - G[s] for s, r, to, later in actions if later == G[s])
    return [g + c for g in G]


def _next(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    """The expected value of v at the next state."""
    return sum((p * v[t] for t, p in to.items()), Fraction(0))
