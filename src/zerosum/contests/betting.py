"""Matches of betting games: exact sums over the leaves, exact best responses, the range over optimal strategies.

A player is asked for its mix with every card of a deck, or once between any two hands of [0, 1] at which it
may change. That gives tables, and from tables everything is computed in fractions. A function of a person's own can
be asked about every card, but not about every hand of [0, 1]: there it is only played out, hand by hand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.arena.players import Mixture, Player, Seen, answer
from zerosum.arena.public import Solve
from zerosum.arena.results import Match
from zerosum.arena.tally import in_batches
from zerosum.contests.betting_batch import Batch
from zerosum.contests.course import BEST, Contest, EquilibriumRange, player_called, seated
from zerosum.contests.sampled import SampledContest
from zerosum.errors import InputError
from zerosum.loading import looks_like_a_file
from zerosum.models.betting import BettingGame
from zerosum.models.betting_form import BettingForm, Turn, betting_form
from zerosum.numerics.rational import Number
from zerosum.progress import Progress
from zerosum.rounds import dealer_for
from zerosum.rounds.betting import SIMPLE, BettingView, Stepwise
from zerosum.sides import SIDES, Side
from zerosum.solvers.betting.extremes import Extreme, extreme
from zerosum.solvers.betting.face import extreme_on_line
from zerosum.solvers.betting.response import Array, Mix, best_response, distribution

__all__ = ["BettingContest", "BettingRange", "contest"]

Ends = tuple[Number, ...]


@dataclass(frozen=True)
class BettingRange(EquilibriumRange):
    """The range over all optimal strategies, with what is proved about it."""

    least: Number = field(kw_only=True)
    """No optimal strategy earns less."""
    most: Number = field(kw_only=True)
    """No optimal strategy earns more."""
    short: Number = field(kw_only=True)
    """By how much the strategies that earn `worst` and `best` may miss being optimal."""

    def line(self) -> dict[str, Any]:
        """A line of a table; what is proved is told where it is not all that there is to say."""
        line = super().line()
        if (self.least, self.most) != (self.worst, self.best):
            line |= {"not below": _outward(self.least, -np.inf), "not above": _outward(self.most, np.inf)}
        if self.short:
            line |= {"worst": float(self.worst), "best": float(self.best)}
            line["short of optimal by"] = _outward(self.short, np.inf)
        return line


def _outward(bound: Number, end: float) -> float:
    """A bound as a float, rounded to the safe side."""
    return float(np.nextafter(float(bound), end))


@dataclass(frozen=True)
class BettingContest(Contest):
    """What can be asked about players of a betting game."""

    game: BettingGame
    solution: Solve
    progress: Progress

    def names(self) -> Sequence[str]:
        """The solution, and players who do not look at their hand."""
        return ["equilibrium", *SIMPLE]

    def exactly(self, row: str, col: str) -> Match:
        """How often each result comes, in fractions."""
        edges, mix = self._tables(self._seated(row, col))
        return Match(row, col, distribution(self._form, mix, edges, self.game.deck))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """All plays at once; hand by hand where a function of a person's own plays, for it may throw dice."""
        players = self._seated(row, col)
        if any(looks_like_a_file(name) for name in (row, col)):
            known = {**SIMPLE, BEST: players["row" if row == BEST else "col"]}
            sampled = SampledContest(dealer_for(self.game, self.solution), self.progress, known)
            return sampled.simulated(row, col, plays=plays, seed=seed)
        exact_edges, mix = self._tables(players)
        chances = [np.cumsum(table.astype(float), axis=1)[:, :-1] for table in mix]
        edges = exact_edges.astype(float)

        def deal(count: int, random: np.random.Generator) -> Array:
            return Batch(self.game, self._form, edges, chances, random, np.empty(count)).played()

        return in_batches(row, col, deal, plays=plays, seed=seed, progress=self.progress)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What exact best responses hold a player to on either side."""
        player = self._player(name)
        edges, mix = self._tables({"row": player, "col": player})
        col, row = (
            best_response(self._form, side, mix, edges, self.game.deck).value for side in ("col", "row")
        )
        return -col, row

    def range(self, rival: str) -> BettingRange:
        """Over all strategies of row that guarantee the value."""
        worst, best = (self._extreme(rival, most) for most in (False, True))
        short = max(worst.short, best.short)
        return BettingRange(rival, worst.earned, best.earned, least=worst.bound, most=best.bound, short=short)

    def _extreme(self, rival: str, most: bool) -> Extreme:
        """An end of the range."""
        value, deck = self.solution().value, self.game.deck
        edges, mix = self._tables({"row": self._equilibrium, "col": self._player(rival)})
        if deck is not None:
            return extreme(self._form, "row", mix, edges, deck, value, most=most)
        if not value.is_exact:
            raise InputError(
                "the range for hands on [0, 1] needs an exact solution, and none was found: give a deck (--cards)"
            )
        optimal = self._on(edges, dict.fromkeys(SIDES, self._equilibrium))
        return extreme_on_line(
            self._form, "row", mix, optimal, edges, value, most=most, progress=self.progress
        )

    @cached_property
    def _form(self) -> BettingForm:
        return betting_form(self.game.tree())

    @cached_property
    def _equilibrium(self) -> Player:
        plans = self.solution().plans
        dealt = dealer_for(self.game, self.solution).equilibrium
        ends = tuple(sorted({end for plan in plans.values() for end in plan.ends}))
        return Stepwise("equilibrium", dealt.mix, ends=ends)

    def _player(self, name: str) -> Player:
        """A player by name, other than a best response."""
        known = dict(SIMPLE)
        if "equilibrium" in name:
            known["equilibrium"] = self._equilibrium
        return player_called(name, known)

    def _seated(self, row: str, col: str) -> dict[Side, Player]:
        """Both players."""
        return dict(zip(SIDES, seated(row, col, lambda name, _: self._player(name), self._best), strict=True))

    def _best(self, side: Side, rival: Player) -> Player:
        """The best response to a player, itself a player."""
        edges, mix = self._tables({"row": rival, "col": rival})
        deck = self.game.deck
        reply = best_response(self._form, side, mix, edges, deck)
        inside = {k: w if deck is not None else w[:, :-1] + w[:, 1:] for k, w in reply.worth.items()}
        choice = {self._form.turns[k].history: worth.argmax(axis=0) for k, worth in inside.items()}

        def choose(seen: Seen) -> Any:
            hand = seen.position.hand
            cell = int(hand) - 1 if deck is not None else bisect_right(reply.edges, hand) - 1
            at = choice[seen.position.history]
            return seen.moves[int(at[min(cell, len(at) - 1)])]

        return Stepwise(BEST, choose, ends=tuple(reply.edges))

    def _tables(self, players: Mapping[Side, Player]) -> tuple[Array, Mix]:
        """What the players do, on one grid."""
        edges = self._grid(players)
        return edges, self._on(edges, players)

    def _grid(self, players: Mapping[Side, Player]) -> Array:
        """Where the players may change; card by card for a deck."""
        deck = self.game.deck
        if deck is not None:
            return np.array([Fraction(k, deck.ranks) for k in range(deck.ranks + 1)], object)
        return np.array(sorted({end for side in SIDES for end in _ends(players[side])}), object)

    def _on(self, edges: Array, players: Mapping[Side, Player]) -> Mix:
        """What the players do in every cell of a grid."""
        middles = [(Fraction(low) + Fraction(high)) / 2 for low, high in pairwise(edges)]
        hands = middles if self.game.deck is None else [Fraction(k + 1) for k in range(len(middles))]
        return [
            np.array([_asked(players[turn.player], turn, hand) for hand in hands], object)
            for turn in self._form.turns
        ]


def _ends(player: Player) -> set[Number]:
    """The hands at which a player may change."""
    if isinstance(player, Mixture):
        return {end for _, part in player.players for end in _ends(part)}
    if isinstance(player, Stepwise):
        return set(player.ends)
    raise InputError(
        f"{player.name} cannot be asked about every hand of [0, 1]: give a deck (--cards), or sample (--plays)"
    )


def _asked(player: Player, turn: Turn, hand: Fraction) -> list[Fraction]:
    """A player's probabilities of a turn's actions, which add up to exactly 1."""
    mix = answer(player, Seen(turn.player, BettingView(turn.player, hand, turn.history), turn.actions))
    chances = [Fraction(mix.get(action, 0)) for action in turn.actions]
    return [chance / sum(chances) for chance in chances]


def contest(game: BettingGame, solution: Solve, progress: Progress) -> BettingContest:
    """The contest of a betting game."""
    return BettingContest(game, solution, progress)
