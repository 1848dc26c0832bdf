"""The certificate of a staged game: both mixes at every reachable position."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.game import Position, Strategy
from zerosum.core.value import Value
from zerosum.core.writing import recorded, written_mix
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.verify import bounds, read_pair

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution


def write(solution: StagedSolution) -> Data:
    """Return both mixes at every position where the players choose, by the names of the moves."""
    positions: dict[str, Data] = {}
    write_at = recorded(solution.strategies_at, _entry, into=positions)
    for position in _positions(solution.game, solution.position):
        if len(solution.game.moves(position)[0]):
            write_at(position)
    return {"positions": positions}


def verify(solution: StagedSolution) -> Value:
    """Return bounds on the value at the solution's position, from its strategies in the form of a certificate."""
    game = solution.game
    return bounds(
        game,
        lambda position: read_pair(game, _entry(solution.strategies_at(position)), position),
        [(Fraction(1), solution.position)],
        exact=solution.value.is_exact,
    )


def _entry(pair: tuple[Strategy, Strategy]) -> Data:
    return [written_mix(mix) for mix in pair]


def _positions(game: StagedGame, start: Position) -> Iterator[Position]:
    """Yield all positions from the start, each once."""
    waiting, found = [start], {start}
    while waiting:
        position = waiting.pop()
        yield position
        row, col = game.moves(position)
        for after in (t for i in row for j in col for p, _, t in game.play(position, i, j) if p != 0):
            if after not in found:
                found.add(after)
                waiting.append(after)
