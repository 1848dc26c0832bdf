"""`bounded_memory`: the best strategy that remembers so many nodes, and what it guarantees."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.models.lagged import Board, BoardGame
from zerosum.numerics.rational import Number
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table
from zerosum.sides import Side
from zerosum.solution import Solution
from zerosum.solvers.memory.reply import Histories, best_reply, histories
from zerosum.solvers.memory.search import best_strategy

__all__ = ["MemorySolution", "bounded_memory"]


@dataclass(frozen=True, kw_only=True)
class MemorySolution(Solution):
    """A strategy of bounded memory; its value is the average payoff under the opponent's best reply."""

    player: Side = "col"
    """Who has the bounded memory."""
    memory: int = 1
    """How many announced nodes he remembers."""
    strategy: Mapping[tuple[str, ...], Number] = field(default_factory=dict, repr=False)
    """The probability of the exit cc after the last nodes, the oldest first."""
    replies: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    """The opponent's best exit after the last nodes (one more than the player remembers)."""


def bounded_memory(
    board: Board,
    player: Side = "col",
    memory: int = 1,
    *,
    strategy: Sequence[Fraction | float] | None = None,
    starts: int = 8,
    seed: int = 0,
    progress: Progress = silent,
) -> MemorySolution:
    """The best strategy that remembers the last `memory` nodes, or the given one, against its best reply.

    A given `strategy` has the probability of cc for each of `histories(board, player, memory).keys`.
    """
    began = time.perf_counter()
    seen = histories(board, player, memory)
    searched = strategy is None
    if strategy is None:
        found, _ = best_strategy(seen, starts=starts, seed=seed, progress=progress)
        strategy = found.tolist()
    reply = best_reply(seen, strategy)
    named = {_names(board, key): p for key, p in zip(seen.keys, strategy, strict=True)}
    exits = {_names(board, path): ("cc", "cl")[a] for path, a in zip(seen.paths, reply.exits, strict=True)}
    return MemorySolution(
        game=BoardGame(board),
        where={"player": player, "memory": memory},
        title=f"{player.capitalize()} remembers {memory} node{'s' * (memory > 1)}",
        value=reply.value,
        method=_method(searched, starts),
        positions=len(seen.paths),
        seconds=time.perf_counter() - began,
        tables=(_table(seen, named),),
        notes=_notes(seen, searched),
        player=player,
        memory=memory,
        strategy=named,
        replies=exits,
    )


def _names(board: Board, path: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(board.names[node] for node in path)


def _method(searched: bool, starts: int) -> str:
    replied = "best reply by policy iteration, proved in fractions"
    return f"linear programs from {starts} starts; {replied}" if searched else replied


def _table(seen: Histories, strategy: Mapping[tuple[str, ...], Number]) -> Table:
    """The strategy, a line for each thing that can be remembered; nodes by their payoffs."""
    lines = [
        [", ".join(f"{seen.board.payoffs[node]}" for node in key), p]
        for key, p in zip(seen.keys, strategy.values(), strict=True)
    ]
    return Table("strategy", ["last nodes", "probability of cc"], lines)


def _notes(seen: Histories, searched: bool) -> list[str]:
    """What the value means."""
    bound = "at most" if seen.player == "col" else "at least"
    notes = [f"The value of the game is {bound} this: the strategy guarantees it from every start."]
    if searched:
        notes.append(
            "That no other strategy with this memory guarantees better was searched for, not proved."
        )
    return notes
