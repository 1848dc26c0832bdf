"""The services used by pages and the API: answers from the worker pool, tables from their game processes, and
stored records.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from weakref import WeakValueDictionary

from zerosum import games
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, TooLargeError, ZerosumError
from zerosum.core.limits import OverLimitError
from zerosum.papers import PAPERS
from zerosum.practice import KINDS
from zerosum.web.cache import Cache
from zerosum.web.catalogue import check_given, check_player, command, entry, goal
from zerosum.web.jobs import answer_jobs, table_jobs
from zerosum.web.lessons import LESSONS
from zerosum.web.records import Records, Signer
from zerosum.web.rooms import Analysts, GameProcesses
from zerosum.web.workers import PATIENCE, Busy, Job, JobPending, WorkerPool

MAP_PATIENCE = 10.0
"""Seconds that the plot of a map may take: only a page without JavaScript shows it, and requests it once."""

MAX_PICTURE_BYTES = 2**26
"""Maximum size of the plots cached on disk, in bytes."""
BLOCK = 4096
"""Minimum number of bytes that a file takes on disk."""
CODE = Path(games.__file__).parents[1]
"""The folder of the package; cached plots made by another version of its files are removed."""
MAX_REVIEW_BYTES = 2**25
"""Maximum size of the reviews in memory, in bytes. A visitor who steps through a review does not wait for it again."""
ANALYSES = ("review", "observed_strategy")
"""The parts of a table that are computed separately from moves, like hints."""


class NotFound(InputError):  # noqa: N818 - what is missing
    """An error: this address does not exist."""


class StalePage(InputError):  # noqa: N818 - what is stale
    """An error: the table has changed since this page was shown."""


class Site:
    """The site's state: processes, and records of tables."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.signer, self.records, self.pictures = Signer(folder), Records(folder), folder / "pictures"
        self.drawn_by = _state(CODE)
        for old in set(self.pictures.glob("*.svg")) - set(self.pictures.glob(f"{self.drawn_by}-*.svg")):
            old.unlink(missing_ok=True)
        self.pool = WorkerPool(answer_jobs, workers)
        self.rooms = GameProcesses(table_jobs)
        self.analysts = Analysts(self.rooms)
        self.table_locks: WeakValueDictionary[str, TableLock] = WeakValueDictionary()
        self.locking = threading.Lock()
        self.reviews = Cache[tuple[str, int], Json](MAX_REVIEW_BYTES)

    def end(self) -> None:
        """End all processes."""
        self.pool.end()
        self.analysts.end()
        self.rooms.end()

    def ask(
        self, job: str, game: str, given: Mapping[str, str], *, wait: float = PATIENCE, **more: Data
    ) -> Data:
        """Return a quick answer about a game; raise `JobPending` if it takes too long to wait for."""
        if game not in games.CATALOG:
            raise NotFound(f"there is no game called {game!r} here")
        chosen = check_given(game, given)
        with _named("solve", game, chosen):
            return self._asked(job, wait, game=game, given=chosen, **more)

    def _asked(self, job: str, wait: float, **arguments: Data) -> Data:
        asked = self.pool.ask(job, arguments, json.dumps([job, arguments], sort_keys=True))
        return asked.wait(wait)

    def exercise(self, kind: str, number: int, given: Mapping[str, str]) -> Json:
        """Return an exercise, and the result of the answer."""
        if kind not in KINDS:
            raise NotFound(f"there is no type of exercise called {kind!r}")
        found: Json = self._asked("exercise", PATIENCE, kind=kind, number=number, given=dict(given))
        return found

    def matrix_steps(self, rows: str) -> Json:
        """Return a payoff table worked out step by step."""
        found: Json = self._asked("matrix_steps", PATIENCE, rows=rows)
        return found

    def read_own(self, text: str) -> Json:
        """Return the game in a visitor's text, or its error; a worker reads it."""
        found: Json = self._asked("read_own", PATIENCE, text=text)
        return found

    def job(self, number: int) -> Job | None:
        """Return a job in progress by its number."""
        return self.pool.find(number) or self.analysts.find(number) or self.rooms.find(number)

    def verdicts(self, paper: str, game: str, *, wait: float = PATIENCE) -> Json:
        """Return a paper's claims, all or those about one game, recomputed if necessary."""
        if paper not in PAPERS:
            raise NotFound(f"there is no paper called {paper!r} here")
        if game and game not in PAPERS[paper].document.games:
            raise NotFound(f"this paper does not cover {game!r}")
        found: Json = self._asked("verdicts", wait, paper=paper, game=game)
        return found

    def picture(self, game: str, given: Mapping[str, str], *, wait: float = PATIENCE) -> str:
        """Return the picture of a solution as SVG."""
        return self._drawn([game, sorted(given.items())], lambda: self.ask("picture", game, given, wait=wait))

    def map_picture(
        self, game: str, given: Mapping[str, str], right: float, top: float, *, wait: float = MAP_PATIENCE
    ) -> str:
        """Return the picture of the map of two parameters as SVG."""
        what = ["map", game, sorted(given.items()), right, top]
        return self._drawn(
            what, lambda: self.ask("plane_picture", game, given, wait=wait, right=right, top=top)
        )

    def figure(self, paper: str, name: str, *, wait: float = PATIENCE) -> str:
        """Return a picture of the papers' report as SVG."""
        if paper not in PAPERS or name not in {one.name for one in PAPERS[paper].document.pictures}:
            raise NotFound("there is no such figure")
        return self._drawn([paper, name], lambda: self._asked("figure", wait, paper=paper, name=name))

    def _drawn(self, what: list[Data], draw: Callable[[], str]) -> str:
        """Return a picture from the disk cache, since drawing takes longer than reading."""
        file = self.pictures / f"{self.drawn_by}-{_hashed(what)}.svg"
        with suppress(FileNotFoundError):
            return file.read_text(encoding="utf-8")
        drawn = draw()
        self._keep(file, drawn)
        return drawn

    def _keep(self, file: Path, drawn: str) -> None:
        """Store a picture; remove the oldest ones to make room."""
        self.pictures.mkdir(exist_ok=True)
        part = file.with_suffix(f".{secrets.token_hex(4)}.part")
        part.write_text(drawn, encoding="utf-8")
        part.replace(file)
        with suppress(FileNotFoundError):  # another process removes files at the same time
            kept = [(one.stat(), one) for one in self.pictures.glob("*.svg")]
            left = MAX_PICTURE_BYTES
            for state, old in sorted(kept, key=lambda one: one[0].st_mtime, reverse=True):
                left -= max(state.st_size, BLOCK)
                if left < 0:
                    old.unlink(missing_ok=True)

    def open(
        self, visitor: str, game: str, given: Mapping[str, str], side: str, opponent: str, lesson: str = ""
    ) -> str:
        """Return the name of a new table for a visitor, whose game may still have to be solved; the first round of
        a lesson's table asks the lesson's question.
        """
        if game not in games.CATALOG:
            raise NotFound(f"there is no game called {game!r} here")
        check_player(opponent)
        seat = side or next(iter(entry(game).sides))
        record = self.records.add(
            visitor, game, check_given(game, given), seat, opponent, _lesson_seed(lesson, game)
        )
        try:
            self._at_table(visitor, record, "open")
        except JobPending:
            pass
        except Exception:
            self.records.remove(visitor, record["id"])
            raise
        return str(record["id"])

    def table(self, visitor: str | None, name: str, *, hint: bool = False) -> Json:
        """Return the current state of a visitor's table."""
        record = self._record(visitor, name)
        return _seen(record, self._at_table(visitor, record, "view", hint=hint))

    def act(self, visitor: str, name: str, word: str, turn: int) -> Json:
        """Return a move at a visitor's table; the move is rejected if the table has changed since."""
        with self._one_move(name):
            record = self._record(visitor, name)
            if turn != len(record["words"]):
                raise StalePage("this table has changed since the page was loaded; reload it")
            found = self._at_table(visitor, record, "act", word=word)
            score = {name: found["view"][name] for name in ("score", "played", "over")}
            self.records.keep(visitor, record | score, found["words"])
        return _seen({**record, "words": found["words"]}, found["view"])

    def review(self, visitor: str | None, name: str) -> Json:
        """Return the last round of a table with all cards face up, when it is over, and the address to share
        it by.

        The costs of the choices are stored with the table, for the goal and the total of the session.
        """
        record = self._record(visitor, name)
        found: Json = self._reviewed(visitor, record)
        if visitor is not None:
            self._note_cost(visitor, name, found["round"], found["given_away"])
        address = f"/rounds/{self.signer.round_name(name, len(record['words']))}"
        return {**found, "address": address}

    def _reviewed(self, visitor: str | None, record: Json) -> Json:
        """Return the review of a record; it is cached, since every step through it requests it again."""
        key = (record["id"], len(record["words"]))
        with self.locking:
            known = self.reviews.get(key)
        if known is None:
            known = self._at_table(visitor, record, "review")
            with self.locking:
                self.reviews.put(key, known, len(json.dumps(known)))
        return known

    def _note_cost(self, visitor: str, name: str, number: int, cost: float | None) -> None:
        """Record the costs of a round's choices, once."""
        with self._one_move(name):
            record = self._record(visitor, name)
            costs = record.get("costs", {})
            if str(number) not in costs:
                self.records.keep(visitor, {**record, "costs": {**costs, str(number): cost}}, record["words"])

    def shared_round(self, name: str) -> tuple[Json, Json]:
        """Return a finished round for anyone who has its name: the table at its end, and the review."""
        known = self.signer.round_of(name)
        if known is None:
            raise NotFound("there is no such round")
        table, length = known
        try:
            record = self.records.shared(table)
        except InputError as error:
            raise NotFound(str(error)) from None
        record = {**record, "id": name, "words": record["words"][:length]}
        return _seen(record, self._at_table(None, record, "view")), self._reviewed(None, record)

    def observed_strategy(self, visitor: str | None, name: str) -> Json:
        """Return a visitor's frequencies at a table, and the winnings of an opponent who knows them."""
        found: Json = self._at_table(visitor, self._record(visitor, name), "observed_strategy")
        return found

    @contextmanager
    def _one_move(self, name: str) -> Iterator[None]:
        """Let only one move at a table run at a time."""
        with self.locking:
            lock = self.table_locks.setdefault(name, TableLock())
        with lock:
            yield

    def _record(self, visitor: str | None, name: str) -> Json:
        try:
            return self.records.get(visitor, name)
        except InputError as error:
            raise NotFound(str(error)) from None

    def _at_table(self, visitor: str | None, record: Json, job: str, **arguments: Data) -> Data:
        """Ask in the room of this table's game; remove an unplayed table whose game cannot be solved."""
        game = json.dumps([record["game"], record["given"]], sort_keys=True)
        with _named("play", record["game"], record["given"]):
            try:
                self.rooms.wait(game, record)
            except Busy:
                raise
            except ZerosumError:
                if not record["words"]:
                    self.records.remove(visitor or "", record["id"])
                raise
            asked = {"record": record, **arguments}
            if job in ANALYSES or arguments.get("hint"):
                return self._analysed(game, job, asked)
            return self.rooms.ask(game, job, asked)

    def _analysed(self, game: str, job: str, asked: Json) -> Data:
        """Return the computed parts of a view besides the moves; without EVs against the opponent if they
        take long.
        """
        key = _hashed([game, job, asked])
        try:
            return self.analysts.ask(job, {"game": game, "arguments": asked}, key).wait(PATIENCE)
        except TooLargeError:
            if job == "observed_strategy" or asked.get("brief"):
                raise
            return self._analysed(game, job, {**asked, "brief": True})


