"""The command `zerosum`. Each verb lives in a module that is imported when it is called."""

from __future__ import annotations

import os
import sys

from zerosum import __version__
from zerosum.cli.command_line import HELP, VERBS, GameVerb, call, check_verb, show_verbs
from zerosum.cli.terminal import prepare_streams, printable
from zerosum.core.errors import Stopped, ZerosumError
from zerosum.core.limits import OverLimitError

__all__ = ["VERBS", "main"]

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
    elif words[0] == "--version":
        print(f"zerosum {__version__}")  # noqa: T201
    elif words[0] in HELP:
        show_verbs()
    else:
        check_verb(words)
        verb = VERBS[words[0]].load(words[0])
        if isinstance(verb, GameVerb):
            verb(*words[1:])
        else:
            call(words[0], verb, words[1:])


def main() -> None:
    """Run the command; what a person did wrong is told in one sentence, with exit status 2."""
    try:
        prepare_streams()
        run(sys.argv[1:])
    except (Stopped, KeyboardInterrupt):
        _say("stopped; solved tables that were complete are kept, and the same command goes on from there")
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
