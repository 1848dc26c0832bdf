"""Every game × every flag that `match`, `verify`, `certify` and `play` offer for themselves.

The games are those of the catalogue, made small, and the flags are asked of the command itself. Each flag changes
what is said or written, or is refused in one sentence; none ends in a traceback, which would come out of `main` as an
exception. Every game meets every command; the flags are walked with the first game of each model, and at length with
all of them. What the game and its solver offer is walked in `test_doors`.
"""

import builtins
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.command import run
from tests.one_of_each import ONE_OF_EACH
from tests.small import small, small_game

from zerosum import games
from zerosum.cli.match import match
from zerosum.cli.play import play
from zerosum.cli.solve import certify, verify
from zerosum.core.solution import Solution
from zerosum.models.family import arena_for
from zerosum.request import Flag, Request, flag_groups, load_game
from zerosum.request.flags import flags_of_game

COMMANDS = {"match": match, "verify": verify, "certify": certify, "play": play}
VALUES = {
    "plays": "50",
    "seed": "7",
    "sample": "60",
    "side": "col",
    "against": "uniform",
    "rounds": "1",
    "out": "elsewhere.png",
    "rocq": "proof.v",
    "save": "kept.json",
    "replay": "kept.json",
    "limit": "1GB,1h",
    "cluster": "local:0",
    "missing": "uniform",
}
"""What is typed for a flag that is no switch; a cluster of nobody is refused."""
HOW = {"exact", "limit"}
"""They may leave the answer as it is: what is computed at once is computed unasked."""
PLAYED = 2
"""So many rounds are played at a table."""


@pytest.fixture(scope="module", autouse=True)
def _solved_once() -> Iterator[None]:
    """Every question is solved once, however many commands ask it."""
    found: dict[tuple[object, ...], Solution] = {}
    solve = Request.solve

    def remembered(request: Request, *progress: Any) -> Solution:
        asked = request.game.slug, repr(request.game.parameters()), repr(request.options)
        if asked not in found:
            found[asked] = solve(request, *progress)
        return found[asked]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Request, "solve", remembered)
        yield


@pytest.fixture(autouse=True)
def _at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own; whoever is asked for a move makes the first that there is, and stays for two rounds."""
    asked = []

    def typed(prompt: str) -> str:
        if prompt.startswith("Your move ("):
            return prompt.removeprefix("Your move (").partition(",")[0].partition("):")[0]
        asked.append(prompt)
        return "" if len(asked) % PLAYED else "quit"

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "input", typed)


@pytest.mark.parametrize("command", list(COMMANDS))
@pytest.mark.parametrize("name", list(games.CATALOG))
def test_every_command_takes_every_game(name: str, command: str) -> None:
    shown = run(command, *_words(name), *_needed(name, command))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout


@pytest.mark.parametrize("command", list(COMMANDS))
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_flag_of_a_command_does_something_or_is_refused(name: str, command: str) -> None:
    base = [command, *_words(name), *_needed(name, command)]
    usual = _said(base)
    ignored = []
    for flag in _offered(command, name):
        few = ["--plays", "50"] if (command, flag.name) == ("match", "seed") else []
        given = [flag.typed] if flag.is_switch else [flag.typed, VALUES[flag.name]]
        if _said([*base, *given, *few]) == usual and flag.name not in HOW:
            ignored.append(flag.typed)
    assert ignored == []


def _words(name: str) -> list[str]:
    """The game, made small, as it is typed."""
    words = [name]
    for flag in flags_of_game(load_game(name)):
        if value := small(name).get(flag.name):
            words += [value] if flag.positional else [flag.typed, value]
    return words


def _needed(name: str, command: str) -> list[str]:
    """What else must be typed: who plays, and of a table which cards."""
    if command == "match":
        arena = arena_for(small_game(name))
        return ["equilibrium", list(arena.roster("col"))[-1]]
    return ["--seed", "1"] if command == "play" else []


def _offered(command: str, name: str) -> Sequence[Flag]:
    """The flags of the command's own, and those that say how."""
    groups = flag_groups(load_game(name), positions=False)
    elsewhere = {flag.name for flags in groups.values() for flag in flags} - {*HOW, "cluster"}
    if command == "play":
        elsewhere.add("seed")  # it is given already, and many tables have no dice
    return [
        flag
        for flag in COMMANDS[command].flags(load_game(name))
        if not flag.positional and flag.name not in elsewhere
    ]


def _said(words: list[str]) -> str:
    """All that a command says, and which files there are after it; what is refused is told in one sentence."""
    shown = run(*words)
    if shown.returncode == 2:
        assert shown.stderr.startswith("zerosum: ")
        assert len(shown.stderr.splitlines()) == 1
    return shown.stdout + shown.stderr + str(sorted(path.name for path in Path.cwd().iterdir()))
