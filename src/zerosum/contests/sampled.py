"""Matches of any game that can be dealt: played out round by round.

Hidden hands stay hidden: each player is asked with what it may see. Nothing is compiled, so this is the slow way, for
games that have no faster one. The solution and the simple players are asked once for each view and their answers
kept; a function of a person's own is asked every time, for it may throw dice itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from zerosum.arena.players import Player, Seen, answer, uniform
from zerosum.arena.results import Match
from zerosum.arena.tally import Tally
from zerosum.contests.course import Contest, player_called
from zerosum.progress import Progress
from zerosum.rounds import Dealer
from zerosum.sides import SIDES, Side

__all__ = ["SampledContest"]

REPORT_EVERY = 1000

MOST_KEPT = 20_000
"""So many answers of a player are kept; hands from a continuum never come back."""


class SampledContest(Contest):
    """Matches of a game, sampled."""

    def __init__(
        self, dealer: Dealer, progress: Progress, players: Mapping[str, Player] | None = None
    ) -> None:
        self.dealer, self.progress = dealer, progress
        self.players = {uniform.name: uniform, **(players or {})}
        """The players of the game by name; the solution may be among them, in a faster form than the dealer's."""

    def names(self) -> Sequence[str]:
        """The solution, and the players of the game."""
        return list(dict.fromkeys(["equilibrium", *self.players]))

    def simulated(self, row: str, col: str, *, plays: int, seed: int) -> Match:
        """So many rounds, one after another."""
        players: dict[Side, Drawing] = {"row": self._drawing(row), "col": self._drawing(col)}
        random, tally = np.random.default_rng(seed), Tally()
        for done in range(0, plays, REPORT_EVERY):
            self.progress(done, plays, "plays")
            count = min(REPORT_EVERY, plays - done)
            tally.add(np.array([self._play(players, random) for _ in range(count)]))
        self.progress(plays, plays, "plays")
        return tally.match(row, col)

    def _player(self, name: str) -> Player:
        return player_called(name, {"equilibrium": self.dealer.equilibrium, **self.players})

    def _drawing(self, name: str) -> Drawing:
        return Drawing(self._player(name), MOST_KEPT if name in self.names() else 0)

    def _play(self, players: Mapping[Side, Drawing], random: np.random.Generator) -> float:
        """The payoff of one round."""
        round = self.dealer.deal(random)
        while not round.over:
            choosers = round.choosers()
            moves = {side: players[side].draw(round.seen(side), random) for side in SIDES if side in choosers}
            round = round.after(moves, random)
        return round.payoff


class Drawing:
    """Draws the moves of a player, and keeps so many of the player's answers."""

    def __init__(self, player: Player, most: int) -> None:
        self.player, self.most = player, most
        self.kept: dict[Any, tuple[list[Any], list[float]]] = {}

    def draw(self, seen: Seen, random: np.random.Generator) -> Any:
        """A move by the player's mix."""
        moves, sums = self._answer(seen)
        if len(moves) == 1:
            return moves[0]
        return moves[min(bisect_right(sums, random.random() * sums[-1]), len(moves) - 1)]

    def _answer(self, seen: Seen) -> tuple[list[Any], list[float]]:
        """The moves and the running sums of their probabilities."""
        if not self.most:
            return self._asked(seen)
        view = (seen.side, seen.position, tuple(seen.moves))
        try:
            known = self.kept.get(view)
        except TypeError:
            return self._asked(seen)
        if known is None:
            known = self._asked(seen)
            if len(self.kept) < self.most:
                self.kept[view] = known
        return known

    def _asked(self, seen: Seen) -> tuple[list[Any], list[float]]:
        mix = answer(self.player, seen)
        return list(mix), list(accumulate(float(p) for p in mix.values()))
