"""Sweeps that are killed, interrupted, out of disk or without workers: what they find in the end is the same."""

from __future__ import annotations

import csv
import errno
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

import zerosum
from zerosum.core.errors import InputError, StoreError
from zerosum.sweeps.grid import grid_of
from zerosum.sweeps.journal import Journal, journal_of
from zerosum.sweeps.rows import Outcome

KILLS = int(os.environ.get("ZEROSUM_KILLS", "5"))
"""`make fire` asks for fifty and more."""
WORDS = ("kuhn", "--bet", "1/2..4:60", "--cards", "5,7", "--ask", "ev 1")
ROWS = 120


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def start(*more: str) -> subprocess.Popen[str]:
    """A sweep in a process of its own."""
    command = [sys.executable, "-m", "zerosum", "sweep", *WORDS, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows_of(file: Path) -> list[dict[str, str]]:
    """The table of a CSV file without its times."""
    with file.open() as lines:
        return [
            {name: cell for name, cell in row.items() if name != "seconds"} for row in csv.DictReader(lines)
        ]


def finished(journal: Path) -> int:
    """Number of rows in a journal, below its first line."""
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def stop_at(journal: Path, running: subprocess.Popen[str], rows: int, how: signal.Signals) -> bool:
    """Send a signal some moments after the journal has so and so many rows; say whether the sweep was still at work."""
    while running.poll() is None and finished(journal) < rows:
        time.sleep(0.001)
    time.sleep(random.uniform(0, 0.01))
    if running.poll() is None:
        running.send_signal(how)
    running.communicate()
    return running.returncode != 0


def undisturbed() -> list[dict[str, str]]:
    """The same table without a stop, from this process."""
    found = zerosum.sweep("kuhn", bet="1/2..4:60", cards="5,7", ask="ev 1", workers=1, journal=False)
    lines = found.encoded(".csv").decode().splitlines()
    return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(lines)]


