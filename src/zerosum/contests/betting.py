"""Matches of betting games: expectations and best responses by exact integrals over both hands.

A simulation deals all hands of a batch at once, as arrays, and lets the batch walk down the tree: at a decision each
play draws its action from the mix of its hand's cell, and the plays part, until each is paid at a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from zerosum.arena.matches import Match
from zerosum.arena.public import Solve
from zerosum.contests.course import Contest, Mean, in_batches
from zerosum.contests.sampled import SampledContest
from zerosum.models.betting import BettingGame, Decision, Deck, Fold, Node, Showdown
from zerosum.models.betting_form import BettingForm, Turn, betting_form
from zerosum.players import Function, Seen
from zerosum.progress import Progress
from zerosum.rounds import dealer_for
from zerosum.solution import Number
from zerosum.solvers.betting.response import Array, Mix, best_response, expectation
from zerosum.solvers.betting.solution import by_card, grid

__all__ = ["BettingContest", "contest"]

SIMPLE: dict[str, Callable[[int], list[Fraction]]] = {
    "uniform": lambda n: [Fraction(1, n)] * n,
    "boldest": lambda n: [Fraction(k == n - 1) for k in range(n)],
    "meekest": lambda n: [Fraction(k == 0) for k in range(n)],
}
"""Players who do not look at their hand, as probabilities of a turn's actions, the weakest first."""


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
        """The expectation, in fractions where the solution is."""
        edges, plans = self._grid
        mix = [self._table(turn, row if turn.player == "row" else col, plans) for turn in self._form.turns]
        return Mean(row, col, {expectation(self._form, mix, edges, self.game.deck): 1})

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """All plays at once for the players of `names`; hand by hand for mixtures and functions of one's own."""
        if not {row, col} <= set(self.names()):
            return self._played_out(row, col, plays=plays, seed=seed)
        edges, plans = self._grid
        mix = [self._table(turn, row if turn.player == "row" else col, plans) for turn in self._form.turns]
        chances = [np.cumsum(table.astype(float), axis=1)[:, :-1] for table in mix]
        edges = edges.astype(float)

        def deal(count: int, random: np.random.Generator) -> Array:
            return Batch(self.game, self._form, edges, chances, random, np.empty(count)).played()

        return in_batches(row, col, deal, plays=plays, seed=seed, progress=self.progress)

    def _played_out(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        players = {name: Function(name, partial(_simply, chances)) for name, chances in SIMPLE.items()}
        sampled = SampledContest(dealer_for(self.game, self.solution), self.progress, players)
        return sampled.simulated(row, col, plays=plays, seed=seed)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What exact best responses hold a player to on either side."""
        edges, plans = self._grid
        mix = [self._table(turn, name, plans) for turn in self._form.turns]
        col, row = (self._best(player, mix, edges) for player in ("col", "row"))
        return -col, row

    @cached_property
    def _form(self) -> BettingForm:
        return betting_form(self.game.tree())

    @cached_property
    def _grid(self) -> tuple[Array, Mix]:
        """The solution's plans on one grid; card by card for a deck."""
        edges, mix = grid(self._form, self.solution().plans)
        deck = self.game.deck
        return (edges, mix) if deck is None else by_card(edges, mix, deck.ranks)

    def _table(self, turn: Turn, name: str, plans: Mix) -> Array:
        """A player's probabilities at a turn, in every cell."""
        if name == "equilibrium":
            return plans[turn.index]
        if name not in SIMPLE:
            raise self.unknown(name)
        chances = np.array(SIMPLE[name](len(turn.actions)), object)
        return np.tile(chances, (len(plans[turn.index]), 1))

    def _best(self, player: Any, mix: Mix, edges: Array) -> Number:
        """What the best response of a player earns that player."""
        earned: Number = best_response(self._form, player, mix, edges, self.game.deck).value
        return earned


@dataclass
class Batch:
    """Many plays side by side."""

    game: BettingGame
    form: BettingForm
    edges: Array
    """The grid of hands on which the mixes are constant; a cell for each card of a deck."""
    chances: list[Array]
    """For each turn, the running sums of its actions' probabilities in each cell, without the last."""
    random: np.random.Generator
    paid: Array
    """What each play pays to row."""

    def played(self) -> Array:
        """Deal a pair of hands for each play, and tell what was paid."""
        plays = len(self.paid)
        row, col = self._continuous(plays) if self.game.deck is None else self._dealt(self.game.deck, plays)
        top = len(self.edges) - 2
        cells = {
            side: np.minimum(np.searchsorted(self.edges, hands, side="right") - 1, top)
            for side, hands in (("row", row), ("col", col))
        }
        self._walk(self.game.tree(), (), np.arange(plays), cells, np.sign(row - col))
        return self.paid

    def _walk(
        self,
        node: Node,
        history: tuple[str, ...],
        plays: Array,
        cells: Mapping[str, Array],
        ahead: Array,
        actor: str = "row",
    ) -> None:
        """Let the plays that have come to a node go on; `ahead` is who holds the better hand."""
        if not isinstance(node, Decision):
            self._pay(node, plays, ahead, actor)
            return
        turn = self._turns[history]
        sums = self.chances[turn.index][cells[turn.player][plays]]
        drawn = (self.random.random(len(plays))[:, None] >= sums).sum(axis=1)
        for k, (action, child) in enumerate(node.actions.items()):
            self._walk(child, (*history, action), plays[drawn == k], cells, ahead, turn.player)

    def _pay(self, leaf: Fold | Showdown, plays: Array, ahead: Array, actor: str) -> None:
        """What the plays that have come to a leaf are paid."""
        amount = float(leaf.amount)
        if isinstance(leaf, Fold):
            self.paid[plays] = -amount if actor == "row" else amount
        else:
            self.paid[plays] = ahead[plays] * amount

    @cached_property
    def _turns(self) -> dict[tuple[str, ...], Turn]:
        return {turn.history: turn for turn in self.form.turns}

    def _continuous(self, plays: int) -> tuple[Array, Array]:
        """Independent points of [0, 1]."""
        row, col = self.random.random((2, plays))
        return row, col

    def _dealt(self, deck: Deck, plays: int) -> tuple[Array, Array]:
        """Two cards of a deck, each as the middle of its rank's cell; the second card skips the first."""
        cards = deck.ranks * deck.copies
        first = self.random.integers(cards, size=plays)
        second = self.random.integers(cards if deck.replace else cards - 1, size=plays)
        if not deck.replace:
            second += second >= first
        row, col = ((card // deck.copies + 0.5) / deck.ranks for card in (first, second))
        return row, col


def _simply(chances: Callable[[int], list[Fraction]], seen: Seen) -> dict[str, Fraction]:
    """The mix of a player who does not look at the hand."""
    return dict(zip(seen.moves, chances(len(seen.moves)), strict=True))


def contest(game: BettingGame, solution: Solve, progress: Progress) -> BettingContest:
    """The contest of a betting game."""
    return BettingContest(game, solution, progress)
