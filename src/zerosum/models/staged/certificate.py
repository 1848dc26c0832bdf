"""The certificate of a staged game: both mixes at every position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.game import Position, Strategy
from zerosum.core.numbers import read_mix, written_mix
from zerosum.core.proofs import recalled, recorded
from zerosum.core.value import Value
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.verify import bounds

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution


def write(solution: StagedSolution) -> Data:
    """Both mixes at every position that the verifier asks about, by the names of the moves."""
    positions: dict[str, Data] = {}
    strategies_at = recorded(
        solution.strategies_at, lambda pair: [written_mix(mix) for mix in pair], into=positions
    )
    bounds(solution.game, strategies_at, position=solution.position, exact=solution.value.is_exact)
    return {"positions": positions}


def prove(game: StagedGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start; in fractions where the claim is one."""

    def read(entry: Data, position: Position) -> tuple[Strategy, Strategy]:
        row, col = (read_mix(mix, moves) for mix, moves in zip(entry, game.moves(position), strict=True))
        return row, col

    return bounds(game, recalled(data["positions"], read), position=game.start, exact=claimed.is_exact)


CERTIFICATE = Certificate(write, prove)