def test_killed_at_random_moments_the_table_is_the_same(tmp_path: Path) -> None:
    journal, table = tmp_path / "journal", tmp_path / "table.csv"
    kills, count = 0, 0
    while not table.exists():
        running = start("--journal", str(journal), "--csv", str(table), "--workers", random.choice("12"))
        if kills < KILLS:
            rows = finished(journal) + random.randint(0, 2 * max(1, ROWS // (3 * KILLS)))
            kills += stop_at(journal, running, rows, signal.SIGKILL)
        else:
            running.communicate()
            assert running.returncode == 0
        assert finished(journal) >= count or not journal.exists()  # no row is lost
        count = finished(journal)
    assert kills >= KILLS // 2
    assert rows_of(table) == undisturbed()


def test_ctrl_c_says_how_many_rows_are_kept_and_the_same_command_goes_on(tmp_path: Path) -> None:
    journal, table = tmp_path / "journal", tmp_path / "table.csv"
    running = start("--journal", str(journal), "--csv", str(table))
    while running.poll() is None and finished(journal) < 3:
        time.sleep(0.001)
    running.send_signal(signal.SIGINT)
    said = running.communicate()[1]
    assert running.returncode == 130
    assert "Traceback" not in said
    assert f"of {ROWS} rows are saved" in said
    again = start("--journal", str(journal), "--csv", str(table))
    assert f"of {ROWS} rows" in again.communicate()[1]  # says after which it goes on
    assert rows_of(table) == undisturbed()


def test_a_full_disk_keeps_whole_lines_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "journal"
    journal = Journal(file, "a sweep")
    journal.add([(0, Outcome(1, 1))])
    before, write = file.read_bytes(), os.write
    size = len(before) + 30

    def limited(descriptor: int, data: bytes) -> int:
        """Write while there is room; then the disk is full."""
        part = data[: size - os.fstat(descriptor).st_size]
        if not part:
            raise OSError(errno.ENOSPC, "no space")
        return write(descriptor, part)

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", limited)
        with pytest.raises(StoreError, match="full"):
            journal.add([(1, Outcome(2, 2))])
    journal.close()
    assert file.read_bytes() == before
    again = Journal(file, "a sweep")
    assert again.finished == {0: Outcome(1, 1)}
    again.close()


DAMAGES = {
    "another digit": lambda line: line.replace(b"1/7", b"1/3", 1),
    "no text": lambda line: b"\xff\xfe\n",
    "zeros": lambda line: b"\0" * len(line) + b"\n",
    "nested": lambda line: b"[" * 100_000 + b"\n",
    "no check": lambda line: b'{"row": 1, "found": {"lower": {"q": "1/0"}}}\n',
    "cut off": lambda line: line[:-5],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_line_and_those_below_it_are_solved_again(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "journal"
    journal = Journal(file, "a sweep")
    journal.add([(k, Outcome(Fraction(k, 7), Fraction(k, 7), {"a": {"q": "no number"}})) for k in range(3)])
    journal.close()
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = DAMAGES[damage](lines[2])
    file.write_bytes(b"".join(lines))
    again = Journal(file, "a sweep")
    assert again.finished == {0: Outcome(Fraction(0), Fraction(0), {"a": {"q": "no number"}})}
    again.close()
    assert file.read_bytes() == b"".join(lines[:2])


@pytest.mark.parametrize(
    "content", [b"hello", b"hello\n", b"\n", b'{"sweep": 1}\n', b"\xff" * 999], ids=range(5)
)
def test_a_file_of_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"notes\.txt is not the journal"):
        zerosum.sweep("kuhn", journal=file, workers=1)
    assert file.read_bytes() == content


def test_a_first_line_that_was_cut_off_begins_the_journal_again(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    Journal(file, "a sweep").close()
    whole = file.read_bytes()
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        Journal(file, "a sweep").close()
        assert file.read_bytes() == whole


def test_devices_and_pipes_are_no_journals(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/full"), Path("/dev/null"), tmp_path):
        with pytest.raises(InputError, match="be a file"):
            zerosum.sweep("kuhn", journal=place, workers=1)


def test_a_journal_in_the_cache_that_is_spoilt_begins_again(cache: Path) -> None:
    grid = grid_of("kuhn", {"bet": "1..3"})
    journal = journal_of(grid.digest(), None)
    assert journal is not None
    journal.add([(1, Outcome(7, 7))])
    journal.close()
    (file,) = cache.rglob("*.jsonl")
    file.write_bytes(b"spoilt" + file.read_bytes())
    assert [str(row.value.lower) for row in zerosum.sweep("kuhn", bet="1..3", workers=1)] == [
        "-1/18",
        "0",
        "0",
    ]


def test_a_worker_that_dies_costs_no_row() -> None:
    def deadly(bet: object, first: str) -> zerosum.Game:
        """Kuhn poker; the process that makes the first game with this bet dies of it."""
        try:
            os.close(os.open(f"{first}-{bet}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return zerosum.load("kuhn")(bet=bet)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    folder = os.environ["ZEROSUM_CACHE"]
    os.makedirs(folder)
    for where in ({"workers": 2}, {"cluster": "local:2"}):
        if "cluster" in where:
            pytest.importorskip("distributed")
        first = os.path.join(folder, *where)
        found = zerosum.sweep(deadly, bet=[1, 2], first=first, journal=False, **where)
        assert [str(row.value.lower) for row in found] == ["-1/18", "0"], found.errors


def test_a_sweep_goes_on_after_the_rows_of_its_journal(cache: Path) -> None:
    grid = grid_of("kuhn", {"bet": "1..3"})
    journal = journal_of(grid.digest(), None)
    assert journal is not None
    journal.add([(1, Outcome(7, 7))])  # not the value: what is in the journal is not solved again
    journal.close()
    assert [row.value.lower for row in zerosum.sweep("kuhn", bet="1..3", workers=1)][1] == 7
    assert not list(cache.rglob("*.jsonl"))
