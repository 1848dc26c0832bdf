"""Read a command line: the verb, its words and its flags; and show the help.

There are two kinds of verbs. A verb on a game (`solve`, `play`, …) is a `GameVerb`: its flags depend on the game, and
its words become a `Request`. Any other verb is a function whose parameters are its words and flags (`call`). Both read
words by the same rules (`match_words`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from zerosum import games
from zerosum.cli import HELP, VERBS
from zerosum.core import limits
from zerosum.core.errors import InputError
from zerosum.core.game import Game
from zerosum.request import Options, Request, flag_groups, load_game, request_for
from zerosum.request.flags import REQUIRED, Flag, flags_of_function, values
from zerosum.request.loading import game_of_file, looks_like_a_file

LIMIT = Flag(
    "limit",
    str,
    None,
    "memory and time limit, for example 64GB, 5h or 64GB,5h [default: most of the free memory, 1h]",
    parse=limits.read_limits,
)
"""A flag of every command on a game."""


GAME = "GAME"
"""The placeholder for the game in the usage of a command."""


class GameVerb:
    """A command on a game: call it with the words after the verb, `GAME --flags…`.

    Its own flags may depend on the game. With `positions` it also takes flags for another position than the start.
    `prepare` is a context in which the command runs; it yields the words, which it may have replaced. `words` is
    the usage of the words after the verb, up to the flags.
    """

    def __init__(
        self,
        run: Callable[[Request], None],
        flags: Callable[[type[Game]], Sequence[Flag]],
        positions: bool,
        prepare: Callable[[Sequence[str]], AbstractContextManager[Sequence[str]]],
        words: str,
    ) -> None:
        self.run, self.own_flags, self.positions, self.prepare = run, flags, positions, prepare
        self.name, self.words = run.__name__, words
        self.__doc__ = run.__doc__

    def __call__(self, *words: str) -> None:
        """Parse the words and run the command, or show the help if they ask for it."""
        with self.prepare(words) as prepared:
            request = self.read(prepared)
            if request is not None:
                self.run(request)

    def flag_groups(self, game: type[Game]) -> dict[str, list[Flag]]:
        """Return all flags that the command takes for a game, grouped by topic."""
        return flag_groups(game, [*self.own_flags(game), LIMIT], positions=self.positions, command=self.name)

    def flags(self, game: type[Game]) -> list[Flag]:
        """Return all flags that the command takes for a game."""
        return [flag for group in self.flag_groups(game).values() for flag in group]

    def read(self, words: Sequence[str]) -> Request | None:
        """Return the request given by the words; None if they only ask for the help, which is then shown."""
        if not words or words[0] in HELP:
            show_games(self.name, self.words)
            return None
        words = self._game_first(words)
        game = load_game(words[0])
        groups = self.flag_groups(game)
        usage = f"zerosum {self.name} {self.words.replace(GAME, words[0])}"
        if set(words) & set(HELP):
            paragraphs = (inspect.getdoc(game) or "").split("\n\n")
            show_flags(usage, "\n\n".join(" ".join(one.split()) for one in paragraphs), groups)
            return None
        given = match_words(usage, [flag for group in groups.values() for flag in group], words[1:])
        limits.set_limits(values([LIMIT], given).get(LIMIT.name, limits.Limits()))
        return request_for(words[0], game, groups, given)

    def _game_first(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words with the game's name in front; replace a rules file by the game that reads it."""
        if (game := game_of_file(words[0], self.name)) is not None:
            return [game, *words]
        if not words[0].startswith("-"):
            return words
        for place, word in enumerate(words):
            if word in games.CATALOG or looks_like_a_file(word):
                return [word, *words[:place], *words[place + 1 :]]
        raise InputError(f"give the game first, for example: zerosum {self.name} jujitsu --cards 4")


def game_verb(
    flags: Sequence[Flag] | Callable[[type[Game]], Sequence[Flag]] = (),
    *,
    positions: bool = False,
    prepare: Callable[[Sequence[str]], AbstractContextManager[Sequence[str]]] = nullcontext,
    words: str = GAME,
) -> Callable[[Callable[[Request], None]], GameVerb]:
    """Make a command on a game from a function of a request, with these additional flags."""
    own = flags if callable(flags) else lambda game: flags
    return lambda run: GameVerb(run, own, positions, prepare, words)


def call(verb: str, function: Callable[..., None], words: Sequence[str]) -> None:
    """Call a verb that takes no game; its words and flags are the parameters of its function.

    A function that takes only words, `*words`, reads them itself.
    """
    flags = flags_of_function(function, words=True)
    if not flags:
        function(*words)
        return
    if set(words) & set(HELP) and "--" not in words:
        listed = [flag for flag in flags if flag.help]
        show_flags(f"zerosum {verb}", VERBS[verb].help, {"command": listed}, VERBS[verb].example)
        return
    rest: list[str] = []
    if any(one.kind is one.VAR_POSITIONAL for one in inspect.signature(function).parameters.values()):
        cut = list(words).index("--") if "--" in words else len(words)
        words, rest = words[:cut], list(words[cut + 1 :])
    chosen = values(flags, match_words(f"zerosum {verb}", flags, words))
    leading = [chosen.pop(flag.name, flag.default) for flag in flags if flag.positional]
    function(*leading, *rest, **chosen)


