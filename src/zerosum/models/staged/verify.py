"""Check a staged game's strategies: the guarantee of each if the other side knows it and responds optimally.

With the row player's strategy x(s) fixed everywhere, the column player faces a decision problem, solved from the
ends: L(s) = min over col's moves j of sum_i x_i(s) E[r + L(next)]. Row guarantees L at the start; in the same way
col's strategy holds row to U. Only the rules and the strategies are used. Everything is computed in fractions, and
floats count as exact fractions; unless the claim is exact, the bounds of a position are rounded outward.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount, as_fraction
from zerosum.core.outward import interval, outward
from zerosum.core.proofs import ROUNDING, Recalled, fields, position_key, read_mix
from zerosum.core.value import Value
from zerosum.models.staged.rules import StagedGame

Pair = tuple[Mapping[Move, Fraction], Mapping[Move, Fraction]]
"""Both players' mixes over the moves at a position: fractions that add up to 1."""
StrategiesAt = Callable[[Position], Pair]
Lottery = Sequence[tuple[Fraction, Position]]
Bounds = tuple[Fraction, Fraction]
"""A lower and an upper bound."""
BoundsAt = Callable[[Position], Bounds]
Parts = Callable[[Position], tuple[object, ...]]
"""Maps a position to the parts by which a certificate names it."""
Play = tuple[Move, Move, list[tuple[Fraction, Fraction, Position]]]
"""A pair of moves, and their outcomes: probability, payment, next position."""


def prove(
    game: StagedGame, claimed: Value, data: Data, starts: Lottery = (), parts: Parts = lambda at: (at,)
) -> Value:
    """Return the guarantees of the written strategies at the start, or at several; in fractions if the claim is
    exact.
    """
    [positions] = fields(data, "positions")
    entry_at = Recalled(positions)
    proved = bounds(
        game,
        lambda at: read_pair(game, entry_at(*parts(at)), at, *parts(at)),
        starts or [(Fraction(1), game.start)],
        exact=claimed.is_exact,
    )
    entry_at.reject_others()
    return proved


def read_pair(game: StagedGame, entry: Data, position: Position, *parts: object) -> Pair:
    """Return both mixes over the moves at a position, which error messages name by its parts."""
    where = f"at {position_key(parts or (position,))}"
    if not isinstance(entry, list) or len(entry) != 2:
        raise InputError(f"the certificate must have a mix of row and a mix of col {where}")
    row, col = game.moves(position)
    return read_mix(entry[0], row, where), read_mix(entry[1], col, where)


def bounds(game: StagedGame, strategies_at: StrategiesAt, starts: Lottery, *, exact: bool) -> Value:
    """Return bounds on the mean value of some positions, from both players' strategies there and later."""
    known: dict[Position, Bounds] = {}
    plays: dict[Position, list[Play]] = {}
    waiting = [position for _, position in starts]
    while waiting:
        at = waiting[-1]
        if at in known:
            waiting.pop()
            continue
        visited = at in plays
        if not visited:
            plays[at] = plays_at(game, at)
        after = {t: None for _, _, outcomes in plays[at] for _, _, t in outcomes if t not in known}
        if after and visited:
            raise GameError(f"play can return to {at!r:.60}, so the game may never end")
        waiting += after
        if not after:
            known[at] = one_stage(game, at, plays.pop(at), strategies_at, known.__getitem__, exact)
    lower, upper = (sum((p * known[at][k] for p, at in starts), Fraction(0)) for k in (0, 1))
    return interval(lower, upper, exact)


def plays_at(game: StagedGame, at: Position) -> list[Play]:
    """Return all pairs of moves at a position with their outcomes; probabilities add up to 1."""
    plays = []
    row, col = game.moves(at)
    for i in row:
        for j in col:
            chances, payments, after = zip(*(one for one in game.play(at, i, j) if one[0] != 0), strict=True)
            whole = whole_chances(chances, repr(at))
            plays.append((i, j, list(zip(whole, map(as_fraction, payments), after, strict=True))))
    return plays


def whole_chances(given: Sequence[Amount], where: str) -> list[Fraction]:
    """Return probabilities from the rules, which may be floats, as fractions that add up to 1."""
    chances = [as_fraction(p) for p in given]
    whole = sum(chances, Fraction(0))
    if min(chances) < 0 or abs(whole - 1) > ROUNDING:
        raise GameError(f"the probabilities at {where} do not add up to 1")
    return chances if whole == 1 else [p / whole for p in chances]


def one_stage(
    game: StagedGame, at: Position, plays: list[Play], pair_at: StrategiesAt, known: BoundsAt, exact: bool
) -> Bounds:
    """Return the bounds at a position, from the strategies there and from the bounds of the next positions."""
    if not plays:
        paid = as_fraction(game.payoff(at))
        return paid, paid
    x, y = pair_at(at)
    low, high = dict.fromkeys(y, Fraction(0)), dict.fromkeys(x, Fraction(0))
    for i, j, outcomes in plays:
        for p, r, after in outcomes:
            lower, upper = known(after)
            low[j] += x[i] * p * (r + lower)
            high[i] += y[j] * p * (r + upper)
    lower, upper = min(low.values()), max(high.values())
    return (lower, upper) if exact else (outward(lower, -1), outward(upper, +1))
