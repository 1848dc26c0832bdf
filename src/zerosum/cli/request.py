"""What a person asks for: a game by name or file, with its flags, read from the words after the command."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import App, Parameter

from zerosum import games
from zerosum.cli.flags import REQUIRED, Flag, flags_of_function, flags_of_game, values
from zerosum.errors import InputError
from zerosum.models.game import Game
from zerosum.solution import Solution
from zerosum.solving import solver_of

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
    if ".py" in name:
        from zerosum.loading import load_class

        return load_class(name)
    return games.load(name)


def read(command: str, tokens: Sequence[str], extra: Sequence[Flag] = (), about: str = "") -> Request | None:
    """Read `zerosum COMMAND GAME --flags…`; None where the words only asked for help, which was shown."""
    if not tokens or tokens[0] in ("--help", "-h"):
        _show_usage(command, about)
        return None
    if tokens[0].startswith("-"):
        raise InputError(f"name the game first, as in: zerosum {command} jujitsu {' '.join(tokens)}")
    game = load_game(tokens[0])
    groups = _groups(game, extra)
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


def _groups(game: type[Game], extra: Sequence[Flag]) -> dict[str, list[Flag]]:
    """The flags by where they belong; a name that two places share belongs to the first."""
    solver = solver_of(game)
    solution = typing.get_type_hints(solver).get("return", Solution)
    sources = {
        "game": flags_of_game(game),
        "command": list(extra),
        "solver": flags_of_function(solver, skip=FRONT_END),
        "position": flags_of_function(solution.at),
    }
    seen: set[str] = set()
    groups: dict[str, list[Flag]] = {}
    for group, flags in sources.items():
        groups[group] = [flag for flag in flags if flag.name not in seen]
        seen.update(flag.name for flag in flags)
    return groups


TITLES = {
    "game": "The game",
    "command": "This command",
    "solver": "The solver",
    "position": "Another position",
}


def _run(
    usage: str,
    game: type[Game],
    groups: dict[str, list[Flag]],
    collect: Callable[..., None],
    tokens: Sequence[str],
) -> None:
    """Let cyclopts match the words with the flags, or show the help."""
    parameters = []
    for group, flags in groups.items():
        for flag in flags:
            annotation, default = _cyclopts(flag, TITLES[group])
            kind = (
                inspect.Parameter.POSITIONAL_OR_KEYWORD
                if default is inspect.Parameter.empty
                else inspect.Parameter.KEYWORD_ONLY
            )
            parameters.append(inspect.Parameter(flag.name, kind, default=default, annotation=annotation))

    def call(**given: object) -> None:
        collect(**given)

    call.__signature__ = inspect.Signature(sorted(parameters, key=lambda p: p.kind))  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__doc__ = inspect.getdoc(game)
    app = App(name=usage, version_flags=[], default_command=_by_name(call), help_format="plaintext")
    app(list(tokens), exit_on_error=False, print_error=False, result_action="return_value")


def _by_name(call: Callable[..., None]) -> Callable[..., None]:
    """The same function, with positional arguments passed on by name."""

    def named(*args: object, **given: object) -> None:
        bound = inspect.signature(call).bind(*args, **given)
        call(**bound.arguments)

    named.__signature__ = inspect.signature(call)  # type: ignore[attr-defined]
    named.__annotations__ = call.__annotations__
    named.__doc__ = call.__doc__
    return named


def _cyclopts(flag: Flag, group: str) -> tuple[Any, object]:
    """A flag's annotation and default for cyclopts: a switch, or a text that we read ourselves."""
    shown = flag.help + (f" ({', '.join(flag.choices)})" if flag.choices else "")
    if flag.default not in (None, REQUIRED, False, ""):
        shown += f" [default: {_default(flag.default)}]"
    if flag.is_switch:
        return Annotated[bool, Parameter(help=shown, group=group, negative=(), show_default=False)], False
    told = Parameter(
        help=shown.strip(), group=group, show_default=False, allow_leading_hyphen=True, negative=()
    )
    if flag.default is REQUIRED:
        return Annotated[str, told], inspect.Parameter.empty
    return Annotated[str | None, told], None


def _default(default: object) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)


def _retyped(name: str, flags: Sequence[Flag], given: dict[str, Any]) -> tuple[str, ...]:
    """The game and the parameters that were given, as they would be typed again."""
    words = [name]
    for flag in flags:
        if given.get(flag.name) is True:
            words.append(flag.typed)
        elif isinstance(given.get(flag.name), str):
            words += [given[flag.name]] if flag.default is REQUIRED else [f"{flag.typed}={given[flag.name]}"]
    return tuple(words)


def _show_usage(command: str, about: str) -> None:
    from rich.console import Console

    console = Console()
    console.print(f"Usage: zerosum {command} GAME [flags]\n\n{about}\n", highlight=False, markup=False)
    console.print(f"Games: {', '.join(games.CATALOG)}, or your own class as file.py:Class.", highlight=False)
    console.print(f"The flags of one: zerosum {command} GAME --help", highlight=False, markup=False)
