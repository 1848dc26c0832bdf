"""`zerosum completion SHELL`: the script by which a shell completes commands, games, players and flags.

The script asks this very command what may come next, so what is offered is what is taken:

    eval "$(zerosum completion bash)"          in ~/.bashrc
    eval "$(zerosum completion zsh)"           in ~/.zshrc, after compinit
    zerosum completion fish | source           in ~/.config/fish/config.fish
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal

from cyclopts import Parameter

from zerosum import games
from zerosum.cli.request import ASKED, OfferedError
from zerosum.core.errors import ZerosumError

__all__ = ["completion", "offers"]

SCRIPTS = {
    "bash": """_zerosum() {
  local IFS=$'\\n'
  COMPREPLY=($(zerosum completion bash --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _zerosum zerosum""",
    "zsh": """_zerosum() {
  local -a offered
  offered=("${(@f)$(zerosum completion zsh --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a offered
  _files
}
compdef _zerosum zerosum""",
    "fish": """function __zerosum
  zerosum completion fish --words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c zerosum -a '(__zerosum)'""",
}


def completion(
    shell: Literal["bash", "zsh", "fish"],
    /,
    *typed: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    words: Annotated[bool, Parameter(show=False, negative=())] = False,
) -> None:
    """Print the script by which a shell completes commands, games, players and flags."""
    print("\n".join(offers(typed)) if words else SCRIPTS[shell])  # noqa: T201


def offers(typed: Sequence[str]) -> list[str]:
    """What the last word, perhaps empty, may become."""
    *before, begun = typed or ("",)
    try:
        return sorted(word for word in _words(before, begun) if word.startswith(begun))
    except ZerosumError:
        return []


def _words(before: Sequence[str], begun: str) -> Iterable[str]:
    from zerosum.cli import RAW, VERBS

    if not before:
        return VERBS
    verb, rest = before[0], before[1:]
    if verb not in VERBS:
        return ()
    module = importlib.import_module(f"zerosum.cli.{VERBS[verb][0]}")
    if verb == "bench":
        return ["--quick"] if rest else [path.stem for path in module.FOLDER.glob("*.py")]
    if verb in RAW:
        return _of_game(getattr(module, verb), rest, begun)
    return _of_function(verb, getattr(module, verb), rest, begun)


def _of_game(verb: Callable[..., None], rest: Sequence[str], begun: str) -> Iterable[str]:
    """Games, then what the command takes after this one: the choices of the flag just typed, flags, or players."""
    if not rest:
        return games.CATALOG
    try:
        verb(rest[0], ASKED)
    except OfferedError as offered:
        flags = offered.flags
    chosen = next((flag for flag in flags if flag.typed == rest[-1]), None)
    if chosen is not None and not chosen.is_switch:
        return _players(rest[0]) if chosen.name in ("against", "rival") else chosen.choices
    if begun.startswith("-"):
        return [flag.typed for flag in flags if not flag.positional]
    return _players(rest[0]) if any(flag.name == "row_player" for flag in flags) else ()


def _players(game: str) -> Iterable[str]:
    """Who may sit down to a game with its usual parameters."""
    from zerosum.core.sides import SIDES
    from zerosum.models.family import arena_for
    from zerosum.request import load_game

    try:
        arena = arena_for(load_game(game)())
    except TypeError:  # it needs a file
        return ()
    return {player for side in SIDES for player in arena.roster(side)}


def _of_function(
    verb: str, function: Callable[..., object], rest: Sequence[str], begun: str
) -> Iterable[str]:
    """The flags of a command that takes no game, and the names that `reproduce` and `completion` take."""
    if begun.startswith("-"):
        options = inspect.signature(function).parameters.values()
        return [
            f"--{option.name}"
            for option in options
            if option.kind is option.KEYWORD_ONLY and option.name != "words"
        ]
    if verb == "reproduce":
        from zerosum.papers import PAPERS

        return PAPERS
    return SCRIPTS if verb == "completion" and not rest else ()
