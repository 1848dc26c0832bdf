"""A linear program for every node, as the paper on Jujitsu had it, beside the tables over patterns."""

import pytest

import zerosum
from zerosum.arena.players import uniform
from zerosum.core.errors import InputError
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu, Tricks
from zerosum.models.family import arena_for
from zerosum.models.tricks.solve import TrickSolution, solve
from zerosum.store import MemoryStore

GAME = Jujitsu(cards=4)
POSITIONS = (
    ((1, 2, 3, 4), (1, 2, 3, 4), Tricks(0, 0)),
    ((2, 3, 4), (1, 2, 4), Tricks(-1, 0)),
    ((1, 3), (2, 4), Tricks(0, 0)),
)


@pytest.fixture(scope="module")
def nodes() -> TrickSolution:
    return solve(GAME, lp="lipsol")


def test_the_values_are_the_same_and_the_strategies_lie_inside(nodes: TrickSolution) -> None:
    tables = solve(GAME, store=MemoryStore())
    assert "LIPSOL" in nodes.method
    for row, col, context in POSITIONS:
        ours, theirs = (found.answer_at(row, col, context) for found in (tables, nodes))
        assert float(theirs.value) == pytest.approx(float(ours.value), abs=1e-7)
        assert (tuple(theirs.row), tuple(theirs.col)) == (row, col)
        assert sum(theirs.row.values()) == pytest.approx(1)
    assert min(nodes.row[card] for card in (1, 2, 3)) > 0.2


def test_before_chance_the_value_is_the_mean_of_what_may_come() -> None:
    """With the low cards left row takes neither of the prizes 1 and 2, whichever is turned up first."""
    found = [solve(Goofspiel(cards=4), **how) for how in ({"lp": "lipsol"}, {"store": MemoryStore()})]
    for hands in ({"row": (1, 2), "col": (3, 4)}, {"row": (1, 4), "col": (2, 3)}):
        ours, theirs = (float(one.at(**hands, prizes_left=(1, 2)).value) for one in found)
        assert ours == pytest.approx(theirs, abs=1e-7)
    assert float(found[0].at(row=(1, 2), col=(3, 4), prizes_left=(1, 2)).value) == pytest.approx(-3)


def test_a_match_with_it_is_the_papers(nodes: TrickSolution) -> None:
    """Printed are 33,630 wins and 14,816 losses of 100,000; a vertex of the optimal strategies gives others."""
    arena = arena_for(GAME, lambda: nodes)
    found = arena.match(arena.equilibrium, uniform)
    assert (found.win, found.loss) == pytest.approx((0.3381, 0.1475), abs=2e-4)


def test_it_knows_no_fractions() -> None:
    for game in (GAME, GAME.as_staged()):
        with pytest.raises(InputError, match="works in floats"):
            zerosum.solve(game, lp="lipsol", exact=True)


@pytest.mark.parametrize("asked", [{"lp": "lipsol"}, {"exact": True}], ids=["lipsol", "exact"])
@pytest.mark.parametrize("place", [{"threads": 2}, {"device": "gpu"}, {"cluster": "local:2"}])
def test_no_place_is_named_that_would_not_be_used(asked: dict[str, object], place: dict[str, object]) -> None:
    with pytest.raises(InputError, match="use one thread"):
        zerosum.solve(GAME, **asked, **place)
