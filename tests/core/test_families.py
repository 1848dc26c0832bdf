"""Every model has its record, and every part of a record fits every game of the catalogue."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.small import small_request

from zerosum import games
from zerosum.arena import Arena
from zerosum.core.data import Json
from zerosum.core.errors import GameError
from zerosum.core.game import Game
from zerosum.models.family import arena_for, families, family_of

MODELS = Path(__file__).parents[2] / "src" / "zerosum" / "models"


PARTS = ("family", "rules", "answer", "solve", "verify", "arena", "report", "plot", "certificate")
"""The files, or packages, of every model."""


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_model_is_one_folder_with_the_same_files(family: Any) -> None:
    folder = MODELS / type(family).__module__.split(".")[2]
    assert [
        part for part in PARTS if not (folder / part).is_dir() and not (folder / f"{part}.py").exists()
    ] == []
    for part in (family.solve, family.verify, family.plot, family.report, family.arena):
        assert callable(part)
    assert callable(family.certificate.write)
    assert callable(family.certificate.prove)


def test_every_folder_of_a_model_is_a_family() -> None:
    folders = {path.parent.name for path in MODELS.glob("*/rules.py")}
    assert folders == {type(family).__module__.split(".")[2] for family in families()}


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_a_game_is_solved_verified_reported_and_played_by_its_models_record(name: str) -> None:
    request = small_request(name)
    assert type(request.game.family) in map(type, families())
    solution = request.solve()
    assert solution.game is request.game
    assert str(solution.report())
    assert_data(solution.json())
    assert solution.verify().holds
    arena = arena_for(request.game, lambda: solution)
    assert isinstance(arena, Arena)
    assert arena.roster("row")
    rows, cols = (list(arena.roster(side).values()) for side in ("row", "col"))
    assert_data({"rows": [arena.sample(rows[-1], cols[-1], plays=100).line()]})
    if name != "stochastic":
        assert arena.deal(np.random.default_rng(0)).scene("row")


TEXTS = {"game", "method", "closed_form", "side", "of", "row", "col"}
"""What is called so is a text; parameters are whatever a person types."""


def assert_data(document: Json) -> None:
    """Numbers, or exact "p/q" throughout one field; names of moves and methods, and nothing that a person reads."""
    kinds = defaultdict(set)
    todo = [((name,), part) for name, part in document.items() if name != "parameters"]
    while todo:
        path, part = todo.pop()
        if isinstance(part, dict):
            todo += [((*path, name), inner) for name, inner in part.items()]
        elif isinstance(part, list):
            todo += [((*path, 0), inner) for inner in part]
        elif isinstance(part, str) and path[-1] in TEXTS:
            assert len(part) < 120
        elif part is not None:
            assert not isinstance(part, str) or re.fullmatch(r"-?\d+(/\d+)?", part), path
            kinds[path].add(isinstance(part, str))
    assert all(len(kind) == 1 for kind in kinds.values()), kinds


def test_a_game_of_no_model_is_refused() -> None:
    class Nothing(Game):
        pass

    with pytest.raises(GameError, match="not a game of any known model"):
        family_of(Nothing)
