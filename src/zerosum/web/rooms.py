"""Rooms in which visitors play: a process for each game with its parameters, which solves it once for all its tables.

Slow requests at a table (a review, a hint, a visitor's observed strategy) are *analyses*: they run in a copy of the
room's process, so that moves never wait for them. A visitor has one analysis at a time; it has a time limit, and is
ended when the visitor has gone.

So no visitor waits while another visitor's game is solved. A room is opened when a visitor sits down; it begins by
solving the game, and reports progress. Only a few long games are solved simultaneously, even fewer for one visitor,
and further ones are rejected. The room that has been empty for longest is closed to make space: its tables are
stored as records, and are replayed when they are needed.
"""

from __future__ import annotations

import os
import pickle
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
    MAX_LONG,
    PATIENCE,
    Busy,
    Job,
    Jobs,
    Places,
    Worker,
    WorkerPool,
    result_of,
)

MAX_ROOMS = 16
"""Maximum number of rooms."""
LIMIT = 180.0
"""Seconds that solving a game may take; the first time includes compiling."""
MOVE_LIMIT = 30.0
"""Seconds that a move may take; the first time includes compiling."""
QUEUE_LIMIT = 5.0
"""Seconds that a move may wait for other moves in its room."""
ANALYSIS_LIMIT = 15.0
"""Seconds that an analysis may take."""
MAX_ANALYSES = 3
"""Largest number of analyses at a time."""
ANALYSES_OF_ONE = 1
"""Largest number of them for one visitor."""


@dataclass
class Room:
    """A process, the number of its guests, and the progress of solving its game."""

    worker: Worker
    solving: Job = field(default_factory=Job)
    guests: int = 0
    is_long: bool = False
    is_rejected: bool = False
    opener: object = None
    """The table for which the room was opened, whose side and opponent were checked before solving."""
    failed: float = 0.0
    """The time when solving failed."""
    visitor: str = field(default_factory=ASKED_FROM.get)
    """The visitor for whom it was opened."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait briefly for a turn among the requests to the process."""
        if not self.lock.acquire(timeout=QUEUE_LIMIT):
            raise Busy("too many moves are being made in this game; try again in a minute")
        try:
            yield
        finally:
            self.lock.release()


class Analysts(WorkerPool):
    """Analyses of tables, a few at a time, each in a copy of its room."""

    def __init__(self, rooms: GameProcesses) -> None:
        super().__init__(rooms.jobs, MAX_ANALYSES)
        self.rooms = rooms
        self.quick = Places(MAX_ANALYSES, ANALYSES_OF_ONE)

    def _work(self, job: Job, places: Places, name: str, arguments: DataMap) -> bytes:
        """Run an analysis as soon as a slot is free, and return its result."""
        token = ASKED_FROM.set(job.visitor)
        try:
            with self._place(job, places):
                return self.rooms.analyse(arguments["game"], name, arguments["arguments"], job)
        finally:
            ASKED_FROM.reset(token)


