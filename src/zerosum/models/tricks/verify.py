"""Check a trick game's strategies: what each guarantees when the other side knows it and replies best.

With row's strategy x fixed at every position, col faces a decision problem, solved from the last trick up:

    L(position) = min over col's cards b of sum over row's cards a of x(a) (paid + L(next)),

and row is sure of L at the start; likewise col's strategies hold row down to U. Only the rules and the
strategies are used. Hands are renamed 1, 2, ... in order, since only order matters. All of it is in fractions; unless
the claim is exact, the bounds of a position are rounded outward.

A large game is checked at random positions. If every position's bounds follow from those of its children, all are
right, by induction from the last trick. So where there are too many positions to look at, some are drawn by random
play, stopped after a random number of tricks; if a share s of the positions so drawn fails, none of n shows it with
probability (1 - s)^n. The start is looked at in any case.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.core.numbers import as_fraction
from zerosum.core.outward import float_interval, outward
from zerosum.core.proofs import ROUNDING
from zerosum.core.value import Value
from zerosum.core.verdict import Sample, Verdict
from zerosum.models.tricks.rules import OUTCOMES, Chance, Context, TrickGame, in_order

Hand = tuple[int, ...]
Position = tuple[Hand, Hand, Context]
Bounds = tuple[Fraction, Fraction]
BoundsAt = Callable[[Hand, Hand, Context], Bounds]
Mixes = tuple[Mapping[int, Fraction], Mapping[int, Fraction]]
"""Each player's probabilities by card: fractions that add up to 1."""
MixesAt = Callable[[Hand, Hand, Context], Mixes]

MOST_POSITIONS = 300_000
"""Largest number of positions that are all checked; more would take plain Python minutes."""

LEAST_SAMPLED, MOST_SAMPLED = 59, 1_000_000
"""Smallest and largest number of random positions: 59 miss a share of 5 % with a probability below 5 %."""


def bounds(
    game: TrickGame, mixes_at: MixesAt, *, hands: tuple[Hand, Hand], context: Context | Chance, exact: bool
) -> Value:
    """Bounds on the value at two hands in a context, from the strategies there and below; in fractions if `exact`."""
    known: dict[Position, Bounds] = {}

    def bounds_at(row: Hand, col: Hand, at: Context) -> Bounds:
        position = row, col, at
        if position not in known:
            if len(known) >= MOST_POSITIONS:
                raise TooLargeError(
                    f"{game.title} has more than {MOST_POSITIONS:,} positions, too many to look at one by one; "
                    "a sample of them can be looked at"
                )
            known[position] = _one_trick(game, mixes_at, bounds_at, position, exact)
        return known[position]

    ends = _before_chance(*in_order(*hands), context, bounds_at)
    return Value(*ends) if exact else float_interval(*ends)


def _one_trick(
    game: TrickGame, mixes_at: MixesAt, below: BoundsAt, position: Position, exact: bool
) -> Bounds:
    """The bounds at a position, from its strategies and from the bounds of what follows it."""
    row, col, at = position
    if not row:
        paid = as_fraction(game.settle(at))
        return paid, paid
    x, y = mixes_at(row, col, at)
    low, high = dict.fromkeys(col, Fraction(0)), dict.fromkeys(row, Fraction(0))
    for a in row:
        for b in col:
            reward, then = game.trick(at, (a > b) - (a < b))
            lower, upper = _before_chance(*_without(row, col, a, b), then, below)
            low[b] += x[a] * (as_fraction(reward) + lower)
            high[a] += y[b] * (as_fraction(reward) + upper)
    lower, upper = min(low.values()), max(high.values())
    return (lower, upper) if exact else (outward(lower, -1), outward(upper, +1))


def _before_chance(row: Hand, col: Hand, at: Context | Chance, bounds_at: BoundsAt) -> Bounds:
    """The bounds in a context, or their mean over nature's lottery."""
    if not isinstance(at, Chance):
        return bounds_at(row, col, at)
    chances = [as_fraction(p) for p, _ in at.branches]
    whole = sum(chances, Fraction(0))
    if min(chances) < 0 or abs(whole - 1) > ROUNDING:
        raise GameError("the chances of a lottery do not add up to 1")
    ends = [bounds_at(row, col, context) for _, context in at.branches]
    lower, upper = (
        sum((p * end for p, end in zip(chances, side, strict=True)), Fraction(0)) / whole
        for side in zip(*ends, strict=True)
    )
    return lower, upper


