"""What pages and API ask for: answers from the crew, tables from their rooms, records from the disk."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

from zerosum import games
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError, TooLargeError, ZerosumError
from zerosum.papers import PAPERS
from zerosum.practice import KINDS
from zerosum.web.catalogue import check_given, check_player, command, entry
from zerosum.web.jobs import answer_jobs, table_jobs
from zerosum.web.records import Records, Signer
from zerosum.web.rooms import Rooms
from zerosum.web.workers import LIMIT, PATIENCE, Busy, Crew, Job, Underway

MAP_PATIENCE = 10.0
"""Seconds that the picture of a map may take: only a page without JavaScript shows it, and asks for it once."""

MOST_PICTURES = 1_000
"""Largest number of pictures that are kept on disk."""
CODE = Path(games.__file__).parents[1]
"""The package; pictures that another version of its files drew are removed."""
FLAG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
"""A flag of the command, as its errors name it."""
NEEDED = re.compile(r" would need (?:about|more than) .*? may be used")
"""What a refusal says about memory and time."""
LOCKS = 256
"""Number of locks that tables share; of two moves at one table one waits for the other."""


class Missing(InputError):  # noqa: N818 - what is missing
    """There is nothing at this address."""


class Stale(InputError):  # noqa: N818 - what is stale
    """The table has gone on since this page was shown."""


class Site:
    """The site's state: processes, and records of tables."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.signer, self.records, self.pictures = Signer(folder), Records(folder), folder / "pictures"
        self.drawn_by = _state(CODE)
        for old in set(self.pictures.glob("*.svg")) - set(self.pictures.glob(f"{self.drawn_by}-*.svg")):
            old.unlink(missing_ok=True)
        self.crew = Crew(answer_jobs, workers)
        self.rooms = Rooms(table_jobs)
        self.table_locks = [threading.Lock() for _ in range(LOCKS)]

    def draw_gallery(self) -> None:
        """Draw the pictures of the gallery, one after another, unless they are there."""
        threading.Thread(target=self._draw_gallery, daemon=True).start()

    def _draw_gallery(self) -> None:
        for name, listed in games.CATALOG.items():
            with suppress(Exception):  # a request for that picture gets the error
                self.thumbnail(name, listed.load().gallery, wait=LIMIT)

    def end(self) -> None:
        """End all processes."""
        self.crew.end()
        self.rooms.end()

    def ask(
        self, job: str, game: str, given: Mapping[str, str], *, wait: float = PATIENCE, **more: Data
    ) -> Data:
        """A quick answer about a game; `Underway` where it takes longer than one waits for a page."""
        if game not in games.CATALOG:
            raise Missing(f"there is no game called {game!r} here")
        chosen = check_given(game, given)
        with _named("solve", game, chosen):
            return self._asked(job, wait, game=game, given=chosen, **more)

    def _asked(self, job: str, wait: float, **arguments: Data) -> Data:
        asked = self.crew.ask(job, arguments, json.dumps([job, arguments], sort_keys=True))
        return asked.wait(wait)

    def exercise(self, kind: str, number: int, given: Mapping[str, str]) -> Json:
        """An exercise, and what became of the answer."""
        if kind not in KINDS:
            raise Missing(f"there is no practice called {kind!r} here")
        found: Json = self._asked("exercise", LIMIT, kind=kind, number=number, given=dict(given))
        return found

    def matrix_steps(self, rows: str) -> Json:
        """A table of payoffs worked out step by step."""
        found: Json = self._asked("matrix_steps", LIMIT, rows=rows)
        return found

    def job(self, number: int) -> Job | None:
        """Work under way, by its number."""
        return self.crew.find(number) or self.rooms.find(number)

    def verdicts(self, paper: str, game: str, *, wait: float = PATIENCE) -> Json:
        """A paper's claims, those about one game or all, recomputed unless they have been."""
        if paper not in PAPERS:
            raise Missing(f"there is no paper called {paper!r} here")
        if game and game not in PAPERS[paper].document.games:
            raise Missing(f"that paper is not about {game!r}")
        found: Json = self._asked("verdicts", wait, paper=paper, game=game)
        return found

    def picture(self, game: str, given: Mapping[str, str], *, wait: float = PATIENCE) -> str:
        """The picture of a solution as SVG."""
        return self._drawn([game, sorted(given.items())], lambda: self.ask("picture", game, given, wait=wait))

    def thumbnail(self, game: str, given: Mapping[str, str], *, wait: float = PATIENCE) -> str:
        """The small picture of a solution for the gallery, as SVG."""
        what = ["thumbnail", game, sorted(given.items())]
        return self._drawn(what, lambda: self.ask("small_picture", game, given, wait=wait))

    def map_picture(
        self, game: str, given: Mapping[str, str], right: float, top: float, *, wait: float = MAP_PATIENCE
    ) -> str:
        """The picture of the map of two parameters as SVG."""
        what = ["map", game, sorted(given.items()), right, top]
        return self._drawn(
            what, lambda: self.ask("plane_picture", game, given, wait=wait, right=right, top=top)
        )

    def figure(self, paper: str, name: str, *, wait: float = PATIENCE) -> str:
        """A picture of the papers' report as SVG."""
        if paper not in PAPERS or name not in {one.name for one in PAPERS[paper].document.pictures}:
            raise Missing("there is no such picture")
        return self._drawn([paper, name], lambda: self._asked("figure", wait, paper=paper, name=name))

    def _drawn(self, what: list[Data], draw: Callable[[], str]) -> str:
        """A picture from the disk, where it is kept: drawing takes longer than reading."""
        file = self.pictures / f"{self.drawn_by}-{_hashed(what)}.svg"
        with suppress(FileNotFoundError):
            return file.read_text(encoding="utf-8")
        drawn = draw()
        self._keep(file, drawn)
        return drawn

    def _keep(self, file: Path, drawn: str) -> None:
        """Keep a picture; the oldest make room."""
        self.pictures.mkdir(exist_ok=True)
        part = file.with_suffix(f".{secrets.token_hex(4)}.part")
        part.write_text(drawn, encoding="utf-8")
        part.replace(file)
        with suppress(FileNotFoundError):  # another makes room at the same time
            kept = sorted(self.pictures.glob("*.svg"), key=lambda one: one.stat().st_mtime)
            for old in kept[:-MOST_PICTURES]:
                old.unlink(missing_ok=True)

    def open(self, visitor: str, game: str, given: Mapping[str, str], side: str, rival: str) -> str:
        """The name of a new table for a visitor, whose game may still have to be solved."""
        if game not in games.CATALOG:
            raise Missing(f"there is no game called {game!r} here")
        check_player(rival)
        seat = side or next(iter(entry(game).sides))
        record = self.records.add(visitor, game, check_given(game, given), seat, rival)
        try:
            self._at_table(visitor, record, "open")
        except Underway:
            pass
        except Exception:
            self.records.remove(visitor, record["id"])
            raise
        return str(record["id"])

    def table(self, visitor: str | None, name: str, *, hint: bool = False) -> Json:
        """A visitor's table as it stands."""
        record = self._record(visitor, name)
        view = self._at_table(visitor, record, "view", hint=hint)
        return {
            "id": name,
            "game": record["game"],
            "given": record["given"],
            "turn": len(record["words"]),
            **view,
        }

    def act(self, visitor: str, name: str, word: str, turn: int) -> Json:
        """A move at a visitor's table; refused if the table has gone on since."""
        with self.table_locks[hash(name) % LOCKS]:
            record = self._record(visitor, name)
            if turn != len(record["words"]):
                raise Stale("the table has gone on since this page was shown; load it again")
            found = self._at_table(visitor, record, "act", word=word)
            self.records.keep(visitor, record, found["words"])
        return {"id": name, "turn": len(found["words"]), **found["view"]}

    def review(self, visitor: str | None, name: str) -> Json:
        """The last round of a table with everything open, when it is over, and the address to share it by."""
        record = self._record(visitor, name)
        found: Json = self._at_table(visitor, record, "review")
        address = f"/rounds/{self.signer.round_name(name, len(record['words']))}"
        return {**found, "address": address}

    def shared_round(self, name: str) -> tuple[Json, Json]:
        """A finished round for anybody who has its name: the table as it stood at its end, and the review."""
        known = self.signer.round_of(name)
        if known is None:
            raise Missing("there is no such round")
        table, length = known
        try:
            record = self.records.shared(table)
        except InputError as error:
            raise Missing(str(error)) from None
        record = {**record, "id": name, "words": record["words"][:length]}
        view = self._at_table(None, record, "view")
        review = self._at_table(None, record, "review")
        return {"game": record["game"], "given": record["given"], **view}, review

    def habits(self, visitor: str | None, name: str) -> Json:
        """How a visitor has played at a table, and what that gives away."""
        found: Json = self._at_table(visitor, self._record(visitor, name), "habits")
        return found

    def _record(self, visitor: str | None, name: str) -> Json:
        try:
            return self.records.get(visitor, name)
        except InputError as error:
            raise Missing(str(error)) from None

    def _at_table(self, visitor: str | None, record: Json, job: str, **arguments: Data) -> Data:
        """Ask in the room of this table's game; one whose game cannot be solved, and unplayed, is forgotten."""
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
            return self.rooms.ask(game, job, {"record": record, **arguments})


def _state(code: Path) -> str:
    """A name for the files of a package as they stand: another once one of them, or matplotlib, is changed."""
    files = sorted(file for file in code.rglob("*.*") if file.suffix in (".py", ".toml"))
    stamps = [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    return _hashed([version("matplotlib"), *stamps])


def _hashed(what: Sequence[Data]) -> str:
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:32]


@contextmanager
def _named(verb: str, game: str, given: Mapping[str, str]) -> Iterator[None]:
    """Work that is too large for the site, or for now, is refused with the command to run instead.

    Errors name fields as the form does, not flags; and what a machine would need is for those who have the machine.
    """
    try:
        yield
    except (TooLargeError, Busy) as error:
        told = NEEDED.sub(" is too large for this site", str(error))
        raise type(error)(f"{told}; at a terminal: zerosum {verb} {command(game, given)}") from None
    except InputError as error:
        raise type(error)(FLAG.sub(lambda flag: flag[1].replace("-", " "), str(error))) from None
