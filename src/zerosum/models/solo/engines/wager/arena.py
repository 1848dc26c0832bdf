"""Wager games in the arena: look at your hand, fold or bet, and see the next card turned up.

A bettor who uses only the win probability is a step function: a mix of fold, bet low and bet high for each class of
win probabilities between thresholds t_1 < t_2 < …. Its EV follows from the probability of each class and its part of
the mean win probability, and the distribution of the win probability W gives these two numbers:

    P(W < t)     and     E[W; W < t] = t P(W < t) - E(t - W)+,

so the distribution of results is exact if that of W is exact. If the distribution of W only lies between two others,
each P and each E(t - W)+ lies between two numbers, which bounds the mean of such a bettor.

A user's function is queried about every hand instead. A simulation deals hands and next cards, many at once; it does
not use the distribution of the win probability.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from zerosum.arena.arena import SoloArena
from zerosum.arena.players import HOUSE, Mix, Mixture, Observation, Player, ask, uniform
from zerosum.arena.results import Match
from zerosum.arena.rounds import Advice, Round, SoloRound, deed
from zerosum.arena.strategies import (
    Missing,
    StrategyRow,
    StrategyTable,
    cells_between,
    interval_rows,
    read_cells,
)
from zerosum.core.arrays import Floats
from zerosum.core.boards import Cards, Chips, Happening, Tabletop
from zerosum.core.errors import Unavailable
from zerosum.core.game import Move
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.rules import HALF, Stakes, WagerDeal, WagerGame
from zerosum.models.solo.engines.wager.win_chance import ChanceDistribution, WinChance, classes

ActMix = tuple[Fraction, Fraction, Fraction]
"""The probabilities of folding, betting low and betting high."""

FOLDS: ActMix = (Fraction(1), Fraction(0), Fraction(0))
BETS_LOW: ActMix = (Fraction(0), Fraction(1), Fraction(0))
BETS_HIGH: ActMix = (Fraction(0), Fraction(0), Fraction(1))

ROUNDING = 1e-12
"""A win probability summed in floats counts as reaching a threshold if it is lower by at most this."""


@dataclass(frozen=True)
class ThresholdStrategy:
    """A step function: a mix of actions for each class of win probabilities."""

    cuts: tuple[Fraction, ...]
    """The thresholds in increasing order; a class contains its lower end."""
    mixes: tuple[ActMix, ...]
    """The mix in each class, one more than the thresholds."""

    def at(self, win: Number) -> ActMix:
        """Return the mix for a hand with this win probability."""
        return self.mixes[bisect_right(self.cuts, win)]

    def mix(self, acts: Sequence[str], win: Number) -> dict[Move, Number]:
        """Return the mix of a hand by the names of the actions, two of which may coincide."""
        mix: dict[Move, Number] = defaultdict(Fraction)
        for act, p in zip(acts, self.at(win), strict=True):
            mix[act] += p
        return mix

    def results(self, stakes: Stakes, distribution: ChanceDistribution) -> dict[Number, Number]:
        """Return the probability of each payoff under a distribution of the win probability."""
        low, high = stakes.low + stakes.ante, stakes.high + stakes.ante
        paid: dict[Number, Number] = dict.fromkeys((-high, -low, -stakes.ante, low, high), Fraction(0))
        for (fold, least, most), (mass, wins) in zip(
            self.mixes, classes(distribution, self.cuts), strict=True
        ):
            paid[-stakes.ante] += fold * mass
            for bets, stake in ((least, low), (most, high)):
                paid[stake] += bets * wins
                paid[-stake] += bets * (mass - wins)
        return paid

    def mean_error(self, stakes: Stakes, chance: WinChance) -> float:
        """Return the maximum distance of the mean under the true distribution from the midpoint of the means
        under its two bounds.

        In each class the bettor's EV is a + b w with win probability w. Summation by parts gives the mean as the sum
        of P(W < t) times the height of the step at t, of E(t - W)+ times the change of slope there, and of E W times
        the last slope. Each of these lies between its values under the two distributions.
        """
        lines = []
        for fold, least, most in self.mixes:
            stake = least * (stakes.low + stakes.ante) + most * (stakes.high + stakes.ante)
            lines.append((float(-fold * stakes.ante - stake), float(2 * stake)))
        error = abs(lines[-1][1]) * (float(chance.high.mean) - float(chance.low.mean) + 2 * chance.slack)
        for t, ((a, b), (c, d)) in zip(map(float, self.cuts), pairwise(lines), strict=True):
            few, many = map(float, chance.below(t))
            short = float(chance.low.shortfall(t)) - float(chance.high.shortfall(t)) + 2 * chance.slack
            error += abs(a - c + (b - d) * t) * (many - few) + abs(b - d) * short
        return error / 2


def average(parts: Sequence[tuple[Fraction, ThresholdStrategy]]) -> ThresholdStrategy:
    """Return the weighted mean of several strategies."""
    total = sum(weight for weight, _ in parts)
    cuts = tuple(sorted({cut for _, strategy in parts for cut in strategy.cuts}))
    mixes = []
    for start in (Fraction(0), *cuts):
        weighted = [(weight / total, strategy.at(start)) for weight, strategy in parts]
        fold, low, high = (sum((w * mix[i] for w, mix in weighted), Fraction(0)) for i in range(3))
        mixes.append((fold, low, high))
    return ThresholdStrategy(cuts, tuple(mixes))


@dataclass(frozen=True)
class Bettor:
    """A player of a wager game that uses only the hand's win probability."""

    name: str
    strategy: ThresholdStrategy
    game: WagerGame

    def mix(self, seen: Observation) -> Mix:
        """Return the mix for a hand as dealt."""
        mix = self.strategy.mix(self.game.stakes.acts, self.game.chance_of(seen.position))
        return {act: p for act, p in mix.items() if p}


