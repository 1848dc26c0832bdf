"""The command `zerosum`. Each verb lives in a module of its own, imported when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable

from zerosum import __version__
from zerosum.cli.examples import example
from zerosum.cli.terminal import shown, tame
from zerosum.core.errors import InputError, Stopped, ZerosumError, unknown
from zerosum.core.foreign import Foreign
from zerosum.core.limits import OverLimitError

__all__ = ["RAW", "VERBS", "main"]

VERBS = {
    "games": ("games", "List the games that can be solved by name."),
    "solve": ("solve", "Solve a game: its value with bounds, and both players' strategies."),
    "play": ("play", "Play a game against its solution."),
    "match": ("match", "Pit two players against each other, exactly or by simulation."),
    "plot": ("solve", "Draw a game's solution as a picture."),
    "verify": ("solve", "Recompute a solution's bounds from its strategies alone."),
    "certify": ("certify", "Solve a game and write its proof into a file that anyone can check."),
    "check": ("certify", "Check such a file by the rules alone, without any solver."),
    "matrix": ("matrix", "Solve one matrix game from a file, standard input or a line of text."),
    "reproduce": ("reproduce", "Recompute what the five papers print, and judge it."),
    "store": ("store", "List the solved tables that are kept, or remove some."),
    "serve": ("serve", "Serve the site: learn, explore and play every game in a browser."),
    "bench": ("bench", "Measure speed beside the aims and the peers."),
    "completion": (
        "completion",
        "Print the script by which a shell completes commands, games, players and flags.",
    ),
}
"""Each verb, the module that holds its function, and its line of help."""

RAW = {"solve", "play", "match", "plot", "verify", "certify", "bench"}
"""The verbs whose flags depend on their first word; they read their words themselves."""

START = """\
zerosum solves two-person zero-sum sequential games, with a certificate on every number.

  zerosum games                          the games
  zerosum solve jujitsu --cards 4        an answer
  zerosum plot gleason --out g.png       a picture
  zerosum play matches                   a game against the solution
  zerosum serve                          all of it in a browser
  zerosum reproduce                      the five papers, recomputed
  zerosum --help                         every command"""


def _run(words: list[str]) -> None:
    """Call the verb with its words, read by cyclopts where all games share its flags."""
    if words and words[0] in RAW:
        _verb(words[0])(*words[1:])
        return
    from cyclopts import CycloptsError  # takes long to import

    try:
        _app()(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise InputError(_sentence(error)) from None


def _verb(verb: str) -> Callable[..., None]:
    module = importlib.import_module(f"zerosum.cli.{VERBS[verb][0]}")
    function: Callable[..., None] = getattr(module, verb)
    return function


def _app() -> Foreign:
    """The command without those verbs, which it only lists."""
    from cyclopts import App

    app = App(
        name="zerosum",
        version=f"zerosum {__version__}",
        help="Two-person zero-sum games, solved and certified.",
        suppress_keyboard_interrupt=False,
    )
    app.default(_start)
    for verb, (module, help) in VERBS.items():
        if verb in RAW:
            app.command(App(name=verb, help=help, help_flags=[], version_flags=[]))
        else:
            app.command(f"zerosum.cli.{module}:{verb}", name=verb, help=f"{help}\n\n{example(verb)}")
    return app


def _start() -> None:
    print(START)  # noqa: T201


def main() -> None:
    """Run the command; what a person did wrong is told in one sentence, with exit status 2."""
    words = sys.argv[1:]
    try:
        tame()
        _check_verb(words)
        _run(words)
    except (Stopped, KeyboardInterrupt):
        _say("stopped; solved tables that were complete are kept, and the same command goes on from there")
        sys.exit(130)
    except MemoryError:
        _say("that does not fit into this machine's memory; try a smaller size")
        sys.exit(2)
    except OverLimitError as error:
        _say(_sentence(error) + (f", or allow it with --limit {error.needed}" if error.needed else ""))
        sys.exit(2)
    except ZerosumError as error:
        _say(_sentence(error))
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (Exception, SystemExit) as error:
        _say(_failed(error))
        sys.exit(2)


def _failed(error: BaseException) -> str:
    """A failure of a person's own file, or of the disk, in one sentence; any other goes on as it is."""
    from zerosum.request.loading import own_failure

    told = own_failure(error)
    if told is not None:
        return " ".join(told.split())
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'} cannot be used: {error.strerror}"
    raise error


def _check_verb(words: list[str]) -> None:
    """Refuse a first word that is no verb, with the nearest one as a hint."""
    if words and not words[0].startswith("-") and words[0] not in VERBS:
        raise unknown("command", words[0], VERBS)


def _sentence(error: Exception) -> str:
    """The error's message on one line."""
    return " ".join(str(error).split())


def _say(sentence: str) -> None:
    print(f"zerosum: {shown(sentence)}", file=sys.stderr)  # noqa: T201
