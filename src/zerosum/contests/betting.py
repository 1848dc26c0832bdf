"""Matches of betting games: expectations and best responses by exact integrals over both hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from zerosum.arena.matches import Match
from zerosum.arena.public import Solve
from zerosum.contests.course import EquilibriumRange, Mean
from zerosum.contests.sampled import SampledContest
from zerosum.errors import InputError
from zerosum.models.betting import BettingGame
from zerosum.models.betting_form import BettingForm, Turn, betting_form
from zerosum.players import Function, Seen
from zerosum.progress import Progress
from zerosum.rounds import dealer_for
from zerosum.solution import Number
from zerosum.solvers.betting.answer import by_card, grid
from zerosum.solvers.betting.response import Array, Mix, best_response, expectation

__all__ = ["BettingContest", "contest"]

SIMPLE: dict[str, Callable[[int], list[Fraction]]] = {
    "uniform": lambda n: [Fraction(1, n)] * n,
    "boldest": lambda n: [Fraction(k == n - 1) for k in range(n)],
    "meekest": lambda n: [Fraction(k == 0) for k in range(n)],
}
"""Players who do not look at their hand, as probabilities of a turn's actions, the weakest first."""


@dataclass(frozen=True)
class BettingContest:
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
        """Played out, hand by hand."""
        players = {name: Function(name, partial(_simply, chances)) for name, chances in SIMPLE.items()}
        sampled = SampledContest(dealer_for(self.game, self.solution), self.progress, players)
        return sampled.simulated(row, col, plays=plays, seed=seed)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """What exact best responses hold a player to on either side."""
        edges, plans = self._grid
        mix = [self._table(turn, name, plans) for turn in self._form.turns]
        col, row = (self._best(player, mix, edges) for player in ("col", "row"))
        return -col, row

    def range(self, rival: str) -> EquilibriumRange:
        """Not computed."""
        raise InputError(
            "the range over equilibrium strategies is computed for games with open positions only"
        )

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
            raise InputError(
                f"there is no player {name!r} for this game; the players are {', '.join(self.names())}"
            )
        chances = np.array(SIMPLE[name](len(turn.actions)), object)
        return np.tile(chances, (len(plans[turn.index]), 1))

    def _best(self, player: Any, mix: Mix, edges: Array) -> Number:
        """What the best response of a player earns that player."""
        earned: Number = best_response(self._form, player, mix, edges, self.game.deck).value
        return earned


def _simply(chances: Callable[[int], list[Fraction]], seen: Seen) -> dict[str, Fraction]:
    """The mix of a player who does not look at the hand."""
    return dict(zip(seen.moves, chances(len(seen.moves)), strict=True))


def contest(game: BettingGame, solution: Solve, progress: Progress) -> BettingContest:
    """The contest of a betting game."""
    return BettingContest(game, solution, progress)
