"""Matches of any game that can be dealt: played out round by round.

Hidden hands stay hidden: each player is asked with what it may see. Nothing is compiled, so this is the slow way, for
games that have no faster one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from zerosum.arena.matches import Match
from zerosum.contests.course import EquilibriumRange, player_called
from zerosum.errors import InputError
from zerosum.players import SIDES, Player, uniform
from zerosum.progress import Progress
from zerosum.rounds import Dealer
from zerosum.solution import Number

__all__ = ["SampledContest"]

REPORT_EVERY = 1000


class SampledContest:
    """Matches of a game, sampled."""

    def __init__(
        self, dealer: Dealer, progress: Progress, players: Mapping[str, Player] | None = None
    ) -> None:
        self.dealer, self.progress = dealer, progress
        self.players = {uniform.name: uniform, **(players or {})}

    def names(self) -> Sequence[str]:
        """The solution, and the players of the game."""
        return ["equilibrium", *self.players]

    def exactly(self, row: str, col: str) -> Match:
        """Not possible here."""
        raise InputError("matches of this game are sampled, not computed: leave out --exact and --all")

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """So many rounds, one after another."""
        players = {"row": self._player(row), "col": self._player(col)}
        random = np.random.default_rng(seed)
        counts: Counter[float] = Counter()
        for play in range(plays):
            if play % REPORT_EVERY == 0:
                self.progress(play, plays, "plays")
            counts[self._play(players, random)] += 1
        results: dict[Number, Number] = {payoff: count / plays for payoff, count in sorted(counts.items())}
        return Match(row, col, results, plays)

    def exploited(self, name: str) -> tuple[Number, Number]:
        """Not possible here."""
        raise InputError(
            "best responses are computed for games with open positions, lagged and betting games"
        )

    def range(self, rival: str) -> EquilibriumRange:
        """Not possible here."""
        raise InputError(
            "the range over equilibrium strategies is computed for games with open positions only"
        )

    def _player(self, name: str) -> Player:
        return player_called(name, {**self.players, "equilibrium": self.dealer.equilibrium})

    def _play(self, players: dict[str, Player], random: np.random.Generator) -> float:
        """The payoff of one round."""
        round = self.dealer.deal(random)
        while not round.over:
            moves = {}
            for side in SIDES:
                if side in round.choosers():
                    mix = players[side].mix(round.seen(side))
                    options, chances = list(mix), np.cumsum([float(p) for p in mix.values()])
                    drawn = int(np.searchsorted(chances, random.random() * chances[-1], side="right"))
                    moves[side] = options[min(drawn, len(options) - 1)]
            round = round.after(moves, random)
        return round.payoff
