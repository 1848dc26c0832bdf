"""Only the command knows flags: no other room names one, in code or on a page; `--name:` is a variable of CSS."""

import re
from pathlib import Path

import zerosum

ROOMS = Path(zerosum.__file__).parent
FLAG = re.compile(r"(?<![-\w(!<])--[a-z][a-z-]+(?![-\w]*:)")


def test_no_room_but_the_command_names_a_flag():
    files = [path for kind in ("*.py", "*.html") for path in ROOMS.rglob(kind) if "cli" not in path.parts]
    assert {path.name for path in files} >= {"rules.py", "solve.py", "game.html"}
    named = {path.name: FLAG.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: flags for name, flags in named.items() if flags} == {}
