"""The public surface is explicit, sorted, lazy and real."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import zerosum
from zerosum import games
from zerosum.core.errors import InputError
from zerosum.models.family import families

SOURCE = Path(zerosum.__file__).parents[1]
SHAPLEY = Path(__file__).parents[2] / "examples" / "shapley.toml"


def test_every_public_name_exists() -> None:
    for name in zerosum.__all__:
        assert getattr(zerosum, name) is not None


@cache
def offered(module: str) -> set[str] | None:
    """What a module or a package says that it offers, and a package's own modules; None where it does not say."""
    place = SOURCE / module.replace(".", "/")
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    names = re.search(r"^__all__ = (\[.*?\])", file.read_text(encoding="utf-8"), re.S | re.M)
    return names and {*ast.literal_eval(names[1]), *(inner.stem for inner in place.glob("*"))}


def test_modules_use_of_each_other_only_what_they_offer() -> None:
    for path in SOURCE.glob("zerosum/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zerosum."):
                used, names = {name.name for name in node.names}, offered(node.module)
                assert names is None or used <= names, (path, node.module)


def test_every_model_is_at_hand() -> None:
    classes = {thing for name in dir(zerosum) if isinstance(thing := getattr(zerosum, name), type)}
    at_hand = {thing.family.name for thing in classes if issubclass(thing, zerosum.Game) and thing.model}
    assert at_hand == {family.name for family in families()}
    assert len(at_hand) == 15


def test_waiting_reads_alike_as_the_moves_and_as_a_move() -> None:
    for moves in (zerosum.WAIT, (zerosum.WAIT,)):
        assert [str(move) for move in moves] == ["wait"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="frobnicate"):
        _ = zerosum.frobnicate


def test_importing_the_package_and_the_command_loads_nothing_heavy() -> None:
    heavy = {"numpy", "numba", "scipy", "matplotlib"}
    asks = f"import sys, zerosum.cli; print(sorted({heavy} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_small_games_are_solved_without_what_takes_long_to_import() -> None:
    heavy = {"numba", "scipy", "matplotlib", "rich.progress", "numpy.random"}
    asks = f"""import sys, zerosum.cli
for words in ["rps"], ["matches"], ["nakai"], ["kuhn"], ["relance"], ["two-phase-relance"], ["stochastic", "{SHAPLEY}"]:
    sys.argv = ["zerosum", "solve", *words]
    zerosum.cli.main()
print(sorted({heavy} & set(sys.modules)))"""
    shown = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", sorted(games.CATALOG))
def test_every_game_of_the_catalogue_loads_and_knows_its_name(name: str) -> None:
    game = games.load(name)
    assert game.name == name
    assert game.__doc__


def test_a_misspelt_game_gets_a_hint() -> None:
    with pytest.raises(InputError, match="did you mean 'goofspiel'"):
        games.load("gofspiel")
