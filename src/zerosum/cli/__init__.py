"""The command `zerosum`. Each verb is in its own module, which is imported when the verb is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

from zerosum import __version__
from zerosum.cli.terminal import prepare_streams, write
from zerosum.core.errors import InputError, Stopped, ZerosumError, unknown_name_error
from zerosum.core.limits import OverLimitError
from zerosum.core.printable import one_line

__all__ = ["HELP", "VERBS", "main"]

MAX_SENTENCE = 2000
"""Maximum number of characters of an error message; the rest is cut off."""


class Verb(NamedTuple):
    """A verb of the command: its module and its help."""

    module: str
    help: str
    example: str

    def load(self, name: str) -> Callable[..., None]:
        """Import the verb's function, a function of the words after the verb."""
        function: Callable[..., None] = getattr(importlib.import_module(f"zerosum.cli.{self.module}"), name)
        return function


VERBS = {
    "games": Verb("tools", "List the built-in games.", "zerosum games --json"),
    "solve": Verb(
        "solve",
        "Solve a game: its value, with proven bounds, and both optimal strategies.",
        "zerosum solve jujitsu --cards 4",
    ),
    "play": Verb("play", "Play a game against its solution.", "zerosum play matches --matches 21"),
    "match": Verb(
        "match",
        "Match two players against each other, exactly or by simulation.",
        "zerosum match kuhn equilibrium uniform",
    ),
    "exploit": Verb(
        "exploit",
        "Measure a strategy from a file: what its best response wins, and where it leaks.",
        "zerosum exploit kuhn bot.csv",
    ),
    "plot": Verb(
        "solve",
        "Plot a game's solution as PNG, SVG or PDF (chosen by the file extension).",
        "zerosum plot gleason --out gleason.png",
    ),
    "verify": Verb(
        "solve", "Solve a game, then recompute its bounds from the strategies alone.", "zerosum verify leduc"
    ),
    "certify": Verb(
        "solve",
        "Solve a game and write the proof to a file that anyone can check.",
        "zerosum certify kuhn --out kuhn.cert",
    ),
    "check": Verb(
        "solve",
        "Check a certificate against the rules of its game, without a solver.",
        "zerosum check kuhn.cert",
    ),
    "matrix": Verb(
        "solve",
        "Solve a matrix game from a file, standard input or the command line.",
        'zerosum matrix "1 -1; -1 1" --exact',
    ),
    "formula": Verb(
        "formula",
        "Solve a game for every value of a parameter: its value as a piecewise formula.",
        "zerosum formula kuhn --bet 0..4",
    ),
    "sweep": Verb(
        "sweep",
        "Solve a game for every combination of values of its parameters, as one table.",
        "zerosum sweep kuhn --bet 1/2..4:8 --cards 3,5,7 --csv out.csv",
    ),
    "practice": Verb(
        "teach",
        "Make an exercise sheet with simple answers, and an answer sheet with worked steps.",
        "zerosum practice 2x2 --seed 7 --count 10",
    ),
    "handout": Verb(
        "teach",
        "Write a one-page handout about a game: rules, solution, figure and three questions, with answers on the back.",
        "zerosum handout kuhn --out kuhn.tex",
    ),
    "tournament": Verb(
        "teach",
        "Run a tournament between players that students submitted, each in its own process.",
        "zerosum tournament folder/ --game jujitsu --cards 4",
    ),
    "reproduce": Verb(
        "reproduce", "Recompute and check the published results of five papers.", "zerosum reproduce matches"
    ),
    "store": Verb("tools", "List or delete cached solutions.", "zerosum store --remove all"),
    "serve": Verb(
        "tools",
        "Start the website: learn, explore and play every game in a browser.",
        "zerosum serve --port 8080 --open",
    ),
    "examples": Verb(
        "tools",
        "List the example games and players, or print or copy one.",
        "zerosum examples kuhn > kuhn.py",
    ),
    "bench": Verb("tools", "Run benchmarks against our targets and other packages.", "zerosum bench matrix"),
    "completion": Verb(
        "completion",
        "Print a shell completion script for commands, games, players and flags.",
        'eval "$(zerosum completion bash)"',
    ),
}
"""Every verb, in the order of the help."""

HELP = ("--help", "-h")

START = """\
zerosum solves two-person zero-sum sequential games, with a certificate on every number.

  zerosum games                          list the games
  zerosum solve jujitsu --cards 4        solve one
  zerosum plot gleason --out g.png       plot a solution
  zerosum play matches                   play against the solution
  zerosum serve                          do all of this in a browser
  zerosum reproduce                      recompute five papers
  zerosum --help                         list all commands"""


def run(words: list[str]) -> None:
    """Run a command line."""
    if not words:
        write(START)
        return
    if words[0] == "--version":
        write(f"zerosum {__version__}")
        return
    if words[0] not in (*VERBS, *HELP):
        if words[0].startswith("-"):
            raise InputError(f"there is no flag {words[0]}; see zerosum --help")
        raise unknown_name_error("command", words[0], VERBS)
    from zerosum.cli.command_line import GameVerb, call, show_verbs  # imports numpy

    if words[0] in HELP:
        show_verbs()
        return
    verb = VERBS[words[0]].load(words[0])
    if isinstance(verb, GameVerb):
        verb(*words[1:])
    else:
        call(words[0], verb, words[1:])


def main() -> None:
    """Run the command; report a user's mistake in one sentence, with exit status 2."""
    try:
        prepare_streams()
        run(sys.argv[1:])
    except (Stopped, KeyboardInterrupt):
        disk = sys.modules.get("zerosum.store.disk")
        kept = "; completed tables are saved, and the same command will resume from there"
        _say(f"stopped{kept if disk is not None and disk.DiskStore.has_written else ''}")
        sys.exit(130)
    except MemoryError:
        _say("not enough memory; try a smaller size")
        sys.exit(2)
    except OverLimitError as error:
        _say(f"{error}, or allow it with --limit {error.needed}" if error.needed else str(error))
        sys.exit(2)
    except ZerosumError as error:
        _say(str(error))
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (Exception, SystemExit) as error:
        from zerosum.request.loading import own_failure

        sentence = own_failure(error)
        if sentence is None:
            if not isinstance(error, OSError):
                raise
            sentence = f"{error.filename or 'a file'} cannot be used: {error.strerror}"
        _say(sentence)
        sys.exit(2)


def _say(sentence: str) -> None:
    write(f"zerosum: {one_line(sentence, MAX_SENTENCE)}", sys.stderr)
