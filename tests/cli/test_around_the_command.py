"""Around a command: a reader who leaves, a port that is taken, a file with nothing in it, the next line to type."""

import importlib
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn
from tests.command import run

module = importlib.import_module("zerosum.web.serve")
"""The function of the same name hides it."""


def test_a_reader_who_leaves_after_the_first_line_is_no_failure() -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "zerosum", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    assert command.stderr is not None
    with command.stdout as out, command.stderr as err:
        assert out.readline().split() == [b"game", b"rules", b"source"]
        out.close()
        assert err.read() == b""
    assert command.wait() == 0


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        shown = run("serve", "--port", str(port))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert f"http://127.0.0.1:{port}/" in shown.stderr
    assert "Address already in use" in shown.stderr
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["", " "])
def test_no_host_is_not_everybody(host: str) -> None:
    shown = run("serve", "--host", host, "--port", "1")
    assert shown.returncode == 2
    assert "0.0.0.0" in shown.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_site_for_everybody_says_so(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    monkeypatch.setattr(module, "_check_free", lambda *_: None)
    told: list[str] = []
    module.serve(host, 8123, tell=told.append)
    assert "open to anyone" in told[0]


@pytest.mark.parametrize("game", ["stochastic", "hidden", "betting"])
def test_a_file_with_nothing_in_it_is_told_what_it_needs(game: str, tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("")
    shown = run("solve", game, str(file))
    assert shown.returncode == 2
    assert "such as [start]" in shown.stderr or "[states.NAME]" in shown.stderr


def test_the_next_line_can_be_typed_as_it_stands_and_asks_for_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run("solve", "matches", "--takes", "1,2", "--matches", "7")
    hints = shown.stdout.rpartition("next: ")[2].replace(" · ", "\n").splitlines()
    played, drawn = (shlex.split(line)[1:] for line in hints if line.strip())
    assert (played[:2], drawn[:2]) == (["play", "matches"], ["plot", "matches"])
    assert run(*drawn).stdout == "drawn: matches.png\n"
    assert "7" in run(*played, typed="quit\n").stdout.splitlines()[1]


def test_a_site_that_is_not_installed_is_told_in_one_sentence() -> None:
    asks = """
import sys
sys.modules["fastapi"] = None
sys.argv = ["zerosum", "serve"]
from zerosum.cli import main
main()"""
    shown = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    assert shown.returncode == 2
    assert "fastapi" in shown.stderr
    assert "pip install '.[web]'" in shown.stderr
    assert shown.stderr.count("\n") == 1
