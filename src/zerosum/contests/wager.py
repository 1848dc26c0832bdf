"""Matches of wager games: bettors whose acts are steps of the win chance, against the house.

A bettor with a mix of acts (fold, bet low, bet high) for each class of win chances between thresholds t_1 < t_2 < …
is known by the probability of each class and its part of the mean chance. The law of the win chance W has both:

    P(W < t)     and     E[W; W < t] = t P(W < t) - E(t - W)+,

so the distribution of results follows in fractions where the law is exact. Where the law only lies between two others,
each P and each E(t - W)+ does too, and that bounds the mean, whatever the steps are.

A simulation deals hands and turns cards, many at once; it does not use the law.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.arena.players import Mix, Mixture, Player, Seen, answer
from zerosum.arena.public import Solve
from zerosum.arena.results import Enclosed, Match
from zerosum.arena.tally import in_batches
from zerosum.arrays import Floats
from zerosum.contests.house import HOUSE, HouseContest
from zerosum.errors import InputError
from zerosum.models.wager import HALF, Stakes, WagerGame
from zerosum.models.win_chance import Law, WinChance
from zerosum.numerics.rational import Number
from zerosum.progress import Progress

__all__ = ["Bettor", "Steps", "WagerContest", "contest"]

Acts = tuple[Fraction, Fraction, Fraction]
"""With which probability a bettor folds, bets low and bets high."""

FOLDS: Acts = (Fraction(1), Fraction(0), Fraction(0))
BETS_LOW: Acts = (Fraction(0), Fraction(1), Fraction(0))
BETS_HIGH: Acts = (Fraction(0), Fraction(0), Fraction(1))

ROUNDING = 1e-12
"""Win chances that differ by less are the same: a sum of floats may miss a threshold on which it lies."""


@dataclass(frozen=True)
class Steps:
    """A mix of acts for each class of win chances."""

    cuts: tuple[Fraction, ...]
    """The thresholds, in order; a class holds its lower end."""
    acts: tuple[Acts, ...]
    """The mix in each class, one more than the thresholds."""

    def at(self, win: Number) -> Acts:
        """The mix for a hand that wins with this chance."""
        return self.acts[bisect_right(self.cuts, win)]


@dataclass(frozen=True)
class Bettor:
    """A player of a wager game who looks at the hand's win chance only."""

    name: str
    steps: Steps
    game: WagerGame
    by_order: bool = False

    def mix(self, seen: Seen) -> Mix:
        """The acts for a hand, as dealt at a table."""
        mix: dict[str, Fraction] = defaultdict(Fraction)
        for act, p in zip(
            self.game.stakes.acts, self.steps.at(self.game.chance_of(seen.position)), strict=True
        ):
            mix[act] += p
        return {act: p for act, p in mix.items() if p}


@dataclass(frozen=True)
class WagerContest(HouseContest):
    """What can be asked about bettors in a wager game."""

    game: WagerGame

    @cached_property
    def bettors(self) -> Mapping[str, Player]:
        """The solution; bettors who do not look at the hand; one who bets the most on every favourite."""
        stakes = self.game.stakes
        one_bet = stakes.low == stakes.high
        uniform = (HALF, HALF, Fraction(0)) if one_bet else (Fraction(1, 3),) * 3
        steps = {
            "equilibrium": Steps((stakes.fold_below, HALF), (FOLDS, BETS_LOW, BETS_HIGH)),
            "uniform": Steps((), (uniform,)),
            "boldest": Steps((), (BETS_HIGH,)),
            "meekest": Steps((), (FOLDS,)),
            "always-low": Steps((), (BETS_LOW,)),
            "favourites": Steps((HALF,), (FOLDS, BETS_HIGH)),
        }
        return {name: Bettor(name, one, self.game) for name, one in steps.items()}

    def exactly(self, row: str, col: str) -> Match:
        """The probability of each payoff, in fractions where the law of the win chance is exact."""
        self.seat(col)
        bettor = self.bettor(row)
        steps = _steps_of(bettor)
        if steps is None:
            return Match(row, HOUSE, self._hand_by_hand(bettor))
        stakes, chance = self.game.stakes, self._chance
        if chance.exact is not None:
            return Match(row, HOUSE, _results(stakes, steps, chance.exact))
        low, high = (_results(stakes, steps, law) for law in (chance.low, chance.high))
        middle = {paid: (p + high[paid]) / 2 for paid, p in low.items()}
        return Enclosed(row, HOUSE, middle, bound=_bound(stakes, steps, chance))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """All hands of a batch at once; one by one for functions of one's own."""
        self.seat(col)
        steps = _steps_of(self.bettor(row))
        if steps is None:
            return self.played_out(row, plays=plays, seed=seed)
        cuts = np.array([float(t) for t in steps.cuts]) - ROUNDING
        sums = np.cumsum(np.array(steps.acts, dtype=float), axis=1)[:, :2]
        ante, low, high = (float(paid) for paid in _stakes_of(self.game.stakes))

        def deal(count: int, random: np.random.Generator) -> Floats:
            chances, wins = self.game.sample_wins(random, count)
            drawn = sums[np.searchsorted(cuts, chances, side="right")]
            act = (random.random(count)[:, None] >= drawn).sum(axis=1)
            return np.where(act == 0, -ante, np.where(wins, 1.0, -1.0) * np.where(act == 1, low, high))

        return in_batches(row, HOUSE, deal, plays=plays, seed=seed, progress=self.progress)

    @cached_property
    def _chance(self) -> WinChance:
        return self.game.win_chance()

    def _hand_by_hand(self, bettor: Player) -> dict[Number, Number]:
        """Ask a function of a person's own about every hand that there is."""
        stakes, paid = self.game.stakes, defaultdict[Number, Any](Fraction)
        acts = tuple(dict.fromkeys(stakes.acts))
        fold, least, _ = stakes.acts
        ante, low, high = _stakes_of(stakes)
        for hand, win, share in self.game.hands():
            for act, p in answer(bettor, Seen("row", hand, acts)).items():
                if act == fold:
                    paid[-ante] += p * share
                else:
                    stake = low if act == least else high
                    paid[stake] += p * share * win
                    paid[-stake] += p * share * (1 - win)
        if not paid:
            raise InputError(
                "a function can be asked about every hand of a real deck only: leave out --exact"
            )
        return dict(sorted(paid.items()))


