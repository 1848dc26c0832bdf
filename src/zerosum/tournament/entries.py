"""What students hand in: one file with one function, run in a process of its own with limits.

The function of an entry is asked in its own process, and nowhere else. The process has a limit on memory, and its
answers must come within a time per match; it can print nothing, and write no large file. Whatever it does wrong (an
endless loop, an exception, a crash, `sys.exit`, `os._exit`, too much memory, a move that is not allowed) ends as an
`EntryFailedError` that names the entry, in the process that asks. So a bad entry loses its own matches and nobody
else's. An entry whose process had to be ended three times is not asked again.

This is not a sandbox: the code runs with the rights of whoever runs the tournament, and could read and change files.

Answers are remembered, so that an observation is put to a function once for all its matches. It is put several times
at first: a function that draws at random gives different answers, is not remembered, and is asked at every move.
"""

from __future__ import annotations

import inspect
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from zerosum.arena import Observation, UserFunction
from zerosum.arena.players import FIRST_TIMES, FIRST_VIEWS, Function, ask
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Move
from zerosum.request.loading import load_class

CONTEXT = multiprocessing.get_context("spawn")
START = 60.0
"""Seconds that a process may take to start, before the entry's own time begins."""
LARGEST_FILE = 10_000_000
"""Maximum number of bytes of a file that an entry may write."""
LONGEST_REASON = 160
"""Maximum number of characters of a reason."""
MOST_ENDED = 3
"""How often the process of an entry is ended before the entry is not asked again."""
NAMED = "player"
"""The function of a file that has several."""


class EntryFailedError(ZerosumError):
    """An entry did something wrong, and loses the match."""

    def __init__(self, entry: str, reason: str) -> None:
        super().__init__(f"{entry} {reason}")
        self.entry, self.reason = entry, reason


