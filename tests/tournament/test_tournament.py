"""A tournament: matches are those of the arena, and an entry that fails loses its own matches and nobody else's."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.command import run
from tests.models.matrix_game.test_steps import check_html, check_latex
from tests.small import small_game

import zerosum
from zerosum import games
from zerosum.core.errors import InputError
from zerosum.models.family import arena_for
from zerosum.request import request_of
from zerosum.tournament import Tournament, tournament
from zerosum.tournament.entries import entries_in
from zerosum.tournament.sandbox import find_sandbox

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
    "crash": ("def player(seen):\n    return {}[1]\n", "failed with KeyError: 1"),
    "exits": ("import sys\n\ndef player(seen):\n    sys.exit()\n", "called sys.exit"),
    "hog": (
        "def player(seen):\n    return len(bytearray(10**10)) and seen.moves[0]\n",
        "needs more than 0.5 GB of memory",
    ),
    "leaves": ("import os\n\ndef player(seen):\n    os._exit(7)\n", "ended its process with status 7"),
    "loops": ("while True:\n    pass\n", "took longer than 3 seconds"),
    "two": (
        "def a(seen):\n    pass\n\ndef b(seen):\n    pass\n",
        "has 2 functions",
    ),
    "weighs": ("def player(seen):\n    return {move: 1 for move in seen.moves}\n", "add up to 2, not 1"),
    "wrong": (
        "def player(seen):\n    return 'castle'\n",
        "returned 'castle'; it must return one of check, bet",
    ),
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
                assert (
                    held.robin.means[index[row]][index[col]] == 2
                )  # the most that a play of Kuhn poker pays
    assert held.penalty == (-2, 2, False)
    assert {one.name for one in held.results[-len(BAD) :]} == set(BAD)


def test_exploitability_is_zero_for_the_equilibrium_and_known_for_others(held):
    by_name = {one.name: one for one in held.results}
    assert by_name["equilibrium"].exploitability == 0
    uniform = by_name["flood"]
    assert (uniform.as_row, uniform.as_col) == (Fraction(-5, 12), Fraction(1, 2))
    assert uniform.exploitability == Fraction(11, 24)
    assert by_name["crash"].exploitability is None


def test_the_best_response_to_the_winner_is_shown(held):
    assert held.winner in GOOD
    sides = [side for side, *_ in held.best_responses]
    assert sides == ["row", "col"]
    winner = {one.name: one for one in held.results}[held.winner]
    assert [value for _, value, _ in held.best_responses] == [winner.as_col, winner.as_row]


def test_the_report_has_all_forms(held):
    document = held.document("picture.svg")
    headings = [section.heading for section in document.sections]
    assert headings == ["Ranking", "All matches", "Errors", f"Best response to {held.winner}", "Limits"]
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


FIRST, LAST = GOOD["anna"], GOOD["ben"]
UNIFORM = (
    "from zerosum import weights\n\ndef player(seen):\n    return weights(dict.fromkeys(seen.moves, 1))\n"
)


def hold(folder: Path, game: zerosum.Game, **options) -> Tournament:
    """The three simplest entries."""
    for name, text in {"first": FIRST, "uniform": UNIFORM, "last": LAST}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return tournament(game, folder, **options)


def finishes(game: zerosum.Game, folder: Path, plays: int = 200) -> None:
    """The three entries finish, with progress."""
    told = []
    found = hold(folder, game, plays=plays, progress=lambda *parts: told.append(parts), report=told.append)
    assert not found.troubles
    assert {one.name for one in found.results} == {"first", "uniform", "last"}
    assert told


@pytest.mark.parametrize("name", ["pursuit", "jujitsu", "nakai", "hidden"])
def test_the_simplest_entries_finish(name, tmp_path):
    finishes(small_game(name), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", games.CATALOG)
def test_the_simplest_entries_finish_in_every_game_of_the_catalogue(name, tmp_path):
    finishes(small_game(name), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", ["red-dog", "jujitsu", "gleason", "pursuit"])
def test_the_simplest_entries_finish_at_the_size_of_the_command(name, tmp_path):
    finishes(zerosum.load(name)(), tmp_path, plays=1000)


def test_moves_may_be_lists(tmp_path):
    class Ours(zerosum.StagedGame):
        start = 1

        def moves(self, position):
            return (["a", "b"], ["a", "b"]) if position else ([], [])

        def play(self, position, row, col):
            return [(1, 1 if row == col else -1, 0)]

    found = hold(tmp_path, Ours())
    assert not found.troubles
    assert found.robin.means[0] == [1, -1, 0]


def test_equal_players_share_a_rank(tmp_path):
    for name in ("anna", "ben", "chloe"):
        (tmp_path / f"{name}.py").write_text(UNIFORM, encoding="utf-8")
    (tmp_path / "crash.py").write_text("raise ValueError\n", encoding="utf-8")
    found = tournament(zerosum.load("rps")(), tmp_path)
    assert [one.rank for one in found.results] == [1, 1, 1, 4]
    assert [line[0] for line in found.document().sections[0].parts[0].rows] == [1, 1, 1, 4]
    assert [one["rank"] for one in found.json()["ranking"]] == [1, 1, 1, 4]


def test_only_an_entrys_own_processor_time_is_charged(tmp_path):
    """Eighty thousand questions take much longer than the entry computes."""
    (tmp_path / "chance.py").write_text(
        "import random\n\ndef player(seen):\n    return random.choice(seen.moves)\n", encoding="utf-8"
    )
    (tmp_path / "first.py").write_text(FIRST, encoding="utf-8")
    told = []
    found = tournament(
        zerosum.load("jujitsu")(cards=5),
        tmp_path,
        seconds=1.0,
        plays=1000,
        progress=lambda *parts: told.append(parts),
    )
    assert not found.troubles
    assert any(unit == "questions" for _, _, unit in told)


@pytest.mark.parametrize(
    ("name", "parameters", "extremes"),
    [
        ("rps", {}, (-1, 1)),
        ("jujitsu", {"cards": 3}, (-1, 1)),
        ("kuhn", {}, (-2, 2)),
        ("matches", {"matches": 5}, (-1, 1)),
        ("gleason", {"nodes": "1,2,-3"}, (-1, Fraction(3, 2))),
        ("stochastic", {"path": "examples/dare.toml"}, None),
    ],
)
def test_the_worst_payoff_is_that_of_the_game(name, parameters, extremes):
    game = request_of(name, {key: str(value) for key, value in parameters.items()}).game
    arena = arena_for(game)
    found = arena.extreme_payoffs()
    if extremes is None:
        row, col = arena.roster("row").values(), arena.roster("col").values()
        means = [arena.match(a, b).mean for a in row for b in col]
        assert found[0] <= min(means) <= max(means) <= found[1]
    else:
        assert found == extremes


def test_the_usage_is_the_usage(tmp_path):
    general = run("tournament", "--help").stdout
    assert "zerosum tournament FOLDER --game GAME" in general
    assert "zerosum tournament FOLDER --game kuhn" in run("tournament", "--game", "kuhn", "--help").stdout
    assert "zerosum solve kuhn" in run("solve", "kuhn", "--help").stdout


def test_the_command_says_whose_rights_and_writes_a_report(tmp_path):
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.py").write_text(GOOD[name], encoding="utf-8")
    done = run("tournament", str(tmp_path), "--game", "rps", "--out", str(tmp_path / "report.md"))
    assert done.returncode == 0, done.stderr
    found = find_sandbox()
    assert ("your permissions" in done.stderr) == (not found.bubblewrap)
    assert "ben" in done.stdout
    assert (
        (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# Tournament: Rock, paper, scissors")
    )
    assert (tmp_path / "report-picture.png").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["."], "give the game as well"),
        (["nowhere", "--game", "kuhn"], "there is no folder 'nowhere'"),
        ([".", "--game", "kuhn", "--seconds", "0"], "--seconds must be at least 0.01"),
        ([".", "--game", "kuhn", "--out", "report.doc"], "ends in .md, .tex, .txt, .html"),
    ],
)
def test_wrong_words_are_refused_in_one_sentence(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = run("tournament", *words)
    assert (refused.returncode, said in refused.stderr) == (2, True), refused.stderr


def test_a_folder_needs_two_files(tmp_path):
    (tmp_path / "one.py").write_text("def player(seen): ...\n", encoding="utf-8")
    with pytest.raises(InputError, match="two files"):
        entries_in(tmp_path)
