"""Every Python snippet of the README and the documentation runs, and prints what the page says it prints."""

import ast
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


PNG = b"\x89PNG"
PICTURES = {"1": 0, "2": 2, "3": 1, "4": 1, "5": 0, "6": 2}
"""Number of figures that each notebook displays, by its number."""


def cells(notebook: Path) -> list[str]:
    """The code of a notebook, cell by cell."""
    found = [
        cell
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    assert all(cell["outputs"] == [] for cell in found), "notebooks are kept without outputs"
    return ["".join(cell["source"]) for cell in found]


def shown(code: str, names: dict[str, object], where: str) -> object:
    """What a cell shows: the value of its last line, if that is an expression without a semicolon."""
    tree = ast.parse(code, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    if last is None:
        return None
    value: object = eval(compile(ast.Expression(last.value), where, "eval"), names)  # type: ignore[attr-defined]
    return None if code.rstrip().endswith(";") else value


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom_and_displays_its_figures(notebook: Path) -> None:
    names: dict[str, object] = {"__name__": "notebook"}
    values = [
        shown(code, names, f"{notebook.name}, cell {number}")
        for number, code in enumerate(cells(notebook), 1)
    ]
    pictures = [value._repr_png_() for value in values if hasattr(value, "_repr_png_")]
    assert all(picture.startswith(PNG) for picture in pictures)
    assert len(pictures) == PICTURES[notebook.name[0]]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_ipython_displays_the_figures_of_a_notebook(notebook: Path) -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell")
    shells.InteractiveShell.clear_instance()
    shell = shells.InteractiveShell.instance()
    shell.display_formatter.active_types = shell.display_formatter.format_types  # as Jupyter's kernels do
    outputs = []
    try:
        for code in cells(notebook):
            found = shell.run_cell(code)
            found.raise_error()
            outputs.append(shell.display_formatter.format(found.result)[0])
    finally:
        shells.InteractiveShell.clear_instance()
    assert sum("image/png" in data for data in outputs) == PICTURES[notebook.name[0]]


def test_there_are_pages_and_notebooks() -> None:
    assert len([page for page in PAGES if blocks(page)]) > 10
    assert len(NOTEBOOKS) == 6
