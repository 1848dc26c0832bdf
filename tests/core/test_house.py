"""What holds in every folder of the package, whoever writes there."""

import re
from pathlib import Path

import zerosum

SOURCE = Path(zerosum.__file__).parent
FLAG = re.compile(r"(?<![-\w(!<])--[a-z][a-z-]+(?![-\w]*:)")
"""A flag as a person types it; `--name:` is a variable of CSS."""


def test_only_the_command_names_flags() -> None:
    files = [path for kind in ("*.py", "*.html") for path in SOURCE.rglob(kind) if "cli" not in path.parts]
    assert {path.name for path in files} >= {"rules.py", "solve.py", "game.html"}
    named = {str(path.relative_to(SOURCE)): FLAG.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: flags for name, flags in named.items() if flags} == {}
