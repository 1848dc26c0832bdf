"""What the site keeps on disk may be damaged: then it is told in a sentence, and nobody's name can be forged."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from zerosum.core.errors import InputError, StoreError
from zerosum.web import site
from zerosum.web.records import Records, Signer


def test_a_store_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"x" * 5000)
    with pytest.raises(StoreError, match="move it away"):
        Records(tmp_path)


def test_nobody_is_told_to_move_a_store_away_that_another_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = partial(sqlite3.connect, timeout=0)
    with closing(connect(tmp_path / "tables.sqlite")) as other:
        other.execute("begin exclusive")
        monkeypatch.setattr(sqlite3, "connect", connect)
        with pytest.raises(StoreError, match=r"database is locked$"):
            Records(tmp_path)


def test_a_damaged_record_is_no_table_and_hides_no_other(tmp_path: Path) -> None:
    records = Records(tmp_path)
    damaged, kept = (records.add("ann", "kuhn", {}, "row", "") for _ in range(2))
    records.base.execute("update tables set record = substr(record, 9) where id = ?", (damaged["id"],))
    with pytest.raises(InputError, match="not exist"):
        records.get("ann", damaged["id"])
    assert records.of("ann") == [kept]


def test_a_key_that_was_cut_short_signs_nothing(tmp_path: Path) -> None:
    (tmp_path / "key").touch()
    signer = Signer(tmp_path)
    assert len(signer.key) == 32
    assert Signer(tmp_path).visitor(signer.new()) is not None


def test_pictures_are_drawn_anew_when_the_code_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, folder = tmp_path / "code", tmp_path / "site"
    code.mkdir()
    monkeypatch.setattr(site, "CODE", code)

    def kept(drawing: str) -> tuple[str, int]:
        (code / "draw.py").write_text(drawing)
        picture = site.Site(folder, 1)._drawn(["kuhn"], lambda: drawing)
        return picture, len(list((folder / "pictures").iterdir()))

    assert kept("one") == ("one", 1)
    assert site.Site(folder, 1)._drawn(["kuhn"], lambda: "again") == "one"
    assert kept("other") == ("other", 1)
    monkeypatch.setattr(site, "version", lambda package: f"another {package}")
    assert site.Site(folder, 1)._drawn(["kuhn"], lambda: "third") == "third"


def test_the_name_of_a_round_is_not_a_visitors_cookie(tmp_path: Path) -> None:
    signer = Signer(tmp_path)
    name = signer.round_name("table", 7)
    assert signer.round_of(name) == ("table", 7)
    assert signer.visitor(name) is None
    assert signer.round_of(signer.new()) is None