class GameProcesses:
    """The rooms by their games; the most recently used is the last."""

    def __init__(self, jobs: Callable[[], Jobs]) -> None:
        self.jobs, self.lock = jobs, threading.Lock()
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.is_ended = False

    def wait(self, game: str, record: DataMap) -> None:
        """Wait briefly until the game of a table is solved; raise `JobPending` if that takes longer."""
        while True:
            with self._entered(game, record) as room:
                if self._is_solved(room, record):
                    return

    def ask(self, game: str, job: str, arguments: DataMap) -> Data:
        """Return the result of a job in the room of this game, once solved."""
        while True:
            with self._entered(game, arguments["record"]) as room:
                solved = self._is_solved(room, arguments["record"])
                with room.turn():
                    if solved and room.worker.alive:  # the room may have ended while this request waited
                        return pickle.loads(room.worker.call(job, arguments, limit=MOVE_LIMIT))

    def analyse(self, game: str, job: str, arguments: DataMap, task: Job) -> bytes:
        """Return the pickled result of a job in a copy of the room of this game, once solved; `task`
        identifies the visitor.
        """
        while True:
            with self._entered(game, arguments["record"]) as room:
                room.solving.result.result(LIMIT)
                with room.turn():
                    if not room.worker.alive:
                        continue
                    if not hasattr(os, "fork"):
                        return room.worker.call(job, arguments, limit=ANALYSIS_LIMIT)
                    copy = room.worker.copy(job, arguments, limit=ANALYSIS_LIMIT)
                task.stop = copy.end
                if task.is_left:  # the room may have ended meanwhile
                    copy.end()
                return result_of(copy, limit=ANALYSIS_LIMIT)

    def _is_solved(self, room: Room, record: DataMap) -> bool:
        """Wait briefly; return False if the room failed because of another table, and must be opened again."""
        try:
            room.solving.wait(PATIENCE)
        except InputError:
            if room.opener == record.get("id"):
                raise
            return False
        return True

    def find(self, number: int) -> Job | None:
        """Return the job that solves a game, by its number, while it is in progress."""
        with self.lock:
            jobs = [room.solving for room in self.rooms.values()]
        found = next((job for job in jobs if job.number == number and not job.result.done()), None)
        if found is not None:
            found.asked = time.monotonic()
        return found

    def end_abandoned(self) -> None:
        """End the solving of games that no visitor asks for any more."""
        with self.lock:
            for game, room in list(self.rooms.items()):
                if not room.solving.result.done() and room.solving.is_abandoned:
                    del self.rooms[game]
                    room.worker.process.kill()

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
        if self.is_ended:
            raise Busy("the site is shutting down")
        room = self.rooms.get(game)
        if room is None or (not room.worker.alive and time.monotonic() > room.failed + FAILURE_KEPT):
            self.rooms.pop(game, None)
            self._make_space()
            room = self.rooms[game] = Room(Worker(self.jobs, LIMIT), opener=record.get("id"))
            room.guests += 1  # the process that solves the game
            threading.Thread(target=self._solve, args=(game, room, record), daemon=True).start()
        self.rooms.move_to_end(game)
        return room

    def _solve(self, game: str, room: Room, record: DataMap) -> None:
        """Solve the game of a room; a failure is remembered for `FAILURE_KEPT` seconds."""
        patience = threading.Timer(PATIENCE, self._is_long, (room,))
        report, begun = room.solving.note_progress, patience.start
        try:
            solved = room.worker.call("solve", {"record": record}, limit=LIMIT, report=report, begun=begun)
        except BaseException as error:
            busy = Busy("the site is busy solving other large games; try again in a minute")
            with self.lock:
                room.failed = time.monotonic()
                if isinstance(error, InputError) and self.rooms.get(game) is room:
                    del self.rooms[game]
            room.worker.end()
            room.solving.result.set_exception(busy if room.is_rejected else error)
        else:
            room.solving.result.set_result(solved)
        finally:
            patience.cancel()
            with self.lock:
                room.guests -= 1
                room.is_long = False

    def _is_long(self, room: Room) -> None:
        """Mark a game as long: it continues if few others are long, and is rejected otherwise."""
        with self.lock:
            if not room.solving.result.done():
                long = [one.visitor for one in self.rooms.values() if one.is_long]
                room.is_rejected = len(long) >= MAX_LONG or long.count(room.visitor) >= LONG_OF_ONE
                room.is_long = not room.is_rejected
        if room.is_rejected:
            room.worker.process.kill()

    def _make_space(self) -> None:
        """End an empty room if there are too many rooms."""
        if len(self.rooms) < MAX_ROOMS:
            return
        empty = next((game for game, room in self.rooms.items() if not room.guests), None)
        if empty is None:
            raise Busy("all tables are in use; try again in a minute")
        self.rooms.pop(empty).worker.end()

    def end(self) -> None:
        """End all processes."""
        with self.lock:
            rooms, self.is_ended = list(self.rooms.values()), True
            self.rooms.clear()
        for room in rooms:
            if room.worker.alive:
                room.worker.end()
