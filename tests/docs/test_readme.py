"""The README shows what its commands print, and names games and files that exist."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from zerosum.games import CATALOG

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\n\$ zerosum (.+)\n((?:.*\n)*?)```$", README, re.MULTILINE)


def test_there_is_an_answer_to_read():
    assert SHOWN


@pytest.mark.parametrize(("command", "promised"), SHOWN)
def test_a_command_prints_what_the_readme_shows(command, promised):
    words = [sys.executable, "-m", "zerosum", *shlex.split(command)]
    printed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.startswith(promised)


def test_every_game_that_it_names_exists():
    lines = re.findall(r"^\| (`[a-z].*?) \|", README, re.MULTILINE)
    named = {name for line in lines for name in re.findall(r"`([\w-]+)`", line)}
    assert len(named) > 30
    assert named <= set(CATALOG)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
