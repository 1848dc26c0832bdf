"""All optimal strategies of a betting game with a small deck: whether they are unique, and otherwise their extreme
points.

The optimal strategies of a player, as reaches of sequences, are a polytope: a face of the player's program. With a
small extra payment for some sequence, the program chooses an extreme point at which that sequence has the highest
reach; its basis gives the extreme point in fractions, and best responses prove that it is optimal. Random objectives
come first; if they find several extreme points, and possibly not all, and if there are few sequences, objectives for
and against every single sequence look for the maximum and minimum of every coordinate.

That there is no other extreme point does not follow from these searches. It is proved, by complementary slackness, if
the set is a point or a segment. Let y be optimal for the opponent: every optimal strategy plays only best responses
to y, and the opponent's sequences that y plays are best responses to it. These are linear equations. If their only
solution is a point, it is the only optimal strategy; if the solutions form a line, two extreme points beyond which
nothing on the line is optimal are all extreme points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from random import Random

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.answer import ExtremePoint, ExtremePoints
from zerosum.models.continuum.form import BettingForm
from zerosum.models.continuum.rules import Deck
from zerosum.models.continuum.solve.cards import TIE_BREAK, as_hidden_game, place_of
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.guarantees import prove_value, response_worth
from zerosum.models.hidden.solve.optimal import best_pure
from zerosum.models.hidden.solve.program import ProgramSolver, exact_vertex
from zerosum.models.hidden.solve.rational import exact_product
from zerosum.numerics.sparse import in_full

MAX_SEQUENCES = 60
"""Largest number of a player's sequences, over all cards, for which extreme points are searched."""
MAX_COORDINATES = 17
"""Largest number of sequences for which every coordinate is tried; Kuhn poker with five cards has this many."""
DRAWS = 4
"""Number of random objectives that are tried first."""
PURE_SECONDS = 1.0
"""Time for the search for a pure optimal strategy if no extreme point is pure."""
STEP = Fraction(1, 10**6)
"""Distance of the test point beyond an end, relative to the segment between two extreme points."""


Reach = tuple[Fraction, ...]


def find_extreme_points(form: BettingForm, deck: Deck) -> dict[Side, ExtremePoints]:
    """Return extreme points of each player's set of optimal strategies; empty if they were not searched for."""
    game = as_hidden_game(form, deck)
    found: dict[Side, list[Reach]] = {side: [] for side in SIDES}
    for side in SIDES:
        if game.exact and game.of(side).sequences <= MAX_SEQUENCES:
            found[side] = random_extreme_points(game, side)
    for side in (
        SIDES
    ):  # the maximum and minimum of every coordinate, if there are several extreme points and others may be
        # missing
        few, width = found[side], game.of(side).sequences
        if len(few) > 1 and width <= MAX_COORDINATES and not are_all(game, side, found):
            coordinates = [*np.eye(width), *-np.eye(width)]
            found[side] = sorted({*few, *_extreme_points_for(game, side, coordinates)})
    extreme_points = {}
    for side in SIDES:
        mixes, every = (
            [_extreme_point(form, deck, side, reach) for reach in found[side]],
            are_all(game, side, found),
        )
        pure = True if any(map(_is_pure, mixes)) else False if every else None
        if pure is None and mixes:
            pure = _has_pure(game, side, found[side][0])
        extreme_points[side] = ExtremePoints(mixes, every, pure)
    return extreme_points


def _is_pure(extreme_point: ExtremePoint) -> bool:
    return all(p in (0, 1) for mixes in extreme_point.values() for mix in mixes for p in mix.values())


def _has_pure(game: BilinearGame, side: Side, optimal: Reach) -> bool | None:
    """Search all pure strategies, and return whether one guarantees as much as this optimal strategy."""
    conceded = _conceded(game, side, optimal) / game.scale
    value = -conceded if side == "row" else conceded
    found, bound = best_pure(game, side, seconds=PURE_SECONDS)
    return True if found == value else None if bound == value else False


def random_extreme_points(game: BilinearGame, side: Side) -> list[Reach]:
    """Return the reaches of the extreme points found with random objectives."""
    chance, width = Random(0), game.of(side).sequences
    drawn = [np.array([chance.gauss(0, 1) for _ in range(width)]) for _ in range(DRAWS)]
    return sorted(set(_extreme_points_for(game, side, drawn)))


