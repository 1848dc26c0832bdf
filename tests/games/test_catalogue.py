"""A game of the catalogue is one file and one line: all that lists, pages and tests need is on its class."""

import subprocess
import sys
from inspect import getdoc

import pytest
from tests.small import ROOT, small, small_request

from zerosum import games
from zerosum.request import flag_groups

SHARED = {"cards", "dealer", "efg", "shoe"}
"""Modules of zerosum.games without a game of their own."""


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_a_game_says_everything_about_itself(name: str) -> None:
    game = games.load(name)
    assert game.name == name
    assert getdoc(game)
    assert game.summary
    assert not game.summary.endswith(".")
    assert game.invitation.endswith((".", "?"))
    for own in ("name", "summary", "invitation"):
        assert own in vars(game), f"{own} is another game's"
    if "path" not in small(name):
        assert game()  # defaults make a game
    request = small_request(name)
    assert request.game.title
    assert request.game.instructions
    groups = flag_groups(game)
    known = {flag.name for group in ("game", "solver") for flag in groups[group]}
    assert set(game.small) <= known
    assert set(game.gallery) <= known


def test_every_file_of_games_is_in_the_catalogue() -> None:
    files = {path.stem for path in (ROOT / "src/zerosum/games").glob("*.py")} - {"__init__"}
    listed = {entry.where.partition(":")[0] for entry in games.CATALOG.values()}
    assert files == listed | SHARED


def test_a_game_is_solved_without_importing_the_others() -> None:
    asks = """
import sys
from zerosum.cli import main
sys.argv = ["zerosum", "solve", "kuhn"]
main()
print(sorted(name for name in sys.modules if name.startswith("zerosum.games.")))"""
    shown = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "['zerosum.games.poker']"
