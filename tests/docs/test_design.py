"""What docs/design.md states, as far as a machine can check it."""

import re
import sys
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum.models.family import families

ROOT = Path(__file__).parents[2]
SOURCE = Path(zerosum.__file__).parent
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
PATHS = re.findall(r"`((?:[\w*]+/)*[\w*]+(?:\.py|/))`", DESIGN)
STANDARD = re.findall(r"^\| `(\w+)\.py` \|", DESIGN, re.M)


def folder(family: object) -> str:
    """The folder of a model."""
    return type(family).__module__.split(".")[2]


@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_a_file_that_it_names_exists(path: str) -> None:
    name = Path(path).name.removesuffix(".py")
    if name in STANDARD and "/" not in path.rstrip("/"):
        return  # a file of every model, looked at below
    assert any(base.glob(path.rstrip("/")) and [*base.glob(path.rstrip("/"))] for base in (SOURCE, ROOT))


def test_every_model_has_the_files_of_the_table() -> None:
    assert len(STANDARD) == 9
    for family in families():
        for name in STANDARD:
            here = SOURCE / "models" / folder(family)
            assert (here / f"{name}.py").exists() or (here / name / "__init__.py").exists(), (here, name)


def test_its_table_lists_every_model() -> None:
    table = DESIGN.split("| model | positions |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == {folder(family) for family in families()}


def test_its_table_says_what_else_a_model_has_and_which_models_it_uses() -> None:
    table = DESIGN.split("| model | more files | uses |")[1].split("\n\n")[0]
    rows = [line.split("|")[1:4] for line in table.splitlines() if line.startswith("| `")]
    listed = {
        name.strip(" `"): [set(re.findall(r"`(\w+)`", cell)) for cell in cells] for name, *cells in rows
    }
    assert listed.keys() == {folder(family) for family in families()}
    for name, (more, uses) in listed.items():
        here = SOURCE / "models" / name
        assert more <= {path.stem for path in here.iterdir()} - set(STANDARD), name
        code = "\n".join(path.read_text(encoding="utf-8") for path in here.rglob("*.py"))
        imported = set(re.findall(r"^ *(?:from|import) zerosum\.models\.(\w+)", code, re.M))
        assert imported - {name, "family"} == uses, name


def test_it_names_every_folder_of_the_package() -> None:
    listed = set(re.findall(r"^  (\w+(?:/|\.py)) ", DESIGN, re.M))
    found = {f"{path.name}/" for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    found |= {path.name for path in SOURCE.glob("*.py")} - {"__main__.py"}
    assert listed == found


def test_a_request_goes_through_the_files_that_it_names() -> None:
    traced = DESIGN.split("## One request")[1].split("The site's request")[0]
    named = set(re.findall(r"`([\w/]+\.py)`", traced))
    visited = set()

    def watch(frame: object, event: str, argument: object) -> None:
        visited.add(frame.f_code.co_filename)  # type: ignore[attr-defined]

    sys.setprofile(watch)
    try:
        shown = run("solve", "kuhn", "--bet", "2")
    finally:
        sys.setprofile(None)
    assert shown.returncode == 0
    files = {str(Path(path).relative_to(SOURCE)) for path in visited if path.startswith(str(SOURCE))}
    assert named - files == set()
