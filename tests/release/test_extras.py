"""Without an extra, whatever needs it says in one sentence how to install it. Each extra is hidden in turn."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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
    "scipy": ("zerosum.solve('nakai', targets='gamma(2)')", ("scipy",)),
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
    assert "pip install" in shown.stdout or hidden in ("dask"), shown.stdout
