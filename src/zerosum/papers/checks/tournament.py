"""A poker tournament of two players who move all-in or fold before the flop, as a recursive game (Everett 1957).

The blinds stay the same, and the button changes after each hand; a player who has all the chips has won. A position
is the number of chips of the player with the small blind, of c chips in all, and the value v(s) is the probability
that this player wins with s chips. A hand is push or fold (`games/push_fold.py`), but chips count by their value:
the player who had the small blind has the big blind next, so k chips are worth 1 - v(c - k). A player with fewer
chips than a blind is all-in with them.

With values for the next hand, a hand is a linear program whose prices are the big blind's calls. With both
strategies fixed, the values are the solution of linear equations, which is used for the next hand: Newton's method.

The proof is a guarantee for each position, and a bound on the number of hands. Against each move of the opponent,
the mean guarantee after the hand is at least the guarantee, and the mean bound is at least 1 less. So the
tournament ends with probability 1, and the guarantee is valid. All of this is checked in integers. One player's
guarantee with the big blind bounds the other's winning probability with the small blind, so a single strategy
bounds v on both sides.

References: P. B. Miltersen and T. B. Sørensen, A near-optimal strategy for a heads-up no-limit Texas Hold'em poker
tournament, AAMAS 2007, of which only the beginning could be read; H. Everett, Recursive games, Contributions to the
theory of games 3 (1957).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import InputError
from zerosum.core.value import Value
from zerosum.games.preflop import BOARDS, NAMES, PAIRS, counts
from zerosum.numerics.programs import MatrixEntries, minimise
from zerosum.papers.verdicts import Found

if TYPE_CHECKING:
    from matplotlib.figure import Figure

F = Fraction
KINDS = len(NAMES)
SHARES = 10**8
"""Probabilities are rounded to multiples of one over this number."""
UNITS = 10**12
"""Guarantees and numbers of hands are rounded to multiples of one over this number."""
VALUE_TOLERANCE = 1e-12
"""Values that change by less from one round to the next are final."""
MAX_ROUNDS = 50
MAX_HANDS = 1_000
"""A strategy that may take more hands than this on average is rejected."""


class Branches(NamedTuple):
    """The results of one player's mix in a hand, as numbers of deals by that player's chips afterwards."""

    sure: tuple[Array, tuple[int, ...]]
    """The results that the opponent cannot change: the number of deals for each number of chips."""
    choices: tuple[tuple[Array, tuple[int, ...]], ...]
    """The opponent's moves; for each, the deals [chips, class of the opponent's hand]."""


@dataclass(frozen=True)
class AllInTournament:
    """A tournament; all amounts are in the largest unit that divides them."""

    chips: int
    """All chips on the table."""
    small: int
    big: int

    def stake(self, mine: int) -> int:
        """Return the amount at stake in an all-in: the smaller stack."""
        return min(mine, self.chips - mine)

    def hand(self, chips: int, worth: Floats) -> tuple[Floats, Floats, float]:
        """Return the optimal shoves and calls, by class, and the value to the small blind.

        `worth` is the value of each number of chips to the small blind after the hand.
        """
        stake = self.stake(chips)
        wins, ties, losses = _deals()
        met = wins + ties + losses
        called = wins * worth[chips + stake] + ties * worth[chips] + losses * worth[chips - stake]
        folds = met.sum(1) * worth[max(chips - self.small, 0)]
        everything = np.ones(KINDS)
        if stake <= self.small:
            return everything, everything, called.sum()
        if stake <= self.big:
            shoves = (called.sum(1) > folds).astype(float)
            return shoves, everything, np.maximum(called.sum(1), folds).sum()
        # maximise sum of (1 - x_i) folds_i + t_j where t_j is at most the value after a fold and the value after a call
        stolen = met * worth[chips + self.big]
        one, other = (grid.ravel() for grid in np.indices((KINDS, KINDS)))
        lines = [
            MatrixEntries(-paid.ravel(), shift + other, one) for shift, paid in ((0, stolen), (KINDS, called))
        ]
        diagonal = np.arange(KINDS)
        lines += [MatrixEntries(everything, shift + diagonal, KINDS + diagonal) for shift in (0, KINDS)]
        found = minimise(
            np.concatenate([folds, -everything]),
            MatrixEntries(*(np.concatenate(part) for part in zip(*lines, strict=True))),
            np.zeros(2 * KINDS),
            np.concatenate([np.zeros(KINDS), np.full(KINDS, -np.inf)]),
            np.concatenate([everything, np.full(KINDS, np.inf)]),
            method="simplex",
            tolerance=1e-10,
        )
        if found is None:
            raise InputError("HiGHS did not solve the program of a hand")
        shoves, paid = found.x[:KINDS], found.x[KINDS:]
        calls = np.clip(np.abs(found.prices[KINDS:]), 0, 1)
        return np.clip(shoves, 0, 1), calls, float((1 - shoves) @ folds + paid.sum())

    def with_small_blind(self, chips: int, shoves: Array) -> Branches:
        """Return the results of shoves, given as integer weights by class."""
        stake = self.stake(chips)
        wins, ties, losses = _counted()
        met = wins + ties + losses
        folded = met.sum(1).astype(object) @ (SHARES - shoves)  # too large for 64 bits
        shown = np.array([shoves @ wins, shoves @ ties, shoves @ losses])
        choices: list[tuple[Array, tuple[int, ...]]] = [(shown, (chips + stake, chips, chips - stake))]
        if stake > self.big:
            choices.append(((shoves @ met)[None], (chips + self.big,)))
        return Branches((np.array([folded]), (max(chips - self.small, 0),)), tuple(choices))

    def with_big_blind(self, chips: int, calls: Array) -> Branches:
        """Return the results of calls, given as integer weights by class."""
        stake = self.stake(chips)
        wins, ties, losses = _counted()  # of the small blind's class, which comes first
        met = wins + ties + losses
        shown = np.array([losses @ calls, ties @ calls, wins @ calls, met @ (SHARES - calls)])
        after = (chips + stake, chips, chips - stake, max(chips - self.big, 0))
        choices: list[tuple[Array, tuple[int, ...]]] = [(shown, after)]
        if stake > self.small:
            choices.append(((SHARES * met.sum(1))[None], (chips + self.small,)))
        return Branches((np.zeros(1, np.int64), (0,)), tuple(choices))

    @property
    def places(self) -> range:
        """The numbers of chips with which the tournament goes on."""
        return range(1, self.chips)


@cache
def _counted() -> tuple[Array, Array, Array]:
    """Return the deals that the first class wins, ties and loses."""
    wins, ties = counts()
    return wins, ties, np.ascontiguousarray(wins.T)


@cache
def _deals() -> tuple[Floats, Floats, Floats]:
    """Return the probabilities that the first class wins, ties and loses."""
    wins, ties, losses = (part / _whole() for part in _counted())
    return wins, ties, losses


@cache
def _whole() -> int:
    """Return the number of all deals."""
    return int(PAIRS.sum()) * BOARDS


@dataclass(frozen=True)
class AllInSolution:
    """Values and strategies of a tournament, by the chips of the small blind."""

    tournament: AllInTournament
    values: Floats
    """The probability that the small blind wins."""
    shoves: Array
    """The small blind's shoves [chips, class], as integer weights."""
    calls: Array
    """The big blind's calls [the small blind's chips, class], as integer weights."""

    def branches(self) -> tuple[list[Branches], list[Branches]]:
        """Return the results of the strategy with the small blind and with the big blind, from 1 chip up."""
        game = self.tournament
        return (
            [game.with_small_blind(mine, self.shoves[mine]) for mine in game.places],
            [game.with_big_blind(mine, self.calls[game.chips - mine]) for mine in game.places],
        )


