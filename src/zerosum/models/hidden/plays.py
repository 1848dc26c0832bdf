"""Simulation of many rounds of a hidden game at once: all rounds that have reached a history are represented by their
number.

At a history that n rounds have reached, chance or a player picks each outcome with a known probability, independently
in each round. So the numbers of rounds that pick each outcome follow the multinomial distribution, and drawing these
numbers once is equivalent to drawing n picks. The numbers are passed down the tree, one length of history at a time,
and only to histories that occur; at the leaves they are the frequencies of the payoffs. The time depends on the
number of histories that occur, and hardly on the number of rounds.

The tree is laid out as far as rounds reach it, and kept for the next batch unless it is very large. A player is
queried once for each information set.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from zerosum.arena.players import Observation, Player, ask
from zerosum.core.arrays import Floats
from zerosum.core.game import Position
from zerosum.core.sides import Side
from zerosum.models.hidden.form import View
from zerosum.models.hidden.rules import Deal, End, HiddenGame, Knowledge, amount_of, knowledge_after

BATCH = 1 << 18
"""Number of rounds in a batch."""
MAX_KEPT = 500_000
"""Maximum number of histories that are kept for the next batch, with about 500 bytes each."""


class NextHistories(NamedTuple):
    """The turn at a history."""

    shares: tuple[float, ...]
    """The probabilities of the histories that may follow; empty at a leaf."""
    after: tuple[PlayedPosition, ...]
    payoff: float = 0.0
    """Row's payoff at a leaf."""


class PlayedPosition:
    """The position after all moves and outcomes so far, and both sides' information."""

    __slots__ = ("known", "position", "ways")

    def __init__(self, position: Position, known: Knowledge, ways: NextHistories | None = None) -> None:
        self.position, self.known, self.ways = position, known, ways
        """The possible continuations, if they are kept."""


@dataclass
class Plays:
    """Simulated rounds of two players from the start."""

    game: HiddenGame
    players: Mapping[Side, Player]
    answers: dict[tuple[Side, Hashable, tuple[Hashable, ...]], tuple[list[Hashable], list[float]]] = field(
        default_factory=dict
    )
    """For each side, information and own moves: the moves that the player picks with positive probability, and the
    probabilities.
    """
    start: PlayedPosition | None = None
    kept: int = 0
    """The number of histories that are kept."""

    def __call__(self, plays: int, random: np.random.Generator) -> Floats:
        """Return row's payoff in each of a number of rounds; rounds that end at the same leaf are adjacent."""
        self.start = self.start or PlayedPosition(self.game.start, ((), ()))
        here, counts = [self.start], np.array([plays])
        paid: list[float] = []
        often: list[int] = []
        while here:
            ways = [history.ways or self._ways(history) for history in here]
            widths = np.fromiter((len(way.shares) for way in ways), np.int64, len(ways))
            here, split = [], [np.zeros(0, np.int64)]
            for width in np.unique(widths).tolist():
                places = np.flatnonzero(widths == width)
                these = [ways[place] for place in places.tolist()]
                if width == 0:
                    paid += [way.payoff for way in these]
                    often += counts[places].tolist()
                    continue
                drawn = random.multinomial(counts[places], np.array([way.shares for way in these])).ravel()
                after = [history for way in these for history in way.after]
                here += [after[place] for place in np.flatnonzero(drawn).tolist()]
                split.append(drawn[drawn > 0])
            counts = np.concatenate(split)
        return np.repeat(np.array(paid), often)

    def _ways(self, history: PlayedPosition) -> NextHistories:
        """Query the rules, and the player to move, at a history."""
        position, known = history.position, history.known
        turn = self.game.turn(position)
        if isinstance(turn, End):
            lottery = self.game.lottery(position)
            ends = [NextHistories((), (), float(payoff)) for payoff in lottery or ()]
            ways = NextHistories((), (), float(amount_of(turn.payoff, "a payoff")))
            if lottery is not None:  # chance decides among payoffs
                ways = NextHistories(
                    tuple(map(float, lottery.values())),
                    tuple(PlayedPosition(position, known, end) for end in ends),
                )
        else:
            if isinstance(turn, Deal):
                picks, shares = [what for what, _ in turn.outcomes], [float(p) for _, p in turn.outcomes]
            else:
                seen = (known[0] if turn.side == "row" else known[1]) if turn.knows is None else turn.knows
                key = (turn.side, seen, turn.moves)
                if key not in self.answers:
                    observation = Observation(turn.side, View(turn.side, seen), turn.moves)
                    mix = {
                        move: float(p) for move, p in ask(self.players[turn.side], observation).items() if p
                    }
                    self.answers[key] = list(mix), list(mix.values())
                picks, shares = self.answers[key]
            whole, after = sum(shares), self.game.after
            ways = NextHistories(
                tuple(share / whole for share in shares),
                tuple(
                    PlayedPosition(after(position, pick), knowledge_after(turn, pick, known))
                    for pick in picks
                ),
            )
        if self.kept < MAX_KEPT:
            history.ways, self.kept = ways, self.kept + 1
        return ways
