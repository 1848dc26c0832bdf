"""What a person writes: files that can or cannot be read."""

from pathlib import Path

import pytest

from zerosum.core.errors import GameError
from zerosum.core.reading import read_document, read_text


def test_decimals_of_a_document_stay_text(tmp_path):
    toml, json = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text("x = 0.1\n[t]\ny = 2\n", encoding="utf-8-sig")
    json.write_text('{"x": 0.1, "t": {"y": 2}}')
    assert read_document(toml) == read_document(json) == {"x": "0.1", "t": {"y": 2}}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.toml", b"x = ", "is not valid TOML"),
        ("a.json", b"{", "is not valid JSON"),
        ("a.json", b"[1, 2]", "does not contain a table"),
        ("a.json", b"[" * 100_000, "is nested too deeply"),
        ("a.toml", b"\xff\xfe", "cannot be read: it is not a text file"),
    ],
)
def test_documents_that_cannot_be_used_get_one_sentence(tmp_path, name, content, says):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(GameError, match=says) as problem:
        read_document(tmp_path / name)
    assert "\n" not in str(problem.value)


def test_a_missing_file_is_named():
    with pytest.raises(GameError, match=r"'none\.toml'.*No such file"):
        read_text(Path("none.toml"))
