"""Check a trick game's strategies: what each guarantees when the other side knows it and replies best.

With row's strategy x fixed at every position, col faces a decision problem, solved from the last trick up:

    L(position) = min over col's cards b of sum over row's cards a of x(a) (paid + L(next)),

and row is sure of L at the start; likewise col's strategies hold row down to U. Only the rules and the
strategies are used. Hands are renamed 1, 2, ... in order, since only order matters. Floats are rounded outward.

A large game is checked at random positions. If every position's bounds follow from those of its children, all are
right, by induction from the last trick. So where there are too many positions to look at, some are drawn by random
play, stopped after a random number of tricks; if none of n fails, then with confidence 1 - a fewer than 1 - a^(1/n) of
the positions so drawn do. The start is looked at in any case, and counts by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.numbers import Number
from zerosum.core.value import Value
from zerosum.core.verdict import Sample, Verdict
from zerosum.models.tricks.answer import SolvedPosition, TrickSolution
from zerosum.models.tricks.rules import Chance, Context, TrickGame, in_order
from zerosum.numerics.outward import mean, mixed

Hand = tuple[int, ...]
Bounds = tuple[Number, Number]
Position = tuple[Hand, Hand, Context]
AnswerAt = Callable[[Hand, Hand, Context], SolvedPosition]
BoundsAt = Callable[[Hand, Hand, Context], Bounds]

MOST_POSITIONS = 300_000
"""Largest number of positions that are all checked; more would take plain Python minutes."""

MOST_SAMPLED = 1_000_000
"""Largest number of random positions."""


def verify(solution: TrickSolution) -> Value:
    """Bounds on the value at the solution's position, from `solution.answer_at(...)` alone."""
    return bounds(
        solution.game,
        solution.answer_at,
        hands=solution.hands,
        context=solution.context,
        exact=solution.value.is_exact,
    )


def bounds(
    game: TrickGame,
    answer_at: AnswerAt,
    *,
    hands: tuple[Hand, Hand],
    context: Context | Chance,
    exact: bool,
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
            known[position] = _one_trick(game, answer_at, bounds_at, position, exact)
        return known[position]

    lower, upper = _before_chance(*in_order(*hands), context, bounds_at, exact)
    return Value(min(lower, upper), upper)


def _one_trick(
    game: TrickGame, answer_at: AnswerAt, below: BoundsAt, position: Position, exact: bool
) -> Bounds:
    """The bounds at a position, from its strategies and from the bounds of what follows it."""
    row, col, at = position
    if not row:
        paid = [(1, game.settle(at))]
        return mean(paid, -1, exact=exact), mean(paid, +1, exact=exact)
    answer = answer_at(row, col, at)
    after: dict[tuple[int, int], Bounds] = {}
    for a in row:
        for b in col:
            reward, then = game.trick(at, (a > b) - (a < b))
            left = in_order(tuple(c for c in row if c != a), tuple(c for c in col if c != b))
            low, high = _before_chance(*left, then, below, exact)
            after[a, b] = (
                mean([(1, reward), (1, low)], -1, exact=exact),
                mean([(1, reward), (1, high)], +1, exact=exact),
            )
    lower = [[(p, after[a, b][0]) for a, p in answer.row.items()] for b in col]
    upper = [[(p, after[a, b][1]) for b, p in answer.col.items()] for a in row]
    return (
        min(mixed(terms, -1, exact=exact) for terms in lower),
        max(mixed(terms, +1, exact=exact) for terms in upper),
    )


def _before_chance(row: Hand, col: Hand, at: Context | Chance, bounds_at: BoundsAt, exact: bool) -> Bounds:
    """The bounds in a context, or their mean over nature's lottery."""
    if not isinstance(at, Chance):
        return bounds_at(row, col, at)
    branches = [(p, bounds_at(row, col, one)) for p, one in at.branches]
    return (
        mean([(p, low) for p, (low, _) in branches], -1, exact=exact),
        mean([(p, high) for p, (_, high) in branches], +1, exact=exact),
    )


def sample_bounds(game: TrickGame, answer_at: AnswerAt, *, exact: bool, size: int, seed: int) -> Sample:
    """Check the start and `size` random positions: each one's bounds from its strategies and its children's values."""
    check_size(size)

    def claimed_at(row: Hand, col: Hand, at: Context) -> Bounds:
        if not row:
            return _one_trick(game, answer_at, claimed_at, (row, col, at), exact)
        value = answer_at(row, col, at).value
        return value.lower, value.upper

    def proved_at(row: Hand, col: Hand, at: Context) -> Bounds:
        return _one_trick(game, answer_at, claimed_at, (row, col, at), exact)

    verdicts = []
    for position in random_positions(game, size, seed):
        lower, upper = proved_at(*position)
        verdicts.append(Verdict(Value(*claimed_at(*position)), Value(min(lower, upper), upper)))
    worst = max(float(max(verdict.short.values())) for verdict in verdicts)
    failed = sum(not verdict.holds for verdict in verdicts)
    lower, upper = _before_chance(game.hand, game.hand, game.start, proved_at, exact)
    return Sample(size, failed, worst, Value(min(lower, upper), upper))


def check_size(size: int) -> None:
    """Refuse a sample that is empty or too large."""
    if not 1 <= size <= MOST_SAMPLED:
        raise InputError(f"a sample has 1 to {MOST_SAMPLED:,} random positions of a trick game")


def random_positions(game: TrickGame, size: int, seed: int) -> Iterator[Position]:
    """The positions of a sample, each after a random number of random tricks."""
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
            row, col = in_order(tuple(c for c in row if c != a), tuple(c for c in col if c != b))
            at = draw(then)
        yield row, col, at