@dataclass(frozen=True)
class WagerRound(SoloRound):
    """A dealt hand, and the action once it is chosen."""

    deal: WagerDeal
    stakes: Stakes
    act: str = ""

    @property
    def acts(self) -> Sequence[str]:
        """Fold, bet the minimum and bet the maximum; empty once the action is chosen."""
        return () if self.act else tuple(dict.fromkeys(self.stakes.acts))

    @property
    def payoff(self) -> float:
        """The payoff of the action; 0 before it is chosen."""
        return float(self.deal.payoff(self.stakes.bet(self.act))) if self.act else 0.0

    @property
    def view(self) -> str:
        """The hand as typed, without the next card."""
        return " ".join(map(str, self.deal.hand))

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> WagerRound:
        """Return the round after the action, with the next card face up."""
        return replace(self, act=moves["row"])

    def description(self, side: Side) -> Sequence[str]:
        return [f"your hand  {self.view}"]

    def held(self, side: Side) -> str:
        return f"hand {self.view}"

    def board(self, side: Side) -> Tabletop:
        next_card = Cards.named([self.deal.next_card]) if self.act else Cards.covered(1)
        bet = self.stakes.bet(self.act) if self.act else None
        pot = None if bet is None else Chips(float(bet), float(bet))
        return Tabletop((), (replace(next_card, label="Next card"),), (Cards.named(self.deal.hand),), pot)

    def happenings(self, side: Side) -> Sequence[Happening]:
        """Return the action, and the card that was turned up after it."""
        if not self.act:
            return []
        return [deed("row", side, self.act), Happening("chance", f"the next card is {self.deal.next_card}")]

    def outcome(self, side: Side) -> str:
        return f"Your hand {'beats' if self.deal.wins else 'does not beat'} {self.deal.next_card}."

    def latest_events(self, side: Side) -> Sequence[str]:
        if not self.over:
            return []
        beaten = "your hand beats it" if self.deal.wins else "your hand does not beat it"
        return [f"the next card is {self.deal.next_card}: {beaten}"]


