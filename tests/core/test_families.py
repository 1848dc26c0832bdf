"""Every model has its record, and every part of a record fits every game of the catalogue."""

import inspect
import re
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

import mypy.api
import numpy as np
import pytest
from tests.small import small_request

from zerosum import games
from zerosum.arena import Arena
from zerosum.core.data import Json
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game
from zerosum.models.family import arena_for, families, family_of
from zerosum.models.parts import Family, Part

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "src" / "zerosum" / "models"
PARTS = (MODELS / "parts.py").read_text()


FILES = ("rules", "answer", "solve", "verify", "arena", "report", "plot", "certificate")
"""The files, or packages, of every model."""


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_model_is_one_folder_with_the_same_files(family: Any) -> None:
    folder = ROOT / "src" / Path(*type(family).__module__.split(".")[:-1])
    assert [
        part for part in FILES if not (folder / part).is_dir() and not (folder / f"{part}.py").exists()
    ] == []
    for part in ("solve", "verify", "write", "prove", "plot", "report", "arena", "answer"):
        assert callable(getattr(family, part))


def test_every_folder_of_a_model_is_a_family() -> None:
    folders = {".".join(path.parent.relative_to(MODELS).parts) for path in MODELS.rglob("rules.py")}
    assert folders == {
        type(family).__module__[len("zerosum.models.") : -len(".rules")] for family in families()
    }


def test_every_part_has_the_type_that_is_stated_for_it(tmp_path: Path) -> None:
    """mypy reads a file in which every function of every model is assigned to a variable of the stated type."""
    wanted, lines = set(re.findall(r"^    from .* import .*", PARTS, re.M)), []
    for family in families():
        rules = type(family).__module__
        game, solution = (name.__forward_arg__ for name in type(family).__orig_bases__[0].__args__)
        wanted |= {
            f"    from {rules} import {game}",
            f"    from {rules.replace('rules', 'answer')} import {solution}",
        }
        own = vars(type(family)).get("__annotations__", {})
        for name, stated in Family.__annotations__.items():
            part = vars(Family).get(name)
            with suppress(InputError):  # the model is without it
                found = getattr(family, name) if isinstance(part, Part) else None
                if inspect.isfunction(found) and found is not part.otherwise:
                    stated = re.sub(r"\bG\b", game, re.sub(r"\bA\b", solution, own.get(name, stated)))
                    stated = stated[len("Part[") : -1]
                    if name in own:  # it names classes of its own model
                        wanted |= set(
                            re.findall(
                                r"^    from .* import .*",
                                Path(inspect.getfile(type(family))).read_text(),
                                re.M,
                            )
                        )
                    wanted.add(f"    import {found.__module__}")
                    lines.append(f"_{len(lines)}: {stated} = {found.__module__}.{found.__qualname__}")
    imports = "\n".join(line.strip() for line in sorted(wanted))
    usual = (
        "from collections.abc import Callable, Hashable, Sequence\nfrom typing import Any, Concatenate\n"
        "from zerosum.core.solution import Solution"
    )
    file = tmp_path / "parts_as_stated.py"
    file.write_text(f"from __future__ import annotations\n{usual}\n{imports}\n" + "\n".join(lines) + "\n")
    assert len(lines) > 150
    shown, _, status = mypy.api.run([str(file), "--config-file", str(ROOT / "pyproject.toml")])
    assert status == 0, shown


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
        assert arena.deal(np.random.default_rng(0)).description("row")


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
            assert len(part) < 120 or re.fullmatch(r"-?\d+/\d+", part), path
        elif part is not None:
            assert not isinstance(part, str) or re.fullmatch(r"-?\d+(/\d+)?", part), path
            kinds[path].add(isinstance(part, str))
    assert all(len(kind) == 1 for kind in kinds.values()), kinds


def test_a_game_of_no_model_is_refused() -> None:
    class Nothing(Game):
        pass

    with pytest.raises(GameError, match="known model"):
        family_of(Nothing)
