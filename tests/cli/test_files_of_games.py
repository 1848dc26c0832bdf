"""Every command takes every kind of file, or says which command does."""

import shlex
from pathlib import Path

import pytest
from tests.command import run
from tests.one_of_each import FIRST
from tests.small import small

from zerosum.store.disk import DiskStore

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = """
from zerosum import StagedGame
class Coin(StagedGame):
    start = 1
    def moves(self, position): return ("ab", "ab") if position else ((), ())
    def play(self, position, row, col): return [(1, int(row == col), 0)]
class Other(StagedGame):
    start = 1
    def moves(self, position): return ("ab", "ab") if position else ((), ())
    def play(self, position, row, col): return [(1, int(row == col), 0)]
"""
FILES = ["shapley.toml", "one-card-bluff.toml", "betting-ranges.toml", "dare.toml", "bluff.efg"]
OTHERS = {"x.nfg": "zerosum matrix", "x.csv": "zerosum matrix", "x.cert": "zerosum check"}
GAMBIT = 'EFG 2 R "bluff" { "A" "B" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'


@pytest.mark.parametrize("verb", ["solve", "verify", "plot", "certify", "match"])
@pytest.mark.parametrize(
    "file", ["shapley.toml", "one-card-bluff.toml", "betting-ranges.toml", "dare.toml", "bluff.efg"]
)
def test_a_file_of_rules_is_enough(verb, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = EXAMPLES / file
    if file == "bluff.efg":
        path = tmp_path / file
        path.write_text(GAMBIT, encoding="utf-8")
    words = ["equilibrium", "uniform"] if verb == "match" else []
    shown = run(verb, str(path), *words)
    assert shown.returncode == 0, shown.stderr


@pytest.mark.parametrize("verb", ["solve", "verify", "plot", "certify", "match", "play"])
@pytest.mark.parametrize(
    ("file", "command"),
    [("x.nfg", "zerosum matrix"), ("x.csv", "zerosum matrix"), ("x.cert", "zerosum check")],
)
def test_another_command_is_named(verb, file, command):
    shown = run(verb, file)
    assert shown.returncode == 2
    assert f"{command} {file}" in shown.stderr


def test_a_matrix_in_a_toml_file_is_for_the_command_matrix(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text("matrix = [[1, -1], [-1, 1]]\n", encoding="utf-8")
    assert f"zerosum matrix {file}" in run("solve", str(file)).stderr
    assert run("matrix", str(file)).returncode == 0


def test_a_file_that_is_no_game_is_refused(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text("title = 1\n", encoding="utf-8")
    shown = run("solve", str(file))
    assert shown.returncode == 2
    assert "is not a game" in shown.stderr


def test_certify_prints_a_command_that_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my own.py").write_text(OWN, encoding="utf-8")
    shown = run("certify", "my own.py:Coin")
    words = shlex.split(shown.stdout.partition("check it with: ")[2])
    assert words[:2] == ["zerosum", "check"]
    assert run(*words[1:]).returncode == 0
    wrong = run("check", words[2], "--rules", "my own.py:Other")
    assert wrong.returncode == 2
    assert "for Coin, not Other" in wrong.stderr
    assert run("check", words[2], "--rules", "kuhn").returncode == 2


@pytest.mark.parametrize("kept", [False, True])
def test_stopping_says_that_tables_are_kept_only_where_some_are(kept, monkeypatch):
    def stop(words):
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.cli.run", stop)
    monkeypatch.setattr(DiskStore, "has_written", kept)
    shown = run("solve", "kuhn")
    assert shown.returncode == 130
    assert shown.stderr.startswith("zerosum: stopped")
    assert ("tables are saved" in shown.stderr) == kept


def test_examples_are_listed_shown_and_copied(tmp_path):
    listed = run("examples").stdout
    for path in (*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.toml")):
        assert path.name in listed
        assert run("examples", path.name).stdout == path.read_text(encoding="utf-8")
    assert run("examples", "kuhn").stdout == (EXAMPLES / "kuhn.py").read_text(encoding="utf-8")
    copy = tmp_path / "mine.py"
    assert run("examples", "kuhn", "--out", str(copy)).returncode == 0
    assert run("solve", str(copy)).returncode == 0
    assert run("examples", "kuhn", "--out", str(copy)).returncode == 2
    assert "did you mean" in run("examples", "kuhm.py").stderr


@pytest.mark.parametrize("name", FIRST.values())
def test_every_model_answers_in_markdown_and_in_latex(name):
    flags = [
        text if key == "path" else f"--{key.replace('_', '-')}={text}" for key, text in small(name).items()
    ]
    markdown, latex = (run("solve", name, *flags, form).stdout for form in ("--markdown", "--latex"))
    assert markdown.startswith("# ")
    for block in markdown.split("\n\n"):
        lines = [line.replace(r"\|", "") for line in block.splitlines() if line.startswith("|")]
        assert len({line.count("|") for line in lines}) <= 1
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}")
    assert latex.startswith(r"\documentclass")
    assert run("solve", name, *flags, "--latex", "--json").returncode == 2