def entries_in(folder: Path) -> list[Path]:
    """The files of a folder that students handed in: every .py file whose name does not begin with _ or a dot."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {str(folder)!r}; make one with a .py file for each student")
    found = sorted(file for file in folder.glob("*.py") if file.name[0] not in "_." and file.is_file())
    if len(found) < 2:
        raise InputError(f"a tournament needs two files or more, and {str(folder)!r} has {len(found)}")
    return found


class TournamentEntry:
    """A student's function in its own process.

    Parameters
    ----------
    file
        The file that the student handed in.
    seconds
        Thinking time for a match, or for one best response.
    memory
        Bytes that the process may use beyond what Python and this package need.
    rules
        The game as "mygame.py:MyGame" if it is not of the catalogue: its positions are made of classes of that file.
    """

    def __init__(self, file: Path, seconds: float, memory: float, rules: str = "") -> None:
        self.file, self.seconds, self.memory, self.rules = file, seconds, memory, rules
        self.name = file.stem
        self.player = UserFunction(self.name, self.choose)
        """Whom an arena asks."""
        self.is_random = False
        self._known: dict[Observation, Mapping[Move, Any] | EntryFailedError] = {}
        self._broken: EntryFailedError | None = None
        self._process: Any = None
        self._pipe: Connection | None = None
        self._left = seconds
        self._ended = 0

    @property
    def is_awake(self) -> bool:
        """Whether it has a process now."""
        return self._process is not None

    def begin(self) -> None:
        """Begin a match: its thinking time starts again."""
        self._left = self.seconds

    def choose(self, seen: Observation) -> Mapping[Move, Any]:
        """The function's answer as a mix, checked; a failure is an `EntryFailedError`."""
        if self._broken is not None:
            raise self._broken
        known = self._known.get(seen)
        if known is None:
            known = self._answer_of_process(seen)
            if isinstance(known, EntryFailedError) or not self.is_random:
                self._known[seen] = known
        if isinstance(known, EntryFailedError):
            raise known
        return known

    def _answer_of_process(self, seen: Observation) -> Mapping[Move, Any] | EntryFailedError:
        """The answer of the process, or what went wrong."""
        times = 1 if self.is_random else FIRST_TIMES if len(self._known) < FIRST_VIEWS else 2
        try:
            answers = self._exchange(seen, times)
            mixes = [_checked(self.name, answer, seen) for answer in answers]
        except EntryFailedError as failure:
            return failure
        except InputError as problem:
            return EntryFailedError(self.name, str(problem).removeprefix(f"{self.name} "))
        if any(mix != mixes[0] for mix in mixes):
            self.is_random = True
            self._known = {
                key: what for key, what in self._known.items() if isinstance(what, EntryFailedError)
            }
        return mixes[0]

    def _exchange(self, seen: Observation, times: int) -> list[dict[Move, Any]]:
        """Put an observation to the process and wait for the answers, as long as thinking time is left."""
        pipe = self._pipe if self._pipe is not None else self._start()
        begun = time.monotonic()
        pipe.send((seen, times))
        kind, what = self._received(pipe, self._left)
        self._left -= time.monotonic() - begun
        if kind == "failed":
            raise EntryFailedError(self.name, what)
        return [{seen.moves[k]: p for k, p in answer} for answer in what]

    def _start(self) -> Connection:
        """Start the process; an entry that cannot even be imported fails for good."""
        mine, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(
            target=_serve, args=(theirs, str(self.file), self.memory, self.rules), name=self.name, daemon=True
        )
        self._process.start()
        theirs.close()
        self._pipe = mine
        try:
            self._received(mine, START)  # Python and this package are there
            kind, what = self._received(mine, self.seconds)
            if kind == "failed":
                raise EntryFailedError(self.name, what)
        except EntryFailedError as failure:
            self._broken = failure
            self.close()
            raise
        return mine

    def _received(self, pipe: Connection, seconds: float) -> tuple[str, Any]:
        """What the process sends; it is ended if nothing comes in time."""
        try:
            if pipe.poll(max(seconds, 0.0)):
                kind, what = pipe.recv()
                return kind, what
            reason = f"takes longer than {self.seconds:g} seconds"
            self.close()
        except (EOFError, OSError):
            code = self.close(0.5)  # one that ended itself has a status to report
            ended = "" if code is None else f" with status {code}" if code >= 0 else f" by signal {-code}"
            reason = f"ends its process{ended}"
        self._ended += 1
        failure = EntryFailedError(self.name, reason)
        if self._ended >= MOST_ENDED:
            self._broken = failure
        raise failure

    def close(self, wait: float = 0.0) -> int | None:
        """End the process and everything that it started; its exit status, if it has one after waiting."""
        process, self._process, self._pipe = self._process, None, None
        if process is None:
            return None
        process.join(wait)
        code = process.exitcode
        with suppress(OSError, AttributeError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()
        return int(code) if code is not None else None


def _checked(name: str, answer: Mapping[Move, Any], seen: Observation) -> Mapping[Move, Any]:
    """An answer as a mix, refused where it is not one."""
    return ask(Function(name, lambda _: answer), seen)


def _serve(pipe: Connection, file: str, memory: float, rules: str) -> None:
    """The process of an entry: load its function, then answer one observation after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.setsid()  # so that what it starts is ended with it
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if rules:
        load_class(rules)
    pipe.send(("ready", None))
    try:
        _limit(memory)
        function = _function_in(Path(file))
    except BaseException as problem:
        pipe.send(("failed", _reason(problem, memory)))
        return
    pipe.send(("ready", None))
    with suppress(EOFError, OSError):  # whoever asked has gone
        while True:
            seen, times = pipe.recv()
            answer: tuple[str, object]
            try:
                answer = "answers", [_plain(function(seen), seen.moves) for _ in range(times)]
            except BaseException as problem:
                answer = "failed", _reason(problem, memory)
            pipe.send(answer)


def _limit(memory: float) -> None:
    """Limit what this process may use, where the system can."""
    try:
        import resource
    except ImportError:  # pragma: no cover - no such limits on this system
        return
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        whole = pages * resource.getpagesize() + int(memory)
        resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _function_in(file: Path) -> Any:
    """The function of a file: the one called `player`, or the only one that it defines."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(f"entry_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise InputError("cannot be imported as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    spec.loader.exec_module(module)
    own = {
        name: thing
        for name, thing in vars(module).items()
        if inspect.isfunction(thing) and thing.__module__ == spec.name and not name.startswith("_")
    }
    if NAMED in own:
        return own[NAMED]
    if len(own) != 1:
        raise InputError(
            f"has {len(own) or 'no'} functions: call the one that plays {NAMED!r}"
            if own
            else f"has no function: write one called {NAMED!r}"
        )
    return next(iter(own.values()))


def _plain(answer: Any, moves: Sequence[Move]) -> list[tuple[int, Any]]:
    """A move or a mix by the indices of moves, in numbers of Python's."""
    mix = answer if isinstance(answer, Mapping) else {answer: 1}
    found = []
    for move, p in mix.items():
        if move not in moves:
            raise InputError(f"answers {move!r}, which is not one of {', '.join(map(str, moves))}")
        found.append((moves.index(move), p if type(p) in (int, float, Fraction) else float(p)))
    return found


def _reason(problem: BaseException, memory: float) -> str:
    """What went wrong, in the words of a report."""
    if isinstance(problem, InputError):
        text = str(problem)
    elif isinstance(problem, MemoryError):
        text = f"needs more than {memory / 1e9:g} GB of memory"
    elif isinstance(problem, SystemExit):
        text = "calls sys.exit"
    else:
        text = f"fails with {type(problem).__name__}: {problem}"
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 1]}…"
