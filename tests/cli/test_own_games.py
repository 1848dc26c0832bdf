"""Rules of one's own that fail, in games of every model: one sentence, exit status 2, no traceback."""

from pathlib import Path

import pytest
from tests.command import run

from zerosum import CATALOG
from zerosum.cli import VERBS
from zerosum.request import load_game

EXAMPLES = Path(__file__).parents[2] / "examples"

GAMES = """
import sys
from dataclasses import dataclass
from zerosum import HiddenGame, StagedGame, StochasticGame, TrickGame

class Leaves(StochasticGame):
    states = ("a",)
    first_state = "a"
    def moves(self, state): return "xy", "zw"
    def play(self, state, i, j): sys.exit(4)

class Raises(TrickGame):
    start = 0
    def trick(self, context, outcome): raise RuntimeError("boom")
    def settle(self, context): return context

class Untitled(StagedGame):
    start = "a"
    @property
    def title(self): return 1 / 0
    def moves(self, position): return (), ()
    def play(self, position, row, col): return []

@dataclass(frozen=True)
class Unmade(StagedGame):
    n: int = 3
    start = "a"
    def __post_init__(self): raise KeyError("n")
    def moves(self, position): return (), ()
    def play(self, position, row, col): return []

class Unstarted(StochasticGame):
    states = ("a",)
    @property
    def first_state(self): return [][0]
    def moves(self, state): return "xy", "zw"
    def play(self, state, i, j): return 1, {state: 1}
"""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Leaves", "SystemExit: 4"),
        ("Raises", "RuntimeError: boom"),
        ("Untitled", "ZeroDivisionError: division by zero"),
        ("Unmade", "KeyError: 'n'"),
        ("Unstarted", "IndexError: list index out of range"),
    ],
)
def test_a_failure_is_one_sentence_with_its_line(tmp_path, name, told):
    file = tmp_path / "own.py"
    file.write_text(GAMES)
    shown = run("solve", f"{file}:{name}")
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr
    assert f"the rules in {file} failed with {told} (line " in shown.stderr


def test_a_parameter_with_the_name_of_a_flag_keeps_it_and_the_flag_gets_a_longer_name(tmp_path):
    """`rounds` of the game and `--rounds` of play: the flag of the command is then --play-rounds, and replays work."""
    game, file = f"{EXAMPLES / 'rps_prize.py'}:RpsPrize", tmp_path / "played.json"
    words = ["--rounds", "2", "--play-rounds", "1", "--seed", "3", "--save", str(file)]
    played = run("play", game, *words, typed="rock\nrock\nrock\nrock\n")
    assert "after 1 round" in played.stdout, played.stderr
    replayed = run("play", "--replay", str(file), "--trust")
    assert replayed.stdout.splitlines()[-1] == played.stdout.splitlines()[-1], replayed.stderr
    assert "--play-rounds" in run("play", game, "--help").stdout
    named = run("play", game, "--rounds=2", "--replay", str(file))
    assert named.stdout.splitlines()[-1] == played.stdout.splitlines()[-1], named.stderr
    assert "add --trust" in run("play", game, "--replay", str(file)).stderr


def test_no_game_of_the_catalogue_has_a_parameter_with_the_name_of_a_flag():
    for verb in ("solve", "play", "match", "plot", "verify", "certify"):
        command = VERBS[verb].load(verb)
        for name in CATALOG:
            renamed = [flag.typed for flag in command.flags(load_game(name)) if flag.key]
            assert not renamed or (verb == "solve" and "duel" in name), (
                verb,
                name,
            )  # a duel has steps of its own
