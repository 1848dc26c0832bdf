"""What a person types after a command: a game by name or file, and its flags."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Container, Mapping, Sequence

from zerosum import games
from zerosum.cli.examples import example
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.request import Options, Request, flag_groups, load_game, request_for
from zerosum.request.flags import REQUIRED, Flag, values
from zerosum.request.loading import looks_like_a_file

__all__ = ["ASKED", "LIMIT", "OfferedError", "needs", "read"]

LIMIT = Flag(
    "limit",
    str,
    None,
    "how much memory and time may be used, as 64GB, 5h or 64GB,5h (most of the free memory, 1h)",
    parse=limits.read_limits,
)
"""Every command on a game takes it."""

HELP = ("--help", "-h")

ASKED = "--which-flags?"
"""In the place of the last word, it asks which flags there are."""


class OfferedError(Exception):
    """Nothing is to be done: these are the flags that the command would take."""

    def __init__(self, flags: Sequence[Flag]) -> None:
        self.flags = flags


def read(
    command: str,
    tokens: Sequence[str],
    extra: Sequence[Flag] | Callable[[type[Game]], Sequence[Flag]] = (),
    about: str = "",
    *,
    positions: bool = False,
) -> Request | None:
    """Read `zerosum COMMAND GAME --flags…`; None where the words only asked for help, which was shown.

    The command's own flags may depend on the game. With `positions`, there are flags for another position than the
    start.
    """
    if not tokens or tokens[0] in HELP:
        _show_usage(command, about)
        return None
    tokens = _game_first(command, tokens)
    game = load_game(tokens[0])
    own = extra(game) if callable(extra) else extra
    groups = flag_groups(game, [*own, LIMIT], positions=positions)
    flags = [flag for group in groups.values() for flag in group]
    if tokens[-1] == ASKED:
        raise OfferedError(flags)
    usage = f"zerosum {command} {tokens[0]}"
    if set(tokens) & set(HELP):
        _show_flags(usage, game, groups)
        return None
    given = _matched(usage, flags, tokens[1:])
    limits.allow(values([LIMIT], given).get(LIMIT.name, limits.Limits()))
    return request_for(tokens[0], game, groups, given)


def needs(given: Options, flag: str, other: str) -> None:
    """Refuse a flag that says nothing without another."""
    if flag in given and not given.get(other):
        raise InputError(f"--{flag} goes with --{other} only: add that, or leave it out")


def _game_first(command: str, tokens: Sequence[str]) -> Sequence[str]:
    """The words with the game's name in front, wherever it stood; a file of Gambit's names a hidden game."""
    if tokens[0].endswith(".efg"):
        return ["hidden", *tokens]
    if not tokens[0].startswith("-"):
        return tokens
    for place, word in enumerate(tokens):
        if word in games.CATALOG or looks_like_a_file(word):
            return [word, *tokens[:place], *tokens[place + 1 :]]
    raise InputError(f"name the game first, as in: zerosum {command} jujitsu --cards 4")


def _matched(usage: str, flags: Sequence[Flag], tokens: Sequence[str]) -> dict[str, str | bool]:
    """What was typed for each flag; True for a switch."""
    named = {f"--{flag.typed.removeprefix('--')}": flag for flag in flags}
    given: dict[str, str | bool] = {}
    rest = list(tokens)
    while rest:
        flag, text = _next(usage, named, given, rest)
        if flag.name in given:
            raise InputError(f"--{flag.name.replace('_', '-')} is given twice; see {usage} --help")
        given[flag.name] = text
    for flag in flags:
        if flag.default is REQUIRED and flag.name not in given:
            raise InputError(f"a {flag.name} is missing: {usage} {flag.name.upper()} ({flag.help})")
    return given


def _next(
    usage: str, named: Mapping[str, Flag], given: Container[str], rest: list[str]
) -> tuple[Flag, str | bool]:
    """The flag that the next word means, and its text, which may be the word after it."""
    word = rest.pop(0)
    name, equals, text = word.partition("=")
    if not word.startswith("-"):
        for flag in named.values():
            if flag.positional and flag.name not in given:
                return flag, word
        raise InputError(f"{word!r} is more than this command takes; see {usage} --help")
    if name not in named:
        close = difflib.get_close_matches(name, named, n=1)
        hint = f"did you mean {close[0]}?" if close else f"see {usage} --help"
        raise InputError(f"there is no flag {name}; {hint}")
    flag = named[name]
    if equals or flag.is_switch:
        return flag, text if equals else True
    if not rest or rest[0] in named:
        raise InputError(f"{name} takes a value, as in: {usage} {name} {flag.kind}")
    return flag, rest.pop(0)


TITLES = {
    "game": "The game",
    "position": "Another position",
    "solver": "The solver",
    "command": "This command",
}


def _show_flags(usage: str, game: type[Game], groups: dict[str, list[Flag]]) -> None:
    """How the command is called, how the game is played, and a box for each group of flags."""
    from rich.console import Console
    from rich.markup import escape
    from rich.panel import Panel
    from rich.table import Table

    console = Console(highlight=False)
    words = [_shown(flag) for flags in groups.values() for flag in flags if flag.positional]
    console.print(f"Usage: {' '.join([usage, *words])} [flags]\n\n{inspect.getdoc(game)}\n", markup=False)
    for group, title in TITLES.items():
        if groups[group]:
            table = Table.grid(padding=(0, 2))
            for flag in groups[group]:
                table.add_row(f"[cyan]{escape(_shown(flag))}", escape(_about(flag)))
            console.print(Panel(table, title=title, title_align="left"))


def _shown(flag: Flag) -> str:
    """A flag with what it takes; in brackets a word that may be left out."""
    if flag.positional:
        return flag.typed.upper() if flag.default is REQUIRED else f"[{flag.typed.upper()}]"
    return flag.typed if flag.is_switch else f"{flag.typed} {flag.kind}"


def _about(flag: Flag) -> str:
    """What a flag means, which values it takes, and what holds without it."""
    choices = f" ({', '.join(flag.choices)})" if flag.choices else ""
    if flag.default in (None, REQUIRED, False, "", ()):
        return flag.help + choices
    usual = ",".join(map(str, flag.default)) if isinstance(flag.default, tuple) else flag.default
    return f"{flag.help}{choices} [default: {usual}]"


def _show_usage(command: str, about: str) -> None:
    from rich.console import Console

    console = Console()
    console.print(f"Usage: zerosum {command} GAME [flags]\n\n{about}\n", highlight=False, markup=False)
    console.print(f"Games: {', '.join(games.CATALOG)}, or your own class as file.py:Class.", highlight=False)
    console.print(f"The flags of one: zerosum {command} GAME --help", highlight=False, markup=False)
    console.print(example(command), highlight=False, markup=False)
