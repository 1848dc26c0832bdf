"""Every game of the catalogue: a strategy that is written and read again is the same strategy, and cannot be exploited
by more than its solution; the leaks of a weak player add up."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.small import small_request

import zerosum
from zerosum import games
from zerosum.arena.exploit import exploit
from zerosum.arena.strategies import as_table, player_of, table_of
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Game
from zerosum.models.family import arena_for
from zerosum.strategies import player_from, write_player

FORMULAS = {"nakai", "gleason"}
"""Games whose strategies are functions of a number, which no table holds."""
TRICKS = {"jujitsu", "goofspiel"}
"""Their tables hold values; mixes are worked out in floats when they are asked for."""
RANGES = {"river", "turn"}
LARGE_TREES = {
    "battlefields",
    "pursuit",
    "turn",
    "rhode-island",
    "goofspiel",
    "jujitsu",
    "oshi-zumo",
    "red-dog-pot",
}
"""Games whose small form is still a tree of so many nodes that writing it takes seconds."""


def has_tree(game: Game) -> bool:
    """Whether a game is a finite tree, small enough to be written down in a test."""
    try:
        game.family.extensive(game)
    except InputError:
        return False
    return game.slug not in LARGE_TREES


@pytest.mark.parametrize("name", games.CATALOG)
def test_a_strategy_that_is_written_and_read_is_the_same(name: str, tmp_path: Path) -> None:
    asked = small_request(name)
    solution = asked.solve()
    arena = arena_for(asked.game, lambda: solution)
    saved = tmp_path / f"{name}.solution.json"
    write_player(arena, arena.equilibrium, saved, solution)
    kept = player_from(saved, arena)
    if name in FORMULAS:
        side = arena.sides[0]
        seen = arena.deal(np.random.default_rng(1)).observation(side)
        assert kept.mix(seen) == arena.equilibrium.mix(seen)
        with pytest.raises(Unavailable, match="table"):
            write_player(arena, arena.equilibrium, tmp_path / "no.csv")
        return
    rows = table_of(arena, arena.equilibrium)
    told = player_of(arena, as_table(rows), "the solution")
    assert table_of(arena, told) == rows
    if name not in TRICKS:
        assert table_of(arena, kept) == rows
    endings = [".csv", ".json", *([".txt"] if name in RANGES else [])]
    trees = has_tree(asked.game)
    for ending in [*endings, *([".ne"] if trees else [])]:
        file = tmp_path / f"{name}{ending}"
        write_player(arena, told, file)
        assert table_of(arena, player_from(file, arena)) == rows, ending
    if trees:
        file = tmp_path / f"{name}.openspiel.json"
        write_player(arena, told, file)
        again = table_of(arena, player_from(file, arena))
        assert [row.probability for row in again] == [float(row.probability) for row in rows]


@pytest.mark.parametrize("name", [name for name in games.CATALOG if name not in FORMULAS])
def test_leaks_add_up_to_the_loss_and_the_risk_of_the_best_response(name: str) -> None:
    asked = small_request(name)
    solution = asked.solve()
    arena = arena_for(asked.game, lambda: solution)
    found = exploit(arena, arena.roster("row").get("uniform", arena.equilibrium))
    for side in found.sides.values():
        assert float(side.loss.upper) >= 0
        if side.unsplit:
            continue
        assert side.risk is not None
        total = sum((leak.loss for leak in side.leaks), Fraction(0))
        assert float(total) == pytest.approx(float(side.loss) + float(side.risk), abs=1e-9)
        assert float(side.risk.upper) >= 0


def test_the_best_response_is_a_player_that_wins_what_is_said(tmp_path: Path) -> None:
    found = zerosum.exploit("leduc", "uniform")
    file = tmp_path / "response.csv"
    zerosum.write_strategy(found.best_response, file, "leduc")
    response = zerosum.read_strategy(file, "leduc")
    assert -zerosum.match("leduc", "uniform", response).mean == found.sides["row"].wins.lower
    assert zerosum.match("leduc", response, "uniform").mean == found.sides["col"].wins.lower
