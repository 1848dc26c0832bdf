"""The certificate of a trick game: both mixes at every position, or a sample of random positions of a large game.

A sample has value and mixes at random positions, and the values of their children. A check finds out whether the bounds
of each, and first of all the start's, follow from its children's. That proves the claim only if no other position
fails, of which a sample says no more than how many are likely to; so it is not a proof, and the checker says so. Which
positions are drawn follows from the seed. A reader who names it after the tables' digest was published knows that
nobody chose the positions.
"""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate, Sampling
from zerosum.core.numbers import as_fraction, number, text
from zerosum.core.proofs import Recalled, fields, is_old_file, position_key, read_mix, recorded, written_mix
from zerosum.core.value import Value
from zerosum.core.verdict import Sample
from zerosum.models.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.tricks.rules import Context, TrickGame
from zerosum.models.tricks.verify import (
    Bounds,
    Hand,
    Mixes,
    bounds,
    check_size,
    children,
    positions_below,
    sample_bounds,
    sampled,
)

ROOM = 1e-12
"""By how much a sampled position's interval is widened for every card in a hand, relative to the largest value."""


def write(solution: TrickSolution) -> Data:
    """Both mixes at every position that can come up."""
    positions: dict[str, Data] = {}
    write_at = recorded(solution.answer_at, _mixes, into=positions)
    for position in positions_below(solution.game, solution.hands, solution.context):
        write_at(*position)
    return {"positions": positions}


def prove(game: TrickGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start; in fractions where the claim is one."""
    [positions] = fields(data, "positions")
    mixes_at = Recalled(positions, _read)
    hands = game.hand, game.hand
    proved = bounds(game, mixes_at, hands=hands, context=game.start, exact=claimed.is_exact)
    mixes_at.refuse_others()
    return proved


def verify(solution: TrickSolution) -> Value:
    """Bounds on the value at the solution's position, from its strategies as a certificate would have them."""
    return bounds(
        solution.game,
        lambda *position: _read(_mixes(solution.answer_at(*position)), *position),
        hands=solution.hands,
        context=solution.context,
        exact=solution.value.is_exact,
    )


def _mixes(answer: SolvedPosition) -> Data:
    return [written_mix(answer.row), written_mix(answer.col)]


def _read(entry: Data, row: Hand, col: Hand, context: Context) -> Mixes:
    """Both mixes over the cards of the hands; in files of version 0.2 bounds stand before them, which prove nothing."""
    where = f"at {position_key((row, col, context))}"
    if not isinstance(entry, list) or len(entry) != (4 if is_old_file() else 2):
        raise InputError(f"the certificate must have a mix of row and one of col {where}")
    return read_mix(entry[-2], row, where), read_mix(entry[-1], col, where)


def write_sample(solution: TrickSolution, size: int, seed: int) -> Data:
    """Value and mixes at the start and at `size` random positions; of their children the values only.

    Each interval in floats is widened by `ROOM` for every card in a hand, so that it holds what its children's prove.
    """
    check_size(size)
    game, answers = solution.game, dict[str, SolvedPosition]()
    write_at = recorded(solution.answer_at, lambda answer: answer, into=answers)
    chosen = set[str]()
    for position in sampled(game, size, seed):
        chosen.add(position_key(position))
        for one in [position, *children(game, position)]:
            write_at(*one)
    values = [answer.value for answer in answers.values()]
    most = max(abs(float(end)) for value in values for end in (value.lower, value.upper))
    positions = dict[str, Data]()
    for key, answer in sorted(answers.items()):
        more = 0 if solution.value.is_exact else ROOM * most * len(answer.row)
        ends = [text(answer.value.lower - more), text(answer.value.upper + more)]
        positions[key] = ends + (_mixes(answer) if key in chosen else [])
    return {"sample": {"size": size, "seed": seed, "tables": solution.digest()}, "positions": positions}


def prove_sample(game: TrickGame, claimed: Value, data: Data) -> Sample:
    """What the positions of a written sample show."""
    sample, positions = fields(data, "sample", "positions")
    size, seed, _ = fields(sample, "size", "seed", "tables", where="the sample")
    if not (type(size) is type(seed) is int):
        raise InputError("the certificate's sample has a size and a seed, whole numbers")
    check_size(size)
    chosen = {position_key(position) for position in sampled(game, size, seed)}

    def read(entry: Data, *position: object) -> list[Data]:
        key = position_key(position)
        if not isinstance(entry, list) or len(entry) != (4 if key in chosen else 2):
            raise InputError(f"the certificate must have bounds at {key}, and mixes if it is in the sample")
        return entry

    entry_at = Recalled(positions, read)

    def claimed_at(*position: object) -> Bounds:
        lower, upper = map(as_fraction, map(number, entry_at(*position)[:2]))
        return lower, upper

    def mixes_at(row: Hand, col: Hand, context: Context) -> Mixes:
        where = f"at {position_key((row, col, context))}"
        _, _, x, y = entry_at(row, col, context)
        return read_mix(x, row, where), read_mix(y, col, where)

    found = sample_bounds(game, mixes_at, claimed_at, exact=claimed.is_exact, size=size, seed=seed)
    entry_at.refuse_others()
    return found


def verify_sample(solution: TrickSolution, size: int, seed: int) -> Sample:
    """Check the start and `size` random positions of a solution, as they would be written."""
    return prove_sample(solution.game, solution.value, write_sample(solution, size, seed))


CERTIFICATE = Certificate(write, prove)

SAMPLING = Sampling(check_size, verify_sample, write_sample, prove_sample)
