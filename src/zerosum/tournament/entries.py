"""Students' entries: one file with one function, run in its own process with limits.

The function of an entry is called only in its own process (`process`, `inside`). Any fault (an endless loop, an
exception, a crash, `sys.exit`, `os._exit`, too much memory, a move that is not allowed, other processes, output
that is not an answer) becomes an `EntryFailedError` that names the entry. So a bad entry loses only its own
matches. An entry whose process had to be ended three times is not asked again.

Answers are cached, so that a function is called with an observation only once for all its matches. The first calls
are repeated: a function that uses random numbers gives different answers, is not cached, and is called at every
move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from zerosum.arena import Observation, UserFunction
from zerosum.arena.players import FIRST_TIMES, FIRST_VIEWS, Function, ask
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Move
from zerosum.tournament.inside import shortened
from zerosum.tournament.messages import (
    MAX_ANSWER,
    MAX_ANSWER_OF_MOVE,
    ProtocolError,
    modules_of,
    question_text,
    read_answer,
)
from zerosum.tournament.process import EntryProcess, ProcessFault
from zerosum.tournament.sandbox import Sandbox

MAX_KNOWN = 500_000
"""Maximum number of answers of an entry that are cached."""
MAX_ENDED = 3
"""Number of times that the process of an entry is ended before the entry is not asked again."""


class EntryFailedError(ZerosumError):
    """An error of an entry, which loses the match."""

    def __init__(self, entry: str, reason: str) -> None:
        super().__init__(f"{entry} {reason}")
        self.entry, self.reason = entry, reason


def entries_in(folder: Path) -> list[Path]:
    """Return the .py files of a folder whose names do not begin with _ or a dot."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {str(folder)!r}; create one with one .py file per student")
    found = sorted(file for file in folder.glob("*.py") if file.name[0] not in "_." and file.is_file())
    if len(found) < 2:
        raise InputError(f"a tournament needs at least two files, but {str(folder)!r} has {len(found)}")
    return found


class TournamentEntry:
    """A student's function in its own process.

    Parameters
    ----------
    file
        The file that the student handed in.
    seconds
        Processor time for a match, or for one best response.
    memory
        Bytes that the process may use beyond what Python and this package need.
    rules
        The game as "mygame.py:MyGame" if it is not in the catalogue: its positions are made of classes in that file.
    sandbox
        The isolation of the process.
    tick
        Called before each question to the process; it may stop the match.
    """

    def __init__(
        self,
        file: Path,
        seconds: float,
        memory: float,
        rules: str = "",
        sandbox: Sandbox | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.file, self.seconds, self.memory, self.rules = file, seconds, memory, rules
        self.sandbox, self.tick = sandbox or Sandbox(), tick
        self.name = file.stem
        self.player = UserFunction(self.name, self.choose)
        """The player for arenas."""
        self.is_random = False
        self._known: dict[bytes, Mapping[Move, Any] | EntryFailedError] = {}
        self._broken: EntryFailedError | None = None
        self._process: EntryProcess | None = None
        self._ended = 0

    @property
    def is_awake(self) -> bool:
        """Whether it has a process now."""
        return self._process is not None

    def begin(self) -> None:
        """Begin a match and reset its thinking time."""
        if self._process is not None:
            try:
                self._process.check_alone()
            except ProcessFault as fault:
                self._failed(fault)
            else:
                self._process.begin()

    def choose(self, seen: Observation) -> Mapping[Move, Any]:
        """Return the function's answer as a validated mix; raise an `EntryFailedError` on failure."""
        if self._broken is not None:
            raise self._broken
        question = question_text(seen)
        key = sha256(question.encode("utf-8")).digest()  # a question may hold a long history
        known = self._known.get(key)
        if known is None:
            known = self._answer_of_process(seen, question)
            if isinstance(known, EntryFailedError) or (not self.is_random and len(self._known) < MAX_KNOWN):
                self._known[key] = known
        if isinstance(known, EntryFailedError):
            raise known
        return known

    def _answer_of_process(self, seen: Observation, question: str) -> Mapping[Move, Any] | EntryFailedError:
        """Return the answer of the process, or the error."""
        self.tick()
        times = 1 if self.is_random else FIRST_TIMES if len(self._known) < FIRST_VIEWS else 2
        try:
            answer, is_same = self._exchange(seen, question, times)
            mix = ask(Function(self.name, lambda _: answer), seen)
        except EntryFailedError as failure:
            return failure
        except InputError as problem:
            return EntryFailedError(self.name, shortened(str(problem).removeprefix(f"{self.name} ")))
        if not is_same:
            self.is_random = True
            self._known = {
                key: what for key, what in self._known.items() if isinstance(what, EntryFailedError)
            }
        return mix

    def _exchange(self, seen: Observation, question: str, times: int) -> tuple[dict[Move, Any], bool]:
        """Send an observation to the process and wait for the answer, as long as thinking time is left."""
        try:
            if self._process is None:
                self._process = self._start(question)
            size = MAX_ANSWER + MAX_ANSWER_OF_MOVE * len(seen.moves)
            found = self._process.ask({"times": times}, size, question)
            self._check_failure(found)
            try:
                return read_answer(found, seen.moves)
            except ProtocolError:
                raise self._process.refuse() from None
        except ProcessFault as fault:
            raise self._failed(fault) from None

    def _start(self, question: str) -> EntryProcess:
        """Start the process; an entry that cannot even be imported fails for good."""
        modules = sorted(modules_of(question))
        try:
            process = EntryProcess(self.file, self.seconds, self.memory, self.sandbox, self.rules, modules)
        except ProcessFault as fault:
            self._broken = EntryFailedError(self.name, str(fault))
            raise self._broken from None
        try:
            self._check_failure(process.first)
        except EntryFailedError as failure:
            process.end()
            self._broken = failure
            raise
        return process

    def _check_failure(self, found: Mapping[str, Any]) -> None:
        """Raise the failure that the process reports."""
        if found.keys() == {"to", "failed"} and isinstance(found["failed"], str):
            raise EntryFailedError(self.name, shortened(found["failed"]))

    def _failed(self, fault: ProcessFault) -> EntryFailedError:
        """Record that the process was ended."""
        self._process = None
        self._ended += 1
        failure = EntryFailedError(self.name, str(fault))
        if self._ended >= MAX_ENDED:
            self._broken = failure
        return failure

    def __deepcopy__(self, memo: object) -> TournamentEntry:
        """Return itself, since parallel games query the same process."""
        return self

    def close(self) -> None:
        """End the process and everything that it started."""
        process, self._process = self._process, None
        if process is not None:
            process.end()
