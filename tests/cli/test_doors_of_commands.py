"""Every flag that `match`, `verify`, `certify` and `play` offer for themselves, for small games of all models but one.

The flags are asked of the command itself. Each changes what is said or written, or is refused in one sentence; none
ends in a traceback, which would come out of `main` as an exception. What the game and its solver offer is walked in
`test_doors`.
"""

import io
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from zerosum.cli import main
from zerosum.cli.certify import certify
from zerosum.cli.match import match
from zerosum.cli.play import play
from zerosum.cli.request import ASKED, OfferedError
from zerosum.cli.solve import verify
from zerosum.request.flags import Flag

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {
    "matrix": ["rps"],
    "subtraction": ["matches", "--matches", "9"],
    "betting": ["kuhn"],
    "wager": ["red-dog"],
    "hidden": ["hidden", str(EXAMPLES / "one-card-bluff.toml")],
    "stochastic": ["stochastic", str(EXAMPLES / "shapley.toml")],
    "staged": ["inspection"],
    "tricks": ["jujitsu", "--cards", "3"],
    "targets": ["nakai"],
    "lagged": ["gleason"],
    "drawing": ["blackjack", "--deck", "1,1,1,1,1,1,1,1,1,2"],
}
ALONE = {"wager", "drawing"}
"""Where only row chooses, against the house."""
COMMANDS = {"match": match, "verify": verify, "certify": certify, "play": play}
VALUES = {
    "plays": "50",
    "seed": "7",
    "sample": "5",
    "side": "col",
    "against": "uniform",
    "rounds": "1",
    "out": "elsewhere.png",
    "save": "kept.json",
    "replay": "kept.json",
    "row_player": "uniform",
    "col_player": "equilibrium",
}
HOW = {"exact", "limit"}
"""They may leave the answer as it is: what is computed at once is computed unasked."""
MOVES = "rock\nbet\ncall\n1\n2\n3\ncc\npass\nplay L\nkeep\nbet 1\nstick\n" * 30
"""What is typed at the table: some of it is a move there."""


def said(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """All that a command says, and which files there are after it."""
    monkeypatch.setattr(sys, "argv", ["zerosum", *words])
    monkeypatch.setattr(sys, "stdin", io.StringIO(MOVES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cyclopts warns of words that come from sys.argv under a test
        with suppress(SystemExit):
            main()
    told = capsys.readouterr()
    return told.out + told.err + str(sorted(path.name for path in Path.cwd().iterdir()))


@pytest.mark.parametrize("command", list(COMMANDS))
@pytest.mark.parametrize("model", list(GAMES))
def test_every_flag_of_a_command_does_something_or_is_refused(
    model: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    game = GAMES[model]
    shared = {flag.name for flag in _offered("verify", game)} & {flag.name for flag in _offered("play", game)}
    seated = ["equilibrium", "house" if model in ALONE else "uniform"] if command == "match" else []
    base = [command, *game, *seated, *(["--seed", "1"] if command == "play" else [])]
    usual = said(base, monkeypatch, capsys)
    ignored = []
    for flag in _offered(command, game):
        value = VALUES.get(flag.name)
        if (
            flag.name in HOW | (shared - {"seed"})
            or flag.positional
            or (value is None and not flag.is_switch)
        ):
            continue
        if command == "play" and flag.name == "seed":
            continue  # many games at a table have no dice
        few = ["--plays", "50"] if (command, flag.name) == ("match", "seed") else []
        if said([*base, flag.typed, *([value] if value else []), *few], monkeypatch, capsys) == usual:
            ignored.append(flag.typed)
    assert ignored == []


def _offered(command: str, game: list[str]) -> Sequence[Flag]:
    with pytest.raises(OfferedError) as offered:
        COMMANDS[command](*game, ASKED)
    return offered.value.flags
