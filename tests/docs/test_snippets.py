"""Every Python snippet of the README and the documentation runs, and prints what the page says it prints."""

import doctest
import json
import re
from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).resolve().parents[2]
WRITTEN_BY_PROGRAMS = {"papers", "_build", "_generated"}
PAGES = [ROOT / "README.md", ROOT / "examples" / "README.md"] + [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if not WRITTEN_BY_PROGRAMS & set(page.relative_to(ROOT).parts)
]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    """The Python blocks of a page, in order."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def run(block: str, names: dict[str, object], where: str) -> None:
    """Run a block: a session is held to what it shows, a program must only end well."""
    if ">>>" not in block:
        exec(compile(block, where, "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(block, names, where, where, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    told: list[str] = []
    runner.run(session, out=told.append, clear_globs=False)
    names.update(session.globs)
    assert not runner.failures, "".join(told)


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snippets name files as seen from the root of the repository, and draw without a screen."""
    monkeypatch.chdir(ROOT)
    matplotlib.use("agg")


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: page.stem)
def test_the_snippets_of_a_page_run(page: Path) -> None:
    names: dict[str, object] = {"__name__": page.stem}
    for number, block in enumerate(blocks(page), 1):
        run(block, names, f"{page.name}, block {number}")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(notebook: Path) -> None:
    names: dict[str, object] = {"__name__": "notebook"}
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"], 1):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are kept without outputs"
            exec(compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec"), names)


def test_there_are_pages_and_notebooks() -> None:
    assert len([page for page in PAGES if blocks(page)]) > 10
    assert len(NOTEBOOKS) == 5
