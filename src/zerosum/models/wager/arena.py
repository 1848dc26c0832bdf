"""Wager games in the arena: look at your hand, fold or bet, and see the card turned.

Bettors who look at the win chance only are lowered to steps of it; a function of a person's own is asked about every
hand that there is. A simulation deals hands and turns cards, many at once; it does not use the law of the win chance.

A bettor with a mix of acts (fold, bet low, bet high) for each class of win chances between thresholds t_1 < t_2 < …
is known by the probability of each class and its part of the mean chance. The law of the win chance W has both:

    P(W < t)     and     E[W; W < t] = t P(W < t) - E(t - W)+,

so the distribution of results follows in fractions where the law is exact. Where the law only lies between two others,
each P and each E(t - W)+ does too, and that bounds the mean, whatever the steps are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from zerosum.arena.players import HOUSE, Mix, Mixture, Player, Seen, answer, uniform
from zerosum.arena.results import Enclosed, Match
from zerosum.arena.rounds import Advice
from zerosum.arena.solo import SoloArena, SoloRound
from zerosum.core.arrays import Floats
from zerosum.core.errors import Unavailable
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.wager.rules import HALF, Stakes, WagerAnswer, WagerDeal, WagerGame
from zerosum.models.wager.win_chance import ChanceLaw, WinChance

__all__ = ["Bettor", "WagerArena"]

Acts = tuple[Fraction, Fraction, Fraction]
"""With which probability a bettor folds, bets low and bets high."""

FOLDS: Acts = (Fraction(1), Fraction(0), Fraction(0))
BETS_LOW: Acts = (Fraction(0), Fraction(1), Fraction(0))
BETS_HIGH: Acts = (Fraction(0), Fraction(0), Fraction(1))


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


def mixed(parts: Sequence[tuple[Fraction, Steps]]) -> Steps:
    """The weighted mean of several bettors' steps."""
    total = sum(weight for weight, _ in parts)
    cuts = tuple(sorted({cut for _, steps in parts for cut in steps.cuts}))
    acts = []
    for start in (Fraction(0), *cuts):
        held = [(weight / total, steps.at(start)) for weight, steps in parts]
        fold, low, high = (sum((w * mix[i] for w, mix in held), Fraction(0)) for i in range(3))
        acts.append((fold, low, high))
    return Steps(cuts, tuple(acts))


def staked(stakes: Stakes) -> tuple[Fraction, Fraction, Fraction]:
    """What a fold loses, and what a low and a high bet win or lose."""
    return stakes.ante, stakes.low + stakes.ante, stakes.high + stakes.ante


def results(stakes: Stakes, steps: Steps, law: ChanceLaw) -> dict[Number, Number]:
    """The probability of each payoff."""
    below = [(Fraction(0), Fraction(0)), *(_part_below(law, t) for t in steps.cuts), (law.mass, law.mean)]
    ante, low, high = staked(stakes)
    paid: dict[Number, Number] = dict.fromkeys((-high, -low, -ante, low, high), Fraction(0))
    for (fold, least, most), ((p, w), (q, v)) in zip(steps.acts, pairwise(below), strict=True):
        mass, mean = q - p, v - w
        paid[-ante] += fold * mass
        for act, stake in ((least, low), (most, high)):
            paid[stake] += act * mean
            paid[-stake] += act * (mass - mean)
    return paid


def _part_below(law: ChanceLaw, t: Number) -> tuple[Number, Number]:
    """P(W < t) and E[W; W < t]."""
    p = law.below(t)
    return p, t * p - law.shortfall(t)


def bound_on_mean(stakes: Stakes, steps: Steps, chance: WinChance) -> float:
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
    ante, low, high = staked(stakes)
    mean = acts[1] * low + acts[2] * high
    return float(-acts[0] * ante - mean), float(2 * mean)


ROUNDING = 1e-12
"""Win chances that differ by less are the same: a sum of floats may miss a threshold on which it lies."""


@dataclass(frozen=True)
class Bettor:
    """A player of a wager game who looks at the hand's win chance only."""

    name: str
    steps: Steps
    game: WagerGame

    def mix(self, seen: Seen) -> Mix:
        """The acts for a hand, as dealt at a table."""
        mix: dict[str, Fraction] = defaultdict(Fraction)
        acts = self.steps.at(self.game.chance_of(seen.position))
        for act, p in zip(self.game.stakes.acts, acts, strict=True):
            mix[act] += p
        return {act: p for act, p in mix.items() if p}


@dataclass(frozen=True)
class WagerRound(SoloRound):
    """A dealt hand, and the act once it is chosen."""

    deal: WagerDeal
    stakes: Stakes
    act: str = ""

    @property
    def acts(self) -> Sequence[str]:
        """Fold, the least bet, the greatest."""
        return () if self.act else tuple(dict.fromkeys(self.stakes.acts))

    @property
    def payoff(self) -> float:
        """What the act gained."""
        return float(self.deal.payoff(self.stakes.bet(self.act))) if self.act else 0.0

    @property
    def view(self) -> str:
        """The hand as a person types it; the next card is hidden."""
        return " ".join(map(str, self.deal.hand))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> WagerRound:
        """The card is turned."""
        return replace(self, act=moves["row"])

    def scene(self, side: Side) -> Sequence[str]:
        """The hand."""
        return [f"your hand  {self.view}"]

    def shown(self, side: Side) -> Mapping[str, object]:
        """The hand, and the next card: its back until the act is chosen."""
        turned = {
            "label": "the next card",
            "cards": [str(self.deal.next_card) if self.act else "?"],
            "hidden": not self.act,
        }
        return {
            "kind": "cards",
            "rows": [turned, {"label": "your hand", "cards": list(map(str, self.deal.hand))}],
        }

    def news(self, side: Side) -> Sequence[str]:
        """The card that was turned."""
        if not self.over:
            return []
        beaten = "your hand beats it" if self.deal.wins else "your hand does not beat it"
        return [f"the next card is {self.deal.next_card}: {beaten}"]


