"""The site reads its own examples and no other file, however a visitor spells its name."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from tests.web.small import answered, sat_down

from zerosum.core.errors import ZerosumError
from zerosum.web import create_app, site
from zerosum.web.jobs import table_jobs

SECRET = "0.125 0.625"


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A visitor of a site in whose working folder there is a secret."""
    monkeypatch.chdir(tmp_path)
    for name in ("secret.txt", "\tsecret.txt", "uniform; x"):
        (tmp_path / name).write_text(SECRET)
    (tmp_path / "mine.py").write_text("open('ran', 'w')\ndef player(seen): return seen.moves[0]\n")
    with TestClient(create_app(tmp_path / "site", workers=1)) as client:
        yield client


@pytest.mark.parametrize(
    "spelled",
    [
        "secret.txt",
        " secret.txt",
        "\tsecret.txt",
        "secret.txt\n",
        "./secret.txt",
        "uniform; x",
        "\u00a0secret.txt",
    ],
)
def test_no_spelling_of_a_files_name_reads_it(beside: TestClient, spelled: str) -> None:
    for address in ("answer", "picture.svg", "walk"):
        asked = {"method": "GET", "url": f"/api/games/nakai/{address}?targets={quote(spelled)}"}
        response = answered(beside, asked)
        assert response.status_code == 400, response.text
        assert "0.625" not in response.text
        assert "sample" not in response.text
    response = sat_down(beside, game="nakai", given={"targets": spelled})
    assert response.status_code == 400, response.text
    page = beside.get(f"/games/nakai?targets={quote(spelled)}")
    assert page.status_code < 500
    assert "sample of" not in page.text


@pytest.mark.parametrize(
    "opponent", ["mine.py:player", "mine:player", "1*mine:player", "1/2*mine.py:player+1/2*uniform"]
)
def test_no_player_runs_a_file_even_where_the_form_lets_it_through(
    beside: TestClient, opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "check_player", lambda text: None)
    response = sat_down(beside, game="kuhn", given={}, side="row", opponent=opponent)
    assert response.status_code == 400, response.text
    assert "file names are not allowed here" in response.text
    assert not Path("ran").exists()


def test_a_record_that_names_a_file_reads_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.txt").write_text(SECRET)
    monkeypatch.chdir(tmp_path)
    record = {
        "id": "a",
        "game": "nakai",
        "given": {"targets": " secret.txt"},
        "side": "row",
        "opponent": "",
        "words": [],
    }
    with pytest.raises(ZerosumError, match="is a file name"):
        table_jobs()["solve"](lambda *_: None, record=record)
