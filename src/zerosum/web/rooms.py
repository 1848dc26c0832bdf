"""Rooms in which visitors play: a process for each game with its parameters, which solves it once for all its tables.

So nobody waits while somebody else's game is solved. A room is opened when somebody sits down; the one that has been
empty longest makes way for another: tables live in their records, and are played out again where they are wanted.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from zerosum.web.workers import Busy, Jobs, Worker

__all__ = ["Rooms"]

MOST_ROOMS = 16
"""So many games stand ready."""
MOST_WAITING = 24
"""So many visitors may wait for games that are not solved yet."""
LIMIT = 180.0
"""Seconds that a move may take, with the solving that it may need and, the first time, the compiling."""


@dataclass
class Room:
    """A process, who is in it, and whether its game has been solved."""

    worker: Worker
    guests: int = 0
    is_ready: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


class Rooms:
    """The rooms, by their games; the one that was used last is the last."""

    def __init__(self, jobs: Callable[[], Jobs]) -> None:
        self.jobs, self.lock = jobs, threading.Lock()
        self.rooms: OrderedDict[str, Room] = OrderedDict()

    def ask(self, game: str, job: str, arguments: Mapping[str, Any]) -> Any:
        """The result of a job in the room of this game."""
        while True:
            with self._entered(game) as room, room.lock:
                if room.worker.alive:  # it may have been ended while others were before us
                    found = room.worker.call(job, arguments, limit=LIMIT)
                    room.is_ready = True
                    return found

    @contextmanager
    def _entered(self, game: str) -> Iterator[Room]:
        with self.lock:
            room = self._room(game)
            room.guests += 1
        try:
            yield room
        finally:
            with self.lock:
                room.guests -= 1

    def _room(self, game: str) -> Room:
        room = self.rooms.get(game)
        if room is not None and not room.worker.alive:
            del self.rooms[game]
            room = None
        if not (room and room.is_ready) and self._waiting() >= MOST_WAITING:
            raise Busy("too many games are being solved; try again in a minute")
        if room is None:
            self._make_space()
            room = self.rooms[game] = Room(Worker(self.jobs))
        self.rooms.move_to_end(game)
        return room

    def _waiting(self) -> int:
        return sum(room.guests for room in self.rooms.values() if not room.is_ready)

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
