"""The referee's side of an entry's process: it sends queries, monitors and charges the process, and ends it.

No output of the process is trusted. Its use of resources is read from the system:

    processor time    charged to the entry, except the first half millisecond of each answer, for reading the question
    sleep             time in which the entry neither computes nor waits for a processor; limited likewise
    processes only one is allowed

A process that writes anything but one answer to each question breaks the protocol, and is ended.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from zerosum.core.errors import ZerosumError
from zerosum.tournament.inside import children_of, descendants_of, end_children
from zerosum.tournament.messages import MAX_ANSWER, ProtocolError, encode, read_message
from zerosum.tournament.sandbox import Sandbox, environment

START = 120.0
"""Seconds that a process may take to start, before the entry's own time begins."""
LOOK = 0.05
"""Seconds between two checks of a process that has not answered."""
SECONDS_PER_ANSWER = 0.0005
"""Seconds of processor time of each answer that are not charged."""
UNNOTICED = 0.002
"""Seconds of each answer in which a process may sleep."""
STATUS = 2.0
"""Seconds that the guard has to report how the entry ended."""
CHUNK = 1 << 16


class ProcessFault(ZerosumError):  # noqa: N818 - what an entry did, not an error of the program
    """An error about a process that broke a rule and was ended."""


class EntryProcess:
    """A process that has loaded the function of a file.

    Parameters
    ----------
    file
        The file that the student handed in.
    seconds
        Processor time for a match.
    memory
        Bytes that the process may use beyond what Python and this package need.
    sandbox
        The isolation of the process.
    rules
        The game as "mygame.py:MyGame" if it is not in the catalogue.
    modules
        Modules that are imported before the entry's own time begins.
    """

    def __init__(
        self, file: Path, seconds: float, memory: float, sandbox: Sandbox, rules: str, modules: list[str]
    ) -> None:
        self.file, self.seconds, self.memory = file, seconds, memory
        self._folder = tempfile.TemporaryDirectory(prefix="zerosum-entry-", ignore_cleanup_errors=True)
        reports, tells = os.pipe()
        walled = bool(sandbox.bubblewrap)
        files = [rules.rpartition(":")[0]] if rules else []
        try:
            self._popen = subprocess.Popen(
                sandbox.command(passed=tells if walled else None, files=files),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._folder.name,
                env=environment(),
                start_new_session=True,
                pass_fds=(tells,) if walled else (),
            )
        finally:
            os.close(tells)
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._write, self._read, self._says = (
            stream.fileno() for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        )
        for stream in (self._write, self._read, self._says):
            os.set_blocking(stream, False)
        self.guard = self.entry = self._popen.pid
        self.is_ended = False
        self._watched = False
        self._number = 0
        self._has_clock, self._used_last = False, 0.0
        self.begin()
        try:
            setup = json.dumps({"rules": rules, "modules": modules}).encode()
            begun = read_message(self._exchange(setup, MAX_ANSWER))
            if walled:
                self.guard = int(json.loads(os.read(reports, MAX_ANSWER))["child-pid"])
            self._watch(int(begun["pid"]))
            source = {"source": encode(file.read_bytes()), "name": file.stem, "file": file.name}
            self.first = self.ask({**source, "memory": memory}, MAX_ANSWER)
        except BaseException:
            self.end()
            raise
        finally:
            os.close(reports)

    def _watch(self, pid: int) -> None:
        """Find the process that now runs the entry's code, and limit it."""
        children = children_of(self.guard)
        self.entry = children[0] if len(children) == 1 else pid
        self._watched = True
        with suppress(OSError):
            self._used_last = time.clock_gettime(_clock_of(self.entry))
            self._has_clock = True
        with suppress(ImportError, OSError, ValueError, AttributeError):
            import resource

            pages = int(Path(f"/proc/{self.entry}/statm").read_text(encoding="ascii").split()[0])
            most = pages * resource.getpagesize() + int(self.memory)
            resource.prlimit(self.entry, resource.RLIMIT_AS, (most, most))
        self.begin()

    def begin(self) -> None:
        """Begin a match and reset the time."""
        self._answers, self._waited = 0, 0.0
        self._used_before, self._ready_before = self._used(), self._ready()

    def ask(self, question: Mapping[str, Any], size: int, seen: str = "null") -> dict[str, Any]:
        """Send a query to the process and return its reply; the time and the size of the reply are limited.

        The observation is already JSON text. Each answer carries the number of its question, so that it cannot be
        mistaken for the answer to another.
        """
        self._answers += 1
        began = time.monotonic()
        try:
            begun = json.dumps({"number": self._number, **question})[:-1]
            found = read_message(self._exchange(f'{begun},"seen":{seen}}}'.encode("ascii"), size))
            if type(found.get("to")) is not int or found["to"] != self._number:
                raise ProtocolError
            self._number += 1
            self._check(0.0)
        except ProtocolError:
            self.end()
            raise ProcessFault("sent an invalid answer, so its process was ended") from None
        except ProcessFault:
            self.end()
            raise
        finally:
            self._waited += time.monotonic() - began
        return found

    def refuse(self) -> ProcessFault:
        """End a process whose reply was not an answer."""
        self.end()
        return ProcessFault("sent an invalid answer, so its process was ended")

    def check_alone(self) -> None:
        """Reject a process that has started others."""
        if self._watched and not self.is_ended and len(descendants_of(self.guard)) > 1:
            self.end()
            raise ProcessFault("started other processes")

    def _exchange(self, line: bytes, size: int) -> bytes:
        """Send a line and wait for one."""
        began = time.monotonic()
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        if poll.poll(0):
            self._received(1, bytearray())
            raise ProtocolError  # output before any question
        poll.register(self._write, select.POLLOUT)
        left, found = memoryview(line + b"\n"), bytearray()
        while True:
            ready = dict(poll.poll(LOOK * 1000))
            if self._write in ready:
                try:
                    left = left[os.write(self._write, left) :]
                except BlockingIOError:
                    pass
                except OSError:
                    raise self._gone() from None
                if not left:
                    poll.unregister(self._write)
            if self._read in ready:
                if left:
                    raise ProtocolError
                self._received(size, found)
                if found.endswith(b"\n") and found.count(b"\n") == 1:
                    return bytes(found)
                if b"\n" in found or len(found) > size:
                    raise ProtocolError
            if not ready or time.monotonic() - began > LOOK:
                self._check(time.monotonic() - began)

    def _received(self, size: int, found: bytearray) -> None:
        """Read the available output."""
        try:
            part = os.read(self._read, min(CHUNK, size + 1))
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            raise self._gone()
        found += part

    def _gone(self) -> ProcessFault:
        """Report how the process ended, as reported by the guard."""
        said = b""
        poll = select.poll()
        poll.register(self._says, select.POLLIN)
        with suppress(OSError):
            while poll.poll(STATUS * 1000) and (part := os.read(self._says, CHUNK)) and len(said) < CHUNK:
                said += part
                if said.endswith(b"\n") and said.split()[-2:-1] in ([b"status"], [b"signal"]):
                    break
        self.end()
        match said.split()[-2:]:
            case [b"status", code] if code.isdigit():
                return ProcessFault(f"ended its process with status {int(code)}")
            case [b"signal", code] if code.isdigit():
                return ProcessFault(f"had its process ended by signal {int(code)}")
            case _ if not self._watched:
                return ProcessFault(f"could not be started: {said.decode('utf-8', 'replace')[-300:].strip()}")
        return ProcessFault("ended its process")

    def _check(self, waited: float) -> None:
        """End a process that has used up its time, or is not alone."""
        if not self._watched:
            if waited > START:
                raise ProcessFault(f"did not start within {START:g} seconds")
            return
        used = self._used() - self._used_before
        if used - SECONDS_PER_ANSWER * self._answers > self.seconds:
            raise ProcessFault(f"took longer than {self.seconds:g} seconds")
        if waited:
            self.check_alone()
            ready = self._ready() - self._ready_before
            asleep = self._waited + waited - used - ready - UNNOTICED * self._answers
            if asleep > self.seconds + UNNOTICED:
                raise ProcessFault(f"slept for longer than {self.seconds:g} seconds")

    def _used(self) -> float:
        """Return the processor time so far."""
        if not self._watched:
            return 0.0
        if self._has_clock:
            with suppress(OSError):  # the process may have ended
                self._used_last = time.clock_gettime(_clock_of(self.entry))
            return self._used_last
        return time.monotonic()

    def _ready(self) -> float:
        """Return the time for which the entry and this referee had to wait for a processor."""
        total = 0
        for path in (f"/proc/{self.entry}/schedstat", "/proc/thread-self/schedstat"):
            with suppress(OSError, ValueError, IndexError):
                total += int(Path(path).read_text(encoding="ascii").split()[1])
        return total / 1e9

    def end(self) -> None:
        """End the process and everything that it started."""
        if self.is_ended:
            return
        self.is_ended = True
        end_children(self.guard)
        for pid in {self.guard, self._popen.pid}:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if stream is not None:
                stream.close()
        self._folder.cleanup()


def _clock_of(pid: int) -> int:
    """Return the clock of a process's processor time, as `clock_getcpuclockid` of C does on Linux."""
    return (~pid) << 3 | 2
