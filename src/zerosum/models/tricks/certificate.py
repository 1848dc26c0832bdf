"""The certificate of a trick game: value and mixes at every position, or at random ones of a large game.

Which positions a sample has follows from the seed, which anyone may name; so the author of the certificate does not
choose them. It names the tables by their digest: whoever knew that before naming the seed sees that they are the same.
A check finds out whether the bounds of each, and first of all the start's, follow from its children's values.
"""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate, Sampling
from zerosum.core.numbers import number, read_mix, text, written_mix
from zerosum.core.proofs import position_key, recalled, recorded
from zerosum.core.value import Value
from zerosum.core.verdict import Sample
from zerosum.models.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.tricks.rules import Chance, Context, TrickGame
from zerosum.models.tricks.verify import (
    AnswerAt,
    Hand,
    bounds,
    check_size,
    random_positions,
    sample_bounds,
)

ROOM = 1e-12
"""By how much a sampled position's interval is widened for every card in a hand, relative to the largest value."""


def write(solution: TrickSolution) -> Data:
    """Value and mixes at every position that the verifier asks about."""
    positions: dict[str, Data] = {}
    bounds(
        solution.game,
        recorded(solution.answer_at, _entry, into=positions),
        hands=solution.hands,
        context=solution.context,
        exact=solution.value.is_exact,
    )
    return {"positions": positions}


def prove(game: TrickGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start; in fractions where the claim is one."""
    hands = game.hand, game.hand
    return bounds(game, _answers(data), hands=hands, context=game.start, exact=claimed.is_exact)


def write_sample(solution: TrickSolution, size: int, seed: int) -> Data:
    """Value and mixes at the start and at `size` random positions; of their children the values only.

    Each interval in floats is widened by `ROOM` for every card in a hand, so that it holds what its children's prove.
    """
    game, exact = solution.game, solution.value.is_exact
    answers = dict[str, SolvedPosition]()
    answer_at = recorded(solution.answer_at, lambda answer: answer, into=answers)
    sample_bounds(game, answer_at, exact=exact, size=size, seed=seed)
    room = (
        0
        if exact
        else ROOM * max(abs(float(v)) for a in answers.values() for v in (a.value.lower, a.value.upper))
    )
    start = game.start
    openings = [context for _, context in start.branches] if isinstance(start, Chance) else [start]
    chosen = {position_key((game.hand, game.hand, context)) for context in openings}
    chosen |= {position_key(position) for position in random_positions(game, size, seed)}
    positions = dict[str, Data]()
    for key, answer in sorted(answers.items()):
        more = room * len(answer.row)
        value = Value(answer.value.lower - more, answer.value.upper + more)
        entry = _entry(answer._replace(value=value))
        positions[key] = entry if key in chosen else entry[:2]
    return {"sample": {"size": size, "seed": seed, "tables": solution.digest()}, "positions": positions}


def verify_sample(solution: TrickSolution, size: int, seed: int) -> Sample:
    """Check the start and `size` random positions of a solution, as they would be written."""
    return prove_sample(solution.game, solution.value, write_sample(solution, size, seed))


def prove_sample(game: TrickGame, claimed: Value, data: Data) -> Sample:
    """What the positions of a written sample show."""
    size, seed = (data["sample"][name] for name in ("size", "seed"))
    if not (type(size) is type(seed) is int):
        raise InputError("the certificate's sample has a size and a seed, whole numbers")
    return sample_bounds(game, _answers(data), exact=claimed.is_exact, size=size, seed=seed)


def _entry(answer: SolvedPosition) -> Data:
    """A position's bounds and mixes as data."""
    return [
        text(answer.value.lower),
        text(answer.value.upper),
        written_mix(answer.row),
        written_mix(answer.col),
    ]


def _answers(data: Data) -> AnswerAt:
    """The answers of a file; of a sample's children the mixes are empty."""

    def read(entry: Data, row: Hand, col: Hand, context: Context) -> SolvedPosition:
        lower, upper, *mixes = entry
        x, y = (
            (read_mix(mix, hand) for mix, hand in zip(mixes, (row, col), strict=True)) if mixes else ({}, {})
        )
        return SolvedPosition(Value(number(lower), number(upper)), x, y)

    return recalled(data["positions"], read)


CERTIFICATE = Certificate(write, prove)

SAMPLING = Sampling(check_size, verify_sample, write_sample, prove_sample)
