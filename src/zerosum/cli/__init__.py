"""The command `zerosum`. Each verb lives in a module that is imported when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

from zerosum import __version__
from zerosum.cli.terminal import prepare_streams, printable
from zerosum.core.errors import InputError, Stopped, ZerosumError, unknown
from zerosum.core.limits import OverLimitError

__all__ = ["HELP", "VERBS", "main"]


class Verb(NamedTuple):
    """What the help says about a verb, and where it is."""

    module: str
    help: str
    example: str

    def load(self, name: str) -> Callable[..., None]:
        """Import the verb's function, which takes the words after the verb."""
        function: Callable[..., None] = getattr(importlib.import_module(f"zerosum.cli.{self.module}"), name)
        return function


VERBS = {
    "games": Verb("tools", "List the games that can be solved by name.", "zerosum games --json"),
    "solve": Verb(
        "solve",
        "Solve a game: its value with bounds, and both players' strategies.",
        "zerosum solve jujitsu --cards 4",
    ),
    "play": Verb("play", "Play a game against its solution.", "zerosum play matches --matches 21"),
    "match": Verb(
        "match",
        "Pit two players against each other, exactly or by simulation.",
        "zerosum match kuhn equilibrium uniform",
    ),
    "plot": Verb(
        "solve",
        "Draw a game's solution as a picture (PNG, SVG or PDF, by the name of the file).",
        "zerosum plot gleason --out gleason.png",
    ),
    "verify": Verb(
        "solve", "Recompute a solution's bounds from its strategies alone.", "zerosum verify leduc"
    ),
    "certify": Verb(
        "solve",
        "Solve a game and write its proof into a file that anyone can check.",
        "zerosum certify kuhn --out kuhn.cert",
    ),
    "check": Verb(
        "solve", "Check a certificate by the rules alone, without any solver.", "zerosum check kuhn.cert"
    ),
    "matrix": Verb(
        "solve",
        "Solve one matrix game from a file, standard input or a line of text.",
        'zerosum matrix "1 -1; -1 1" --exact',
    ),
    "formula": Verb(
        "formula",
        "Solve a game for every value of a parameter: its value as a formula, piece by piece.",
        "zerosum formula kuhn --bet 0..4",
    ),
    "practice": Verb(
        "teach",
        "Make a sheet of exercises with nice answers, and its answer sheet with steps.",
        "zerosum practice 2x2 --seed 7 --count 10",
    ),
    "handout": Verb(
        "teach",
        "Write a page about a game: rules, question, solution, picture, three questions, answers on the back.",
        "zerosum handout kuhn --out kuhn.tex",
    ),
    "tournament": Verb(
        "teach",
        "Let the functions that students handed in play each other, each in its own process.",
        "zerosum tournament folder/ --game jujitsu --cards 4",
    ),
    "reproduce": Verb(
        "reproduce", "Recompute what the five papers print, and judge it.", "zerosum reproduce matches"
    ),
    "store": Verb(
        "tools", "List the solved tables that are kept, or remove some.", "zerosum store --remove all"
    ),
    "serve": Verb(
        "tools",
        "Serve the site: learn, explore and play every game in a browser.",
        "zerosum serve --port 8080 --open",
    ),
    "examples": Verb(
        "tools", "List the example games and players, show one or copy it.", "zerosum examples kuhn > kuhn.py"
    ),
    "bench": Verb("tools", "Measure speed beside the aims and the peers.", "zerosum bench matrix"),
    "completion": Verb(
        "completion",
        "Print a script that lets a shell complete commands, games, players and flags.",
        'eval "$(zerosum completion bash)"',
    ),
}
"""Every verb, in the order of the help."""

HELP = ("--help", "-h")

START = """\
zerosum solves two-person zero-sum sequential games, with a certificate on every number.

  zerosum games                          the games
  zerosum solve jujitsu --cards 4        an answer
  zerosum plot gleason --out g.png       a picture
  zerosum play matches                   a game against the solution
  zerosum serve                          all of it in a browser
  zerosum reproduce                      the five papers, recomputed
  zerosum --help                         every command"""


def run(words: list[str]) -> None:
    """Do what the words of a command line ask for."""
    if not words:
        print(START)  # noqa: T201
        return
    if words[0] == "--version":
        print(f"zerosum {__version__}")  # noqa: T201
        return
    if words[0] not in (*VERBS, *HELP):
        if words[0].startswith("-"):
            raise InputError(f"there is no flag {words[0]}; see zerosum --help")
        raise unknown("command", words[0], VERBS)
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
    """Run the command; a mistake of the user is reported in one sentence, with exit status 2."""
    try:
        prepare_streams()
        run(sys.argv[1:])
    except (Stopped, KeyboardInterrupt):
        disk = sys.modules.get("zerosum.store.disk")
        kept = "; solved tables that were complete are kept, and the same command goes on from there"
        _say(f"stopped{kept if disk is not None and disk.DiskStore.has_written else ''}")
        sys.exit(130)
    except MemoryError:
        _say("that does not fit into this machine's memory; try a smaller size")
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
    print(f"zerosum: {printable(' '.join(sentence.split()))}", file=sys.stderr)  # noqa: T201
