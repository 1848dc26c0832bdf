"""Check a stochastic game's strategies: the guarantee of each against every response, proved in fractions.

Against one player's stationary strategy the other has a Markov decision process. Inequalities for every state s and
action a bound the payoff of the responder, who maximises in it:

* discounted: v(s) + c >= r + beta P v and w(s) >= 1 + beta P w: then the largest total is at most v + c w;
* average: G(s) >= P G, and G(s) + c + W(s) >= r + P W for those actions that have G(s) = P G: then the largest
  average from s is at most G(s) + c. With G = 0 it is at most c from every start.

v, w, G and W may come from anywhere, the certificate or `guesses.py`: the inequalities are evaluated in fractions,
with exactly the strategies in the certificate, so the bound is proved. An action with G(s) > P G needs no second
inequality: if W is replaced by W + M G with a large M, the action satisfies it, and the other inequalities still
hold.

If only strategies with memory, or no strategies, attain an average, the certificate may contain a player's strategies
x_t for every discount 1 - t^N with a small enough t > 0, and payoffs u_t, all of them polynomials in t. If t^N r + (1
- t^N) P u_t >= u_t under x_t, for every response and every small enough t, then the normalised discounted value is at
least u_t, and its limit, which is the value of the undiscounted game (Mertens and Neyman 1981), at least the limit of
u_t. Whether a polynomial is at least 0 for every small enough t is the sign of its lowest coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import Ordering, fmpq_mpoly_ctx

from zerosum.core.data import Data
from zerosum.core.errors import GameError, InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.numbers import number, numbers
from zerosum.core.proofs import distinct_names, fields, read_mix
from zerosum.core.rationals import fraction, rational
from zerosum.core.value import Value
from zerosum.models.stochastic.guesses import DecisionProcess, Vector, best_average, best_totals
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.table import tabulate

Exact = Callable[[Fraction], Foreign]
RING = fmpq_mpoly_ctx.get(("t",), Ordering.lex)
"""Polynomials in t with exact coefficients; the powers may be huge."""
MAX_TERMS = 2000
"""Maximum number of terms of a polynomial: the number of terms of a product is the product of the numbers of its
factors, and the computation cannot be interrupted.
"""


def prove(game: StochasticGame, claimed: Value, data: Data, *given: Position) -> Value:
    """Return the guarantees of both strategies against every response, from a given state or from the first."""
    *sides, relative, limit = fields(data, "row", "col", "relative", "limit")
    states = list(game.states)
    names = distinct_names(states, "two states")
    mixes = [
        [
            list(read_mix(mix, game.moves(state)[at], f"in state {state!r}").values())
            for state, mix in zip(states, fields(said, *names, where="the states"), strict=True)
        ]
        for at, said in enumerate(sides)
    ]
    averages = game.discount is None
    if [len(one) for one in relative] != [len(states)] * 2 * averages or len(limit) != 2 * averages:
        raise InputError("each player needs a relative value of every state, with the average payoff only")
    processes = process_of(game, mixes[1], of_row=True), process_of(game, mixes[0], of_row=False)
    s = states.index(given[0] if given else game.first_state)
    if not averages:
        upper, lower = (_most_discounted(process)[s] for process in processes)
    else:
        vectors = [[Fraction(w) for w in numbers(values)] for values in relative]
        zero = [Fraction(0)] * len(states)
        upper, lower = (_most_average(one, zero, W)[s] for one, W in zip(processes, vectors, strict=True))
        if -lower < claimed.lower or upper > claimed.upper:  # the bound depends on the start
            known = zip((upper, lower), processes, vectors, strict=True)
            upper, lower = (min(b, _most_average(one, *best_average(one, W))[s]) for b, one, W in known)
        if limit[0]:
            upper = min(upper, _in_the_limit(game, limit[0], of_row=True)[s])
        if limit[1]:
            lower = min(lower, _in_the_limit(game, limit[1], of_row=False)[s])
    return Value(min(-lower, upper), upper)


def _in_the_limit(game: StochasticGame, proof: Data, *, of_row: bool) -> Vector:
    """Return an upper bound on row's payoff (or col's) from each state in the limit of discounts 1 - t^power."""
    power, over, values, mixes = fields(proof, "power", "over", "values", "mixes")
    sign, interest, below = 1 if of_row else -1, _small({power: "1"}), _small(over)
    u = [sign * _small(p) for p in fields(values, *map(str, game.states))]
    x = [
        [_small(p) for p in fields(mix, *map(str, game.moves(state)[of_row]))]
        for state, mix in zip(game.states, fields(mixes, *map(str, game.states)), strict=True)
    ]
    if interest[(0,)] or below[(0,)] <= 0 or any(sum(mix) != 1 or min(map(_lowest, mix)) < 0 for mix in x):
        raise InputError(
            "a limit needs a power and a denominator above 0, and probabilities that add up to 1"
        )
    for s, actions in enumerate(process_of(game, x, of_row=of_row, exact=rational)):
        for r, to in actions:
            later = sum(p * u[t] for t, p in to.items())
            if _lowest(interest * below * r + (1 - interest) * later - u[s]) > 0:
                raise ArithmeticError(f"the payoff in the limit is not guaranteed in {game.states[s]}")
    return [fraction(p[(0,)] / below[(0,)]) for p in u]


def _small(said: Data) -> Foreign:
    """Return a polynomial in t from its coefficients by their powers."""
    if len(said) > MAX_TERMS or not all(power.isdecimal() for power in said):
        raise InputError(f"a polynomial must have at most {MAX_TERMS} powers, each a whole number from 0 up")
    return RING.from_dict({(int(power),): rational(number(c)) for power, c in said.items()})


def _lowest(p: Foreign) -> Foreign:
    """Return the coefficient of the lowest power of t, whose sign is that of p for small enough t > 0."""
    return p.coeffs()[-1] if p else 0


def process_of(
    game: StochasticGame, mixes: Sequence[Vector], *, of_row: bool, exact: Exact = Fraction
) -> DecisionProcess:
    """Return the decision process of a side, given the other's mix in each state; `exact` converts its numbers."""
    table = tabulate(game)
    cells = table.exact_cells()
    place = {state: s for s, state in enumerate(table.states)}
    beta = Fraction(1) if table.discount is None else Fraction(table.discount)
    process: DecisionProcess = []
    for s, mix in enumerate(mixes):
        process.append([])
        for a in range(len(table.rows[s] if of_row else table.cols[s])):
            payoff, to = exact(Fraction(0)), dict[int, Fraction]()
            for b, p in enumerate(mix):
                i, j = (a, b) if of_row else (b, a)
                r, chances = cells[int(table.first[s]) + i * len(table.cols[s]) + j]
                payoff += p * exact(r if of_row else -r)
                for name, chance in chances.items():
                    if p:
                        to[place[name]] = to.get(place[name], 0) + p * exact(beta * chance)
            process[s].append((payoff, to))
    return process


def _most_discounted(process: DecisionProcess) -> Vector:
    """Return an upper bound on the largest total from each state: v + c w."""
    v, w = best_totals(process)
    room = min(w[s] - _next(to, w) for s, actions in enumerate(process) for _, to in actions)
    if room <= 0:
        raise GameError("play need not stop under these strategies, so a total payoff proves nothing")
    excess = max(r + _next(to, v) - v[s] for s, actions in enumerate(process) for r, to in actions)
    return [v[s] + max(excess, Fraction(0)) * w[s] / room for s in range(len(process))]


def _most_average(process: DecisionProcess, G: Vector, W: Vector) -> Vector:
    """Return an upper bound on the largest average from each state: G + c."""
    actions = [(s, r, to, _next(to, G)) for s, own in enumerate(process) for r, to in own]
    if any(later > G[s] for s, _, _, later in actions):
        raise ArithmeticError("the average payoff is not bounded by these strategies")
    c = max(r + _next(to, W) - W[s] - G[s] for s, r, to, later in actions if later == G[s])
    return [g + c for g in G]


def _next(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    """Return the expected value of v at the next state."""
    return sum((p * v[t] for t, p in to.items()), Fraction(0))
