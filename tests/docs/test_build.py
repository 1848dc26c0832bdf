"""`make docs` works: the documentation builds with all of its parts, and no warning."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from zerosum.games import CATALOG
from zerosum.models.family import families

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; the sources are copied, so that nothing is written into the checkout."""
    here = tmp_path_factory.mktemp("checkout")
    shutil.copytree(DOCS, here / "docs", ignore=shutil.ignore_patterns("_build", "_generated"))
    for folder in ("src", "examples"):
        (here / folder).symlink_to(ROOT / folder)
    words = ["-m", "sphinx", "-W", "--keep-going", "-q", "docs", "site"]
    built = subprocess.run([sys.executable, *words], cwd=here, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return here / "site"


def test_every_page_is_built(site: Path) -> None:
    sources = [page for page in DOCS.rglob("*.md") if not {"_build", "_generated"} & set(page.parts)]
    missing = [page for page in sources if not (site / page.relative_to(DOCS).with_suffix(".html")).exists()]
    assert missing == []
    notebooks = [f"_generated/notebooks/{path.stem}.html" for path in (DOCS / "notebooks").glob("*.ipynb")]
    assert notebooks
    assert [page for page in notebooks if not (site / page).exists()] == []


def test_the_page_of_games_has_every_game_with_its_figure_and_every_model_its_page(site: Path) -> None:
    page = (site / "_generated" / "games.html").read_text(encoding="utf-8")
    assert [name for name in CATALOG if f'id="{name}"' not in page] == []
    assert [name for name in CATALOG if not (site / "_images" / f"game-{name}.svg").exists()] == []
    assert [one.name for one in families() if not (site / "theory" / f"{one.name}.html").exists()] == []
