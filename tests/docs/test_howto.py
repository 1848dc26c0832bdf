"""The commands of the how-to pages print what the pages show, and the table of observations is complete."""

import dataclasses
import re
import shlex
from pathlib import Path

import pytest
from tests.command import run

import zerosum
from zerosum import games

ROOT = Path(__file__).resolve().parents[2]
HOWTO = ROOT / "docs" / "howto"
SHOWN = [
    pytest.param(*shown, id=f"{page.stem}: {shown[0]}")
    for page in sorted([*HOWTO.glob("*.md"), *(ROOT / "docs" / "course").glob("*.md")])
    for shown in re.findall(
        r"^```\n\$ zerosum (.+)\n((?:.*\n)*?)```$", page.read_text(encoding="utf-8"), re.MULTILINE
    )
]
ROWS = {
    model: position
    for model, _, position, _ in re.findall(
        r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$",
        (HOWTO / "write-a-player.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""The position's description in the table of the page on players, by model."""
GAMES = {name: zerosum.load(name).family.name for name in games.CATALOG}


@pytest.mark.parametrize(("command", "promised"), SHOWN)
def test_a_command_prints_what_the_page_shows(command, promised, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    printed = run(*shlex.split(command))
    assert printed.returncode == 0
    assert printed.stdout.startswith(promised)


def test_there_are_commands():
    assert len(SHOWN) > 2


def test_the_table_of_observations_has_every_model():
    assert set(ROWS) == {"matrix_game", *GAMES.values()}


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("matches", {}),
        ("goofspiel", {"cards": 3}),
        ("nakai", {}),
        ("stochastic", {"path": str(ROOT / "examples" / "dare.toml")}),
        ("kuhn", {}),
        ("two-phase-relance", {}),
        ("leduc", {}),
        ("gleason", {}),
        ("red-dog", {}),
        ("blackjack", {}),
    ],
)
def test_the_table_names_every_field_of_an_observation(game, parameters):
    position = zerosum.play(game, **parameters).observation().position
    fields = (
        [field.name for field in dataclasses.fields(position)]
        if dataclasses.is_dataclass(position)
        else getattr(position, "_fields", ())
    )
    assert [name for name in fields if f"`{name}`" not in ROWS[GAMES[game]]] == []
