"""Every model has its record, and every part of a record fits every game of the catalogue."""

from pathlib import Path

import numpy as np
import pytest
from tests.cli.test_doors import SMALL

from zerosum import games
from zerosum.arena import Arena
from zerosum.errors import GameError
from zerosum.families import FAMILIES, arena_for, family_of
from zerosum.models.game import Game
from zerosum.request import request_of

MODELS = Path(__file__).parents[2] / "src" / "zerosum" / "models"


@pytest.mark.parametrize("name", list(FAMILIES))
def test_a_record_has_a_solver_a_verifier_a_picture_a_report_and_an_arena(name: str) -> None:
    family = FAMILIES[name]
    for part in (family.solver, family.verifier, family.drawer, family.reporter, family.arena):
        assert callable(part())
    assert (MODELS / f"{name}.py").exists()


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_a_game_is_solved_verified_reported_and_played_by_its_models_record(name: str) -> None:
    request = request_of(name, SMALL.get(name, {}))
    assert type(request.game).model in FAMILIES
    solution = request.solve()
    assert solution.game is request.game
    assert str(solution.report())
    assert solution.verify().holds
    arena = arena_for(request.game, lambda: solution)
    assert isinstance(arena, Arena)
    assert arena.roster("row")
    if name != "stochastic":
        assert arena.deal(np.random.default_rng(0)).scene("row")


def test_a_game_of_no_model_is_refused() -> None:
    class Nothing(Game):
        pass

    with pytest.raises(GameError, match="not a game of any known model"):
        family_of(Nothing)
