"""What reaches the terminal, whatever the names say and whatever the streams are."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zerosum.cli import main

RED = "\\u001b[31m"


def zerosum(words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m zerosum {words}"
    return subprocess.run(
        command, shell=True, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def test_escape_sequences_of_titles_and_names_stay_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(f'{{"matrix": [[1, 2], [3, 0]], "rows": ["{RED}a", "b"], "columns": ["c", "d{RED}"]}}')
    for words in (["matrix", str(file)], ["solve", "no\x1b[31mgame"], ["games"]):
        monkeypatch.setattr(sys, "argv", ["zerosum", *words])
        with contextlib.suppress(SystemExit):
            main()
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        assert out or err


def test_streams_that_are_ascii_or_closed() -> None:
    ascii_only = zerosum("games", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert ascii_only.returncode == 0
    assert "kuhn" in ascii_only.stdout
    assert zerosum("games >&-").returncode == 0
    closed = zerosum("solve no-such-game 2>&-")
    assert closed.returncode == 2
    assert "Traceback" not in closed.stdout
    assert zerosum("solve matches --json <&- 2>&-").returncode == 0
    assert zerosum("play matches <&-").stderr == ""


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no file without an end")
def test_a_file_without_an_end_is_refused() -> None:
    endless = zerosum("matrix /dev/zero --limit 10MB")
    assert endless.returncode == 2
    assert "would need about" in endless.stderr
