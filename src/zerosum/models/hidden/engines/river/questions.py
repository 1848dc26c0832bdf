"""The EV of each move of each hand at every decision, against the opponent's solution and with best play afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import other
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.extensive import extensive, mix_in_tree
from zerosum.models.hidden.engines.river.locks import LockedRanges, LockedRiver, by_hand, fixed_moves
from zerosum.models.hidden.engines.river.rules import RiverGame
from zerosum.models.hidden.engines.river.solve import is_small, solve, solve_with_locks
from zerosum.models.hidden.lock import LockedAnswer, solve_locked
from zerosum.models.hidden.questions import ranges as tree_ranges
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.solve import solve as solve_tree

MAX_LINES = 200_000
"""Maximum number of rows, one for each hand at each decision."""


def evs(solution: RiverSolution) -> list[SolvedDecision]:
    """Return a row for every hand at every decision, or for the requested ones."""
    asked = {number: hands for number in solution.decision_nodes if (hands := solution.asked(number))}
    many = sum(map(len, asked.values()))
    if many > MAX_LINES:
        raise InputError(
            f"a table of EVs would have {many:,} rows, but the limit is {MAX_LINES:,}; ask about one "
            'decision with line and hand, for example line="check, check, 7h", hand="AhKh"'
        )
    pairs, found = solution.pairs, list[SolvedDecision]()
    sides = {side for number in asked if (side := solution.game.nodes[number].side)}
    best = {side: pairs.worths(side, solution.mixes[other(side)]) for side in sides}
    for number, hands in asked.items():
        node = solution.game.nodes[number]
        side = node.mover
        for hand in hands:
            met, name = solution.foes[side][hand, number], solution.game.hands[side].names[hand]
            here = met * pairs.chance(node) / pairs.whole
            worths = best[side][hand, node.after].tolist()
            ev = [solution.as_shown(number, worth / met) for worth in worths] if met > 0 else []
            line = list(zip(node.line, node.movers, strict=True))
            found.append(
                SolvedDecision.of(
                    side,
                    node.known(name),
                    solution.mix_at(number, hand),
                    dict(zip(node.moves, ev, strict=False)),
                    solution.reaches[side][hand, number] * here,
                    pairs.weights[side][hand] * here,
                    hand=(name, *(step for step, who in line if who is None)),
                    history=tuple(step for step, who in line if who),
                )
            )
    return found


def ranges(solution: RiverSolution, *, progress: Progress = silent) -> Sequence[DecisionRanges]:
    """Return the range of each move's probability over all optimal strategies, with small ranges of hands."""
    tree = _small_tree(solution.game)
    every = tree_ranges(solve_tree(tree, progress=progress), progress=progress)
    asked = {
        (node.side, node.known(solution.game.hands[node.side].names[hand]))
        for number, node in enumerate(solution.game.nodes)
        if node.side
        for hand in solution.asked(number)
    }
    return [one for one in every if (one.side, one.information) in asked]


def is_lockable(game: RiverGame) -> bool:
    """Return whether decisions can be locked fast enough for a web page, which needs small ranges of hands."""
    return is_small(game)


def locked(game: RiverGame, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> LockedAnswer:
    """Return the solution with some decisions of some hands locked."""
    if not is_small(game):
        return _locked_ranges(game, locks, progress, **options)
    tree, free = _small_tree(game), solve(game, progress=progress, **options)
    return solve_locked(
        game,
        tree,
        free,
        by_hand(free, locks),
        solve=lambda tree: solve_tree(tree, progress=progress, numeric=options.get("numeric", False)),
        free_mix=lambda form, side, index: mix_in_tree(free, side, None, form.seen(side, index)),
        kind=LockedRiver,
    )


def _locked_ranges(
    game: RiverGame, locks: Sequence[Lock], progress: Progress, **options: Any
) -> LockedRanges:
    """Solve a large river or turn, and again with locks, starting from that solution."""
    free = solve(game, progress=progress, **options)
    fixed = fixed_moves(free, locks)
    with_locks = solve_with_locks(free, fixed, progress=progress, **options)
    return LockedRanges(
        game=game,
        position_keys={"locks": "; ".join(map(str, locks))},
        value=with_locks.value,
        method=with_locks.method,
        positions=free.positions,
        seconds=free.seconds + with_locks.seconds,
        free=free,
        locked=with_locks,
        fixed=fixed,
    )


def _small_tree(game: RiverGame) -> HiddenGame:
    """Return the game as a tree; raise an error if there are too many pairs of hands."""
    if not is_small(game):
        pairs = len(game.hands["row"]) * len(game.hands["col"])
        few = "three hands per player and one bet size" if game.rivers else "50 hands per player"
        raise InputError(
            f"this needs a tree of all {pairs:,} pairs of hands; use smaller ranges, of about {few}"
        )
    return extensive(game)
