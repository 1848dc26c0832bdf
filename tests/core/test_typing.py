"""Code in the documentation passes mypy, and pyright if it is installed: `solve` knows the solution of each game."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import mypy.api
import pytest

import zerosum
from zerosum import games
from zerosum.models.family import family_of

ROOT = Path(__file__).parents[2]
PYRIGHT = shutil.which("pyright")


def python_of(page: str) -> str:
    """The code of a page, without its output."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    lines = []
    for block in blocks:
        shown = [line for line in block.splitlines() if line.startswith((">>> ", "... ", "..."))]
        lines += [line[4:] for line in shown] if ">>> " in block else block.splitlines()
    return "import zerosum\n" + "\n".join(lines) + "\n"


def every_game() -> str:
    """A line for each built-in game: `solve` gives the solution of its model, by its name and by its object."""
    wanted, lines = {"import zerosum"}, list[str]()
    for number, name in enumerate(games.CATALOG):
        kind = zerosum_class(name)
        family = type(family_of(kind))
        solution = family.__orig_bases__[0].__args__[1].__forward_arg__
        if solution == "StreetSolution":  # a small street game has a hidden game's solution
            solution = "StreetAnswer"
        wanted.add(f"from {family.__module__.replace('rules', 'answer')} import {solution}")
        wanted.add(f"from {kind.__module__} import {kind.__name__}")
        lines.append(f'_{number}: {solution} = zerosum.solve("{name}")')
        lines.append(f"def _f{number}(game: {kind.__name__}) -> {solution}: return zerosum.solve(game)")
    return "\n".join([*sorted(wanted), *lines, ""])


def zerosum_class(name: str) -> type:
    """The class of a game."""
    return zerosum.load(name)


PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/howto/solve-your-own-game.md",
    "docs/howto/describe-a-game-with-hidden-information.md",
    "docs/howto/describe-a-stochastic-game.md",
    "docs/howto/describe-a-trick-game.md",
    "docs/howto/describe-a-betting-tree.md",
)

USE = """
import zerosum
print(zerosum.solve("kuhn").at(hand="Q"), zerosum.solve("matches").at(matches_left=7).row)
print(zerosum.solve("goofspiel", cards=6).at(row=[1, 4, 6], col=[2, 4, 5], prizes_left=[1, 5, 6], up=5))
print(zerosum.solve("kuhn", locks={"J, check": {"bet": 0}}).value, zerosum.solve([[1, -1], [-1, 1]]).row)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typed")
    for page in PAGES:
        name = Path(page).stem.replace("-", "_")
        (folder / f"{name}.py").write_text(python_of(page), encoding="utf-8")
    for example in (ROOT / "examples").glob("*.py"):
        (folder / f"example_{example.name}").write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "every_game.py").write_text(every_game(), encoding="utf-8")
    (folder / "used.py").write_text(USE, encoding="utf-8")
    return folder


def test_mypy_passes_what_the_documentation_writes(files: Path) -> None:
    strict = [str(files / name) for name in ("every_game.py", "used.py")]
    shown, _, status = mypy.api.run([*strict, "--config-file", str(ROOT / "pyproject.toml")])
    assert status == 0, shown
    others = [str(path) for path in files.glob("*.py") if str(path) not in strict]
    shown, _, status = mypy.api.run([*others, "--config-file", "", "--check-untyped-defs"])
    assert status == 0, shown


def test_mypy_finds_a_position_that_the_game_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text('import zerosum\nzerosum.solve("kuhn").at(matches_left=7)\n')
    shown, _, status = mypy.api.run([str(file), "--config-file", str(ROOT / "pyproject.toml")])
    assert status == 1
    assert 'Unexpected keyword argument "matches_left"' in shown


@pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")
def test_pyright_passes_what_the_documentation_writes(files: Path) -> None:
    assert PYRIGHT is not None
    run = subprocess.run(
        [PYRIGHT, "--pythonpath", sys.executable, *map(str, files.glob("*.py"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
