"""A game of the catalogue is one file and one line: all that lists, pages and tests need is on its class."""

import contextlib
import dataclasses
import subprocess
import sys
from fractions import Fraction
from inspect import getdoc

import pytest
from tests.small import ROOT, small, small_request

import zerosum
from zerosum import games
from zerosum.core.errors import ZerosumError
from zerosum.core.game import instruction_lines
from zerosum.request import flag_groups

SHARED = {"cards", "dealer", "efg", "preflop", "shoe"}
"""Modules of zerosum.games without a game of their own."""


@pytest.mark.parametrize("name", list(games.CATALOG))
def test_a_game_says_everything_about_itself(name: str) -> None:
    game = games.load(name)
    assert game.name == name
    assert getdoc(game)
    assert game.summary
    assert not game.summary.endswith(".")
    assert game.tagline.endswith((".", "?"))
    for own in ("name", "summary", "tagline"):
        assert own in vars(game), f"{own} is another game's"
    if "path" not in small(name):
        assert game()  # defaults make a game
    request = small_request(name)
    assert request.game.title
    assert request.game.instructions
    groups = flag_groups(game)
    known = {flag.name for group in ("game", "solver") for flag in groups[group]}
    assert set(game.demo_parameters) <= known
    assert set(game.gallery) <= known


def test_every_file_of_games_is_in_the_catalogue() -> None:
    files = {path.stem for path in (ROOT / "src/zerosum/games").glob("*.py")} - {"__init__"}
    listed = {entry.class_path.partition(":")[0] for entry in games.CATALOG.values()}
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


@pytest.mark.parametrize("name", [name for name in games.CATALOG if "path" not in small(name)])
def test_the_rules_say_every_number_that_matters(name: str) -> None:
    """A newcomer can play from the rules alone: whoever changes a number of the game reads other rules."""
    game = zerosum.load(name)()
    rules = game.instructions
    assert len(" ".join(instruction_lines(rules))) > 60
    for field in dataclasses.fields(game):
        value = getattr(game, field.name)
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            continue
        for other in (value + 1, value - 1, 2 * value):
            with contextlib.suppress(ZerosumError):
                changed = dataclasses.replace(game, **{field.name: other})
                if changed.title != game.title:
                    assert changed.instructions != rules, f"{field.name}={other}"
