"""The certificate of a trick game: both mixes at every position, or at a sample of random positions of a large game.

A sample contains the value and mixes at random positions, and the values of their children. The check verifies that
the bounds of each position, including the start, follow from those of its children. This proves the claim only if no
other position fails, and the sample only bounds the likely share of failures; so it is not a proof, and the checker
says so. The seed determines the positions. A reader who chooses the seed after the tables' digest was published knows
that the positions were not selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from zerosum.core.data import Data
from zerosum.core.errors import TooLargeError
from zerosum.core.numbers import text
from zerosum.core.proofs import position_key
from zerosum.core.value import Value
from zerosum.core.verdict import Sample
from zerosum.core.writing import recorded, written_mix
from zerosum.models.parts import Sampling
from zerosum.models.staged.engines.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.staged.engines.tricks.rules import Hands, TrickGame
from zerosum.models.staged.engines.tricks.verify import check_size, opening, prove_sample, sampled
from zerosum.models.staged.verify import Pair, bounds, plays_at, read_pair

MAX_POSITIONS = 300_000
"""Largest number of positions that are all checked; more would take plain Python minutes."""

ROOM = 1e-12
"""The amount by which a sampled position's interval is widened for every card in a hand, relative to the largest
value.
"""


def write(solution: TrickSolution) -> Data:
    positions: dict[str, Data] = {}
    write_at = recorded(solution.answer_at, _mixes, into=positions)
    waiting = [at for _, at in opening(*solution.hands, solution.context)]
    found = set(waiting)
    while waiting:
        if len(found) > MAX_POSITIONS:
            raise _too_many(solution.game)
        at = waiting.pop()
        write_at(*at)
        new = {after for after in _children(solution.game, at) if after not in found}
        found |= new
        waiting += new
    return {"positions": positions}


def verify(solution: TrickSolution) -> Value:
    """Return bounds on the value at the solution's position, from its strategies in the form of a certificate."""
    tricks, answered = solution.game.as_staged(by_order=True), 0

    def pair_at(at: Hands) -> Pair:
        nonlocal answered
        answered += 1
        if answered > MAX_POSITIONS:
            raise _too_many(solution.game)
        return read_pair(tricks, _mixes(solution.answer_at(*at)), at, *at)

    starts = opening(*solution.hands, solution.context)
    return bounds(tricks, pair_at, starts, exact=solution.value.is_exact)


def _too_many(game: TrickGame) -> TooLargeError:
    return TooLargeError(
        f"{game.title} has more than {MAX_POSITIONS:,} positions, too many to check one by one; check a "
        f"random sample (--sample) instead"
    )


def _mixes(answer: SolvedPosition) -> Data:
    return [written_mix(answer.row), written_mix(answer.col)]


def _children(game: TrickGame, position: Hands) -> Iterator[Hands]:
    """Yield the next positions that still have cards; some occur twice."""
    for _, _, outcomes in plays_at(game.as_staged(by_order=True), position):
        yield from (after for _, _, after in outcomes if after.row)


def write_sample(solution: TrickSolution, size: int, seed: int) -> Data:
    """Return value and mixes at the start and at `size` random positions, and the values of their children.

    Each interval in floats is widened by `ROOM` for every card in a hand, so that it contains the bounds proved by
    its children's intervals.
    """
    check_size(size)
    game, answers = solution.game, dict[str, SolvedPosition]()
    write_at = recorded(solution.answer_at, lambda answer: answer, into=answers)
    chosen = set[str]()
    for position in sampled(game, size, seed):
        chosen.add(position_key(position))
        for one in [position, *_children(game, position)]:
            write_at(*one)
    values = [answer.value for answer in answers.values()]
    most = max(abs(float(end)) for value in values for end in (value.lower, value.upper))
    positions = dict[str, Data]()
    for key, answer in sorted(answers.items()):
        more = 0 if solution.value.is_exact else ROOM * most * len(answer.row)
        ends = [text(answer.value.lower - more), text(answer.value.upper + more)]
        positions[key] = ends + (_mixes(answer) if key in chosen else [])
    return {"sample": {"size": size, "seed": seed, "tables": solution.digest()}, "positions": positions}


def verify_sample(solution: TrickSolution, size: int, seed: int) -> Sample:
    """Check the start and `size` random positions of a solution, in the form of a certificate."""
    return prove_sample(solution.game, solution.value, write_sample(solution, size, seed))


SAMPLING = Sampling(check_size, verify_sample, write_sample, prove_sample)
