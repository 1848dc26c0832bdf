"""Everything that the reference lists has an example in its docstring, in the numpydoc form, and the example runs."""

import doctest
import importlib
import importlib.util
import inspect
import re
from pathlib import Path

import pytest

import zerosum

ROOT = Path(__file__).parents[2]
SOURCE = Path(zerosum.__file__).parent
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
NAMING = [
    *ROOT.glob("*.md"),
    *(page for page in sorted(ROOT.glob("docs/**/*.md")) if not {"_build", "_generated"} & set(page.parts)),
]
LISTED = re.compile(r"\.\. auto(module|function|class):: (\S+)\n(?:   :members: (.*)\n)?")
NEEDS = {
    "openspiel": ["pyspiel"],
    "normal_form": ["nashpy", "quantecon"],
    "frames": ["pandas"],
    "notebook": ["ipywidgets"],
}
"""What the examples of a module need that is an extra."""


def listed():
    """The functions and classes of the reference, and those of `zerosum` itself, each once."""
    named = {f"zerosum.{name}" for name in zerosum.__all__ if name not in ("matrix", "__version__")}
    for page in PAGES:
        for kind, name, members in LISTED.findall(page.read_text(encoding="utf-8")):
            if kind == "module":
                inside = members.split(", ") if members else importlib.import_module(name).__all__
                named |= {f"{name}.{member}" for member in inside}
            else:
                named.add(name)
    found = {}
    for name in sorted(named):
        module, _, last = name.rpartition(".")
        thing = getattr(importlib.import_module(module), last)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            found[id(thing)] = pytest.param(thing, id=name)
    return list(found.values())


@pytest.mark.parametrize("thing", listed())
def test_it_has_an_example_that_runs(thing, tmp_path, monkeypatch):
    for package in NEEDS.get(thing.__module__.rpartition(".")[2], []):
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    text = inspect.cleandoc(thing.__doc__ or "")
    assert "Examples\n--------" in text
    session = doctest.DocTestParser().get_doctest(text, {"zerosum": zerosum}, thing.__name__, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(session, out=told.append)
    assert not runner.failures, "".join(told)
    assert session.examples


@pytest.mark.parametrize("thing", [param for param in listed() if inspect.isfunction(param.values[0])])
def test_a_function_tells_its_parameters(thing):
    names = [name for name in inspect.signature(thing).parameters if not name.startswith("_")]
    section = inspect.cleandoc(thing.__doc__ or "").partition("Parameters\n----------")[2]
    assert [name for name in names if not re.search(rf"^(.*, )?{name}\b", section, re.MULTILINE)] == []


@pytest.mark.parametrize("page", NAMING, ids=lambda page: page.name)
def test_modules_and_files_that_a_page_names_exist(page):
    text = page.read_text(encoding="utf-8")
    for name in set(re.findall(r"\bzerosum(?:\.[a-z_]+)+\b(?!\()", text)) - {"zerosum.readthedocs"}:
        module, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(module), last) or importlib.util.find_spec(name), name
    for name in set(re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|toml|md|json))`", text)):
        assert any((base / name).exists() for base in (ROOT, SOURCE, page.parent)), name
