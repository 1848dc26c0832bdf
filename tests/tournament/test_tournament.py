"""A tournament: matches are those of the arena, and an entry that fails loses its own matches and nobody else's."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex

import zerosum
from zerosum.core.errors import InputError
from zerosum.tournament import Tournament, tournament
from zerosum.tournament.entries import entries_in

GOOD = {
    "anna": "def player(seen):\n    return seen.moves[0]\n",
    "ben": "def bold(seen):\n    return seen.moves[-1]\n",
    "flood": (
        "import sys\nfrom zerosum import weights\n\ndef helper(x):\n    return x\n\n"
        "def player(seen):\n    print('x' * 10**6)\n    sys.stderr.write('y' * 10**6)\n"
        "    return weights({move: 1 for move in seen.moves})\n"
    ),
}
BAD = {
    "crash": ("def player(seen):\n    return {}[1]\n", "fails with KeyError: 1"),
    "exits": ("import sys\n\ndef player(seen):\n    sys.exit()\n", "calls sys.exit"),
    "hog": (
        "def player(seen):\n    return len(bytearray(10**10)) and seen.moves[0]\n",
        "needs more than 0.5 GB of memory",
    ),
    "leaves": ("import os\n\ndef player(seen):\n    os._exit(7)\n", "ends its process with status 7"),
    "loops": ("while True:\n    pass\n", "takes longer than 3 seconds"),
    "two": (
        "def a(seen):\n    pass\n\ndef b(seen):\n    pass\n",
        "has 2 functions: call the one",
    ),
    "weighs": ("def player(seen):\n    return {move: 1 for move in seen.moves}\n", "add up to 2, not to 1"),
    "wrong": ("def player(seen):\n    return 'castle'\n", "answers 'castle', which is not one of check, bet"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    for name, text in GOOD.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for name, (text, _) in BAD.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "_not_an_entry.py").write_text("raise SystemExit\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def held(folder) -> Tournament:
    return tournament(zerosum.load("kuhn")(), folder, also=("equilibrium",), seconds=3, memory=0.5)


def test_matches_are_those_of_the_arena(held):
    players = {
        "anna": lambda seen: seen.moves[0],
        "ben": lambda seen: seen.moves[-1],
        "flood": "uniform",
        "equilibrium": "equilibrium",
    }
    for i, row in enumerate(held.robin.rows):
        for j, col in enumerate(held.robin.cols):
            if row in players and col in players:
                assert held.robin.means[i][j] == zerosum.match("kuhn", players[row], players[col]).mean
    assert held.sampled == 0


def test_whoever_fails_loses_its_own_matches_and_nobody_elses(held):
    reasons = {trouble.entry: trouble.reason for trouble in held.troubles}
    assert reasons.keys() == BAD.keys()
    for name, (_, reason) in BAD.items():
        assert reason in reasons[name]
    index = {name: i for i, name in enumerate(held.robin.rows)}
    well = [*GOOD, "equilibrium"]
    for row in held.robin.rows:
        for col in held.robin.cols:
            lost = (index[row], index[col]) in held.forfeits
            assert lost == (row in BAD or col in BAD)
            if lost and row in well:
                assert held.forfeits[index[row], index[col]] == col
                assert held.robin.means[index[row]][index[col]] == max(
                    held.robin.means[index[a]][index[b]] for a in well for b in well
                )
    assert {one.name for one in held.results[-len(BAD) :]} == set(BAD)


def test_exploitability_is_zero_for_the_equilibrium_and_known_for_others(held):
    by_name = {one.name: one for one in held.results}
    assert by_name["equilibrium"].exploitability == 0
    uniform = by_name["flood"]
    assert (uniform.as_row, uniform.as_col) == (Fraction(-5, 12), Fraction(1, 2))
    assert uniform.exploitability == Fraction(11, 24)
    assert by_name["crash"].exploitability is None


def test_the_best_reply_to_the_winner_is_shown(held):
    assert held.winner in GOOD
    sides = [side for side, *_ in held.reply]
    assert sides == ["row", "col"]
    winner = {one.name: one for one in held.results}[held.winner]
    assert [value for _, value, _ in held.reply] == [winner.as_col, winner.as_row]


def test_the_report_has_all_forms(held):
    document = held.document("picture.svg")
    headings = [section.heading for section in document.sections]
    assert headings == ["Ranking", "Every match", "What went wrong", f"The best reply to {held.winner}"]
    check_latex(document.latex())
    check_html(document.html())
    assert json.dumps(held.json())
    assert held.figure().axes


def test_a_function_that_draws_at_random_is_sampled(tmp_path):
    (tmp_path / "chance.py").write_text(
        "import random\n\ndef player(seen):\n    return random.choice(seen.moves)\n", encoding="utf-8"
    )
    (tmp_path / "first.py").write_text("def player(seen):\n    return seen.moves[0]\n", encoding="utf-8")
    found = tournament(zerosum.load("rps")(), tmp_path, plays=50)
    assert found.sampled == 3
    assert not found.troubles
    assert {one.name: one.exploitability for one in found.results} == {"chance": None, "first": 1}


def test_a_game_of_the_users_own_has_positions_of_its_own(tmp_path):
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "ours.py").write_text(
        "from typing import NamedTuple\nimport zerosum\n\n"
        "class Place(NamedTuple):\n    left: int\n\n"
        "class Ours(zerosum.StagedGame):\n    start = Place(1)\n\n"
        "    def moves(self, position):\n        return ('ab', 'ab') if position.left else ((), ())\n\n"
        "    def play(self, position, row, col):\n        return [(1, 1 if row == col else -1, Place(0))]\n",
        encoding="utf-8",
    )
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.py").write_text(GOOD[name] + "# sees seen.position.left\n", encoding="utf-8")
    done = run("tournament", str(tmp_path), "--game", f"{rules / 'ours.py'}:Ours", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["rows"], found["troubles"]) == (
        [{"row": "anna", "anna": 1, "ben": -1}, {"row": "ben", "anna": -1, "ben": 1}],
        [],
    )


def test_the_command_says_whose_rights_and_writes_a_report(tmp_path):
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.py").write_text(GOOD[name], encoding="utf-8")
    done = run("tournament", str(tmp_path), "--game", "rps", "--out", str(tmp_path / "report.md"))
    assert done.returncode == 0, done.stderr
    assert "with your rights" in done.stderr
    assert (
        (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Tournament: Rock, paper, scissors")
    )
    assert (tmp_path / "report-picture.png").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["."], "name the game as well"),
        (["nowhere", "--game", "kuhn"], "there is no folder 'nowhere'"),
        ([".", "--game", "kuhn", "--seconds", "0"], "--seconds takes a number from 0.01 on"),
        ([".", "--game", "kuhn", "--out", "report.doc"], "ends in .md, .tex, .txt, .html"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = run("tournament", *words)
    assert (refused.returncode, said in refused.stderr) == (2, True), refused.stderr


def test_a_folder_needs_two_files(tmp_path):
    (tmp_path / "one.py").write_text("def player(seen): ...\n", encoding="utf-8")
    with pytest.raises(InputError, match="needs two files or more"):
        entries_in(tmp_path)
