"""What a person asks for: a game by name or file, with its flags, read from the words after the command."""

from __future__ import annotations

import difflib
import inspect
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter, UnknownOptionError
from cyclopts.exceptions import UnusedCliTokensError

from zerosum import games
from zerosum.cli.flags import REQUIRED, Flag, flags_of_facts, flags_of_function, flags_of_game, values
from zerosum.errors import InputError
from zerosum.families import family_of
from zerosum.loading import load_class, looks_like_a_file
from zerosum.models.game import Game
from zerosum.solution import Solution

__all__ = ["FRONT_END", "Request", "read"]

FRONT_END = ("progress", "store")
"""Options that the front end gives to solvers and no one types."""


@dataclass(frozen=True)
class Request:
    """A game, what to ask its solver, and which position; `extra` is the command's own."""

    game: Game
    options: dict[str, Any]
    position: dict[str, Any]
    extra: dict[str, Any]
    typed: tuple[str, ...]
    """The words that name the game and its parameters, to repeat in hints."""


def load_game(name: str) -> type[Game]:
    """The class of a registered game, or of a person's own in "file.py:Class"."""
    return load_class(name) if looks_like_a_file(name) else games.load(name)


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
    groups = _groups(game, extra, positions)
    asked: list[Request] = []

    def collect(**given: object) -> None:
        chosen = {group: values(flags, given) for group, flags in groups.items()}
        asked.append(
            Request(
                game(**chosen["game"]),
                chosen["solver"],
                chosen["position"],
                chosen["command"],
                _retyped(tokens[0], groups["game"], given),
            )
        )

    _run(f"zerosum {command} {tokens[0]}", game, groups, collect, tokens[1:])
    return asked[0] if asked else None


def _game_first(command: str, tokens: Sequence[str]) -> Sequence[str]:
    """The words with the game's name in front, wherever it stood."""
    if not tokens[0].startswith("-"):
        return tokens
    for place, word in enumerate(tokens):
        if word in games.CATALOG or looks_like_a_file(word):
            return [word, *tokens[:place], *tokens[place + 1 :]]
    raise InputError(f"name the game first, as in: zerosum {command} jujitsu --cards 4")


def _groups(game: type[Game], extra: Sequence[Flag], positions: bool) -> dict[str, list[Flag]]:
    """The flags by where they belong; a name that two places share belongs to the first."""
    solver = family_of(game).solver()
    solution = typing.get_type_hints(solver).get("return", Solution)
    sources = {
        "game": flags_of_game(game),
        "command": list(extra),
        "solver": flags_of_function(solver, skip=FRONT_END),
        "position": [*flags_of_function(solution.at), *flags_of_facts(game)] if positions else [],
    }
    seen: set[str] = set()
    groups: dict[str, list[Flag]] = {}
    for group, flags in sources.items():
        groups[group] = [flag for flag in flags if flag.name not in seen]
        seen.update(flag.name for flag in flags)
    return groups


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
    return f"{' '.join(str(error).split())}; {more}"


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


def _retyped(name: str, flags: Sequence[Flag], given: dict[str, Any]) -> tuple[str, ...]:
    """The game and the parameters that were given, as they would be typed again."""
    words = [name]
    for flag in flags:
        if given.get(flag.name) is True:
            words.append(flag.typed)
        elif isinstance(given.get(flag.name), str):
            words += [given[flag.name]] if flag.positional else [f"{flag.typed}={given[flag.name]}"]
    return tuple(words)


def _show_usage(command: str, about: str) -> None:
    from rich.console import Console

    console = Console()
    console.print(f"Usage: zerosum {command} GAME [flags]\n\n{about}\n", highlight=False, markup=False)
    console.print(f"Games: {', '.join(games.CATALOG)}, or your own class as file.py:Class.", highlight=False)
    console.print(f"The flags of one: zerosum {command} GAME --help", highlight=False, markup=False)
