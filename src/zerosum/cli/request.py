"""What a person types after a command: a game by name or file, and its flags."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Sequence
from typing import Annotated

from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter, UnknownOptionError
from cyclopts.exceptions import UnusedCliTokensError

from zerosum import games, limits
from zerosum.cli.examples import example
from zerosum.errors import InputError
from zerosum.loading import looks_like_a_file
from zerosum.models.game import Game
from zerosum.request import Options, Request, flag_groups, load_game, request_for
from zerosum.request.flags import REQUIRED, Flag, values

__all__ = ["ASKED", "LIMIT", "OfferedError", "needs", "read"]

LIMIT = Flag(
    "limit",
    str,
    None,
    "how much memory and time may be used, as 64GB, 5h or 64GB,5h (most of the free memory, 1h)",
    parse=limits.read_limits,
)
"""Every command on a game takes it."""

ASKED = "--which-flags?"
"""In the place of the last word, it asks which flags there are."""


class OfferedError(Exception):
    """Nothing is to be done: these are the flags that the command would take."""

    def __init__(self, flags: Sequence[Flag]) -> None:
        self.flags = flags


def read(
    command: str,
    tokens: Sequence[str],
    extra: Sequence[Flag] = (),
    about: str = "",
    *,
    positions: bool = False,
) -> Request | None:
    """Read `zerosum COMMAND GAME --flags…`; None where the words only asked for help, which was shown.

    With `positions`, there are flags for another position than the start.
    """
    if not tokens or tokens[0] in ("--help", "-h"):
        _show_usage(command, about)
        return None
    tokens = _game_first(command, tokens)
    game = load_game(tokens[0])
    groups = flag_groups(game, [*extra, LIMIT], positions=positions)
    if tokens[-1] == ASKED:
        raise OfferedError([flag for flags in groups.values() for flag in flags])
    asked: list[Request] = []

    def collect(**given: object) -> None:
        limits.allow(values([LIMIT], given).get(LIMIT.name, limits.Limits()))
        asked.append(request_for(tokens[0], game, groups, given))

    _run(f"zerosum {command} {tokens[0]}", game, groups, collect, tokens[1:])
    return asked[0] if asked else None


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


TITLES = {
    "game": Group("The game", sort_key=1),
    "position": Group("Another position", sort_key=2),
    "solver": Group("The solver", sort_key=3),
    "command": Group("This command", sort_key=4),
}


def _run(
    usage: str,
    game: type[Game],
    groups: dict[str, list[Flag]],
    collect: Callable[..., None],
    tokens: Sequence[str],
) -> None:
    """Let cyclopts match the words with the flags, or show the help."""
    parameters = sorted(
        (_parameter(flag, TITLES[group]) for group, flags in groups.items() for flag in flags), key=_place
    )
    signature = inspect.Signature(parameters)

    def call(*words: object, **given: object) -> None:
        collect(**signature.bind(*words, **given).arguments)

    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__doc__ = inspect.getdoc(game)
    app = App(
        name=usage,
        version_flags=[],
        default_command=call,
        help_format="plaintext",
        group_commands=TITLES["command"],
        suppress_keyboard_interrupt=False,
    )
    try:
        app(list(tokens), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        known = [flag for flags in groups.values() for flag in flags]
        raise InputError(_explained(error, usage, known)) from None


def _explained(error: CycloptsError, usage: str, flags: Sequence[Flag]) -> str:
    """What is wrong with the words, in one sentence that says what would be right."""
    more = f"see {usage} --help"
    if isinstance(error, UnknownOptionError):
        typed = (error.token.keyword or error.token.value or "").split("=")[0]
        close = difflib.get_close_matches(typed, [flag.typed for flag in flags], n=1)
        return f"there is no flag {typed}; " + (f"did you mean {close[0]}?" if close else more)
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"{' '.join(error.unused_tokens)!r} is more than this command takes; {more}"
    if isinstance(error, MissingArgumentError):
        missing = next((flag for flag in flags if flag.default is REQUIRED), None)
        if missing is not None and missing.positional:
            return f"a {missing.name} is missing: {usage} {missing.name.upper()} ({missing.help})"
    return f"{' '.join(str(error).split()).rstrip('.')}; {more}"


def _place(parameter: inspect.Parameter) -> tuple[int, bool]:
    """Positional words before flags, and those that must be given first."""
    return parameter.kind, parameter.default is not inspect.Parameter.empty


def _parameter(flag: Flag, group: Group) -> inspect.Parameter:
    """A flag as cyclopts takes it: a switch, or a text that we read ourselves."""
    shown = flag.help + (f" ({', '.join(flag.choices)})" if flag.choices else "")
    if flag.default not in (None, REQUIRED, False, "", ()):
        shown += f" [default: {_default(flag.default)}]"
    told = Parameter(
        name=None if flag.positional else flag.typed,
        help=shown.strip(),
        group=group,
        show_default=False,
        allow_leading_hyphen=not flag.positional,
        negative=(),
        metavar=None if flag.is_switch else flag.kind,
    )
    if flag.is_switch:
        return inspect.Parameter(
            flag.name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, told]
        )
    required = flag.default is REQUIRED
    return inspect.Parameter(
        flag.name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD if flag.positional else inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if required else None,
        annotation=Annotated[str, told] if required else Annotated[str | None, told],
    )


def _default(default: object) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


def _show_usage(command: str, about: str) -> None:
    from rich.console import Console

    console = Console()
    console.print(f"Usage: zerosum {command} GAME [flags]\n\n{about}\n", highlight=False, markup=False)
    console.print(f"Games: {', '.join(games.CATALOG)}, or your own class as file.py:Class.", highlight=False)
    console.print(f"The flags of one: zerosum {command} GAME --help", highlight=False, markup=False)
    console.print(example(command), highlight=False, markup=False)
