"""What docs/design.md states, as far as a machine can check it."""

import re
from pathlib import Path

import pytest

import zerosum
from zerosum.models.family import families

ROOT = Path(__file__).parents[2]
SOURCE = Path(zerosum.__file__).parent
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
PATHS = re.findall(r"`((?:[\w*]+/)*[\w*]+(?:\.py|/))`", DESIGN)
STANDARD = re.findall(r"^\| `(\w+)\.py` \|", DESIGN, re.M)


def folder(family: object) -> str:
    """The folder of a model or an engine, below `models`."""
    return "/".join(type(family).__module__.split(".")[2:-1])


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_a_file_that_it_names_exists(path: str) -> None:
    name = Path(path).name.removesuffix(".py")
    if name in STANDARD and "/" not in path.rstrip("/"):
        return  # a file of every model, looked at below
    assert any(base.glob(path.rstrip("/")) and [*base.glob(path.rstrip("/"))] for base in (SOURCE, ROOT))


def test_every_model_has_the_files_of_the_table() -> None:
    assert len(STANDARD) == 8
    for family in families():
        for name in STANDARD:
            here = SOURCE / "models" / folder(family)
            assert (here / f"{name}.py").exists() or (here / name / "__init__.py").exists(), (here, name)


def test_its_table_lists_every_model() -> None:
    table = DESIGN.split("| model or engine | positions |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `([\w/]+)` \|", table, re.M)) == {folder(family) for family in families()}


def test_it_names_every_folder_of_the_package() -> None:
    listed = set(re.findall(r"^  (\w+(?:/|\.py)) ", DESIGN, re.M))
    found = {f"{path.name}/" for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    found |= {path.name for path in SOURCE.glob("*.py")} - {"__main__.py"}
    assert listed == found
