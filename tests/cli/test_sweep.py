"""`zerosum sweep`: tables, files and pictures of many games at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.command import run

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = """
def gap(solution):
    return solution.value.gap
"""


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def sweep(*words: str) -> list[dict[str, object]]:
    """The rows that the command finds in this process."""
    shown = run("sweep", *words, "--json", "--workers", "1")
    assert shown.returncode == 0, shown.stderr
    return json.loads(shown.stdout)["rows"]


def test_a_table_of_two_parameters_and_an_answer() -> None:
    rows = sweep("kuhn", "--bet", "1/2..2:4", "--cards", "3,4", "--ask", "row, 1: bet", "--ask", "ev")
    assert [(row["bet"], row["cards"]) for row in rows][:3] == [("1/2", 3), ("1/2", 4), ("1", 3)]
    assert rows[2]["lower"] == rows[2]["upper"] == "-1/18"
    assert rows[2]["ev J, check"] == "-1"


def test_files_are_written_and_a_plot_drawn(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("t.csv", "t.jsonl", "t.svg")]
    shown = run(
        *("sweep", "kuhn", "--bet", "1,2", "--cards", "3,4", "--workers", "1", "--over", "bet"),
        *("--csv", str(files[0]), "--jsonl", str(files[1]), "--plot", str(files[2])),
    )
    assert shown.returncode == 0, shown.stderr
    assert all(file.stat().st_size for file in files)
    assert files[0].read_text().splitlines()[1].startswith("1,3,-0.0555")
    assert "cards 4" in files[2].read_text()
    assert "-0.0555555… = -1/18" in shown.stdout


def test_random_matrices_files_and_own_classes(tmp_path: Path) -> None:
    rows = sweep("matrix", "--random", "5x5", "--seed", "1..3", "--exact")
    assert [row["seed"] for row in rows] == [1, 2, 3]
    assert len({row["lower"] for row in rows}) == 3
    (tmp_path / "m.csv").write_text("1,-1\n-1,3\n")
    several = sweep(str(tmp_path / "m.csv"), str(EXAMPLES / "one-card-bluff.toml"), str(EXAMPLES / "kuhn.py"))
    assert [row["lower"] for row in several] == ["1/3", "1/3", "-1/18"]
    own = sweep(str(EXAMPLES / "matching_pennies.py"), "--rounds", "1..3", "--heads", "2", "--exact")
    assert [row["rounds"] for row in own] == [1, 2, 3]
    assert own[2]["heads"] == 2


def test_a_function_in_a_file_is_asked(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (row,) = sweep("kuhn", "--ask", f"{tmp_path / 'own.py'}:gap")
    assert row["gap"] == "0"


def test_a_switch_and_a_lock_are_parameters() -> None:
    assert [row["refine"] for row in sweep("kuhn", "--refine=yes,no")] == [True, False]
    assert [row["locks"] for row in sweep("kuhn", "--lock", "J, check: bet 0..1:3")][1] == "J, check: bet 1/2"


def test_a_sweep_in_which_nothing_could_be_solved_fails() -> None:
    shown = run("sweep", "matrix", "--random", "5")
    assert shown.returncode == 1
    assert "50x50" in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("kun --bet 1", "kuhn"),
        ("kuhn --bett 1", "--bet"),
        ("kuhn --bet x", "a number"),
        ("kuhn --bet 1/2..4", "1/2..4:8"),
        ("kuhn --bet 4..1", "smaller"),
        ("kuhn --bet ..4", "--bet"),
        ("kuhn --bet 1..x:3", "--bet"),
        ("kuhn --ask ev --ask ev", "'ev' is given twice"),
        ("kuhn --bet ,", "no values"),
        ("kuhn --cards 1..1000000000", "1,000,000,000 rows"),
        ("kuhn --csv out.txt", ".csv"),
        ("kuhn --csv /no/such/folder/out.csv", "folder"),
        ("kuhn --plot out.png", "several values"),
        ("kuhn --bet 1,2 --plot out.png --over cards", "bet"),
        ("kuhn --over bet", "--plot"),
        ("kuhn --workers 0", "workers"),
        ("kuhn --workers 2 --cluster local:2", "not both"),
        ("kuhn --cluster local:x", "local:4"),
        ("kuhn --parquet out.parquet", "pyarrow"),
        ("kuhn --journal /no/such/folder/j", "folder"),
        ("hidden", "PATH"),
        ("matrix", "random"),
        ("--bet 1", "game first"),
        ("no-such-file.toml", "no-such-file"),
        ("river --board ???", "known"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: str, told: str) -> None:
    shown = run("sweep", *words.split(" "))
    if told == "pyarrow" and shown.returncode == 0:
        pytest.skip("pyarrow is installed")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert told in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
