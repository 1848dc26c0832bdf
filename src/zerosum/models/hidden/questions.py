"""The EV of each move at every information set, from both strategies and the sequence form.

With the opponent's reaches y, the weighted EV of a sequence of a player is the sum of weight · y over its leaves,
plus the weighted EVs of the player's next sets, each with its best move. With payoffs of 1 the recursion gives the
probability that the moves of chance and the opponent lead to a set: the game ends after any move of the player, so
all moves of a set have the same sum. The EV of a move at the set is the first number divided by the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.questions import DecisionRanges, Lock, SolvedDecision
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import HiddenForm, InformationSets, Knowledge
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover

if TYPE_CHECKING:
    from zerosum.core.data import Data
    from zerosum.models.hidden.answer import HiddenSolution
    from zerosum.models.hidden.lock import LockedSolution

NEVER = 1e-12
"""A set with a smaller reach in floats counts as never reached."""

MixAt = Callable[[Side, int], Mapping[Move, Number]]
"""Maps a player and the index of an information set to the probability of each move."""


def tree_evs(
    tree: HiddenGame,
    form: HiddenForm,
    mix_at: MixAt,
    names: Mapping[Side, Sequence[str]],
    card: Callable[[Move], object] = str,
) -> list[SolvedDecision]:
    """Return the table of all information sets with these names; `card` formats an outcome of chance."""
    mixes = {side: [mix_at(side, i) for i in range(len(form.of(side)))] for side in SIDES}
    reaches = {side: reaches_of(form.of(side), mixes[side]) for side in SIDES}
    counted = discover(tree, counted=True)
    lines: list[SolvedDecision] = []
    for side in SIDES:
        sets, foe = form.of(side), reaches[other(side)]
        worth, count = summed(form, side, foe), summed(counted, side, foe)
        if side == "col":
            worth = [-amount for amount in worth]
        found = []
        for i in range(len(sets) - 1, -1, -1):
            first, moves, allowed = sets.first[i], sets.moves[i], count[sets.first[i]]
            earned = worth[first : first + len(moves)]
            worth[sets.parent[i]] += max(earned)
            count[sets.parent[i]] += allowed
            reached = reaches[side][sets.parent[i]] * allowed
            knowledge = Knowledge.of(form.seen(side, i), card)
            found.append(decision(side, names[side][i], knowledge, reached, allowed, mixes[side][i], earned))
        lines += reversed(found)
    return lines


def decision(
    side: Side,
    information: str,
    knowledge: Knowledge,
    reached: Number,
    allowed: Number,
    mix: Mapping[Move, Number],
    earned: Sequence[Number],
) -> SolvedDecision:
    """Return one row of a table; `earned` holds the EV of each move times `allowed`."""
    if not allowed or (isinstance(allowed, float) and allowed < NEVER):
        return SolvedDecision.of(side, information, mix, None, allowed * 0, allowed * 0, *knowledge)
    evs = {move: worth / allowed for move, worth in zip(mix, earned, strict=True)}
    return SolvedDecision.of(side, information, mix, evs, reached, allowed, *knowledge)


def summed(form: HiddenForm, side: Side, against: Sequence[Number]) -> list[Number]:
    """Return for each sequence of a side the sum of the weights of its leaves, times the opponent's reaches."""
    total: list[Number] = [Fraction(0)] * form.of(side).sequences
    row, col, place = (part.tolist() for part in form.ends)
    mine, theirs = (row, col) if side == "row" else (col, row)
    for here, there, k in zip(mine, theirs, place, strict=True):
        if y := against[there]:
            total[here] += y * form.weights[k]
    return total


def reaches_of(sets: InformationSets, mixes: Sequence[Mapping[Move, Number]]) -> list[Number]:
    """Return the reach of each sequence."""
    reach: list[Number] = [Fraction(1)] * sets.sequences
    for i, mix in enumerate(mixes):
        for k, move in enumerate(sets.moves[i]):
            reach[sets.first[i] + k] = reach[sets.parent[i]] * mix.get(move, 0)
    return reach


def position_of(tree: HiddenGame, form: HiddenForm, side: Side, index: int) -> Position:
    position = tree.start
    for picked in form.history(form.of(side).histories[index]):
        position = tree.after(position, picked)
    return position


def evs(solution: HiddenSolution) -> Sequence[SolvedDecision]:
    """Return the EV of each move at every information set, or at the requested ones."""
    form = solution.form
    lines = tree_evs(solution.game, form, solution.mix_at, form.names)
    seen = solution.position_keys.get("seen")
    if seen is None:
        return lines
    asked = {(side, form.names[side][i]) for side in SIDES for i in form.reading(side, str(seen))}
    return [line for line in lines if (line.side, line.information) in asked]


def ranges(solution: HiddenSolution, *, progress: Progress = silent) -> Sequence[DecisionRanges]:
    """Return the range of each move's probability over all optimal strategies."""
    from zerosum.models.hidden.solve.ranges import find_ranges

    return find_ranges(solution, progress)


def range_proofs(solution: HiddenSolution) -> Data:
    from zerosum.models.hidden.solve.ranges import range_proofs

    return range_proofs(solution)


def is_lockable(game: HiddenGame) -> bool:
    """Return whether decisions can be locked, which is always possible."""
    return True


def locked(game: HiddenGame, locks: Sequence[Lock], *, progress: Progress, **options: Any) -> LockedSolution:
    from zerosum.models.hidden.lock import solve_locked

    free = game.family.solve(game, progress=progress, **options)
    return solve_locked(
        game,
        game,
        free,
        locks,
        solve=lambda tree: tree.family.solve(tree, progress=progress, **options),  # the solver of plain trees
        free_mix=lambda form, side, index: free.mix_at(side, index),
    )