@cache
def solved(chips: int, small: int, big: int) -> AllInSolution:
    """Solve a tournament by Newton's method."""
    unit = gcd(chips, small, big)
    game = AllInTournament(chips // unit, small // unit, big // unit)
    c = game.chips
    values: Floats = np.arange(c + 1) / c
    shoves, calls = np.zeros((2, c + 1, KINDS))
    for _ in range(MAX_ROUNDS):
        found = np.array([0, *values[1:c], 1.0])
        for mine in game.places:
            shoves[mine], calls[mine], found[mine] = game.hand(mine, 1 - values[::-1])
        change = np.abs(found - values).max()
        values = _followed(game, shoves, calls)
        if change < VALUE_TOLERANCE:
            break
    shares = (np.rint(SHARES * part).astype(np.int64) for part in (shoves, calls))
    return AllInSolution(game, values, *shares)


def _followed(game: AllInTournament, shoves: Floats, calls: Floats) -> Floats:
    """Return the values if both strategies are played, from linear equations."""
    c = game.chips
    matrix, right = np.eye(c + 1), np.zeros(c + 1)
    right[c] = 1
    wins, ties, losses = _deals()
    met = wins + ties + losses
    for mine in game.places:
        x, y, stake = shoves[mine], calls[mine], game.stake(mine)
        ends = [(x @ part @ y, mine + sign * stake) for part, sign in ((wins, 1), (ties, 0), (losses, -1))]
        ends.append(((1 - x) @ met.sum(1), max(mine - game.small, 0)))
        ends.append((x @ met @ (1 - y), min(mine + game.big, c)))
        for p, after in ends:  # the chips after the hand are worth 1 - v(c - chips)
            matrix[mine, c - after] += p
            right[mine] += p
    followed: Floats = np.linalg.solve(matrix, right).astype(np.float64)
    return followed


def proved(solution: AllInSolution) -> list[Value]:
    """Return proved bounds on the values, by the chips of the small blind from 1 up."""
    small, big = solution.branches()
    c, deals = solution.tournament.chips, SHARES * _whole()
    # by blind and by the player's chips: the mean number of hands still to play, as many as the opponent can make it
    hands = np.zeros((2, c + 1))
    for _ in range(MAX_HANDS):
        before = hands.copy()
        hands[0, 1:c] = [1 + _after(one, before[1], np.maximum) / deals for one in small]
        hands[1, 1:c] = [1 + _after(one, before[0], np.maximum) / deals for one in big]
        change = np.abs(hands - before).max()
        if change < 0.01:
            break
    else:
        raise InputError(f"an opponent can make this strategy play {MAX_HANDS:,} hands; give one that ends")
    bound = _whole_numbers(hands / (1 - 2 * change))
    sure = _whole_numbers(np.array([solution.values, 1 - solution.values[::-1]]))
    sure[:, 0], sure[:, c] = 0, UNITS

    def follows(worth: Array, best: np.ufunc) -> list[list[int]]:
        """Return the value after a hand with each blind, summed over all deals."""
        return [[_after(one, worth[1], best) for one in small], [_after(one, worth[0], best) for one in big]]

    # rounding leaves a guarantee a little too large: it is lowered by as much for each hand to come
    lost = max(
        -((after - have * deals) // deals)
        for afters, haves in zip(follows(sure, np.minimum), sure[:, 1:c], strict=True)
        for after, have in zip(afters, haves, strict=True)
    )
    sure[:, 1:c] -= [[(lost + 2) * each // UNITS + 1 for each in line] for line in bound[:, 1:c]]
    for afters, haves in zip(follows(sure, np.minimum), sure[:, 1:c], strict=True):
        if any(after < have * deals for after, have in zip(afters, haves, strict=True)):
            raise InputError("a guarantee in the tournament is not proved")
    for afters, haves in zip(follows(bound, np.maximum), bound[:, 1:c], strict=True):
        if any(after + UNITS * deals > have * deals for after, have in zip(afters, haves, strict=True)):
            raise InputError("the number of hands in the tournament is not bounded")
    return [
        Value(F(sure[0, mine], UNITS), 1 - F(sure[1, c - mine], UNITS)) for mine in solution.tournament.places
    ]


def _whole_numbers(numbers: Floats) -> Array:
    """Return numbers in units, as Python's integers."""
    return np.array([[int(UNITS * number) for number in line] for line in numbers], dtype=object)


def _after(branches: Branches, worth: Array, best: np.ufunc) -> Any:
    """Return the value of a player's chips after a hand if the opponent makes the best moves, summed over all deals."""
    weights, chips = branches.sure
    sums = [line.T.astype(worth.dtype) @ worth[list(after)] for line, after in branches.choices]
    return (weights.astype(worth.dtype) @ worth[list(chips)]) + reduce(best, sums).sum()


def tournament(chips: int, small: int, big: int, value: str) -> Found:
    """Check a value for the small blind with half of the chips, to all digits given."""
    solution = solved(chips, small, big)
    found = proved(solution)[solution.tournament.chips // 2 - 1]
    half = F(1, 2 * 10 ** len(value.partition(".")[2]))
    text = f"between {float(found.lower):.10f} and {float(found.upper):.10f}, proved in whole numbers"
    return Found(F(value) - half <= found.lower and found.upper <= F(value) + half, text)


def tournament_share(chips: int, small: int, big: int, within: str) -> Found:
    """Check how far the values are from the share of the chips."""
    solution = solved(chips, small, big)
    c = solution.tournament.chips
    apart = {
        mine: max(abs(Fraction(end) - F(mine, c)) for end in (bound.lower, bound.upper))
        for mine, bound in zip(solution.tournament.places, proved(solution), strict=True)
    }
    mine = max(apart, key=apart.__getitem__)
    text = f"at most {float(apart[mine]):.5f}, with {mine * chips // c} chips"
    return Found(apart[mine] <= F(within), text)


def draw_tournament() -> Figure:
    """Plot the winning probability minus the fraction of the chips, with either blind."""
    from matplotlib.figure import Figure

    solution = solved(8000, 300, 600)
    c = solution.tournament.chips
    share = np.arange(c + 1) / c
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    chips = 8000 * share
    axes.axhline(0, color="#888", linewidth=0.8)
    axes.plot(chips, 100 * (solution.values - share), color="#0072b2", label="small blind")
    axes.plot(chips, 100 * (1 - solution.values[::-1] - share), color="#d55e00", label="big blind")
    axes.set_xlabel("chips")
    axes.set_ylabel("probability of winning minus share of the chips, %")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return figure
