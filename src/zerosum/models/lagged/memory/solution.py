"""`bounded_memory`: the best strategy that remembers so many nodes, and what it guarantees."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.errors import InputError
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side
from zerosum.core.solution import Solution
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.memory.proof import prove_best
from zerosum.models.lagged.memory.reply import best_reply, histories
from zerosum.models.lagged.memory.search import best_strategy
from zerosum.models.lagged.rules import Board, BoardGame

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
    searched: bool = True
    """Whether the strategy was searched for, or given."""
    within: float | None = None
    """No strategy with this memory guarantees better by more than this, where that was proved."""
    replies: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    """The opponent's best exit after the last nodes (one more than the player remembers)."""

    def data(self) -> Mapping[str, object]:
        """The strategy, and the best reply to it, by the last nodes."""
        return {
            "cc": {" ".join(nodes): p for nodes, p in self.strategy.items()},
            "reply": {" ".join(nodes): way for nodes, way in self.replies.items()},
        }


def bounded_memory(
    board: Board,
    player: Side = "col",
    memory: int = 1,
    *,
    strategy: Sequence[Fraction | float] | None = None,
    starts: int = 8,
    seed: int = 0,
    within: float | None = None,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> MemorySolution:
    """The best strategy that remembers the last `memory` nodes, or the given one, against its best reply.

    A given `strategy` has the probability of cc for each of `histories(board, player, memory).keys`. With `within`, it
    is proved that no other with this memory guarantees better by more than that.
    """
    if within is not None and not within > 0:
        raise InputError(f"a proof needs some room: within must be above 0, not {within:g}")
    began = time.perf_counter()
    seen = histories(board, player, memory)
    searched = strategy is None
    if strategy is None:
        found, _ = best_strategy(seen, starts=starts, seed=seed, progress=progress, workers=workers)
        strategy = found.tolist()
    reply = best_reply(seen, strategy)
    if within is not None:
        prove_best(seen, seen.sign * float(reply.value) - within, progress=progress, workers=workers)
    named = {_names(board, key): p for key, p in zip(seen.keys, strategy, strict=True)}
    exits = {_names(board, path): ("cc", "cl")[a] for path, a in zip(seen.paths, reply.exits, strict=True)}
    return MemorySolution(
        game=BoardGame(board),
        where={"player": player, "memory": memory},
        value=reply.value,
        method=_method(searched, starts),
        positions=len(seen.paths),
        seconds=time.perf_counter() - began,
        searched=searched,
        within=within,
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
