"""`zerosum play` in a real terminal, and through a pipe."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from zerosum.cli import main; main()", "play"]


class Terminal:
    """A program on a pseudo-terminal: type lines, read what it shows."""

    def __init__(self, *words: str) -> None:
        self.main, side = pty.openpty()
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "100"}
        self.program = subprocess.Popen(
            [*COMMAND, *words], stdin=side, stdout=side, stderr=side, env=env, start_new_session=True
        )
        os.close(side)
        self.shown = ""

    def until(self, text: str, patience: float = 120) -> str:
        """Read until the text is shown."""
        deadline = time.monotonic() + patience
        while text not in self.shown:
            assert time.monotonic() < deadline, f"never showed {text!r}, but:\n{self.shown}"
            if select.select([self.main], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.main, 65536).decode()
                except OSError:
                    assert text in self.shown, f"ended without {text!r}:\n{self.shown}"
        return self.shown

    def type(self, text: str) -> None:
        """Type, forgetting what was shown before."""
        self.shown = ""
        os.write(self.main, text.encode())

    def end(self) -> int:
        """Wait for the program's end."""
        status = self.program.wait(timeout=60)
        os.close(self.main)
        return status


def test_a_game_with_every_word_and_a_slip_of_the_finger() -> None:
    terminal = Terminal("matches", "--matches", "6", "--seed", "1")
    terminal.until("your move")
    terminal.type("?\n")
    assert "hint" in terminal.until("quit    leave")
    terminal.type("hint\n")
    terminal.until("the solution plays")
    terminal.type("banana\n")
    assert "choose from" in terminal.until("is not a move here")
    terminal.type("coach\n")
    terminal.until("coach is on")
    terminal.type("1\n")
    terminal.until("cost nothing")
    terminal.type("undo\n")
    terminal.until("your move")
    terminal.type("quit\n")
    terminal.until("score +0 after 0 rounds")
    assert terminal.end() == 0


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d"])
def test_leaving_by_the_keyboard_is_clean_and_tells_the_score(how: str) -> None:
    terminal = Terminal("matches", "--matches", "6", "--seed", "1")
    terminal.until("your move")
    if how == "ctrl-c":
        os.killpg(terminal.program.pid, signal.SIGINT)
    else:
        terminal.type("\x04")
    shown = terminal.until("score +0 after 0 rounds")
    assert "Traceback" not in shown
    assert terminal.end() == 0


def piped(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, check=False)


def test_through_a_pipe_with_a_transcript_that_replays_to_the_same_end(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = "1\n1\n1\n1\n1\n1\n"
    first = piped(typed, "matches", "--matches", "7", "--rounds", "1", "--seed", "4", "--save", str(file))
    assert first.returncode == 0, first.stderr
    assert "after 1 round" in first.stdout
    assert json.loads(file.read_text())["seed"] == 4
    again = piped("", "matches", "--matches", "7", "--rounds", "1", "--replay", str(file))
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]


def test_a_bad_transcript_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("{}")
    shown = piped("", "matches", "--replay", str(file))
    assert shown.returncode == 2
    assert "not a transcript" in shown.stderr
    assert "Traceback" not in shown.stderr
