"""Without an extra, whatever needs it says in one sentence how to install it. Each extra is hidden in turn."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import zerosum
from zerosum.core import extras

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]

USES = {
    "web": (
        "from zerosum.web import serve; serve(port=0)",
        ("fastapi", "jinja2", "python_multipart", "uvicorn"),
    ),
    "openspiel": ("from zerosum.interop.openspiel import load; load('kuhn_poker')", ("pyspiel",)),
    "poker": ("zerosum.solve('river')", ("phevaluator",)),
    "gpu": ("zerosum.solve('jujitsu', cards=3, device='gpu')", ("cupy",)),
    "notebook": ("from zerosum.notebook import explore; explore('kuhn')", ("ipywidgets",)),
    "cluster": (
        "zerosum.match('kuhn', 'uniform', 'uniform', plays=10, cluster='local:1')",
        ("distributed", "dask"),
    ),
}
"""What needs an extra, and the packages that it brings."""

NOT_IMPORTED = {"docs", "dev", "gambit"}
"""Extras for those who build the documentation, test, or convert files with Gambit's own package."""


def test_every_extra_is_used() -> None:
    assert set(USES) | NOT_IMPORTED == set(EXTRAS)


@pytest.mark.parametrize(
    "package", [(extra, package) for extra in USES for package in USES[extra][1]], ids=" ".join
)
def test_a_missing_extra_is_named_with_its_command(package: tuple[str, str]) -> None:
    extra, hidden = package
    code = f"""
import sys
sys.modules[{hidden!r}] = None
import zerosum
from zerosum.core.errors import ZerosumError
try:
    {USES[extra][0]}
except ZerosumError as error:
    print(error)
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    if extra == "openspiel":  # its package is on an index under its own name
        assert "pip install open_spiel" in shown.stdout, shown.stdout
    elif hidden != "dask":
        assert f"pip install '.[{extra}]'" in shown.stdout, shown.stdout


def test_a_wheel_names_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "CLONE", tmp_path)
    assert f"'zerosum-{zerosum.__version__}-py3-none-any.whl[poker]'" in extras.install_command("poker")


def test_the_page_on_installing_lists_every_extra_and_names_the_wheel() -> None:
    page = (ROOT / "docs" / "howto" / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(EXTRAS)
    assert f"zerosum-{zerosum.__version__}-py3-none-any.whl[" in page


def test_no_text_asks_an_index_for_zerosum() -> None:
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    texts += (ROOT / "src").rglob("*.py")
    asking = re.compile(r"pip install ['\"]?zerosum(?!-\S+\.whl|-\{)")
    assert [path for path in texts if asking.search(path.read_text(encoding="utf-8"))] == []