def _extreme_points_for(game: BilinearGame, side: Side, objectives: Sequence[Floats]) -> Iterator[Reach]:
    """Yield the optimal extreme point found with each objective, if it is proved."""
    for objective in objectives:
        extra = {one: objective if one == side else np.zeros(game.of(one).sequences) for one in SIDES}
        program = ProgramSolver(game.program, extra)
        found = exact_vertex(game.program, program.solve(TIE_BREAK / max(1.0, float(abs(objective).max()))))
        if found is not None and prove_value(game, found.row, found.col) is not None:
            reach = found.row if side == "row" else found.col
            yield tuple(Fraction(part, reach[0]) for part in reach)


def _extreme_point(form: BettingForm, deck: Deck, side: Side, reach: Sequence[Fraction]) -> ExtremePoint:
    extreme_point: dict[str, list[dict[str, Fraction]]] = {}
    for turn in form.of(side):
        mixes = extreme_point[turn.name] = []
        for rank in range(deck.ranks):
            parts = [reach[place_of(form, side, rank, s)] for s in turn.sequences]
            whole = sum(parts)
            mixes.append(
                {a: part / whole for a, part in zip(turn.actions, parts, strict=True)} if whole else {}
            )
    return extreme_point


def are_all(game: BilinearGame, side: Side, found: dict[Side, list[Reach]]) -> bool:
    """Return whether there are provably no other extreme points."""
    mine, theirs = found[side], found[other(side)]
    if not mine or not theirs:
        return False
    mean = tuple(sum(parts) / len(theirs) for parts in zip(*theirs, strict=True))
    dimension = _dimension(game, side, mean)
    if dimension == 1 and len(mine) == 2:
        return _is_end(game, side, *mine) and _is_end(game, side, *mine[::-1])
    return dimension == 0


def _dimension(game: BilinearGame, side: Side, foe: Reach) -> int:
    """Return an upper bound on the dimension of a side's set of optimal strategies, given one of the opponent's.

    The opponent's values of the information sets are further unknowns of the equations; they are eliminated first.
    """
    tree, theirs = game.of(side), game.of(other(side))
    sets, width = len(theirs), tree.sequences
    worth, first = response_worth(tree, _gains(game, side, foe)), tree.first.tolist()
    best = [max(worth[low:high]) for low, high in pairwise(first)]
    owner, payoffs = tree.owner.tolist(), in_full(game.seen_by(other(side)).integers).tolist()
    parents = theirs.parent.tolist()
    flow = np.zeros((1 + len(tree), width), np.int64)
    flow[tree.flow.row, tree.flow.col] = tree.flow.data
    lines = [[0] * (1 + sets) + line for line in flow.tolist()]
    lines += [_unit(1 + sets + j, 1 + sets + width) for j in range(1, width) if worth[j] < best[owner[j]]]
    lines.append(_unit(0, 1 + sets + width))
    for k, mine in enumerate(theirs.owner.tolist()):
        if foe[k]:
            later = [-(parent == k) for parent in parents]
            own = [int(mine == i) for i in range(-1, sets)]
            lines.append([a + b for a, b in zip(own, [0, *later], strict=True)] + [-a for a in payoffs[k]])
    from zerosum.numerics.exact import echelon_form  # FLINT takes long to import

    pivots, _ = echelon_form([list(map(Fraction, line)) for line in lines])
    return width - sum(column > sets for column in pivots)


def _is_end(game: BilinearGame, side: Side, end: Reach, inside: Reach) -> bool:
    """Return whether no strategy beyond this end, on the line from an inner one, is optimal.

    The guarantee is concave on the line. If its loss at two steps is proportional to the step, it is lower everywhere
    beyond the end.
    """
    ahead = [x - y for x, y in zip(end, inside, strict=True)]
    if any(step < 0 for x, step in zip(end, ahead, strict=True) if not x):
        return True
    start, near, far = (
        _conceded(game, side, tuple(x + t * step for x, step in zip(end, ahead, strict=True)))
        for t in (0, STEP, 2 * STEP)
    )
    return near > start and far - start == 2 * (near - start)


def _conceded(game: BilinearGame, side: Side, reach: Reach) -> Fraction:
    """Return the EV of the opponent's best response, times the scale."""
    return Fraction(response_worth(game.of(other(side)), _gains(game, other(side), reach))[0])


def _gains(game: BilinearGame, side: Side, foe: Reach) -> list[Fraction]:
    """Return the EV of each of a side's sequences against the opponent's reaches, times the scale."""
    unit, payoffs = lcm(*(y.denominator for y in foe)), game.seen_by(side).integers
    return [Fraction(gain, unit) for gain in exact_product(payoffs, [int(y * unit) for y in foe]).tolist()]


def _unit(place: int, width: int) -> list[int]:
    return [int(k == place) for k in range(width)]
