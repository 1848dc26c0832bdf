"""Users' own classes: found in files and modules, refused in one sentence."""

import sys

import pytest

from zerosum.core.errors import InputError
from zerosum.models.family import solve
from zerosum.request.loading import load_class, looks_like_a_file

GAME = """
from dataclasses import dataclass
from zerosum.core.game import option
from zerosum.models.staged.rules import StagedGame

@dataclass(frozen=True)
class MyGame(StagedGame):
    size: int = option(2, "how large")
    start = "play"

    def moves(self, position):
        return (range(self.size), range(self.size)) if position == "play" else ((), ())

    def play(self, position, row, col):
        return [(1, int(row == col), "over")]
"""


@pytest.fixture
def write(tmp_path):
    def write(text, name="mygame.py"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_a_class_in_a_file(write):
    game = load_class(f"{write(GAME)}:MyGame")
    assert game.__name__ == "MyGame"
    assert float(solve(game(3)).value) == pytest.approx(1 / 3)


def test_the_only_game_of_a_file_needs_no_name(write):
    assert load_class(str(write(GAME))).__name__ == "MyGame"


def test_the_file_is_read_again_when_it_changes(write):
    load_class(str(write(GAME)))
    assert load_class(str(write(GAME.replace("option(2", "option(5"))))().size == 5


def test_a_file_may_import_its_neighbour(write):
    write("SIZE = 4\n", "neighbour_of_mygame.py")
    path = write("from neighbour_of_mygame import SIZE\n" + GAME.replace("option(2", "option(SIZE"))
    before = list(sys.path)
    assert load_class(f"{path}:MyGame")().size == 4
    assert sys.path == before


def test_a_class_of_a_module():
    assert load_class("zerosum.games.matches:Matches").__name__ == "Matches"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing.py:MyGame", "there is no file 'nothing.py'"),
        ("mygame", "write it as mygame.py:MyGame"),
        (":MyGame", "write it as mygame.py:MyGame"),
        ("no_such_module_here:MyGame", "cannot be imported: ModuleNotFoundError"),
        ("zerosum.games.matches:Matchs", "has no class 'Matchs'; it has Matches"),
        ("zerosum.games.matches:parse_takes", "is not a game"),
        ("zerosum.models.staged.rules:StagedGame", "lacks moves and play and start"),
        (
            "zerosum.models.staged.engines.tricks.rules:TrickGame",
            "lacks settle and start and trick",
        ),
    ],
)
def test_what_cannot_be_found(text, message):
    with pytest.raises(InputError, match=message):
        load_class(text)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1 +\n", "cannot be imported: SyntaxError"),
        ("\n\nx = 1 / 0\n", r"ZeroDivisionError: division by zero \(line 3\)"),
        ("import no_such_module_here\n", "No module named 'no_such_module_here'"),
        ("raise SystemExit(3)\n", "SystemExit: 3"),
        ("x = 1\n", "defines no game"),
        (GAME + "\nclass Other(MyGame):\n    pass\n", "defines 2 games; choose one: .*MyGame or .*Other"),
        (GAME.replace("@dataclass(frozen=True)\n", ""), r"has parameters \(size\) but is not a dataclass"),
        (GAME.replace("frozen=True", "frozen=False"), "cannot inherit non-frozen dataclass"),
        (GAME.replace("def play", "def plays"), "MyGame lacks play"),
    ],
)
def test_files_that_cannot_be_used(write, source, message):
    with pytest.raises(InputError, match=message) as caught:
        load_class(str(write(source)) + ("" if "Other" in source or "MyGame" not in source else ":MyGame"))
    assert "\n" not in str(caught.value)


def test_what_looks_like_a_file():
    assert looks_like_a_file("mygame.py")
    assert looks_like_a_file("mygame.py:MyGame")
    assert not looks_like_a_file("jujitsu")
