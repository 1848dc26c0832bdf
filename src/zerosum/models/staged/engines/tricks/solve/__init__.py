"""The solver of trick games: all patterns and contexts.

    patterns           two hands as a pattern, and its index
    contexts           all contexts of a game, by querying its rules
    plan               equivalent contexts, the blocks of values, and their dependencies
    tiles              the stored values of a plan, and their error bounds
    engines            the executors of a plan: threads, a cluster, a GPU
    solve.tables       values and strategies of any position: from the store, in fractions, or by a linear program per
                       node
    solve.position     one position's matrix game, from the tiles, compiled

13-card Goofspiel was first solved by Rhoads and Bartholdi (2012).
"""

from __future__ import annotations

import dataclasses
import time
from typing import Annotated

from zerosum.core.compiled import threads as available
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.staged.engines.tricks.answer import Tables, TrickSolution
from zerosum.models.staged.engines.tricks.patterns import count
from zerosum.models.staged.engines.tricks.plan import Plan, make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve.tables import FloatTables, solve_plan_exactly
from zerosum.models.staged.engines.tricks.tiles import VERSION, complete, lacking
from zerosum.models.staged.engines.tricks.workers import choose
from zerosum.store import Contents, DiskStore, Store, cache_store, show_size

__all__ = ["TrickSolution", "contents", "solve"]

COUNTED = 60
"""Largest number of cards for which patterns are counted; no machine can store more."""

SECONDS = 2e-7
"""Approximate time of one core for a matrix game, in seconds."""

WORTH_TELLING = 10**7
"""Smallest size of tables, in bytes, whose location a solution mentions."""


def solve(
    game: TrickGame,
    *,
    exact: Annotated[bool, "solve in fractions; for small games"] = False,
    threads: Annotated[int | None, "number of threads [default: one per core]"] = None,
    device: Annotated[str, "cpu, or gpu: CuPy and a CUDA card"] = "cpu",
    cluster: Annotated[str | None, "a Dask scheduler's address, or local:4 for four workers here"] = None,
    progress: Progress = silent,
    store: Store | None = None,
) -> TrickSolution:
    """Solve every position of a trick game, and return the solution at the start.

    The values go to the store, by default to one in the user's cache directory; values that it already contains are
    not solved again.
    """
    began = time.perf_counter()
    if exact and (threads is not None or device != "cpu" or cluster is not None):
        raise InputError("fractions use one thread of this machine; remove threads, device and cluster")
    engine = choose(threads, device, cluster)
    # immediately reject a game whose patterns alone do not fit, as with more than `COUNTED` cards
    cards = min(game.cards, COUNTED)
    most = max(count(left, cards) for left in range(1, cards + 1))
    patterns = f"{'more than ' * (cards < game.cards)}{most:.2g} patterns of hands in one stage"
    require_budget(f"{game.cards} cards each make {patterns}, which", memory=16 * most)
    plan = make_plan(game)
    over, remarks = "over patterns and contexts", list[str]()
    if exact:
        tables: Tables = solve_plan_exactly(game, plan, progress)
        how = f"{over}, in fractions"
    else:
        store = store if store is not None else cache_store(f"tricks/{plan.digest()}", contents(game, plan))
        if device == "cpu" and any(lacking(stage, store) for stage in plan.stages):
            # reject a game that does not fit onto the disk, and say how much it needs
            if isinstance(store, DiskStore) and plan.disk > store.free_space() and not store.begun:
                raise TooLargeError(
                    f"{game.title} would need {show_size(plan.disk)} of disk space in {store.folder}, but "
                    f"only {show_size(store.free_space())} are free"
                )
            if cluster is None:
                work = plan.matrices * SECONDS / (threads or available())
                require_budget(game.title, memory=plan.memory, seconds=work)
        how = over + ("" if complete(plan, store, engine, progress) else ", read from the store")
        tables = FloatTables(game, plan, store)
        remarks = [f"{show_size(plan.disk)} {store.describe()}"] if plan.disk >= WORTH_TELLING else []
        remarks += store.remarks
    every = game.hand
    empty = TrickSolution(
        value=Value(0.0, 0.0),
        method=f"backward induction {how}",
        positions=plan.positions,
        seconds=0.0,
        remarks=remarks,
        game=game,
        solved=tables,
        hands=(every, every),
        context=game.start,
    )
    start = empty.at_position(every, every, game.start)
    return dataclasses.replace(start, seconds=time.perf_counter() - began)


def contents(game: TrickGame, plan: Plan) -> Contents:
    """Return a description of a store of the game's tables."""
    return Contents(game.title, f"tables {VERSION}, rules {plan.digest()}")