def _without(row: Hand, col: Hand, a: int, b: int) -> tuple[Hand, Hand]:
    """What is left of two hands after a trick, renamed."""
    return in_order(tuple(c for c in row if c != a), tuple(c for c in col if c != b))


def _contexts(at: Context | Chance) -> list[Context]:
    return [context for _, context in at.branches] if isinstance(at, Chance) else [at]


def children(game: TrickGame, position: Position) -> Iterator[Position]:
    """The positions with cards left that can follow a position; some come twice."""
    row, col, at = position
    after = {outcome: _contexts(game.trick(at, outcome)[1]) for outcome in OUTCOMES}
    if len(row) > 1:
        for a in row:
            for b in col:
                for context in after[(a > b) - (a < b)]:
                    yield *_without(row, col, a, b), context


def positions_below(
    game: TrickGame, hands: tuple[Hand, Hand], context: Context | Chance
) -> Iterator[Position]:
    """All positions with cards left that can come up, from two hands in a context on."""
    waiting = [(*in_order(*hands), one) for one in _contexts(context)]
    found = set(waiting)
    while waiting:
        if len(found) > MOST_POSITIONS:
            raise TooLargeError(f"{game.title} has more than {MOST_POSITIONS:,} positions; take a sample")
        position = waiting.pop()
        yield position
        for child in children(game, position):
            if child not in found:
                found.add(child)
                waiting.append(child)


def sample_bounds(
    game: TrickGame, mixes_at: MixesAt, claimed_at: BoundsAt, *, exact: bool, size: int, seed: int
) -> Sample:
    """Check the start and `size` random positions: each one's bounds from its strategies and its children's values."""

    def below(row: Hand, col: Hand, at: Context) -> Bounds:
        return claimed_at(row, col, at) if row else _one_trick(game, mixes_at, below, (row, col, at), exact)

    def proved_at(*position: *tuple[Hand, Hand, Context]) -> Bounds:
        return _one_trick(game, mixes_at, below, position, exact)

    verdicts = [
        Verdict(Value(*claimed_at(*position)), Value(*proved_at(*position)))
        for position in sampled(game, size, seed)
    ]
    worst = max(float(max(verdict.short.values())) for verdict in verdicts)
    failed = sum(not verdict.holds for verdict in verdicts)
    ends = _before_chance(game.hand, game.hand, game.start, proved_at)
    return Sample(size, failed, worst, Value(*ends) if exact else float_interval(*ends))


def check_size(size: int) -> None:
    """Refuse a sample that is too small or too large."""
    if not LEAST_SAMPLED <= size <= MOST_SAMPLED:
        raise InputError(f"a sample has {LEAST_SAMPLED} to {MOST_SAMPLED:,} random positions of a trick game")


def sampled(game: TrickGame, size: int, seed: int) -> Iterator[Position]:
    """The positions that a sample looks at: those at the start, then random ones."""
    yield from ((game.hand, game.hand, context) for context in _contexts(game.start))
    yield from random_positions(game, size, seed)


def random_positions(game: TrickGame, size: int, seed: int) -> Iterator[Position]:
    """Random positions, each after a random number of random tricks."""
    luck = random.Random(seed)

    def draw(node: Context | Chance) -> Context:
        if not isinstance(node, Chance):
            return node
        return luck.choices([one for _, one in node.branches], [float(p) for p, _ in node.branches])[0]

    for _ in range(size):
        row = col = game.hand
        at = draw(game.start)
        for _ in range(luck.randrange(game.cards)):
            a, b = luck.choice(row), luck.choice(col)
            _, then = game.trick(at, (a > b) - (a < b))
            row, col = _without(row, col, a, b)
            at = draw(then)
        yield row, col, at
