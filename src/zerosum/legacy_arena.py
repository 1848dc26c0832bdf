"""An arena made of the older dealers and contests; goes when the last model has an arena of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from zerosum.arena import Arena
from zerosum.arena.players import BEST_RESPONSE, Player
from zerosum.arena.results import EquilibriumRange, Match
from zerosum.arena.rounds import Advice, Round
from zerosum.contests import Contest, contest_for
from zerosum.errors import InputError
from zerosum.models.game import Game
from zerosum.numerics.rational import Number
from zerosum.rounds import Dealer, dealer_for
from zerosum.sides import Side

__all__ = ["LegacyArena"]


class LegacyArena(Arena[Game, Any]):
    """Asks the older rooms, by the names of the players."""

    @cached_property
    def dealer(self) -> Dealer:
        """Who deals."""
        return dealer_for(self.game, lambda: self.solution)

    @cached_property
    def contest(self) -> Contest:
        """Who computes."""
        return contest_for(self.game, lambda: self.solution, progress=self.progress)

    @property
    def sides(self) -> Sequence[Side]:  # type: ignore[override]
        """As the dealer says."""
        return self.dealer.sides

    @property
    def rules(self) -> Sequence[str]:
        """As the dealer says."""
        return self.dealer.rules

    @property
    def equilibrium(self) -> Player:
        """As the dealer says."""
        return self.dealer.equilibrium

    @property
    def simple(self) -> Mapping[str, Player]:
        """As the dealer says."""
        return self.dealer.players

    def deal(self, random: np.random.Generator) -> Round:
        """A new round."""
        return self.dealer.deal(random)

    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do."""
        return self.dealer.advice(round, side)

    def seated(self, row: Player, col: Player) -> tuple[Player, Player]:
        """By name, the contest seats them."""
        return row, col

    def _match(self, row: Player, col: Player) -> Match:
        return self.contest.exactly(row.name, col.name)

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        return self.contest.simulated(row.name, col.name, plays=plays, seed=seed)

    def exploited(self, player: Player) -> tuple[Number | None, Number | None]:
        """By name."""
        return self.contest.exploited(player.name)

    def range(self, rival: Player) -> EquilibriumRange:
        """By name."""
        return self.contest.range(rival.name)

    def roster(self, side: Side) -> Mapping[str, Player]:
        """The players that the contest or the dealer knows."""
        names = self.contest.names() if side == "row" else self.contest.rivals()
        known = {"equilibrium": self.equilibrium, **self.simple}
        return {name: known.get(name) or Named(name) for name in names if name != BEST_RESPONSE.name}


class Named:
    """A player of whom only the name is known."""

    def __init__(self, name: str) -> None:
        self.name = name

    def mix(self, seen: Any) -> Any:
        """Never asked."""
        raise InputError(f"{self.name} cannot play here")
