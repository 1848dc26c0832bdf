"""The site's own scripts fit together: what a module imports, the other module exports."""

import re
from pathlib import Path

import pytest

from zerosum import web

STATIC = Path(web.__file__).parent / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
NAMED = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
PUBLIC = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def imports(script: Path) -> list[tuple[Path, str]]:
    """What a module asks of others: each module and the name of the thing."""
    return [
        ((script.parent / other).resolve(), name.split(" as ")[0].strip())
        for names, other in NAMED.findall(script.read_text())
        for name in names.split(",")
    ]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_what_a_script_imports_exists_and_is_used(script: Path) -> None:
    text = NAMED.sub("", script.read_text())
    for other, name in imports(script):
        assert name in PUBLIC.findall(other.read_text()), f"{other.name} exports no {name}"
        assert re.search(rf"\b{name}\b", text), f"{name} is imported and not used"


def test_what_a_script_exports_is_used() -> None:
    wanted = {one for script in SCRIPTS for one in imports(script)}
    unused = {
        f"{script.name}: {name}"
        for script in SCRIPTS
        for name in PUBLIC.findall(script.read_text())
        if (script, name) not in wanted
    }
    assert not unused
