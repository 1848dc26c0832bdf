"""Matches of any game that can be dealt: played out round by round.

Hidden hands stay hidden: each player is asked with what it may see. Nothing is compiled, so this is the slow way, for
games that have no faster one. Players are asked once for each view and their answers kept; a function of a
person's own is asked every time, for it may throw dice itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from zerosum.arena.players import Player, Seen, answer, is_own
from zerosum.arena.results import Match
from zerosum.arena.rounds import Round
from zerosum.arena.tally import in_batches
from zerosum.arrays import Floats
from zerosum.models.game import Move, Position
from zerosum.progress import Progress
from zerosum.sides import SIDES, Side
from zerosum.workers import HERE, Workers

__all__ = ["Sampler", "play_out"]

AT_ONCE = 1000
"""How many rounds are a batch."""

MOST_KEPT = 20_000
"""So many answers of a player are kept; hands from a continuum never come back."""


def play_out(
    deal: Callable[[np.random.Generator], Round],
    row: Player,
    col: Player,
    *,
    plays: int,
    seed: int,
    progress: Progress,
    workers: Workers = HERE,
) -> Match:
    """So many rounds, one after another."""
    rounds, names = _Rounds(deal, row, col), (row.name, col.name)
    return in_batches(
        *names, rounds, plays=plays, seed=seed, progress=progress, workers=workers, batch=AT_ONCE
    )


@dataclass(frozen=True)
class _Rounds:
    """Deals rounds and lets two players play them to the end."""

    deal: Callable[[np.random.Generator], Round]
    row: Player
    col: Player

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """What so many rounds pay, one after another."""
        return np.array([self._played(self.deal(random), random) for _ in range(plays)])

    def _played(self, round: Round, random: np.random.Generator) -> float:
        """The payoff of a round."""
        while not round.over:
            choosers = round.choosers()
            moves = {
                side: self._samplers[side].pick(round.seen(side), random)
                for side in SIDES
                if side in choosers
            }
            round = round.after(moves, random)
        return round.payoff

    @cached_property
    def _samplers(self) -> Mapping[Side, Sampler]:
        return {"row": Sampler(self.row), "col": Sampler(self.col)}


class Sampler:
    """Draws the moves of a player, and keeps some of the player's answers."""

    def __init__(self, player: Player) -> None:
        self.player, self.most = player, 0 if is_own(player) else MOST_KEPT
        self.kept: dict[Position, tuple[list[Move], list[float]]] = {}

    def pick(self, seen: Seen, random: np.random.Generator) -> Move:
        """A move by the player's mix."""
        moves, sums = self._answer(seen)
        if len(moves) == 1:
            return moves[0]
        return moves[min(bisect_right(sums, random.random() * sums[-1]), len(moves) - 1)]

    def _answer(self, seen: Seen) -> tuple[list[Move], list[float]]:
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

    def _asked(self, seen: Seen) -> tuple[list[Move], list[float]]:
        mix = answer(self.player, seen)
        return list(mix), list(accumulate(float(p) for p in mix.values()))