def match_words(usage: str, flags: Sequence[Flag], words: Sequence[str]) -> dict[str, str | bool]:
    """Return the text typed for each flag; True for a switch. After `--` no word is a flag."""
    named = {f"--{flag.typed.removeprefix('--')}": flag for flag in flags}
    given: dict[str, str | bool] = {}
    rest, ended = list(words), False
    while rest:
        if rest[0] == "--" and not ended:
            ended = True
            rest.pop(0)
            continue
        flag, text = _next_flag(usage, named, given, rest, ended)
        if flag.several and flag.name in given:
            text = f"{given[flag.name]}\n{text}"
        elif flag.name in given:
            raise InputError(f"--{flag.name.replace('_', '-')} is given twice; see {usage} --help")
        if text == "" and flag.default == "":  # which marks a flag that is not given
            raise InputError(f"{flag.typed} is empty; give it a value or remove it")
        given[flag.name] = text
    for flag in flags:
        if flag.default is REQUIRED and flag.name not in given:
            word = flag.name.upper()
            whole = usage if word in usage.split() else f"{usage} {word}"
            raise InputError(f"missing argument {word} ({flag.help}): {whole}")
    return given


def _next_flag(
    usage: str, named: Mapping[str, Flag], given: Container[str], rest: list[str], ended: bool
) -> tuple[Flag, str | bool]:
    """Return the flag given by the next word, and its text, which may be the following word."""
    word = rest.pop(0)
    name, equals, text = word.partition("=")
    is_flag = word.startswith("--") or (
        word.startswith("-") and word[1:2].isalpha()
    )  # "-" and "-1 2" are not flags
    if ended or not is_flag:
        for flag in named.values():
            if flag.positional and (flag.several or flag.name not in given):
                return flag, word
        raise InputError(f"unexpected argument {word!r}; see {usage} --help")
    if name not in named:
        from difflib import get_close_matches

        close = get_close_matches(name, named, n=1)
        hint = f"did you mean {close[0]}?" if close else f"see {usage} --help"
        raise InputError(f"there is no flag {name}; {hint}")
    flag = named[name]
    if equals or flag.is_switch:
        return flag, text if equals else True
    if not rest or rest[0] in named:
        raise InputError(f"{name} needs a value: {usage} {name} {flag.kind}")
    return flag, rest.pop(0)


def needs(given: Options, flag: str, other: str) -> None:
    """Reject a flag that has no effect without another."""
    if flag in given and not given.get(other):
        raise InputError(f"--{flag} works only together with --{other}; add --{other} or remove --{flag}")


def excludes(given: Options, flag: str, *others: str) -> None:
    """Reject flags that have no effect together with another."""
    for other in others:
        if given.get(flag) not in (None, False) and given.get(other) not in (None, False):
            first, second = (f"--{name.replace('_', '-')}" for name in (flag, other))
            raise InputError(f"{second} has no effect together with {first}; remove one of them")


TITLES = {
    "game": "Game parameters",
    "position": "Position",
    "solver": "Solver options",
    "command": "Command options",
}


def show_flags(usage: str, about: str, groups: Mapping[str, Sequence[Flag]], example: str = "") -> None:
    """Print the usage of the command, a description, and a box for each group of flags."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    flags = [flag for group in groups.values() for flag in group]
    words = [_shown(flag) for flag in flags if flag.positional and _shown(flag) not in usage.split()]
    words += ["[flags]"] * any(not flag.positional for flag in flags)
    console.print(f"Usage: {' '.join([usage, *words])}\n\n{about}\n", markup=False)
    if example:
        console.print(f"Example: {example}\n", markup=False)
    for group, title in TITLES.items():
        if groups.get(group):
            print_box(
                title,
                [(f"[cyan]{escape(_shown(flag))}", escape(_about(flag))) for flag in groups[group]],
            )


def print_box(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Print rows of two columns in a box."""
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(Panel(table, title=title, title_align="left"))


def _shown(flag: Flag) -> str:
    """Return a flag with its argument; an optional word is in brackets."""
    if flag.positional:
        return flag.typed.upper() if flag.default is REQUIRED else f"[{flag.typed.upper()}]"
    return flag.typed if flag.is_switch else f"{flag.typed} {flag.kind}"


def _about(flag: Flag) -> str:
    """Return a description of a flag: its help, its values, and its default."""
    choices = f" ({', '.join(flag.choices)})" if flag.choices else ""
    if flag.default in (None, REQUIRED, False, "", ()):
        return flag.command_help + choices
    usual = ",".join(map(str, flag.default)) if isinstance(flag.default, tuple) else flag.default
    return f"{flag.command_help}{choices} [default: {usual}]"


def show_games(verb: str, words: str = GAME) -> None:
    """Print the usage of a command on a game, and the games."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(f"Usage: zerosum {verb} {words} [flags]\n\n{VERBS[verb].help}\n", markup=False)
    console.print(f"Games: {', '.join(games.CATALOG)}; or your own class, as file.py:Class.")
    console.print(f"For the flags of a game: zerosum {verb} {words} --help", markup=False)
    console.print(f"Example: {VERBS[verb].example}", markup=False)


def show_verbs() -> None:
    """Print every command, for `zerosum --help`."""
    from rich.console import Console

    Console(highlight=False).print(
        "Usage: zerosum COMMAND\n\nTwo-person zero-sum games, solved and certified.\n"
    )
    rows = [(f"[cyan]{name}", verb.help) for name, verb in VERBS.items()]
    print_box(
        "Commands", [*rows, ("[cyan]--help, -h", "Show this help."), ("[cyan]--version", "Show the version.")]
    )
