"""Games with open positions in which one side, or both, is played by a fixed player.

A player's mix is then nothing but chance: the side is left with a single move, and what it would have done is
averaged into the outcomes. With one side fixed, the value is what the best response earns, by one choice at each
position; with both fixed, it is the expectation of the match. The exact distribution of results is one forward pass
over the positions that the two can reach; a simulation walks them with random numbers, compiled, so that a million
plays take a second or so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.arena.players import BEST_RESPONSE, Function, Mix, Player, Seen, answer
from zerosum.arena.results import Match, Reply, result_of
from zerosum.arena.sampling import in_batches
from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.core.game import WAIT, Move, Position
from zerosum.core.numbers import Amount, Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side
from zerosum.core.workers import HERE, Workers
from zerosum.models.staged.graph import discover, starts
from zerosum.models.staged.layout import lay_out
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["Fixed", "best_response", "play_exactly", "running_sums", "simulate", "walk"]


@dataclass(frozen=True)
class Fixed(StagedGame):
    """A staged game with one or both sides in the hands of players."""

    game: StagedGame
    row: Player | None = None
    col: Player | None = None

    @property
    def called(self) -> str:
        """The game's own name."""
        return self.game.called

    @property
    def start(self) -> Position:
        """Where the game itself starts."""
        return self.game.start

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """The moves of the free side; a fixed side waits."""
        row, col = self.game.moves(position)
        if not row:
            return (), ()
        return (WAIT if self.row else row), (WAIT if self.col else col)

    def play(self, position: Position, row: Move, col: Move) -> list[Outcome]:
        """The outcomes, averaged over what the fixed sides do."""
        rows, cols = self.game.moves(position)
        row_mix = _mix(self.row, "row", position, rows) if self.row else {row: 1}
        col_mix = _mix(self.col, "col", position, cols) if self.col else {col: 1}
        merged: dict[tuple[Amount, Position], Number] = {}
        for i, p in row_mix.items():
            for j, q in col_mix.items():
                if p and q:
                    for chance, reward, after in self.game.play(position, i, j):
                        key = (reward, after)
                        merged[key] = merged.get(key, 0) + p * q * chance
        return [(chance, reward, after) for (reward, after), chance in merged.items()]

    def payoff(self, position: Position) -> Amount:
        """What the game pays."""
        return self.game.payoff(position)

    @property
    def least_positions(self) -> int:
        """Those that every play passes."""
        return self.game.least_positions


def _mix(player: Player, side: Side, position: Position, moves: Sequence[Move]) -> Mix:
    """The player's mix; a single move needs no player."""
    if len(moves) == 1:
        return {moves[0]: 1}
    return answer(player, Seen(side, position, moves))


def best_response(
    game: StagedGame, rival: Player, side: Side, *, exact: bool = False, progress: Progress = silent
) -> Reply:
    """The player on `side` that does best against `rival`, and what row is then paid on average."""
    fixed = Fixed(game, col=rival) if side == "row" else Fixed(game, row=rival)
    layout = lay_out(discover(fixed, exact=exact, progress=progress))
    graph, kind = layout.graph, object if exact else np.float64
    chance, reward = (np.array(of, kind)[layout.source] for of in (graph.probability, graph.reward))
    worth: Array = np.array(graph.payoff, kind)[layout.order]
    choice, sign = np.zeros(len(worth), np.int64), 1 if side == "row" else -1
    for batch in layout.batches:
        if batch.m:
            earned = chance[batch.outcomes] * (reward[batch.outcomes] + worth[layout.child[batch.outcomes]])
            moves = sign * layout.summed(batch, earned).reshape(-1, batch.m * batch.n)
            choice[batch.positions], worth[batch.positions] = moves.argmax(axis=1), sign * moves.max(axis=1)

    def choose(seen: Seen) -> Move:
        return seen.moves[choice[layout.rank[graph.index[seen.position]]]]

    return Reply(
        Function(BEST_RESPONSE.name, choose), worth[layout.rank[0]] if exact else float(worth[layout.rank[0]])
    )


def play_exactly(
    game: StagedGame, row: Player, col: Player, *, exact: bool = False, progress: Progress = silent
) -> Match:
    """The distribution of results, by one pass forward over the reachable positions.

    With both sides fixed each position has one cell, and each end none.
    """
    graph = discover(Fixed(game, row, col), exact=exact, progress=progress)
    first = starts(graph.outcomes)[starts(graph.rows * graph.cols)].tolist()
    order = lay_out(graph).order[::-1].tolist()
    reached: list[dict[Number, Number]] = [defaultdict(int) for _ in order]
    reached[0][0] = 1
    results: dict[Number, Number] = defaultdict(int)
    for s in order:
        if not graph.rows[s]:
            for total, p in reached[s].items():
                results[result_of(total + graph.payoff[s])] += p
        for k in range(first[s], first[s + 1]):
            into, chance, reward = reached[graph.child[k]], graph.probability[k], graph.reward[k]
            for total, p in reached[s].items():
                into[total + reward] += p * chance
        reached[s] = {}
    return Match(row.name, col.name, dict(sorted(results.items())))


class _Walks(NamedTuple):
    """The positions that two players can reach, to walk through with random numbers."""

    first: Ints
    """Where the outcomes of each position begin, and the last end."""
    cumulative: Floats
    """Running sums of their probabilities."""
    child: Ints
    reward: Floats
    payoff: Floats

    def paid(self, plays: int, random: np.random.Generator) -> Floats:
        """What so many plays pay."""
        return np.round(walk(*self, plays, random), 12)


def simulate(
    game: StagedGame,
    row: Player,
    col: Player,
    *,
    plays: int,
    seed: int,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Match:
    """The results of so many plays with seeded random numbers."""
    graph = discover(Fixed(game, row, col), exact=False, progress=progress)
    first = starts(graph.outcomes)[starts(graph.rows * graph.cols)]
    cumulative = running_sums(np.array(graph.probability), first)
    reward, payoff = np.array(graph.reward, dtype=np.float64), np.array(graph.payoff, dtype=np.float64)
    walks = _Walks(first, cumulative, graph.child, reward, payoff)
    return in_batches(
        row.name, col.name, walks.paid, plays=plays, seed=seed, progress=progress, workers=workers
    )


def running_sums(probability: Floats, first: Ints) -> Floats:
    """Running sums of the probabilities within each position."""
    running: Floats = np.cumsum(probability)
    before = np.concatenate(([0.0], running))[first[:-1]]
    within: Floats = running - np.repeat(before, np.diff(first))
    return within


@kernel(work=lambda *given: given[5])
def walk(
    first: Ints,
    cumulative: Floats,
    child: Ints,
    reward: Floats,
    payoff: Floats,
    plays: int,
    random: np.random.Generator,
) -> Floats:
    """The total of each play: from position 0, draw outcomes until there are none."""
    totals = np.empty(plays)
    for play in range(plays):
        s, total = 0, 0.0
        while first[s + 1] > first[s]:
            a, b = first[s], first[s + 1]
            k = a + np.searchsorted(cumulative[a:b], random.random(), side="right")
            k = min(k, b - 1)
            total += reward[k]
            s = child[k]
        totals[play] = total + payoff[s]
    return totals
