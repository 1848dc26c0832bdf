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

import pytest

import zerosum
from zerosum.models.family import families

ROOT = Path(zerosum.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "certificates"
PAGE = (Path(__file__).parents[2] / "docs" / "theory" / "certificates.md").read_text(encoding="utf-8")

MOST = 1500
"""Maximum number of lines that one check may rest on."""

TRACE = """
import json, os, sys
from inspect import CO_OPTIMIZED as OPTIMIZED
from pathlib import Path
import zerosum.certificates.check
ran = {}
for path in sys.argv[1:]:
    read, write = os.pipe()
    if not os.fork():
        codes = set()
        sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
        holds = zerosum.certificates.check(Path(path)).holds
        sys.setprofile(None)
        assert holds
        spans = [
            (c.co_filename, c.co_firstlineno, max(n for *_, n in c.co_lines() if n), bool(c.co_flags & OPTIMIZED))
            for c in codes
            if c.co_name != "<module>"
        ]
        os.write(write, json.dumps(spans).encode()[:1_000_000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        ran[Path(path).stem] = json.load(pipe)
print(json.dumps(ran))
"""
"""Checks certificates, each in a process of its own, and prints which functions and classes each check ran."""


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


def is_trusted(file: str) -> bool:
    """Whether a file is one of those that the page names as the checker."""
    patterns = re.findall(r"`([\w/*]+\.py)`", PAGE.partition("## What is trusted")[2].partition("\n## ")[0])
    return any(Path(file).match(pattern) for pattern in patterns)


@pytest.fixture(scope="module")
def ran() -> dict[str, dict[str, int]]:
    """For each golden certificate: the files of the package that its check ran, and the lines of what ran there."""
    paths = map(str, sorted(GOLDEN.glob("*.cert")))
    done = subprocess.run([sys.executable, "-c", TRACE, *paths], capture_output=True, text=True, check=True)
    found: dict[str, dict[str, int]] = {}
    for name, spans in json.loads(done.stdout).items():
        lines: dict[str, set[int]] = {}
        for file, first, last, is_function in spans:  # classes of other files are only defined
            inside = Path(file).is_relative_to(ROOT)
            if inside and (is_function or is_trusted(str(Path(file).relative_to(ROOT)))):
                lines.setdefault(file, set()).update(range(first, last + 1))
        found[name] = {
            str(Path(file).relative_to(ROOT)): len(span & code_lines(Path(file)))
            for file, span in lines.items()
        }
    return found


def stated() -> Iterator[tuple[str, int]]:
    """The lines of the page's table: a model, and on how many lines its check rests."""
    for name, count in re.findall(r"^\| (\w+) \| ([\d,]+) \|$", PAGE, re.MULTILINE):
        yield name, int(count.replace(",", ""))


def test_the_page_counts_the_lines_that_a_check_rests_on(ran: dict[str, dict[str, int]]) -> None:
    says = dict(stated())
    assert says.keys() == {family.name for family in families()}
    measured: dict[str, int] = {}
    for name, files in ran.items():
        total = sum(count for file, count in files.items() if is_trusted(file))
        model = max((one for one in says if name == one or name.startswith(f"{one}-")), key=len)
        measured[model] = max(measured.get(model, 0), total)
    assert measured.keys() == says.keys()
    assert max(measured.values()) <= MOST
    for model, count in says.items():
        assert measured[model] == pytest.approx(count, rel=0.15), (model, measured)


def test_a_check_runs_the_checker_and_the_rules_of_its_game(ran: dict[str, dict[str, int]]) -> None:
    model = r"models/\w+/(rules|ranges|family|table|form|card_law|win_chance)\.py"
    rules = rf"games/|{model}|numerics/|core/|request/flags\.py"
    strange = {
        file for files in ran.values() for file in files if not is_trusted(file) and not re.match(rules, file)
    }
    assert not strange
