"""`zerosum play` in a real terminal, and through a pipe."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.command import Shown, run

COMMAND = [sys.executable, "-c", "from zerosum.cli import main; main()", "play"]


def hear_ctrl_c() -> None:
    """Undo what a shell may have done to a program in the background: let it ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A program on a pseudo-terminal: type lines, read what it shows."""

    def __init__(self, *words: str) -> None:
        self.main, side = pty.openpty()
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "100"}
        self.program = subprocess.Popen(
            [*COMMAND, *words],
            stdin=side,
            stdout=side,
            stderr=side,
            env=env,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,
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

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until the text is shown: a signal between the prompt and the reading of it is lost."""
        for _ in range(30):
            os.killpg(self.program.pid, signal.SIGINT)
            if select.select([self.main], [], [], 2)[0]:
                self.until(text)
                return
        pytest.fail(f"Ctrl-C did nothing:\n{self.shown}")

    def end(self) -> int:
        """Wait for the program's end."""
        status = self.program.wait(timeout=600)
        os.close(self.main)
        return status


def test_a_game_with_every_word_and_a_slip_of_the_finger() -> None:
    terminal = Terminal("matches", "--matches", "6", "--seed", "1")
    terminal.until("Your move")
    terminal.type("?\n")
    assert "hint" in terminal.until("quit    leave")
    terminal.type("hint\n")
    terminal.until("The solution plays")
    terminal.type("banana\n")
    assert "choose from" in terminal.until("is not a legal move")
    terminal.type("coach\n")
    terminal.until("Coach on")
    terminal.type("1\n")
    terminal.until("cost nothing")
    terminal.type("undo\n")
    terminal.until("Your move")
    terminal.type("quit\n")
    terminal.until("Score: +0 after 0 rounds")
    assert terminal.end() == 0


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d"])
def test_leaving_by_the_keyboard_is_clean_and_tells_the_score(how: str) -> None:
    terminal = Terminal("matches", "--matches", "6", "--seed", "1")
    terminal.until("Your move")
    if how == "ctrl-c":
        terminal.interrupt("Score: +0 after 0 rounds")
    else:
        terminal.type("\x04")
    shown = terminal.until("Score: +0 after 0 rounds")
    assert "Traceback" not in shown
    assert terminal.end() == 0


