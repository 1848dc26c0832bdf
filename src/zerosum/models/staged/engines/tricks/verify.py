"""Check a trick game's strategies: the guarantee of each if the other side knows it and responds optimally.

With public hands a trick game is a staged game, whose positions are two hands and a context, and it is checked as a
staged game (`models/staged/verify.py`). Hands are renamed 1, 2, ... in order, since only order matters.

A large game is checked at random positions. If every position's bounds follow from those of its children, all are
right, by induction from the last trick. So if there are too many positions to check, some are drawn by random play,
stopped after a random number of tricks; if a share s of such positions fails, n of them show no failure with
probability (1 - s)^n. The start is always checked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction, number
from zerosum.core.outward import interval
from zerosum.core.proofs import Recalled, fields, position_key
from zerosum.core.value import Value
from zerosum.core.verdict import Sample, Verdict
from zerosum.models.staged.engines.tricks.rules import Chance, Context, Hands, TrickGame, in_order
from zerosum.models.staged.verify import Bounds, one_stage, plays_at, read_pair, whole_chances
from zerosum.models.staged.verify import prove as prove_staged

MIN_SAMPLED, MAX_SAMPLED = 59, 1_000_000
"""Smallest and largest number of random positions: 59 positions miss a share of 5% with a probability below 5%."""


def prove(game: TrickGame, claimed: Value, data: Data) -> Value:
    """Return the guarantees of the written strategies at the start; in fractions if the claim is exact."""
    starts = opening(game.hand, game.hand, game.start)
    return prove_staged(game.as_staged(by_order=True), claimed, data, starts, parts=tuple)


def opening(row: Sequence[int], col: Sequence[int], node: Context | Chance) -> list[tuple[Fraction, Hands]]:
    """Return the positions of two hands at a node with their probabilities, one for each outcome of chance."""
    branches = node.branches if isinstance(node, Chance) else ((1, node),)
    places = [Hands(*in_order(row, col), context) for _, context in branches]
    return list(zip(whole_chances([p for p, _ in branches], "the start of a trick"), places, strict=True))


def prove_sample(game: TrickGame, claimed: Value, data: Data) -> Sample:
    """Return the bounds at the start and at the positions of a written sample, from the bounds of their children."""
    sample, positions = fields(data, "sample", "positions")
    size, seed, _ = fields(sample, "size", "seed", "tables", where="the sample")
    if not (type(size) is type(seed) is int):
        raise InputError("the certificate's sample must have a size and a seed, both whole numbers")
    check_size(size)
    drawn, tricks = list(sampled(game, size, seed)), game.as_staged(by_order=True)
    entry_at, chosen = Recalled(positions), set(drawn)

    def parts_at(at: Hands) -> list[Data]:
        """Return the bounds at a position, and the mixes if it is in the sample."""
        entry = entry_at(*at)
        if not isinstance(entry, list) or len(entry) != (4 if at in chosen else 2):
            raise InputError(
                f"the certificate must have bounds at {position_key(at)}, and mixes if it is in the sample"
            )
        return entry

    def claimed_at(at: Hands) -> Bounds:
        lower, upper = (as_fraction(number(end)) for end in parts_at(at)[:2])
        return lower, upper

    def proved_at(at: Hands) -> Bounds:
        return one_stage(
            tricks,
            at,
            plays_at(tricks, at),
            lambda at: read_pair(tricks, parts_at(at)[2:], at, *at),
            lambda after: claimed_at(after) if after.row else proved_at(after),
            claimed.is_exact,
        )

    verdicts = [Verdict(Value(*claimed_at(at)), Value(*proved_at(at))) for at in drawn]
    worst = max(float(max(verdict.short.values())) for verdict in verdicts)
    failed = sum(not verdict.holds for verdict in verdicts)
    starts = [(p, proved_at(at)) for p, at in opening(game.hand, game.hand, game.start)]
    entry_at.reject_others()
    lower, upper = (sum((p * ends[k] for p, ends in starts), Fraction(0)) for k in (0, 1))
    return Sample(size, failed, worst, interval(lower, upper, claimed.is_exact))


def check_size(size: int) -> None:
    """Raise an error for a sample that is too small or too large."""
    if not MIN_SAMPLED <= size <= MAX_SAMPLED:
        raise InputError(f"a sample must have {MIN_SAMPLED} to {MAX_SAMPLED:,} random positions")


def sampled(game: TrickGame, size: int, seed: int) -> Iterator[Hands]:
    """Yield the positions of a sample: those at the start, then random ones, after random tricks."""
    yield from (at for _, at in opening(game.hand, game.hand, game.start))
    luck = random.Random(seed)

    def draw(row: Sequence[int], col: Sequence[int], node: Context | Chance) -> Hands:
        places = opening(row, col, node)
        if not isinstance(node, Chance):
            return places[0][1]
        return luck.choices([at for _, at in places], [float(p) for p, _ in places])[0]

    for _ in range(size):
        at = draw(game.hand, game.hand, game.start)
        for _ in range(luck.randrange(game.cards)):
            a, b = luck.choice(at.row), luck.choice(at.col)
            _, node = game.trick(at.context, (a > b) - (a < b))
            at = draw([card for card in at.row if card != a], [card for card in at.col if card != b], node)
        yield at