def _lesson_seed(name: str, game: str) -> int | None:
    """Return a seed for a table of a lesson, or None if any will do."""
    lesson = LESSONS.get(name)
    if lesson is None or game != lesson.games[0] or not lesson.seat.seeds:
        return None
    return secrets.choice(lesson.seat.seeds)


def _seen(record: Json, view: Json) -> Json:
    """Return a table's view with the data of its record: the game, the progress, the goal, and the costs of
    choices.
    """
    costs = record.get("costs", {})
    results = view["results"]
    known = [costs[str(k)] for k in range(1, len(results) + 1) if costs.get(str(k)) is not None]
    return {
        "id": record["id"],
        "game": record["game"],
        "given": record["given"],
        "turn": len(record["words"]),
        **view,
        "goal": goal(view["opponent"], results, costs)._asdict(),
        "cost": sum(known),
        "judged": len(known),
    }


class TableLock:
    """A lock that is removed when it is no longer held."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *error: object) -> None:
        self.lock.release()


def _state(code: Path) -> str:
    """Return a name for the current version of a package's files; it changes with any of them, or with matplotlib."""
    files = sorted(file for file in code.rglob("*.*") if file.suffix in (".py", ".toml"))
    stamps = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    return _hashed([version("matplotlib"), *stamps])


def _hashed(what: Sequence[Data]) -> str:
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:32]


@contextmanager
def _named(verb: str, game: str, given: Mapping[str, str]) -> Iterator[None]:
    """Reject work that is too large for the site, or for now, and name the command to run instead.

    The resources that a machine would need are not shown, since only the server's owner can use them.
    """
    try:
        yield
    except (TooLargeError, Busy) as error:
        large = f"{error.work} is too large for this website" if isinstance(error, OverLimitError) else None
        kind = Busy if isinstance(error, Busy) else TooLargeError
        raise kind(f"{large or error}; on the command line: zerosum {verb} {command(game, given)}") from None
