"""Rooms in which visitors play: a process for each game with its parameters, which solves it once for all its tables.

So nobody waits while somebody else's game is solved. A room is opened when somebody sits down, and begins with the
solving, and reports how far it is; only a few games that take long are solved at once, fewer still for one visitor, and
more are refused. The room that has been empty longest makes way for another: tables live in their records, and are
played out again where they are wanted.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from zerosum.core.data import Data, DataMap
from zerosum.core.errors import InputError
from zerosum.web.workers import (
    ASKED_FROM,
    FAILURE_KEPT,
    LONG_OF_ONE,
    MOST_LONG,
    PATIENCE,
    Busy,
    Job,
    Jobs,
    Worker,
)

MOST_ROOMS = 16
"""Largest number of games that stand ready."""
LIMIT = 180.0
"""Seconds that solving a game, or a move, may take; the first time that includes compiling."""


@dataclass
class Room:
    """A process, the number of its guests, and how far the solving of its game is."""

    worker: Worker
    solving: Job = field(default_factory=Job)
    guests: int = 0
    is_long: bool = False
    is_refused: bool = False
    opener: object = None
    """The table for which it was opened, whose side and rival were looked at before the solving."""
    failed: float = 0.0
    """When the solving failed."""
    visitor: str = field(default_factory=ASKED_FROM.get)
    """For whom it was opened."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Rooms:
    """The rooms, by their games; the one that was used last is the last."""

    def __init__(self, jobs: Callable[[], Jobs]) -> None:
        self.jobs, self.lock = jobs, threading.Lock()
        self.rooms: OrderedDict[str, Room] = OrderedDict()

    def wait(self, game: str, record: DataMap) -> None:
        """Wait a little for the game of a table to be solved; `Underway` where that takes longer."""
        while True:
            with self._entered(game, record) as room:
                if self._is_solved(room, record):
                    return

    def ask(self, game: str, job: str, arguments: DataMap) -> Data:
        """The result of a job in the room of this game, solved."""
        while True:
            with self._entered(game, arguments["record"]) as room:
                solved = self._is_solved(room, arguments["record"])
                with room.lock:
                    if solved and room.worker.alive:  # it may have been ended while others were before us
                        return room.worker.call(job, arguments, limit=LIMIT)

    def _is_solved(self, room: Room, record: DataMap) -> bool:
        """Wait a little; False if the room failed because of another table, and must be opened again."""
        try:
            room.solving.wait(PATIENCE)
        except InputError:
            if room.opener == record.get("id"):
                raise
            return False
        return True

    def find(self, number: int) -> Job | None:
        """The solving of a game, by its number, while it is under way."""
        with self.lock:
            jobs = [room.solving for room in self.rooms.values()]
        return next((job for job in jobs if job.number == number and not job.result.done()), None)

    @contextmanager
    def _entered(self, game: str, record: DataMap) -> Iterator[Room]:
        with self.lock:
            room = self._room(game, record)
            room.guests += 1
        try:
            yield room
        finally:
            with self.lock:
                room.guests -= 1

    def _room(self, game: str, record: DataMap) -> Room:
        room = self.rooms.get(game)
        if room is None or (not room.worker.alive and time.monotonic() > room.failed + FAILURE_KEPT):
            self.rooms.pop(game, None)
            self._make_space()
            room = self.rooms[game] = Room(Worker(self.jobs, LIMIT), opener=record.get("id"))
            room.guests += 1  # the solving
            threading.Thread(target=self._solve, args=(game, room, record), daemon=True).start()
        self.rooms.move_to_end(game)
        return room

    def _solve(self, game: str, room: Room, record: DataMap) -> None:
        """Solve the game of a room; a failure is remembered for `FAILURE_KEPT` seconds."""
        patience = threading.Timer(PATIENCE, self._is_long, (room,))
        report, begun = room.solving.note_progress, patience.start
        try:
            room.worker.call("solve", {"record": record}, limit=LIMIT, report=report, begun=begun)
        except BaseException as error:
            busy = Busy("other games that take long are being solved; try again in a minute")
            with self.lock:
                room.failed = time.monotonic()
                if isinstance(error, InputError) and self.rooms.get(game) is room:
                    del self.rooms[game]
            room.worker.end()
            room.solving.result.set_exception(busy if room.is_refused else error)
        else:
            room.solving.result.set_result(None)
        finally:
            patience.cancel()
            with self.lock:
                room.guests -= 1
                room.is_long = False

    def _is_long(self, room: Room) -> None:
        """A game takes longer: it goes on if few others do, and is refused otherwise."""
        with self.lock:
            if not room.solving.result.done():
                long = [one.visitor for one in self.rooms.values() if one.is_long]
                room.is_refused = len(long) >= MOST_LONG or long.count(room.visitor) >= LONG_OF_ONE
                room.is_long = not room.is_refused
        if room.is_refused:
            room.worker.process.kill()

    def _make_space(self) -> None:
        """End a room that nobody is in, where there are too many."""
        if len(self.rooms) < MOST_ROOMS:
            return
        empty = next((game for game, room in self.rooms.items() if not room.guests), None)
        if empty is None:
            raise Busy("all rooms are taken; try again in a minute")
        self.rooms.pop(empty).worker.end()

    def end(self) -> None:
        """End all processes."""
        with self.lock:
            for room in self.rooms.values():
                if room.worker.alive:
                    room.worker.end()
            self.rooms.clear()
