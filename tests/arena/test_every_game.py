"""One arena for every game: the same players at the table and in matches, and computing agrees with sampling."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.small import small_request

from zerosum import games
from zerosum.arena import HOUSE, Arena, Mixture, Observation, Player, Session, UserFunction
from zerosum.core.errors import Unavailable
from zerosum.core.sides import SIDES, other
from zerosum.models.family import arena_for

PLAYS = 400


@pytest.fixture(scope="module", params=list(games.CATALOG))
def arena(request: pytest.FixtureRequest) -> Arena[Any, Any]:
    asked = small_request(request.param)
    solution = asked.solve()
    return arena_for(asked.game, lambda: solution)


def first(seen: Observation) -> Any:
    """A person's function: always the first move."""
    return seen.moves[0]


def players(arena: Arena[Any, Any], side: Any) -> list[Player]:
    """The players of a side, a mixture of two of them, and a person's function."""
    named = list(arena.roster(side).values())
    if named == [HOUSE]:
        return named
    half = Fraction(1, 2)
    return [*named, Mixture(((half, named[0]), (half, named[-1])), "mixture"), UserFunction("first", first)]


def test_everybody_sits_on_each_side_and_can_be_asked(arena: Arena[Any, Any]) -> None:
    for side in arena.sides:
        assert not arena.deal(np.random.default_rng(1)).latest_events(side)
        for opponent in players(arena, other(side)):
            place = Session(arena, side=side, opponent=opponent, seed=1)
            for _ in range(200):
                if place.over:
                    break
                place.move(str(place.observation().moves[0]))
            assert np.isfinite(place.result)


def pairings(arena: Arena[Any, Any]) -> list[tuple[Player, Player]]:
    """Everybody against the first of the other side, and everybody against everybody along a diagonal."""
    rows, cols = players(arena, SIDES[0]), players(arena, SIDES[1])
    diagonal = [(row, cols[(k + 1) % len(cols)]) for k, row in enumerate(rows)]
    listed = [*((row, cols[0]) for row in rows), *((rows[0], col) for col in cols), *diagonal]
    return list({(row.name, col.name): (row, col) for row, col in listed}.values())


def test_computed_and_sampled_means_agree(arena: Arena[Any, Any]) -> None:
    for row, col in pairings(arena):
        try:
            exact = arena.match(row, col)
        except Unavailable:
            continue
        sampled = arena.sample(row, col, plays=PLAYS, seed=5)
        off = abs(float(sampled.mean) - float(exact.mean))
        bound = float(exact.line().get("bound") or 0)
        assert off <= 4 * sampled.standard_error + bound + 1e-9, (row.name, col.name)
