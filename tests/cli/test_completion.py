"""What a shell is offered is what the command takes."""

import shutil
import subprocess
import sys

import pytest

from zerosum import games
from zerosum.cli import VERBS
from zerosum.cli.completion import SCRIPTS, offers


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["so"], ["solve"]),
        (["solve", "juj"], ["jujitsu"]),
        (["solve", "leduc", "--ran"], ["--range", "--ranks"]),
        (["solve", "jujitsu", "--ties", ""], ["carried", "discarded"]),
        (["match", "kuhn", "eq"], ["equilibrium"]),
        (["match", "kuhn", "uniform", "--expl"], ["--exploit"]),
        (["play", "kuhn", "--against", "uni"], ["uniform"]),
        (["play", "kuhn", "--side", ""], ["A", "B", "col", "row"]),
        (["play", "goofspiel", "--side", ""], ["col", "row"]),
        (["plot", "gleason", "--o"], ["--out"]),
        (["reproduce", "nak"], ["nakai"]),
        (["matrix", "--ex"], ["--exact"]),
        (["completion", "z"], ["zsh"]),
        (["bench", "pee"], ["peers"]),
        (["sweep", "juj"], ["jujitsu"]),
        (["sweep", "kuhn", "--be"], ["--bet"]),
        (["solve", "no-such-game", "--"], []),
        (["frobnicate", ""], []),
    ],
)
def test_the_next_word(typed, offered):
    assert offers(typed) == offered


def test_all_commands_and_all_games():
    assert offers([""]) == sorted(VERBS)
    assert offers(["solve", ""]) == sorted(games.CATALOG)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_the_shells(shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n"], input=SCRIPTS[shell], text=True, check=True)


def test_bash_completes():
    script = f"""zerosum() {{ {sys.executable} -m zerosum "$@"; }}
{SCRIPTS["bash"]}
COMP_WORDS=(zerosum solve blo); COMP_CWORD=2; _zerosum; echo "${{COMPREPLY[@]}}" """
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "blotto"
