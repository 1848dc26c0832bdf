"""`zerosum completion SHELL`: the script by which a shell completes commands, games, players and flags.

The script calls this command for the possible next words, so every completion is valid:

    eval "$(zerosum completion bash)"          in ~/.bashrc
    eval "$(zerosum completion zsh)"           in ~/.zshrc, after compinit
    zerosum completion fish | source           in ~/.config/fish/config.fish
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from zerosum import games
from zerosum.cli import VERBS
from zerosum.cli.command_line import GameVerb
from zerosum.cli.terminal import write
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game
from zerosum.core.sides import SIDES
from zerosum.models.family import arena_for
from zerosum.request import load_game
from zerosum.request.flags import flags_of_function

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
    shell: Annotated[Literal["bash", "zsh", "fish"], "bash, zsh or fish"],
    /,
    *typed: str,
    words: Annotated[bool, ""] = False,
) -> None:
    """Print a shell completion script for commands, games, players and flags.

    The script calls this verb again, with `--words --` and the words typed so far, for the possible next words.
    """
    write("\n".join(offers(typed)) if words else SCRIPTS[shell])


def offers(typed: Sequence[str]) -> list[str]:
    """Return the possible completions of the last word, which may be empty."""
    *before, begun = typed or ("",)
    try:
        return sorted(word for word in _words(before, begun) if word.startswith(begun))
    except ZerosumError:
        return []


def _words(before: Sequence[str], begun: str) -> Iterable[str]:
    """Return the words that may follow the previous ones."""
    if not before:
        return VERBS
    verb, rest = before[0], before[1:]
    if verb not in VERBS:
        return ()
    function = VERBS[verb].load(verb)
    if isinstance(function, GameVerb):
        return _after_game_verb(function, rest, begun)
    if verb == "bench":
        from zerosum.cli.tools import AREAS, QUICK

        return [QUICK.typed] if rest else [path.stem for path in AREAS.glob("*.py")]
    if verb == "sweep":
        return _after_sweep(rest, begun)
    if begun.startswith("-"):
        flags = flags_of_function(function, words=True)
        return [flag.typed for flag in flags if flag.command_help and not flag.positional]
    if verb == "reproduce":
        from zerosum.papers import PAPERS

        return PAPERS
    return SCRIPTS if verb == "completion" and not rest else ()


def _after_game_verb(verb: GameVerb, rest: Sequence[str], begun: str) -> Iterable[str]:
    """Return the games; after a game, the choices of the flag just typed, flags, or players."""
    if not rest:
        return games.CATALOG
    game = load_game(rest[0])
    flags = verb.flags(game)
    chosen = next((flag for flag in flags if flag.typed == rest[-1]), None)
    if chosen is not None and not chosen.is_switch:
        return _players(game) if chosen.name in ("against", "opponent") else chosen.choices
    if begun.startswith("-"):
        return [flag.typed for flag in flags if not flag.positional]
    return _players(game) if any(flag.name in ("row_player", "strategy") for flag in flags) else ()


def _after_sweep(rest: Sequence[str], begun: str) -> Iterable[str]:
    """Return the games, and the flags of the games already typed."""
    from zerosum.cli.sweep import command_flags, first_games

    if not begun.startswith("-"):
        return [*games.CATALOG, "matrix"]
    parts, _ = first_games(rest)
    return [flag.typed for flag in command_flags(parts)]


def _players(game: type[Game]) -> Iterable[str]:
    """Return the players of a game with its default parameters."""
    try:
        arena = arena_for(game())
    except TypeError:  # this player needs a file
        return ()
    return {player for side in SIDES for player in arena.roster(side)}
