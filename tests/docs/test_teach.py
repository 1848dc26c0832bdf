"""The commands of the page for teachers print what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from tests.command import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "teach.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\n\$ zerosum (.+)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "promised"), SHOWN)
def test_a_command_prints_what_the_page_shows(command, promised):
    printed = run(*shlex.split(command))
    assert printed.returncode == 0
    assert printed.stdout.startswith(promised)


def test_there_are_commands():
    assert SHOWN