def _stakes_of(stakes: Stakes) -> tuple[Fraction, Fraction, Fraction]:
    """What a fold loses, and what a low and a high bet win or lose."""
    return stakes.ante, stakes.low + stakes.ante, stakes.high + stakes.ante


def _steps_of(player: Player) -> Steps | None:
    """What a bettor or a mixture of bettors does; None for a function of a person's own."""
    if isinstance(player, Bettor):
        return player.steps
    if not isinstance(player, Mixture):
        return None
    parts = [(weight, _steps_of(part)) for weight, part in player.players]
    known = [(Fraction(weight), steps) for weight, steps in parts if steps is not None]
    return _mixed(known) if len(known) == len(parts) else None


def _mixed(parts: Sequence[tuple[Fraction, Steps]]) -> Steps:
    """The weighted mean of several bettors' steps."""
    total = sum(weight for weight, _ in parts)
    cuts = tuple(sorted({cut for _, steps in parts for cut in steps.cuts}))
    acts = []
    for start in (Fraction(0), *cuts):
        held = [(weight / total, steps.at(start)) for weight, steps in parts]
        fold, low, high = (sum((w * mix[i] for w, mix in held), Fraction(0)) for i in range(3))
        acts.append((fold, low, high))
    return Steps(cuts, tuple(acts))


def _results(stakes: Stakes, steps: Steps, law: Law) -> dict[Number, Number]:
    """The probability of each payoff."""
    below = [(Fraction(0), Fraction(0)), *(_part_below(law, t) for t in steps.cuts), (law.mass, law.mean)]
    ante, low, high = _stakes_of(stakes)
    paid: dict[Number, Any] = dict.fromkeys((-high, -low, -ante, low, high), Fraction(0))
    for (fold, least, most), ((p, w), (q, v)) in zip(steps.acts, pairwise(below), strict=True):
        mass, mean = q - p, v - w
        paid[-ante] += fold * mass
        for act, stake in ((least, low), (most, high)):
            paid[stake] += act * mean
            paid[-stake] += act * (mass - mean)
    return paid


def _part_below(law: Law, t: Number) -> tuple[Number, Number]:
    """P(W < t) and E[W; W < t]."""
    p = law.below(t)
    return p, t * p - law.shortfall(t)


def _bound(stakes: Stakes, steps: Steps, chance: WinChance) -> float:
    """By how much the mean under a law between two others can differ from the middle of theirs.

    What a bettor earns is a step function a + b w of the win chance w. Summed by parts, its mean is made of
    P(W < t) times the height of the step at t, of E(t - W)+ times the change of slope, and of E W times the last
    slope; each of these lies between its values under the two laws.
    """
    lines = [_line(stakes, acts) for acts in steps.acts]
    error = abs(lines[-1][1]) * (float(chance.high.mean) - float(chance.low.mean) + 2 * chance.slack)
    for t, ((a, b), (c, d)) in zip(map(float, steps.cuts), pairwise(lines), strict=True):
        few, many = map(float, chance.below(t))
        short = float(chance.low.shortfall(t)) - float(chance.high.shortfall(t)) + 2 * chance.slack
        error += abs(a - c + (b - d) * t) * (many - few) + abs(b - d) * short
    return error / 2


def _line(stakes: Stakes, acts: Acts) -> tuple[float, float]:
    """What a mix of acts earns with win chance w, as a + b w."""
    ante, low, high = _stakes_of(stakes)
    staked = acts[1] * low + acts[2] * high
    return float(-acts[0] * ante - staked), float(2 * staked)


def contest(game: WagerGame, solution: Solve, progress: Progress) -> WagerContest:
    """The contest of a wager game."""
    return WagerContest(game, solution, progress)
