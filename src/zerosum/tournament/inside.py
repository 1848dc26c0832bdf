"""The code in the process of an entry: a guard, and the loop that answers queries.

The process first imports the classes of positions. Then it forks. The parent is the *guard*: it runs no code of the
entry, and ends all processes that the entry started when the entry ends, or when the referee is gone. The child
loads the entry's function and answers queries until it is ended.

Input and output are the lines of `messages`. The guard writes a line to the error stream that says how the entry ended.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import select
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from importlib.util import decode_source, module_from_spec
from types import CodeType
from typing import Any, BinaryIO

from zerosum.arena import Observation
from zerosum.core.errors import InputError
from zerosum.request.loading import load_class
from zerosum.tournament.messages import answer_data, decode
from zerosum.tournament.system_calls import stay_alone

MAX_FILE = 10_000_000
"""Maximum number of bytes of a file that an entry may write."""
MAX_OPEN = 64
"""Maximum number of files that an entry may have open."""
MAX_REASON = 160
"""Maximum number of characters of the reason for a failure."""
MAX_ROUNDS = 1000
"""Number of times that the processes started by an entry are listed and ended."""
NAMED = "player"
"""The name of the player function in a file with several functions."""
LOOK = 100
"""Milliseconds between two checks by the guard."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def serve() -> None:
    """Run the process: read what to import, fork, and answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.closerange(3, MAX_OPEN)
    questions, answers = os.fdopen(0, "rb", buffering=0, closefd=False), os.dup(1)
    setup = json.loads(questions.readline())
    if setup["rules"]:
        load_class(setup["rules"])
    for module in setup["modules"]:
        with suppress(ImportError):
            __import__(module)
    _become_reaper()
    child = os.fork()
    if child:
        os.close(answers)
        os.close(1)
        _guard(child)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    asked, output = os.dup(0), os.fdopen(answers, "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    _tell(output, {"pid": os.getpid()})
    _answer(os.fdopen(asked, "rb"), output)
    os._exit(0)


def _prctl(option: int, value: int) -> None:
    """Call the kernel's `prctl`, which only Linux has."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _become_reaper() -> None:
    """Become the parent of all processes that the entry leaves behind."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def _guard(child: int) -> None:
    """Wait until the entry ends or the referee is gone, then end all processes that the entry started."""
    referee = select.poll()
    referee.register(0, 0)  # reports only that the other end is closed
    ended = None
    while ended is None and not referee.poll(LOOK):
        with suppress(ChildProcessError):
            while ended is None and (found := os.waitpid(-1, os.WNOHANG))[0]:
                ended = found[1] if found[0] == child else None
    if ended is not None:
        code = os.waitstatus_to_exitcode(ended)
        with suppress(OSError):
            os.write(2, (f"status {code}\n" if code >= 0 else f"signal {-code}\n").encode("ascii"))
    end_children(os.getpid())
    os._exit(0)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, if the system lists them."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as listed:
                found += map(int, listed.read().split())
    return found


def descendants_of(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    found = children_of(pid)
    for child in found:
        found += children_of(child)
        if len(found) > MAX_ROUNDS:
            break
    return found


def end_children(pid: int) -> None:
    """End all processes that a process has started; orphans become its children and are ended as well."""
    for _ in range(MAX_ROUNDS):
        found = descendants_of(pid)
        for one in found:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        if pid == os.getpid():
            with suppress(ChildProcessError):
                while os.waitpid(-1, 0)[0]:
                    pass
        if not found:
            return


def _answer(questions: BinaryIO, answers: BinaryIO) -> None:
    """Load the function of the entry, then answer one query after another."""
    entry = json.loads(questions.readline())
    try:
        _limit()
        stay_alone()
        function = _function_in(entry["name"], entry["file"], decode(entry["source"]))
    except BaseException as problem:
        _tell(answers, {"to": 0, "failed": _reason(problem, entry["memory"])})
        return
    _tell(answers, {"to": 0, "ready": True})
    with suppress(OSError):  # the referee is gone
        while line := questions.readline():
            _tell(answers, _asked(function, json.loads(line), entry["memory"]))


def _asked(function: Any, question: Mapping[str, Any], memory: float) -> dict[str, Any]:
    """Call the function as many times as the referee requests; return the answer, or the error."""
    side, position, choices = question["seen"]
    first: list[list[Any]] = []
    same = True
    try:
        for call in range(
            question["times"]
        ):  # each time with new objects, since the function may change them
            moves = decode(choices)
            answer = _by_place(function(Observation(side, decode(position), decode(choices))), moves)
            first, same = (answer, True) if call == 0 else (first, same and answer == first)
    except BaseException as problem:
        return {"to": question["number"], "failed": _reason(problem, memory)}
    return {"to": question["number"], "answer": first, "same": same}


def _by_place(answer: Any, moves: Sequence[Any]) -> list[list[Any]]:
    """Write a move or a mix by the indices of the moves."""
    mix = answer if isinstance(answer, Mapping) else {answer: 1}
    for move in mix:
        if move not in moves:
            raise InputError(f"returned {move!r}; it must return one of {', '.join(map(str, moves))}")
    return answer_data(mix, moves)


def _tell(answers: BinaryIO, message: Mapping[str, Any]) -> None:
    answers.write(json.dumps(message, allow_nan=False).encode("ascii") + b"\n")
    answers.flush()


def _limit() -> None:
    """Limit the resources of this process if the system can; the referee limits its memory."""
    try:
        import resource
    except ImportError:  # pragma: no cover - no such limits on this system
        return
    most = [
        (resource.RLIMIT_FSIZE, MAX_FILE),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_OPEN),
        (getattr(resource, "RLIMIT_NPROC", None), 0),  # such limits do not bind the administrator
    ]
    for limit, value in most:
        if limit is not None:
            with suppress(OSError, ValueError):
                resource.setrlimit(limit, (value, value))


class _SentFile(InspectLoader):
    """A file sent by the referee, because an entry need not see its folder."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file, self.data = file, data

    def get_source(self, fullname: str) -> str:
        """Return the text of the file."""
        return decode_source(self.data)

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the file, with its name for tracebacks."""
        return self.source_to_code(self.data, self.file)


def _function_in(name: str, file: str, source: bytes) -> Any:
    """Return the function of a file: the one called `player`, or the only one that it defines."""
    loader = _SentFile(file, source)
    module = module_from_spec(ModuleSpec(f"entry_{name}", loader, origin=file))
    sys.modules[module.__name__] = module
    loader.exec_module(module)
    own = {
        key: thing
        for key, thing in vars(module).items()
        if inspect.isfunction(thing) and thing.__module__ == module.__name__ and not key.startswith("_")
    }
    if NAMED in own:
        return own[NAMED]
    if len(own) != 1:
        raise InputError(
            f"has {len(own) or 'no'} functions; rename the function that plays to {NAMED!r}"
            if own
            else f"has no function; write one called {NAMED!r}"
        )
    return next(iter(own.values()))


def _reason(problem: BaseException, memory: float) -> str:
    """Return a description of an error for the report."""
    if isinstance(problem, InputError):
        text = str(problem)
    elif isinstance(problem, MemoryError):
        text = f"needs more than {memory / 1e9:g} GB of memory"
    elif isinstance(problem, SystemExit):
        text = "called sys.exit"
    else:
        text = f"failed with {type(problem).__name__}: {problem}"
    return shortened(text)


def shortened(text: str) -> str:
    """Return a text as one short line of printable characters."""
    line = "".join(char if char.isprintable() else " " for char in text[: 20 * MAX_REASON])
    line = " ".join(line.split())
    return line if len(line) <= MAX_REASON else f"{line[: MAX_REASON - 1]}…"