class WagerArena(SoloArena[WagerGame, WagerAnswer]):
    """Bettors of a wager game against the house."""

    @cached_property
    def equilibrium(self) -> Player:
        """Folds, bets low and bets high by the thresholds, which need no solving."""
        return self._bettor("equilibrium", (self.game.stakes.fold_below, HALF), (FOLDS, BETS_LOW, BETS_HIGH))

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Bettors who do not look at the hand, and one who bets the most on every favourite."""
        return {
            "uniform": uniform,
            "boldest": self._bettor("boldest", (), (BETS_HIGH,)),
            "meekest": self._bettor("meekest", (), (FOLDS,)),
            "always-low": self._bettor("always-low", (), (BETS_LOW,)),
            "favourites": self._bettor("favourites", (HALF,), (FOLDS, BETS_HIGH)),
        }

    def _bettor(self, name: str, cuts: tuple[Fraction, ...], acts: tuple[Acts, ...]) -> Bettor:
        return Bettor(name, Steps(cuts, acts), self.game)

    def deal(self, random: np.random.Generator) -> WagerRound:
        """A new hand."""
        return WagerRound(self.game.deal(random), self.game.stakes)

    def judged(self, seen: Seen) -> Advice:
        """The act that the hand's chance to win calls for."""
        win, stakes = self.game.chance_of(seen.position), self.game.stakes
        return Advice({stakes.best(win): 1}, {act: float(stakes.worth(act, win)) for act in seen.moves})

    def _match(self, row: Player, col: Player) -> Match:
        """The probability of each payoff, in fractions where the law of the win chance is exact."""
        steps = self._steps(row)
        if steps is None:
            return Match(row.name, HOUSE.name, self._hand_by_hand(row))
        stakes, chance = self.game.stakes, self._chance
        if chance.exact is not None:
            return Match(row.name, HOUSE.name, results(stakes, steps, chance.exact))
        low, high = (results(stakes, steps, law) for law in (chance.low, chance.high))
        middle = {paid: (p + high[paid]) / 2 for paid, p in low.items()}
        return Enclosed(row.name, HOUSE.name, middle, bound=bound_on_mean(stakes, steps, chance))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All hands of a batch at once; one by one for functions of a person's own."""
        steps = self._steps(row)
        if steps is None:
            return super()._sample(row, col, plays=plays, seed=seed)
        cuts = np.array([float(t) for t in steps.cuts]) - ROUNDING
        sums = np.cumsum(np.array(steps.acts, dtype=float), axis=1)[:, :2]
        game = self.game
        ante, low, high = (float(paid) for paid in staked(game.stakes))

        def deal(count: int, random: np.random.Generator) -> Floats:
            chances, wins = game.sample_wins(random, count)
            drawn = sums[np.searchsorted(cuts, chances, side="right")]
            act = (random.random(count)[:, None] >= drawn).sum(axis=1)
            return np.where(act == 0, -ante, np.where(wins, 1.0, -1.0) * np.where(act == 1, low, high))

        return self._batched(row, col, deal, plays=plays, seed=seed)

    @cached_property
    def _chance(self) -> WinChance:
        return self.game.win_chance()

    def _steps(self, player: Player) -> Steps | None:
        """What a bettor or a mixture of bettors does, as steps; None for a function of a person's own."""
        if isinstance(player, Bettor):
            return player.steps
        if player is uniform:
            return Steps((), (_evenly(self.game.stakes),))
        if not isinstance(player, Mixture):
            return None
        parts = [(weight, self._steps(part)) for weight, part in player.players]
        known = [(Fraction(weight), steps) for weight, steps in parts if steps is not None]
        return mixed(known) if len(known) == len(parts) else None

    def _hand_by_hand(self, bettor: Player) -> dict[Number, Number]:
        """Ask a function of a person's own about every hand that there is."""
        stakes, paid = self.game.stakes, defaultdict[Number, Number](Fraction)
        acts = tuple(dict.fromkeys(stakes.acts))
        for hand, win, share in self.game.hands():
            for act, p in answer(bettor, Seen("row", hand, acts)).items():
                bet = stakes.bet(act)
                if bet is None:
                    paid[-stakes.ante] += p * share
                else:
                    paid[bet + stakes.ante] += p * share * win
                    paid[-bet - stakes.ante] += p * share * (1 - win)
        if not paid:
            raise Unavailable(
                "a function can be asked about every hand only where hands are few and of a real deck; "
                "here its plays are sampled"
            )
        return dict(sorted(paid.items()))


def _evenly(stakes: Stakes) -> Acts:
    """Every act alike; there are two where the least bet is the greatest."""
    third = Fraction(1, 3)
    return (HALF, HALF, Fraction(0)) if stakes.low == stakes.high else (third, third, third)
