"""What holds in every folder of the package, whoever writes there."""

import ast
import re
from pathlib import Path

import zerosum

SOURCE = Path(zerosum.__file__).parent
FLAG = re.compile(r"(?<![-\w(!<])--[a-z][a-z-]+(?![-\w]*:)")
"""A flag as a person types it; `--name:` is a variable of CSS."""


def test_only_the_command_names_flags() -> None:
    others = {
        "cli",
        "sandbox.py",
        "documentation.py",
    }  # bubblewrap has flags of its own, and figures are commands
    every = [path for kind in ("*.py", "*.html") for path in SOURCE.rglob(kind)]
    files = [path for path in every if not others & {*path.parts}]
    assert {path.name for path in files} >= {"rules.py", "solve.py", "game.html"}
    named = {str(path.relative_to(SOURCE)): FLAG.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: flags for name, flags in named.items() if flags} == {}


def test_no_code_outside_the_models_asks_which_model_a_game_has() -> None:
    asks = re.compile(r"\.model (?:==|!=|in)|family\.name (?:==|!=|in)|isinstance\([^)]*\b\w+Family\b")
    outside = [path for path in SOURCE.rglob("*.py") if "models" not in path.relative_to(SOURCE).parts]
    asking = [
        str(path.relative_to(SOURCE)) for path in outside if asks.search(path.read_text(encoding="utf-8"))
    ]
    assert asking == ["numerics/distributions_scipy.py"]  # there a family is one of scipy's distributions


def test_nothing_stands_in_for_a_typed_answer() -> None:
    stands_in = re.compile(r"\bSimpleNamespace\b|(?<![\w.])eval\(|(?<![\w.])exec\(")
    assert [
        path.name for path in SOURCE.rglob("*.py") if stands_in.search(path.read_text(encoding="utf-8"))
    ] == []


def test_a_class_name_means_one_thing() -> None:
    named: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name.lstrip("_"), []).append(str(path.relative_to(SOURCE)))
    assert len(named) > 400
    assert {name: files for name, files in named.items() if len(files) > 1} == {}


def test_nobody_uses_private_names_of_dependencies() -> None:
    """What begins with an underscore belongs to the class itself, or to the file in which it stands.

    Named tuples, notebooks, numba's types and `os._exit` have public names that begin so.
    """
    public = {"_replace", "_asdict", "_fields", "_repr_html_", "_exit"}
    private = re.compile(
        r"(?<!self)(?<!cls)(?<!super\(\))\.(_[a-z]\w*)|(?:from|import) [\w.]+ import (_[a-z]\w*)"
    )
    found = {}
    for path in SOURCE.rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        names = {one or other for one, other in private.findall(code)} - public
        if outside := {name for name in names if f"def {name}(" not in code}:
            found[str(path.relative_to(SOURCE))] = outside
    assert found == {}
