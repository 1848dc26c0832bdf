"""What is released: the version, the wheel, its installation without a compiler, and the help."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import zerosum
from zerosum.cli import VERBS

ROOT = Path(__file__).parents[2]

CARRIED = [
    *ROOT.glob("src/zerosum/web/templates/**/*.html"),
    *ROOT.glob("src/zerosum/web/static/*"),
    *ROOT.glob("src/zerosum/papers/claims/*.toml"),
    *ROOT.glob("src/zerosum/models/staged/engines/tricks/gpu/*.cu"),
    *ROOT.glob("src/zerosum/models/staged/engines/tricks/gpu/*.h"),
]
"""What the package needs and is not Python."""


def run(*words: str, **environment: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("build", reason="python -m build is not installed")
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder))
    return next(folder.glob("*.whl"))


def test_the_wheel_is_pure_and_holds_all_files(wheel: Path) -> None:
    assert wheel.name == f"zerosum-{zerosum.__version__}-py3-none-any.whl"
    held = set(zipfile.ZipFile(wheel).namelist())
    assert CARRIED
    assert {str(path.relative_to(ROOT / "src")) for path in CARRIED if path.is_file()} <= held
    assert {f"zerosum/examples/{path.name}" for path in ROOT.glob("examples/*.toml")} <= held


def test_the_wheel_installs_and_solves_where_there_is_no_compiler(wheel: Path, tmp_path: Path) -> None:
    home, bare = tmp_path / "environment", tmp_path / "bare"
    bare.mkdir()
    run(sys.executable, "-m", "venv", "--without-pip", str(home))
    python = str(home / "bin" / "python")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        str(wheel),
    )
    packages = {"PYTHONPATH": sysconfig.get_path("purelib"), "PATH": str(bare), "CC": "", "CXX": ""}
    assert shutil.which("cc", path=packages["PATH"]) is None
    packages["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    where = run(python, "-c", "import zerosum; print(zerosum.__file__)", **packages)
    assert where.startswith(str(home))
    solved = json.loads(run(str(home / "bin" / "zerosum"), "solve", "rps", "--exact", "--json", **packages))
    assert solved["value"]["lower"] == solved["value"]["upper"]
    asks = "from zerosum.web.catalogue import examples; print(len(examples('hidden')))"
    assert int(run(python, "-c", asks, **packages)) > 0


def test_version_changelog_and_citation_agree() -> None:
    heading = re.search(
        r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert heading is not None
    assert heading[1] == zerosum.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"version: {heading[1]}\n" in citation
    assert f"date-released: {heading[2]}\n" in citation


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_help_of_every_command_has_an_example(verb: str) -> None:
    shown = run(sys.executable, "-m", "zerosum", verb, "--help", COLUMNS="200")
    assert VERBS[verb].example in " ".join(shown.split())
