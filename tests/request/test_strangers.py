"""What strangers send names no files: neither data nor Python."""

from pathlib import Path

import pytest

from zerosum.core.errors import ZerosumError
from zerosum.core.reading import only_files_in
from zerosum.request.loading import load_class, load_function


@pytest.mark.parametrize("text", ["mine.py:Mine", "mine.py", "mine:Mine", "./mine.py:Mine", "json:loads"])
def test_no_python_file_or_module_of_a_strangers_is_imported(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("open('ran', 'w')\n")
    folder = tmp_path / "examples"
    folder.mkdir()
    with only_files_in(folder):
        with pytest.raises(ZerosumError, match="file names"):
            load_class(text)
        if ":" in text:
            with pytest.raises(ZerosumError, match="file names"):
                load_function(text)
    assert not Path("ran").exists()


def test_a_python_file_in_an_allowed_folder_is_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(seen): return 7\n")
    with only_files_in(tmp_path):
        assert load_function(f"{tmp_path}/mine.py:choose")(None) == 7
