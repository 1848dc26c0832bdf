"""What the page on certificates says of the code that a check rests on: which files, and how many lines of them."""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import zerosum
from zerosum.certificates import certify

ROOT = Path(zerosum.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "certificates"
PAGE = (Path(__file__).parents[2] / "docs" / "theory" / "certificates.md").read_text(encoding="utf-8")

MAX_LINES = 1500
"""Maximum number of lines that are trusted."""

VERIFIERS = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("models/**/verify.py")}

RULES = (
    r"games/|models/\w+/(engines/\w+/)?(rules|family)\.py|models/hidden/engines/river/ranges\.py|models/stochastic/table\.py|models/hidden/engines/streets/form\.py|"
    r"models/\w+/(engines/\w+/)?extensive\.py|"
    r"models/solo/engines/wager/(win_chance|card_distribution)\.py|numerics/(distribution\w*|exact|piecewise|polynomials)\.py|"
    r"core/(game|family|data|arrays|foreign|errors|sides|reading|solution)\.py|"
    r"core/amounts\.py|models/parts\.py|request/flags\.py"
)
"""What says which game a certificate is about: rules, distributions of chance, parameters and files as text."""

UNTRUSTED = {
    "core/limits.py",  # only refuses
    "certificates/budget.py",  # only refuses
    "models/continuum/form.py",  # holds steps that were read, and only refuses
    "models/stochastic/guesses.py",  # vectors that the inequalities then accept or do not
}
"""What a check also runs, though no mistake in it can make a false claim hold."""

SHOWN = {
    "certificates/check.py": ("_briefly",),
    "certificates/rules.py": ("named", "_digest", "model_of", "_model_in"),
    "core/verdict.py": ("Checked.of", "Verdict.short", "_count"),
    "core/numbers.py": ("text", "exact_text", "whole_text", "_short", "as_amount", "as_whole", "is_tracked"),
}
"""Functions that only write, show or refuse, or read the numbers of rules, as the beginnings of their names."""

TRACE = """
import json, os, sys
from inspect import CO_OPTIMIZED as OPTIMIZED
from pathlib import Path
import zerosum.certificates.check
ran = {}
for path in sys.argv[1:]:
    read, write = os.pipe()
    if not os.fork():
        called = set()
        sys.setprofile(
            lambda frame, event, _: called.add((frame.f_code.co_filename, frame.f_code.co_qualname))
            if event == "call" and frame.f_code.co_flags & OPTIMIZED else None  # no modules, no classes
        )
        holds = zerosum.certificates.check(Path(path), confidence=0.9).holds
        sys.setprofile(None)
        assert holds
        text = json.dumps(sorted(one for one in called if "zerosum" in one[0]))
        with os.fdopen(write, "w") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        ran[Path(path).stem] = json.load(pipe)
print(json.dumps(ran))
"""
"""Checks certificates, each in a process of its own, and prints which functions each check called."""


def code_lines(path: Path) -> set[int]:
    """The lines of a file that are neither blank nor comments, docstrings or imports."""
    text = path.read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            assert isinstance(node, ast.stmt)
            left_out |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    blank = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    used = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in (*blank, tokenize.ENDMARKER)
        for line in range(token.start[0], token.end[0] + 1)
    }
    return used - left_out


class Part(NamedTuple):
    """A line of the page's table: a file that is trusted, all of it or only some functions."""

    file: str
    names: frozenset[str]

    @property
    def lines(self) -> int:
        """The lines of code of the file, or of the functions that are named."""
        lines = code_lines(ROOT / self.file)
        if not self.names:
            return len(lines)
        spans = dict(functions(ast.parse((ROOT / self.file).read_text(encoding="utf-8"))))
        assert self.names <= spans.keys()
        return len(lines & set().union(*(spans[name] for name in self.names)))


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, set[int]]]:
    """The functions of a tree by their names, each with its lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
            yield prefix + child.name, set(range(first, (child.end_lineno or 0) + 1))
            yield from functions(child, f"{prefix}{child.name}.")


def trusted() -> list[Part]:
    """The page's table."""
    section = PAGE.partition("## What is trusted")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| `([\w/]+\.py)`(?:: ([^|]+))? \|$", section, re.MULTILINE)
    return [Part(file, frozenset(re.findall(r"`([\w.]+)`", names))) for file, names in rows]


def test_the_trusted_part_is_short() -> None:
    parts = trusted()
    assert len(parts) == len({part.file for part in parts}) > 20
    assert len(VERIFIERS) > 10
    assert {part.file for part in parts} >= VERIFIERS
    assert sum(part.lines for part in parts) <= MAX_LINES


def test_a_trusted_file_imports_only_trusted_files_and_the_rules() -> None:
    files = {part.file for part in trusted()}
    for part in trusted():
        tree = ast.parse((ROOT / part.file).read_text(encoding="utf-8"))
        if part.names:  # the rest of such a file is not trusted
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zerosum"):
                folder = (node.module or "").removeprefix("zerosum").strip(".").replace(".", "/")
                for name in (
                    [""] if (ROOT / f"{folder}.py").exists() else [alias.name for alias in node.names]
                ):
                    file = f"{folder}/{name}.py".replace("//", "/").replace("/.py", ".py").lstrip("/")
                    file = file if (ROOT / file).exists() else f"{file.removesuffix('.py')}/__init__.py"
                    assert file in files or re.match(RULES, file) or file in UNTRUSTED, (part.file, file)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[tuple[str, str]]]:
    """For each certificate: the functions of the package that its check ran, by file and name."""
    sample = tmp_path_factory.mktemp("ran") / "sample.cert"
    sample.write_text(certify(zerosum.solve("goofspiel", cards=4), size=60), encoding="ascii")
    ranges = sample.with_name("ranges.cert")
    solution = zerosum.solve("liars-dice", sides=2)
    assert solution.ranges
    ranges.write_text(certify(solution), encoding="ascii")
    streets = sample.with_name("streets.cert")
    streets.write_text(
        certify(zerosum.solve("rhode-island", ranks=3, suits=2, numeric=True)), encoding="ascii"
    )
    paths = map(str, [*sorted(GOLDEN.glob("*.cert")), sample, ranges, streets])
    done = subprocess.run([sys.executable, "-c", TRACE, *paths], capture_output=True, text=True, check=True)
    return {
        name: {
            (str(Path(file).relative_to(ROOT)), function)
            for file, function in called
            if Path(file).is_relative_to(ROOT)
        }
        for name, called in json.loads(done.stdout).items()
    }


def test_a_check_runs_the_checker_and_the_rules_of_its_game(ran: dict[str, set[tuple[str, str]]]) -> None:
    names = {part.file: part.names for part in trusted()}
    for certificate, called in ran.items():
        for file, function in called:
            whole = file in names and not names[file]
            named = file in names and any(function.startswith(name) for name in names[file])
            harmless = file in UNTRUSTED or function.startswith(SHOWN.get(file, ()))
            assert whole or named or harmless or re.match(RULES, file), (certificate, file, function)


def test_every_trusted_file_is_used(ran: dict[str, set[tuple[str, str]]]) -> None:
    used = {file for called in ran.values() for file, _ in called}
    assert {part.file for part in trusted()} <= used
