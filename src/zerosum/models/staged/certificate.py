"""The certificate of a staged game: both mixes at every position that can come up."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.game import Move, Position, Strategy
from zerosum.core.proofs import Recalled, fields, position_key, read_mix, recorded, written_mix
from zerosum.core.value import Value
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.verify import bounds, ends_first

if TYPE_CHECKING:
    from zerosum.models.staged.answer import StagedSolution

Pair = tuple[dict[Move, Fraction], dict[Move, Fraction]]


def write(solution: StagedSolution) -> Data:
    """Both mixes at every position where the players choose, by the names of the moves."""
    positions: dict[str, Data] = {}
    write_at = recorded(solution.strategies_at, _entry, into=positions)
    for position in ends_first(solution.game, solution.position):
        if len(solution.game.moves(position)[0]):
            write_at(position)
    return {"positions": positions}


def prove(game: StagedGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start; in fractions where the claim is one."""
    [positions] = fields(data, "positions")
    strategies_at = Recalled(positions, partial(_read, game))
    proved = bounds(game, strategies_at, position=game.start, exact=claimed.is_exact)
    strategies_at.refuse_others()
    return proved


def verify(solution: StagedSolution) -> Value:
    """Bounds on the value at the solution's position, from its strategies as a certificate would have them."""
    game = solution.game
    return bounds(
        game,
        lambda position: _read(game, _entry(solution.strategies_at(position)), position),
        position=solution.position,
        exact=solution.value.is_exact,
    )


def _entry(pair: tuple[Strategy, Strategy]) -> Data:
    return [written_mix(mix) for mix in pair]


def _read(game: StagedGame, entry: Data, position: Position) -> Pair:
    """Both mixes over the moves that the rules offer at a position."""
    where = f"at {position_key((position,))}"
    if not isinstance(entry, list) or len(entry) != 2:
        raise InputError(f"the certificate must have a mix of row and one of col {where}")
    row, col = game.moves(position)
    return read_mix(entry[0], row, where), read_mix(entry[1], col, where)


CERTIFICATE = Certificate(write, prove)
