"""Command lines of people in a hurry, and of people who want to break something: one helpful sentence each."""

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.command import run

from zerosum.web.serve import _own_address


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", "nim"], "matches"),
        (["solve", "3 -2; -2 1"], 'zerosum matrix "3 -2; -2 1"'),
        (["solve", "3,-2;-2,1"], "zerosum matrix"),
        (["solve", "matrix"], "zerosum matrix"),
        (["solve", "kun"], "did you mean 'kuhn'"),
        (["solve", "poker"], "kuhn, leduc"),
        (["solve", "Holdem"], "turn or river"),
        (["match", "kuhn", "uniform", "examples/nobody.py:honest"], "zerosum examples"),
        (["solve", "leduc", "--tolerance", "1e400"], "1e400"),
        (["formula", f"{'(' * 300}a{')' * 300} 1; 0 2", "--a", "0..1"], "brackets"),
        (["formula", f"0{'-' * 3000}a 1; 0 2", "--a", "0..1"], "brackets and signs"),
    ],
    ids=lambda part: " ".join(part)[:30] if isinstance(part, list) else "",
)
def test_a_mistake_gets_a_sentence_that_helps(words: list[str], told: str) -> None:
    shown = run(*words)
    assert shown.returncode == 2
    assert told in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_round_robin_writes_a_picture_only_where_a_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("match", "pennies", "--all").returncode == 0
    assert not list(tmp_path.iterdir())
    shown = run("match", "pennies", "--all", "--out", "mine.png")
    assert "mine.png" in shown.stdout
    assert (tmp_path / "mine.png").exists()


def test_a_home_that_does_not_exist_is_not_created(tmp_path: Path) -> None:
    home = tmp_path / "nope" / "x"
    kept = {
        k: v for k, v in os.environ.items() if k not in ("ZEROSUM_CACHE", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")
    }
    done = subprocess.run(
        [sys.executable, "-m", "zerosum", "solve", "jujitsu", "--cards", "4"],
        env={**kept, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not home.parent.exists()


def test_the_address_of_an_open_site_is_one_that_others_can_type() -> None:
    assert _own_address() not in ("0.0.0.0", "::", "")
    with (
        patch("socket.socket.connect", side_effect=OSError),
        patch("socket.gethostname", return_value="desk"),
    ):
        assert _own_address() == "desk"


@pytest.mark.parametrize(
    "words",
    [
        ["jujitsu", "--cards", "3", "--exact"],
        ["goofspiel", "--cards", "3", "--exact"],
        ["oshi-zumo"],
        ["nakai", "--stages", "2"],
        ["matches", "--heaps", "1,2"],
        ["pursuit", "--exact"],
        ["kuhn"],
        ["morra"],
    ],
)
@pytest.mark.parametrize("question", ["--range", "--ev", "--steps"])
def test_no_answer_shows_python_objects(words: list[str], question: str) -> None:
    shown = run("solve", *words, question).stdout
    assert not re.search(r"\w+\(\w+=|\('|Fraction\(|<\w[\w.]* object|\bNone\b", shown), shown[:600]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["match", "kuhn", "--all", "--range"], "--range has no effect together with --all"),
        (
            ["match", "kuhn", "uniform", "--exploit", "--range"],
            "--range has no effect together with --exploit",
        ),
        (["plot", "kuhn", "--tikz", "--whiskers"], "--whiskers has no effect together with --tikz"),
        (["plot", "kuhn", "--tikz", "--json"], "--json has no effect together with --tikz"),
        (["certify", "kuhn", "--rocq", "kuhn.v", "--range"], "--range has no effect together with --rocq"),
        (["solve", "kuhn", "--refine", "--lock", "K: bet 1"], "--refine has no effect together with --lock"),
        (["matrix", "3 -2; -2 1", "--steps", "--range"], "--range has no effect together with --steps"),
        (["matrix", "3 -2; -2 1", "--lp", "--json"], "--lp cannot be printed as JSON"),
        (
            ["formula", "kuhn", "--bet", "0..4", "--at-least", "1"],
            "--at-least needs a value for every parameter",
        ),
        (["solve", "kuhn", "--lock", "B: nobody"], "choose from: uniform, boldest, meekest"),
        (["solve", "kuhn", "--cells", "8"], "cells and grids are for hands on [0, 1]"),
        (["solve", "kuhn", "--grids", "0"], "at least 1 grid of at least 2 cells, not 0 of 32"),
    ],
)
def test_a_flag_without_effect_is_rejected(words: list[str], told: str) -> None:
    shown = run(*words)
    assert told in " ".join(shown.stderr.split())
    assert shown.returncode == 2