class WagerArena(SoloArena[WagerGame, WagerSolution]):
    """Bettors of a wager game against the house."""

    @cached_property
    def equilibrium(self) -> Player:
        """The player that follows the two thresholds, which need no computation."""
        return self._bettor("equilibrium", (self.game.stakes.fold_below, HALF), (FOLDS, BETS_LOW, BETS_HIGH))

    @cached_property
    def simple(self) -> Mapping[str, Player]:
        """Bettors that ignore the hand, and one that bets the maximum if the win probability is at least 1/2."""
        return {
            "uniform": uniform,
            "boldest": self._bettor("boldest", (), (BETS_HIGH,)),
            "meekest": self._bettor("meekest", (), (FOLDS,)),
            "always-low": self._bettor("always-low", (), (BETS_LOW,)),
            "favourites": self._bettor("favourites", (HALF,), (FOLDS, BETS_HIGH)),
        }

    def _bettor(self, name: str, cuts: tuple[Fraction, ...], mixes: tuple[ActMix, ...]) -> Bettor:
        return Bettor(name, ThresholdStrategy(cuts, mixes), self.game)

    def deal(self, random: np.random.Generator) -> WagerRound:
        return WagerRound(self.game.deal(random), self.game.stakes)

    def advise(self, seen: Observation) -> Advice:
        win, stakes = self.game.chance_of(seen.position), self.game.stakes
        return Advice({stakes.best(win): 1}, {act: float(stakes.worth(act, win)) for act in seen.moves})

    def place_on_curves(self, round: Round) -> Mapping[str, object]:
        return {} if round.over else {"x": float(self.game.chance_of(round.observation("row").position))}

    def rows(self, player: Player, side: Side) -> Iterator[StrategyRow]:
        """Yield a bettor's mix in each class of win probabilities."""
        strategy, acts = self._strategy(player), self.game.stakes.acts
        if strategy is None:
            raise Unavailable(
                f"{player.name} uses more than the win probability of a hand, so it cannot be written as a table"
            )

        cells = cells_between((0, *strategy.cuts, 1), partial(strategy.mix, acts))
        return interval_rows("row", "win chance ", "", tuple(dict.fromkeys(acts)), cells)

    def player_of(self, table: StrategyTable, name: str, missing: Missing) -> Bettor:
        """Return the bettor described by a table, by classes of win probabilities."""
        fold, *bets = dict.fromkeys(self.game.stakes.acts)
        turns, _ = read_cells(table, {("row", "start"): (fold, *bets)}, name, missing)
        cells, mixes = turns["row", "start"], list[ActMix]()
        for cell in cells:
            chances = [Fraction(cell.mix.get(act, 0)) for act in (fold, *bets)]
            folds, low, *high = (p / sum(chances) for p in chances)
            mixes.append((folds, low, *high) if high else (folds, low, Fraction(0)))  # type: ignore[arg-type]
        return self._bettor(name, tuple(cell.low for cell in cells[1:]), tuple(mixes))

    def _match(self, row: Player, col: Player) -> Match:
        """Return the probability of each payoff, in fractions if the distribution of win chances is exact."""
        strategy = self._strategy(row)
        if strategy is None:
            return Match(row.name, HOUSE.name, self._hand_by_hand(row))
        stakes, chance = self.game.stakes, self._chance
        if chance.exact is not None:
            return Match(row.name, HOUSE.name, strategy.results(stakes, chance.exact))
        low, high = (strategy.results(stakes, distribution) for distribution in (chance.low, chance.high))
        middle = {paid: (p + high[paid]) / 2 for paid, p in low.items()}
        return Match(row.name, HOUSE.name, middle, bound=strategy.mean_error(stakes, chance))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all hands of a batch at once; for a user's function, one by one."""
        strategy = self._strategy(row)
        if strategy is None:
            return super()._sample(row, col, plays=plays, seed=seed)
        cuts = np.array([float(t) for t in strategy.cuts]) - ROUNDING
        sums = np.cumsum(np.array(strategy.mixes, dtype=float), axis=1)[:, :2]
        game, stakes = self.game, self.game.stakes
        ante, low, high = (
            float(stakes.ante),
            float(stakes.low + stakes.ante),
            float(stakes.high + stakes.ante),
        )

        def deal(count: int, random: np.random.Generator) -> Floats:
            chances, wins = game.sample_wins(random, count)
            reached = sums[np.searchsorted(cuts, chances, side="right")]
            act = (random.random(count)[:, None] >= reached).sum(axis=1)
            return np.where(act == 0, -ante, np.where(wins, 1.0, -1.0) * np.where(act == 1, low, high))

        return self._batched(row, col, deal, plays=plays, seed=seed)

    @cached_property
    def _chance(self) -> WinChance:
        return self.game.win_chance()

    def _strategy(self, player: Player) -> ThresholdStrategy | None:
        """Return the step function of a bettor or of a mixture of bettors; None for a user's function."""
        if isinstance(player, Bettor):
            return player.strategy
        if player is uniform:
            third, one_bet = Fraction(1, 3), self.game.stakes.low == self.game.stakes.high
            return ThresholdStrategy((), ((HALF, HALF, Fraction(0)) if one_bet else (third, third, third),))
        if not isinstance(player, Mixture):
            return None
        parts = [(weight, self._strategy(part)) for weight, part in player.players]
        known = [(Fraction(weight), strategy) for weight, strategy in parts if strategy is not None]
        return average(known) if len(known) == len(parts) else None

    def _hand_by_hand(self, bettor: Player) -> dict[Number, Number]:
        """Return the probability of each payoff, by querying the player about every hand."""
        stakes, paid = self.game.stakes, defaultdict[Number, Number](Fraction)
        acts = tuple(dict.fromkeys(stakes.acts))
        for hand, win, share in self.game.hands():
            for act, p in ask(bettor, Observation("row", hand, acts)).items():
                bet = stakes.bet(act)
                if bet is None:
                    paid[-stakes.ante] += p * share
                else:
                    paid[bet + stakes.ante] += p * share * win
                    paid[-bet - stakes.ante] += p * share * (1 - win)
        if not paid:
            raise Unavailable(
                "exact results of a function need a real deck with few hands; here, simulate its rounds"
            )
        return dict(sorted(paid.items()))