def piped(typed: str, *words: str) -> Shown:
    return run("play", *words, typed=typed)


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


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The transcript of a round with seven matches."""
    file = tmp_path / "seven.json"
    shown = piped(
        "1\n1\n1\n1\n1\n", "matches", "--matches", "7", "--rounds", "1", "--seed", "4", "--save", str(file)
    )
    assert shown.returncode == 0, shown.stderr
    return file


def refused(*words: str) -> str:
    """The one sentence with which a request is turned down."""
    shown = piped("", *words)
    assert shown.returncode == 2, shown.stdout + shown.stderr
    assert len(shown.stderr.strip().splitlines()) == 1
    assert shown.stdout == ""
    return shown.stderr


@pytest.mark.parametrize("words", [[], ["matches"], ["matches", "--matches", "7"]])
def test_a_transcript_knows_its_game(saved: Path, words: list[str]) -> None:
    again = piped("", *words, "--replay", str(saved))
    assert again.returncode == 0, again.stderr
    assert "Matches · 7" in again.stdout
    score = json.loads(saved.read_text())["score"]
    assert again.stdout.splitlines()[-1] == f"Score: {score:+g} after 1 round"


@pytest.mark.parametrize(
    "words",
    [
        ["jujitsu"],
        ["matches", "--matches", "8"],
        ["matches", "--last", "wins"],
        ["--side", "col"],
        ["--seed=3"],
        ["--matches=7"],
    ],
)
def test_another_game_than_the_transcripts_is_refused(saved: Path, words: list[str]) -> None:
    assert "transcript" in refused(*words, "--replay", str(saved))


@pytest.mark.parametrize("move", ["9 from 7", "hint", "quit"])
def test_an_illegal_move_in_a_transcript_is_refused(saved: Path, move: str) -> None:
    content = json.loads(saved.read_text())
    saved.write_text(json.dumps({**content, "moves": [move]}))
    shown = piped("", "--replay", str(saved))
    assert shown.returncode == 2
    assert f"the transcript contains the move {move!r}" in shown.stderr


@pytest.mark.parametrize(
    "change",
    [
        {"game": []},
        {"game": "matches"},
        {"moves": "1"},
        {"moves": [1]},
        {"seed": -1},
        {"seed": "x"},
        {"side": "up"},
    ],
)
def test_a_transcript_with_a_wrong_part_is_refused(saved: Path, change: dict[str, object]) -> None:
    saved.write_text(json.dumps({**json.loads(saved.read_text()), **change}))
    assert "not a transcript" in refused("--replay", str(saved))


def test_a_transcript_that_is_nested_deeply_is_refused(saved: Path) -> None:
    saved.write_text("[" * 100_000)
    assert "not a transcript" in refused("--replay", str(saved))


def test_a_transcript_with_an_option_of_the_solver_replays_to_the_same_end(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ("jujitsu", "--cards", "2", "--exact", "--seed", "3")
    first = piped("1\n", *words, "--rounds", "1", "--save", str(file))
    assert json.loads(file.read_text())["game"] == ["jujitsu", "--cards=2", "--exact"]
    again = piped("", "--replay", str(file))
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]


def test_a_transcript_runs_no_file_and_writes_none(saved: Path, tmp_path: Path) -> None:
    ran, written = tmp_path / "ran", tmp_path / "precious"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(ran)!r}, 'w')\ndef player(seen): return seen.moves[0]\n")
    written.write_text("precious")
    clean = json.loads(saved.read_text())
    for change, sentence in (
        ({"opponent": f"{evil}:player"}, "add --trust"),
        ({"game": [f"{evil}:Game"]}, "add --trust"),
        ({"game": [*clean["game"], f"--save={written}"]}, "contains a game and its parameters"),
        ({"game": [*clean["game"], "--limit", "100TB,100d"]}, "contains a game and its parameters"),
        ({"game": ["jujitsu", "--cluster=tcp://stranger:8786"]}, "contains a game and its parameters"),
    ):
        saved.write_text(json.dumps({**clean, **change}))
        assert sentence in refused("--replay", str(saved))
        assert sentence in refused(*clean["game"], "--replay", str(saved))
    assert not ran.exists()
    assert written.read_text() == "precious"


@pytest.mark.parametrize("spelled", ["secret.txt", " secret.txt", "\tsecret.txt", "secret.txt\n"])
def test_a_transcript_names_no_file(saved: Path, spelled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(saved.parent)
    Path("secret.txt").write_text("0.125 0.625")
    content = json.loads(saved.read_text())
    saved.write_text(json.dumps({**content, "game": ["nakai", f"--targets={spelled}"], "moves": []}))
    for words in ([], ["nakai"], ["nakai", "--stages", "2"]):
        said = refused(*words, "--replay", str(saved))
        assert "file names are not allowed here" in said
        assert "0.625" not in said
    trusted = piped("", "--replay", str(saved), "--trust")
    assert trusted.returncode == 0, trusted.stderr


def test_a_transcript_of_a_game_in_a_file_replays_where_the_user_names_the_file(tmp_path: Path) -> None:
    file, rules = tmp_path / "game.json", "examples/one-card-bluff.toml"
    first = piped("quit\n", "hidden", rules, "--seed", "1", "--save", str(file))
    assert first.returncode == 0, first.stderr
    assert "file names are not allowed here" in refused("--replay", str(file))
    for words in (["hidden", rules], ["--trust"]):
        again = piped("", *words, "--replay", str(file))
        assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("endless", ["/dev/zero", "/dev/random", "/dev/tty"])
def test_a_transcript_without_an_end_is_refused(endless: str) -> None:
    said = refused("--replay", endless)
    assert "not a transcript" in said or "cannot be read" in said


def test_a_transcript_of_endless_rounds_is_refused(saved: Path) -> None:
    saved.write_text(json.dumps({**json.loads(saved.read_text()), "rounds": 10**30}))
    assert "not a transcript" in refused("--replay", str(saved))


def test_what_cannot_be_done_is_said_before_play(tmp_path: Path) -> None:
    assert "cannot be written" in refused("matches", "--save", str(tmp_path / "no" / "such" / "file.json"))
    assert "cannot be written" in refused("matches", "--save", str(tmp_path))
    assert "--rounds must be" in refused("matches", "--rounds", "0")
    assert "--rounds must be" in refused("matches", "--rounds", "-3")
    assert "--seed must be" in refused("matches", "--seed", "-1")
    assert "no transcript" in refused("--replay", str(tmp_path / "none.json"))


def test_checking_a_file_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert "you can play only as" in refused("red-dog", "--side", "col", "--save", str(file))
    assert not file.exists()


def test_undo_is_part_of_the_transcript_and_shows_the_table_once(tmp_path: Path) -> None:
    file = tmp_path / "undone.json"
    words = ["jujitsu", "--cards", "3", "--seed", "2", "--save", str(file)]
    first = piped("1\nundo\n2\n3\nundo\n1\nquit\n", *words)
    assert first.returncode == 0, first.stderr
    assert json.loads(file.read_text())["moves"] == ["1", "undo", "2", "3", "undo", "1"]
    again = piped("", "--replay", str(file))
    assert again.returncode == 0, again.stderr
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]
    after = first.stdout.split("undo")[2].split("Your move")[0]
    assert after.count("your cards") == 1


def test_leaving_in_mid_round_counts_what_was_paid() -> None:
    shown = piped("cc\nquit\n", "gleason", "--seed", "1")
    assert shown.returncode == 0, shown.stderr
    assert "not finished" in shown.stdout
    *lines, score = shown.stdout.splitlines()
    unfinished = next(line for line in lines if "not finished" in line)
    assert re.findall(r"[+-]\d+", unfinished) == re.findall(r"[+-]\d+", score) != ["+0"]
    assert score.endswith("after an unfinished round")


def test_a_summary_adds_up_mistakes_and_puts_the_score_beside_the_value() -> None:
    """With K, folding to a bet costs 3 chips of 2 pots; after six rounds there is a band."""
    shown = piped("bet\nfold\n\n" * 12 + "quit\n", "kuhn", "--seed", "3", "--side", "A", "--rounds", "6")
    assert shown.returncode == 0, shown.stderr
    told = shown.stdout
    assert re.search(r"Your play: \d+ of \d+ moves", told)
    assert re.search(
        r"6 rounds are worth -0\.3333 to you with optimal play, plus or minus [\d.]+", " ".join(told.split())
    )
    assert "in the pot: 2 (you 1, the opponent 1)" in told


def test_no_line_is_told_twice() -> None:
    shown = piped("check\ncheck\nquit\n", "leduc", "--seed", "3")
    lines = shown.stdout.splitlines()
    assert sum("dealt to you: J" in line for line in lines) == sum(
        line.startswith("so far") for line in lines
    )
